//! Exercises: positions of analysed games in which exactly one move is good, and the search can say what it is good for.
//!
//! Each is found twice: in the review of the game, and once more by a search of the position alone with more effort, in
//! which no earlier move of the game can make a repetition. An exercise is a game of its own that begins at the position
//! with a mistake (the player's, else the second-best move) and its refutation, annotated as any other game; so every
//! program that asks about mistakes can ask about it.

use crate::annotate::annotate;
use crate::judge::{self, AnalyseError, Judge};
use crate::marks::Mark;
use crate::review::{BestLine, MoveReview, Review, moves_of};
use crate::why::{PIECE, Why, board, line, why};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::games::xiangqi::{Move, Position};
use meihua_engine::score::Score;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_records::{GameRecord, NodeId, RecordedGame, RecordedMove, Start, Tags, Tree};

/// The least expectation (0 to 1) that a good move leaves its player.
const GOOD: f64 = 0.45;
/// The most that every other move leaves.
const BAD: f64 = 0.65;
/// The least difference between the best move and every other one.
const MARGIN: f64 = 0.3;

/// A position of a game that may be an exercise.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The position.
    pub start: Start,
    /// The ply of the game that was played there, from 1.
    pub ply: usize,
    best: RecordedMove,
    /// A bad move, and the reply that refutes it.
    bad: [RecordedMove; 2],
    tags: Tags,
}

/// What the only good move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    /// It mates in this number of moves.
    Mate(i32),
    /// It wins a piece, whatever is replied.
    Wins(&'static str),
    /// Every other move loses by force.
    Defence,
}

/// The positions of a reviewed game of xiangqi that may be exercises, without those of its first `book` plies. The review
/// must have two lines for each position.
pub fn candidates(review: &Review, book: usize) -> Vec<Candidate> {
    let moves = review.moves.iter().enumerate().skip(book);
    moves.filter_map(|(index, mv)| candidate(review, index, mv)).collect()
}

fn candidate(review: &Review, index: usize, mv: &MoveReview) -> Option<Candidate> {
    let (best, second) = only(mv)?;
    let start = start_at(review, mv)?;
    if recaptures(review, index, best.xiangqi()?) {
        return None;
    }
    let top = mv.lines.first()?.value;
    let reply = review.moves.get(index + 1).and_then(|next| next.lines.first()?.moves.first().copied());
    let played = reply.filter(|_| top.of(mv.side) - mv.after.of(mv.side) >= MARGIN).map(|reply| [mv.mv, reply]);
    let bad = played.or_else(|| second.moves.first_chunk().copied())?;
    let mut tags = Tags::default();
    let known = ["Event", "Site", "Date", "Round", "Red", "White", "Black"];
    known.iter().filter_map(|name| Some((name, review.record.tags.get(name)?))).for_each(|(name, value)| {
        tags.push(name, value);
    });
    Some(Candidate { start, ply: mv.ply, best, bad, tags })
}

/// The position before a move, without the moves that led to it.
fn start_at(review: &Review, mv: &MoveReview) -> Option<Start> {
    let fen = board(review, mv, false)?.fen();
    RecordedGame::XIANGQI.start(&fen).ok()
}

/// The only good move of a position, and the line of the second-best move.
fn only(mv: &MoveReview) -> Option<(RecordedMove, &BestLine)> {
    let [first, second, ..] = mv.lines.as_slice() else { return None };
    let [good, bad] = [first, second].map(|line| line.value.of(mv.side));
    // A best move that is worth exactly nothing rests on a repetition.
    let is_drawn = first.value.score.is_none_or(|score| score == Score::DRAW);
    let is_only = good >= GOOD && bad <= BAD && good - bad >= MARGIN && !is_drawn;
    Some((first.moves.first().copied()?, second)).filter(|_| is_only)
}

/// Whether a move takes back on the square where the move before it took.
fn recaptures(review: &Review, index: usize, best: Move) -> bool {
    let last = index.checked_sub(1).and_then(|index| review.moves.get(index));
    let taken = last.and_then(|last| {
        let before = board(review, last, false)?;
        let to = last.mv.xiangqi()?.to();
        before.position::<Position>()?.piece_on(to).map(|_| to)
    });
    taken == Some(best.to())
}

/// Searches a candidate by itself; returns the exercise, annotated in a language, if the position has one.
///
/// # Errors
/// The position cannot be searched.
pub fn prove(
    judge: &mut dyn Judge,
    candidate: &Candidate,
    source: &str,
    notation: Notation,
    language: Language,
) -> Result<Option<GameRecord>, AnalyseError> {
    let mut tree = Tree::default();
    let first = tree.add(NodeId::ROOT, candidate.bad[0]);
    first.and_then(|first| tree.add(first, candidate.bad[1]));
    let record =
        GameRecord { start: candidate.start.clone(), tags: candidate.tags.clone(), tree, ..GameRecord::default() };
    let review = judge::review(judge, record, notation, 0, &mut || true)?;
    let again =
        |mv: &&MoveReview| only(mv).is_some_and(|(best, _)| best == candidate.best) && mv.mark == Some(Mark::Blunder);
    let Some(theme) = review.moves.first().filter(again).and_then(|mv| theme(&review, mv)) else { return Ok(None) };
    let mut exercise = annotate(&review, language);
    let task = language.text(theme.task(candidate.start.side()));
    // Not the value of the position, which would say too much.
    exercise.tree.set_comment(NodeId::ROOT, &task);
    exercise.tags.push("Exercise", &theme.word());
    exercise.tags.push("Source", source);
    Ok(Some(exercise))
}

/// What the search can say about the best move; `None` if it only has a better value.
fn theme(review: &Review, mv: &MoveReview) -> Option<Theme> {
    let best = mv.lines.first()?;
    if let Some(plies) = best.value.plies_of(mv.side) {
        return (plies > 0).then(|| Theme::Mate(moves_of(plies)));
    }
    let won = line(board(review, mv, false)?.as_ref(), best)?.wins(None);
    if let Some(won) = won.filter(|won| won.gain >= PIECE) {
        return Some(Theme::Wins(won.piece));
    }
    let loses = matches!(why(review, 0), Some(Why::AllowsMate { .. } | Why::Loses { .. }));
    loses.then_some(Theme::Defence)
}

impl Theme {
    /// What there is to do, without the answer.
    fn task(self, side: Side) -> Sentence {
        let who = Sentence::capital(RecordedGame::XIANGQI.phrases().side(side));
        match self {
            Theme::Mate(1) => say!("{} mates in one move.", who),
            Theme::Mate(moves) => say!("{} mates in {} moves.", who, Sentence::plain(moves)),
            Theme::Wins(piece) => say!("{} wins a piece: {}.", who, piece),
            Theme::Defence => say!("{} has only one move that does not lose.", who),
        }
    }

    /// The value of the tag `Exercise`.
    fn word(self) -> String {
        match self {
            Theme::Mate(moves) => format!("mate {moves}"),
            Theme::Wins(piece) => format!("wins {piece}"),
            Theme::Defence => "defence".to_owned(),
        }
    }
}
