//! Books and the library for the engine: options and commands on the wire.

use super::book::Book;
use super::error::LibraryError;
use super::explore::Place;
use super::query::Found;
use super::request::Request;
use super::store::{Changes, Library};
use meihua_contracts::sentence::{Sentence, Words};
use meihua_contracts::text::unhex;
use meihua_contracts::view::json;
use meihua_engine::engine::book::{Book as EngineBook, BookMove, Bookcase};
use meihua_engine::engine::fault::TranslatedFaults;
use meihua_engine::engine::registry::Entry;
use meihua_records::Games;
use meihua_records::write::json::{JsonGame, object};
use serde::Serialize;
use serde_json::value::RawValue;
use std::path::{Path, PathBuf};

/// Games of a list, unless it says how many.
const LISTED: usize = 100;

const REQUESTS: &str = "stats, find with a query as JSON, game N, or add HEX";

/// What reads the books and libraries of a process.
pub struct Shelf {
    games: &'static [Entry],
    /// The user's own library.
    own: Option<PathBuf>,
}

/// The answer to `library add`.
#[derive(Serialize)]
struct Added {
    games: u64,
    doubles: u64,
    faults: Vec<Sentence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    translated: Option<TranslatedFaults>,
}

impl Shelf {
    /// For a program with these games, whose user's own library is at this place.
    pub fn new(games: &'static [Entry], own: Option<PathBuf>) -> Shelf {
        Shelf { games, own }
    }

    fn path(&self, library: &str) -> Result<PathBuf, LibraryError> {
        let named = Some(PathBuf::from(library)).filter(|_| !library.is_empty());
        named.or_else(|| self.own.clone()).ok_or(LibraryError::Missing { path: PathBuf::new() })
    }

    fn open(&self, library: &str) -> Result<Library, LibraryError> {
        Library::open(&self.path(library)?, self.games)
    }

    fn answer(&self, library: &str, request: &str, words: Option<Words>) -> Result<Box<RawValue>, LibraryError> {
        let (word, rest) = request.trim().split_once(' ').unwrap_or((request.trim(), ""));
        match word {
            "stats" if rest.trim().is_empty() => Ok(json(&self.open(library)?.stats()?)),
            "stats" => Err(LibraryError::query("request", request, REQUESTS)),
            "find" => Ok(json(&self.find(&self.open(library)?, rest)?)),
            "game" => {
                let number = rest.trim().parse().ok();
                let number = number.ok_or_else(|| LibraryError::query("number of a game", rest, "a whole number"))?;
                let games: Vec<JsonGame> = self.open(library)?.records(number)?.iter().map(object).collect();
                Ok(json(&games))
            }
            "add" => {
                let mut added = self.add(&self.path(library)?, rest)?;
                added.translated = TranslatedFaults::of(words, &added.faults, None);
                Ok(json(&added))
            }
            other => Err(LibraryError::query("request", other, REQUESTS)),
        }
    }

    fn find(&self, library: &Library, request: &str) -> Result<Found, LibraryError> {
        let request: Request = match request.trim().bytes().next() {
            None => Request::default(),
            Some(b'{') => serde_json::from_str(request).map_err(|error| LibraryError::request(&error))?,
            // A list would be taken for the values of an object without their names.
            Some(_) => return Err(LibraryError::query("query", request, "an object, such as {\"player\":[\"NAME\"]}")),
        };
        let (limit, offset) = (request.limit.unwrap_or(LISTED), request.offset.unwrap_or(0));
        library.page(&request.query(library.games())?, offset, limit)
    }

    fn add(&self, path: &Path, hex: &str) -> Result<Added, LibraryError> {
        let bad = || LibraryError::query("bytes", hex, "an even number of hexadecimal digits");
        let bytes = unhex(hex).ok_or_else(bad)?;
        let (mut records, mut faults) = (Vec::new(), Vec::new());
        match Games::of("add", bytes.as_slice(), self.games) {
            Err(error) => faults.push(Sentence::from(&error)),
            Ok(mut games) => {
                while let Some(game) = games.next() {
                    match game {
                        Err(error) => faults.push(Sentence::from(&error)),
                        Ok(game) => {
                            faults.extend(game.faults.iter().map(Sentence::from));
                            // As `library add`: without its moves it would be the same as the next one.
                            if !game.is_unread() {
                                records.push((game, games.number()));
                            }
                        }
                    }
                }
            }
        }
        // A library is made with its first game.
        if records.is_empty() && !path.exists() {
            return Ok(Added { games: 0, doubles: 0, faults, translated: None });
        }
        let mut library = Library::create(path, self.games)?;
        let mut adding = library.adding()?;
        for (record, number) in &records {
            match adding.add(record, "dropped", *number) {
                Err(error @ LibraryError::OtherRules(_)) => faults.push(Sentence::from(&error)),
                added => _ = added?,
            }
        }
        let Changes { games, doubles } = adding.commit()?;
        Ok(Added { games, doubles, faults, translated: None })
    }
}

impl Bookcase for Shelf {
    fn book(&self, path: &str) -> Result<Box<dyn EngineBook>, Sentence> {
        let book = Book::open(Path::new(path), self.games).map_err(|error| Sentence::from(&error))?;
        let games = book.games().unwrap_or(self.games);
        Ok(Box::new(Opened { book, games }))
    }

    fn explore(&self, library: &str, game: &str, fen: &str) -> Result<Box<RawValue>, Sentence> {
        let explored =
            self.open(library).and_then(|library| library.explore(&Place::read(fen, game, library.games())?));
        explored.map(|explored| json(&explored)).map_err(|error| Sentence::from(&error))
    }

    fn ask(&self, library: &str, request: &str, words: Option<Words>) -> Result<Box<RawValue>, Sentence> {
        self.answer(library, request, words).map_err(|error| Sentence::from(&error))
    }
}

/// A book of the engine.
struct Opened {
    book: Book,
    games: &'static [Entry],
}

impl EngineBook for Opened {
    fn moves(&self, game: &str, fen: &str) -> Result<Vec<BookMove>, String> {
        let moves = Place::read(fen, game, self.games).and_then(|place| self.book.moves(&place));
        moves.map_err(|error| error.to_string())
    }
}
