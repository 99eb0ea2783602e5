//! Saved games in places where a position is expected: `position file`, `draw`, `play`, the openings of a match.

use crate::encoding::decode;
use crate::write::json::JsonGame;
use crate::{Format, Games, RecordedGame, exchange};
use meihua_contracts::in_english;
use meihua_contracts::sentence;
use meihua_contracts::sentence::{Sentence, Words};
use meihua_engine::engine::position_text::{self, SavedGame};
use meihua_engine::engine::registry::{self, Entry, SavedGames};
use meihua_engine::text::Notation;
use serde_json::value::RawValue;
use thiserror::Error;

/// The formats of this crate, for [`Entry::with_saved_games`].
pub struct Formats;

impl SavedGames for Formats {
    fn games<'a>(&self, bytes: &'a [u8], game: &'a Entry) -> Box<dyn Iterator<Item = SavedGame> + 'a> {
        Box::new(all(bytes, game.name, std::slice::from_ref(game)))
    }

    fn is_collection(&self, bytes: &[u8]) -> bool {
        is_collection(bytes)
    }

    fn import(&self, hex: &str, games: &[Entry], first: &str, words: Option<Words>) -> Box<RawValue> {
        exchange::import(hex, games, first, words)
    }

    fn export(&self, rest: &str, games: &[Entry]) -> Box<RawValue> {
        exchange::export(rest, games)
    }
}

/// Why no game can be read from a saved-game file, or from a file in an unknown format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Unreadable(Sentence);

impl From<&Unreadable> for Sentence {
    fn from(fault: &Unreadable) -> Sentence {
        fault.0.clone()
    }
}

in_english!(Unreadable);

/// The first game of `game` (a name as in `UCI_Variant`) in a file of any format; `None` if there is none.
pub fn first(bytes: &[u8], game: &str, games: &[Entry]) -> Option<SavedGame> {
    all(bytes, game, games).next()
}

/// All games of `game`, one of `games`, in a file of any format. A game without a saved-game format may be stored as
/// the JSON of `docs/records.md`, or as text with its position and moves; see [`position_text::read`].
pub fn all<'a>(bytes: &'a [u8], game: &'a str, games: &[Entry]) -> impl Iterator<Item = SavedGame> + use<'a> {
    let kind = RecordedGame::named(game, games);
    let is_text = !kind.is_some_and(RecordedGame::is_recognised);
    let text = is_text.then(|| decode(bytes));
    let text = text.as_deref();
    let object = || text.filter(|_| kind.is_none()).and_then(|text| json(text, game));
    let plain = || text.and_then(|text| position_text::read(text, |before| registry::keeps_moves(games, before)));
    let plain = object().or_else(plain);
    kind.map(|kind| records(bytes, kind, games)).into_iter().flatten().chain(plain)
}

/// The game in a JSON object if it is one of `game`; its moves are not checked.
fn json(text: &str, game: &str) -> Option<SavedGame> {
    let object: JsonGame = serde_json::from_str(text).ok()?;
    let moves = object.main_line().into_iter().map(str::to_owned).collect();
    (object.game == game).then(|| SavedGame { moves, start: Some(object.start), faults: Vec::new() })
}

fn records<'a>(bytes: &'a [u8], kind: RecordedGame, games: &[Entry]) -> impl Iterator<Item = SavedGame> + use<'a> {
    let games = Games::of("", bytes, games).into_iter().flatten().flatten();
    games.filter(move |record| record.start.kind() == kind).map(|record| SavedGame {
        start: (!record.start.is_usual()).then(|| record.start.fen()),
        moves: record.main_line(Notation::Wire),
        faults: record.faults.iter().map(Sentence::from).collect(),
    })
}

/// What is wrong with a saved-game file that contains no readable game of this name; `None` for text that may be
/// something else.
pub fn fault(bytes: &[u8], game: &'static str) -> Option<Unreadable> {
    let error = match Games::new("", bytes) {
        Ok(games) if games.format() == Format::List => return None,
        Ok(mut games) => match games.find_map(Result::err) {
            Some(error) => error,
            None => return Some(Unreadable(sentence!("it contains no game of {}", game))),
        },
        Err(error) => error,
    };
    Some(Unreadable(Sentence::from(&error.place).then(&error.cause)))
}

/// Whether the bytes are a saved-game file rather than text with one position per line.
pub fn is_collection(bytes: &[u8]) -> bool {
    Format::of(bytes).is_some_and(|format| format != Format::List)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::control::Control;
    use meihua_engine::engine::genfens::{self, Order};

    #[test]
    fn games_of_the_asked_kind_are_found_in_any_format() {
        let two = "[Event \"a\"]\n[Variant \"cfour\"]\n\n1. 4 4\n\n[Event \"b\"]\n\n1. 炮二平五 马８进７ 2. h2e2\n";
        let xiangqi = first(two.as_bytes(), "xiangqi", registry::GAMES).unwrap();
        assert_eq!((xiangqi.start, xiangqi.moves), (None, vec!["h2e2".to_owned(), "h9g7".to_owned()]));
        assert!(xiangqi.faults.len() == 1 && xiangqi.faults[0].to_string().contains("ply 3"), "{:?}", xiangqi.faults);
        assert_eq!(first(two.as_bytes(), "cfour", registry::GAMES).unwrap().moves, ["P@d1", "P@d2"]);
        assert_eq!(all(two.as_bytes(), "xiangqi", registry::GAMES).count(), 1);
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert_eq!(first(fen.as_bytes(), "xiangqi", registry::GAMES).unwrap().start.as_deref(), Some(fen));
        assert_eq!(first(b"nothing", "xiangqi", registry::GAMES), None);
        assert_eq!(first(b"\0\x01", "xiangqi", registry::GAMES), None);
        assert_eq!(first(b"3 3 2", "river", registry::GAMES), None);
        assert_eq!(first(b"3 3 2 moves PD", "river", registry::GAMES).unwrap().moves, ["PD"]);
        assert_eq!(first(b"3 3 2 moves PD", "xiangqi", registry::GAMES), None);
        let wide: Vec<u8> = "\u{feff}3 3 2 moves PD".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(first(&wide, "river", registry::GAMES).unwrap().moves, ["PD"]);
    }

    #[test]
    fn the_games_of_a_file_are_a_book_for_genfens() {
        let path = std::env::temp_dir().join(format!("meihua-genfens-{}.pgn", std::process::id()));
        std::fs::write(&path, "[Event \"a\"]\n\n1. 炮二平五 马８进７ *\n").unwrap();
        let order = Order::parse(&format!("2 seed 1 book {}", path.display())).unwrap();
        let fens = |entry: Entry| {
            let mut lines = Vec::new();
            let entry = entry.with_saved_games(&Formats);
            genfens::run(&entry, &order, &Control::new(), &mut |line| lines.push(line)).map(|()| lines)
        };
        let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
        assert_eq!(fens(registry::XIANGQI).unwrap(), [fen, fen]);
        let error = fens(registry::CONNECT_FOUR).unwrap_err();
        assert!(error.to_string().contains("a game of cfour that is not over"));
        std::fs::remove_file(&path).unwrap();
    }
}
