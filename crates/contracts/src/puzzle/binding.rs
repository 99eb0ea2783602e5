//! A puzzle bound to its solver.

use super::PuzzleText;
use crate::control::Control;
use crate::game::Outcome;
use crate::solution::{Budget, Progress, Solution};
use crate::text::{Reason, Verdict};
use std::error::Error;

/// A puzzle with the solver that suits it.
pub trait PuzzleBinding: PuzzleText {
    /// Whether a larger value is better (hp); else a smaller one is (cost).
    const MAXIMISES: bool = false;

    /// State kept from one search to the next, such as a table; `()` for none.
    type Memory: Default + Send + 'static;

    /// Looks for the best plan from `state` until it is proven, the budget is spent or `control` requests a stop.
    /// `report` gets each better plan and, from time to time, how far the work has come. `memory` may be that of
    /// another problem.
    fn solve(
        &self,
        state: &Self::State,
        memory: &mut Self::Memory,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Self::Move>) + Send),
    ) -> Solution<Self::Move>;

    /// The best value that any plan from a state can have, without a search.
    fn optimum(&self, state: &Self::State) -> i64 {
        self.lower_bound(state).min(i64::MAX as u64) as i64
    }

    /// The value of the empty plan in a state that is a goal.
    fn goal_value(&self, goal: &Self::State) -> i64 {
        let _ = goal;
        0
    }

    /// Whether a walk that does not reach the goal is better than another.
    fn is_better_fallback(&self, walk: &Solution<Self::Move>, than: &Solution<Self::Move>) -> bool {
        let _ = (walk, than);
        false
    }

    /// The solution from a state that begins with a move, from the solution of the state after it.
    fn prepend(&self, state: &Self::State, mv: Self::Move, mut rest: Solution<Self::Move>) -> Solution<Self::Move> {
        let cost = self.cost(state, mv).min(i64::MAX as u64) as i64;
        rest.value = rest.value.map(|value| value.saturating_add(cost));
        rest.bound = rest.bound.saturating_add(cost);
        rest.plan.insert(0, mv);
        Solution { best_first_moves: vec![mv], ..rest }
    }

    /// Whether it is over: solved, or stuck without a move.
    fn verdict(&self, state: &Self::State) -> Verdict {
        if self.is_goal(state) {
            return Verdict::over(Outcome::Win, Reason::Solved);
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if moves.is_empty() { Verdict::over(Outcome::Loss, Reason::Stuck) } else { Verdict::ONGOING }
    }

    /// The verdict if a move ends the game. Asked for every legal move at once, so it may pass over what costs much to
    /// see.
    fn end_after(&self, state: &Self::State, mv: Self::Move) -> Option<Verdict> {
        let verdict = self.verdict(&self.apply(state, mv));
        verdict.outcome.is_some().then_some(verdict)
    }

    /// What is known about a state without solving it: several lines, for `eval`.
    fn explain(&self, state: &Self::State) -> String {
        format!("lower bound {} {}", self.lower_bound(state), self.objective())
    }
}

/// Why the files of a puzzle make no problem of it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct FilesError(Box<dyn Error + Send + Sync>);

impl FilesError {
    /// The error of a reader.
    pub fn new(error: impl Error + Send + Sync + 'static) -> FilesError {
        FilesError(error.into())
    }
}

/// A puzzle whose problems may be folders or archives of files.
pub trait FromFiles: PuzzleBinding {
    /// The problem at a path, or the one that [`FromFiles::keep`] gave that name, and its start.
    ///
    /// # Errors
    /// It cannot be read, or does not begin.
    fn open(path: &str) -> Result<(Self, Self::State), FilesError>;

    /// Keeps the problem of an archive as long as the process runs. Returns its name for [`FromFiles::open`]; `None` if the bytes
    /// are no archive.
    ///
    /// # Errors
    /// It cannot be read, or does not begin.
    fn keep(bytes: &[u8]) -> Option<Result<String, FilesError>>;

    /// Whether a name is one of [`FromFiles::keep`], so that it leads to no file.
    fn is_kept(name: &str) -> bool;
}
