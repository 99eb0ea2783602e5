//! Solves a puzzle with restricted first moves: `searchmoves`, `banmoves`.
//!
//! First the puzzle is solved with all moves allowed. If that plan begins with an allowed move, it is the answer.
//! Otherwise each allowed move is made in turn and the rest is solved with an equal share of the remaining budget.

use crate::control::Control;
use crate::deadline::Deadline;
use crate::puzzle::PuzzleBinding;
use crate::solution::{Budget, Progress, Solution, Status};
use std::time::Duration;

/// With at least this many allowed moves, the unrestricted puzzle is solved first.
const WHOLE_FIRST: usize = 5;
/// Time for that if the budget sets none.
const WHOLE_TIME: Duration = Duration::from_secs(5);

/// A position and the moves with which a plan may begin.
pub(super) struct Root<'a, P: PuzzleBinding> {
    pub puzzle: &'a P,
    pub state: &'a P::State,
    /// The allowed moves, all of them legal.
    pub allowed: &'a [P::Move],
}

/// The best plan so far among some first moves, and the bound.
pub(super) struct Best<M> {
    pub solution: Option<Solution<M>>,
    bound: Option<i64>,
    pub nodes: u64,
    proven: bool,
}

impl<M: Clone> Best<M> {
    /// Nothing has been examined yet.
    pub(super) fn new() -> Self {
        Best { solution: None, bound: None, nodes: 0, proven: true }
    }

    /// Takes into account what is proven, and what is still possible, for plans that begin with one move.
    pub(super) fn count<P: PuzzleBinding>(&mut self, solution: &Solution<M>) {
        self.nodes += solution.nodes;
        self.proven &= solution.status == Status::Proven;
        let is_unsolvable = solution.value.is_none() && solution.status == Status::Proven;
        if !is_unsolvable {
            self.allow_for::<P>(solution.bound);
        }
    }

    /// Allows for a plan with a value of up to `bound`.
    fn allow_for<P: PuzzleBinding>(&mut self, bound: i64) {
        self.bound = Some(self.bound.map_or(bound, |known| if better::<P>(bound, known) { bound } else { known }));
    }

    /// The remaining moves are not examined; no plan is better than `optimum`.
    pub(super) fn give_up<P: PuzzleBinding>(&mut self, optimum: i64) {
        self.proven = false;
        self.allow_for::<P>(optimum);
    }

    pub(super) fn conclude<P: PuzzleBinding>(self) -> Solution<M> {
        let Best { solution, bound, nodes, proven } = self;
        let solution = solution.unwrap_or(Solution::none(nodes));
        let bound = bound.unwrap_or(0);
        let is_best = solution.value.is_some_and(|value| !better::<P>(bound, value));
        let status = if proven || is_best { Status::Proven } else { Status::Anytime };
        let bound = if status == Status::Proven { solution.value.unwrap_or(0) } else { bound };
        // A puzzle without any plan has no first step, unless a walk is worth something.
        let is_hopeless = solution.value.is_none() && proven && solution.plan.len() < 2;
        let (plan, best_first_moves) = if is_hopeless && !P::MAXIMISES {
            (Vec::new(), Vec::new())
        } else {
            (solution.plan, solution.best_first_moves)
        };
        Solution { bound, status, nodes, plan, best_first_moves, ..solution }
    }
}

impl<P: PuzzleBinding> Root<'_, P> {
    /// The best plan that begins with an allowed move. It is proven only if no plan that begins with an allowed move is
    /// better.
    pub(super) fn solve(
        &self,
        memory: &mut P::Memory,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<P::Move>) + Send),
    ) -> Solution<P::Move> {
        let deadline = Deadline::new(budget.movetime, control);
        let mut best = Best::new();
        if self.allowed.len() >= WHOLE_FIRST {
            let movetime = Some(deadline.remaining().map_or(WHOLE_TIME, |left| left / 4));
            let nodes = budget.nodes.map(|nodes| nodes / 4);
            let part = Budget { movetime, nodes, ..budget.clone() };
            let whole = self.puzzle.solve(self.state, memory, &part, control, &mut |_| ());
            let is_allowed = whole.plan.first().is_some_and(|mv| self.allowed.contains(mv));
            if whole.status == Status::Proven && (is_allowed || whole.value.is_none() && whole.plan.is_empty()) {
                return whole;
            }
            best.nodes = whole.nodes;
            if is_allowed {
                (best.bound, best.solution) = (Some(whole.bound), Some(whole));
            }
        }
        for (index, &mv) in self.allowed.iter().enumerate() {
            if best.solution.is_some() && !deadline.look() {
                best.give_up::<P>(self.puzzle.optimum(self.state));
                break;
            }
            let share = (self.allowed.len() - index) as u32;
            let part = Budget {
                depth: budget.depth.map(|depth| depth.saturating_sub(1)),
                nodes: budget.nodes.map(|nodes| nodes.saturating_sub(best.nodes) / u64::from(share)),
                movetime: deadline.remaining().map(|left| left / share),
                ..budget.clone()
            };
            self.look_at(mv, &mut best, memory, &part, control, &deadline, report);
        }
        best.conclude::<P>()
    }

    /// Solves what follows a move.
    #[allow(clippy::too_many_arguments)]
    fn look_at(
        &self,
        mv: P::Move,
        best: &mut Best<P::Move>,
        memory: &mut P::Memory,
        budget: &Budget,
        control: &Control,
        deadline: &Deadline,
        report: &mut (dyn FnMut(Progress<P::Move>) + Send),
    ) {
        let after = self.puzzle.apply(self.state, mv);
        let solution = if self.puzzle.is_goal(&after) {
            let value = self.puzzle.goal_value(&after);
            Solution { value: Some(value), bound: value, ..Solution::none(0) }
        } else {
            self.puzzle.solve(&after, memory, budget, control, &mut |_| ())
        };
        let solution = self.puzzle.prepend(self.state, mv, solution);
        best.count::<P>(&solution);
        let is_better = match (&best.solution, solution.value) {
            (None, _) => true,
            (Some(known), Some(value)) => known.value.is_none_or(|known| better::<P>(value, known)),
            (Some(known), None) => known.value.is_none() && self.puzzle.is_better_fallback(&solution, known),
        };
        if is_better {
            if let Some(value) = solution.value {
                let (plan, time) = (solution.plan.clone(), deadline.elapsed());
                let (depth, bound) = (plan.len() as u32, self.puzzle.optimum(self.state));
                report(Progress { depth, value: Some(value), bound, nodes: best.nodes, time, plan, current: None });
            }
            best.solution = Some(solution);
        }
    }
}

/// Whether a value is better than another.
pub(super) fn better<P: PuzzleBinding>(value: i64, than: i64) -> bool {
    if P::MAXIMISES { value > than } else { value < than }
}
