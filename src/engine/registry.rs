//! Which games an engine offers: a table, the first entry of which is on when the process starts.
//!
//! [`GAMES`] is the table of the program itself. A program of one's own brings another, of any types that implement
//! [`GameBinding`]; [`crate::protocol::process::serve`] makes an engine process of it.

use super::climb;
use super::game_binding::GameBinding;
use super::game_session::GameSession;
use super::puzzle_session::{PuzzleBinding, PuzzleSession};
use super::referee::{Referee, Table};
use super::self_play::{Recipe, SelfPlay, SelfPlayer};
use super::session::Session;
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::tower::project::climb::ProjectError;
use crate::games::xiangqi::Position as Xiangqi;
use crate::rules::Rules;
use crate::search::table::TableError;
use crate::text::is_same;

/// What makes the referees of a game, under some rules of draws and repetitions.
pub type NewReferee = fn(Rules) -> Box<dyn Referee>;

/// What makes players who play games against themselves, with a table of so many megabytes.
pub type NewSelfPlayer = fn(Recipe, usize) -> Result<Box<dyn SelfPlay>, TableError>;

/// A game that can be chosen: all that the rest of the program asks of it. What is not here is asked of its [`Session`].
pub struct Entry {
    /// The name, as the value of `UCI_Variant`.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Makes a session at the start position.
    pub open: fn() -> Box<dyn Session>,
    /// Makes referees of matches; none for a puzzle.
    pub referee: Option<NewReferee>,
    /// Makes players of games against oneself; none for a puzzle.
    pub self_player: Option<NewSelfPlayer>,
    /// Positions that `bench` searches.
    pub bench: &'static [&'static str],
    /// Makes a session of a project, a folder or an archive of files; none for a game that has none such.
    pub project: Option<OpenProject>,
}

/// What makes a session of a project by its path.
pub type OpenProject = fn(&str) -> Result<Box<dyn Session>, ProjectError>;

impl Entry {
    /// A game of two players.
    pub const fn game<G: GameBinding>() -> Entry {
        Entry {
            name: G::NAME,
            aliases: G::ALIASES,
            open: || Box::new(GameSession::<G>::new()),
            referee: Some(|rules| Box::new(Table::<G>::new(rules))),
            self_player: Some(|recipe, hash| Ok(Box::new(SelfPlayer::<G>::new(recipe, hash)?))),
            bench: G::BENCH,
            project: None,
        }
    }

    /// A puzzle.
    pub const fn puzzle<P: PuzzleBinding>() -> Entry {
        let open: fn() -> Box<dyn Session> = || Box::new(PuzzleSession::<P>::new());
        Entry { name: P::NAME, aliases: P::ALIASES, open, referee: None, self_player: None, bench: &[], project: None }
    }

    /// The game with projects, too.
    pub const fn with_projects(self, open: OpenProject) -> Entry {
        Entry { project: Some(open), ..self }
    }

    /// Whether two players move in turn.
    pub fn is_two_player(&self) -> bool {
        self.referee.is_some()
    }
}

/// How many games this program has.
pub const COUNT: usize = 5;

/// The games of this program.
pub static GAMES: &[Entry] = &ENTRIES;

const ENTRIES: [Entry; COUNT] = [
    Entry::game::<Xiangqi>(),
    Entry::game::<ConnectFour>(),
    Entry::puzzle::<River>(),
    Entry::puzzle::<Sliding>(),
    Entry::puzzle::<Tower>().with_projects(climb::open),
];

/// The entry of a game by its name or an alias, capitals or not.
pub fn find<'a>(games: &'a [Entry], name: &str) -> Option<&'a Entry> {
    let is = |candidate: &str| candidate.eq_ignore_ascii_case(name);
    games.iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// What a part of the program above the engine knows of each game, in the order of [`GAMES`]: its drawing, for instance. A
/// game that is added there and not here does not compile.
pub struct PerGame<T: 'static>([(&'static str, T); COUNT]);

impl<T: Copy> PerGame<T> {
    /// A row for each entry, with its name.
    pub const fn new(rows: [(&'static str, T); COUNT]) -> Self {
        let mut index = 0;
        while index < COUNT {
            assert!(is_same(rows[index].0, ENTRIES[index].name), "a row for each game, in the order of the registry");
            index += 1;
        }
        PerGame(rows)
    }

    /// What is known of the game of an entry; none where the entry is not one of this program's own.
    pub fn of(&self, name: &str) -> Option<T> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, row)| *row)
    }
}

/// The names of games, with commas.
pub fn names(games: &[Entry]) -> String {
    games.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

/// The names of games as people list what there is to choose from: `a, b or c`.
pub fn names_or<'a>(games: impl IntoIterator<Item = &'a Entry>) -> String {
    let mut names: Vec<&str> = games.into_iter().map(|entry| entry.name).collect();
    let Some(last) = names.pop() else { return "nothing: there are no games".to_owned() };
    if names.is_empty() { last.to_owned() } else { format!("{} or {last}", names.join(", ")) }
}

/// The names of the games of two players, with commas.
pub fn two_player_names(games: &[Entry]) -> String {
    games.iter().filter(|entry| entry.is_two_player()).map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

/// The game of two players that a name or an alias stands for; without a name the first there is.
pub fn two_player<'a>(games: &'a [Entry], name: Option<&str>) -> Option<&'a Entry> {
    match name {
        Some(name) => find(games, name).filter(|entry| entry.is_two_player()),
        None => games.iter().find(|entry| entry.is_two_player()),
    }
}
