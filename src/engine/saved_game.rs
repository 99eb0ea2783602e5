//! A saved game where a position is expected: `position file`, `draw`, `play`, the openings of a match.

use super::position_text;
use thiserror::Error;

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

/// The first game of `game` (a name as in `UCI_Variant`) in the bytes of a file of any format; none if they hold none.
pub fn first(bytes: &[u8], game: &str) -> Option<SavedGame> {
    all(bytes, game).next()
}

/// All games of `game` in the bytes of a file of any format. A game that no format of saved games has stands in the JSON of
/// `docs/records.md`, or in a text of its position and its moves, see [`position_text::read`].
pub fn all<'a>(bytes: &'a [u8], game: &'a str) -> impl Iterator<Item = SavedGame> + 'a {
    let text = if has_records(game) { None } else { std::str::from_utf8(bytes).ok() };
    let plain = text.and_then(|text| json(text, game).or_else(|| position_text::read(text)));
    records(bytes, game).chain(plain)
}

/// The game of an object, if it is one of `game`; its moves are as they stand there.
#[cfg(feature = "records")]
fn json(text: &str, game: &str) -> Option<SavedGame> {
    let object: crate::record::write::json::JsonGame = serde_json::from_str(text).ok()?;
    let moves = object.main_line().into_iter().map(str::to_owned).collect();
    (object.game == game).then(|| SavedGame { moves, start: Some(object.start), faults: Vec::new() })
}

/// Without the reader of saved games there are none.
#[cfg(not(feature = "records"))]
fn json(_: &str, _: &str) -> Option<SavedGame> {
    None
}

/// Whether there are formats of saved games for a game.
#[cfg(feature = "records")]
pub fn has_records(game: &str) -> bool {
    crate::record::Start::parse(game, "").is_some()
}

/// Without the reader of saved games there are none.
#[cfg(not(feature = "records"))]
pub fn has_records(_: &str) -> bool {
    false
}

#[cfg(feature = "records")]
fn records<'a>(bytes: &'a [u8], game: &'a str) -> impl Iterator<Item = SavedGame> + 'a {
    use crate::record::Games;
    use crate::text::Notation;
    let games = Games::new("", bytes).into_iter().flatten().flatten();
    games.filter(move |record| record.start.game() == game).map(|record| SavedGame {
        start: (!record.start.is_usual()).then(|| record.start.fen()),
        moves: record.main_line(Notation::Wire),
        faults: record.faults.iter().map(ToString::to_string).collect(),
    })
}

/// Why no game can be read of bytes that are a file of saved games, or of no known format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unreadable(String);

/// What is wrong with a file of saved games that holds no game that can be read; none for texts that may be something else.
#[cfg(feature = "records")]
pub fn fault(bytes: &[u8]) -> Option<Unreadable> {
    use crate::record::{Format, Games};
    let error = match Games::new("", bytes) {
        Ok(games) if games.format() == Format::List => return None,
        Ok(mut games) => games.find_map(Result::err)?,
        Err(error) => error,
    };
    Some(Unreadable(format!("{}{}", error.place, error.cause)))
}

/// Without the reader of saved games nothing is known of them.
#[cfg(not(feature = "records"))]
pub fn fault(_: &[u8]) -> Option<Unreadable> {
    None
}

/// Whether bytes are a file of saved games, and not a text of positions, one a line.
#[cfg(feature = "records")]
pub fn is_collection(bytes: &[u8]) -> bool {
    crate::record::Format::of(bytes).is_some_and(|format| format != crate::record::Format::List)
}

/// Without the reader of saved games nothing is.
#[cfg(not(feature = "records"))]
pub fn is_collection(_: &[u8]) -> bool {
    false
}

#[cfg(not(feature = "records"))]
fn records<'a>(_: &'a [u8], _: &'a str) -> impl Iterator<Item = SavedGame> + 'a {
    std::iter::empty()
}

#[cfg(test)]
#[cfg(feature = "records")]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_asked_kind_are_found_in_any_format() {
        let two = "[Event \"a\"]\n[Variant \"cfour\"]\n\n1. 4 4\n\n[Event \"b\"]\n\n1. 炮二平五 马８进７ 2. h2e2\n";
        let xiangqi = first(two.as_bytes(), "xiangqi").unwrap();
        assert_eq!((xiangqi.start, xiangqi.moves), (None, vec!["h2e2".to_owned(), "h9g7".to_owned()]));
        assert!(xiangqi.faults.len() == 1 && xiangqi.faults[0].contains("ply 3"), "{:?}", xiangqi.faults);
        assert_eq!(first(two.as_bytes(), "cfour").unwrap().moves, ["P@d1", "P@d2"]);
        assert_eq!(all(two.as_bytes(), "xiangqi").count(), 1);
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert_eq!(first(fen.as_bytes(), "xiangqi").unwrap().start.as_deref(), Some(fen));
        assert_eq!(first(b"nothing", "xiangqi"), None);
        assert_eq!(first(b"\0\x01", "xiangqi"), None);
        assert_eq!(first(b"3 3 2", "river"), None);
        assert_eq!(first(b"3 3 2 moves PD", "river").unwrap().moves, ["PD"]);
        assert_eq!(first(b"3 3 2 moves PD", "xiangqi"), None);
    }
}
