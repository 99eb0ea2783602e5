//! What the engine says while it works and when it is done: words and numbers, in no dialect yet.
//!
//! Moves are text already, because only the session knows the game; the form of the lines is the protocol's affair.

use crate::score::Score;
use crate::search::report::Bound;
use std::sync::Arc;
use std::time::Duration;

/// Where events go. Called from any thread.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// One thing to say.
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
            time: Duration::ZERO,
            pv: Vec::new(),
        }
    }
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
