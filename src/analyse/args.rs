//! The command line of `analyse`.

use clap::{Args, ValueEnum};
use meihua_contracts::text::Notation;
use meihua_lab::matches::args::Law;
use meihua_records::notation_words::{self, WRITTEN};
use std::path::PathBuf;

/// Analyse saved games: every move of the main line against the best one, with marks, accuracy and turning points.
///
/// GAME is a file of any format that `convert` reads; all its games are analysed. Xiangqi is searched from the last move to the
/// first, four in a row is solved exactly. With --puzzle GAME is a position with moves, or a file of such lines: each step against
/// the proven best plan. Exit status: 0; 1 if a file or a game could not be read or analysed; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct AnalyseArgs {
    /// Files; `-` is standard input
    #[arg(required = true, value_name = "GAME")]
    pub inputs: Vec<PathBuf>,
    /// Nodes per position; without any limit, 100,000 (four in a row: 50,000,000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds a position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Plies of each search
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=255))]
    pub depth: Option<u32>,
    /// Best lines a move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub multipv: u16,
    /// Threads of a search; with more than one the result is not the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Megabytes of the table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// The repetition rule
    #[arg(long, value_enum, value_name = "LAW", default_value_t = Law::Asian)]
    pub rule: Law,
    /// How moves are written
    #[arg(long, default_value = "chinese", value_parser = notation_words::parser(WRITTEN))]
    pub notation: Notation,
    /// Only the game of this number in each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub only: Option<u64>,
    /// The moves are those of a puzzle
    #[arg(long, value_enum, value_name = "PUZZLE", conflicts_with_all = ["pgn", "html", "multipv", "depth", "only"])]
    pub puzzle: Option<PuzzleName>,
    /// Write the games with marks, evaluations and better lines to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write a JSON object a game to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write one report of all games to this file: a page for a browser, pictures included
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print no table; there is none either if an output is `-`
    #[arg(long)]
    pub quiet: bool,
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

/// Nodes of a search where nothing bounds it.
pub(crate) const NODES: u64 = 100_000;
/// Nodes of a proof in four in a row where nothing bounds it.
pub(crate) const PROOF_NODES: u64 = 50_000_000;
