//! `meihua check`: a file that describes games, read to its end.

use clap::Args;
use meihua_console::stderr::print_error;
use meihua_console::stdout;
use meihua_contracts::plain_file;
use meihua_engine::engine::game_files::LIMIT;
use meihua_games::language::Language;
use meihua_games::say;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a file that describes games (docs/own-games.md), and list its games.
///
/// Each fault is a line: file, line, key, what is wrong and what is expected. Exit status: 0; 1 if there are faults or
/// no games.
#[derive(Args, Debug, Clone)]
pub(crate) struct CheckArgs {
    /// The file; `-` is standard input
    pub file: PathBuf,
}

/// Checks the file.
pub(crate) fn run(args: &CheckArgs, language: Language) -> ExitCode {
    let text = match plain_file::read_named_text(&args.file, LIMIT) {
        Ok(text) => text,
        Err(error) => {
            print_error("check", error);
            return ExitCode::FAILURE;
        }
    };
    let (games, faults) = meihua_variants::read_beside(&text, crate::GAMES);
    let mut report: String = faults.iter().map(|fault| format!("{}: {fault}\n", args.file.display())).collect();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    let count = match names.len() {
        0 => say!("no game can be played"),
        1 => say!("{} game: {}", 1, names.join(", ")),
        count => say!("{} games: {}", count, names.join(", ")),
    };
    report.push_str(&format!("{}: {}", args.file.display(), language.text(count)));
    if let Err(error) = stdout::print(&report) {
        print_error("check", error);
        return ExitCode::FAILURE;
    }
    if faults.is_empty() && !games.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
