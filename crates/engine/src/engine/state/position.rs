//! Sets positions: from text, files, saved games and projects, with the moves that follow.

use super::Engine;
use crate::engine::base::Base;
use crate::engine::error::{EngineError, LookUpError};
use crate::engine::fault::{Code, Fault};
use crate::engine::go::distinct;
use crate::engine::position_text;
use crate::engine::registry::{self, Entry};
use crate::engine::session::{Probe, ProbeError};
use crate::plain_file::{self, FileError};
use crate::puzzle::FilesError;
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::{PositionError, shorten};
use std::path::Path;

/// Maximum size of a position file, in bytes.
const FILE_LIMIT: u64 = 4 << 20;

impl Engine {
    /// Sets a position and plays moves from it.
    ///
    /// # Errors
    /// If the position is refused, there is none until one is set ([`Engine::refusal`]); if a move is, the moves before it
    /// stay.
    pub fn set_position(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
        let set = self.set_line(base, moves);
        let refused = set.as_ref().err().filter(|error| error.leaves_no_position());
        self.refusal = refused.map(|error| Fault { code: Code::NoPosition, ..Fault::of(error) });
        set
    }

    /// Notes that the client named a position that cannot be set: there is none from now on.
    pub fn refuse_position(&mut self, fault: Fault) {
        self.refusal = Some(Fault { code: Code::NoPosition, ..fault });
    }

    /// Why there is no position, if the last one was refused.
    pub fn refusal(&self) -> Option<&Fault> {
        self.refusal.as_ref()
    }

    fn set_line(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
        self.set_base(base)?;
        self.banned.clear();
        for (index, text) in moves.iter().enumerate() {
            self.session_mut().play(text).map_err(|error| EngineError::Move { number: index + 1, error })?;
        }
        Ok(())
    }

    /// Opens a project, or leaves it for a position of the same game; after an error the project stays.
    fn set_base(&mut self, base: &Base) -> Result<(), EngineError> {
        let set = match base {
            Base::Project(path) => return self.open_project(path, |path, error| EngineError::Project { path, error }),
            Base::File(path) if self.opens_files() => {
                let refused = |path, error: FilesError| EngineError::Content { path, cause: Sentence::from(&error) };
                return self.open_project(path, refused);
            }
            Base::Start => {
                self.plain.reset();
                Ok(())
            }
            Base::Fen(fen) => self.plain.set_position(fen).map_err(EngineError::from),
            Base::File(path) => self.set_file(path),
        };
        // A saved game with a bad move is set up to that move.
        if set.as_ref().err().is_none_or(|error| !error.leaves_no_position()) {
            self.project = None;
        }
        set
    }

    /// Whether a file holds a whole problem in this game.
    fn opens_files(&self) -> bool {
        self.entry().and_then(|entry| entry.project).is_some_and(|projects| projects.opens_files)
    }

    /// Opens a problem; `refused` makes the error of one that cannot be opened.
    fn open_project(&mut self, path: &str, refused: fn(String, FilesError) -> EngineError) -> Result<(), EngineError> {
        let has_projects = |entry: &&Entry| entry.project.is_some();
        let none = || EngineError::NoProjects {
            game: self.session().name(),
            expected: registry::names_or(self.games.iter().filter(has_projects)),
        };
        let entry = self.entry().ok_or_else(none)?;
        let projects = entry.project.ok_or_else(none)?;
        let project = (projects.open)(path).map_err(|error| refused(shorten(path), error))?;
        // The memory of the game outside the project goes.
        self.plain = (entry.open)();
        self.project = Some(project);
        self.apply_config();
        Ok(())
    }

    /// Sets the position in a file, or the end of the first game saved in it.
    fn set_file(&mut self, path: &str) -> Result<(), EngineError> {
        let content = |error: PositionError| EngineError::Content { path: shorten(path), cause: error.without_text() };
        let refused = match read_position(path) {
            Ok(text) => match self.plain.set_position(&text) {
                Ok(()) => return Ok(()),
                Err(error) => content(error),
            },
            Err(error @ FileError::NotText { .. }) => error.into(),
            Err(error) => return Err(error.into()),
        };
        let bytes = plain_file::read(Path::new(path), FILE_LIMIT)?;
        let Some(entry) = self.entry() else { return Err(refused) };
        let Some(game) = entry.saved_games.games(&bytes, entry).next() else {
            let is_other = entry.saved_games.is_collection(&bytes);
            let cause = sentence!("it contains no game of {}", entry.name);
            return Err(if is_other { EngineError::Content { path: shorten(path), cause } } else { refused });
        };
        match game.start {
            None => self.plain.reset(),
            Some(start) => self.plain.set_position(&start).map_err(content)?,
        }
        for (index, text) in game.moves.iter().enumerate() {
            self.plain.play(text).map_err(|error| EngineError::Move { number: index + 1, error })?;
        }
        if game.faults.is_empty() {
            Ok(())
        } else {
            Err(EngineError::Cut { path: shorten(path), plies: game.moves.len() })
        }
    }

    /// Bans moves until the next position.
    ///
    /// # Errors
    /// Some words are not legal moves here; these are skipped.
    pub fn ban(&mut self, words: &[String]) -> Result<(), EngineError> {
        let words = distinct(words);
        let (mut wrong, mut first) = (0, None);
        self.banned.clear();
        for &word in &words {
            match self.session().check(word) {
                Ok(()) => self.banned.push(word.to_owned()),
                Err(error) => {
                    wrong += 1;
                    first.get_or_insert(error);
                }
            }
        }
        first.map_or(Ok(()), |first| Err(EngineError::Ban { wrong, count: words.len(), first }))
    }

    /// What the table knows about a position; works during a search, too.
    ///
    /// # Errors
    /// The position, a move or a file cannot be read; the contents of files are not quoted.
    pub fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, LookUpError> {
        let Base::File(path) = base else { return Ok(self.session().probe(base, moves)?) };
        let text = read_position(path)?;
        self.session().probe(&Base::Fen(text), moves).map_err(|error| match error {
            ProbeError::Position(error) => LookUpError::Content { path: shorten(path), cause: error.without_text() },
            other => other.into(),
        })
    }
}

/// Reads a position file and joins its lines with `;`, as in one-line tower texts.
fn read_position(path: &str) -> Result<String, FileError> {
    let text = plain_file::read_text(Path::new(path), FILE_LIMIT)?;
    Ok(position_text::one_line(&text))
}
