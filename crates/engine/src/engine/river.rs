//! Priests and Devils and its solver: distances from the goal, kept between searches.

use super::memory::{hash_limit, room};
use crate::control::Control;
use crate::game::Outcome;
use crate::games::river::{Distances, Group, River, RiverPosition};
use crate::puzzle::PuzzleBinding;
use crate::puzzle::{Puzzle, Ranked};
use crate::solution::{Budget, Facts, Progress, Solution, Status};
use crate::solvers::a_star;
use crate::solvers::meter::Meter;
use crate::solvers::numbering::ByRank;
use crate::text::{Reason, Verdict};
use crate::zeroed::drop_aside;

/// Bytes per rank for a survey: number, rank, depth and a flag. Distances take less.
const BYTES_A_RANK: u64 = 16;

/// An array over all ranks for a survey of the whole graph, if it fits into half of the machine's memory.
pub(crate) fn numbering(river: &River) -> Option<ByRank> {
    let fits = river.ranks().saturating_mul(BYTES_A_RANK) >> 20 <= hash_limit() as u64;
    if fits { ByRank::new(river) } else { None }
}

impl PuzzleBinding for River {
    /// The distances of the last problem, so that a later hint in the same game is just a lookup.
    type Memory = Option<Distances>;

    fn solve(
        &self,
        position: &RiverPosition,
        memory: &mut Option<Distances>,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Group>) + Send),
    ) -> Solution<Group> {
        if !self.is_legal(position) {
            // The priests are already outnumbered.
            return Solution::none(0);
        }
        let wanted = self.ranks().saturating_mul(BYTES_A_RANK);
        if memory.as_ref().is_none_or(|distances| distances.river() != self) {
            drop_aside(memory.take());
            *memory = Distances::new(self, room(budget, wanted));
        }
        match memory {
            Some(distances) => look_up(distances, position, budget, control),
            None => {
                let budget = Budget { megabytes: (room(budget, wanted) >> 20) as usize, ..budget.clone() };
                a_star::solve(self, position, &budget, control, &mut |progress| report(progress.clone()))
            }
        }
    }

    fn verdict(&self, position: &RiverPosition) -> Verdict {
        if self.is_goal(position) {
            Verdict::over(Outcome::Win, Reason::Solved)
        } else if !self.is_legal(position) {
            Verdict::over(Outcome::Loss, Reason::PriestsOutnumbered)
        } else if self.crossings(*position).next().is_none() {
            Verdict::over(Outcome::Loss, Reason::Stuck)
        } else {
            Verdict::ONGOING
        }
    }
}

/// Answers from the distances, which are computed as far as needed.
fn look_up(distances: &mut Distances, position: &RiverPosition, budget: &Budget, control: &Control) -> Solution<Group> {
    let mut meter = Meter::new(budget, control);
    let before = distances.nodes();
    let settled = distances.reach(position, &mut |nodes| meter.expand_to(nodes - before));
    let distance = distances.get(position);
    let in_reach = distance.filter(|&steps| budget.depth.is_none_or(|limit| steps <= limit));
    let unsolvable = settled && distance.is_none();
    // A plan of millions of crossings takes time as well.
    let plan = in_reach.and_then(|_| distances.plan(position, &mut || meter.tick()));
    let value = in_reach.filter(|_| plan.is_some());
    Solution {
        value: value.map(i64::from),
        bound: i64::from(distance.unwrap_or(distances.horizon())),
        status: if value.is_some() || unsolvable { Status::Proven } else { Status::Anytime },
        best_first_moves: if plan.is_some() { distances.best_moves(position) } else { Vec::new() },
        plan: plan.unwrap_or_default(),
        nodes: distances.nodes() - before,
        facts: Facts::NONE,
    }
}
