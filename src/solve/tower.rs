//! Batch solving of towers.
//!
//! A line is a path, a text with its lines joined by `;`, or whatever may follow `position`. The columns are as usual;
//! the facts are `walk` (key strokes), `bound` (hp), and, if the boss cannot be killed, `left` (monsters) and `hp`.

use super::batch::{Batch, BatchError};
use super::row::Row;
use crate::shared::tower_line::{read, read_text};
use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use meihua_contracts::puzzle::{Puzzle, PuzzleText};
use meihua_contracts::solution::{Budget, Progress, Solution};
use meihua_engine::engine::analyst::solve_tower;
use meihua_engine::games::tower::check::{BadWalk, replay};
use meihua_engine::games::tower::pathing::Move;
use meihua_engine::games::tower::{State, Tower};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Solves towers line by line.
pub(crate) struct TowerSolver<'a> {
    /// The budget of a line.
    pub budget: Budget,
    /// Where to show the progress of the search, if anywhere.
    pub trace: Option<&'a mut dyn Write>,
}

impl TowerSolver<'_> {
    /// The solution of a tower and the CPU time it took.
    ///
    /// # Errors
    /// The trace cannot be written.
    pub(crate) fn solve(&mut self, tower: &Tower, state: &State) -> io::Result<(Solution<Move>, std::time::Duration)> {
        let control = Control::new();
        let start = cpu_time();
        let mut written = Ok(());
        let trace = &mut self.trace;
        let solution = solve_tower(tower, state, &self.budget, &control, &mut |progress| {
            if let Some(output) = trace {
                written = writeln!(output, "{}", trace_line(tower, state, &progress));
                if written.is_err() {
                    control.stop();
                }
            }
        });
        let cpu = cpu_time() - start;
        written?;
        if let Some(output) = &mut self.trace {
            write!(output, "{}", trace_plan(tower, state, &solution.plan))?;
        }
        Ok((solution, cpu))
    }
}

impl TowerSolver<'_> {
    fn row(&mut self, tower: &Tower, state: &State) -> Result<Row, BatchError> {
        let (solution, cpu) = self.solve(tower, state)?;
        Ok(Row::of_solution(tower, state, &solution, cpu))
    }
}

impl Batch for TowerSolver<'_> {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let (tower, state) = read(line)?;
        self.row(&tower, &state)
    }

    fn solve_text(&mut self, text: &str) -> Result<Row, BatchError> {
        let (tower, state) = read_text(text)?;
        self.row(&tower, &state)
    }
}

/// A progress line of the search: how far it is, and its current target or the plan found.
fn trace_line(tower: &Tower, state: &State, progress: &Progress<Move>) -> String {
    let mut text = format!("nodes {} bound {}", progress.nodes, progress.bound);
    if let Some(value) = progress.value {
        let _ = write!(text, " hp {value}");
    }
    match progress.current {
        Some(target) => {
            let _ = write!(text, " rank {} target {}", progress.depth, tower.move_text(state, target));
        }
        None => {
            let plan: Vec<String> = progress.plan.iter().map(|&mv| tower.move_text(state, mv)).collect();
            let _ = write!(text, " plan {}", plan.join(" "));
        }
    }
    text
}

/// A plan step by step: the target, the way to it, and the hero's stats after it.
fn trace_plan(tower: &Tower, start: &State, plan: &[Move]) -> String {
    let mut text = String::new();
    let mut state = start.clone();
    for (number, &mv) in plan.iter().enumerate() {
        let what = match mv {
            Move::Act(cell) => tower.tile(&state, cell).name().to_string(),
            Move::Step(_) => "step".to_owned(),
        };
        let target = tower.move_text(&state, mv);
        let mut after = state.clone();
        let steps = tower.make(&mut after, mv).unwrap_or_default();
        let keys: String = steps.into_iter().map(|step| step.key()).collect();
        let hero = &after.hero;
        let _ = writeln!(
            text,
            "{} {target} {what} way {keys} hp {} attack {} defence {} magic {} keys {} {} {}",
            number + 1,
            hero.hp,
            hero.attack,
            hero.defence,
            hero.magic,
            hero.keys[0],
            hero.keys[1],
            hero.keys[2]
        );
        state = after;
    }
    text
}

/// Replays a walk and describes its end, or the first step that is not allowed and the hero's stats before it.
///
/// # Errors
/// What is wrong with the walk.
pub(crate) fn check(tower: &Tower, state: &State, walk: &str) -> Result<String, BadWalk> {
    let replayed = replay(tower, state, walk)?;
    let verdict = if tower.is_goal(&replayed.state) { "legal, the boss is dead" } else { "legal, the boss lives" };
    Ok(format!("{verdict}: {replayed}"))
}
