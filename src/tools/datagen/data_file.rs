//! A file of self-play games: one line of text that tells how they were made, then the games one after the other, in any
//! order, each as [`GameData`] writes it.
//!
//! A process killed at any moment leaves whole games and at most one broken one at the end, which is cut off when the
//! file is opened again.

use super::record::{GameData, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What every file begins with; the number is that of the format.
const MAGIC: &str = "meihua games 1 ";

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum DataFileError {
    /// The file.
    #[error("{path}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is something else.
    #[error("{0} is no file of self-play games")]
    Foreign(PathBuf),
    /// It was made in another way.
    #[error("{path} holds games made with {found:?}, expected {expected:?}")]
    OtherSetup {
        /// Its path.
        path: PathBuf,
        /// How its games were made.
        found: String,
        /// How they should have been.
        expected: String,
    },
    /// A record in its middle is broken.
    #[error("{path}: byte {offset}: {error}")]
    Record {
        /// Its path.
        path: PathBuf,
        /// Where the record begins.
        offset: usize,
        /// What is wrong.
        error: RecordError,
    },
    /// A game does not fit the format.
    #[error("{path}: game {number} is too long to be written")]
    TooLong {
        /// Its path.
        path: PathBuf,
        /// The game.
        number: u32,
    },
}

/// Everything in a file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Contents {
    /// How its games were made: `game=… nodes=… …`.
    pub setup: String,
    /// Its games.
    pub games: Vec<GameData>,
    /// Bytes up to the end of the last whole game.
    pub length: usize,
}

impl Contents {
    /// A word of the setup by its name: `xiangqi` for `game` in `game=xiangqi …`.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.setup.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether moves were played at random within the games: their results say nothing of the positions before.
    pub fn is_straying(&self) -> bool {
        self.word("stray").is_some()
    }

    /// Reads a whole file; a game cut off at its end is left out.
    ///
    /// # Errors
    /// Where it cannot be read, is something else, or is damaged.
    pub fn read(path: &Path) -> Result<Contents, DataFileError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| DataFileError::File { path: path.to_owned(), error })?;
        Contents::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Contents, DataFileError> {
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
            // A header cut off is the beginning of one of ours.
            let begun = bytes.iter().zip(MAGIC.as_bytes()).all(|(byte, magic)| byte == magic) && bytes.len() < 1 << 12;
            return if begun { Ok(Contents::default()) } else { Err(DataFileError::Foreign(path.to_owned())) };
        };
        let header = std::str::from_utf8(&bytes[..end]).ok().and_then(|line| line.strip_prefix(MAGIC));
        let setup = header.ok_or_else(|| DataFileError::Foreign(path.to_owned()))?.to_owned();
        let mut contents = Contents { setup, games: Vec::new(), length: end + 1 };
        loop {
            match GameData::decode(&bytes[contents.length..]) {
                Ok((game, length)) => {
                    contents.games.push(game);
                    contents.length += length;
                }
                Err(RecordError::CutOff) => return Ok(contents),
                Err(error) => {
                    return Err(DataFileError::Record { path: path.to_owned(), offset: contents.length, error });
                }
            }
        }
    }
}

/// A file that games are added to.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    file: File,
}

impl DataFile {
    /// Opens or begins a file whose games are made so; returns also the games it holds already.
    ///
    /// # Errors
    /// Where it cannot be read or written, or holds something else.
    pub fn open(path: &Path, setup: &str) -> Result<(DataFile, Vec<GameData>), DataFileError> {
        let fail = |error| DataFileError::File { path: path.to_owned(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let contents = Contents::parse(path, &bytes)?;
        if contents.length > 0 && contents.setup != setup {
            let (found, expected) = (contents.setup, setup.to_owned());
            return Err(DataFileError::OtherSetup { path: path.to_owned(), found, expected });
        }
        file.set_len(contents.length as u64).map_err(fail)?;
        file.seek(SeekFrom::Start(contents.length as u64)).map_err(fail)?;
        if contents.length == 0 {
            file.write_all(format!("{MAGIC}{setup}\n").as_bytes()).map_err(fail)?;
        }
        Ok((DataFile { path: path.to_owned(), file }, contents.games))
    }

    /// Adds a game, in one write.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn add(&mut self, game: &GameData) -> Result<(), DataFileError> {
        let too_long = || DataFileError::TooLong { path: self.path.clone(), number: game.number };
        let bytes = game.encode().ok_or_else(too_long)?;
        self.file.write_all(&bytes).map_err(|error| DataFileError::File { path: self.path.clone(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use std::fs;

    fn game(number: u32) -> GameData {
        let plies = (0..number as u16).map(|ply| (ply + 1, Score::cp(i32::from(ply)))).collect();
        GameData { number, fen: format!("position {number}"), winner: None, plies }
    }

    #[test]
    fn cut_anywhere_it_goes_on() {
        let path = std::env::temp_dir().join(format!("meihua-games-{}.bin", std::process::id()));
        _ = fs::remove_file(&path);
        let games: Vec<GameData> = (0..4).map(game).collect();
        let (mut file, held) = DataFile::open(&path, "game=nim nodes=5").unwrap();
        assert!(held.is_empty());
        games.iter().for_each(|game| file.add(game).unwrap());
        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut file, held) = DataFile::open(&path, "game=nim nodes=5").unwrap();
            assert_eq!(held, games[..held.len()], "cut at byte {cut}");
            games[held.len()..].iter().for_each(|game| file.add(game).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at byte {cut}");
        }
        assert_eq!(Contents::read(&path).unwrap().games, games);
        // Half of a game is cut off at once: a shorter one would not cover it.
        let half = &game(90).encode().unwrap()[..300];
        fs::write(&path, [whole.as_slice(), half].concat()).unwrap();
        DataFile::open(&path, "game=nim nodes=5").unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        let other = DataFile::open(&path, "game=nim nodes=6").unwrap_err().to_string();
        assert!(other.contains("nodes=5") && other.contains("nodes=6"), "{other}");
        fs::write(&path, "[Event \"?\"]\n").unwrap();
        assert!(matches!(DataFile::open(&path, "x"), Err(DataFileError::Foreign(_))));
        fs::remove_file(&path).unwrap();
    }
}
