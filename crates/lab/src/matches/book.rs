//! The openings of a match: one for each pair of games.

use meihua_contracts::fnv::fnv;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::random::SplitMix64;
use meihua_engine::engine::opening::{Opening, OpeningError};
use meihua_engine::engine::random_opening::{MAX_PLIES, RandomOpening};
use meihua_engine::engine::referee::Referee;
use meihua_engine::engine::registry::Entry;
use meihua_records::Format;
use meihua_records::encoding::decode;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Maximum size of an opening file in bytes.
const MAX_FILE: u64 = 1 << 30;

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("opening file {0}")]
    File(#[from] FileError),
    /// A line of the file is bad.
    #[error("opening file {path:?}, line {line}: {error}")]
    Line {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        error: OpeningError,
    },
    /// A saved game in the file is not an opening.
    #[error("opening file {path:?}, game {number}: {error}")]
    Game {
        path: PathBuf,
        /// The game, from 1.
        number: usize,
        error: OpeningError,
    },
    /// The file is empty.
    #[error("opening file {0} contains no opening")]
    Empty(PathBuf),
    /// A random opening cannot be made.
    #[error(transparent)]
    Random(#[from] OpeningError),
    /// The description is malformed.
    /// A saved game that cannot be read whole would be another opening.
    #[error("opening file {path:?}, game {number}: {fault}")]
    Cut {
        /// The file.
        path: PathBuf,
        /// The number of the game, from 1.
        number: usize,
        /// What is wrong with it.
        fault: String,
    },
    #[error("bad openings {0:?}, expected a file, startpos, or random:PLIES with at most {MAX_PLIES} plies")]
    Unreadable(String),
}

/// Where a match takes its openings from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Book {
    /// A list, used in this order and repeated from the start.
    List {
        openings: Vec<Opening>,
        /// The name of the list in the journal.
        title: String,
    },
    /// Random openings, each with its own seed.
    Random {
        /// How to make them.
        recipe: RandomOpening,
        /// The seed of the match.
        seed: u64,
    },
}

impl Book {
    /// Opens `FILE`, `random:PLIES` or `startpos`. All of a file is checked; with `shuffled` its order depends on the
    /// seed.
    pub(crate) fn open(
        text: &str,
        balance: Option<i32>,
        shuffled: bool,
        seed: u64,
        entry: &Entry,
        referee: &mut dyn Referee,
    ) -> Result<Book, BookError> {
        if text == "startpos" {
            return Ok(Book::List { openings: vec![Opening::default()], title: "startpos".to_owned() });
        }
        if let Some(plies) = text.strip_prefix("random:") {
            let plies = plies.parse().ok().filter(|&plies| plies <= MAX_PLIES);
            let plies = plies.ok_or_else(|| BookError::Unreadable(text.to_owned()))?;
            let recipe = RandomOpening { plies, balance };
            referee.invent(&recipe, seed)?;
            return Ok(Book::Random { recipe, seed });
        }
        Book::read(Path::new(text), shuffled, seed, entry, referee)
    }

    /// The openings of a file, in its order or shuffled.
    fn read(
        path: &Path,
        shuffled: bool,
        seed: u64,
        entry: &Entry,
        referee: &mut dyn Referee,
    ) -> Result<Book, BookError> {
        let content = plain_file::read_named(path, MAX_FILE)?;
        let mut openings = parse(path, &content, entry, referee)?;
        if shuffled {
            SplitMix64::new(seed).shuffle(&mut openings);
        }
        let order = if shuffled { format!("shuffled by {seed}") } else { "in order".to_owned() };
        Ok(Book::List { openings, title: format!("{} {:016x} {order}", path.display(), fnv(&content)) })
    }

    /// The opening of a pair of games.
    pub(crate) fn opening(&self, pair: usize, referee: &dyn Referee) -> Result<Opening, OpeningError> {
        match self {
            Book::List { openings, .. } => Ok(openings.get(pair % openings.len().max(1)).cloned().unwrap_or_default()),
            Book::Random { recipe, seed } => referee.invent(recipe, SplitMix64::of_item(*seed, pair as u64).next_u64()),
        }
    }

    /// One line that tells the openings apart from others; the journal compares it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Book::List { title, .. } => title.clone(),
            Book::Random { recipe: RandomOpening { plies, balance }, seed } => {
                let balance = balance.map_or("any".to_owned(), |limit| limit.to_string());
                format!("random plies={plies} balance={balance} seed={seed}")
            }
        }
    }
}

/// The openings of a file, in order: one per line, or saved games in any format. Each is set up once to check it.
///
/// # Errors
/// The file cannot be read, is empty, or contains something that is not an opening.
pub(crate) fn openings(path: &Path, entry: &Entry, referee: &mut dyn Referee) -> Result<Vec<Opening>, BookError> {
    parse(path, &plain_file::read_named(path, MAX_FILE)?, entry, referee)
}

/// The openings in the contents of a file.
fn parse(path: &Path, content: &[u8], entry: &Entry, referee: &mut dyn Referee) -> Result<Vec<Opening>, BookError> {
    let openings = match Format::of(content) {
        Some(Format::List) => read_lines(path, &decode(content), referee)?,
        _ => read_games(path, content, entry, referee)?,
    };
    if openings.is_empty() { Err(BookError::Empty(path.to_owned())) } else { Ok(openings) }
}

