//! Branch and bound with dominance, for label problems ([`crate::puzzle::label_problem`]).
//!
//! Labels are processed by the size of their sets of decisions. Every step makes the set larger, so when a size is due,
//! all its sets are known, each with the most that can be left, and each is expanded once. The dominance table is a
//! list of layers, and a layer is discarded once it is done.
//!
//! A good plan is wanted early, because labels whose bound does not exceed its value need not be kept. So the search
//! makes several passes over the layers. Each pass keeps a limited number of labels per layer, those with the highest
//! bounds, and every pass keeps more than the last (complete anytime beam search; W. Zhang, 1998). The pass in which
//! nothing had to be dropped is the proof. Until then, the highest bound among the dropped labels is the value that may
//! still be possible.

mod batch;
mod label_puzzle;
mod layer;
mod pass;

pub use label_puzzle::solve;

use crate::control::Control;
use crate::deadline::Deadline;
use crate::puzzle::label_problem::{Label, LabelProblem};
use crate::solution::Budget;
use crate::solvers::meter::Meter;
use pass::{Bests, Pass};
use std::time::Duration;

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct SolveResult<D> {
    /// The value of the best end found, and the labels on the path to it, the start first.
    pub best: Option<(i64, Vec<Label<D>>)>,
    /// No end is worth more; 0 if there is none at all.
    pub bound: i64,
    /// Whether the best end is proven best; without an end, whether it is proven that there is none.
    pub proven: bool,
    /// Number of labels expanded, over all passes.
    pub nodes: u64,
}

/// Progress of a running search.
#[derive(Clone, Debug)]
pub struct News<'a, D> {
    /// Size of the sets being expanded.
    pub rank: usize,
    /// The best value so far.
    pub best: Option<i64>,
    /// The highest value still possible.
    pub bound: i64,
    /// Number of labels expanded.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Whether this is a new best end; otherwise it is the most promising label about to be expanded.
    pub is_end: bool,
    /// The path to the end, the start first; or the label and the one before it.
    pub way: &'a [Label<D>],
}

/// Receives the progress of a search.
pub(crate) type Listener<'a, D> = dyn FnMut(News<'_, D>) + 'a;

/// The width of the first pass.
const FIRST_WIDTH: usize = 32;
/// The factor by which each pass is wider than the last.
const WIDENING: usize = 8;

/// Searches for the end with the highest value until it is proven, the budget is spent, or `control` asks for a stop.
///
/// The labels are the proof. They may use `budget.megabytes`, or 2 GB if that is 0. Beyond that, the search ends with
/// its results so far, as if it had been stopped. Labels with at least `budget.depth` decisions are not expanded.
pub fn search<Q: LabelProblem>(
    problem: &Q,
    budget: &Budget,
    control: &Control,
    listener: &mut Listener<'_, Q::Decisions>,
) -> SolveResult<Q::Decisions> {
    search_until(problem, budget, &Deadline::new(budget.movetime, control), listener)
}

/// The same with a clock that is already running; `budget.movetime` is ignored.
fn search_until<Q: LabelProblem>(
    problem: &Q,
    budget: &Budget,
    deadline: &Deadline,
    listener: &mut Listener<'_, Q::Decisions>,
) -> SolveResult<Q::Decisions> {
    let mut meter = Meter::until(budget, deadline);
    let mut bests = Bests { best: None, bound: problem.start().bound, reported: None };
    let mut width = FIRST_WIDTH;
    loop {
        let done = Pass::new(problem, width, budget, &mut meter, &mut bests, listener).run();
        let value = bests.best.as_ref().map_or(0, |best| best.0);
        bests.bound = bests.bound.min(done.dropped).max(value);
        let proven = bests.bound == value;
        // Labels that are too long remain so in a wider pass.
        let is_whole = !done.narrowed;
        if proven || done.stopped || is_whole {
            return SolveResult { best: bests.best, bound: bests.bound, proven, nodes: meter.nodes() };
        }
        width = width.saturating_mul(WIDENING);
    }
}
