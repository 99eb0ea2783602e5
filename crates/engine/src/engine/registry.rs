//! The games that an engine offers, as a table; the process starts with the first entry.
//!
//! [`GAMES`] is the table of this crate. Your own program can supply another one, with any types that implement
//! [`GameBinding`]; [`crate::protocol::process::serve`] turns it into an engine process.

use super::game_binding::GameBinding;
use super::game_session::GameSession;
use super::option::OptionSpec;
use super::position_text::{self, SavedGame};
use super::puzzle_session::PuzzleSession;
use super::record_game::{Description, Recorder};
use super::referee::{Referee, RefereeBoard};
use super::self_play::{Recipe, SelfPlay, SelfPlayer};
use super::session::Session;
use super::wdl;
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position as Xiangqi;
use crate::puzzle::{FilesError, FromFiles, PuzzleBinding};
use crate::rules::Rules;
use crate::search::table::TableError;
use crate::sentence::Words;
use crate::text::is_same;
use crate::view::json;
use serde_json::json as object;
use serde_json::value::RawValue;

/// Creates a referee for a game under given rules on draws and repetition.
pub(crate) type NewReferee = &'static (dyn Fn(Rules) -> Box<dyn Referee> + Sync);

/// Creates a self-play player with a table of the given size in megabytes.
pub type NewSelfPlayer = &'static (dyn Fn(Recipe, usize) -> Result<Box<dyn SelfPlay>, TableError> + Sync);

/// Opens a session.
type Open = &'static (dyn Fn() -> Box<dyn Session> + Sync);

/// Whether the word `moves` after a given word is part of a position.
pub(crate) type KeepsMoves = fn(&str) -> bool;

/// A game that a client can choose, as the rest of the program sees it. Its [`Session`] does the work.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name, as the value of `UCI_Variant`.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// Opens a session at the start position.
    pub open: Open,
    /// Creates referees for matches; `None` for a puzzle.
    pub referee: Option<NewReferee>,
    /// Creates self-play players; `None` for a puzzle.
    pub self_player: Option<NewSelfPlayer>,
    /// The positions for `bench`.
    pub bench: &'static [&'static str],
    /// Options that no other game has.
    pub options: &'static [OptionSpec],
    /// Whether the word `moves` after a given word is part of a position ([`crate::puzzle::PuzzleText::keeps_moves`]).
    pub keeps_moves: KeepsMoves,
    /// Opens projects (folders or archives of files); `None` if the game has none.
    pub project: Option<Projects>,
    /// How saved games access the game; `None` for a puzzle.
    pub recorder: Option<Recorder>,
    /// How search scores translate into chances; see [`wdl`].
    pub chances: wdl::Curve,
    /// Reads and writes its saved games.
    pub saved_games: &'static dyn SavedGames,
}

/// Reads and writes files of saved games, in places where a position is expected: `position file`, the openings of
/// `genfens`. Without one ([`Entry::with_saved_games`]), files hold positions and their moves only.
pub trait SavedGames: Sync {
    /// All games of one kind in a file of any supported format.
    fn games<'a>(&self, bytes: &'a [u8], game: &'a Entry) -> Box<dyn Iterator<Item = SavedGame> + 'a>;

    /// Whether the bytes are a file of saved games rather than a text with one position per line.
    fn is_collection(&self, bytes: &[u8]) -> bool;

    /// The answer to `import HEX` as a JSON object. Text that fits several games is read as the game named `first`, the
    /// current one. `words` translates what is wrong with them.
    fn import(&self, hex: &str, games: &[Entry], first: &str, words: Option<Words>) -> Box<RawValue>;

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

    fn import(&self, _: &str, _: &[Entry], _: &str, _: Option<Words>) -> Box<RawValue> {
        json(&object!({"error": "this program reads no saved games"}))
    }

    fn export(&self, _: &str, _: &[Entry]) -> Box<RawValue> {
        json(&object!({"error": "this program writes no saved games"}))
    }
}

