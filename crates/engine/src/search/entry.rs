//! One entry of the transposition table, packed into 64 bits.
//!
//! ```text
//! bit 63      59 58 57 56 55     48 47        32 31        16 15         0
//!    | generation |pv|bound|  depth  | evaluation |   score    |   move   |
//! ```

use crate::score::Score;
use crate::search::report::Bound;

/// Generations are counted modulo this number.
pub(crate) const GENERATIONS: u8 = 32;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move as packed by [`crate::game::Game::pack`]; 0 if unknown.
    pub mv: u16,
    /// The score, counted from the position itself (see [`Score::value_to_tt`]); [`Score::NONE`] without a `bound`.
    pub score: Score,
    /// The static evaluation before corrections, or [`Score::NONE`].
    pub eval: Score,
    /// The depth searched, in plies; 0 for the quiescence search.
    pub depth: u8,
    /// Whether `score` is exact or a bound; `None` if only the move and the evaluation are valid.
    pub bound: Option<Bound>,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Packs the entry and its generation into a word.
    pub const fn to_bits(self, generation: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        self.mv as u64
            | (self.score.raw() as u16 as u64) << 16
            | (self.eval.raw() as u16 as u64) << 32
            | (self.depth as u64) << 48
            | bound << 56
            | (self.pv as u64) << 58
            | ((generation % GENERATIONS) as u64) << 59
    }

    /// Unpacks an entry.
    pub(crate) const fn from_bits(bits: u64) -> TtEntry {
        TtEntry {
            mv: bits as u16,
            score: Score::from_raw((bits >> 16) as u16 as i16),
            eval: Score::from_raw((bits >> 32) as u16 as i16),
            depth: (bits >> 48) as u8,
            bound: match (bits >> 56) & 3 {
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Upper),
                _ => None,
            },
            pv: bits >> 58 & 1 == 1,
        }
    }

    /// The generation in a word.
    pub const fn generation(bits: u64) -> u8 {
        (bits >> 59) as u8
    }

    /// Whether the score, made relative to the root by the caller, decides a search of the window `alpha..beta`.
    pub(crate) fn settles(bound: Option<Bound>, score: Score, alpha: Score, beta: Score) -> bool {
        match bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => score >= beta,
            Some(Bound::Upper) => score <= alpha,
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_survives_packing() {
        for bound in [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)] {
            for (mv, score, depth, pv) in [(0, Score::DRAW, 0, false), (0xffff, Score::loss_in(3), 255, true)] {
                let entry = TtEntry { mv, score, eval: Score::NONE, depth, bound, pv };
                let bits = entry.to_bits(31);
                assert_eq!(TtEntry::from_bits(bits), entry);
                assert_eq!(TtEntry::generation(bits), 31);
            }
        }
    }

    #[test]
    fn bounds_settle_only_their_own_side() {
        let (alpha, beta) = (Score::cp(10), Score::cp(20));
        assert!(TtEntry::settles(Some(Bound::Lower), Score::cp(20), alpha, beta));
        assert!(!TtEntry::settles(Some(Bound::Lower), Score::cp(5), alpha, beta));
        assert!(TtEntry::settles(Some(Bound::Upper), Score::cp(10), alpha, beta));
        assert!(!TtEntry::settles(Some(Bound::Upper), Score::cp(15), alpha, beta));
        assert!(!TtEntry::settles(None, Score::cp(50), alpha, beta));
    }
}
