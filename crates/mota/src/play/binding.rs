//! Multi-floor towers and their solver. The answer is the best plan, proven, where the tower is small; else the best one
//! that was found when the limits end the search.

use crate::Project;
use crate::plan::keys::{go_on_to, keys_to};
use crate::plan::prices::{self, Without, prices};
use crate::plan::search::{Limits, Outcome, search};
use crate::plan::top;
use crate::plan::why::why;
use crate::play::open_projects;
use crate::play::puzzle::{KeyMove, ProjectError, ProjectPuzzle, Standing, moves_of};
use crate::play::route;
use crate::read::archive;
use crate::read::folder::{self, OpenError};
use crate::rules::expression::Stat;
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::control::Control;
use meihua_contracts::puzzle::{FilesError, FromFiles, PuzzleBinding, PuzzleText};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::solution::{Budget, Facts, NO_BOUND, Price, Progress, Solution, Status};
use std::path::Path;

impl From<ProjectError> for FilesError {
    fn from(error: ProjectError) -> FilesError {
        match error {
            ProjectError::Open(error) => Sentence::from(&error).into(),
            ProjectError::Position(error) => error.into(),
        }
    }
}

impl FromFiles for ProjectPuzzle {
    fn open(path: &str) -> Result<(ProjectPuzzle, Standing), FilesError> {
        open(path).map_err(FilesError::from)
    }

    fn keep(bytes: &[u8]) -> Option<Result<String, FilesError>> {
        archive::is_archive(bytes).then(|| keep(bytes).map_err(FilesError::from))
    }

    fn is_kept(name: &str) -> bool {
        open_projects::find(name).is_some()
    }
}

fn keep(bytes: &[u8]) -> Result<String, ProjectError> {
    open_projects::put(&archive::read_bytes(bytes, open_projects::GUEST_LIMIT).map_err(OpenError::from)?)
}

fn open(path: &str) -> Result<(ProjectPuzzle, Standing), ProjectError> {
    match open_projects::find(path) {
        Some(begun) => Ok(begun),
        None => Ok(ProjectPuzzle::new(folder::open(Path::new(path), None)?, path)?),
    }
}

/// Towers are priced, too, where that takes no more states than these.
const PRICED: u64 = 100_000;

/// What is known where no plan wins: the plan that comes farthest, and why it does not win.
fn far(
    here: &Project,
    state: &Standing,
    found: &Outcome,
    none: Solution<KeyMove>,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Solution<KeyMove> {
    let Some(plan) = &found.farthest else { return none };
    let walk = match &found.walk {
        Some(walk) => Ok(go_on_to(here, walk.clone(), found.top)),
        None => keys_to(here, &plan.moves, found.top),
    };
    let Ok((keys, end)) = walk else { return none };
    let facts = Facts {
        walk: Some(route::text(here, &keys)),
        floor: here.floors.get(top(&end)).map(|floor| floor.id.clone()),
        hp: Some(end.stat(Stat::Hp)),
        why: why(here, &state.0, found, stopped).iter().map(Sentence::from).collect(),
        ..Facts::NONE
    };
    Solution { plan: moves_of(&keys).unwrap_or_default(), facts, ..none }
}

/// What the doors, fights and purchases of a plan are worth.
fn priced(here: &Project, state: &Standing, found: &Outcome, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Price> {
    let all = prices(here, &state.0, found, 0, 1, stopped).into_iter();
    let known = all.filter(|price| price.is_exact && price.without != Without::Unknown);
    let price = |price: prices::Price| Price {
        kind: price.kind.name(),
        hp: price.hp(),
        floor: price.target.id,
        x: price.target.at.0,
        y: price.target.at.1,
        name: price.target.name,
        status: Status::Proven,
    };
    known.map(price).collect()
}

impl PuzzleBinding for ProjectPuzzle {
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
        let is_late = || budget.movetime.is_some_and(|limit| clock.elapsed() >= limit) && !control.is_pondering();
        let stopped = || control.stopped() || is_late();
        let limits = Limits::of(budget.nodes, budget.movetime.is_some(), budget.megabytes, budget.threads);
        let here = self.project.from_here(&state.0);
        let found = search(&here, &state.0, &limits, &stopped, &mut |progress| {
            report(Progress {
                depth: progress.round as u32,
                value: progress.has_won.then_some(progress.hp),
                bound: NO_BOUND,
                nodes: progress.nodes,
                time: clock.elapsed(),
                plan: Vec::new(),
                current: None,
            });
        });
        let is_proven = |proven: bool| if proven { Status::Proven } else { Status::Anytime };
        // A plan that cannot be walked is no proof that there is none.
        let status = is_proven(found.proven && found.plan.is_none());
        let none = Solution { bound: NO_BOUND, status, ..Solution::none(found.nodes) };
        let Some(plan) = &found.plan else { return far(&here, state, &found, none, &stopped) };
        let Some((keys, _)) = &found.walk else { return none };
        let Some(plan_moves) = moves_of(keys) else { return none };
        let value = plan.end.stat(Stat::Hp);
        let is_cheap = found.complete && found.nodes * plan.moves.len() as u64 <= PRICED;
        let prices = if is_cheap { priced(&here, state, &found, &stopped) } else { Vec::new() };
        Solution {
            value: Some(value),
            bound: if found.proven { value } else { NO_BOUND },
            status: is_proven(found.proven),
            plan: plan_moves,
            facts: Facts { walk: Some(route::text(&here, keys)), prices, ..Facts::NONE },
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
        let keys = self.move_text(state, mv);
        rest.facts.prepend(&keys);
        Solution { best_first_moves: vec![mv], ..rest }
    }

    fn explain(&self, state: &Standing) -> String {
        let here = &state.0;
        format!("hp {}, floor {}", here.stat(Stat::Hp), self.project.floors[usize::from(here.floor)].id)
    }
}
