//! `meihua draw GAME POSITION`, from command line to exit status.

use crate::shared::line::{Base, Line, LineError, open_bytes, opens};
use clap::{Args, ValueEnum};
use meihua_console::output_file::{OutputError, OutputFile};
use meihua_console::paths::{PathClash, is_missing_file, refuse_shared};
use meihua_console::stderr::print_error;
use meihua_console::stdout::{self, StdoutError};
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::puzzle::FilesError;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_pictures::film::{FilmError, Look, animation};
use meihua_pictures::pictures::{self, PictureError, Wanted};
use meihua_pictures::png;
use meihua_pictures::xiangqi::Edges;
use meihua_records::encoding::decode;
use meihua_records::saved_game;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// Default number of pixels per unit.
const SCALE: f32 = 1.0;
/// Default time per move of an animation, in milliseconds.
const DELAY: u32 = 1_000;
/// Maximum size of a file with a position, in bytes.
const MAX_INPUT: u64 = 4 << 20;

/// Draw a position: a board, the state of a puzzle with its best plan, or the state graph of a river.
///
/// POSITION may be a file with a saved game in any format that `convert` reads: its final position is drawn, or the
/// position after --ply moves; a .gif shows it move by move.
///
/// The picture is an SVG, PNG or GIF file that needs no fonts, but for Chinese in the SVG of a tower: a PNG has boxes
/// there, and English captions. Without a position, one is read from standard input if
/// that is a pipe or a file, as in `meihua generate tower | meihua draw tower`; it may be empty. Exit status: 0; 1 if
/// the position or the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct DrawArgs {
    /// The game: xiangqi, cfour, river, sliding, tower or plan
    pub game: String,
    /// What may follow `position`, the game's short form, or a multi-floor tower; `-` for standard input; default: the
    /// start position
    pub position: Vec<String>,
    /// Write to this file; default, or `-`: standard output; the extension chooses the format: .svg, .png, .gif, .dot, .gv
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format, if no file extension chooses it; dot is for the graph of the river
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// PNG and GIF: pixels per unit of the picture; default: 1
    #[arg(long, value_name = "FACTOR")]
    pub scale: Option<f32>,
    /// Xiangqi and games of files: draw arrows for these moves, played from the position. Multi-floor tower: the route to
    /// follow, or a file with one. GIF: show these moves
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub pv: String,
    /// Play only the first PLY moves of a saved game, or of the moves given
    #[arg(long, value_name = "PLY")]
    pub ply: Option<usize>,
    /// Xiangqi and games of files: view the board from the second player's side
    #[arg(long)]
    pub flip: bool,
    /// Xiangqi: labels at the edges of the board
    #[arg(long, value_enum, default_value_t)]
    pub edges: Edges,
    /// GIF: milliseconds per move; default: 1000
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    pub delay: Option<u32>,
    /// River: draw the graph of all positions, with the plan and the dead ends marked
    #[arg(long)]
    pub graph: bool,
    /// Puzzles: maximum time to find the plan, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub movetime: u64,
}

