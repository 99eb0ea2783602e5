//! A file of self-play games: one line of text that says how they were made, then the games in any order, each as
//! [`GameData`] writes it.
//!
//! A process killed at any moment leaves whole games and at most one broken one at the end, which is removed when the
//! file is opened again. Nothing else is ever removed: a damaged file is refused. The file is locked while games are
//! added.

use super::games::{DataFileError, GameReader, MAGICS};
use super::record::{GameData, RecordFormat, encode};
use meihua_console::file_lock::FileLock;
use meihua_contracts::plain_file;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of games, open for adding more.
#[derive(Debug)]
pub(crate) struct DataFile {
    path: PathBuf,
    file: File,
    format: RecordFormat,
    cut_off: usize,
    _lock: FileLock,
}

impl DataFile {
    /// Opens or creates a file for games with this setup; `visit` receives each game already in it.
    ///
    /// # Errors
    /// The file cannot be read or written, contains something else, is damaged, or is being written by another process.
    pub(crate) fn open(path: &Path, setup: &str, visit: &mut dyn FnMut(GameData)) -> Result<DataFile, DataFileError> {
        let fail = |error| DataFileError::File { path: path.to_owned(), error };
        let mut file = plain_file::update(path)?;
        let lock = FileLock::take(&file, path)?;
        let mut games = GameReader::of(path, Box::new(file.try_clone().map_err(fail)?))?;
        // A file of the old format stays in that format. A new one, or one cut off within its first line, gets the
        // current format.
        let header = |(format, magic): (RecordFormat, &str)| (format, format!("{magic}{setup}\n"));
        let mut headers = MAGICS.map(header).into_iter();
        let Some((format, header)) = headers.find(|(_, header)| header.as_bytes().starts_with(games.header())) else {
            let (found, expected) = (games.setup().to_owned(), setup.to_owned());
            return Err(DataFileError::OtherSetup { path: path.to_owned(), found, expected });
        };
        for game in games.by_ref() {
            visit(game?);
        }
        file.set_len(games.length()).map_err(fail)?;
        file.seek(SeekFrom::Start(games.length())).map_err(fail)?;
        if games.length() == 0 {
            file.write_all(header.as_bytes()).map_err(fail)?;
        }
        Ok(DataFile { path: path.to_owned(), file, format, cut_off: games.unfinished(), _lock: lock })
    }

    /// Number of bytes of an unfinished game removed when the file was opened.
    pub(crate) fn cut_off(&self) -> usize {
        self.cut_off
    }

    /// Appends a game in a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, game: &GameData) -> Result<(), DataFileError> {
        let too_long = || DataFileError::TooLong { path: self.path.clone(), number: game.number };
        let bytes = encode(game, self.format).ok_or_else(too_long)?;
        self.file.write_all(&bytes).map_err(|error| DataFileError::File { path: self.path.clone(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::score::Score;
    use std::fs;

    fn game(number: u32) -> GameData {
        let plies = (0..number as u16).map(|ply| (ply + 1, Score::cp(i32::from(ply)))).collect();
        GameData { number, fen: format!("position {number}"), winner: None, plies, settled: number as usize / 2 }
    }

    const SETUP: &str = "game=nim nodes=5";

    /// A path for a new file.
    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("meihua-games-{name}-{}.bin", std::process::id()));
        _ = fs::remove_file(&path);
        path
    }

    fn open(path: &Path, setup: &str) -> Result<(DataFile, Vec<GameData>), DataFileError> {
        let mut held = Vec::new();
        DataFile::open(path, setup, &mut |game| held.push(game)).map(|file| (file, held))
    }

    /// The bytes of a file of these games.
    fn written(path: &Path, games: &[GameData]) -> Vec<u8> {
        let (mut file, held) = open(path, SETUP).unwrap();
        assert!(held.is_empty());
        games.iter().for_each(|game| file.add(game).unwrap());
        fs::read(path).unwrap()
    }

    #[test]
    fn cut_anywhere_it_goes_on() {
        let path = scratch("cut");
        let games: Vec<GameData> = (0..4).map(game).collect();
        let whole = written(&path, &games);
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut file, held) = open(&path, SETUP).unwrap();
            assert_eq!(held, games[..held.len()], "cut at byte {cut}");
            games[held.len()..].iter().for_each(|game| file.add(game).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at byte {cut}");
        }
        let read: Result<Vec<GameData>, _> = GameReader::open(&path).unwrap().collect();
        assert_eq!(read.unwrap(), games);
        // Half a game at the end is removed at once; a shorter game would not overwrite all of it.
        let half = &encode(&game(90), RecordFormat::Two).unwrap()[..300];
        fs::write(&path, [whole.as_slice(), half].concat()).unwrap();
        assert_eq!(open(&path, SETUP).unwrap().0.cut_off(), 300);
        assert_eq!(fs::read(&path).unwrap(), whole);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_of_the_old_format_goes_on_in_it() {
        for (setup, settled) in [("game=nim nodes=5", 0), ("game=nim nodes=5 stray=8", 4)] {
            let path = scratch("old");
            let record = |number| GameData { plies: game(4).plies, settled: 0, ..game(number) };
            let old = encode(&record(4), RecordFormat::One).unwrap();
            fs::write(&path, [format!("meihua games 1 {setup}\n").as_bytes(), &old].concat()).unwrap();
            let (mut file, held) = open(&path, setup).unwrap();
            assert_eq!(held, [GameData { settled, ..record(4) }], "{setup}");
            file.add(&GameData { settled: 1, ..record(5) }).unwrap();
            let read: Vec<GameData> = GameReader::open(&path).unwrap().map(Result::unwrap).collect();
            assert_eq!(read[1].settled, settled, "the old format does not tell");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn something_else_is_refused_and_stays() {
        let path = scratch("other");
        written(&path, &[game(3)]);
        let other = open(&path, "game=nim nodes=6").unwrap_err().to_string();
        assert!(other.contains("nodes=5") && other.contains("nodes=6"), "{other}");
        for foreign in ["[Event \"?\"]\n", "my notes", "meihua games 1 game=chess", &"x".repeat(5_000)] {
            fs::write(&path, foreign).unwrap();
            assert!(open(&path, SETUP).is_err(), "{foreign}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_damaged_byte_is_named_and_nothing_is_cut_off() {
        let path = scratch("damaged");
        let games: Vec<GameData> = (20..26).map(game).collect();
        let whole = written(&path, &games);
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for place in first..whole.len() {
            for change in [0x01, 0x10, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[place] ^= change;
                fs::write(&path, &bytes).unwrap();
                let error = open(&path, SETUP).map(|(_, held)| held.len()).unwrap_err();
                let DataFileError::Damaged { offset, .. } = error else { panic!("byte {place}: {error}") };
                assert!(offset <= place as u64 && place as u64 - offset < 200, "byte {place}: {offset}");
                assert_eq!(fs::read(&path).unwrap(), bytes, "it stays as it is");
                let read: Result<Vec<GameData>, _> = GameReader::open(&path).unwrap().collect();
                assert!(matches!(read, Err(DataFileError::Damaged { .. })), "byte {place}");
            }
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_process_writes_at_a_time() {
        let path = scratch("locked");
        let (file, _) = open(&path, SETUP).unwrap();
        let error = open(&path, SETUP).unwrap_err().to_string();
        assert!(error.contains(&format!("process {} is writing it", std::process::id())), "{error}");
        drop(file);
        open(&path, SETUP).unwrap();
        fs::remove_file(&path).unwrap();
    }
}
