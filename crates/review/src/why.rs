//! Why a marked move is bad, in a reader's terms: what it loses, misses or allows. Nothing is said that a search does not
//! confirm.

use crate::material::{self, Line};
use crate::review::{BestLine, MoveReview, Review, moves_of};
use meihua_contracts::sentence::Sentence;
use meihua_engine::game::Game;
use meihua_engine::games::xiangqi::PieceKind;
use meihua_games::say;
use meihua_records::cursor::Cursor;
use meihua_records::{Board, RecordGame};
use serde::Serialize;

/// The smallest gain that is one of a piece, in pawns.
pub(crate) const PIECE: i32 = 2;

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
    /// It loses a piece to `with`, whatever is replied.
    Loses { piece: &'static str, with: String },
    /// It misses the chance to win a piece by `with`.
    Misses { piece: &'static str, with: String },
    /// In the line that the analysis expects, which begins with `with`, it loses a piece.
    LosesLater { piece: &'static str, with: String },
    /// In the better line, which begins with `with`, a piece is won.
    MissesLater { piece: &'static str, with: String },
    /// It lets the other side threaten a piece by `with`.
    AllowsThreat { piece: &'static str, with: String },
    /// It lets the other side give check by `with`.
    AllowsCheck { with: String },
    /// `with` would have threatened a piece.
    MissesThreat { piece: &'static str, with: String },
    /// `with` would have given check.
    MissesCheck { with: String },
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
            Why::Misses { piece, with } => say!("Misses the win of the {}: {}.", *piece, plain(with)),
            Why::LosesLater { piece, with } => {
                say!("Loses the {} in the line that begins with {}.", *piece, plain(with))
            }
            Why::MissesLater { piece, with } => {
                say!("Misses the line that wins the {} and begins with {}.", *piece, plain(with))
            }
            Why::AllowsThreat { piece, with } => say!("Lets {} threaten the {}.", plain(with), *piece),
            Why::AllowsCheck { with } => say!("Lets {} give check.", plain(with)),
            Why::MissesThreat { piece, with } => say!("Misses {}, which threatens the {}.", plain(with), *piece),
            Why::MissesCheck { with } => say!("Misses the check {}.", plain(with)),
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
    let costs = Why::Costs { points: mv.loss().round() as i32, with: with.clone() };
    let Some(case) = Case::new(review, mv, better, reply) else { return Some(costs) };
    let at_once = |is_worth_it: fn(i32, &'static str) -> bool| {
        // A piece that the better move loses, too, is not lost by this one; nor missed where this one wins it.
        let wins = |line: &Option<Line>, other: Option<PieceKind>, less: i32| {
            line.as_ref()?.wins(other).filter(|won| is_worth_it(won.gain - less, won.piece))
        };
        let lost = wins(&case.reply, None, case.taken.map_or(0, material::pawns) - case.kept.min(0))
            .map(|won| Why::Loses { piece: won.piece, with: answer.clone() });
        lost.or_else(|| {
            wins(&case.better, case.taken, case.gained.max(0))
                .map(|won| Why::Misses { piece: won.piece, with: with.clone() })
        })
    };
    let pieces = |gain, _| gain >= PIECE;
    // An exchange that costs a pawn is not the loss of a piece.
    let pawns = |gain, piece| gain == 1 && piece == "pawn";
    let found = at_once(pieces).or_else(|| case.later(&answer, &with)).or_else(|| at_once(pawns));
    Some(found.or_else(|| case.initiative(answer, with)).unwrap_or(costs))
}

/// The piece that the move at an index wins, whatever is replied; `None` if nothing worth mentioning is won.
pub fn wins(review: &Review, index: usize) -> Option<&'static str> {
    let mv = review.moves.get(index)?;
    let reply = review.moves.get(index + 1).and_then(|next| next.lines.first());
    let moves = std::iter::once(mv.mv).chain(reply.iter().flat_map(|line| line.moves.iter().copied()));
    let won = Line::new(board(review, mv, false)?.as_ref(), moves)?.wins(None)?;
    (won.gain >= PIECE).then_some(won.piece)
}

/// A bad move with the better line and the reply.
struct Case {
    /// What the move itself takes.
    taken: Option<PieceKind>,
    /// What it wins, in pawns: at least by force, or in the line that is expected.
    gained: i32,
    /// What the better move wins, likewise.
    kept: i32,
    /// What this move has won at the end of the line that is expected, in pawns.
    end: Option<i32>,
    /// What the better move has won at the end of its line.
    better_end: Option<i32>,
    better: Option<Line>,
    reply: Option<Line>,
}

impl Case {
    /// `None` if the game has no captures.
    fn new(review: &Review, mv: &MoveReview, better: Option<&BestLine>, reply: Option<&BestLine>) -> Option<Case> {
        let (here, there) = (board(review, mv, false)?, board(review, mv, true)?);
        let (position, played) = (here.position()?, mv.mv.xiangqi()?);
        let taken = material::taken(position, played);
        let better = better.and_then(|better| line(here.as_ref(), better));
        let reply = reply.and_then(|reply| line(there.as_ref(), reply));
        let end = reply.as_ref().map(|reply| taken.map_or(0, material::pawns) - reply.settled());
        let better_end = better.as_ref().map(Line::settled);
        let gained = material::gain(position, played).max(end.unwrap_or(i32::MIN));
        let kept = better.as_ref().map_or(0, Line::least).max(better_end.unwrap_or(i32::MIN));
        Some(Case { taken, gained, kept, end, better_end, better, reply })
    }

    /// What is lost or missed at the ends of the lines, where nothing hangs any more.
    fn later(&self, answer: &str, with: &str) -> Option<Why> {
        let (reply, better) = (self.reply.as_ref()?, self.better.as_ref()?);
        let (gained, played) = (self.better_end?, self.end?);
        if gained - played < PIECE {
            return None;
        }
        // What both lines take is the difference of neither.
        let lost = if -played >= PIECE { reply.dearest_beside(better) } else { None };
        let lost = lost.map(|piece| Why::LosesLater { piece, with: answer.to_owned() });
        let missed = || if gained >= PIECE { better.dearest_beside(reply) } else { None };
        lost.or_else(|| missed().map(|piece| Why::MissesLater { piece, with: with.to_owned() }))
    }

    /// What one side can do only because the other did not play the better move.
    fn initiative(&self, answer: String, with: String) -> Option<Why> {
        let (reply, better) = (self.reply.as_ref()?, self.better.as_ref()?);
        let threat = reply.threat();
        // The same reply to the better move.
        let prevented = Line::after(&better.after, reply.first);
        if let Some(piece) = threat
            && prevented.as_ref().is_none_or(|line| line.threat() != threat)
        {
            return Some(Why::AllowsThreat { piece, with: answer });
        }
        if reply.after.in_check() && prevented.is_none_or(|line| !line.after.in_check()) {
            return Some(Why::AllowsCheck { with: answer });
        }
        match better.threat() {
            Some(piece) => Some(Why::MissesThreat { piece, with }),
            None => better.after.in_check().then_some(Why::MissesCheck { with }),
        }
    }
}

/// A line of best play; `None` if the game has no captures.
pub(crate) fn line(board: &dyn RecordGame, line: &BestLine) -> Option<Line> {
    Line::new(board, line.moves.iter().copied())
}

/// The board before or after a move.
pub(crate) fn board(review: &Review, mv: &MoveReview, is_after: bool) -> Option<Board> {
    let tree = &review.record.tree;
    let mut cursor = Cursor::new(&review.record.start);
    cursor.go_to(tree, if is_after { mv.node } else { tree.parent(mv.node) });
    cursor.board().map(RecordGame::boxed)
}
