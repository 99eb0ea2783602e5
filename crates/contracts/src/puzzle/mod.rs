//! The contract of a one-player game: a start, moves with a cost, a goal.
//!
//! A value of a type that implements [`Puzzle`] is the *problem* (its rules and sizes); a state is a separate value,
//! small and hashable. The solvers in `meihua_engine::solvers` find the cheapest plan and prove it.
//!
//! What you must write: the moves of a state, the state after a move, and when the goal is reached. A lower bound on
//! the cost still to come ([`Puzzle::lower_bound`]) makes A* out of uniform-cost search; it must never exceed the true
//! cost.
//!
//! Two small optional contracts open faster solvers: [`Reversible`] (search from the goals) and [`Ranked`] (arrays in the
//! place of hash tables).

mod binding;
pub mod label_problem;

pub use binding::{FilesError, FromFiles, PuzzleBinding};

use crate::phrases::Phrases;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError};
use crate::view::{Diagram, GamePart};
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

    /// The price of a legal move; 1 unless the puzzle overrides it.
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

/// A puzzle whose moves can all be taken back at the same price, so that a search may start from the goals.
pub trait Reversible: Puzzle {
    /// Every goal that has the sizes of `state` (the same tiles, the same people).
    fn goals(&self, state: &Self::State) -> Vec<Self::State>;
}

/// A puzzle whose legal states can be numbered by a formula, so that a table of them is an array.
pub trait Ranked: Puzzle {
    /// All ranks lie below this; a few may belong to no state.
    fn ranks(&self) -> u64;

    /// The number of a legal state; different states, different numbers.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number that [`Ranked::rank`] gave.
    fn unrank(&self, rank: u64) -> Self::State;
}

/// How a puzzle is spelled.
pub trait PuzzleText: Puzzle {
    /// The name, as the value of `UCI_Variant`.
    const NAME: &'static str;

    /// Other names that are understood.
    const ALIASES: &'static [&'static str] = &[];

    /// How people talk about it.
    const PHRASES: Phrases = Phrases::PLAIN;

    /// The built-in puzzle and its start.
    fn start() -> (Self, Self::State);

    /// Reads a position: the problem and a state of it.
    fn from_fen(fen: &str) -> Result<(Self, Self::State), PositionError>;

    /// Writes a position.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a legal move.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// Reads a text that may mean several moves in a row (such as a tower's `wwasd`). Most puzzles have no such texts.
    fn parse_plan(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, MoveError> {
        Ok(vec![self.parse_move(state, text)?])
    }

    /// Writes a legal move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Writes a plan from a state, each move in the state that the moves before it lead to.
    fn plan_text(&self, state: &Self::State, plan: &[Self::Move]) -> Vec<String> {
        let mut at = state.clone();
        let spell = |&mv: &Self::Move| {
            let text = self.move_text(&at, mv);
            at = self.apply(&at, mv);
            text
        };
        plan.iter().map(spell).collect()
    }

    /// Whether the word `moves` behind this word of a position belongs to the position; else the moves played follow it.
    fn keeps_moves(before: &str) -> bool {
        let _ = before;
        false
    }

    /// The state for a person: several lines, no trailing newline.
    fn diagram(&self, state: &Self::State) -> String;

    /// What a GUI needs to show the state, the puzzle's own part; its diagram unless the puzzle brings a view.
    fn view_part(&self, state: &Self::State) -> Box<dyn GamePart> {
        Box::new(Diagram::of(&self.diagram(state)))
    }

    /// How it was solved, as a sentence: the goal that was reached, the number of moves, and their cost.
    fn solved(&self, goal: &Self::State, moves: u64, cost: u64) -> Sentence {
        let _ = (goal, cost);
        Sentence::counted(moves as usize, ["Solved in {} move.", "Solved in {} moves."])
    }

    /// What is counted: `crossings`, `cost`, `moves` or `hp`.
    fn objective(&self) -> &'static str;
}
