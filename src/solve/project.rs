//! `meihua solve tower FOLDER`: multi-floor towers.

use super::args::SolveArgs;
use super::record;
use super::row::write_error;
use crate::shared::line::one_field;
use meihua_console::progress::{ProgressBar, remark};
use meihua_contracts::clock::cpu_time;
use meihua_mota::expression::Stat;
use meihua_mota::folder::{self, OpenError};
use meihua_mota::goal::GoalError;
use meihua_mota::keystroke::Key;
use meihua_mota::model::Floor;
use meihua_mota::plan::keys::{keys, keys_to};
use meihua_mota::plan::moves::Move;
use meihua_mota::plan::prices::prices;
use meihua_mota::plan::search::{Limits, Outcome, Progress, search_from};
use meihua_mota::plan::why::why;
use meihua_mota::plan::{Wins, difficulty, top};
use meihua_mota::route;
use meihua_mota::route_file::read;
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
    match open(args, path) {
        Ok(project) => answer(project, args, Name { text: &path.display().to_string(), is_line: false }, output),
        Err(error) => writeln!(output, "error: {error}").map(|()| false),
    }
}

/// The same for the project that a line of many names.
///
/// # Errors
/// The output cannot be written.
pub(super) fn run_line(args: &SolveArgs, path: &Path, line: &str, output: &mut dyn Write) -> io::Result<bool> {
    match open(args, path) {
        Ok(project) => answer(project, args, Name { text: line, is_line: true }, output),
        Err(error) => write_error(line, &error.to_string(), output).map(|()| false),
    }
}

/// The name of a tower in its row.
#[derive(Clone, Copy)]
struct Name<'a> {
    text: &'a str,
    /// Whether a line of many names it, whose progress is shown for all of them.
    is_line: bool,
}

/// Answers for a project.
fn answer(project: Project, args: &SolveArgs, name: Name<'_>, output: &mut dyn Write) -> io::Result<bool> {
    if args.report {
        report(&project, output)?;
        return Ok(true);
    }
    match &args.check {
        Some(route) => record::check(project, args, route, output),
        None => solve(&project, args, name, output),
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
fn solve(project: &Project, args: &SolveArgs, name: Name<'_>, output: &mut dyn Write) -> io::Result<bool> {
    let start = match walk::begin(project, &[]) {
        Ok(start) => start,
        Err(halt) => {
            let message = format!("the tower does not begin: {}", route::why(project, &halt));
            return write_error(name.text, &message, output).map(|()| false);
        }
    };
    let route = match args.from.as_deref().map(|route| read(&mut project.clone(), route)) {
        None => Vec::new(),
        Some(Ok((keys, _))) => route::moves(project, &keys),
        Some(Err(error)) => {
            return write_error(name.text, &format!("--from: {error}"), output).map(|()| false);
        }
    };
    let run = Run { project, args, start, route, name, clock: Instant::now() };
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
            return write_error(name.text, &format!("the plan breaks the rules: {error}"), output).map(|()| false);
        }
    };
    run.answer(&found, &status, (cpu_time() - cpu).as_micros(), (keys, end), output)
}

/// A tower that is solved.
struct Run<'a> {
    project: &'a Project,
    args: &'a SolveArgs,
    start: State,
    /// The moves of `--from`.
    route: Vec<Move>,
    name: Name<'a>,
    clock: Instant,
}

impl Run<'_> {
    fn movetime(&self) -> Option<Duration> {
        self.args.movetime.map(Duration::from_millis)
    }

    /// Whether this number of quarters of the time is over.
    fn is_late(&self, quarters: u32) -> bool {
        self.movetime().is_some_and(|movetime| self.clock.elapsed() >= movetime * quarters / 4)
    }

    fn threads(&self) -> usize {
        self.args.threads.into()
    }

    /// Looks for a plan, and shows on standard error how far the search is.
    fn search(&self) -> Outcome {
        let Run { project, args, start, .. } = self;
        let megabytes = args.hash.map_or(0, |megabytes| megabytes as usize);
        let limits = Limits::of(args.nodes, args.movetime.is_some(), megabytes, self.threads());
        let bar = if args.trace || self.name.is_line { ProgressBar::silent() } else { ProgressBar::unbounded() };
        let begin = (start, self.route.as_slice());
        let found = search_from(project, begin, &limits.with_seed(args.seed), &|| self.is_late(4), &mut |progress| {
            let floor = project.floors.get(progress.top).map_or("", |floor| &floor.id);
            if args.trace {
                remark(&line(progress, floor));
            }
            bar.state(progress.nodes as usize, format!("lists, floor {floor}, hp {}", progress.hp));
        });
        if args.trace {
            found.remarks.iter().for_each(|what| remark(&format!("left out of the graph: {what}")));
            remark(&format!("plans that the rules did not confirm: {}", found.disagreements));
        }
        found
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
            let id = &project.floors[floor].id;
            let (value, far) = if has_won {
                (hp.to_string(), String::new())
            } else {
                ("none".to_owned(), format!("top={id},hp={hp},"))
            };
            let route = if text.is_empty() { "-" } else { &text };
            let nodes = found.nodes;
            writeln!(
                output,
                "{}\t{value}\t{status}\t{nodes}\t{cpu}\t{far}keys={}\t{route}",
                one_field(name.text),
                keys.len()
            )?;
        }
        output.flush()?;
        if !has_won {
            self.explain(found, floor, hp);
        }
        if args.prices && has_won {
            let all = prices(project, start, found, args.nodes.unwrap_or(PRICES), self.threads(), &|| self.is_late(8));
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
        writeln!(
            output,
            "{}\tseed {}\trandom players win {random}\tgreedy players win {greedy}",
            one_field(name.text),
            args.seed
        )
    }
}

/// Lists to decode for all prices of a plan, if no number of nodes is given.
const PRICES: u64 = 200_000;

/// A line about one round of the search.
fn line(progress: &Progress, floor: &str) -> String {
    let Progress { nodes, round, hp, has_won, .. } = progress;
    format!("round {round} lists {nodes} floor {floor} hp {hp}{}", if *has_won { " won" } else { "" })
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
