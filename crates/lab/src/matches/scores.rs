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
use rustc_hash::FxHashSet;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Enough of a file to tell whose it is: the tags of one game.
const HEAD: u64 = 1 << 12;
/// Enough of its end to find the last game.
const TAIL: u64 = 1 << 20;

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
    /// The file contains what the journal does not, and would be overwritten.
    #[error(
        "PGN file {0:?} contains other games, or games written otherwise than now, and would be overwritten with --journal; \
         choose another file"
    )]
    OtherGames(PathBuf),
    /// The rules forbid what was played.
    #[error("PGN file {path:?} is not written: game {number} of the journal cannot be replayed by the rules of today")]
    Unplayable {
        path: PathBuf,
        /// The number of the game.
        number: usize,
    },
    /// Another match is writing it.
    #[error("PGN file {0}")]
    Locked(#[from] LockError),
}

/// An open PGN file.
pub(crate) struct Scores {
    path: PathBuf,
    file: File,
    /// The games of the journal as they are written, until [`Scores::settle`].
    fresh: Option<String>,
    /// What ends the last game of the file, before the first one that is appended.
    ending: String,
    /// Whether the journal held games before this run.
    has_begun: bool,
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
    /// journal the file is rewritten, because the journal has all games.
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
        let (is_whole, has_begun) = (begun.is_some(), begun.unwrap_or(false));
        let mut file = plain_file::update(path)?;
        let lock = if is_whole { Some(FileLock::take(&file, path)?) } else { None };
        let mut head = Vec::new();
        (&mut file).take(HEAD).read_to_end(&mut head).map_err(fail)?;
        let head = String::from_utf8_lossy(&head);
        if !head.is_empty() && !head.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '%', ';']) {
            return Err(ScoresError::Foreign(path.to_owned()));
        }
        // Two matches may append to one file, because each game is a single write at its end.
        let (file, ending) = if is_whole {
            (file, String::new())
        } else {
            (plain_file::append(path)?, ending_of(&mut file).map_err(fail)?)
        };
        let fresh = is_whole.then(String::new);
        let (path, event) = (path.to_owned(), event.to_owned());
        let rules = RecordedGame::of_entry(entry).and_then(RecordedGame::rules_tag);
        Ok(Scores { path, file, fresh, ending, has_begun, event, notation, names, referee, rules, lock })
    }

    /// Adds a game in a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, game: &PlayedGame) -> Result<(), ScoresError> {
        let (referee, rules) = (self.referee.as_mut(), self.rules.as_deref());
        let text = pgn::write(game, &self.names, &self.event, self.notation, referee, rules);
        // What the referee has seen it can replay; a game of the journal may be one that the rules forbid today.
        let unplayable = || ScoresError::Unplayable { path: self.path.clone(), number: game.number };
        let text = text.ok_or_else(unplayable)?;
        match &mut self.fresh {
            Some(fresh) => *fresh += &text,
            None => {
                let text = std::mem::take(&mut self.ending) + &text;
                let written = self.file.write_all(text.as_bytes());
                written.map_err(|error| ScoresError::File { path: self.path.clone(), error })?;
            }
        }
        Ok(())
    }

    /// Whether every game of `old` is one of `fresh`, to the letter. The last one may be cut off; and a game of this match
    /// whose end the journal has lost with its own is played again.
    fn may_replace(&self, old: &str, fresh: &str) -> bool {
        let known: FxHashSet<&str> = games_in(fresh).collect();
        let rounds: FxHashSet<Option<&str>> = known.iter().map(|game| tag(game, "Round")).collect();
        let is_player = |game, side| self.names.iter().any(|name| tag(game, side) == Some(&escaped(name)));
        let is_lost = |game| {
            let is_of_match = tag(game, "Event") == Some(&escaped(&self.event)) && tag(game, "Site") == Some("?");
            self.has_begun
                && is_of_match
                && is_player(game, "White")
                && is_player(game, "Black")
                && !rounds.contains(&tag(game, "Round"))
        };
        let mut games = games_in(old).peekable();
        while let Some(game) = games.next() {
            let is_last = games.peek().is_none();
            let is_cut = || is_last && known.iter().any(|one| one.starts_with(game));
            if !known.contains(game) && !is_lost(game) && !is_cut() {
                return false;
            }
        }
        true
    }

    /// Called once all earlier games are added: replaces the old file by the rewritten one.
    ///
    /// # Errors
    /// The file holds what the journal does not, or cannot be written.
    pub(crate) fn settle(&mut self) -> Result<(), ScoresError> {
        let Some(fresh) = self.fresh.take() else { return Ok(()) };
        let fail = |error| ScoresError::File { path: self.path.clone(), error };
        let mut old = Vec::new();
        self.file.rewind().and_then(|()| self.file.read_to_end(&mut old)).map_err(fail)?;
        if !self.may_replace(&String::from_utf8_lossy(&old), &fresh) {
            return Err(ScoresError::OtherGames(self.path.clone()));
        }
        let written = OutputFile::create(&self.path).map_err(fail)?.write_whole(fresh);
        written.map_err(|failed| fail(failed.error))?;
        self.file = plain_file::append(&self.path)?;
        // The old lock was on the old file.
        self.lock = None;
        self.lock = Some(FileLock::take(&self.file, &self.path)?);
        Ok(())
    }
}

