//! What a reader of one format is.

use super::super::error::{Trouble, Unread};
use super::super::game_record::GameRecord;

/// Maximum size in bytes of a single-game file, or of a format that is read as a whole.
pub(crate) const MAX_WHOLE: u64 = 64 << 20;

/// Maximum length of one game in bytes.
pub(crate) const MAX_GAME: usize = 32 << 20;

/// Games of one format.
pub(crate) trait GameSource {
    /// The next game; `None` at the end. After an error in one game, others may follow.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble>;

    /// What belongs to no game, reported once; asked after each game and at the end. A game may also report what
    /// belongs to it ([`GameRecord::unread`]).
    fn unread(&mut self) -> Option<Unread> {
        None
    }
}

/// Games that were read all at once: single-game formats and small libraries.
#[derive(Debug)]
pub(crate) struct ReadAtOnce {
    games: std::vec::IntoIter<GameRecord>,
    trouble: Option<Trouble>,
    unread: Option<Unread>,
}

impl ReadAtOnce {
    /// These games, followed by this error.
    pub(crate) fn new(games: Vec<GameRecord>, trouble: Option<Trouble>) -> ReadAtOnce {
        ReadAtOnce { games: games.into_iter(), trouble, unread: None }
    }

    /// Adds what follows the last game.
    pub(crate) fn with_unread(self, unread: Option<Unread>) -> ReadAtOnce {
        ReadAtOnce { unread, ..self }
    }
}

impl GameSource for ReadAtOnce {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        match (self.games.next(), self.trouble.take()) {
            (Some(game), trouble) => {
                self.trouble = trouble;
                Ok(Some(game))
            }
            (None, Some(trouble)) => Err(trouble),
            (None, None) => Ok(None),
        }
    }

    fn unread(&mut self) -> Option<Unread> {
        if self.games.as_slice().is_empty() { self.unread.take() } else { None }
    }
}
