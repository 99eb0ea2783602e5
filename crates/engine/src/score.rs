//! Search scores: centipawns, and distances to the end of a game, in one ordered type.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A score from the view of the side to move.
///
/// Between `-Score::MAX_EVAL` and `Score::MAX_EVAL` it is an evaluation in centipawns (100 = one pawn). Beyond that it
/// is a proven result: `Score::MATE - n` is a win in `n` plies, `-Score::MATE + n` a loss in `n` plies, counted from
/// the node that holds the score (in the tree: from the root, see [`Score::value_to_tt`]). Every value fits into an
/// `i16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Score(i16);

/// A score as reported to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Centipawns.
    Cp(i32),
    /// Moves to the end of the game: positive for the winner, negative for the loser, 0 if the side to move has lost.
    Mate(i32),
    /// A puzzle's own unit: hp, or the negated cost.
    Units(i64),
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.points().serialize(serializer)
    }
}

/// The longest distance to the end of the game that a score can express, in plies.
pub(crate) const MAX_PLY: usize = 255;

impl Score {
    /// An even position.
    pub const DRAW: Score = Score(0);
    /// Greater than every score.
    pub(crate) const INFINITE: Score = Score(32_500);
    /// No score; less than every other: "not evaluated".
    pub const NONE: Score = Score(-32_600);
    /// The side to move has already won.
    pub const MATE: Score = Score(32_000);
    /// Scores beyond this are proven results.
    pub(crate) const MAX_EVAL: Score = Score(32_000 - MAX_PLY as i16 - 1);

    /// An evaluation, clamped to the range of evaluations.
    #[inline]
    pub fn cp(centipawns: i32) -> Score {
        let limit = Score::MAX_EVAL.0 as i32;
        Score(centipawns.clamp(-limit, limit) as i16)
    }

    /// The score with a raw value from [`Score::raw`].
    #[inline]
    pub const fn from_raw(raw: i16) -> Score {
        Score(raw)
    }

    /// The raw value, for tables and arithmetic.
    #[inline]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The raw value as `i32`.
    #[inline]
    pub const fn int(self) -> i32 {
        self.0 as i32
    }

    /// The side to move wins in `ply` plies.
    #[inline]
    pub const fn win_in(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i16)
    }

    /// The side to move loses in `ply` plies (0: the game is lost at this node).
    #[inline]
    pub const fn loss_in(ply: usize) -> Score {
        Score(-Score::MATE.0 + ply as i16)
    }

    /// A proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Score::MAX_EVAL.0 && self.0 <= Score::MATE.0
    }

    /// A proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::MAX_EVAL.0 && self.0 >= -Score::MATE.0
    }

    /// A proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of the game, with the sign of the result: `Some(3)` wins in three plies, `Some(-2)` loses in
    /// two, `Some(0)` has lost; `None` for an evaluation.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some((Score::MATE.0 - self.0) as i32)
        } else if self.is_loss() {
            Some(-((Score::MATE.0 + self.0) as i32))
        } else {
            None
        }
    }

    /// The score as reported to clients, with mates in moves rather than plies.
    pub const fn points(self) -> Points {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => Points::Mate((plies + 1) / 2),
            Some(plies) => Points::Mate(-((1 - plies) / 2)),
            None => Points::Cp(self.int()),
        }
    }

    /// Converts a score counted from the root to one relative to the node at `ply`, for the transposition table.
    #[inline]
    pub(crate) const fn value_to_tt(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i16)
        } else if self.is_loss() {
            Score(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::value_to_tt`].
    #[inline]
    pub(crate) const fn value_from_tt(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i16)
        } else if self.is_loss() {
            Score(self.0 + ply as i16)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, rhs: i32) -> Score {
        Score((self.0 as i32 + rhs).clamp(-32_500, 32_500) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, rhs: i32) -> Score {
        self + -rhs
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, rhs: i32) {
        *self = *self + rhs;
    }
}

impl SubAssign<i32> for Score {
    #[inline]
    fn sub_assign(&mut self, rhs: i32) {
        *self = *self - rhs;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "end in {plies} plies"),
            None => write!(f, "{} cp", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for ply in [0, 1, 7, 100] {
            for plies in [100, 101, 150] {
                for score in [Score::win_in(plies), Score::loss_in(plies), Score::cp(37)] {
                    assert_eq!(score.value_to_tt(ply).value_from_tt(ply), score);
                }
            }
        }
    }

    #[test]
    fn signs_and_distances() {
        assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
        assert_eq!(Score::loss_in(2).plies_to_end(), Some(-2));
        assert_eq!(Score::cp(40_000), Score::MAX_EVAL);
        assert!(!Score::MAX_EVAL.is_decided());
        assert!(Score::loss_in(MAX_PLY).is_loss());
        assert!(Score::win_in(1) > Score::win_in(3));
    }
}
