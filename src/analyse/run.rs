//! The work of `analyse`: file by file, game by game.

use super::args::{AnalyseArgs, NODES, PROOF_NODES};
use super::connect_four::ConnectFourJudge;
use super::exercises::Exercises;
use super::html::Page;
use super::judge::{self, AnalyseError, Judge};
use super::output::{self, Outputs, RunError};
use super::review::Review;
use super::rows::Rows;
use super::session::{self, SessionJudge};
use super::xiangqi::{Effort, XiangqiJudge};
use super::{annotate, json, puzzle, table};
use crate::shared::interrupt::{self, Thinking};
use crate::shared::library::{self, LibraryFailure};
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::print;
use meihua_contracts::control::Control;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::solution::Budget;
use meihua_contracts::text::Notation;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::protocol::stdout::exit_when_closed;
use meihua_engine::search::limits::Limits;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::Library;
use meihua_records::games::open_file;
use meihua_records::write::pgn;
use meihua_records::{GameRecord, Games, RecordedGame};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Exit status for a wrong command line.
const MISUSE: u8 = 2;

/// Analyses the files named by the arguments.
pub(crate) fn run(args: &AnalyseArgs, games: &'static [Entry], language: Language) -> ExitCode {
    // A closed output also ends a long analysis.
    exit_when_closed();
    let done = Outputs::open(args).and_then(|outputs| match args.puzzle {
        Some(name) => puzzle::run(args, name, outputs, language),
        None => Run::new(args, games, language).all(outputs),
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            print_error("analyse", &error);
            if matches!(error, RunError::Interrupted) {
                return ExitCode::from(interrupt::INTERRUPTED);
            }
            let misuse = match &error {
                RunError::Paths(_) | RunError::Outputs | RunError::Query => true,
                RunError::Library(failure) => failure.is_misuse(),
                RunError::File(_) | RunError::Stdout(_) | RunError::Rows(_) | RunError::Interrupted => false,
            };
            if misuse { ExitCode::from(MISUSE) } else { ExitCode::FAILURE }
        }
    }
}

struct Run<'a> {
    args: &'a AnalyseArgs,
    games: &'static [Entry],
    language: Language,
    notation: Notation,
    /// By the names of their games, and what tells games of files apart.
    judges: BTreeMap<(&'static str, Option<u64>), Box<dyn Judge>>,
    progress: ProgressBar,
    pgn: String,
    json: String,
    page: Page,
    /// `None` before the first game, and if none are asked for.
    exercises: Option<Exercises>,
    failed: bool,
    /// Ctrl-C ends the game that is being analysed.
    thinking: Thinking,
}

