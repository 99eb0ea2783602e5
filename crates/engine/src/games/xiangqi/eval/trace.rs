//! Who listens while the terms are counted: nobody in the search, a recorder for `eval` and for tuning.
//!
//! One evaluation function serves all three, so that what is shown and tuned is what is played.

use super::weights::{COUNT, Term};
use crate::side::Side;

/// Reported of every feature that counts.
pub trait Trace {
    /// `count` times the weight in `column` of the row `term`, for `side`.
    fn add(&mut self, side: Side, term: Term, column: usize, count: i32);
}

/// Listens to nothing and costs nothing.
pub struct Silent;

impl Trace for Silent {
    #[inline(always)]
    fn add(&mut self, _: Side, _: Term, _: usize, _: i32) {}
}

/// Counts every feature of both sides.
#[derive(Clone, Debug)]
pub struct Counts([[i32; COUNT]; Side::NUM]);

impl Default for Counts {
    fn default() -> Self {
        Counts([[0; COUNT]; Side::NUM])
    }
}

impl Counts {
    /// How often a feature (an index of [`super::weights::WEIGHTS`]) counted for a side.
    pub fn of(&self, side: Side, feature: usize) -> i32 {
        self.0[side.index()][feature]
    }
}

impl Trace for Counts {
    fn add(&mut self, side: Side, term: Term, column: usize, count: i32) {
        self.0[side.index()][term.offset() + column] += count;
    }
}
