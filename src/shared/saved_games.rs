//! Where games are written: one stream for all, or a folder with one file per input.

use super::inputs::Input;
use clap::Args;
use meihua_console::output_file::OutputFile;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_games::say;
use meihua_records::GameRecord;
use meihua_records::encoding::TextEncoding;
use meihua_records::notation_words::{self, WRITTEN};
use meihua_records::write::{Lost, OutputFormat, WriteError};
use std::collections::HashSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use thiserror::Error;

/// How games are written.
#[derive(Args, Debug, Clone)]
pub(crate) struct OutputArgs {
    /// File to write, or folder for one output file per input; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Output format; default: by the file extension of OUT, and PGN on standard output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<OutputFormat>,
    /// Move notation in PGN; default: wxf, or chinese if the language is Chinese
    #[arg(long, value_parser = notation_words::parser(WRITTEN))]
    pub notation: Option<Notation>,
    /// Encoding of all formats but XQF; what it lacks is written as an escape
    #[arg(long, value_enum, default_value_t)]
    pub encoding: TextEncoding,
}

/// The name of an output from which its format cannot be told.
#[derive(Debug, Error)]
#[error("cannot tell the format from the name {0:?}; name one with --to: pgn, dhtmlxq, iccs, json, uci or xqf")]
pub(crate) struct UnknownFormat(String);

impl OutputArgs {
    /// Whether the games go to standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.output.as_os_str() == "-"
    }

    /// The format to write: as requested, or by the name of the output.
    ///
    /// # Errors
    /// None is requested, and the name does not tell.
    pub(crate) fn format(&self) -> Result<OutputFormat, UnknownFormat> {
        let by_name = || if self.is_stdout() { Some(OutputFormat::Pgn) } else { OutputFormat::of_path(&self.output) };
        self.to.or_else(by_name).ok_or_else(|| UnknownFormat(self.output.to_string_lossy().into_owned()))
    }
}

