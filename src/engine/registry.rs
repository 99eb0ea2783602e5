//! Which games an engine offers: a table, the first entry of which is on when the process starts.
//!
//! [`GAMES`] is the table of the program itself. A program of one's own brings another, of any types that implement
//! [`Contest`]; [`crate::protocol::server::serve`] makes an engine process of it.

use super::contest::Contest;
use super::player::Player;
use super::session::Session;
use super::solver::{Solve, Solver};
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position as Xiangqi;

/// A game that can be chosen.
pub struct Entry {
    /// The name, as the value of `UCI_Variant`.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Whether two players move in turn.
    pub is_contest: bool,
    /// Makes a session at the start position.
    pub open: fn() -> Box<dyn Session>,
}

impl Entry {
    /// A game of two players.
    pub const fn contest<G: Contest>() -> Entry {
        Entry { name: G::NAME, aliases: G::ALIASES, is_contest: true, open: || Box::new(Player::<G>::new()) }
    }

    /// A puzzle.
    pub const fn puzzle<P: Solve>() -> Entry {
        Entry { name: P::NAME, aliases: P::ALIASES, is_contest: false, open: || Box::new(Solver::<P>::new()) }
    }
}

/// The games of this program.
pub static GAMES: &[Entry] = &[
    Entry::contest::<Xiangqi>(),
    Entry::contest::<ConnectFour>(),
    Entry::puzzle::<River>(),
    Entry::puzzle::<Sliding>(),
    Entry::puzzle::<Tower>(),
];

/// The entry of a game by its name or an alias, capitals or not.
pub fn find<'a>(games: &'a [Entry], name: &str) -> Option<&'a Entry> {
    let is = |candidate: &str| candidate.eq_ignore_ascii_case(name);
    games.iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}
