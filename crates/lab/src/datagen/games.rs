//! Reads a file of self-play games one at a time, because a file may be larger than memory.

use super::record::{self, DecodeError, GameData, RecordFormat, is_damaged_end};
use meihua_console::file_lock::LockError;
use meihua_contracts::plain_file::{self, FileError};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Maximum length of the first line; settings take about a hundred characters.
const MAX_HEADER: u64 = 1 << 12;

/// The first bytes of a file in each format, the current format first.
pub(super) const MAGICS: [(RecordFormat, &str); 2] =
    [(RecordFormat::Two, "meihua games 2 "), (RecordFormat::One, "meihua games 1 ")];

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum DataFileError {
    /// The file cannot be opened, or is not a regular file.
    #[error(transparent)]
    Open(#[from] FileError),
    /// The file cannot be read or written.
    #[error("{path:?}: {error}")]
    File {
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file contains something else.
    #[error("{0} is not a file of self-play games")]
    Foreign(PathBuf),
    /// Its games were made with other settings.
    #[error("{path:?} holds games made with {found:?}, expected {expected:?}")]
    OtherSetup {
        path: PathBuf,
        /// The settings of its games.
        found: String,
        /// The settings asked for.
        expected: String,
    },
    /// The bytes are neither a game nor the beginning of one.
    #[error("{path:?}: damaged at byte {offset}, after {games} whole games; the bytes before it are a valid file")]
    Damaged {
        path: PathBuf,
        /// Offset of the bad record.
        offset: u64,
        games: usize,
    },
    /// Another process is writing the file.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// A game does not fit into the format.
    #[error("{path:?}: game {number} is too long to be written")]
    TooLong { path: PathBuf, number: u32 },
}

/// The games of a file, in order.
///
/// An unfinished record at the end, as left by a process that was killed while writing, ends the iteration; its length
/// can be asked for afterwards. Any other bad record is an error and the last item.
pub struct GameReader {
    path: PathBuf,
    input: BufReader<Box<dyn Read + Send>>,
    header: Vec<u8>,
    setup: String,
    format: RecordFormat,
    length: u64,
    count: usize,
    unfinished: usize,
    is_over: bool,
}

impl GameReader {
    /// Opens a file or a pipe.
    ///
    /// # Errors
    /// The file cannot be read, or contains something else.
    pub fn open(path: &Path) -> Result<GameReader, DataFileError> {
        GameReader::of(path, plain_file::open_input(path)?)
    }

    /// Reads the games of an open file; `input` starts at its beginning.
    ///
    /// # Errors
    /// As for [`GameReader::open`].
    pub fn of(path: &Path, input: Box<dyn Read + Send>) -> Result<GameReader, DataFileError> {
        let mut games = GameReader {
            path: path.to_owned(),
            input: BufReader::with_capacity(1 << 16, input),
            header: Vec::new(),
            setup: String::new(),
            format: RecordFormat::Two,
            length: 0,
            count: 0,
            unfinished: 0,
            is_over: false,
        };
        let read = games.input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut games.header);
        read.map_err(|error| games.fail(error))?;
        let foreign = || DataFileError::Foreign(path.to_owned());
        if let Some(line) = games.header.strip_suffix(b"\n") {
            let line = std::str::from_utf8(line).map_err(|_| foreign())?;
            let read = MAGICS.iter().find_map(|&(format, magic)| Some((format, line.strip_prefix(magic)?.to_owned())));
            (games.format, games.setup) = read.ok_or_else(foreign)?;
            games.length = games.header.len() as u64;
            return Ok(games);
        }
        // A truncated header is the beginning of one of our files; no game can follow it.
        let is_like = |magic: &str| games.header.iter().zip(magic.as_bytes()).all(|(byte, magic)| byte == magic);
        let begun = games.header.len() as u64 != MAX_HEADER && MAGICS.iter().any(|(_, magic)| is_like(magic));
        (games.unfinished, games.is_over) = (games.header.len(), true);
        if begun { Ok(games) } else { Err(foreign()) }
    }

    /// The settings of the games, `game=… nodes=… …`; empty if the file ends within its first line.
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// A setting by name: `xiangqi` for `game` in `game=xiangqi …`.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.setup.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// The format of the records.
    pub fn format(&self) -> RecordFormat {
        self.format
    }

    /// The first line as far as it is present, with its line end.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// Offset of the end of the last game read.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Length in bytes of the unfinished record after the last game, once that has been read.
    pub fn unfinished(&self) -> usize {
        self.unfinished
    }

    fn fail(&self, error: io::Error) -> DataFileError {
        DataFileError::File { path: self.path.clone(), error }
    }

    fn damaged(&self) -> DataFileError {
        DataFileError::Damaged { path: self.path.clone(), offset: self.length, games: self.count }
    }

    /// The next game; `None` at the end.
    fn read(&mut self) -> Result<Option<GameData>, DataFileError> {
        let mut record = Vec::new();
        // Read the head first; it contains the length of the rest.
        for _ in 0..2 {
            let needed = record::needed(&record, self.format).map_err(|_| self.damaged())?;
            let missing = needed.saturating_sub(record.len()) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut record);
            read.map_err(|error| self.fail(error))?;
            if record.len() < needed {
                break;
            }
        }
        match record::decode(&record, self.format) {
            Ok((mut game, length)) => {
                // Format 1 records only that there were random moves, not where.
                if self.format == RecordFormat::One && self.word("stray").is_some() {
                    game.settled = game.plies.len();
                }
                self.length += length as u64;
                self.count += 1;
                Ok(Some(game))
            }
            Err(DecodeError::CutOff) if !is_damaged_end(&record, self.format) => {
                self.unfinished = record.len();
                Ok(None)
            }
            Err(_) => Err(self.damaged()),
        }
    }
}

impl Iterator for GameReader {
    type Item = Result<GameData, DataFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}
