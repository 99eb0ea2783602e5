//! The scores of finished games, and the range left for evaluations.
//!
//! ```text
//!  -32000 … -31745   -30000 … -29745   -29000 … 29000   29745 … 30000   31745 … 32000
//!      lost           lost by rule       evaluation       won by rule        won
//! ```
//!
//! A result by rule (perpetual check, perpetual chase) depends on the moves that led to the position. The same position
//! reached another way does not have that result, so it is no proof: it scores below every mate, is never announced as
//! one, and is not stored in the table.

use crate::game::{Outcome, Proven};
use crate::score::{MAX_PLY, Score};

const RULE_WIN: i16 = 30_000;
const EVAL_LIMIT: i32 = 29_000;

/// The score, `ply` plies from the root, of a game that is over by the rules of the board.
#[inline]
pub fn terminal(outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Win => Score::win_in(ply),
        Outcome::Loss => Score::loss_in(ply),
        Outcome::Draw => Score::DRAW,
    }
}

/// The score of a result that depends on history. The nearer it is, the better for the winner.
#[inline]
pub fn by_rule(outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Win => Score::from_raw(RULE_WIN - ply as i16),
        Outcome::Loss => Score::from_raw(ply as i16 - RULE_WIN),
        Outcome::Draw => Score::DRAW,
    }
}

/// The score, `ply` plies from the root, of a position whose result a table knows. Distances beyond the range of scores
/// are clamped.
#[inline]
pub fn proven(proven: Proven, ply: usize) -> Score {
    terminal(proven.outcome, (ply + proven.plies as usize).min(MAX_PLY))
}

/// Whether the score is a result that depends on history.
#[inline]
pub fn is_by_rule(score: Score) -> bool {
    let size = score.int().abs();
    size <= i32::from(RULE_WIN) && size >= i32::from(RULE_WIN) - MAX_PLY as i32
}

/// Moves a score above beta towards it, because how far it exceeds beta says little (Stockfish): returns the mean of
/// beta and the score, with weights 1 and `weight`. Results of games stay as they are.
#[inline]
pub fn soften(score: Score, beta: Score, weight: i32) -> Score {
    if score <= beta || score.int() > EVAL_LIMIT || beta.int() < -EVAL_LIMIT {
        return score;
    }
    beta + (score.int() - beta.int()) * weight / (weight + 1)
}

/// An evaluation as a score, kept out of the ranges of results.
#[inline]
pub fn evaluation(centipawns: i32) -> Score {
    Score::cp(centipawns.clamp(-EVAL_LIMIT, EVAL_LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_do_not_meet() {
        assert!(evaluation(i32::MAX) < by_rule(Outcome::Win, MAX_PLY));
        assert!(by_rule(Outcome::Win, 0) < terminal(Outcome::Win, MAX_PLY));
        assert!(is_by_rule(by_rule(Outcome::Loss, MAX_PLY)) && !is_by_rule(evaluation(i32::MIN)));
        assert!(!by_rule(Outcome::Win, 0).is_decided() && !is_by_rule(terminal(Outcome::Win, 9)));
    }
}