/// What must stand between the games of a file and the next one: a full disk may have cut the last of them off within a
/// comment, which would swallow what follows.
fn ending_of(file: &mut File) -> io::Result<String> {
    let length = file.seek(io::SeekFrom::End(0))?;
    file.seek(io::SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    let tail = String::from_utf8_lossy(&tail);
    let last = games_in(&tail).last().unwrap_or_default();
    let is_in_comment = |is_in: bool, letter| match letter {
        '{' => true,
        '}' => false,
        _ => is_in,
    };
    let moves = last.lines().skip_while(|line| line.starts_with('[')).flat_map(str::chars);
    let comment = if moves.fold(false, is_in_comment) { "}" } else { "" };
    let is_apart = tail.is_empty() || tail.ends_with("\n\n");
    let gap = if is_apart && comment.is_empty() { "" } else { "\n\n" };
    Ok(format!("{comment}{gap}"))
}

/// The value of a tag of a game.
fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let mut tags = game.lines().take_while(|line| line.starts_with('['));
    tags.find_map(|line| line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]"))
}

/// The games of a file that begin as those written here; what stands before the first one is a part, too.
fn games_in(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("[Event \"").map(|(at, _)| at);
    let mut starts = starts.filter(|&at| at == 0 || text[..at].ends_with('\n')).chain([text.len()]);
    let mut from = 0;
    std::iter::from_fn(move || {
        let to = starts.next()?;
        let game = &text[from..to];
        from = to;
        Some(game.trim_end())
    })
    .filter(|game| !game.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::rules::Rules;
    use meihua_engine::engine::referee::RefereeBoard;
    use meihua_engine::engine::registry;
    use meihua_engine::games::connect_four::ConnectFour;
    use std::fs;

    const ONE: &str = "[Event \"a test\"]\n[Site \"?\"]\n[Round \"1\"]\n[White \"B\"]\n[Black \"A\"]\n\n1. 0 1-0\n\n";
    const TWO: &str = "[Event \"a test\"]\n[Site \"?\"]\n[Round \"2\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. 0 0-1\n\n";

    #[test]
    fn only_games_of_the_journal_are_written_anew() {
        let path = std::env::temp_dir().join(format!("meihua-scores-{}.pgn", std::process::id()));
        let open = |begun| {
            let (names, referee) =
                (vec!["A".to_owned(), "B".to_owned()], Box::new(RefereeBoard::<ConnectFour>::new(Rules::default())));
            Scores::open(&path, begun, "a test", Notation::Wire, names, &registry::CONNECT_FOUR, referee)
        };
        let own = [ONE, TWO].concat();
        let edited = own.replace("0-1", "0-1 {important}");
        let more = [&own, "[Event \"my own\"]\n[White \"me\"]\n\n1. 0 *\n"].concat();
        let foreign = own.replace("\"A\"", "\"C\"");
        // Whether a file may be rewritten by a journal of these games, which held games before or not.
        for (text, games, has_begun, is_fine) in [
            ("my notes\n", &*own, true, false),
            ("; my notes\n", &own, true, false),
            (&more, &own, true, false),
            (&edited, &own, true, false),
            (&own, ONE, false, false),
            // Its end is lost with that of the journal.
            (&own, ONE, true, true),
            (&foreign, ONE, true, false),
            (ONE, "", false, false),
            ("", "", false, true),
            (ONE, &own, true, true),
            (&own, &own, true, true),
            // The machine stopped while it wrote.
            (&own[..own.len() - 9], &own, true, true),
            (&own.replace("\n\n", "\n\n\n"), &own, true, false),
        ] {
            fs::write(&path, text).unwrap();
            let settled = open(Some(has_begun)).and_then(|mut scores| {
                scores.fresh = Some(games.to_owned());
                scores.settle()
            });
            assert_eq!(settled.is_ok(), is_fine, "{text:?} {games:?} {has_begun}");
            assert_eq!(fs::read_to_string(&path).unwrap(), if is_fine { games } else { text });
            // Without a journal, games are appended to whatever games there are.
            fs::write(&path, text).unwrap();
            assert_eq!(open(None).is_ok(), text.is_empty() || text.starts_with(['[', ';']), "{text:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        // What is cut off does not swallow what follows.
        for (held, ending) in
            [("", ""), (ONE, ""), (&ONE[..ONE.len() - 6], "\n\n"), (&edited[..edited.len() - 8], "}\n\n")]
        {
            fs::write(&path, held).unwrap();
            assert_eq!(open(None).unwrap().ending, ending, "{held:?}");
        }
        let _first = open(Some(true)).unwrap();
        assert!(matches!(open(Some(true)), Err(ScoresError::Locked(_))));
        fs::remove_file(&path).unwrap();
    }
}
