//! The games that matches can be played in: the one place that turns a name into rules.

use super::referee::{Referee, Table};
use crate::games::connect_four::ConnectFour;
use crate::games::xiangqi::Position as Xiangqi;
use crate::rules::Rules;
use crate::text::GameText;

/// What makes the referees of a game, by its name or an alias.
pub fn referees(game: &str) -> Option<fn(Rules) -> Box<dyn Referee>> {
    tables::<Xiangqi>(game).or_else(|| tables::<ConnectFour>(game))
}

/// The names of all games.
pub const NAMES: [&str; 2] = [Xiangqi::NAME, ConnectFour::NAME];

fn tables<G: GameText>(game: &str) -> Option<fn(Rules) -> Box<dyn Referee>> {
    let is_named = std::iter::once(&G::NAME).chain(G::ALIASES).any(|name| name.eq_ignore_ascii_case(game));
    is_named.then_some(|rules| Box::new(Table::<G>::new(rules)))
}
