//! `meihua solve GAME [FILE]`, from command line to exit status.

use super::args::SolveArgs;
use super::batch::{self, BatchError, Input};
use super::connect_four::{ConnectFourOptions, ConnectFourSolver};
use super::own::OwnSolver;
use super::plan;
use super::project;
use super::puzzle::{Listed, PuzzleSolver};
use super::record;
use super::rows_file::{Done, Left, RowsError, RowsFile, part_of};
use super::tower::{self, TowerSolver};
use super::watched::{Total, Watched};
use super::xiangqi::XiangqiSolver;
use crate::shared::line::{LineError, project_of};
use crate::shared::tower_line;
use meihua_console::output_file::{self, OutputError};
use meihua_console::paths::{Named, PathClash, is_missing_file, refuse_shared};
use meihua_console::progress;
use meihua_console::stderr::print_error;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::solution::Budget;
use meihua_contracts::text::GameText;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::{State, Tower};
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_engine::protocol::stdout::exit_when_closed;
use meihua_mota::folder;
use meihua_mota::route_file::is_record;
use meihua_planning::Plan;
use meihua_records::Decoded;
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Default size of the table for four in a row, in megabytes.
const CONNECT_FOUR_MEGABYTES: usize = 128;

/// Why nothing could be solved.
#[derive(Debug, Error)]
enum SolveError {
    #[error("unknown game {found:?}, expected {expected}")]
    Game { found: String, expected: String },
    #[error("{what}: {error}")]
    Read { what: String, error: io::Error },
    #[error(transparent)]
    Open(#[from] FileError),
    #[error("{0:?}: neither a file nor a position")]
    Missing(String),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Paths(#[from] PathClash),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("--resume needs one position per line, but {0:?} is a multi-floor tower")]
    Folder(PathBuf),
    #[error("the answer cannot be written: {0}")]
    Write(#[from] io::Error),
}

impl SolveError {
    /// The exit status: 2 if the command line cannot be satisfied.
    fn status(&self) -> u8 {
        match self {
            SolveError::Game { .. } | SolveError::Paths(_) | SolveError::Folder(_) => 2,
            SolveError::Rows(RowsError::Left { .. } | RowsError::Other { .. } | RowsError::NotPlain { .. }) => 2,
            SolveError::Rows(RowsError::System { .. } | RowsError::Lock(_) | RowsError::Damaged { .. }) => 1,
            SolveError::Read { .. } | SolveError::Open(_) | SolveError::Missing(_) => 1,
            SolveError::Output(_) | SolveError::Write(_) => 1,
        }
    }
}

/// Solves. Answers go to standard output or the requested file, errors to standard error.
pub(crate) fn run(args: &SolveArgs, games: &[Entry]) -> ExitCode {
    match solve(args, games) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // If the reader has closed the pipe, it has seen all it wanted.
        Err(SolveError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_error("solve", &error);
            ExitCode::from(error.status())
        }
    }
}

/// How the positions of a game are solved.
#[derive(Clone, Copy)]
struct BatchSolver {
    /// Whether input with this first line is one position as a whole.
    is_whole: fn(&[u8]) -> bool,
    /// Answers an input; `false` if any position was bad.
    answer: fn(&SolveArgs, &Entry, Input, &mut dyn Write) -> io::Result<bool>,
    /// Answers for a folder; `false` if it was bad. `None` if the game has no folders.
    folder: Option<FolderAnswer>,
}

/// Answers for a folder.
type FolderAnswer = fn(&SolveArgs, &Path, &mut dyn Write) -> io::Result<bool>;

impl BatchSolver {
    /// A solver of positions with one line each.
    const fn of_lines(answer: fn(&SolveArgs, &Entry, Input, &mut dyn Write) -> io::Result<bool>) -> BatchSolver {
        BatchSolver { is_whole: |_| false, answer, folder: None }
    }
}

/// The batch solvers of the program's games.
static BATCH_SOLVERS: [(&str, BatchSolver); 6] = [
    (Xiangqi::NAME, BatchSolver::of_lines(xiangqi)),
    (ConnectFour::NAME, BatchSolver::of_lines(connect_four)),
    (River::NAME, BatchSolver::of_lines(puzzle::<River>)),
    (Sliding::NAME, BatchSolver::of_lines(puzzle::<Sliding>)),
    // The number of floors, alone on the first line.
    (
        Tower::NAME,
        BatchSolver { is_whole: |first| first.trim_ascii() == b"1", answer: towers, folder: Some(project::run) },
    ),
    (Plan::NAME, BatchSolver::of_lines(puzzle::<Plan>)),
];

/// The batch solver of a game; `None` for a game of another program made of this library.
fn solver_of(entry: &Entry) -> Option<BatchSolver> {
    if entry.is_of_file() {
        return Some(BatchSolver::of_lines(own));
    }
    BATCH_SOLVERS.iter().find(|(known, _)| *known == entry.name).map(|(_, solver)| *solver)
}

/// Returns whether everything succeeded.
fn solve(args: &SolveArgs, games: &[Entry]) -> Result<bool, SolveError> {
    let entry = registry::find(games, &args.game);
    let expected = || games.iter().filter(|entry| solver_of(entry).is_some());
    let unknown = || SolveError::Game { found: args.game.clone(), expected: registry::names_or(expected()) };
    let (entry, solver) = entry.and_then(|entry| Some((entry, solver_of(entry)?))).ok_or_else(unknown)?;
    let given = args.given(entry)?;
    let folder = given.path().filter(|path| folder::is_project(path)).zip(solver.folder);
    if let (true, Some((folder, _))) = (args.resume, folder) {
        return Err(SolveError::Folder(folder.to_owned()));
    }
    // A folder is a tower, whose files are scripts; one of them stands for all.
    for path in args.position.iter().map(Path::new).chain(given.path()).filter(|path| path.exists()) {
        output_file::protect(path, "js");
    }
    if let Some(folder) = &args.suite {
        output_file::protect(folder, "pddl");
    }
    refuse_shared_files(args, given.path())?;
    check_outputs(args)?;
    let mut input = match folder {
        Some((folder, _)) => Input::One { name: folder.to_string_lossy().into_owned(), text: String::new() },
        None => given.input(solver)?,
    };
    let answer = |input: Input, done: Done, output: &mut dyn Write| {
        // A tower of many floors shows its own progress.
        if let Some((folder, answer)) = folder {
            return Ok::<bool, SolveError>(answer(args, folder, output)?);
        }
        let total = match (&input, &given) {
            (Input::One { .. }, _) | (Input::Lines(_), Given::Position(_)) => Total::One,
            (Input::Lines(_), Given::File(path)) if path.is_file() => Total::Lines(path),
            (Input::Lines(_), Given::File(_) | Given::Stdin | Given::StdinOrStart | Given::Lines(_)) => Total::Unknown,
        };
        let mut output = Watched::new(args, total, done, output)?;
        Ok((solver.answer)(args, entry, input, &mut output)?)
    };
    // A record is written in addition to the answer.
    let Some(path) = args.output.as_ref().filter(|path| folder.is_none() || !is_record(path)) else {
        // A closed output also ends a long search.
        exit_when_closed();
        let mut output = io::stdout();
        let is_good = answer(input, Done::default(), &mut output)?;
        output.flush()?;
        return Ok(is_good);
    };
    let left = match (args.resume, &input) {
        (true, _) => Left::Continue,
        (false, Input::Lines(_)) if !is_text(args) => Left::Refuse,
        (false, _) => Left::Drop,
    };
    let (mut output, done) = RowsFile::open(path, &mut input, left)?;
    if args.resume && progress::is_shown() {
        let there = Sentence::counted(done.rows, ["{} row is already there", "{} rows are already there"]);
        progress::remark(&there.to_string());
    }
    let is_good = answer(input, done, &mut output)?;
    output.finish()?;
    Ok(is_good && done.bad == 0)
}

/// The input of a command line.
enum Given {
    Stdin,
    /// The same, or the start position if it is empty.
    StdinOrStart,
    /// An existing file, folder, pipe or device.
    File(PathBuf),
    Position(String),
    /// Lines made of the command line.
    Lines(String),
}

impl SolveArgs {
    /// What the words after the name of a game are.
    fn given(&self, entry: &Entry) -> Result<Given, SolveError> {
        let game = entry.name;
        let words = self.position.join(" ");
        let is_path = |word: &String| Path::new(word).exists();
        if game == Tower::NAME && self.position.len() > 1 && self.position.iter().all(is_path) {
            return Ok(Given::Lines(self.position.join("\n")));
        }
        let is_list = || self.suite.is_none() && is_path(&words) && plan::is_list(Path::new(&words));
        if game == Plan::NAME && !is_list() && (self.suite.is_some() || !matches!(words.as_str(), "" | "-")) {
            let suite = self.suite.as_deref();
            let what = || suite.unwrap_or(Path::new("")).display().to_string();
            let lines = plan::lines(&self.position, suite);
            return lines.map(Given::Lines).map_err(|error| SolveError::Read { what: what(), error });
        }
        let project = project_of(&words).filter(|_| game == Tower::NAME && !is_path(&words));
        if let Some(project) = project {
            return Ok(Given::File(project.to_owned()));
        }
        match words.as_str() {
            // The start position of such a game is what people ask about.
            "" if entry.is_of_file() && io::stdin().is_terminal() => Ok(Given::Position("startpos".to_owned())),
            "" if entry.is_of_file() => Ok(Given::StdinOrStart),
            "" | "-" => Ok(Given::Stdin),
            _ if is_path(&words) => Ok(Given::File(if game == Tower::NAME { whole(&words) } else { words.into() })),
            _ if is_missing_file(&words) => Err(SolveError::Missing(words)),
            _ => Ok(Given::Position(words)),
        }
    }
}

/// The folder of a multi-floor tower if one of its files is named.
fn whole(named: &str) -> PathBuf {
    let path = PathBuf::from(named);
    let is_part = path.file_name().is_some_and(|name| folder::FILES.iter().any(|file| name == *file));
    match path.parent().filter(|_| is_part) {
        Some(folder) if folder.as_os_str().is_empty() => ".".into(),
        Some(folder) => folder.to_owned(),
        None => path,
    }
}

impl Given {
    fn path(&self) -> Option<&Path> {
        match self {
            Given::File(path) => Some(path),
            Given::Stdin | Given::StdinOrStart | Given::Position(_) | Given::Lines(_) => None,
        }
    }

    /// The input: lines, or a tower that is the whole input.
    fn input(&self, solver: BatchSolver) -> Result<Input, SolveError> {
        let (name, mut input): (_, Box<dyn BufRead>) = match self {
            Given::Stdin | Given::StdinOrStart => ("standard input".to_owned(), Box::new(Decoded::new(io::stdin()))),
            Given::File(path) => {
                (path.to_string_lossy().into_owned(), Box::new(Decoded::new(plain_file::open_input(path)?)))
            }
            Given::Position(line) | Given::Lines(line) => {
                return Ok(Input::Lines(Box::new(Cursor::new(line.clone()))));
            }
        };
        let fail = |error| SolveError::Read { what: name.clone(), error };
        // Other input is answered line by line as it arrives.
        let mut first = Vec::new();
        input.read_until(b'\n', &mut first).map_err(fail)?;
        if let (Given::StdinOrStart, true) = (self, first.is_empty()) {
            first.extend(b"startpos");
        }
        if !(solver.is_whole)(&first) {
            return Ok(Input::Lines(Box::new(Cursor::new(first).chain(input))));
        }
        let mut rest = first;
        input.read_to_end(&mut rest).map_err(fail)?;
        let text = String::from_utf8_lossy(&rest).trim().lines().map(str::trim).collect::<Vec<_>>().join(";");
        let name = if self.path().is_some() { name } else { text.clone() };
        Ok(Input::One { name, text })
    }
}

/// Refuses files that cannot be written before anything is solved.
fn check_outputs(args: &SolveArgs) -> Result<(), OutputError> {
    let diary = args.diary.iter().filter(|path| !record::is_output(path));
    args.output.iter().chain(diary).try_for_each(|path| output_file::check(path))
}

/// Refuses to overwrite an input, or to write one file twice.
fn refuse_shared_files(args: &SolveArgs, file: Option<&Path>) -> Result<(), PathClash> {
    fn named<'a>(name: &'static str, path: &'a Option<PathBuf>) -> Option<Named<'a>> {
        Some((name, path.as_deref()?))
    }
    let route = args.check.as_ref().map(PathBuf::from);
    let part = args.output.as_deref().map(part_of);
    let outputs = [named("--output", &args.output), named("--output", &part), named("--diary", &args.diary)];
    let inputs = [file.map(|path| ("FILE", path)), named("--table", &args.table), named("--check", &route)];
    let inputs: Vec<Named<'_>> = inputs.into_iter().flatten().collect();
    refuse_shared(&outputs.into_iter().flatten().collect::<Vec<_>>(), &inputs)
}

fn xiangqi(args: &SolveArgs, _: &Entry, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    batch::run(&mut XiangqiSolver::new(&budget(args))?, input, output)
}

fn connect_four(args: &SolveArgs, _: &Entry, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    let SolveArgs { all_moves, base, size, no_table, .. } = *args;
    let options = ConnectFourOptions { all_moves, base, size, no_table };
    let megabytes = args.hash.map_or(CONNECT_FOUR_MEGABYTES, |megabytes| megabytes as usize);
    batch::run(&mut ConnectFourSolver::new(options, &Budget { megabytes, ..budget(args) }), input, output)
}

fn puzzle<P: Listed>(args: &SolveArgs, _: &Entry, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    let mut stdout = io::stdout();
    let trace = args.trace.then_some(&mut stdout as &mut dyn Write);
    let mut solver = PuzzleSolver::<P>::new(budget(args), trace);
    solver.is_first = args.first;
    batch::run(&mut solver, input, output)
}

fn own(args: &SolveArgs, entry: &Entry, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    batch::run(&mut OwnSolver::new(entry, args.nodes), input, output)
}

/// Towers of many floors have a search of their own, whose record is of one alone.
fn towers(args: &SolveArgs, _: &Entry, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    let mut lines = match input {
        Input::Lines(lines) => lines,
        one @ Input::One { .. } => return floors(args, one, output),
    };
    let alone = SolveArgs { output: None, ..args.clone() };
    let mut all_good = true;
    while let Some(line) = batch::next_line(&mut lines)? {
        all_good &= match project_of(line.trim()) {
            Some(path) => project::run_line(&alone, path, &line, output)?,
            None => floors(args, Input::Lines(Box::new(Cursor::new(line + "\n"))), output)?,
        };
    }
    Ok(all_good)
}

/// Towers of one floor.
fn floors(args: &SolveArgs, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    if is_text(args) {
        return each_tower(args, input, output);
    }
    let mut stdout = io::stdout();
    let trace = args.trace.then_some(&mut stdout as &mut dyn Write);
    batch::run(&mut TowerSolver { budget: budget(args), trace }, input, output)
}

fn budget(args: &SolveArgs) -> Budget {
    Budget {
        depth: None,
        nodes: args.nodes,
        movetime: args.movetime.map(Duration::from_millis),
        threads: args.threads.into(),
        megabytes: args.hash.map_or(0, |megabytes| megabytes as usize),
    }
}

/// Whether the output is the text of `--keys` and `--check` rather than rows.
fn is_text(args: &SolveArgs) -> bool {
    args.keys || args.check.is_some()
}

/// `--keys` and `--check`: one line of text per tower.
fn each_tower(args: &SolveArgs, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    let answer = |tower: Result<(Tower, State), LineError>| {
        batch::answered(|| {
            let (puzzle, state) = tower?;
            line_of_tower(args, &puzzle, &state)
        })
    };
    let mut all_good = true;
    let mut write = |answer: Result<String, BatchError>| {
        all_good &= answer.is_ok();
        writeln!(output, "{}", answer.unwrap_or_else(|error| format!("error: {error}")))
    };
    match input {
        Input::One { text, .. } => write(answer(tower_line::read_text(&text)))?,
        Input::Lines(lines) => {
            for line in lines.lines() {
                write(answer(tower_line::read(line?.trim())))?;
            }
        }
    }
    Ok(all_good)
}

/// The line for a tower: the result of the walk to be checked, or the key strokes of the best one.
fn line_of_tower(args: &SolveArgs, puzzle: &Tower, state: &State) -> Result<String, BatchError> {
    if let Some(walk) = &args.check {
        return Ok(tower::check(puzzle, state, walk)?);
    }
    let mut solver = TowerSolver { budget: budget(args), trace: None };
    let (solution, _) = solver.solve(puzzle, state)?;
    solution.facts.walk.ok_or(BatchError::NoWalk)
}