fn read_lines(path: &Path, content: &str, referee: &mut dyn Referee) -> Result<Vec<Opening>, BookError> {
    let mut openings = Vec::new();
    for (index, line) in content.lines().enumerate() {
        if line.split('#').next().unwrap_or_default().trim().is_empty() {
            continue;
        }
        let opening = Opening::parse(&without_numbers(line), |fen| referee.is_position(fen));
        referee.set_up(&opening).map_err(|error| BookError::Line { path: path.to_owned(), line: index + 1, error })?;
        openings.push(opening);
    }
    Ok(openings)
}

/// A line of moves without their numbers, `1. e4 e5 2.Nf3`; other lines as they are.
fn without_numbers(line: &str) -> Cow<'_, str> {
    let rest = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
        (digits > 0 && dots > 0).then_some(digits + dots)
    };
    if line.split_whitespace().next().and_then(rest).is_none() {
        return line.into();
    }
    let words = line.split_whitespace().map(|word| &word[rest(word).unwrap_or(0)..]).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").into()
}

/// The main lines of saved games.
fn read_games(
    path: &Path,
    content: &[u8],
    entry: &Entry,
    referee: &mut dyn Referee,
) -> Result<Vec<Opening>, BookError> {
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(entry.saved_games.games(content, entry)) {
        if let Some(fault) = game.faults.into_iter().next() {
            return Err(BookError::Cut { path: path.to_owned(), number, fault: fault.to_string() });
        }
        let opening = Opening { fen: game.start, moves: game.moves };
        referee.set_up(&opening).map_err(|error| BookError::Game { path: path.to_owned(), number, error })?;
        openings.push(opening);
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::rules::Rules;
    use meihua_engine::engine::referee::RefereeBoard;
    use meihua_engine::engine::registry;
    use meihua_engine::games::connect_four::ConnectFour;
    use meihua_records::Formats;
    use std::fs;

    static XIANGQI: Entry = registry::XIANGQI.with_saved_games(&Formats);

    #[test]
    fn a_file_is_checked_line_by_line() {
        let path = std::env::temp_dir().join(format!("meihua-openings-{}.epd", std::process::id()));
        let mut table = RefereeBoard::<ConnectFour>::new(Rules::default());
        let mut open = |content: &str, shuffled, seed| {
            fs::write(&path, content).unwrap();
            Book::open(path.to_str().unwrap(), None, shuffled, seed, &XIANGQI, &mut table)
        };
        let Book::List { openings, .. } =
            open("# boards\n7/7/7/7/7/3P3 b - - 0 1\n\nP@d1 P@d2 P@c1\n", false, 1).unwrap()
        else {
            panic!("a list")
        };
        assert_eq!(openings[0].fen.as_deref(), Some("7/7/7/7/7/3P3 b - - 0 1"));
        assert_eq!(openings[1].moves, ["P@d1", "P@d2", "P@c1"]);
        let Book::List { openings, .. } = open("1. P@d1 P@d2 2.P@c1\n1... P@a1\n", false, 1).unwrap() else {
            panic!("a list")
        };
        assert_eq!(
            (&openings[0].moves[..], openings[1].moves.len()),
            (&["P@d1", "P@d2", "P@c1"].map(str::to_owned)[..], 1)
        );
        let error = open("P@d1\nP@h1\n", false, 1).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("7 columns"), "{error}");
        let error = open("7/7/7/7/ppp4/PPPP3 b - - 0 4\n", false, 1).unwrap_err().to_string();
        assert!(error.contains("the game is over"), "{error}");
        assert!(matches!(open("#\n", false, 1), Err(BookError::Empty(_))));
        let many: String = (0..49).map(|number| format!("{}{}\n", number / 7 + 1, number % 7 + 1)).collect();
        assert_ne!(open(&many, true, 1).unwrap(), open(&many, false, 1).unwrap());
        assert_ne!(open(&many, true, 1).unwrap(), open(&many, true, 2).unwrap());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn saved_games_are_openings() {
        let path = std::env::temp_dir().join(format!("meihua-openings-{}.pgn", std::process::id()));
        fs::write(&path, "[Event \"a\"]\n\n1. 炮二平五 马８进７ *\n\n[Event \"b\"]\n\n1. 兵七进一 *\n").unwrap();
        let mut table = RefereeBoard::<meihua_engine::games::xiangqi::Position>::new(Rules::default());
        let book = Book::open(path.to_str().unwrap(), None, false, 1, &XIANGQI, &mut table).unwrap();
        let Book::List { openings, .. } = book else { panic!("a list") };
        let moves: Vec<String> = openings.iter().map(|opening| opening.moves.join(" ")).collect();
        assert_eq!(moves, ["h2e2 h9g7", "c3c4"]);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn random_openings_belong_to_their_pair() {
        let mut table = RefereeBoard::<ConnectFour>::new(Rules::default());
        let book = Book::open("random:3", None, false, 5, &XIANGQI, &mut table).unwrap();
        let again = book.opening(3, &table).unwrap();
        assert_eq!(book.opening(3, &table).unwrap(), again);
        assert!((0..10).any(|pair| book.opening(pair, &table).unwrap() != again));
        for bad in ["random:x", "random:18446744073709551615", "random:-1"] {
            assert!(
                matches!(Book::open(bad, None, false, 5, &XIANGQI, &mut table), Err(BookError::Unreadable(_))),
                "{bad}"
            );
        }
    }
}
