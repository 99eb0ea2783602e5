//! The games of files, as entries of the program's list of games.
//!
//! Entries live as long as the process, because sessions, referees and saved games refer to them. So each description is
//! kept once, however often its file is loaded, and there is a limit to all of them together.

use crate::compiled::Compiled;
use crate::position::Position;
use crate::reader::{self, Fault};
use crate::rules::Rules;
use meihua_contracts::fnv::fnv;
use meihua_contracts::in_english;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
use meihua_engine::engine::game_files::{Extended, GameFiles};
use meihua_engine::engine::record_game::Description;
use meihua_engine::engine::registry::Entry;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// Maximum number of lists of games that a process keeps.
const MAX_LISTS: usize = 4_000;
/// Maximum number of games that a process keeps.
const MAX_KEPT: usize = 4_000;

/// How the program knows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(&'static str);

impl Label {
    /// A game outside the program's list.
    pub(crate) const NONE: Label = Label("");

    pub(crate) fn name(self) -> &'static str {
        self.0
    }
}

/// Why the games of a text cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// The text has faults.
    Faults(Vec<Fault>),
    /// There is no game in it.
    Empty,
    /// Too many games are kept already.
    Full,
}

impl From<&LoadError> for Sentence {
    fn from(error: &LoadError) -> Sentence {
        match error {
            LoadError::Faults(faults) => listed(faults),
            LoadError::Empty => {
                "there is no game in it: a game begins with its name in brackets, such as [mygame]".into()
            }
            LoadError::Full => {
                sentence!("this process has loaded {} games of files already; start it again to load others", MAX_KEPT)
            }
        }
    }
}

in_english!(LoadError);

/// The first faults, one after the other.
fn listed(faults: &[Fault]) -> Sentence {
    const SHOWN: usize = 3;
    let shown = faults.iter().take(SHOWN).map(Sentence::from);
    let shown = shown.reduce(|list, fault| sentence!("{}; {}", list, fault)).unwrap_or(Sentence::EMPTY);
    let more = faults.len().saturating_sub(SHOWN);
    if more == 0 { shown } else { sentence!("{}; and {} more (`meihua check` lists all)", shown, more) }
}

/// A description that is kept.
struct Kept {
    hash: u64,
    name: &'static str,
    /// The game, while something plays it.
    game: Mutex<std::sync::Weak<Compiled>>,
    rules: Rules,
}

impl Kept {
    fn start(&self) -> Position {
        let mut slot = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let game = slot.upgrade().unwrap_or_else(|| {
            let game = Arc::new(Compiled::new(self.rules.clone()));
            *slot = Arc::downgrade(&game);
            game
        });
        Position::empty(game, Label(self.name)).again()
    }
}

static KEPT: Mutex<Vec<(&'static Kept, Entry)>> = Mutex::new(Vec::new());

/// Reads files of games for the engine ([`meihua_engine::engine::game_files::provide`]).
#[derive(Clone, Copy, Debug)]
pub struct Files;

impl GameFiles for Files {
    fn extend(&self, games: &'static [Entry], text: &str) -> Result<Extended, Sentence> {
        let (found, faults) = reader::read_beside(text, games);
        if found.is_empty() {
            let error = if faults.is_empty() { LoadError::Empty } else { LoadError::Faults(faults) };
            return Err(Sentence::from(&error));
        }
        let left_out = faults.iter().map(Sentence::from).collect();
        let entries: Result<Vec<Entry>, LoadError> = found.into_iter().map(entry).collect();
        let list = entries.and_then(|entries| joined(games, entries)).map_err(|error| Sentence::from(&error))?;
        Ok(Extended { games: list, left_out })
    }
}

/// Lists that were made.
static LISTS: Mutex<Vec<&'static [Entry]>> = Mutex::new(Vec::new());

/// A list of games and more games.
fn joined(games: &'static [Entry], more: Vec<Entry>) -> Result<&'static [Entry], LoadError> {
    let saved_games = games.first().map(|entry| entry.saved_games);
    let with_files = |entry: Entry| saved_games.map_or(entry, |saved_games| entry.with_saved_games(saved_games));
    let more = more.into_iter().map(with_files);
    let list: Vec<Entry> = games.iter().copied().chain(more).collect();
    let is_same = |one: &Entry, other: &Entry| std::ptr::addr_eq(one.open, other.open);
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lists
        .iter()
        .find(|known| known.len() == list.len() && known.iter().zip(&list).all(|(one, other)| is_same(one, other)));
    if let Some(known) = known {
        return Ok(known);
    }
    if lists.len() >= MAX_LISTS {
        return Err(LoadError::Full);
    }
    let list: &'static [Entry] = Box::leak(list.into_boxed_slice());
    lists.push(list);
    Ok(list)
}

/// The entry of a game.
fn entry(mut rules: Rules) -> Result<Entry, LoadError> {
    // Texts may differ that mean the same.
    let text = std::mem::take(&mut rules.text);
    let hash = fnv(format!("{rules:?}").as_bytes());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, entry)) = kept.iter().find(|(known, _)| known.hash == hash && known.name == rules.name) {
        return Ok(*entry);
    }
    if kept.len() >= MAX_KEPT {
        return Err(LoadError::Full);
    }
    let name: &'static str = Box::leak(rules.name.clone().into_boxed_str());
    let game: &'static Kept = Box::leak(Box::new(Kept { hash, name, game: Mutex::default(), rules }));
    let start: &'static (dyn Fn() -> Position + Sync) = Box::leak(Box::new(move || game.start()));
    let text: &'static str = Box::leak(text.into_boxed_str());
    let entry = Entry::starting(name, start, Description { text, digest: hash });
    kept.push((game, entry));
    Ok(entry)
}

/// The start position of the first of the built-in parents: what a position without a file is.
pub(crate) fn smallest() -> Position {
    static GAME: OnceLock<Option<Arc<Compiled>>> = OnceLock::new();
    let read = || reader::built_in("chess").map(|rules| Arc::new(Compiled::new(rules)));
    let game = GAME.get_or_init(read).clone();
    // The built-in games are read in a test.
    let game = game.unwrap_or_else(|| Arc::new(Compiled::new(Rules::plain())));
    Position::empty(game, Label("own")).again()
}

impl Position {
    /// The start position of a game outside the program's list.
    pub fn start_of(rules: Rules) -> Position {
        Position::empty(Arc::new(Compiled::new(rules)), Label::NONE).again()
    }

    /// The start position of the same game.
    pub(crate) fn again(&self) -> Position {
        let start = Position::read(Arc::clone(&self.game), self.label, &self.game.rules.start);
        // The reader refuses a game whose start position cannot be read.
        start.unwrap_or_else(|_: PositionError| Position::empty(Arc::clone(&self.game), self.label))
    }
}
