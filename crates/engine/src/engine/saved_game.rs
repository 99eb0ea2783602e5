//! Saved games where a position is expected: `position file`, the openings of `genfens`. A program hands the engine a reader of the
//! formats that it knows ([`Entry::with_saved_games`]); without one a file holds positions and their moves.

use super::position_text;
use super::registry::Entry;
use crate::view::json;
use serde_json::json as object;
use serde_json::value::RawValue;

/// The main line of a saved game, as `position` has it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SavedGame {
    /// The start position; none for the game's usual one.
    pub start: Option<String>,
    /// The moves on the wire, ranks from 0.
    pub moves: Vec<String>,
    /// What could not be taken over, with place, word and reason.
    pub faults: Vec<String>,
}

/// What reads and writes files of saved games.
pub trait SavedGames: Sync {
    /// All games of one kind in the bytes of a file of any format.
    fn games<'a>(&self, bytes: &'a [u8], game: &'a Entry) -> Box<dyn Iterator<Item = SavedGame> + 'a>;

    /// Whether bytes are a file of saved games, and not a text of positions, one a line.
    fn is_collection(&self, bytes: &[u8]) -> bool;

    /// The answer to `import HEX`, an object; a text that fits several games is one of `first`, the name of the game that is on.
    fn import(&self, hex: &str, games: &[Entry], first: &str) -> Box<RawValue>;

    /// The answer to `export FORMAT GAME`, an object.
    fn export(&self, rest: &str, games: &[Entry]) -> Box<RawValue>;
}

/// Positions with their moves, see [`position_text::read`]: what is read without a reader of saved games.
pub struct PositionsOnly;

impl SavedGames for PositionsOnly {
    fn games<'a>(&self, bytes: &'a [u8], game: &'a Entry) -> Box<dyn Iterator<Item = SavedGame> + 'a> {
        let text = std::str::from_utf8(bytes).ok();
        Box::new(text.and_then(|text| position_text::read(text, game.keeps_moves)).into_iter())
    }

    fn is_collection(&self, _: &[u8]) -> bool {
        false
    }

    fn import(&self, _: &str, _: &[Entry], _: &str) -> Box<RawValue> {
        json(&object!({"error": "this program reads no saved games"}))
    }

    fn export(&self, _: &str, _: &[Entry]) -> Box<RawValue> {
        json(&object!({"error": "this program writes no saved games"}))
    }
}