/// How a game opens projects; see [`FromFiles`].
#[derive(Clone, Copy)]
pub struct Projects {
    /// Whether `position file` opens one, too.
    pub opens_files: bool,
    /// Opens a session of the project at a path.
    pub open: fn(&str) -> Result<Box<dyn Session>, FilesError>,
    /// Keeps a project given as bytes.
    pub keep: fn(&[u8]) -> Option<Result<String, FilesError>>,
    /// Whether a name refers to a project that is kept.
    pub is_kept: fn(&str) -> bool,
}

impl Projects {
    /// The projects of a puzzle.
    pub const fn of<P: FromFiles>() -> Projects {
        Projects {
            opens_files: P::OPENS_FILES,
            open: |path| {
                P::open(path).map(|(puzzle, state)| Box::new(PuzzleSession::at(puzzle, state)) as Box<dyn Session>)
            },
            keep: P::keep,
            is_kept: P::is_kept,
        }
    }
}

impl Entry {
    /// The entry of a two-player game.
    pub const fn game<G: GameBinding>() -> Entry {
        Entry {
            name: G::NAME,
            aliases: G::ALIASES,
            open: &|| Box::new(GameSession::<G>::new()),
            referee: Some(&|rules| Box::new(RefereeBoard::<G>::new(rules))),
            self_player: Some(&|recipe, hash| Ok(Box::new(SelfPlayer::<G>::new(recipe, hash)?))),
            bench: G::BENCH,
            options: G::OPTIONS,
            keeps_moves: |_| false,
            recorder: Some(G::RECORDER),
            chances: G::CHANCES,
            project: None,
            saved_games: &PositionsOnly,
        }
    }

    /// The entry of one of the games of a type that plays several ([`crate::text::GameText::name`]), from its start
    /// position, with the text that describes it. It lives as long as the process.
    pub fn starting<G: GameBinding>(
        name: &'static str,
        start: &'static (dyn Fn() -> G + Sync),
        description: Description,
    ) -> Entry {
        Entry {
            name,
            aliases: &[],
            open: Box::leak(Box::new(move || Box::new(GameSession::at(start())) as Box<dyn Session>)),
            referee: Some(Box::leak(Box::new(move |rules| {
                Box::new(RefereeBoard::at(start(), true, rules)) as Box<dyn Referee>
            }))),
            self_player: Some(Box::leak(Box::new(move |recipe, hash| {
                Ok(Box::new(SelfPlayer::at(start(), recipe, hash)?) as Box<dyn SelfPlay>)
            }))),
            recorder: Some(Recorder::starting(name, start, description)),
            ..Entry::game::<G>()
        }
    }

    /// The entry of a puzzle.
    pub const fn puzzle<P: PuzzleBinding>() -> Entry {
        Entry {
            name: P::NAME,
            aliases: P::ALIASES,
            open: &|| Box::new(PuzzleSession::<P>::new()),
            referee: None,
            self_player: None,
            bench: &[],
            options: &[],
            keeps_moves: P::keeps_moves,
            recorder: None,
            chances: wdl::UNFITTED,
            project: None,
            saved_games: &PositionsOnly,
        }
    }

    /// Adds projects to the entry.
    pub const fn with_projects<P: FromFiles>(self) -> Entry {
        Entry { project: Some(Projects::of::<P>()), ..self }
    }

    /// Adds a reader and writer of saved games to the entry.
    pub const fn with_saved_games(self, saved_games: &'static dyn SavedGames) -> Entry {
        Entry { saved_games, ..self }
    }

    /// Whether a file describes the game.
    pub fn is_of_file(&self) -> bool {
        self.recorder.is_some_and(|recorder| recorder.description.is_some())
    }

    /// Whether two players move in turn.
    pub fn is_two_player(&self) -> bool {
        self.referee.is_some()
    }
}