/// The format of a picture.
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
    #[error("{0}: neither a file nor a position")]
    Missing(String),
    #[error("--ply: found {ply}, expected at most the number of moves, {plies}")]
    Ply { ply: usize, plies: usize },
    #[error("{path:?}: its file extension and --format {format} disagree")]
    Format { path: PathBuf, format: &'static str },
    #[error("{option} is only for {formats}, not for {format}")]
    Option { option: &'static str, formats: &'static str, format: &'static str },
    #[error(transparent)]
    Film(FilmError),
    #[error(transparent)]
    Project(#[from] FilesError),
    #[error("--pv: {0}")]
    Pv(PictureError),
    #[error(transparent)]
    Picture(PictureError),
    #[error("{0}")]
    Png(#[from] png::PngError),
    #[error("{path:?}: unknown format {found:?}, expected .svg, .png, .gif, .dot or .gv")]
    Ending { path: PathBuf, found: String },
    #[error(transparent)]
    Paths(#[from] PathClash),
    #[error(transparent)]
    File(#[from] OutputError),
    #[error(transparent)]
    Input(#[from] FileError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
}

impl From<PictureError> for DrawError {
    fn from(error: PictureError) -> DrawError {
        match error {
            PictureError::Pv(_) | PictureError::Route(_) => DrawError::Pv(error),
            PictureError::Graph { .. } | PictureError::Table(_) | PictureError::Go(_) => DrawError::Picture(error),
        }
    }
}

impl From<&DrawError> for Sentence {
    /// What is wrong with a position; all else is English.
    fn from(error: &DrawError) -> Sentence {
        match error {
            DrawError::Position(error) => error.into(),
            DrawError::Film(FilmError::Position(error)) => error.into(),
            DrawError::Project(error) => error.into(),
            DrawError::Input(error) => error.into(),
            DrawError::Missing(path) => say!("{}: neither a file nor a position", path.clone()),
            error => Sentence::plain(error),
        }
    }
}

/// Draws a picture to standard output or the requested file; errors go to standard error.
pub(crate) fn run(args: &DrawArgs, games: &'static [Entry], language: Language) -> ExitCode {
    match draw(args, games, language) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("draw", language.text(&error));
            use DrawError::{Ending, Format, Game, NoGraph, Option, Paths, Ply, Png};
            let is_option = matches!(error, Format { .. } | Option { .. } | Ply { .. } | Png(png::PngError::Scale(_)));
            let misuse = is_option || matches!(error, Game { .. } | NoGraph | Ending { .. } | Paths(_));
            ExitCode::from(if misuse { 2 } else { 1 })
        }
    }
}

fn draw(args: &DrawArgs, games: &'static [Entry], language: Language) -> Result<(), DrawError> {
    let format = args.format()?;
    let unknown = || DrawError::Game { found: args.game.clone(), expected: registry::names_or(games) };
    let entry = registry::find(games, &args.game).ok_or_else(unknown)?;
    let wants_graph = args.graph || format == Format::Dot;
    let graph = wants_graph.then(|| pictures::graph(entry.name).ok_or(DrawError::NoGraph)).transpose()?;
    args.check_format(format)?;
    let words = args.position.join(" ");
    refuse_input(args, &words)?;
    // Opened before the plan of a puzzle is sought.
    let output = args.file().map(OutputFile::open).transpose()?;
    let mut session = args.open(&words, entry, games, language)?;
    // A PNG has the letters of the pen alone: its captions are English.
    let words = (format == Format::Svg).then(|| language.words());
    let wanted =
        Wanted { pv: &args.pv, movetime: args.movetime, flip: args.flip, edges: args.edges, film: false, words };
    if format == Format::Gif {
        let (scale, delay) = (args.scale.unwrap_or(SCALE), args.delay.unwrap_or(DELAY));
        let look = Look { pv: &args.pv, movetime: args.movetime, flip: args.flip, edges: args.edges };
        return write(output, format, animation(session.as_mut(), &look, scale, delay)?);
    }
    let mut picture = || -> Result<String, DrawError> {
        let drawn = graph.map_or(Ok(None), |graph| (graph.draw)(session.typed()))?;
        Ok(drawn.map_or_else(|| pictures::draw(session.as_mut(), wanted), Ok)?.to_string())
    };
    let bytes = match format {
        Format::Dot => graph.map_or(Ok(None), |graph| (graph.dot)(session.typed()))?.unwrap_or_default().into_bytes(),
        Format::Svg => picture()?.into_bytes(),
        Format::Png => png::encode(&picture()?, args.scale.unwrap_or(SCALE))?,
        Format::Gif => Vec::new(),
    };
    write(output, format, bytes)
}

fn write(output: Option<OutputFile>, format: Format, mut bytes: Vec<u8>) -> Result<(), DrawError> {
    match output {
        Some(file) => Ok(file.write_whole(bytes)?),
        None => {
            if format == Format::Svg {
                bytes.push(b'\n');
            }
            Ok(stdout::write(&bytes)?)
        }
    }
}

/// Refuses to overwrite the position.
fn refuse_input(args: &DrawArgs, words: &str) -> Result<(), PathClash> {
    let file = words.strip_prefix("file ").unwrap_or(words).trim();
    let output = args.file().map(|path| ("--output", path)).into_iter().collect::<Vec<_>>();
    refuse_shared(&output, &[("the position", Path::new(file))])
}

/// A picture that cannot be drawn fails alike alone and in an animation.
impl From<FilmError> for DrawError {
    fn from(error: FilmError) -> DrawError {
        match error {
            FilmError::Picture(error) => error.into(),
            error => DrawError::Film(error),
        }
    }
}

impl DrawArgs {
    /// The file to write; `None` for standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Opens the game at the position to draw.
    fn open(
        &self,
        words: &str,
        entry: &Entry,
        games: &'static [Entry],
        language: Language,
    ) -> Result<Box<dyn Session>, DrawError> {
        let line = Line::parse(if words.is_empty() { "startpos" } else { words }, games);
        // Whatever opens a file as a whole opens it after `file`, too.
        let (path, is_moved) = if let Base::File(path) = line.base { (path, true) } else { (words, false) };
        let projects = entry.project.filter(|&projects| opens(projects, Path::new(path)));
        let mut session = projects.map_or_else(|| Ok((entry.open)()), |projects| (projects.open)(path))?;
        let is_input = words == "-" || (words.is_empty() && is_input_given());
        let is_named = fs::metadata(words).is_ok_and(|data| !data.is_dir());
        if projects.is_some() {
            if is_moved {
                line.play(session.as_mut())?;
            }
        } else if is_input || is_named {
            let name = if is_input { "-" } else { words };
            let bytes = plain_file::read_named(Path::new(name), MAX_INPUT)?;
            let opened = if is_input || !Path::new(name).is_file() {
                open_input(&mut session, &bytes, games)
            } else {
                open_bytes(session.as_mut(), &bytes, games).map_err(DrawError::from)
            };
            report(name, opened?, language);
        } else {
            match line.open(&mut session) {
                Ok(faults) => report(words, faults, language),
                Err(_) if !words.starts_with("file ") && is_missing_file(words) => {
                    return Err(DrawError::Missing(words.to_owned()));
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

    /// Refuses options of other formats.
    fn check_format(&self, format: Format) -> Result<(), DrawError> {
        let foreign = |option, formats| Err(DrawError::Option { option, formats, format: format.name() });
        match format {
            Format::Gif if self.graph => foreign("--graph", "svg, png and dot"),
            Format::Svg | Format::Dot if self.scale.is_some() => foreign("--scale", "png and gif"),
            Format::Svg | Format::Dot | Format::Png if self.delay.is_some() => foreign("--delay", "gif"),
            Format::Svg | Format::Dot | Format::Png | Format::Gif => Ok(()),
        }
    }

    /// The requested format: by file extension, by `--format`, or by both if they agree.
    fn format(&self) -> Result<Format, DrawError> {
        let Some(path) = self.file() else { return Ok(self.format.unwrap_or(Format::Svg)) };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let named = match ending.as_deref() {
            None => return Ok(self.format.unwrap_or(Format::Svg)),
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("gif") => Format::Gif,
            Some("dot" | "gv") => Format::Dot,
            Some(found) => return Err(DrawError::Ending { path: path.to_owned(), found: found.to_owned() }),
        };
        match self.format {
            Some(format) if format != named => Err(DrawError::Format { path: path.to_owned(), format: format.name() }),
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

/// Whether standard input is a pipe or a file, and so was provided on purpose. Terminals, `/dev/null` and sockets,
/// which are often just inherited from the parent process, are read only if `-` asks for it.
#[cfg(unix)]
fn is_input_given() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let kind = io::stdin().as_fd().try_clone_to_owned().and_then(|file| fs::File::from(file).metadata());
    kind.is_ok_and(|data| data.is_file() || data.file_type().is_fifo())
}

/// On other systems, only `-` asks for standard input.
#[cfg(not(unix))]
fn is_input_given() -> bool {
    false
}

/// Prints a line on standard error if only part of the input is drawn.
fn report(name: &str, faults: Vec<Sentence>, language: Language) {
    let more = faults.len().saturating_sub(1);
    if let Some(first) = faults.into_iter().next() {
        let told = say!("{}: only a part is drawn: {}", name.to_owned(), first);
        let more = if more > 0 { say!(" (and {} more)", more) } else { Sentence::EMPTY };
        print_error("draw", language.text(told.then(more)));
    }
}

/// Sets the position from input: a line as on the command line, a position of several lines, or a saved game. Returns
/// what could not be read.
fn open_input(
    session: &mut Box<dyn Session>,
    bytes: &[u8],
    games: &'static [Entry],
) -> Result<Vec<Sentence>, DrawError> {
    let text = decode(bytes);
    if text.trim().is_empty() {
        session.reset();
        return Ok(Vec::new());
    }
    if text.trim().lines().count() == 1 {
        let opened = Line::parse(text.trim(), games).open(session);
        // A single line with a bad move is refused; games of several lines keep what precedes it.
        let is_game = saved_game::first(bytes, session.name(), games).is_some_and(|game| game.faults.is_empty());
        if opened.is_ok() || !is_game {
            return Ok(opened?);
        }
    }
    Ok(open_bytes(session.as_mut(), bytes, games)?)
}
