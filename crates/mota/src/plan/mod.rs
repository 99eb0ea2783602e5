//! Plans for towers of several floors: the tower is compiled into a graph, a list of wanted operators is annealed on it, and every better
//! plan is replayed by the rules.

mod anneal;
pub mod best_plan;
mod bits;
mod compile;
mod contexts;
mod damage;
mod decode;
mod difficulty;
pub mod exact;
mod graph;
mod guards;
pub mod keys;
mod landmarks;
pub mod moves;
mod plans;
mod prepare;
pub mod prices;
mod probe;
mod probed;
mod prune;
pub mod reach;
pub mod region;
mod relax;
mod replay;
pub mod search;
mod sets;
mod situation;
mod survey;
mod tool_uses;
mod uses;
pub mod why;

use crate::rules::state::State;
use moves::Move;

pub use difficulty::{Player, Wins, difficulty, play};

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves.
    pub moves: Vec<Move>,
    /// The state at the end.
    pub end: State,
}

/// The highest floor that a state has reached.
pub fn top(state: &State) -> usize {
    (0..state.floors.len()).rev().find(|&floor| state.has_visited(floor)).unwrap_or(0)
}
