//! `meihua solve tower FOLDER`: multi-floor towers.

use super::command::SolveArgs;
use super::record;
use meihua_contracts::clock::cpu_time;
use meihua_lab::progress::{ProgressBar, remark};
use meihua_mota::expression::Stat;
use meihua_mota::folder::{self, OpenError};
use meihua_mota::goal::GoalError;
use meihua_mota::model::Floor;
use meihua_mota::press::Key;
use meihua_mota::route;
use meihua_mota::solver::beam::{Limits, MEGABYTES, Progress, decisions};
use meihua_mota::solver::ceiling::ceiling;
use meihua_mota::solver::expand::top;
use meihua_mota::solver::players::{Wins, difficulty};
use meihua_mota::solver::prices::prices;
use meihua_mota::solver::route::{keys, keys_to};
use meihua_mota::solver::search::{Options, Outcome, ROUNDS, search};
use meihua_mota::solver::why::why;
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
    let run = Run { project, args, start, name: name.to_string(), clock: Instant::now() };
    if let Some(players) = args.difficulty {
        run.difficulty(players, output)?;
        return Ok(true);
    }
    let cpu = cpu_time();
    let found = run.search();
    let status = match (found.proven, project.has_own_code()) {
        (true, _) => "proven",
        (false, true) => "unverified",
        (false, false) => "anytime",
    };
    let status = match (&found.plan, project.blocked_by()) {
        (None, Some(by)) => format!("unknown: blocked by {by}"),
        _ => status.to_owned(),
    };
    let walked = match &found.plan {
        Some(plan) => keys(project, &plan.moves).map(|(keys, after)| (keys, after.into_iter().last())),
        None => {
            let moves = found.farthest.as_ref().map_or(&[][..], |plan| &plan.moves);
            keys_to(project, moves, found.top).map(|(keys, end)| (keys, Some(end)))
        }
    };
    let (keys, end) = match walked {
        Ok((keys, end)) => (keys, end.unwrap_or_else(|| run.start.clone())),
        Err(error) => {
            writeln!(output, "{name}\terror\tthe plan breaks the rules: {error}")?;
            return Ok(false);
        }
    };
    run.answer(&found, &status, (cpu_time() - cpu).as_micros(), (keys, end), output)
}

/// A tower that is solved.
struct Run<'a> {
    project: &'a Project,
    args: &'a SolveArgs,
    start: State,
    name: String,
    clock: Instant,
}

impl Run<'_> {
    fn movetime(&self) -> Option<Duration> {
        self.args.movetime.map(Duration::from_millis)
    }

    /// Whether so many quarters of the time are over.
    fn is_late(&self, quarters: u32) -> bool {
        self.movetime().is_some_and(|movetime| self.clock.elapsed() >= movetime * quarters / 4)
    }

    fn threads(&self) -> usize {
        self.args.threads.into()
    }

    /// Looks for a plan, and shows on standard error how far the search is.
    fn search(&self) -> Outcome {
        let Run { project, args, start, .. } = self;
        let megabytes = args.hash.map_or(MEGABYTES, |megabytes| megabytes as usize);
        let limits = Limits { megabytes, ..Limits::of_width(args.width.into()) };
        let within = |time| limits.within(decisions(time, self.threads()), project.floors.len());
        let has_time = args.movetime.is_some();
        let options = Options {
            limits: self.movetime().map_or(limits, within),
            threads: self.threads(),
            rounds: if has_time { usize::MAX } else { ROUNDS },
            improve: has_time,
        };
        let bar = if args.trace { ProgressBar::silent() } else { ProgressBar::unbounded() };
        search(project, start, &options, &|| self.is_late(4), &mut |round, progress| {
            if args.trace {
                remark(&line(round, progress));
            }
            let floor = project.floors.get(progress.top).map_or("", |floor| &floor.id);
            let hp = progress.best.stat(Stat::Hp);
            bar.state(progress.states as usize, format!("states, floor {floor}, hp {hp}"));
        })
    }

    /// Writes what a search found: the row, the files, and why nothing wins or what things are worth.
    fn answer(
        &self,
        found: &Outcome,
        status: &str,
        cpu: u128,
        (keys, end): (Vec<Key>, State),
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let Run { project, args, start, name, .. } = self;
        let text = route::text(project, &keys);
        let (hp, has_won) = (end.stat(Stat::Hp), found.plan.is_some());
        let floor = top(&end);
        if args.keys {
            writeln!(output, "{text}")?;
        } else {
            let bound = match (found.proven && args.bound, has_won) {
                (true, true) => format!(",bound={hp}"),
                (true, false) => String::new(),
                (false, _) => bound(project, start, args),
            };
            let id = &project.floors[floor].id;
            let (value, far) = if has_won {
                (hp.to_string(), String::new())
            } else {
                ("none".to_owned(), format!("top={id},hp={hp},"))
            };
            let route = if text.is_empty() { "-" } else { &text };
            let states = found.states;
            writeln!(output, "{name}\t{value}\t{status}\t{states}\t{cpu}\t{far}keys={}{bound}\t{route}", keys.len())?;
        }
        output.flush()?;
        if !has_won {
            self.explain(found, floor, hp);
        }
        if args.prices && has_won {
            let effort = self.movetime().map_or(PRICES, |time| decisions(time, self.threads()));
            let all = prices(project, start, found, effort, self.threads(), &|| self.is_late(8));
            all.iter().try_for_each(|price| writeln!(output, "price {price}"))?;
        }
        record::save(project, args, &keys, text, output)
    }

    /// Says on standard error that nothing wins, how far the plan goes that was found, and why it goes no further.
    fn explain(&self, found: &Outcome, floor: usize, hp: i64) {
        let Run { project, start, .. } = self;
        let none = if found.proven { "no plan wins" } else { "no plan was found that wins" };
        let Floor { id, .. } = &project.floors[floor];
        let (number, floors) = (floor + 1, project.floors.len());
        remark(&format!(
            "meihua solve: {none}; the route goes as far as floor {id}, {number} of {floors}, with hp {hp}"
        ));
        for reason in why(project, start, found, &|| self.is_late(5)) {
            remark(&format!("meihua solve: {reason}"));
        }
    }

    /// Writes how many players win who do not search.
    fn difficulty(&self, players: u32, output: &mut dyn Write) -> io::Result<()> {
        let Run { project, args, start, name, .. } = self;
        let found = difficulty(project, start, (players, args.seed), self.threads(), &|| self.is_late(4));
        let share = |Wins { players, wins }: Wins| {
            let percent = 100.0 * f64::from(wins) / f64::from(players.max(1));
            format!("{wins} of {players} ({percent:.1} %)")
        };
        let [random, greedy] = found.map(share);
        writeln!(output, "{name}\tseed {}\trandom players win {random}\tgreedy players win {greedy}", args.seed)
    }
}

/// Decisions for all prices of a plan, if no time is given.
const PRICES: u64 = 400_000;

/// An upper bound on the final hp, as a fact for the row, if requested; with `--trace`, a line explains why there is
/// none.
fn bound(project: &Project, start: &State, args: &SolveArgs) -> String {
    if !args.bound {
        return String::new();
    }
    let bound = match project.blocked_by() {
        Some(by) => Err(format!("blocked by {by}")),
        None => ceiling(project, start).map_err(|why| why.to_string()),
    };
    match bound {
        Ok(bound) => format!(",bound={bound}"),
        Err(why) => {
            if args.trace {
                remark(&format!("no bound: {why}"));
            }
            String::new()
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
