//! The search for the best plan of a tower, whatever finds it: what the benchmark `plans` measures.

use crate::plan::keys::{WalkError, keys, keys_to};
use crate::plan::search::{Limits, search};
use crate::rules::keystroke::Key;
use crate::rules::model::Project;
use crate::rules::state::State;
use std::time::Duration;

/// How much one thread may search.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Processor time after which `stopped` will say so, for a search that divides its time.
    pub time: Duration,
    /// Memory in megabytes.
    pub megabytes: usize,
    /// Whether the search has to end; asked often, and it decides alone.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// The best plan found.
#[derive(Clone, Debug)]
pub struct BestPlan {
    /// Its keys from the start of the tower: a plan that wins, or else one that reaches the highest floor.
    pub keys: Vec<Key>,
    /// Whether it wins.
    pub wins: bool,
    /// Whether it is proven that no plan is better or, if it does not win, that none wins.
    pub is_proven: bool,
}

/// Looks for the plan that wins with the most hp, from the start of the tower, until it is proven or `effort.stopped`.
///
/// # Errors
/// The plan cannot be walked: a fault of the search.
pub fn best_plan(project: &Project, start: &State, effort: &Effort<'_>) -> Result<BestPlan, WalkError> {
    let limits = Limits::of(None, true, effort.megabytes, 1).with_seed(effort.seed);
    let found = search(project, start, &limits, effort.stopped, &mut |_| ());
    let keys = match &found.plan {
        Some(plan) => keys(project, &plan.moves)?.0,
        None => keys_to(project, found.farthest.as_ref().map_or(&[][..], |plan| &plan.moves), found.top)?.0,
    };
    Ok(BestPlan { keys, wins: found.plan.is_some(), is_proven: found.proven })
}
