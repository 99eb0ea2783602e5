//! What is won by force in xiangqi: an alpha-beta search that counts nothing but captured pieces. It decides which sentences
//! about pieces are true; the lines of the analysis only say how.

use meihua_engine::game::{Game, Outcome};
use meihua_engine::games::xiangqi::{Move, Moves, PieceKind, Position};
use meihua_records::{RecordGame, RecordedMove};

/// Plies after the first move in which all moves are tried; after them, captures and answers to checks.
const PLIES: i32 = 2;
/// Plies of captures and answers to checks.
const CAPTURES: i32 = 16;
/// More than all pieces of a side.
const MATE: i32 = 200;
/// Plies of a line within which a gain counts as being of its first move.
const SIGHT: usize = 5;
/// What the other side may get for a piece elsewhere, in pawns, without it being said.
const SLACK: i32 = 2;
/// The smallest gain that is a threat, in pawns.
const THREAT: i32 = 2;

/// A line of moves and what it takes.
pub(crate) struct Line {
    before: Position,
    pub first: Move,
    /// The position after the first move.
    pub after: Position,
    /// The position at the end.
    end: Position,
    /// The pieces taken, by ply.
    taken: Vec<Option<PieceKind>>,
}

/// What a line wins.
pub(crate) struct Won {
    /// In pawns, whatever is replied.
    pub gain: i32,
    /// The most valuable piece that it takes.
    pub piece: &'static str,
}

impl Line {
    /// `None` if it is empty, or not one of xiangqi.
    pub(crate) fn new(board: &dyn RecordGame, moves: impl Iterator<Item = RecordedMove>) -> Option<Line> {
        let moves: Option<Vec<Move>> = moves.map(RecordedMove::xiangqi).collect();
        Line::of(board.position()?, &moves?)
    }

    /// The line of one move; `None` if it is not legal.
    pub(crate) fn after(position: &Position, first: Move) -> Option<Line> {
        let mut moves = Moves::default();
        let is_over = position.generate(&mut moves).is_some();
        if is_over || !moves.contains(&first) { None } else { Line::of(position, &[first]) }
    }

    fn of(position: &Position, moves: &[Move]) -> Option<Line> {
        let &first = moves.first()?;
        let mut end = position.clone();
        let mut all = Vec::new();
        for &mv in moves {
            all.push(taken(&end, mv));
            end.make(mv);
        }
        let mut after = position.clone();
        after.make(first);
        Some(Line { before: position.clone(), first, after, end, taken: all })
    }

    /// What the side which begins (0) or the other (1) takes within these plies.
    fn takes(&self, side: usize, plies: usize) -> impl Iterator<Item = PieceKind> {
        self.taken.iter().take(plies).skip(side).step_by(2).copied().flatten()
    }

    /// What the side that begins gains within these plies, in pawns.
    fn gain(&self, plies: usize) -> i32 {
        let sum = |side| self.takes(side, plies).map(|kind| worth(kind).0).sum::<i32>();
        sum(0) - sum(1)
    }

    /// What the line wins in its first plies, if its first move gains about as much whatever is replied. Its piece is
    /// none that another move takes.
    pub(crate) fn wins(&self, other: Option<PieceKind>) -> Option<Won> {
        let gained = self.gain(SIGHT);
        // A rook for a rook wins none.
        let piece = worth(dearest(self.takes(0, SIGHT), self.takes(1, SIGHT).chain(other))?).1;
        let least = (gained - SLACK).max(gained.min(THREAT));
        let forced = self.least();
        (gained > 0 && forced >= least).then_some(Won { gain: gained.min(forced), piece })
    }

    /// What the first move wins at least, in pawns, whatever is replied.
    pub(crate) fn least(&self) -> i32 {
        gain(&self.before, self.first)
    }

    /// The gain of the side that begins at the end of the line, in pawns, after the captures that are still to come.
    pub(crate) fn settled(&self) -> i32 {
        let gained = self.gain(self.taken.len());
        let rest = search(&mut self.end.clone(), 0, -2 * MATE, 2 * MATE);
        gained + if self.taken.len().is_multiple_of(2) { rest } else { -rest }
    }

    /// The most valuable piece that this line wins for the side that begins, beside what it loses in turn and what it
    /// takes in a line that the other side begins, too.
    pub(crate) fn dearest_beside(&self, other: &Line) -> Option<&'static str> {
        let all = usize::MAX;
        let besides = self.takes(1, all).chain(other.takes(1, all));
        dearest(self.takes(0, all), besides).map(|kind| worth(kind).1)
    }

    /// The most valuable piece that the side which made the first move would win if the other side passed.
    pub(crate) fn threat(&self) -> Option<&'static str> {
        if self.after.in_check() {
            return None;
        }
        let mut passed = self.after.clone();
        passed.make_null();
        let mut moves = Moves::default();
        if passed.generate(&mut moves).is_some() {
            return None;
        }
        let taken = |&mv: &Move| Some((mv, taken(&passed, mv)?));
        let takes = moves.iter().filter_map(taken).filter(|&(_, kind)| worth(kind).0 >= THREAT);
        let wins = takes.filter(|&(mv, _)| gain(&passed, mv) >= THREAT);
        wins.max_by_key(|&(_, kind)| worth(kind).0).map(|(_, kind)| worth(kind).1)
    }
}

