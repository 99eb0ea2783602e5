//! `meihua draw GAME POSITION`: from its command line to its exit status.

use super::pictures::{self, PictureError, Wanted};
use super::png;
use crate::engine::registry::{self, Entry};
use crate::engine::session::Session;
use crate::tools::game_file::{GameFile, is_missing_file};
use crate::tools::paths::{PathClash, refuse_shared};
use crate::tools::solve::line::{Line, LineError};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// A larger position on standard input is none, in bytes.
const MAX_INPUT: u64 = 4 << 20;

/// Draw a position: a board, the state of a puzzle with its best plan, the state graph of a river.
///
/// The picture is an SVG or PNG file without any text in it that would need a font. Without a position, one is read
/// from standard input if that is a pipe or a file: `meihua generate tower | meihua draw tower`; it may be empty. Exit
/// status: 0; 1 if the position or the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct DrawArgs {
    /// The game: xiangqi, cfour, river, sliding or tower
    pub game: String,
    /// What may follow `position`, or the game's short form; `-` for standard input; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output; its ending chooses the format: .svg, .png, .dot, .gv
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format, where no ending decides; dot is for the graph of the river
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
    #[error("unknown game {found:?}, expected {expected}")]
    Game { found: String, expected: String },
    #[error("only the river has a graph: draw river POSITION --graph")]
    NoGraph,
    #[error(transparent)]
    Position(#[from] LineError),
    #[error("{0}: no such file, and no position either")]
    Missing(String),
    #[error(transparent)]
    Picture(#[from] PictureError),
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
pub fn run(args: &DrawArgs, games: &[Entry]) -> ExitCode {
    match draw(args, games) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads only the beginning has had what was wanted.
        Err(DrawError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("meihua draw: {error}");
            use DrawError::{Ending, Game, NoGraph, Paths};
            let misuse = matches!(error, Game { .. } | NoGraph | Ending { .. } | Paths(_));
            ExitCode::from(if misuse { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs, games: &[Entry]) -> Result<(), DrawError> {
    let format = args.format()?;
    let unknown = || DrawError::Game { found: args.game.clone(), expected: registry::names_or(games) };
    let entry = registry::find(games, &args.game).ok_or_else(unknown)?;
    let wants_graph = args.graph || format == Format::Dot;
    let graph = wants_graph.then(|| pictures::graph(entry.name).ok_or(DrawError::NoGraph)).transpose()?;
    let session = args.open(entry)?;
    let picture = || -> Result<String, DrawError> {
        let drawn = graph.map_or(Ok(None), |graph| (graph.draw)(session.typed()))?;
        let wanted = Wanted { pv: &args.pv, movetime: args.movetime };
        Ok(drawn.map_or_else(|| pictures::draw(session.as_ref(), wanted), Ok)?.to_string())
    };
    let bytes = match format {
        Format::Dot => graph.map_or(Ok(None), |graph| (graph.dot)(session.typed()))?.unwrap_or_default().into_bytes(),
        Format::Svg => picture()?.into_bytes(),
        Format::Png => png::encode(&picture()?, args.scale)?,
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

    /// The game at what is to be drawn.
    fn open(&self, entry: &Entry) -> Result<Box<dyn Session>, DrawError> {
        let position = self.position()?;
        let mut session = (entry.open)();
        let opened = Line::parse(&position).open(session.as_mut());
        let words = self.position.join(" ");
        match opened {
            Ok(()) => Ok(session),
            Err(_) if !words.starts_with("file ") && is_missing_file(&words) => Err(DrawError::Missing(words)),
            Err(error) => Err(error.into()),
        }
    }

    /// What was asked for; the ending of the file decides by default.
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
}

/// Whether standard input is a pipe or a file, which somebody gave it on purpose. A terminal, `/dev/null` and sockets,
/// which parent processes hand on without a thought, are not read unless `-` asks for it.
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
