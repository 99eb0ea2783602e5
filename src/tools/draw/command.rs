//! `meihua draw GAME POSITION`: from its command line to its exit status.

use super::{pictures, png};
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position;
use crate::puzzle::PuzzleText;
use crate::text::GameText;
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use svg::Document;
use thiserror::Error;

/// Draw a position: a board, the state of a puzzle with its best plan, the state graph of a river.
///
/// The picture is an SVG or PNG file without any text in it that would need a font. Exit status: 0; 1 if the position or
/// the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct DrawArgs {
    /// The game: xiangqi, cfour, river, sliding or tower
    pub game: String,
    /// What may follow `position`, or the game's short form; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output; its ending chooses the format: .svg, .png, .dot
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format, where no ending tells; dot is for the graph of the river
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// PNG: so many dots for a unit of the picture
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub scale: f32,
    /// Xiangqi: arrows for these moves, played on from the position
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub pv: String,
    /// River: the graph of all positions, the plan and the dead positions marked
    #[arg(long)]
    pub graph: bool,
    /// Puzzles: at most so many milliseconds for the plan
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub movetime: u64,
}

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Scalable Vector Graphics
    Svg,
    /// Portable Network Graphics
    Png,
    /// Graphviz
    Dot,
}

/// Why nothing could be drawn.
#[derive(Debug, Error)]
enum DrawError {
    #[error("unknown game {0:?}, expected xiangqi, cfour, river, sliding or tower")]
    Game(String),
    #[error("only the river has a graph: draw river POSITION --graph")]
    NoGraph,
    #[error("{0}")]
    Position(String),
    #[error("{0}")]
    Png(#[from] png::PngError),
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Draws. The picture goes to standard output or the file asked for, complaints to standard error.
pub fn run(args: &DrawArgs) -> ExitCode {
    match draw(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("meihua draw: {error}");
            let misuse = matches!(error, DrawError::Game(_) | DrawError::NoGraph);
            ExitCode::from(if misuse { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs) -> Result<(), DrawError> {
    let position = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let format = args.format();
    if (args.graph || format == Format::Dot) && !args.is_puzzle::<River>() {
        return Err(if args.is_known() { DrawError::NoGraph } else { DrawError::Game(args.game.clone()) });
    }
    let bytes = match format {
        Format::Dot => pictures::river_dot(&position).map_err(DrawError::Position)?.into_bytes(),
        Format::Svg => args.picture(&position)?.to_string().into_bytes(),
        Format::Png => png::encode(&args.picture(&position)?.to_string(), args.scale)?,
    };
    match &args.output {
        Some(path) => fs::write(path, bytes)?,
        None => {
            let mut output = io::stdout();
            output.write_all(&bytes)?;
            if format == Format::Svg {
                output.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}

impl DrawArgs {
    fn picture(&self, position: &str) -> Result<Document, DrawError> {
        let picture = if self.is_game::<Position>() {
            pictures::xiangqi(position, &self.pv)
        } else if self.is_game::<ConnectFour>() {
            pictures::connect_four(position)
        } else if self.is_puzzle::<River>() && self.graph {
            pictures::river_graph(position)
        } else if self.is_puzzle::<River>() {
            pictures::river(position, self.movetime)
        } else if self.is_puzzle::<Sliding>() {
            pictures::sliding(position, self.movetime)
        } else if self.is_puzzle::<Tower>() {
            pictures::tower(position, self.movetime)
        } else {
            return Err(DrawError::Game(self.game.clone()));
        };
        picture.map_err(DrawError::Position)
    }

    /// What was asked for; the ending of the file tells if nothing else does.
    fn format(&self) -> Format {
        let ending = self.output.as_ref().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        self.format.unwrap_or_else(|| match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => Format::Png,
            Some("dot" | "gv") => Format::Dot,
            _ => Format::Svg,
        })
    }

    fn is_known(&self) -> bool {
        let puzzle = self.is_puzzle::<River>() || self.is_puzzle::<Sliding>() || self.is_puzzle::<Tower>();
        puzzle || self.is_game::<Position>() || self.is_game::<ConnectFour>()
    }

    fn is_puzzle<P: PuzzleText>(&self) -> bool {
        self.is_one_of(P::NAME, P::ALIASES)
    }

    fn is_game<G: GameText>(&self) -> bool {
        self.is_one_of(G::NAME, G::ALIASES)
    }

    fn is_one_of(&self, name: &str, aliases: &[&str]) -> bool {
        std::iter::once(&name).chain(aliases).any(|name| self.game.eq_ignore_ascii_case(name))
    }
}