impl Run<'_> {
    fn new<'a>(args: &'a AnalyseArgs, games: &'static [Entry], language: Language) -> Run<'a> {
        interrupt::listen();
        Run {
            thinking: Thinking::begin(),
            args,
            games,
            language,
            notation: args.notation.unwrap_or(language.notation()),
            judges: BTreeMap::new(),
            progress: ProgressBar::unbounded(),
            pgn: String::new(),
            json: String::new(),
            page: Page::new(&effort_text(args, language), language),
            exercises: None,
            failed: false,
        }
    }

    /// Whether everything succeeded. After Ctrl-C the reports hold the games that are done.
    fn all(mut self, outputs: Outputs) -> Result<bool, RunError> {
        let done = self.analyse();
        let is_part = match done {
            Ok(()) => false,
            Err(RunError::Interrupted) => true,
            Err(error) => return Err(error),
        };
        drop(self.progress);
        output::write(outputs.pgn, &self.pgn, is_part)?;
        output::write(outputs.json, &self.json, is_part)?;
        output::write(outputs.html, &self.page.finish(), is_part)?;
        output::write(outputs.exercises, self.exercises.as_ref().map_or("", |exercises| &exercises.pgn), is_part)?;
        if is_part { Err(RunError::Interrupted) } else { Ok(!self.failed) }
    }

    /// Analyses the games of the library or of the files.
    fn analyse(&mut self) -> Result<(), RunError> {
        match &self.args.library {
            Some(named) => self.library(named.as_deref())?,
            None => {
                let query = self.args.query.query(self.games).map_err(LibraryFailure::from)?;
                if !query.is_everything() {
                    return Err(RunError::Query);
                }
            }
        }
        for path in &self.args.inputs {
            let name = path.to_string_lossy();
            match open_file(path).and_then(|file| Games::of(&name, file, self.games)) {
                Ok(games) => self.games_of(games, &name)?,
                Err(error) => self.fail(&error),
            }
        }
        Ok(())
    }

    /// Analyses the games of a library.
    fn library(&mut self, named: Option<&Path>) -> Result<(), RunError> {
        let path = library::path(named)?;
        let failed = |error| LibraryFailure::of(&path, error);
        let library = Library::open(&path, self.games).map_err(failed)?;
        let query = self.args.query.query(library.games()).map_err(LibraryFailure::from)?;
        let found = library.find(&query).map_err(failed)?;
        let part = self.args.part;
        let own = (0..).zip(found).filter(|&(index, _)| part.is_none_or(|part| part.plays(index)));
        let own: Vec<i64> = own.map(|(_, number)| number).collect();
        let mut rows = match &self.args.jsonl {
            Some(path) => Some(Rows::open(path, self.args.nodes.unwrap_or(NODES))?),
            None => None,
        };
        let left = match &rows {
            Some(rows) => rows.left(&own)?,
            None => own,
        };
        for number in left {
            let record = library.record(number).map_err(failed)?;
            // A game that was written whole is not analysed again.
            if rows.as_ref().is_some_and(|rows| rows.written(number) > record.tree.main_line().count()) {
                continue;
            }
            let review = self.game(record, &path.to_string_lossy(), number as u64)?;
            if let Some((rows, review)) = rows.as_mut().zip(review) {
                rows.add(number, &review)?;
            }
        }
        Ok(())
    }

    fn games_of(&mut self, mut games: Games<'_>, name: &str) -> Result<(), RunError> {
        while let Some(game) = games.next() {
            let number = games.number();
            if self.args.only.is_some_and(|only| number < only) {
                continue;
            }
            if self.args.only.is_some_and(|only| number > only) {
                return Ok(());
            }
            match game {
                Ok(record) => _ = self.game(record, name, number)?,
                Err(error) => self.fail(&error),
            }
        }
        if self.args.only.is_some_and(|only| games.number() < only) {
            self.fail(say!("{}: there is no game {}", name.to_owned(), self.args.only.unwrap_or_default()));
        }
        Ok(())
    }

    /// Analyses and reports a game; `None` if it cannot be analysed.
    fn game(&mut self, record: GameRecord, name: &str, number: u64) -> Result<Option<Review>, RunError> {
        let source = format!("{name}: game {number}");
        for fault in &record.faults {
            self.line(say!("{}: game {}: {}", name.to_owned(), number, fault));
        }
        let reviewed = self.review(record, &source).and_then(|review| {
            self.exercise(&review, &source)?;
            Ok(review)
        });
        match reviewed {
            Ok(review) => {
                self.report(&review, &source)?;
                Ok(Some(review))
            }
            Err(AnalyseError::Stopped) => Err(RunError::Interrupted),
            Err(error) => {
                self.fail(say!("{}: game {}: {}", name.to_owned(), number, &error));
                Ok(None)
            }
        }
    }

    fn review(&mut self, record: GameRecord, source: &str) -> Result<Review, AnalyseError> {
        let kind = record.start.kind();
        let entry = session::entry_of(kind, self.games)?;
        let (mut number, count) = (0, record.tree.main_line().count() + 1);
        let (progress, thinking) = (&self.progress, &self.thinking);
        progress.doing(format!("positions; {source}, 0 of {count}"));
        let notation = self.notation;
        let mut step = || {
            number += 1;
            progress.advance(1);
            progress.doing(format!("positions; {source}, {number} of {count}"));
            !thinking.is_interrupted()
        };
        let judge = match self.judges.entry((entry.name, kind.recorder().digest())) {
            Slot::Occupied(judge) => {
                let judge = judge.into_mut();
                judge.clear();
                judge
            }
            Slot::Vacant(slot) => slot.insert(judge_of(self.args, kind, entry)?),
        };
        judge::review(judge.as_mut(), record, notation, 0, &mut step)
    }

    /// Takes the exercises of a game, if they are asked for.
    fn exercise(&mut self, review: &Review, source: &str) -> Result<(), AnalyseError> {
        if self.args.exercises.is_none() {
            return Ok(());
        }
        let kind = review.record.start.kind();
        if kind != RecordedGame::XIANGQI {
            self.line(format!("{source}: a game of {}: exercises are looked for in xiangqi only", kind.name()));
            return Ok(());
        }
        let exercises = match &mut self.exercises {
            Some(exercises) => exercises,
            none => none.insert(Exercises::new(self.args)?),
        };
        exercises.add(review, source, self.notation, self.language)
    }

    fn report(&mut self, review: &Review, source: &str) -> Result<(), RunError> {
        if self.args.pgn.is_some() {
            self.pgn += &pgn::write(&annotate::annotate(review, self.language), self.notation);
        }
        if self.args.json.is_some() {
            self.json += &json::write(review, source);
        }
        if self.args.html.is_some() {
            self.page.add(review, source);
        }
        if !output::has_table(self.args) {
            return Ok(());
        }
        let table = table::write(review, source, self.language);
        Ok(self.progress.suspend(|| print(&table))?)
    }

    fn fail(&mut self, what: impl Into<Sentence>) {
        self.failed = true;
        self.line(what);
    }

    /// Prints a line on standard error without disturbing the progress bar.
    fn line(&self, text: impl Into<Sentence>) {
        let text = self.language.text(text);
        self.progress.suspend(|| print_error("analyse", text));
    }
}

