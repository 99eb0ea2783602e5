//! Saved games in places where a position is expected: `position file`, the openings of `genfens`. A program gives the
//! engine a reader for the formats it knows ([`Entry::with_saved_games`]). Without one, files hold positions and their
//! moves only.

use super::position_text;
use super::registry::Entry;
use crate::view::json;
use serde_json::json as object;
use serde_json::value::RawValue;

/// The main line of a saved game in the form that `position` takes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SavedGame {
    /// The start position; `None` for the game's standard one.
    pub start: Option<String>,
    /// The moves in wire notation, ranks from 0.
    pub moves: Vec<String>,
    /// What could not be read, each with place, word and reason.
    pub faults: Vec<String>,
}

/// Reads and writes files of saved games.
pub trait SavedGames: Sync {
    /// All games of one kind in a file of any supported format.
    fn games<'a>(&self, bytes: &'a [u8], game: &'a Entry) -> Box<dyn Iterator<Item = SavedGame> + 'a>;

    /// Whether the bytes are a file of saved games rather than a text with one position per line.
    fn is_collection(&self, bytes: &[u8]) -> bool;

    /// The answer to `import HEX` as a JSON object. Text that fits several games is read as the game named `first`, the
    /// current one.
    fn import(&self, hex: &str, games: &[Entry], first: &str) -> Box<RawValue>;

    /// The answer to `export FORMAT GAME` as a JSON object.
    fn export(&self, rest: &str, games: &[Entry]) -> Box<RawValue>;
}

/// Reads only positions with their moves ([`position_text::read`]); used without a reader of saved games.
pub(crate) struct PositionsOnly;

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
