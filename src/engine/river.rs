//! Priests and Devils and its solver: breadth-first over numbered positions.

use super::memory::hash_limit;
use super::solver::Solve;
use crate::control::Control;
use crate::game::Outcome;
use crate::games::river::{Group, Position, River};
use crate::puzzle::{Puzzle, Ranked};
use crate::solve::numbering::ByRank;
use crate::solve::solution::{Budget, Progress, Solution, Status};
use crate::solve::{a_star, breadth_first};
use crate::text::Verdict;

/// Bytes that the search takes for each rank: the number, the rank, the depth and a flag.
const BYTES_A_RANK: u64 = 16;

/// An array over the ranks, if it fits into half of the machine's memory.
pub fn numbering(river: &River) -> Option<ByRank> {
    let fits = river.ranks().saturating_mul(BYTES_A_RANK) >> 20 <= hash_limit() as u64;
    if fits { ByRank::new(river) } else { None }
}

impl Solve for River {
    fn solve(
        &self,
        position: &Position,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Group>) + Send),
    ) -> Solution<Group> {
        if !self.is_legal(position) {
            return Solution {
                value: None,
                bound: 0,
                status: Status::Proven,
                plan: Vec::new(),
                best_first_moves: Vec::new(),
                nodes: 0,
                facts: Vec::new(),
            };
        }
        match numbering(self) {
            Some(numbering) => breadth_first::solve(self, position, numbering, budget, control),
            None => {
                let budget = Budget { megabytes: hash_limit(), ..budget.clone() };
                a_star::solve(self, position, &budget, control, &mut |progress| report(progress.clone()))
            }
        }
    }

    /// The other crossings that begin a shortest plan.
    fn remarks(&self, _: &Position, solution: &Solution<Group>) -> Vec<String> {
        let best: Vec<String> = solution.best_first_moves.iter().map(Group::to_string).collect();
        if best.len() > 1 { vec![format!("best {}", best.join(" "))] } else { Vec::new() }
    }

    fn verdict(&self, position: &Position) -> Verdict {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if self.is_goal(position) {
            Verdict::over(Outcome::Win, "solved")
        } else if !self.is_legal(position) {
            Verdict::over(Outcome::Loss, "priests outnumbered")
        } else if moves.is_empty() {
            Verdict::over(Outcome::Loss, "stuck")
        } else {
            Verdict::ONGOING
        }
    }
}
