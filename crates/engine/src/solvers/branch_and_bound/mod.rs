//! Branch and bound with dominance, for label problems ([`crate::puzzle::label_problem`]).
//!
//! Labels are worked off by the size of their sets of decisions. Every step makes the set larger, so when a size is due
//! all its sets are there, each with the most that can be left, and each is expanded once: the dominance table is a
//! list of layers, and a layer is thrown away when it is done.
//!
//! A good plan is wanted early, for labels whose bound is not above its worth need not be kept. So the layers are gone
//! through several times, keeping at most a number of labels of a layer, those with the highest bounds, and more of them
//! every time (complete anytime beam search; W. Zhang, 1998). The pass in which nothing had to be dropped is the proof.
//! Until then the highest bound among the labels dropped is what may still be possible.

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
    /// The worth of the best end found, and the labels on the way to it, the start first.
    pub best: Option<(i64, Vec<Label<D>>)>,
    /// No end is worth more; 0 if there is none at all.
    pub bound: i64,
    /// Whether the best end is proven best; without one, whether it is proven that there is none.
    pub proven: bool,
    /// Labels expanded, those of all passes.
    pub nodes: u64,
}

/// News of a search under way.
#[derive(Clone, Debug)]
pub struct News<'a, D> {
    /// Size of the sets being expanded.
    pub rank: usize,
    /// The best worth so far.
    pub best: Option<i64>,
    /// What is still possible.
    pub bound: i64,
    /// Labels expanded.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Whether this is a new best end; else it is the most promising label about to be expanded.
    pub is_end: bool,
    /// The way to the end, the start first; or the label and the one before it.
    pub way: &'a [Label<D>],
}

/// What a search reports.
pub(crate) type Listener<'a, D> = dyn FnMut(News<'_, D>) + 'a;

/// The width of the first pass.
const FIRST_WIDTH: usize = 32;
/// How much wider every next pass is.
const WIDENING: usize = 8;

/// Searches for the end that is worth most, until it is proven, the budget is spent, or `control` requests a stop.
///
/// The labels are the proof: `budget.megabytes`, or 2 GB where that is 0, are used for them. Beyond that the search
/// ends with what it has, as if it had been stopped. Labels with `budget.depth` decisions and more are not expanded.
pub fn search<Q: LabelProblem>(
    problem: &Q,
    budget: &Budget,
    control: &Control,
    listener: &mut Listener<'_, Q::Decisions>,
) -> SolveResult<Q::Decisions> {
    search_until(problem, budget, &Deadline::new(budget.movetime, control), listener)
}

/// The same with a clock that runs already; `budget.movetime` does not count.
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
        // Labels that are too long stay so in a wider pass.
        let is_whole = !done.narrowed;
        if proven || done.stopped || is_whole {
            return SolveResult { best: bests.best, bound: bests.bound, proven, nodes: meter.nodes() };
        }
        width = width.saturating_mul(WIDENING);
    }
}
