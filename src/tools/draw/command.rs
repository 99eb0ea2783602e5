//! `meihua draw GAME POSITION`: from its command line to its exit status.

use super::river::graph::StateGraph;
use super::river::{chart, dot};
use super::tower;
use crate::control::Control;
use crate::games::river::River;
use crate::games::tower::Tower;
use crate::puzzle::PuzzleText;
use crate::solve::branch_and_bound;
use crate::solve::solution::{Budget, Status};
use crate::tools::solve::line::Line;
use crate::tools::solve::tower::read;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// The largest state graph that is drawn, in positions.
const MOST_DRAWN: usize = 1_000;
/// The largest state graph that is written as text.
const MOST_WRITTEN: usize = 100_000;

/// Draw a position as SVG: a tower with the best walk through it, the state graph of a river.
///
/// Exit status: 0; 1 if the position or the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct DrawArgs {
    /// The game: river or tower
    pub game: String,
    /// What may follow `position`, or the game's short form; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output; a name that ends in .dot asks for a graph as text
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// River: the graph of all positions, the plan and the dead positions marked
    #[arg(long)]
    pub graph: bool,
    /// River: the graph as text for Graphviz
    #[arg(long)]
    pub dot: bool,
    /// At most so many milliseconds for the walk
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub movetime: u64,
}

/// Why nothing could be drawn.
#[derive(Debug, Error)]
enum DrawError {
    #[error("unknown game {0:?}, expected river or tower")]
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
    let position = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let picture = if is::<River>(args) {
        river_graph(&position, args.wants_dot())
    } else if is::<Tower>(args) {
        tower_picture(&position, args.movetime)
    } else {
        return Err(DrawError::Game(args.game.clone()));
    };
    let picture = picture.map_err(DrawError::Position)?;
    match &args.output {
        Some(path) => fs::write(path, picture)?,
        None => writeln!(io::stdout(), "{picture}")?,
    }
    Ok(())
}

impl DrawArgs {
    fn wants_dot(&self) -> bool {
        let ending = self.output.as_ref().and_then(|path| path.extension());
        self.dot || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("dot") || ending.eq_ignore_ascii_case("gv"))
    }
}

/// Whether a puzzle was asked for, by its name or an alias.
fn is<P: PuzzleText>(args: &DrawArgs) -> bool {
    std::iter::once(&P::NAME).chain(P::ALIASES).any(|name| args.game.eq_ignore_ascii_case(name))
}

/// The state graph around a position of the river, as a picture or as text.
///
/// # Errors
/// What is wrong with the position, or that its graph is too large.
pub fn river_graph(position: &str, as_text: bool) -> Result<String, String> {
    let read = |text: &str| River::from_fen(text).map_err(|error| error.to_string());
    let (river, start) = Line::parse(position).puzzle(read)?;
    let most = if as_text { MOST_WRITTEN } else { MOST_DRAWN };
    let graph = StateGraph::new(&river, &start, most)
        .ok_or_else(|| format!("the graph of {position} has more than {most} positions"))?;
    Ok(if as_text { dot::write(&graph) } else { chart::draw(&graph).to_string() })
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
