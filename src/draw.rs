//! `meihua draw GAME POSITION`: from its command line to its exit status.

use crate::solve::line::{Line, LineError, open_bytes};
use clap::{Args, ValueEnum};
use meihua_contracts::plain_file;
use meihua_contracts::puzzle::FilesError;
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;
use meihua_lab::output_file::{self, OutputError};
use meihua_lab::paths::{PathClash, is_missing_file, refuse_shared};
use meihua_lab::stderr::print_error;
use meihua_mota::folder;
use meihua_pictures::pictures::{self, PictureError, Wanted};
use meihua_pictures::xiangqi::Edges;
use meihua_pictures::{gif, png};
use meihua_records::saved_game;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// Maximum size of a position on standard input, in bytes.
const MAX_INPUT: u64 = 4 << 20;

/// Draw a position: a board, the state of a puzzle with its best plan, the state graph of a river.
///
/// POSITION may be a file with a saved game of any format that `convert` reads: its end is drawn, or the position
/// after --ply moves; a .gif shows it move by move.
///
/// The picture is an SVG, PNG or GIF file that needs no fonts. Without a position, one is read from
/// standard input if that is a pipe or a file: `meihua generate tower | meihua draw tower`; it may be empty. Exit status: 0; 1 if the position or
/// the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct DrawArgs {
    /// The game: xiangqi, cfour, river, sliding or tower
    pub game: String,
    /// What may follow `position`, the game's short form, or a multi-floor tower; `-` for standard input; the start position if left out
    pub position: Vec<String>,
    /// Write to this file instead of standard output; its ending chooses the format: .svg, .png, .gif, .dot, .gv
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format, where no ending names it; dot is for the graph of the river
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// PNG: pixels per unit of the picture
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub scale: f32,
    /// Xiangqi: arrows for these moves, played on from the position; a multi-floor tower: this route, or the file of one
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub pv: String,
    /// Only the first PLY moves of a saved game, or of the moves given
    #[arg(long, value_name = "PLY")]
    pub ply: Option<usize>,
    /// Xiangqi: the board from the second player's side
    #[arg(long)]
    pub flip: bool,
    /// Xiangqi: the labels at the edges of the board
    #[arg(long, value_enum, default_value_t)]
    pub edges: Edges,
    /// GIF: milliseconds for a move
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    pub delay: u32,
    /// River: the graph of all positions, the plan and the dead positions marked
    #[arg(long)]
    pub graph: bool,
    /// Puzzles: at most this many milliseconds for the plan
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub movetime: u64,
}

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Scalable Vector Graphics
    Svg,
    /// Portable Network Graphics
    Png,
    /// Graphviz
    Dot,
    /// Graphics Interchange Format: the whole game or plan, move by move
    Gif,
}

