//! Sliding blocks and their solvers: tables where they fit into memory, runs of the empty cell beyond.

use super::memory::room;
use super::solver::Solve;
use crate::clock::Stopwatch;
use crate::control::Control;
use crate::games::sliding::exact::{self, Exact};
use crate::games::sliding::{Objective, Row, Slide, Sliding, sweep};
use crate::puzzle::{Puzzle, PuzzleText};
use crate::solve::solution::{Budget, Progress, Solution, Status};

/// A run of the solver: what bounds it and whom it tells.
struct Work<'a> {
    budget: &'a Budget,
    control: &'a Control,
    clock: Stopwatch,
    /// The largest bound proven so far.
    bound: u64,
    nodes: u64,
}

impl Work<'_> {
    /// The exact answer, where the table fits into memory and the budget lasts.
    fn exact(
        &mut self,
        problem: &Sliding,
        row: &Row,
        report: &mut (dyn FnMut(Progress<Slide>) + Send),
        best: &Progress<Slide>,
    ) -> Option<Exact> {
        exact::bytes(problem, row).filter(|&bytes| bytes <= room(self.budget, bytes))?;
        exact::solve(problem, row, &mut |bound, nodes| {
            self.nodes = nodes;
            if bound > self.bound {
                self.bound = bound;
                report(Progress { bound: bound as i64, nodes, time: self.clock.elapsed(), ..best.clone() });
            }
            let in_time = self.budget.movetime.is_none_or(|limit| self.clock.elapsed() < limit);
            in_time && self.budget.nodes.is_none_or(|limit| nodes < limit) && !self.control.stopped()
        })
    }
}

impl Solve for Sliding {
    type Memory = ();

    fn solve(
        &self,
        row: &Row,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Slide>) + Send),
    ) -> Solution<Slide> {
        let Some(swept) = sweep::plan(self, row) else { return unsolvable() };
        let mut work = Work { budget, control, clock: Stopwatch::start(), bound: self.lower_bound(row), nodes: 0 };
        let in_reach = |plan: &[Slide]| budget.depth.is_none_or(|limit| plan.len() <= limit as usize);
        let value = in_reach(&swept).then(|| value(self, &swept));
        let first = Progress {
            depth: swept.len() as u32,
            value,
            bound: work.bound as i64,
            nodes: 0,
            time: work.clock.elapsed(),
            plan: if value.is_some() { swept.clone() } else { Vec::new() },
            current: None,
        };
        report(first.clone());
        let mut answer = Solution {
            value,
            bound: work.bound as i64,
            status: if value == Some(work.bound as i64) { Status::Proven } else { Status::Anytime },
            plan: first.plan.clone(),
            ..unsolvable()
        };
        let exact = work.exact(self, row, report, &first);
        (answer.nodes, answer.bound) = (work.nodes, answer.bound.max(work.bound as i64));
        let Some(Exact { value: Some(least), plan, best_first_moves, nodes }) = exact else { return answer };
        (answer.nodes, answer.bound) = (nodes, least as i64);
        if in_reach(&plan) {
            return Solution { value: Some(least as i64), status: Status::Proven, plan, best_first_moves, ..answer };
        }
        if self.objective == Objective::Cost && answer.value.is_none() {
            // The cheapest plan is too long; the shortest one may do.
            let shortest = Sliding { objective: Objective::Moves, ..*self };
            let plan = work.exact(&shortest, row, &mut |_| (), &first).map(|exact| exact.plan);
            if let Some(plan) = plan.filter(|plan| in_reach(plan)) {
                return Solution { value: Some(self::value(self, &plan)), plan, ..answer };
            }
        }
        answer
    }

    /// The moves that begin a best plan, where there are several.
    fn remarks(&self, row: &Row, solution: &Solution<Slide>) -> Vec<String> {
        let best: Vec<String> = solution.best_first_moves.iter().map(|&mv| self.move_text(row, mv)).collect();
        if best.len() > 1 { vec![format!("best {}", best.join(" "))] } else { Vec::new() }
    }
}

/// What a plan costs.
fn value(problem: &Sliding, plan: &[Slide]) -> i64 {
    plan.iter().map(|mv| problem.price(mv.hopped())).sum::<u64>() as i64
}

/// "There is no plan", proven: the tiles cannot hop, and would have to.
fn unsolvable() -> Solution<Slide> {
    Solution {
        value: None,
        bound: 0,
        status: Status::Proven,
        plan: Vec::new(),
        best_first_moves: Vec::new(),
        nodes: 0,
        facts: Vec::new(),
    }
}