/// Declares the entry of one of this crate's games. Its functions are not generic, so their code, including the search,
/// is compiled in this crate and not again in the crate that names the entry.
macro_rules! entry {
    ($(#[$doc:meta])* $name:ident, $game:ty) => {
        $(#[$doc])*
        pub const $name: Entry = {
            fn open() -> Box<dyn Session> {
                Box::new(GameSession::<$game>::new())
            }
            fn referee(rules: Rules) -> Box<dyn Referee> {
                Box::new(RefereeBoard::<$game>::new(rules))
            }
            fn self_player(recipe: Recipe, hash: usize) -> Result<Box<dyn SelfPlay>, TableError> {
                Ok(Box::new(SelfPlayer::<$game>::new(recipe, hash)?))
            }
            Entry {
                open: &open,
                referee: Some(&referee),
                self_player: Some(&self_player),
                ..Entry::game::<$game>()
            }
        };
    };
    ($(#[$doc:meta])* puzzle $name:ident, $puzzle:ty) => {
        $(#[$doc])*
        pub const $name: Entry = {
            fn open() -> Box<dyn Session> {
                Box::new(PuzzleSession::<$puzzle>::new())
            }
            Entry { open: &open, ..Entry::puzzle::<$puzzle>() }
        };
    };
}

entry!(
    /// Chinese chess.
    XIANGQI,
    Xiangqi
);
entry!(
    /// Four in a row.
    CONNECT_FOUR,
    ConnectFour
);
entry!(
    /// Priests and Devils.
    puzzle RIVER,
    River
);
entry!(
    /// Sliding blocks.
    puzzle SLIDING,
    Sliding
);
entry!(
    /// Magic Tower.
    puzzle TOWER,
    Tower
);

/// How many games this crate has.
pub const COUNT: usize = 5;

/// The games of this crate.
pub static GAMES: &[Entry] = &ENTRIES;

const ENTRIES: [Entry; COUNT] = [XIANGQI, CONNECT_FOUR, RIVER, SLIDING, TOWER];

/// Whether a name refers to a project that one of the games keeps.
pub fn is_kept(games: &[Entry], name: &str) -> bool {
    games.iter().filter_map(|entry| entry.project).any(|projects| (projects.is_kept)(name))
}

/// Whether the word `moves` after a given word is part of a position of one of these games.
pub fn keeps_moves(games: &[Entry], before: &str) -> bool {
    games.iter().any(|entry| (entry.keeps_moves)(before))
}

/// Finds a game by name or alias, ignoring case.
pub fn find<'a>(games: &'a [Entry], name: &str) -> Option<&'a Entry> {
    let is = |candidate: &str| candidate.eq_ignore_ascii_case(name);
    games.iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// Data about each game of [`GAMES`], in the same order, for a part of the program above the engine, such as its
/// drawings. A game that is added there but not here does not compile.
pub struct PerGame<T: 'static>([(&'static str, T); COUNT]);

impl<T: Copy> PerGame<T> {
    /// One row per entry, with its name.
    pub const fn new(rows: [(&'static str, T); COUNT]) -> Self {
        let mut index = 0;
        while index < COUNT {
            assert!(is_same(rows[index].0, ENTRIES[index].name), "a row for each game, in the order of the registry");
            index += 1;
        }
        PerGame(rows)
    }

    /// The value for a game; `None` if it is not one of this program's own.
    pub fn of(&self, name: &str) -> Option<T> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, row)| *row)
    }
}

/// The names of games.
pub fn name_list(games: &[Entry]) -> Vec<&'static str> {
    games.iter().map(|entry| entry.name).collect()
}

/// The names of games, separated by commas.
pub fn names(games: &[Entry]) -> String {
    name_list(games).join(", ")
}

/// The names of games as a list of alternatives: `a, b or c`.
pub fn names_or<'a>(games: impl IntoIterator<Item = &'a Entry>) -> String {
    let mut names: Vec<&str> = games.into_iter().map(|entry| entry.name).collect();
    let Some(last) = names.pop() else { return "nothing: there are no games".to_owned() };
    if names.is_empty() { last.to_owned() } else { format!("{} or {last}", names.join(", ")) }
}

/// The names of the two-player games, separated by commas.
pub fn two_player_names(games: &[Entry]) -> String {
    games.iter().filter(|entry| entry.is_two_player()).map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

/// The two-player game with this name or alias; the first two-player game if no name is given.
pub fn two_player<'a>(games: &'a [Entry], name: Option<&str>) -> Option<&'a Entry> {
    match name {
        Some(name) => find(games, name).filter(|entry| entry.is_two_player()),
        None => games.iter().find(|entry| entry.is_two_player()),
    }
}
