//! `meihua draw GAME POSITION`: from its command line to its exit status.

use super::tower;
use crate::control::Control;
use crate::games::tower::Tower;
use crate::puzzle::PuzzleText;
use crate::solve::branch_and_bound;
use crate::solve::solution::{Budget, Status};
use crate::tools::solve::tower::read;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Draw a position as SVG: a tower with the best walk through it.
///
/// Exit status: 0; 1 if the position or the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct DrawArgs {
    /// The game: tower
    pub game: String,
    /// What may follow `position`, or a path; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// At most so many milliseconds for the walk
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub movetime: u64,
}

/// Why nothing could be drawn.
#[derive(Debug, Error)]
enum DrawError {
    #[error("unknown game {0:?}, expected {known}", known = Tower::NAME)]
    Game(String),
    #[error("{0}")]
    Position(String),
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Draws. The picture goes to standard output or the file asked for, complaints to standard error.
pub fn run(args: &DrawArgs) -> ExitCode {
    match draw(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("meihua draw: {error}");
            ExitCode::from(if matches!(error, DrawError::Game(_)) { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs) -> Result<(), DrawError> {
    let is_tower = std::iter::once(&Tower::NAME).chain(Tower::ALIASES).any(|name| args.game.eq_ignore_ascii_case(name));
    if !is_tower {
        return Err(DrawError::Game(args.game.clone()));
    }
    let position = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let picture = tower_picture(&position, args.movetime).map_err(DrawError::Position)?;
    match &args.output {
        Some(path) => fs::write(path, picture)?,
        None => writeln!(io::stdout(), "{picture}")?,
    }
    Ok(())
}

/// The map of a tower and the best walk that is found in time.
///
/// # Errors
/// What is wrong with the position.
pub fn tower_picture(position: &str, movetime: u64) -> Result<String, String> {
    let (puzzle, state) = read(position)?;
    let budget = Budget { movetime: Some(Duration::from_millis(movetime)), ..Budget::default() };
    let solution = branch_and_bound::solve(&puzzle, &state, &budget, &Control::new(), &mut |_| {});
    let fact = |wanted: &str| {
        let found = solution.facts.iter().find(|(name, _)| *name == wanted);
        found.map_or("", |(_, value)| value.as_str())
    };
    let how = if solution.status == Status::Proven { "proven" } else { "not proven" };
    let verdict = match solution.value {
        Some(hp) => format!("boss dead with hp {hp} ({how}), {} keys", fact("walk").len()),
        None => {
            format!("the boss lives ({how}): left {}, hp {}, {} keys", fact("left"), fact("hp"), fact("walk").len())
        }
    };
    Ok(tower::draw(&puzzle, &state, &solution.plan, &verdict).to_string())
}
