//! Towers of many floors and their solver: beams, which prove nothing. The first plan that wins is the answer.

use super::puzzle_session::{PuzzleBinding, PuzzleSession};
use super::session::Session;
use crate::clock::Stopwatch;
use crate::control::Control;
use crate::games::tower::project::climb::{Climb, KeyMove, Standing, moves_of};
use crate::games::tower::project::expression::Stat;
use crate::games::tower::project::folder::{self, FolderError};
use crate::games::tower::project::solver::beam::Limits;
use crate::games::tower::project::solver::route::keys;
use crate::games::tower::project::solver::search::{Options, Outcome, search};
use crate::games::tower::project::{SourceError, read, route};
use crate::solvers::solution::{Budget, NO_BOUND, Progress, Solution, Status};
use crate::text::PositionError;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// How wide each beam is.
const WIDTH: usize = 100;
/// Rounds of beams where neither a clock nor a number of nodes ends the search.
const ROUNDS: usize = 4;

/// Why a project cannot be played.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// Its files cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// They are no project.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The tower does not begin.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A session of the tower in a folder or an archive, before its first key.
///
/// # Errors
/// It cannot be read, or does not begin.
pub fn open(path: &str) -> Result<Box<dyn Session>, ProjectError> {
    let project = read::project(&folder::read(Path::new(path), None)?)?;
    let (climb, state) = Climb::new(project, path)?;
    Ok(Box::new(PuzzleSession::at(climb, state)))
}

impl PuzzleBinding for Climb {
    const MAXIMISES: bool = true;

    type Memory = ();

    fn solve(
        &self,
        state: &Standing,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<KeyMove>) + Send),
    ) -> Solution<KeyMove> {
        let clock = Stopwatch::start();
        let nodes = AtomicU64::new(0);
        let is_late = || budget.movetime.is_some_and(|limit| clock.elapsed() >= limit) && !control.is_pondering();
        let is_spent = || budget.nodes.is_some_and(|limit| nodes.load(Ordering::Relaxed) >= limit);
        let stopped = || control.stopped() || is_late() || is_spent();
        let is_limited = budget.movetime.is_some() || budget.nodes.is_some();
        let options = Options {
            limits: Limits::of_width(WIDTH),
            threads: budget.threads,
            rounds: if is_limited { usize::MAX } else { ROUNDS },
            improve: false,
        };
        let here = self.project.from_here(&state.0);
        let Outcome { plan, states, .. } = search(&here, &state.0, &options, &stopped, &mut |_, progress| {
            nodes.fetch_max(progress.states, Ordering::Relaxed);
            report(Progress {
                depth: progress.layer as u32,
                value: None,
                bound: NO_BOUND,
                nodes: progress.states,
                time: clock.elapsed(),
                plan: Vec::new(),
                current: None,
            });
        });
        let none = Solution { bound: NO_BOUND, status: Status::Anytime, ..Solution::none(states) };
        let Some((keys, _)) = plan.as_ref().and_then(|plan| keys(&here, &plan.moves).ok()) else { return none };
        let Some(plan_moves) = moves_of(&keys) else { return none };
        Solution {
            value: plan.map(|plan| plan.end.stat(Stat::Hp)),
            plan: plan_moves,
            facts: vec![("walk", route::text(&here, &keys))],
            ..none
        }
    }

    /// Hp may come from anywhere.
    fn optimum(&self, _: &Standing) -> i64 {
        NO_BOUND
    }

    fn goal_value(&self, goal: &Standing) -> i64 {
        goal.0.stat(Stat::Hp)
    }

    /// Hp are what is left at the end, so a move before costs nothing more; its keys come before the others.
    fn prepend(&self, state: &Standing, mv: KeyMove, mut rest: Solution<KeyMove>) -> Solution<KeyMove> {
        rest.plan.insert(0, mv);
        let keys = crate::puzzle::PuzzleText::move_text(self, state, mv);
        for (_, walk) in rest.facts.iter_mut().filter(|(name, _)| *name == "walk") {
            walk.insert_str(0, &keys);
        }
        Solution { best_first_moves: vec![mv], ..rest }
    }

    fn explain(&self, state: &Standing) -> String {
        let here = &state.0;
        format!("hp {}, floor {}", here.stat(Stat::Hp), self.project.floors[usize::from(here.floor)].id)
    }
}
