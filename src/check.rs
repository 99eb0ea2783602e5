//! `meihua check`: a file that describes games or a puzzle, read to its end.

use clap::Args;
use meihua_console::stderr::print_error;
use meihua_console::stdout;
use meihua_contracts::plain_file;
use meihua_contracts::puzzle::FilesError;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::game_files::LIMIT;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_planning::{Plan, open};
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a file that describes games (docs/own-games.md) or a puzzle in PDDL (docs/own-puzzles.md), and name them.
///
/// Each fault of games is a line: file, line, key, what is wrong and what is expected. Of a puzzle the first fault is
/// named, with line and column. Exit status: 0; 1 if there are faults, no games or no puzzle.
#[derive(Args, Debug, Clone)]
pub(crate) struct CheckArgs {
    /// The file; `-` is standard input
    pub file: PathBuf,
    /// The problem, where FILE is a domain in PDDL
    pub problem: Option<PathBuf>,
}

/// Checks the file.
pub(crate) fn run(args: &CheckArgs, language: Language) -> ExitCode {
    let text = match plain_file::read_named_text(&args.file, LIMIT) {
        Ok(text) => text,
        Err(error) => {
            print_error("check", language.text(&error));
            return ExitCode::FAILURE;
        }
    };
    let is_puzzle = args.problem.is_some() || is_pddl(&text);
    let (is_fine, report) = if is_puzzle { puzzle(args, &text, language) } else { games(args, &text, language) };
    if let Err(error) = stdout::print(&report) {
        print_error("check", error);
        return ExitCode::FAILURE;
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a text is in PDDL: what is no comment begins with a parenthesis.
fn is_pddl(text: &str) -> bool {
    let mut lines =
        text.split(['\n', '\r']).map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with(';'));
    lines.next().is_some_and(|line| line.starts_with('('))
}

/// The name of a puzzle, or what is wrong with it; and whether it can be played.
fn puzzle(args: &CheckArgs, text: &str, language: Language) -> (bool, String) {
    let read = match &args.problem {
        Some(problem) => open(problem, Some(&args.file)),
        None if args.file.as_os_str() == "-" => Plan::from_pddl(text, None).map_err(FilesError::from),
        None => open(&args.file, None),
    };
    let said = match &read {
        Ok((plan, _)) => language.text(say!("{} puzzle: {}", 1, plan.name().to_owned())),
        Err(fault) => language.text(fault),
    };
    (read.is_ok(), format!("{}: {said}", args.file.display()))
}

/// The faults and the names of the games of a text; and whether all is well.
fn games(args: &CheckArgs, text: &str, language: Language) -> (bool, String) {
    let (games, faults) = meihua_variants::read_beside(text, crate::GAMES);
    let said = |what: Sentence| language.text(say!("{}: {}", args.file.display().to_string(), what));
    let mut report: String = faults.iter().map(|fault| said(fault.into()) + "\n").collect();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    let count = match names.len() {
        0 => say!("no game can be played"),
        1 => say!("{} game: {}", 1, names.join(", ")),
        count => say!("{} games: {}", count, names.join(", ")),
    };
    report.push_str(&said(count));
    (faults.is_empty() && !games.is_empty(), report)
}
