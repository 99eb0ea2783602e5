//! The history of a game, with undo and redo.

/// The moves since a position was set. `P` is stored for each move played, `U` for each move taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveHistory<P, U = P> {
    /// The moves played, oldest first.
    played: Vec<P>,
    /// The moves taken back; the next one to replay comes last.
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

    /// Adds a new move and forgets those that were taken back.
    pub fn push(&mut self, played: P) {
        self.undone.clear();
        self.played.push(played);
    }

    /// The moves played, oldest first.
    pub fn played(&self) -> &[P] {
        &self.played
    }

    /// The number of moves that can be replayed.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Takes back up to `count` moves, latest first, with `take_back`; returns how many.
    pub fn undo(&mut self, count: usize, take_back: impl FnMut(P) -> U) -> usize {
        shift(&mut self.played, &mut self.undone, count, take_back)
    }

    /// Replays up to `count` moves with `play`; returns how many.
    pub fn redo(&mut self, count: usize, play: impl FnMut(U) -> P) -> usize {
        shift(&mut self.undone, &mut self.played, count, play)
    }
}

/// Moves up to `count` items from the end of one list to the other, converting each.
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
