//! Why a marked move is bad, in a reader's terms: what it loses or misses.

use crate::review::{MoveReview, Review, moves_of};
use meihua_contracts::sentence::Sentence;
use meihua_engine::games::xiangqi::{PieceKind, Position};
use meihua_games::say;
use meihua_records::cursor::Cursor;
use meihua_records::{Board, RecordGame, RecordedMove};
use serde::Serialize;

/// Plies within which a loss must occur to be mentioned.
const SIGHT: usize = 4;
/// The smallest loss worth mentioning, in pawns.
const WORTH_TELLING: i32 = 2;

/// The reason, most serious first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Why {
    /// It allows the other side to mate in `moves` moves, starting with `with`.
    AllowsMate { moves: i32, with: String },
    /// It misses a mate in `moves` moves.
    MissesMate { moves: i32, with: String },
    /// It turns a proven win into something less.
    ThrowsWin { with: String },
    /// It turns a proven draw into a loss.
    ThrowsDraw { with: String },
    /// It loses a piece to `with`.
    Loses { piece: &'static str, with: String },
    /// It misses the chance to win a piece by `with`.
    Misses { piece: &'static str, with: String },
    /// None of these: it costs points out of 100; `with` was better.
    Costs { points: i32, with: String },
}

impl From<&Why> for Sentence {
    fn from(why: &Why) -> Sentence {
        let (plain, number) = (|with: &String| Sentence::plain(with), |number: &i32| Sentence::plain(number));
        match why {
            Why::AllowsMate { moves, with } => say!("Allows mate in {}: {}.", number(moves), plain(with)),
            Why::MissesMate { moves, with } => say!("Misses mate in {}: {}.", number(moves), plain(with)),
            Why::ThrowsWin { with } => say!("Throws the win away; {} keeps it.", plain(with)),
            Why::ThrowsDraw { with } => say!("Throws the draw away; {} keeps it.", plain(with)),
            Why::Loses { piece, with } => say!("Loses the {} to {}.", *piece, plain(with)),
            Why::Misses { piece, with } => say!("Misses the win of a {}: {}.", *piece, plain(with)),
            Why::Costs { points, with } => {
                say!("Gives away {} points of 100; {} is better.", number(points), plain(with))
            }
        }
    }
}

/// Why the move at an index of [`Review::moves`] is marked; `None` if it is not.
pub fn why(review: &Review, index: usize) -> Option<Why> {
    let mv = review.moves.get(index).filter(|mv| mv.mark.is_some())?;
    let better = mv.lines.first().filter(|_| !mv.is_best());
    let with = better.and_then(|line| line.names.first()).cloned().unwrap_or_default();
    let reply = review.moves.get(index + 1).and_then(|next| next.lines.first());
    let answer = reply.and_then(|line| line.names.first()).cloned().unwrap_or_default();
    if review.exact {
        let was_won = mv.before.of(mv.side) > 0.5;
        return Some(if was_won { Why::ThrowsWin { with } } else { Why::ThrowsDraw { with } });
    }
    let [before, after] = [mv.before, mv.after].map(|value| value.plies_of(mv.side));
    if let Some(plies) = after.filter(|&plies| plies < 0 && before.is_none_or(|before| before > 0)) {
        return Some(Why::AllowsMate { moves: moves_of(-plies), with: answer });
    }
    if let Some(plies) = before.filter(|&plies| plies > 0) {
        return Some(Why::MissesMate { moves: moves_of(plies), with });
    }
    let (here, there) = (board(review, mv, false)?, board(review, mv, true)?);
    let taken = gain(here.as_ref(), &[mv.mv], 1).map_or(0, |(net, _)| net);
    if let Some((net, piece)) = reply.and_then(|line| gain(there.as_ref(), &line.moves, SIGHT))
        && net - taken >= WORTH_TELLING
    {
        return Some(Why::Loses { piece, with: answer });
    }
    if let Some((net, piece)) = better.and_then(|line| gain(here.as_ref(), &line.moves, SIGHT))
        && net - taken >= WORTH_TELLING
    {
        return Some(Why::Misses { piece, with });
    }
    Some(Why::Costs { points: mv.loss().round() as i32, with })
}

/// The piece that the move at an index wins by its own line and the reply that the analysis prefers; `None` if nothing
/// worth mentioning is won, or if the reply is not known, as after the last move of a game that is not over.
pub fn wins(review: &Review, index: usize) -> Option<&'static str> {
    let mv = review.moves.get(index)?;
    let reply = review.moves.get(index + 1).and_then(|next| next.lines.first())?;
    let line: Vec<RecordedMove> = std::iter::once(mv.mv).chain(reply.moves.iter().copied()).collect();
    let (net, piece) = gain(board(review, mv, false)?.as_ref(), &line, SIGHT + 1)?;
    (net >= WORTH_TELLING).then_some(piece)
}

/// The board before or after a move.
fn board(review: &Review, mv: &MoveReview, is_after: bool) -> Option<Board> {
    let tree = &review.record.tree;
    let mut cursor = Cursor::new(&review.record.start);
    cursor.go_to(tree, if is_after { mv.node } else { tree.parent(mv.node) });
    cursor.board().map(RecordGame::boxed)
}

/// What the side to move wins within the first plies of a line, in pawns, and the most valuable piece it takes; `None`
/// if it takes nothing, or if the game has no captures.
fn gain(board: &dyn RecordGame, line: &[RecordedMove], plies: usize) -> Option<(i32, &'static str)> {
    let mut board = board.boxed();
    let (mut net, mut dearest) = (0, None);
    for (ply, &mv) in line.iter().take(plies).enumerate() {
        let taken = board.position::<Position>()?.piece_on(mv.xiangqi()?.to());
        if let Some((worth, name)) = taken.map(|piece| worth(piece.kind)) {
            net += if ply % 2 == 0 { worth } else { -worth };
            if ply % 2 == 0 && dearest.is_none_or(|(most, _)| worth > most) {
                dearest = Some((worth, name));
            }
        }
        board.make(mv);
    }
    dearest.map(|(_, name)| (net, name))
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
