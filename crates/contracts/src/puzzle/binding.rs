//! What connects a puzzle to its solver.

use super::PuzzleText;
use crate::control::Control;
use crate::game::Outcome;
use crate::in_english;
use crate::plain_file::FileError;
use crate::sentence::Sentence;
use crate::solution::{Budget, Progress, Solution};
use crate::text::{PositionError, Reason, Verdict};
use std::fmt::Display;

/// A puzzle with the solver that suits it.
pub trait PuzzleBinding: PuzzleText {
    /// Whether larger values are better (hp); otherwise smaller ones are (cost).
    const MAXIMISES: bool = false;

    /// State kept from one search to the next, such as a table; `()` if there is none.
    type Memory: Default + Send + 'static;

    /// Searches for the best plan from `state` until it is proven, the budget is spent or `control` asks for a stop.
    /// `report` receives each better plan and, from time to time, the progress of the search. `memory` may come from
    /// another problem.
    fn solve(
        &self,
        state: &Self::State,
        memory: &mut Self::Memory,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Self::Move>) + Send),
    ) -> Solution<Self::Move>;

    /// The best value that any plan from `state` could have, computed without a search.
    fn optimum(&self, state: &Self::State) -> i64 {
        self.lower_bound(state).min(i64::MAX as u64) as i64
    }

    /// How far a state seems to be from a good end: the less, the better. It orders the moves of a position without a
    /// known plan, within the milliseconds that a stop leaves.
    fn outlook(&self, state: &Self::State) -> i64 {
        let optimum = self.optimum(state);
        if Self::MAXIMISES { optimum.saturating_neg() } else { optimum }
    }

    /// The value of the empty plan in a goal state.
    fn goal_value(&self, goal: &Self::State) -> i64 {
        let _ = goal;
        0
    }

    /// Whether one walk that misses the goal is better than another.
    fn is_better_fallback(&self, walk: &Solution<Self::Move>, than: &Solution<Self::Move>) -> bool {
        let _ = (walk, than);
        false
    }

    /// The solution from `state` that starts with `mv`, given the solution of the state after it.
    fn prepend(&self, state: &Self::State, mv: Self::Move, mut rest: Solution<Self::Move>) -> Solution<Self::Move> {
        let cost = self.cost(state, mv).min(i64::MAX as u64) as i64;
        rest.value = rest.value.map(|value| value.saturating_add(cost));
        rest.bound = rest.bound.saturating_add(cost);
        rest.plan.insert(0, mv);
        Solution { best_first_moves: vec![mv], ..rest }
    }

    /// Whether the puzzle is over: solved, or stuck without a move.
    fn verdict(&self, state: &Self::State) -> Verdict {
        if self.is_goal(state) {
            return Verdict::over(Outcome::Win, Reason::Solved);
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if moves.is_empty() { Verdict::over(Outcome::Loss, Reason::Stuck) } else { Verdict::ONGOING }
    }

    /// The verdict if `mv` ends the game. It is asked for every legal move at once, so it may miss ends that are
    /// expensive to detect.
    fn end_after(&self, state: &Self::State, mv: Self::Move) -> Option<Verdict> {
        let verdict = self.verdict(&self.apply(state, mv));
        verdict.outcome.is_some().then_some(verdict)
    }

    /// What is known about a state without solving it, as several lines for `eval`.
    fn explain(&self, state: &Self::State) -> String {
        format!("lower bound {} {}", self.lower_bound(state), self.objective())
    }
}

/// Why the files given do not make a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FilesError(Sentence);

impl FilesError {
    /// The error of a reader that speaks English alone.
    pub fn new(error: impl Display) -> FilesError {
        FilesError(Sentence::plain(error))
    }
}

impl From<&FilesError> for Sentence {
    fn from(error: &FilesError) -> Sentence {
        error.0.clone()
    }
}

in_english!(FilesError);

impl From<FileError> for FilesError {
    fn from(error: FileError) -> FilesError {
        FilesError::new(error)
    }
}

impl From<Sentence> for FilesError {
    fn from(what: Sentence) -> FilesError {
        FilesError(what)
    }
}

impl From<PositionError> for FilesError {
    fn from(error: PositionError) -> FilesError {
        FilesError(Sentence::from(&error))
    }
}

/// A puzzle whose problems may come as folders or archives of files.
pub trait FromFiles: PuzzleBinding {
    /// Whether `position file` opens problems, too, rather than reading a position from the file.
    const OPENS_FILES: bool = false;

    /// Opens the problem at a path, or the one that [`FromFiles::keep`] stored under that name, with its start.
    ///
    /// # Errors
    /// The problem cannot be read or has no valid start.
    fn open(path: &str) -> Result<(Self, Self::State), FilesError>;

    /// Keeps the problem in an archive for the lifetime of the process and returns its name for [`FromFiles::open`];
    /// `None` if the bytes are not an archive.
    ///
    /// # Errors
    /// The problem cannot be read or has no valid start.
    fn keep(bytes: &[u8]) -> Option<Result<String, FilesError>> {
        let _ = bytes;
        None
    }

    /// Whether a name is one returned by [`FromFiles::keep`], so that it refers to no file.
    fn is_kept(name: &str) -> bool {
        let _ = name;
        false
    }
}
