//! What the engine reports on its way and at the end: words and numbers, in no dialect yet.
//!
//! Moves are text already, because only the session knows the game; the form of the lines is the protocol's affair.

use crate::score::Score;
use crate::search::report::Bound;
use crate::solution::{Facts, Status};
use std::sync::Arc;
use std::time::Duration;

/// Where events go. Called from any thread.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// One report.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A line of a search or a solver under way.
    Info(Box<Info>),
    /// The root move being looked at.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: String,
        /// Its number, from 1.
        number: usize,
    },
    /// What the solver of a puzzle has found.
    Solved(Box<Solved>),
    /// What the best plan that begins with a move of a puzzle comes to, where several are asked for.
    MoveValue {
        /// The move.
        mv: String,
        /// What the plan comes to.
        worth: Worth,
    },
    /// The puzzle stands at its goal: there is nothing to solve.
    AtGoal,
    /// A line of moves in the notation that the options ask for.
    Spelled {
        /// Rank among the reported lines, from 1.
        multi_pv: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// No win within `moves` moves exists.
    NoWin {
        /// Moves of the side to move.
        moves: u32,
    },
    /// Proven: nobody wins.
    ProvenDraw,
    /// A remark for people.
    Text(String),
    /// Something that could not be carried out: what was wrong and what was expected.
    Error(String),
    /// A line that is printed as it is in every dialect: perft counts, diagrams.
    Plain(String),
    /// The answer of a `go`: exactly one for each.
    Best(Best),
    /// The end of a job that has no move for an answer (perft, bench).
    End,
}

/// A value of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// From the view of the side to move at the root.
    Score(Score),
    /// A puzzle's value where more is better: hp, or minus the cost.
    Units(i64),
    /// No plan is known yet, and nothing of what is still possible: the line has no score.
    Unknown,
}

/// One line of a search or a solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Plies (steps of a plan) looked at in full.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// Rank among the reported lines, from 1.
    pub multi_pv: usize,
    /// The value of the line.
    pub value: Value,
    /// What `value` is to the true one.
    pub bound: Bound,
    /// Chances of win, draw and loss, permille, where they are asked for.
    pub wdl: Option<[u32; 3]>,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Fill of the table, permille.
    pub hashfull: u32,
    /// Positions so far that a table of solved positions knew.
    pub tb_hits: u64,
    /// Time so far.
    pub time: Duration,
    /// The line, in wire spelling.
    pub pv: Vec<String>,
}

impl Info {
    /// The line of a position that is over, or of a search that had no time to report: nothing searched.
    pub fn at_rest(value: Value) -> Self {
        Info {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            value,
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            nps: 0,
            hashfull: 0,
            tb_hits: 0,
            time: Duration::ZERO,
            pv: Vec::new(),
        }
    }
}

/// What the best plan of a puzzle comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What is counted: `crossings`, `cost`, `moves`, `hp`.
    pub objective: &'static str,
    /// The value of the plan; `None` where no plan reaches the goal.
    pub value: Option<i64>,
    /// The best value still possible.
    pub bound: i64,
    /// Whether it is proven.
    pub status: Status,
}

impl Worth {
    /// Whether it is proven that no plan reaches the goal.
    pub fn is_hopeless(&self) -> bool {
        self.value.is_none() && self.status == Status::Proven
    }
}

/// What the solver of a puzzle has found by the end of a `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What the plan comes to.
    pub worth: Worth,
    /// The plan in wire spelling, cut off where it is very long. Where the goal cannot be reached a puzzle may still have the
    /// best walk.
    pub plan: Vec<String>,
    /// All first moves of best plans, where the solver knows them.
    pub best_first_moves: Vec<String>,
    /// What is known of the plan besides its value.
    pub facts: Facts,
    /// States expanded.
    pub nodes: u64,
}

/// The answer of a `go`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Best {
    /// The move; `None` where there is none to make.
    pub mv: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
    /// The score of `mv`, by which draw offers are answered; `None` for a puzzle.
    pub score: Option<Score>,
    /// Agrees to the draw that was offered.
    pub draw: bool,
    /// Gives the game up.
    pub resign: bool,
}
