//! `meihua draw GAME POSITION`: from its command line to its exit status.

use super::{pictures, png};
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position;
use crate::puzzle::PuzzleText;
use crate::text::GameText;
use crate::tools::game_file::{GameFile, is_missing_file};
use crate::tools::paths::{PathClash, refuse_shared};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use svg::Document;
use thiserror::Error;

/// A larger position on standard input is none, in bytes.
const MAX_INPUT: u64 = 4 << 20;

/// Draw a position: a board, the state of a puzzle with its best plan, the state graph of a river.
///
/// The picture is an SVG or PNG file without any text in it that would need a font. Without a position, one is read from
/// standard input if that is a pipe or a file: `meihua generate tower | meihua draw tower`; it may be empty. Exit status: 0; 1 if the position or
/// the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct DrawArgs {
    /// The game: xiangqi, cfour, river, sliding or tower
    pub game: String,
    /// What may follow `position`, or the game's short form; `-` for standard input; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output; its ending chooses the format: .svg, .png, .dot, .gv
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
    #[error("{}: unknown format {found:?}, expected .svg, .png, .dot or .gv, or a --format", .path.display())]
    Ending { path: PathBuf, found: String },
    #[error(transparent)]
    Paths(#[from] PathClash),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("standard input: {0}")]
    Input(io::Error),
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Draws. The picture goes to standard output or the file asked for, complaints to standard error.
pub fn run(args: &DrawArgs) -> ExitCode {
    match draw(args) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads only the beginning has had what was wanted.
        Err(DrawError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("meihua draw: {error}");
            use DrawError::{Ending, Game, NoGraph, Paths};
            let misuse = matches!(error, Game(_) | NoGraph | Ending { .. } | Paths(_));
            ExitCode::from(if misuse { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs) -> Result<(), DrawError> {
    let format = args.format()?;
    if (args.graph || format == Format::Dot) && !args.is_puzzle::<River>() {
        return Err(if args.is_known() { DrawError::NoGraph } else { DrawError::Game(args.game.clone()) });
    }
    let position = args.position()?;
    let bytes = match format {
        Format::Dot => pictures::river_dot(&position).map_err(DrawError::Position)?.into_bytes(),
        Format::Svg => args.picture(&position)?.to_string().into_bytes(),
        Format::Png => png::encode(&args.picture(&position)?.to_string(), args.scale)?,
    };
    match &args.output {
        Some(path) => fs::write(path, bytes).map_err(|error| DrawError::File { path: path.clone(), error })?,
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
    /// What is to be drawn.
    fn position(&self) -> Result<String, DrawError> {
        let words = self.position.join(" ");
        if let Some(output) = &self.output {
            let file = words.strip_prefix("file ").unwrap_or(&words).trim();
            refuse_shared(&[("--output", output)], &[("the position", Path::new(file))])?;
        }
        if Path::new(&words).is_file() {
            return Ok(format!("file {words}"));
        }
        let text = if words == "-" || (words.is_empty() && is_input_given()) { standard_input()? } else { words };
        Ok(if text.is_empty() { "startpos".to_owned() } else { text })
    }

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
        let words = self.position.join(" ");
        let missing = || DrawError::Position(format!("{words}: no such file, and no position either"));
        let is_missing = !words.starts_with("file ") && is_missing_file(&words);
        picture.map_err(|cause| if is_missing { missing() } else { DrawError::Position(cause) })
    }

    /// What was asked for; the ending of the file tells if nothing else does.
    fn format(&self) -> Result<Format, DrawError> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = &self.output else { return Ok(Format::Svg) };
        let Some(ending) = path.extension() else { return Ok(Format::Svg) };
        let ending = ending.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Ok(Format::Svg),
            "png" => Ok(Format::Png),
            "dot" | "gv" => Ok(Format::Dot),
            _ => Err(DrawError::Ending { path: path.clone(), found: ending }),
        }
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

/// Whether standard input is a pipe or a file, which somebody gave it on purpose. A terminal, `/dev/null` and sockets, which
/// parent processes hand on without a thought, are not read unless `-` asks for it.
#[cfg(unix)]
fn is_input_given() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let kind = io::stdin().as_fd().try_clone_to_owned().and_then(|file| fs::File::from(file).metadata());
    kind.is_ok_and(|data| data.is_file() || data.file_type().is_fifo())
}

/// Elsewhere only `-` asks for standard input.
#[cfg(not(unix))]
fn is_input_given() -> bool {
    false
}

/// A position from standard input; several lines are those of one position.
fn standard_input() -> Result<String, DrawError> {
    let mut bytes = Vec::new();
    io::stdin().take(MAX_INPUT + 1).read_to_end(&mut bytes).map_err(DrawError::Input)?;
    if bytes.len() as u64 > MAX_INPUT {
        return Err(DrawError::Input(io::Error::other(format!("expected at most {MAX_INPUT} bytes"))));
    }
    let text = String::from_utf8(bytes).map_err(|_| DrawError::Input(io::Error::other("expected UTF-8 text")))?;
    if let Some(kind) = GameFile::of(&text) {
        return Err(DrawError::Input(io::Error::other(format!("found {kind}, expected a position"))));
    }
    Ok(text.trim().lines().map(str::trim).collect::<Vec<_>>().join(";"))
}
