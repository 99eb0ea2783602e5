//! The work of `bench`.

use super::args::{BenchArgs, BenchCommand, EndingsArgs, MatesArgs, StudiesArgs};
use super::budget;
use super::study::{self, Study};
use super::verdict::{EndingTotals, Showing, Totals, Verdict};
use crate::shared::line::one_field;
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::clock::{COUNTS_CPU, cpu_time};
use meihua_contracts::control::Control;
use meihua_contracts::text::{GameText, printable};
use meihua_engine::engine::analyst::Analyst;
use meihua_engine::engine::bench::{self, TooDeep};
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::xiangqi::{Move, Position};
use meihua_engine::protocol::arguments::MISUSE;
use meihua_engine::protocol::stdout::exit_when_closed;
use meihua_engine::score::Points;
use meihua_engine::search::limits::{Limits, Settings};
use meihua_engine::search::report::{Bound, Report};
use meihua_engine::search::table::TableError;
use std::io;
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Why nothing was searched, or no more.
#[derive(Debug, Error)]
enum BenchError {
    #[error(transparent)]
    Depth(#[from] TooDeep),
    #[error("studies are those of {expected}, and this program plays {found}")]
    Game { found: String, expected: &'static str },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    #[error("the system refused to start a thread: {0}")]
    Thread(#[from] io::Error),
}

impl BenchError {
    /// The exit status: 2 if the command line cannot be satisfied.
    fn status(&self) -> u8 {
        match self {
            BenchError::Depth(_) | BenchError::Game { .. } => MISUSE,
            BenchError::Table(_) | BenchError::Thread(_) | BenchError::Stdout(_) => 1,
        }
    }
}

/// Searches fixed positions, or those of files.
pub(crate) fn run(args: &BenchArgs, games: &[Entry]) -> ExitCode {
    // A closed output also ends the bench.
    exit_when_closed();
    let result = match &args.what {
        None => fixed(args.depth, games),
        Some(BenchCommand::Mates(args)) => mates(args, games),
        Some(BenchCommand::Endings(args)) => endings(args, games),
    };
    result.unwrap_or_else(|error| {
        print_error("bench", &error);
        ExitCode::from(error.status())
    })
}

/// Searches fixed positions of every game.
fn fixed(depth: Option<u32>, games: &[Entry]) -> Result<ExitCode, BenchError> {
    let depth = bench::depth(depth)?;
    let progress = ProgressBar::unbounded();
    progress.doing("positions");
    let (control, mut printed) = (Control::new(), Ok(()));
    let mut tell = |line: String| {
        let line = progress.suspend(|| print(&line));
        if printed.is_ok() && line.is_err() {
            printed = line;
            control.stop();
        }
        progress.advance(1);
    };
    bench::run(games, depth, &control, &mut tell);
    printed?;
    Ok(ExitCode::SUCCESS)
}

/// Searches the studies of files for mates.
fn mates(args: &MatesArgs, games: &[Entry]) -> Result<ExitCode, BenchError> {
    let header = ["position", "found", "given", "verdict", "nodes", "seconds", "move", "as_given", "name"];
    let mut totals = Totals::default();
    let mut judge = |study: &Study, answer: &Answer| {
        let verdict = Verdict::of(answer.mate, &study.given);
        let first = answer.best.filter(|_| !study.given.first.is_empty()).map(|mv| study.given.first.contains(&mv));
        totals.count(verdict, &study.given, first);
        (mate_row(study, answer, verdict, first), totals.text())
    };
    search_all(&args.studies, args.mate, games, &header, &mut judge)
}

/// Searches the endings of files.
fn endings(args: &EndingsArgs, games: &[Entry]) -> Result<ExitCode, BenchError> {
    let header = ["position", "score", "given", "verdict", "nodes", "seconds", "move", "name"];
    let mut totals = EndingTotals::default();
    let mut judge = |study: &Study, answer: &Answer| {
        let showing = Showing::of(answer.points, study.given.outcome);
        totals.count(showing, study.given.outcome);
        (ending_row(study, answer, showing), totals.text())
    };
    search_all(&args.studies, None, games, &header, &mut judge)
}

/// What to print about a study: its row, and the totals so far.
type Judge<'a> = dyn FnMut(&Study, &Answer) -> (String, String) + 'a;

/// Searches the studies of files and prints a table of what `judge` says.
fn search_all(
    args: &StudiesArgs,
    mate: Option<u32>,
    games: &[Entry],
    header: &[&str],
    judge: &mut Judge<'_>,
) -> Result<ExitCode, BenchError> {
    if registry::find(games, Position::NAME).is_none() {
        return Err(BenchError::Game { found: registry::names_or(games), expected: Position::NAME });
    }
    let mut is_complete = true;
    let mut fail = |error: study::StudyError| {
        is_complete &= error.is_warning();
        print_error("bench", &error);
    };
    let studies: Vec<Study> = args.files.iter().flat_map(|file| study::read(file, games, &mut fail)).collect();
    if studies.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    let mut analyst = Analyst::new(args.threads.into());
    analyst.set_hash(args.hash as usize)?;
    let progress = ProgressBar::new(studies.len(), 0);
    let show = |line: &str| progress.suspend(|| print(line));
    show(&header.join("\t"))?;
    let (mut totals, mut nodes, mut time) = (String::new(), 0, Duration::ZERO);
    progress.doing("studies");
    for study in &studies {
        analyst.clear();
        let answer = search(&mut analyst, &study.position, args, mate)?;
        (nodes, time) = (nodes + answer.nodes, time + answer.time);
        let (row, so_far) = judge(study, &answer);
        totals = so_far;
        show(&row)?;
        progress.advance(1);
    }
    let clock = if COUNTS_CPU { "processor time" } else { "the wall clock" };
    show(&format!("{totals}; {nodes} nodes, {:.2} s of {clock}", time.as_secs_f64()))?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
struct Answer {
    /// Moves to mate, negative or zero if the side to move is mated.
    mate: Option<i32>,
    points: Points,
    best: Option<Move>,
    /// Nodes and time until this mate was first reported; without a mate, those of the search.
    until: (u64, Duration),
    nodes: u64,
    /// Processor time.
    time: Duration,
}

/// Searches a study.
fn search(
    analyst: &mut Analyst,
    position: &Position,
    args: &StudiesArgs,
    mate: Option<u32>,
) -> Result<Answer, BenchError> {
    let limits = Limits { nodes: args.nodes, mate, ..Limits::default() };
    let budget = args.nodes.is_none().then_some(args.seconds);
    let start = cpu_time();
    let spent = || cpu_time().saturating_sub(start);
    // The last mate reported, and the nodes and time at its first report.
    let mut reported = None;
    let found = budget::within(budget, args.threads.into(), |control| {
        let mut listen = |news| match news {
            Report::Line(line) if line.multi_pv == 1 && line.bound == Bound::Exact => {
                let mate = mate_of(line.score.points());
                if reported.is_none_or(|(known, _)| known != mate) {
                    reported = Some((mate, (line.nodes, spent())));
                }
            }
            Report::Line(_) | Report::CurrentMove { .. } | Report::NoWin { .. } | Report::ProvenDraw => {}
            Report::Text(text) => print_error("bench", text),
            Report::Error(error) => print_error("bench", error),
        };
        analyst.search(position, &limits, &Settings::default(), control, &mut listen)
    })?;
    let points = found.score.points();
    let (nodes, time, mate) = (found.nodes, spent(), mate_of(points));
    let until = reported.filter(|&(known, _)| mate.is_some() && known == mate).map_or((nodes, time), |(_, at)| at);
    Ok(Answer { mate, points, best: found.best, until, nodes, time })
}

/// The moves to mate.
fn mate_of(points: Points) -> Option<i32> {
    match points {
        Points::Mate(moves) => Some(moves),
        Points::Cp(_) | Points::Units(_) => None,
    }
}

/// The row of a study that is searched for a mate.
fn mate_row(study: &Study, answer: &Answer, verdict: Verdict, first: Option<bool>) -> String {
    let (nodes, time) = answer.until;
    row(&[
        study.place.to_string(),
        or_dash(answer.mate.map(|moves| moves.to_string())),
        study.given.text(),
        verdict.word().to_owned(),
        nodes.to_string(),
        format!("{:.3}", time.as_secs_f64()),
        or_dash(answer.best.map(|mv| mv.to_string())),
        first.map_or("-", |is_given| if is_given { "yes" } else { "no" }).to_owned(),
        or_dash(Some(study.name.clone()).filter(|name| !name.is_empty())),
    ])
}

/// The row of an ending.
fn ending_row(study: &Study, answer: &Answer, showing: Showing) -> String {
    row(&[
        study.place.to_string(),
        points_text(answer.points),
        study.given.text(),
        showing.word().to_owned(),
        answer.nodes.to_string(),
        format!("{:.3}", answer.time.as_secs_f64()),
        or_dash(answer.best.map(|mv| mv.to_string())),
        or_dash(Some(study.name.clone()).filter(|name| !name.is_empty())),
    ])
}

/// Centipawns, or `mate` and the moves, negative if the side to move is mated.
fn points_text(points: Points) -> String {
    match points {
        Points::Cp(points) => points.to_string(),
        Points::Units(units) => units.to_string(),
        Points::Mate(moves) => format!("mate {moves}"),
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn row(columns: &[String]) -> String {
    columns.iter().map(|column| printable(&one_field(column)).into_owned()).collect::<Vec<_>>().join("\t")
}
