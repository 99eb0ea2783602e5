//! `meihua generate tower`: generates towers from a seed, in the text format.

use clap::{Args, ValueEnum};
use meihua_console::output_file::{self, OutputError};
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::puzzle::PuzzleText;
use meihua_engine::games::tower::generate::{BadRecipe, Style, TowerRecipe, generate};
use meihua_engine::games::tower::{Tile, Tower, Version, format};
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Generate a tower from a seed.
///
/// The same settings give the same tower. Exit status: 0; 1 if it cannot be written; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct GenerateArgs {
    /// The game: tower
    pub game: String,
    /// Number of rows
    #[arg(long, default_value_t = 13)]
    pub rows: usize,
    /// Number of columns
    #[arg(long, default_value_t = 13)]
    pub cols: usize,
    /// Number of doors and monsters, including the boss; fewer if the map has no room for them
    #[arg(long, default_value_t = 30)]
    pub decisions: usize,
    /// The hero's initial hp
    #[arg(long, default_value_t = 500)]
    pub hp: i64,
    /// The layout
    #[arg(long, value_enum, default_value_t = StyleArg::Rooms)]
    pub style: StyleArg,
    /// The rules
    #[arg(long, value_enum, default_value_t = RulesArg::V1)]
    pub rules: RulesArg,
    /// The seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The layout of a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArg {
    /// Rooms connected by gates; monsters grow with the hero, and the boss can be beaten
    Rooms,
    /// A cave in which everything is placed at random
    Cave,
}

/// The two sets of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesArg {
    /// Five values, specials 0 to 4
    V1,
    /// Seven values, specials 0 to 9
    V2,
}

/// Why no tower was generated.
#[derive(Debug, Error)]
enum GenerateError {
    #[error("unknown game {0:?}, expected {known}", known = Tower::NAME)]
    Game(String),
    #[error(transparent)]
    Recipe(#[from] BadRecipe),
    #[error(transparent)]
    File(#[from] OutputError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
}

/// Generates a tower.
pub(crate) fn run(args: &GenerateArgs) -> ExitCode {
    match make(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("generate", &error);
            ExitCode::from(if matches!(error, GenerateError::Stdout(_) | GenerateError::File(_)) { 1 } else { 2 })
        }
    }
}

fn make(args: &GenerateArgs) -> Result<(), GenerateError> {
    if !args.game.eq_ignore_ascii_case(Tower::NAME) {
        return Err(GenerateError::Game(args.game.clone()));
    }
    let version = match args.rules {
        RulesArg::V1 => Version::V1,
        RulesArg::V2 => Version::V2,
    };
    let style = match args.style {
        StyleArg::Rooms => Style::Rooms,
        StyleArg::Cave => Style::Cave,
    };
    let GenerateArgs { rows, cols, decisions, hp, seed, .. } = *args;
    let (tower, state) = generate(&TowerRecipe { rows, cols, decisions, version, hp, style, seed })?;
    let text = format::write(&tower, &state, "\n");
    match &args.output {
        Some(path) => output_file::write(path, text + "\n")?,
        None => print(&text)?,
    }
    let placed = state.map.iter().filter(|tile| matches!(tile, Tile::Door(_) | Tile::Monster(_))).count();
    if placed < decisions {
        print_error("generate", format_args!("the map has room for {placed} doors and monsters, not for {decisions}"));
    }
    Ok(())
}
