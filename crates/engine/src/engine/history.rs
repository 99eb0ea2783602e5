//! The history of a game, with undo and redo.

/// The moves since a position was set. `P` is stored for each move played, `U` for each move taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveHistory<P, U = P> {
    /// Oldest first.
    played: Vec<P>,
    /// The next to play again last.
    undone: Vec<U>,
}

impl<P, U> Default for MoveHistory<P, U> {
    fn default() -> Self {
        MoveHistory { played: Vec::new(), undone: Vec::new() }
    }
}

impl<P, U> MoveHistory<P, U> {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.played.clear();
        self.undone.clear();
    }

    /// Adds a new move; those that were taken back are lost.
    pub fn push(&mut self, played: P) {
        self.undone.clear();
        self.played.push(played);
    }

    /// The moves played, oldest first.
    pub fn played(&self) -> &[P] {
        &self.played
    }

    /// How many moves can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Takes at most `count` moves back, the last one first; returns how many there were. `take_back` undoes each.
    pub fn undo(&mut self, count: usize, take_back: impl FnMut(P) -> U) -> usize {
        shift(&mut self.played, &mut self.undone, count, take_back)
    }

    /// Plays at most `count` moves again; returns how many there were. `play` makes each.
    pub fn redo(&mut self, count: usize, play: impl FnMut(U) -> P) -> usize {
        shift(&mut self.undone, &mut self.played, count, play)
    }
}

/// Takes at most `count` items off the end of one list and puts what becomes of each onto the other.
fn shift<A, B>(from: &mut Vec<A>, to: &mut Vec<B>, count: usize, become_other: impl FnMut(A) -> B) -> usize {
    let count = count.min(from.len());
    to.extend(from.drain(from.len() - count..).rev().map(become_other));
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_go_back_and_forth_in_their_order() {
        let mut history = MoveHistory::<(u32, char), char>::default();
        "abc".chars().zip(0..).for_each(|(mv, number)| history.push((number, mv)));
        let mut at = 3;
        let mut take_back = |(before, mv)| {
            at = before;
            mv
        };
        assert_eq!(history.undo(2, &mut take_back), 2);
        assert_eq!(history.undo(9, &mut take_back), 1);
        assert_eq!((history.undo(1, &mut take_back), history.undone(), at), (0, 3, 0));
        let mut number = 0..;
        assert_eq!(history.redo(2, |mv| (number.next().unwrap_or_default(), mv)), 2);
        assert_eq!(history.played(), [(0, 'a'), (1, 'b')]);
        history.push((2, 'd'));
        assert_eq!((history.redo(1, |mv| (0, mv)), history.undone()), (0, 0), "a new move ends what was taken back");
        history.clear();
        assert_eq!(history, MoveHistory::default());
    }
}
