//! `genfens N seed S book None|FILE`: random openings as FENs, as OpenBench requests them from an engine when it has no
//! book for a game.
//!
//! Without a book, an opening is eight or nine random moves from the start that leave the sides about even. With a
//! book, lines of that file (FEN or EPD) are drawn at random. The client may not be allowed to read every file, so all
//! lines must be positions of the game, they are printed as the program writes them, and no error quotes one.

use super::fault::{Code, Coded};
use super::random_opening::RandomOpening;
use crate::control::Control;
use crate::engine::opening::OpeningError;
use crate::engine::registry::Entry;
use crate::plain_file::{self, FileError};
use crate::random::SplitMix64;
use crate::rules::Rules;
use crate::text::shorten;
use std::path::Path;
use thiserror::Error;

/// Random moves of an opening. Every other opening has one more, so that either side may be to move.
const PLIES: usize = 8;
/// Maximum advantage of either side in centipawns.
const BALANCE: i32 = 150;
/// Maximum number of openings per request.
const MAX_COUNT: usize = 100_000;
/// Maximum size of a book in bytes.
const BOOK_LIMIT: u64 = 64 << 20;

/// A request for openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Number of openings.
    pub count: usize,
    /// The seed; the same seed gives the same openings.
    pub seed: u64,
    /// A file of positions, one per line, or of saved games in any format; `None` to start from the start position.
    pub book: Option<String>,
}

impl Order {
    /// Parses what follows `genfens`: `N [seed S] [book None|FILE]`.
    ///
    /// # Errors
    /// A number was expected, or the word is not one that the command takes.
    pub fn parse(text: &str) -> Result<Order, GenFensError> {
        let mut words = text.split_whitespace();
        let number = |name, word: Option<&str>| {
            let word = word.unwrap_or_default();
            word.parse::<u64>().map_err(|_| GenFensError::Number { name, found: shorten(word) })
        };
        let count = number("count", words.next())?.min(MAX_COUNT as u64) as usize;
        let mut order = Order { count, seed: 0, book: None };
        while let Some(word) = words.next() {
            match word {
                "seed" => order.seed = number("seed", words.next())?,
                "book" => order.book = words.next().filter(|book| *book != "None").map(str::to_owned),
                _ => return Err(GenFensError::Word { found: shorten(word) }),
            }
        }
        Ok(order)
    }
}