/// Why a game cannot be written.
#[derive(Debug, Error)]
pub(crate) enum OutputError {
    #[error("{path:?}: {error}")]
    File {
        /// The file to be written.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The format cannot hold the game.
    #[error(transparent)]
    Format(#[from] WriteError),
    /// With `--strict`, the format cannot hold all of the game.
    #[error("left out: the format cannot hold {0}")]
    Loss(Lost),
    /// An XQF file holds a single game.
    #[error("an XQF file holds one game; name a folder with -o")]
    OneGame,
}

impl From<&OutputError> for Sentence {
    /// What does not concern the game itself is English.
    fn from(error: &OutputError) -> Sentence {
        match error {
            OutputError::Format(error) => error.into(),
            OutputError::Loss(lost) => say!("left out: the format cannot hold {}", lost),
            OutputError::File { .. } | OutputError::OneGame => Sentence::plain(error),
        }
    }
}

enum Stream {
    Stdout(BufWriter<io::Stdout>),
    File(PathBuf, OutputFile),
}

/// The output of a run.
pub(crate) struct Output {
    target: OutputFormat,
    path: PathBuf,
    notation: Notation,
    encoding: TextEncoding,
    /// Whether a game is left out if the format cannot hold all of it.
    is_strict: bool,
    folder: bool,
    stream: Option<Stream>,
    /// Files written by this run, so that none is written twice.
    written: HashSet<PathBuf>,
    games: u64,
}

impl Output {
    /// Whether there is a folder, for a file of each input.
    pub(crate) const fn is_folder(&self) -> bool {
        self.folder
    }

    /// The output for these arguments, in the given notation unless they name one; nothing is written yet. If it is
    /// strict, a game of which the format cannot hold all is left out.
    pub(crate) fn new(args: &OutputArgs, target: OutputFormat, notation: Notation, is_strict: bool) -> Output {
        let name = args.output.to_string_lossy();
        let folder = name != "-" && (args.output.is_dir() || name.ends_with(['/', std::path::MAIN_SEPARATOR]));
        Output {
            target,
            path: args.output.clone(),
            notation: args.notation.unwrap_or(notation),
            encoding: args.encoding,
            is_strict,
            folder,
            stream: None,
            written: HashSet::new(),
            games: 0,
        }
    }

    /// Writes a game of an input; `number` is its number there, from 1.
    ///
    /// # Errors
    /// The system's error, or the format cannot hold the game, or with a strict output all of it. In that case nothing has
    /// been written.
    pub(crate) fn write(&mut self, game: &GameRecord, input: &Input, number: u64) -> Result<Lost, OutputError> {
        let (bytes, lost) = self.target.encode(game, self.notation, self.encoding)?;
        if self.is_strict && !lost.is_nothing() {
            return Err(OutputError::Loss(lost));
        }
        if self.target == OutputFormat::Xqf && self.games > 0 && !self.folder {
            return Err(OutputError::OneGame);
        }
        if self.folder && (number == 1 || self.target == OutputFormat::Xqf || self.stream.is_none()) {
            self.finish()?;
            self.stream = Some(self.open_in_folder(input, number)?);
        }
        if self.stream.is_none() {
            self.stream = Some(self.open_file()?);
        }
        self.games += 1;
        match &mut self.stream {
            Some(Stream::Stdout(stream)) => {
                stream.write_all(&bytes).map_err(|error| failed("standard output", error))?
            }
            Some(Stream::File(path, stream)) => {
                stream.write_all(&bytes).map_err(|error| OutputError::File { path: path.clone(), error })?;
            }
            None => {}
        }
        Ok(lost)
    }

    /// Completes the current file.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn finish(&mut self) -> Result<(), OutputError> {
        match self.stream.take() {
            Some(Stream::Stdout(mut stream)) => stream.flush().map_err(|error| failed("standard output", error)),
            Some(Stream::File(path, stream)) => stream.finish().map_err(|error| OutputError::File { path, error }),
            None => Ok(()),
        }
    }

    /// Completes all files. A requested output exists even if there was no game.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn finish_all(&mut self) -> Result<(), OutputError> {
        if self.stream.is_none() && !self.folder && self.target != OutputFormat::Xqf {
            self.stream = Some(self.open_file()?);
        }
        self.finish()
    }

    fn open_file(&self) -> Result<Stream, OutputError> {
        let path = &self.path;
        if path.as_os_str() == "-" {
            return Ok(Stream::Stdout(BufWriter::new(io::stdout())));
        }
        create(path.clone())
    }

    fn open_in_folder(&mut self, input: &Input, number: u64) -> Result<Stream, OutputError> {
        let place = if input.is_stdin() { PathBuf::from("games") } else { input.place.clone() };
        let extension = self.target.extension();
        let stem = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = if number > 1 { format!("-{number}") } else { String::new() };
        let candidates = [stem, name].map(|stem| format!("{stem}{number}.{extension}"));
        let numbered = (2..).map(|copy| format!("{copy}-{}", candidates[1]));
        let folder = self.path.join(place.parent().unwrap_or(&place));
        fs::create_dir_all(&folder).map_err(|error| OutputError::File { path: folder.clone(), error })?;
        let mut paths = candidates.iter().cloned().chain(numbered).map(|name| folder.join(name));
        // An input is never overwritten, nor is output made from another input.
        let is_input = |path: &PathBuf| path.canonicalize().ok() == input.path.canonicalize().ok() && path.exists();
        let path = paths.find(|path| !self.written.contains(path) && !is_input(path)).unwrap_or_default();
        self.written.insert(path.clone());
        create(path)
    }
}

fn create(path: PathBuf) -> Result<Stream, OutputError> {
    match OutputFile::create(&path) {
        Ok(file) => Ok(Stream::File(path, file)),
        Err(error) => Err(OutputError::File { path, error }),
    }
}

fn failed(path: &str, error: io::Error) -> OutputError {
    OutputError::File { path: PathBuf::from(path), error }
}