/// The most valuable of these pieces without those others.
fn dearest(pieces: impl Iterator<Item = PieceKind>, others: impl Iterator<Item = PieceKind>) -> Option<PieceKind> {
    let mut pieces: Vec<PieceKind> = pieces.collect();
    for other in others {
        if let Some(place) = pieces.iter().position(|&kind| kind == other) {
            pieces.swap_remove(place);
        }
    }
    pieces.into_iter().max_by_key(|&kind| worth(kind).0)
}

/// What the side to move wins at least if it plays `first`, in pawns, whatever is replied; a mate counts as 200.
pub(crate) fn gain(position: &Position, first: Move) -> i32 {
    let mut position = position.clone();
    let worth = captured(&position, first);
    position.make(first);
    worth - search(&mut position, PLIES, -2 * MATE, 2 * MATE)
}

/// What the side to move wins at least, in pawns.
fn search(position: &mut Position, plies: i32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = Moves::default();
    match position.generate(&mut moves) {
        Some(Outcome::Loss) => return -MATE,
        Some(Outcome::Win) => return MATE,
        Some(Outcome::Draw) => return 0,
        None if plies <= -CAPTURES => return 0,
        None => {}
    }
    let is_wide = plies > 0 || position.in_check();
    let mut best = if is_wide { -2 * MATE } else { 0 };
    alpha = alpha.max(best);
    let mut ordered: Vec<(i32, Move)> = moves.iter().map(|&mv| (captured(position, mv), mv)).collect();
    ordered.retain(|&(worth, _)| is_wide || worth > 0);
    ordered.sort_by_key(|&(worth, _)| -worth);
    for (worth, mv) in ordered {
        if alpha >= beta {
            break;
        }
        position.make(mv);
        let value = worth - search(position, plies - 1, worth - beta, worth - alpha);
        position.unmake(mv);
        best = best.max(value);
        alpha = alpha.max(best);
    }
    best
}

/// The piece that a move takes.
pub(crate) fn taken(position: &Position, mv: Move) -> Option<PieceKind> {
    position.piece_on(mv.to()).map(|piece| piece.kind)
}

/// The value of a piece in pawns.
pub(crate) const fn pawns(kind: PieceKind) -> i32 {
    worth(kind).0
}

/// The value of the piece that a move takes, in pawns; 0 if it takes none.
pub(crate) fn captured(position: &Position, mv: Move) -> i32 {
    taken(position, mv).map_or(0, pawns)
}

/// The value of a piece in pawns, as beginners learn it, and its name.
const fn worth(kind: PieceKind) -> (i32, &'static str) {
    match kind {
        PieceKind::General => (100, "general"),
        PieceKind::Rook => (9, "rook"),
        PieceKind::Cannon => (5, "cannon"),
        PieceKind::Horse => (4, "horse"),
        PieceKind::Advisor => (2, "advisor"),
        PieceKind::Elephant => (2, "elephant"),
        PieceKind::Pawn => (1, "pawn"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::text::GameText;

    fn line(fen: &str, moves: &str) -> Line {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start.clone();
        let play = |mv| {
            let mv = position.parse_move(mv, false).unwrap();
            position.make(mv);
            mv
        };
        Line::of(&start, &moves.split(' ').map(play).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_piece_is_won_only_if_no_reply_saves_it() {
        // The rook takes a horse that nothing guards; where the other rook guards it, it is a bad exchange.
        assert_eq!(line("3k5/9/9/9/r3n4/9/9/4R4/9/5K3 w", "e2e5 a5e5").wins(None).map(|won| won.piece), None);
        assert_eq!(line("3k5/9/9/r8/4n4/9/9/4R4/9/5K3 w", "e2e5 d9d8").wins(None).map(|won| won.piece), Some("horse"));
        // The line takes the horse only because it is left there.
        assert_eq!(line("3k5/9/9/r8/4n4/9/9/R8/9/5K3 w", "a2e2 a6a7 e2e5").wins(None).map(|won| won.piece), None);
    }

    #[test]
    fn a_piece_that_is_exchanged_for_its_like_is_not_won() {
        // The rook takes a horse and is exchanged for the other.
        let line = line("3k5/9/9/4r4/4n4/9/9/4R4/4R4/5K3 w", "e2e5 e6e5 e1e5 d9d8");
        assert_eq!(line.wins(None).map(|won| won.piece), Some("horse"));
        // Another move takes it as well.
        assert!(line.wins(Some(PieceKind::Horse)).is_none());
    }

    #[test]
    fn a_gain_is_what_is_left_after_the_best_reply() {
        // The line forgets that the other rook takes an elephant meanwhile.
        let won = line("3k5/9/9/r8/4c4/9/9/B3R4/9/5K3 w", "e2e5 d9d8").wins(None).unwrap();
        assert_eq!((won.gain, won.piece), (5 - 2, "cannon"));
    }

    #[test]
    fn the_end_of_a_line_counts_what_still_hangs() {
        // The line ends when the rook has taken the guarded horse.
        let line = line("3k5/9/9/9/r3n4/9/9/4R4/9/5K3 w", "e2e5");
        assert_eq!((line.settled(), line.gain(1)), (4 - 9, 4));
    }

    #[test]
    fn a_threat_is_what_a_pass_would_lose() {
        let threat = |fen, moves| line(fen, moves).threat();
        assert_eq!(threat("3k5/9/9/r8/4n4/9/9/R8/9/5K3 w", "a2e2"), Some("horse"));
        assert_eq!(threat("3k5/9/9/9/r3n4/9/9/R8/9/5K3 w", "a2e2"), None);
        assert_eq!(threat("3k5/9/9/r8/4n4/9/9/R8/9/5K3 w", "a2b2"), None);
    }
}
