//! The command line of `analyse`.

use crate::shared::library::QueryArgs;
use clap::{Args, ValueEnum};
use meihua_console::progress::ProgressArgs;
use meihua_contracts::text::Notation;
use meihua_lab::matches::args::{Law, Part};
use meihua_records::notation_words::{self, WRITTEN};
use std::path::PathBuf;

/// Analyse saved games: compare every move of the main line with the best one, and report marks, accuracy and turning
/// points.
///
/// GAME is a file in any format that `convert` reads; all its games are analysed. With --library, the games are those of a
/// library that the options of `library find` ask for. Xiangqi is searched from the last
/// move to the first; four in a row is solved exactly. With --puzzle, GAME is a position with moves, or a file of such
/// lines, and each step is compared with a proven best plan. Exit status: 0; 1 if a file or a game could not be read or
/// analysed; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct AnalyseArgs {
    /// Files to analyse; `-` is standard input
    #[arg(required_unless_present = "library", conflicts_with = "library", value_name = "GAME")]
    pub inputs: Vec<PathBuf>,
    /// Analyse the games of a library instead: of this file, else of the one that `meihua library` uses
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "only")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    pub library: Option<Option<PathBuf>>,
    /// Of these games only those of part K of N, as in 2/3: games K, K + N, K + 2N and so on
    // With GAME, which excludes --library, clap does not ask for that.
    #[arg(long, value_name = "K/N", requires = "library", conflicts_with = "inputs")]
    pub part: Option<Part>,
    /// Append a JSON object for each position to this file; a run that was interrupted goes on behind the last one
    #[arg(long, value_name = "FILE", requires = "library", value_parser = rows_file, conflicts_with_all = [
        "inputs", "movetime", "depth",
    ])]
    pub jsonl: Option<PathBuf>,
    /// Nodes per position; default without any limit: 100,000 (four in a row: 50,000,000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds per position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=255))]
    pub depth: Option<u32>,
    /// Number of best lines per move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub multipv: u16,
    /// Number of search threads; with more than one, results vary between runs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// The repetition rule
    #[arg(long, value_enum, value_name = "LAW", default_value_t = Law::Asian)]
    pub rule: Law,
    /// How moves are written; default: wxf, or chinese if the language is Chinese
    #[arg(long, value_parser = notation_words::parser(WRITTEN))]
    pub notation: Option<Notation>,
    /// Analyse only the game with this number in each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub only: Option<u64>,
    /// The moves are those of a puzzle
    #[arg(long, value_enum, value_name = "PUZZLE", conflicts_with_all = [
        "library", "pgn", "html", "exercises", "multipv", "depth", "only", "rule", "notation", "hash",
    ])]
    pub puzzle: Option<PuzzleName>,
    /// Write the games with marks, evaluations and better lines to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write one JSON object per game to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a report on all games to this file: a self-contained HTML page with pictures
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the positions in which only one move is good to this file, each as a game that begins there
    #[arg(long, value_name = "FILE")]
    pub exercises: Option<PathBuf>,
    /// Do not print the table; it is not printed either if an output is `-`
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
    #[command(flatten, next_help_heading = "Which games of the library")]
    pub query: QueryArgs,
}

/// The rows are read again by the next run.
fn rows_file(path: &str) -> Result<PathBuf, &'static str> {
    if path == "-" { Err("expected a file, from which the next run can go on") } else { Ok(PathBuf::from(path)) }
}

/// A puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleName {
    /// Priests and devils
    River,
    /// Sliding blocks
    Sliding,
    /// Magic Tower
    Tower,
}

/// Nodes per search if there is no limit.
pub(crate) const NODES: u64 = 100_000;
/// Nodes per proof in four in a row if there is no limit.
pub(crate) const PROOF_NODES: u64 = 50_000_000;
