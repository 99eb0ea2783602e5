//! The PGN file of a match: rewritten from the journal if there is one, otherwise appended to.

use super::pgn;
use super::played_game::PlayedGame;
use meihua_console::file_lock::{FileLock, LockError};
use meihua_console::output_file::OutputFile;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::text::Notation;
use meihua_engine::engine::referee::Referee;
use meihua_engine::engine::registry::Entry;
use meihua_records::RecordedGame;
use meihua_records::write::pgn::escaped;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Enough of a file to tell whose it is: the tags of one game.
const HEAD: u64 = 1 << 12;

/// Why games cannot be written.
#[derive(Debug, Error)]
pub enum ScoresError {
    /// The file cannot be opened, or is not a regular file.
    #[error("PGN file {0}")]
    Open(#[from] FileError),
    /// The file cannot be read or written.
    #[error("PGN file {path:?}: {error}")]
    File {
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file does not contain games.
    #[error("{0:?} is not a PGN file; choose another file")]
    Foreign(PathBuf),
    /// The file contains other games and would be overwritten.
    #[error("PGN file {0:?} contains other games and would be overwritten with --journal; choose another file")]
    OtherGames(PathBuf),
    /// Another match is writing it.
    #[error("PGN file {0}")]
    Locked(#[from] LockError),
}

/// An open PGN file.
pub(crate) struct Scores {
    path: PathBuf,
    file: File,
    /// The rewritten file, until [`Scores::settle`].
    fresh: Option<OutputFile>,
    event: String,
    notation: Notation,
    names: Vec<String>,
    referee: Box<dyn Referee>,
    /// The tag `Rules` of a game of a file.
    rules: Option<String>,
    lock: Option<FileLock>,
}

impl Scores {
    /// Opens the file. `begun` says whether there is a journal, and whether it held games before this run. With a
    /// journal the file is rewritten, because the journal has all games; what the file held before must be games of
    /// this match.
    ///
    /// # Errors
    /// See [`ScoresError`].
    pub(crate) fn open(
        path: &Path,
        begun: Option<bool>,
        event: &str,
        notation: Notation,
        names: Vec<String>,
        entry: &Entry,
        referee: Box<dyn Referee>,
    ) -> Result<Scores, ScoresError> {
        let fail = |error| ScoresError::File { path: path.to_owned(), error };
        let anew = begun.is_some();
        let mut file = plain_file::update(path)?;
        let lock = if anew { Some(FileLock::take(&file, path)?) } else { None };
        let mut head = Vec::new();
        (&mut file).take(HEAD).read_to_end(&mut head).map_err(fail)?;
        let head = String::from_utf8_lossy(&head);
        if !head.is_empty() && !head.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '%', ';']) {
            return Err(ScoresError::Foreign(path.to_owned()));
        }
        if begun.is_some_and(|begun| !(head.is_empty() || begun && is_of_match(&head, &names))) {
            return Err(ScoresError::OtherGames(path.to_owned()));
        }
        // Two matches may append to one file, because each game is a single write at its end.
        let fresh = if anew { Some(OutputFile::create(path).map_err(fail)?) } else { None };
        let file = if anew { file } else { plain_file::append(path)? };
        let (path, event) = (path.to_owned(), event.to_owned());
        let game = RecordedGame::named(entry.name, std::slice::from_ref(entry));
        let rules = game.and_then(RecordedGame::rules_tag);
        Ok(Scores { path, file, fresh, event, notation, names, referee, rules, lock })
    }

    /// Adds a game in a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, game: &PlayedGame) -> Result<(), ScoresError> {
        let (referee, rules) = (self.referee.as_mut(), self.rules.as_deref());
        let text = pgn::write(game, &self.names, &self.event, self.notation, referee, rules);
        // A game played by the referee can be replayed by it.
        let Some(text) = text else { return Ok(()) };
        let written = match &mut self.fresh {
            Some(fresh) => fresh.write_all(text.as_bytes()),
            None => self.file.write_all(text.as_bytes()),
        };
        written.map_err(|error| ScoresError::File { path: self.path.clone(), error })
    }

    /// Called once all earlier games are added: replaces the old file by the rewritten one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn settle(&mut self) -> Result<(), ScoresError> {
        let Some(fresh) = self.fresh.take() else { return Ok(()) };
        fresh.finish().map_err(|error| ScoresError::File { path: self.path.clone(), error })?;
        self.file = plain_file::append(&self.path)?;
        // The old lock was on the old file.
        self.lock = None;
        self.lock = Some(FileLock::take(&self.file, &self.path)?);
        Ok(())
    }
}

/// Whether a file begins with a game as written here, between engines with these names.
fn is_of_match(head: &str, names: &[String]) -> bool {
    let tag = |name: &str| {
        let tags = head.lines().take_while(|line| line.starts_with('['));
        let mut values = tags
            .filter_map(|line| line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]"));
        values.next()
    };
    let is_player = |name| tag(name).is_some_and(|value| names.iter().any(|name| escaped(name) == value));
    head.starts_with("[Event \"") && tag("Site") == Some("?") && is_player("White") && is_player("Black")
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::rules::Rules;
    use meihua_engine::engine::referee::RefereeBoard;
    use meihua_engine::engine::registry;
    use meihua_engine::games::connect_four::ConnectFour;
    use std::fs;

    #[test]
    fn only_games_of_the_match_are_written_anew() {
        let path = std::env::temp_dir().join(format!("meihua-scores-{}.pgn", std::process::id()));
        let open = |begun| {
            let (names, referee) =
                (vec!["A".to_owned(), "B".to_owned()], Box::new(RefereeBoard::<ConnectFour>::new(Rules::default())));
            Scores::open(&path, begun, "a test", Notation::Wire, names, &registry::CONNECT_FOUR, referee)
        };
        let own =
            "[Event \"a test\"]\n[Site \"?\"]\n[Date \"2025.01.01\"]\n[White \"B\"]\n[Black \"A\"]\n\n1. 0 1-0\n\n";
        let other = own.replace("\"A\"", "\"C\"");
        // Which files may be rewritten, and which appended to.
        for (text, begun, is_fine) in [
            ("my notes\n", None, false),
            ("my notes\n", Some(true), false),
            (own, None, true),
            (&other, None, true),
            (&other, Some(true), false),
            (own, Some(false), false),
            (own, Some(true), true),
            ("", Some(false), true),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(open(begun).is_ok(), is_fine, "{text:?} {begun:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{begun:?}: nothing is lost by opening");
            if let Ok(mut scores) = open(begun) {
                scores.settle().unwrap();
                let left = if begun.is_some() { "" } else { text };
                assert_eq!(fs::read_to_string(&path).unwrap(), left, "{begun:?}: written anew, of no games");
            }
        }
        let _first = open(Some(true)).unwrap();
        assert!(matches!(open(Some(true)), Err(ScoresError::Locked(_))));
        fs::remove_file(&path).unwrap();
    }
}