/// Why no openings were made.
#[derive(Debug, Error)]
pub enum GenFensError {
    /// A number is missing or malformed.
    #[error("genfens: {name}: found {found:?}, expected a whole number")]
    Number {
        /// The word.
        name: &'static str,
        /// What was found there.
        found: String,
    },
    /// A word is not among those expected.
    #[error("genfens: found {found:?}, expected seed or book")]
    Word {
        /// The word.
        found: String,
    },
    /// Openings exist only for two-player games.
    #[error("genfens: {0} is not a two-player game")]
    Puzzle(&'static str),
    /// No opening was found.
    #[error("genfens: {0}")]
    Opening(#[from] OpeningError),
    /// The book cannot be read.
    #[error("genfens: book {0}")]
    Book(#[from] FileError),
    /// The book holds saved games, but none that can be continued.
    #[error("genfens: book {path:?}: expected a game of {game} that is not over")]
    NoGame {
        /// The book.
        path: String,
        /// The game.
        game: &'static str,
    },
    /// A line of the book is not a position of the game.
    #[error("genfens: book {path:?}: line {line}: expected a position of {game}")]
    Line {
        /// The book.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The game.
        game: &'static str,
    },
}

impl Coded for GenFensError {
    fn code(&self) -> Code {
        match self {
            GenFensError::Number { .. } => Code::BadNumber,
            GenFensError::Word { .. } => Code::BadWord,
            GenFensError::Puzzle(_) | GenFensError::Opening(_) => Code::NoOpenings,
            GenFensError::Book(_) => Code::BadFile,
            GenFensError::NoGame { .. } | GenFensError::Line { .. } => Code::BadContent,
        }
    }
}

/// Makes openings of a game until `control` asks for a stop; `found` receives the position of each.
///
/// # Errors
/// The game, the book or the openings cannot be used; see [`GenFensError`].
pub fn run(entry: &Entry, order: &Order, control: &Control, found: &mut dyn FnMut(String)) -> Result<(), GenFensError> {
    let draw = match &order.book {
        Some(path) => from_book(entry, path, control)?,
        None => from_start(entry)?,
    };
    let mut seeds = SplitMix64::new(order.seed);
    for index in 0..order.count {
        if control.stopped() {
            break;
        }
        found(draw(seeds.next_u64(), index)?);
    }
    Ok(())
}

type Draw = Box<dyn Fn(u64, usize) -> Result<String, GenFensError>>;

fn from_start(entry: &Entry) -> Result<Draw, GenFensError> {
    let (open, new_referee) = (entry.open, entry.referee.ok_or(GenFensError::Puzzle(entry.name))?);
    let referee = new_referee(Rules::default());
    Ok(Box::new(move |seed, index| {
        let recipe = RandomOpening { plies: PLIES + index % 2, balance: Some(BALANCE) };
        let opening = referee.invent(&recipe, seed)?;
        let mut session = open();
        for mv in &opening.moves {
            session.play(mv).map_err(OpeningError::from)?;
        }
        Ok(session.fen())
    }))
}

fn from_book(entry: &Entry, path: &str, control: &Control) -> Result<Draw, GenFensError> {
    let bytes = plain_file::read(Path::new(path), BOOK_LIMIT)?;
    let fault = |line| GenFensError::Line { path: shorten(path), line, game: entry.name };
    let fens = if entry.saved_games.is_collection(&bytes) {
        let ends = ends(entry, &bytes, control)?;
        if ends.is_empty() { Err(GenFensError::NoGame { path: shorten(path), game: entry.name }) } else { Ok(ends) }
    } else {
        positions(entry, &String::from_utf8_lossy(&bytes), control).map_err(fault)
    }?;
    Ok(Box::new(move |seed, _| Ok(fens[SplitMix64::new(seed).below(fens.len())].clone())))
}

/// The positions after the main lines of saved games, without games that are over.
fn ends(entry: &Entry, bytes: &[u8], control: &Control) -> Result<Vec<String>, GenFensError> {
    let mut session = (entry.open)();
    let mut fens = Vec::new();
    for game in entry.saved_games.games(bytes, entry) {
        if control.stopped() && !fens.is_empty() {
            break;
        }
        match &game.start {
            None => session.reset(),
            Some(start) if session.set_position(start).is_err() => continue,
            Some(_) => {}
        }
        for mv in &game.moves {
            session.play(mv).map_err(OpeningError::from)?;
        }
        if session.verdict().outcome.is_none() {
            fens.push(session.fen());
        }
    }
    Ok(fens)
}

/// The positions of a book as the program writes them, up to a stop; at least one.
///
/// # Errors
/// The number of the first bad line, from 1.
fn positions(entry: &Entry, text: &str, control: &Control) -> Result<Vec<String>, usize> {
    let mut session = (entry.open)();
    let mut fens = Vec::new();
    for (number, line) in (1_usize..).zip(text.lines()) {
        let fen = before_operations(line);
        if control.stopped() && !fens.is_empty() {
            break;
        }
        if !fen.is_empty() {
            session.set_position(fen).map_err(|_| number)?;
            fens.push(session.fen());
        }
    }
    if fens.is_empty() { Err(1) } else { Ok(fens) }
}

/// An EPD line without its operations (`; bm …`).
fn before_operations(line: &str) -> &str {
    line.split(';').next().unwrap_or(line).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{self, GAMES};
    use std::collections::HashSet;

    fn fens(game: &str, order: &str) -> Vec<String> {
        let mut fens = Vec::new();
        run(registry::find(GAMES, game).unwrap(), &Order::parse(order).unwrap(), &Control::new(), &mut |fen| {
            fens.push(fen)
        })
        .unwrap();
        fens
    }

    #[test]
    fn the_same_seed_gives_the_same_openings_and_they_are_legal() {
        for game in ["xiangqi", "cfour"] {
            let first = fens(game, "6 seed 42 book None");
            assert_eq!(first, fens(game, "6 seed 42 book None"));
            assert_ne!(first, fens(game, "6 seed 43 book None"));
            assert!(first.iter().collect::<HashSet<_>>().len() > 3, "{first:?}");
            for fen in first {
                let mut session = (registry::find(GAMES, game).unwrap().open)();
                session.set_position(&fen).unwrap();
                assert_eq!(session.verdict().outcome, None, "{fen}");
            }
        }
    }

    #[test]
    fn orders() {
        assert!(Order::parse("3 seed 7 book b.epd extra").unwrap_err().to_string().contains("extra"));
        let order = Order::parse("3 seed 7 book b.epd").unwrap();
        assert_eq!(order, Order { count: 3, seed: 7, book: Some("b.epd".to_owned()) });
        assert!(Order::parse("x").unwrap_err().to_string().contains("count: found \"x\""));
        assert!(Order::parse("1 seed -").unwrap_err().to_string().contains("seed"));
        let refused = |game: &str, text: &str| {
            run(registry::find(GAMES, game).unwrap(), &Order::parse(text).unwrap(), &Control::new(), &mut |_| {})
                .unwrap_err()
                .to_string()
        };
        assert!(refused("river", "1").contains("not a two-player game"));
        assert!(refused("xiangqi", "1 book /nonexistent").contains("/nonexistent"));
    }

    #[test]
    fn a_book_holds_positions_of_the_game_and_nothing_else() {
        let entry = registry::find(GAMES, "cfour").unwrap();
        let read = |text: &str| positions(entry, text, &Control::new());
        let book = "7/7/7/7/7/7 w - - 0 1\n\n7/7/7/7/7/3P3 b - - 0 1; bm d2\n";
        assert_eq!(read(book).map(|fens| fens.len()), Ok(2));
        assert_eq!(read(&format!("{book}root:x:0:0")), Err(4));
        assert_eq!(read("\n"), Err(1));
    }
}