/// Nodes per search: as requested, or the default if there is no other limit.
fn search_nodes(args: &AnalyseArgs) -> Option<u64> {
    let is_bounded = args.movetime.is_some() || args.depth.is_some();
    args.nodes.or((!is_bounded).then_some(NODES))
}

fn judge_of(args: &AnalyseArgs, kind: RecordedGame, entry: &Entry) -> Result<Box<dyn Judge>, AnalyseError> {
    Ok(match kind {
        game if game == RecordedGame::XIANGQI => Box::new(xiangqi_judge(args, 1)?),
        game if game == RecordedGame::CONNECT_FOUR => {
            Box::new(ConnectFourJudge::new(&proof_budget(args), Control::new()))
        }
        _ => Box::new(session_judge(args, entry)?),
    })
}

/// The search of xiangqi with this many times the nodes or the time; where only a depth is given, a ply deeper for each
/// factor of two.
pub(crate) fn xiangqi_judge(args: &AnalyseArgs, times: u32) -> Result<XiangqiJudge, AnalyseError> {
    let limits = Limits {
        nodes: search_nodes(args).map(|nodes| nodes.saturating_mul(times.into())),
        movetime: args.movetime.map(|time| Duration::from_millis(time).saturating_mul(times)),
        depth: args.depth.map(|depth| depth + times.ilog2()),
        ..Limits::default()
    };
    // Whether a move is the only good one, its second line says.
    let least = if args.exercises.is_some() { 2 } else { 1 };
    let effort = Effort { limits, multi_pv: usize::from(args.multipv).max(least), rules: args.rule.rules() };
    XiangqiJudge::new(effort, args.hash as usize, args.threads.into(), Control::new())
}

fn session_judge(args: &AnalyseArgs, entry: &Entry) -> Result<SessionJudge, AnalyseError> {
    let go = Go { nodes: search_nodes(args), movetime: args.movetime, depth: args.depth, ..Go::default() };
    let config = Config {
        hash: args.hash as usize,
        threads: args.threads.into(),
        multi_pv: args.multipv.into(),
        rules: args.rule.rules(),
        ..Config::default()
    };
    SessionJudge::new(entry, go, &config, Control::new())
}

fn proof_budget(args: &AnalyseArgs) -> Budget {
    let movetime = args.movetime.map(Duration::from_millis);
    let nodes = args.nodes.or(movetime.is_none().then_some(PROOF_NODES));
    Budget { nodes, movetime, threads: args.threads.into(), megabytes: args.hash as usize, depth: None }
}

/// `100000 nodes a position`.
fn effort_text(args: &AnalyseArgs, language: Language) -> String {
    let bounds = [
        search_nodes(args).map(|nodes| say!("{} nodes a position", Sentence::plain(nodes))),
        args.movetime.map(|time| say!("{} ms a position", Sentence::plain(time))),
        args.depth.map(|depth| say!("depth {} at each position", Sentence::plain(depth))),
    ];
    language.text(Sentence::list(bounds.into_iter().flatten()))
}