/// Why nothing could be drawn.
#[derive(Debug, Error)]
pub(crate) enum DrawError {
    #[error("unknown game {found:?}, expected {expected}")]
    Game { found: String, expected: String },
    #[error("only the river has a graph: draw river POSITION --graph")]
    NoGraph,
    #[error(transparent)]
    Position(#[from] LineError),
    #[error("{0}: no such file, and no position either")]
    Missing(String),
    #[error("--ply {ply}: there are {plies} moves")]
    Ply { ply: usize, plies: usize },
    #[error("{path:?}: its name asks for another format than --format {format}")]
    Format { path: PathBuf, format: &'static str },
    #[error(transparent)]
    Gif(#[from] gif::GifError),
    #[error(transparent)]
    Project(#[from] FilesError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("{0}")]
    Png(#[from] png::PngError),
    #[error("{path:?}: unknown format {found:?}, expected .svg, .png, .gif, .dot or .gv")]
    Ending { path: PathBuf, found: String },
    #[error(transparent)]
    Paths(#[from] PathClash),
    #[error(transparent)]
    File(#[from] OutputError),
    #[error("standard input: {0}")]
    Input(io::Error),
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Draws. The picture goes to standard output or the file asked for, errors to standard error.
pub(crate) fn run(args: &DrawArgs, games: &'static [Entry]) -> ExitCode {
    match draw(args, games) {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads only the beginning has had what was wanted.
        Err(DrawError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_error("draw", &error);
            use DrawError::{Ending, Format, Game, NoGraph, Paths, Ply};
            let misuse = matches!(error, Game { .. } | NoGraph | Ending { .. } | Format { .. } | Paths(_) | Ply { .. });
            ExitCode::from(if misuse { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs, games: &'static [Entry]) -> Result<(), DrawError> {
    let format = args.format()?;
    let unknown = || DrawError::Game { found: args.game.clone(), expected: registry::names_or(games) };
    let entry = registry::find(games, &args.game).ok_or_else(unknown)?;
    let wants_graph = args.graph || format == Format::Dot;
    let graph = wants_graph.then(|| pictures::graph(entry.name).ok_or(DrawError::NoGraph)).transpose()?;
    let mut session = args.open(entry, games)?;
    let wanted = Wanted { pv: &args.pv, movetime: args.movetime, flip: args.flip, edges: args.edges, film: false };
    if format == Format::Gif {
        let look =
            Look { movetime: args.movetime, flip: args.flip, edges: args.edges, scale: args.scale, delay: args.delay };
        return write(args, format, &animation(session.as_mut(), &look)?);
    }
    let picture = || -> Result<String, DrawError> {
        let drawn = graph.map_or(Ok(None), |graph| (graph.draw)(session.typed()))?;
        Ok(drawn.map_or_else(|| pictures::draw(session.as_ref(), wanted), Ok)?.to_string())
    };
    let bytes = match format {
        Format::Dot => graph.map_or(Ok(None), |graph| (graph.dot)(session.typed()))?.unwrap_or_default().into_bytes(),
        Format::Svg => picture()?.into_bytes(),
        Format::Png => png::encode(&picture()?, args.scale)?,
        Format::Gif => Vec::new(),
    };
    write(args, format, &bytes)
}

/// How a film is drawn.
pub(crate) struct Look {
    /// Time for the plan of a puzzle, ms.
    pub movetime: u64,
    /// Seen by the second player.
    pub flip: bool,
    /// What stands at the edges.
    pub edges: Edges,
    /// Dots for each unit.
    pub scale: f32,
    /// Time of each picture, ms.
    pub delay: u32,
}

/// The game from its start, or the plan of a puzzle: a picture for every move.
///
/// # Errors
/// A position cannot be drawn.
pub(crate) fn animation(session: &mut dyn Session, args: &Look) -> Result<Vec<u8>, DrawError> {
    if session.history(Notation::Wire).is_empty() {
        // A puzzle without moves is shown as its plan.
        for text in pictures::plan(session, args.movetime) {
            if session.play(&text).is_err() {
                break;
            }
        }
    }
    let plies = session.history(Notation::Wire).len();
    session.undo(plies);
    let wanted = Wanted { pv: "", movetime: args.movetime, flip: args.flip, edges: args.edges, film: true };
    let mut film = gif::Film::new(args.scale, args.delay);
    for ply in 0..=plies {
        if ply > 0 {
            session.redo(1);
        }
        film.add(&pictures::draw(session, wanted)?.to_string())?;
    }
    Ok(film.finish()?)
}

fn write(args: &DrawArgs, format: Format, bytes: &[u8]) -> Result<(), DrawError> {
    match &args.output {
        Some(path) => output_file::write(path, bytes)?,
        None => {
            let mut output = io::stdout();
            output.write_all(bytes)?;
            if format == Format::Svg {
                output.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}

impl DrawArgs {
    /// The game at what is to be drawn.
    fn open(&self, entry: &Entry, games: &'static [Entry]) -> Result<Box<dyn Session>, DrawError> {
        let words = self.position.join(" ");
        if let Some(output) = &self.output {
            let file = words.strip_prefix("file ").unwrap_or(&words).trim();
            refuse_shared(&[("--output", output)], &[("the position", Path::new(file))])?;
        }
        if let Some(projects) = entry.project.filter(|_| folder::is_project(Path::new(&words))) {
            return Ok((projects.open)(&words)?);
        }
        let mut session = (entry.open)();
        if words == "-" || (words.is_empty() && is_input_given()) {
            let bytes = plain_file::read_input(MAX_INPUT).map_err(DrawError::Input)?;
            report("-", &open_input(session.as_mut(), &bytes, games)?);
        } else {
            // Pipes and devices, too: what reads the file refuses them by name.
            let is_named = fs::metadata(&words).is_ok_and(|data| !data.is_dir());
            let line = if is_named { format!("file {words}") } else { words.clone() };
            let line = if line.is_empty() { "startpos" } else { &line };
            match Line::parse(line, games).open(session.as_mut()) {
                Ok(faults) => report(&words, &faults),
                Err(_) if !words.starts_with("file ") && is_missing_file(&words) => {
                    return Err(DrawError::Missing(words));
                }
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(ply) = self.ply {
            let plies = session.history(Notation::Wire).len();
            session.undo(plies.checked_sub(ply).ok_or(DrawError::Ply { ply, plies })?);
        }
        Ok(session)
    }

    /// What was asked for: by the ending of the file, by `--format`, or by both if they agree.
    fn format(&self) -> Result<Format, DrawError> {
        let Some(path) = &self.output else { return Ok(self.format.unwrap_or(Format::Svg)) };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let named = match ending.as_deref() {
            None => return Ok(self.format.unwrap_or(Format::Svg)),
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("gif") => Format::Gif,
            Some("dot" | "gv") => Format::Dot,
            Some(found) => return Err(DrawError::Ending { path: path.clone(), found: found.to_owned() }),
        };
        match self.format {
            Some(format) if format != named => Err(DrawError::Format { path: path.clone(), format: format.name() }),
            _ => Ok(named),
        }
    }
}

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Dot => "dot",
            Format::Gif => "gif",
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

/// One line on the error stream, where only a part of what was named is drawn.
fn report(name: &str, faults: &[String]) {
    if let Some(first) = faults.first() {
        let others = if faults.len() > 1 { format!(" (and {} more)", faults.len() - 1) } else { String::new() };
        print_error("draw", format_args!("{name}: only a part is drawn: {first}{others}"));
    }
}

/// Goes to what was read: a line as on the command line, a position of several lines, or a saved game. Returns what could not be
/// taken over of it.
fn open_input(session: &mut dyn Session, bytes: &[u8], games: &'static [Entry]) -> Result<Vec<String>, DrawError> {
    let text = String::from_utf8_lossy(bytes);
    if text.trim().is_empty() {
        session.reset();
        return Ok(Vec::new());
    }
    if text.trim().lines().count() == 1 {
        let opened = Line::parse(text.trim(), games).open(session);
        // A line with a bad move is a bad line; games of several lines keep what is before it.
        let is_game = saved_game::first(bytes, session.name(), games).is_some_and(|game| game.faults.is_empty());
        if opened.is_ok() || !is_game {
            return Ok(opened?);
        }
    }
    Ok(open_bytes(session, bytes, games)?)
}
