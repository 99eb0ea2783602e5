//! Opening books and the library of games, as the engine uses them. A crate above this one reads their files; the
//! program hands it over by [`provide`].

use super::base::Base;
use super::config::Config;
use super::event::Value;
use super::go::Go;
use super::session::Session;
use crate::random::SplitMix64;
use crate::score::Score;
use crate::sentence::{Sentence, Words};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move on the wire, ranks from 0.
    pub mv: String,
    /// Its rank: the larger the better.
    pub score: i64,
    /// How often it should be played, relative to the other moves.
    pub weight: u64,
}

/// An open book.
pub trait Book: Send {
    /// The moves of a position of a game, the best first; none if the book does not know it.
    ///
    /// # Errors
    /// The file cannot be read, in words.
    fn moves(&self, game: &str, fen: &str) -> Result<Vec<BookMove>, String>;
}

/// An open book among the options. Two values are equal if they are the same object.
#[derive(Clone)]
pub struct OpenBook(Arc<Mutex<Box<dyn Book>>>);

impl OpenBook {
    /// Shares a book.
    pub(crate) fn new(book: Box<dyn Book>) -> OpenBook {
        OpenBook(Arc::new(Mutex::new(book)))
    }

    fn moves(&self, game: &str, fen: &str) -> Result<Vec<BookMove>, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).moves(game, fen)
    }
}

impl PartialEq for OpenBook {
    fn eq(&self, other: &OpenBook) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for OpenBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a book")
    }
}

/// What reads books and libraries. The path of a library is empty for the user's own one.
pub trait Bookcase: Sync + Send {
    /// Opens a book.
    ///
    /// # Errors
    /// The file is no book, in words.
    fn book(&self, path: &str) -> Result<Box<dyn Book>, Sentence>;

    /// What was played in a position of a game: the object that `library explore --json` prints.
    ///
    /// # Errors
    /// There is no library, or it cannot be read, in words.
    fn explore(&self, library: &str, game: &str, fen: &str) -> Result<Box<RawValue>, Sentence>;

    /// Carries out `library …`: `stats`, `find` with a query as JSON, `game N`, `add HEX`. `words` translates what is
    /// wrong with the games.
    ///
    /// # Errors
    /// What cannot be read or done, in words.
    fn ask(&self, library: &str, request: &str, words: Option<Words>) -> Result<Box<RawValue>, Sentence>;
}

static OWN: OnceLock<Box<dyn Bookcase>> = OnceLock::new();

/// Sets what reads the books and libraries of the process. Only the first call has an effect.
pub fn provide(bookcase: Box<dyn Bookcase>) {
    _ = OWN.set(bookcase);
}

/// What reads books and libraries.
///
/// # Errors
/// This program has none.
pub(crate) fn bookcase() -> Result<&'static dyn Bookcase, Sentence> {
    OWN.get().map(AsRef::as_ref).ok_or_else(|| "this program reads no books and libraries".into())
}

/// For whom a book plays: both sides, the first player, the second.
pub(crate) const SIDES: [[bool; 2]; 3] = [[true, true], [true, false], [false, true]];

/// The move that a book plays, and what to say about it. None where it does not know the position, where the options
/// or the search that is asked for leave no room for it, and where a win is known: a book might let that slip.
///
/// # Errors
/// The book cannot be read, in words.
pub(crate) fn choose(
    book: &OpenBook,
    session: &mut dyn Session,
    config: &Config,
    go: &Go,
) -> Result<Option<(String, String)>, String> {
    let is_special = go.is_open() || go.perft.is_some() || go.mate.is_some() || go.side.is_some();
    let is_own =
        config.own_book && session.is_two_player() && SIDES[config.book_side][usize::from(!session.is_first_to_move())];
    let fen = session.fen();
    if is_special || !is_own || ply(&fen, session) >= config.book_depth || is_won(session, &fen) {
        return Ok(None);
    }
    let moves = book.moves(session.name(), &fen)?;
    let mut playable: Vec<(BookMove, String)> = Vec::new();
    let view = session.view();
    let own = view.side;
    for legal in &view.moves {
        let winner = legal.ends.as_ref().and_then(|end| end.winner);
        // A move that ends the game at once is for the search to judge.
        if winner == Some(own) {
            return Ok(None);
        }
        let plain = legal.ranks0.as_ref().unwrap_or(&legal.wire);
        let is_asked = go.search_moves.is_empty() || go.search_moves.contains(&legal.wire);
        if legal.ends.is_none()
            && is_asked
            && !go.banned_moves.contains(&legal.wire)
            && let Some(known) = moves.iter().find(|known| known.mv == *plain)
        {
            playable.push((known.clone(), legal.wire.clone()));
        }
    }
    playable.sort_by_key(|(known, _)| std::cmp::Reverse((known.score, known.weight)));
    let total: u64 = playable.iter().map(|(known, _)| known.weight).sum();
    let index = if config.book_weighted { by_weight(&playable, total, config.seed ^ session.key()) } else { 0 };
    Ok(playable.into_iter().nth(index).map(|(BookMove { score, weight, .. }, wire)| {
        let remark = format!("book {wire} score {score} weight {weight} of {total}");
        (wire, remark)
    }))
}

