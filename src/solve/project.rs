//! `meihua solve tower FOLDER`: multi-floor towers.

use super::command::SolveArgs;
use super::record;
use meihua_contracts::clock::cpu_time;
use meihua_mota::expression::Stat;
use meihua_mota::folder::{self, OpenError};
use meihua_mota::goal::GoalError;
use meihua_mota::route;
use meihua_mota::solver::beam::{Limits, MEGABYTES, Progress, decisions};
use meihua_mota::solver::ceiling::ceiling;
use meihua_mota::solver::route::keys;
use meihua_mota::solver::search::{Options, Outcome, ROUNDS, search};
use meihua_mota::state::State;
use meihua_mota::{Project, walk};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Answers for the project in a folder; `false` if it is bad.
///
/// # Errors
/// The output cannot be written.
pub(super) fn run(args: &SolveArgs, path: &Path, output: &mut dyn Write) -> io::Result<bool> {
    let project = match open(args, path) {
        Ok(project) => project,
        Err(error) => {
            writeln!(output, "error: {error}")?;
            return Ok(false);
        }
    };
    if args.report {
        report(&project, output)?;
        return Ok(true);
    }
    match &args.check {
        Some(route) => record::check(project, args, route, output),
        None => solve(&project, args, path, output),
    }
}

/// Why there is no tower to solve.
#[derive(Debug, Error)]
enum PartError {
    #[error(transparent)]
    Folder(#[from] OpenError),
    #[error("--until: {0}")]
    Until(#[from] GoalError),
}

/// The project in a folder, or the requested part of it.
fn open(args: &SolveArgs, path: &Path) -> Result<Project, PartError> {
    let project = folder::open(path, args.table.as_deref())?;
    match &args.until {
        Some(goal) => Ok(project.with_goal(goal)?),
        None => Ok(project),
    }
}

/// Searches for a plan and writes its row; `false` if the tower cannot be started or the plan breaks the rules.
fn solve(project: &Project, args: &SolveArgs, folder: &Path, output: &mut dyn Write) -> io::Result<bool> {
    let name = folder.display();
    let start = match walk::begin(project, &[]) {
        Ok(start) => start,
        Err(halt) => {
            writeln!(output, "{name}\terror\tthe tower does not begin: {}", route::why(project, &halt))?;
            return Ok(false);
        }
    };
    let clock = Instant::now();
    let cpu = cpu_time();
    let movetime = args.movetime.map(Duration::from_millis);
    let stopped = || movetime.is_some_and(|movetime| clock.elapsed() >= movetime);
    let megabytes = args.hash.map_or(MEGABYTES, |megabytes| megabytes as usize);
    let threads = usize::from(args.threads);
    let limits = Limits { megabytes, ..Limits::of_width(args.width.into()) };
    let options = Options {
        limits: movetime.map_or(limits, |time| limits.within(decisions(time, threads), project.floors.len())),
        threads,
        rounds: if movetime.is_some() { usize::MAX } else { ROUNDS },
        improve: movetime.is_some(),
    };
    let mut written = Ok(());
    let found = search(project, &start, &options, &stopped, &mut |round, progress| {
        if args.trace && written.is_ok() {
            written = writeln!(output, "{}", line(round, progress));
        }
    });
    written?;
    let Outcome { plan, states, top, proven } = found;
    let status = match (proven, project.has_own_code()) {
        (true, _) => "proven",
        (false, true) => "unverified",
        (false, false) => "anytime",
    };
    let cpu = (cpu_time() - cpu).as_micros();
    let Some(plan) = plan else {
        let status = project.blocked_by().map_or(status.to_owned(), |by| format!("unknown: blocked by {by}"));
        let bound = if proven { String::new() } else { bound(project, &start, args, output)? };
        writeln!(output, "{name}\tnone\t{status}\t{states}\t{cpu}\ttop={}{bound}\t-", project.floors[top].id)?;
        return Ok(true);
    };
    match keys(project, &plan.moves) {
        Ok((keys, after)) => {
            let text = route::text(project, &keys);
            let hp = after.last().unwrap_or(&plan.end).stat(Stat::Hp);
            if args.keys {
                writeln!(output, "{text}")?;
            } else {
                let bound = match proven && args.bound {
                    true => format!(",bound={hp}"),
                    false => bound(project, &start, args, output)?,
                };
                writeln!(output, "{name}\t{hp}\t{status}\t{states}\t{cpu}\tkeys={}{bound}\t{text}", keys.len())?;
            }
            record::save(project, args, &keys, text, output)
        }
        Err(error) => {
            writeln!(output, "{name}\terror\tthe plan breaks the rules: {error}")?;
            Ok(false)
        }
    }
}

/// An upper bound on the final hp, as a fact for the row, if requested; with `--trace`, a line explains why there is
/// none.
fn bound(project: &Project, start: &State, args: &SolveArgs, output: &mut dyn Write) -> io::Result<String> {
    if !args.bound {
        return Ok(String::new());
    }
    if let Some(by) = project.blocked_by() {
        if args.trace {
            writeln!(output, "no bound: blocked by {by}")?;
        }
        return Ok(String::new());
    }
    match ceiling(project, start) {
        Ok(bound) => Ok(format!(",bound={bound}")),
        Err(why) => {
            if args.trace {
                writeln!(output, "no bound: {why}")?;
            }
            Ok(String::new())
        }
    }
}

/// A line about one layer of the search.
fn line(round: usize, progress: &Progress) -> String {
    let hero = |stat| progress.best.stat(stat);
    let debt = progress.debt;
    let owes = if debt.is_none() {
        String::new()
    } else {
        let [yellow, blue, red] = debt.keys;
        format!(" owes hp {} keys {yellow} {blue} {red}", debt.hp)
    };
    format!(
        "round {round} judge {} level {} layer {} states {} top {} hp {} attack {} defence {} gold {}{owes}",
        progress.judge,
        progress.level,
        progress.layer,
        progress.states,
        progress.top,
        hero(Stat::Hp),
        hero(Stat::Attack),
        hero(Stat::Defence),
        hero(Stat::Money)
    )
}

/// One line for each thing that was read, and for each part of it that is not understood.
fn report(project: &Project, output: &mut dyn Write) -> io::Result<()> {
    let count = |what: usize, name: &str| format!("{what} {name}{}", if what == 1 { "" } else { "s" });
    let events = project.floors.iter().map(|floor| floor.events.iter().flatten().count()).sum();
    let kinds = project.enemies.iter().filter(|enemy| !enemy.name.is_empty()).count();
    writeln!(
        output,
        "{}: {}, {} of monsters, {}, {} on cells, {} not understood",
        project.title,
        count(project.floors.len(), "floor"),
        count(kinds, "kind"),
        count(project.items.iter().filter(|item| !item.name.is_empty()).count(), "item"),
        count(events, "event"),
        project.report.issues.len()
    )?;
    project.report.issues.iter().try_for_each(|issue| writeln!(output, "{issue}"))
}
