//! The contract of a one-player game: a start, moves with a cost, a goal.
//!
//! A value of a type that implements [`Puzzle`] is the *problem* (its rules and sizes); a state is a separate value,
//! small and hashable. The solvers in [`crate::solve`] find the cheapest plan and prove it.
//!
//! What you must write: the moves of a state, the state after a move, and when the goal is reached. A lower bound on the
//! cost still to come ([`Puzzle::lower_bound`]) makes A* out of uniform-cost search; it must never exceed the true cost.

use crate::text::{MoveError, PositionError};
use std::fmt::Debug;
use std::hash::Hash;

/// A one-player problem. See the [module page](self).
pub trait Puzzle: Clone + Send + Sync + 'static {
    /// A state: everything that changes.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Appends the moves of a state.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a legal move.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The price of a legal move; 1 unless the puzzle says otherwise.
    fn cost(&self, state: &Self::State, mv: Self::Move) -> u64 {
        let _ = (state, mv);
        1
    }

    /// Whether the state is a solution.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A lower bound on the cost from here to the nearest goal: 0 knows nothing and is always right.
    fn lower_bound(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }
}

/// How a puzzle is spelled.
pub trait PuzzleText: Puzzle {
    /// The name, as the value of `UCI_Variant`.
    const NAME: &'static str;

    /// Other names that are understood.
    const ALIASES: &'static [&'static str] = &[];

    /// The built-in puzzle and its start.
    fn start() -> (Self, Self::State);

    /// Reads a position: the problem and a state of it.
    fn from_fen(fen: &str) -> Result<(Self, Self::State), PositionError>;

    /// Writes a position.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a legal move.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a legal move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The state for a person: several lines, no trailing newline.
    fn diagram(&self, state: &Self::State) -> String;

    /// What is counted: `crossings`, `cost`, `moves` or `hp`.
    fn objective(&self) -> &'static str;
}