/// The number of plies since the start of the game, by the number of the move in the position where it has one.
fn ply(fen: &str, session: &dyn Session) -> usize {
    let number = fen.split_whitespace().nth(5).and_then(|word| word.parse::<usize>().ok());
    let played = || session.history(crate::text::Notation::Wire).len();
    number.map_or_else(played, |number| 2 * number.saturating_sub(1) + usize::from(!session.is_first_to_move()))
}

/// Whether a win of the side to move is known without a search: by a table of solved positions, or by what an earlier
/// search left.
fn is_won(session: &mut dyn Session, fen: &str) -> bool {
    let won = |score: Score| score.is_win();
    let known = session.probe(&Base::Fen(fen.to_owned()), &[]).ok().and_then(|probe| probe.lower);
    session.table_verdict().is_some()
        || known.is_some_and(|(score, _)| won(score))
        || matches!(session.static_value(), Value::Score(score) if won(score))
}

/// The index of a move drawn by weight. The same seed and position give the same choice.
fn by_weight(moves: &[(BookMove, String)], total: u64, seed: u64) -> usize {
    let mut left = if total == 0 { 0 } else { SplitMix64::new(seed).next_u64() % total };
    let drawn = moves.iter().position(|(known, _)| match left.checked_sub(known.weight) {
        None => true,
        Some(rest) => {
            left = rest;
            false
        }
    });
    drawn.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{GAMES, find};

    /// Three moves of the start position of xiangqi, one of them not legal, and one of four in a row.
    struct Fixed;

    impl Book for Fixed {
        fn moves(&self, game: &str, _: &str) -> Result<Vec<BookMove>, String> {
            let moves: &[(&str, i64, u64)] =
                if game == "xiangqi" { &[("h2e2", 9, 1), ("a0a9", 99, 1), ("c3c4", 3, 99)] } else { &[("P@a1", 1, 1)] };
            let own = |&(mv, score, weight): &(&str, i64, u64)| BookMove { mv: mv.to_owned(), score, weight };
            Ok(moves.iter().map(own).collect())
        }
    }

    fn played(game: &str, moves: &[&str], config: &Config, go: &Go) -> Option<String> {
        let mut session = (find(GAMES, game).unwrap().open)();
        session.configure(config);
        moves.iter().for_each(|mv| session.play(mv).unwrap());
        choose(&OpenBook::new(Box::new(Fixed)), session.as_mut(), config, go).unwrap().map(|(mv, _)| mv)
    }

    #[test]
    fn a_book_plays_its_best_legal_move_within_the_options() {
        let on = Config { own_book: true, ..Config::default() };
        let go = Go::default();
        let best = |config: &Config| played("xiangqi", &[], config, &go);
        assert_eq!(best(&on).as_deref(), Some("h2e2"));
        assert_eq!(best(&Config::default()), None);
        assert_eq!(best(&Config { ranks_from_one: true, ..on.clone() }).as_deref(), Some("h3e3"));
        assert_eq!(best(&Config { book_side: 2, ..on.clone() }), None);
        assert_eq!(best(&Config { book_depth: 0, ..on.clone() }), None);
        let weighted = |seed| best(&Config { book_weighted: true, seed, ..on.clone() });
        let often = (0..50).filter(|&seed| weighted(seed).as_deref() == Some("c3c4")).count();
        assert!(often > 40 && (0..1000).any(|seed| weighted(seed).as_deref() == Some("h2e2")), "{often}");
        for go in [
            Go { infinite: true, ..Go::default() },
            Go { mate: Some(3), ..Go::default() },
            Go { search_moves: vec!["a3a4".to_owned()], ..Go::default() },
            Go { banned_moves: vec!["h2e2".to_owned(), "c3c4".to_owned()], ..Go::default() },
        ] {
            assert_eq!(played("xiangqi", &[], &on, &go), None, "{go:?}");
        }
    }

    #[test]
    fn a_book_leaves_a_known_win_to_the_search() {
        let on = Config { own_book: true, ..Config::default() };
        // Three in a column: the fourth wins.
        assert_eq!(played("cfour", &["4", "3", "4", "3", "4", "3"], &on, &Go::default()), None);
    }
}
