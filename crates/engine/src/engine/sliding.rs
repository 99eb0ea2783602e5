//! Sliding blocks and their solvers: tables where they fit into memory, otherwise runs of the empty cell.

use super::memory::room;
use crate::control::Control;
use crate::deadline::Deadline;
use crate::games::sliding::solver::exact::{self, Exact};
use crate::games::sliding::solver::{shuttle, sweep};
use crate::games::sliding::{Objective, Row, Slide, Sliding};
use crate::puzzle::Puzzle;
use crate::puzzle::PuzzleBinding;
use crate::solution::{Budget, Progress, Solution, Status};
use std::time::Duration;

/// Time after the deadline for the plan that is found at once.
const GRACE: Duration = Duration::from_millis(25);

/// A solver run: its limits and its results so far.
struct Work<'a> {
    problem: &'a Sliding,
    row: &'a Row,
    budget: &'a Budget,
    deadline: &'a Deadline<'a>,
    /// The largest bound proven so far.
    bound: u64,
    nodes: u64,
    /// The best plan within the length limit, and its value.
    best: Option<(u64, Vec<Slide>)>,
}

impl Work<'_> {
    fn is_short(&self, plan: &[Slide]) -> bool {
        self.budget.depth.is_none_or(|limit| plan.len() <= limit as usize)
    }

    /// Keeps and reports a plan if it is better than the best so far.
    fn improve(&mut self, plan: Vec<Slide>, report: &mut (dyn FnMut(Progress<Slide>) + Send)) {
        let value = value(self.problem, &plan);
        if self.is_short(&plan) && self.best.as_ref().is_none_or(|best| value < best.0) {
            self.best = Some((value, plan));
        }
        report(self.progress());
    }

    fn progress(&self) -> Progress<Slide> {
        let (value, plan) = self.best.clone().map_or((None, Vec::new()), |(value, plan)| (Some(value as i64), plan));
        Progress {
            depth: plan.len() as u32,
            value,
            bound: self.bound as i64,
            nodes: self.nodes,
            time: self.deadline.elapsed(),
            plan,
            current: None,
        }
    }

    /// The exact answer, if the table fits into memory and the budget suffices.
    fn exact(&mut self, problem: &Sliding, report: &mut (dyn FnMut(Progress<Slide>) + Send)) -> Option<Exact> {
        exact::bytes(problem, self.row).filter(|&bytes| bytes <= room(self.budget, bytes))?;
        let row = self.row;
        exact::solve(problem, row, &mut |bound, nodes| {
            self.nodes = nodes;
            if bound > self.bound && problem == self.problem {
                self.bound = bound;
                report(self.progress());
            }
            self.deadline.look() && self.budget.nodes.is_none_or(|limit| nodes < limit)
        })
    }

    /// Plans that need no table: one at once, then better ones as time permits.
    fn plans(&mut self, report: &mut (dyn FnMut(Progress<Slide>) + Send)) {
        if let Some(plan) = shuttle::plan(self.problem, self.row, &self.deadline.with_grace(GRACE)) {
            self.improve(plan, report);
        }
        let least = self.best.as_ref().map_or(u64::MAX, |best| best.0);
        if let Some(plan) = sweep::plan(self.problem, self.row, least, self.deadline) {
            self.improve(plan, report);
        }
    }

    fn solution(self, nodes: u64) -> Solution<Slide> {
        let is_best = self.best.as_ref().is_some_and(|best| best.0 == self.bound);
        let (value, plan) = self.best.map_or((None, Vec::new()), |(value, plan)| (Some(value as i64), plan));
        let status = if is_best { Status::Proven } else { Status::Anytime };
        Solution { value, bound: self.bound as i64, status, plan, ..Solution::none(nodes) }
    }
}

impl PuzzleBinding for Sliding {
    type Memory = ();

    fn solve(
        &self,
        row: &Row,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Slide>) + Send),
    ) -> Solution<Slide> {
        if self.hop == 0 && !row.is_sorted() {
            // The tiles would have to hop.
            return Solution::none(0);
        }
        let deadline = Deadline::new(budget.movetime, control);
        let bound = self.lower_bound(row);
        let mut work = Work { problem: self, row, budget, deadline: &deadline, bound, nodes: 0, best: None };
        work.plans(report);
        let Some(Exact { value: Some(least), plan, best_first_moves, nodes }) = work.exact(self, report) else {
            let nodes = work.nodes;
            return work.solution(nodes);
        };
        work.bound = least;
        if work.is_short(&plan) {
            work.best = Some((least, plan));
            return Solution { best_first_moves, ..work.solution(nodes) };
        }
        if self.objective == Objective::Cost && work.best.is_none() {
            // The cheapest plan is too long; the shortest one may fit.
            let shortest = Sliding { objective: Objective::Moves, ..*self };
            let plan = work.exact(&shortest, &mut |_| ()).map(|exact| exact.plan);
            work.best = plan.filter(|plan| work.is_short(plan)).map(|plan| (value(self, &plan), plan));
        }
        work.solution(nodes)
    }
}

/// The value of a plan.
fn value(problem: &Sliding, plan: &[Slide]) -> u64 {
    plan.iter().map(|mv| problem.price(mv.hopped())).sum()
}
