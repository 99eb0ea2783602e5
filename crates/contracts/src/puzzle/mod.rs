//! The contract of a one-player game: a start, moves with a cost, a goal.
//!
//! A value of a type that implements [`Puzzle`] is the *problem* (its rules and sizes); a state is a separate value,
//! small and hashable. The solvers in `meihua_engine::solvers` find the cheapest plan and prove it optimal.
//!
//! You must write the moves of a state, the state after a move, and the goal test. A lower bound on the remaining cost
//! ([`Puzzle::lower_bound`]) turns uniform-cost search into A*; it must never exceed the true cost.
//!
//! Two small optional contracts enable faster solvers: [`Reversible`] (search backwards from the goals) and [`Ranked`]
//! (arrays instead of hash tables).

mod binding;
pub mod label_problem;

pub use binding::{FilesError, FromFiles, PuzzleBinding};

use crate::fnv::fnv;
use crate::phrases::Phrases;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError};
use crate::view::{Diagram, GamePart};
use std::fmt::Debug;
use std::hash::Hash;

/// A one-player problem. See the [module documentation](self).
pub trait Puzzle: Clone + Send + Sync + 'static {
    /// A state: everything that changes during play.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Appends the moves of a state.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a legal move.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The cost of a legal move; 1 unless overridden.
    fn cost(&self, state: &Self::State, mv: Self::Move) -> u64 {
        let _ = (state, mv);
        1
    }

    /// Whether the state is a solution.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A lower bound on the cost from here to the nearest goal. 0 is always correct.
    fn lower_bound(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }
}

/// A puzzle in which every move can be taken back at the same cost, so that a search may start from the goals.
pub trait Reversible: Puzzle {
    /// Every goal of the same dimensions as `state` (the same tiles, the same people).
    fn goals(&self, state: &Self::State) -> Vec<Self::State>;
}

/// A puzzle whose legal states can be numbered by a formula, so that a table of states is an array.
pub trait Ranked: Puzzle {
    /// All ranks are below this number; a few may belong to no state.
    fn ranks(&self) -> u64;

    /// The number of a legal state; different states have different numbers.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a number that [`Ranked::rank`] returned.
    fn unrank(&self, rank: u64) -> Self::State;
}

/// How a puzzle is written as text.
pub trait PuzzleText: Puzzle {
    /// The name, as the value of `UCI_Variant`.
    const NAME: &'static str;

    /// Other names that are accepted.
    const ALIASES: &'static [&'static str] = &[];

    /// How people talk about it.
    const PHRASES: Phrases = Phrases::PLAIN;

    /// The built-in puzzle and its start.
    fn start() -> (Self, Self::State);

    /// Reads a position: the problem and one of its states.
    fn from_fen(fen: &str) -> Result<(Self, Self::State), PositionError>;

    /// Writes a position.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a legal move.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// Reads text that may stand for several moves in a row, such as a tower's `wwasd`. Most puzzles have no such
    /// notation.
    fn parse_plan(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, MoveError> {
        Ok(vec![self.parse_move(state, text)?])
    }

    /// Writes a legal move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Writes a plan: each move as spelled in the state reached by the moves before it.
    fn plan_text(&self, state: &Self::State, plan: &[Self::Move]) -> Vec<String> {
        let mut at = state.clone();
        let spell = |&mv: &Self::Move| {
            let text = self.move_text(&at, mv);
            at = self.apply(&at, mv);
            text
        };
        plan.iter().map(spell).collect()
    }

    /// Whether the word `moves` after `before` is part of the position; otherwise it introduces the moves played.
    fn keeps_moves(before: &str) -> bool {
        let _ = before;
        false
    }

    /// The state as a diagram for people: several lines, no trailing newline.
    fn diagram(&self, state: &Self::State) -> String;

    /// The puzzle's own part of what a GUI needs to show the state; the diagram unless overridden.
    fn view_part(&self, state: &Self::State) -> Box<dyn GamePart> {
        Box::new(Diagram::of(&self.diagram(state)))
    }

    /// A sentence that says how the puzzle was solved: the goal reached, the number of moves and their cost.
    fn solved(&self, goal: &Self::State, moves: u64, cost: u64) -> Sentence {
        let _ = (goal, cost);
        Sentence::counted(moves as usize, ["Solved in {} move.", "Solved in {} moves."])
    }

    /// The hash of a state for clients. It is that of the whole position, rules and all: without them the same state is
    /// another problem.
    fn key(&self, state: &Self::State) -> u64 {
        fnv(self.fen(state).as_bytes())
    }

    /// What the value counts: `crossings`, `cost`, `moves` or `hp`.
    fn objective(&self) -> &'static str;
}
