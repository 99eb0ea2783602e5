//! What the engine reports on its way and at the end: words and numbers, in no dialect yet.
//!
//! Moves are text already, because only the session knows the game; the form of the lines is the protocol's affair. Written as
//! JSON an event is what the dialect `json` sends.

use super::fault::Fault;
use crate::score::{Points, Score};
use crate::search::report::Bound;
use crate::solution::{Facts, NO_BOUND, Status};
use serde::{Serialize, Serializer};
use std::sync::Arc;
use std::time::Duration;

/// Where events go. Called from any thread.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// One report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A line of a search or a solver under way.
    Info(Box<Info>),
    /// The root move being looked at.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Its number, from 1.
        number: usize,
    },
    /// What the solver of a puzzle has found.
    #[serde(rename = "solution")]
    Solved(Box<Solved>),
    /// What the best plan that begins with a move of a puzzle comes to, where several are asked for.
    #[serde(rename = "value")]
    MoveValue {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// What the plan comes to.
        #[serde(flatten)]
        worth: Worth,
    },
    /// The puzzle is already at its goal, so there is nothing to solve.
    #[serde(rename = "solved")]
    AtGoal,
    /// A line of moves in the notation that the options ask for.
    Spelled {
        /// Rank among the reported lines, from 1.
        #[serde(rename = "multipv")]
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
    /// How many leaves a perft has counted behind a move.
    Leaves {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The leaves.
        leaves: u64,
    },
    /// How many leaves a perft has counted in all.
    Perft {
        /// The leaves.
        leaves: u64,
    },
    /// A random opening.
    Opening {
        /// Its position.
        fen: String,
    },
    /// A remark for people.
    Text {
        /// The remark.
        text: String,
    },
    /// Something that could not be carried out.
    Error(Fault),
    /// A line of a bench, printed as it is in every text dialect.
    Bench {
        /// The line.
        text: String,
    },
    /// The answer of a `go`: exactly one for each.
    #[serde(rename = "bestmove")]
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
    /// Neither a plan nor a bound is known yet, so the line has no score.
    Unknown,
}

impl Value {
    fn is_unknown(&self) -> bool {
        *self == Value::Unknown
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Score(score) => score.serialize(serializer),
            Value::Units(units) => Points::Units(*units).serialize(serializer),
            Value::Unknown => serializer.serialize_none(),
        }
    }
}

/// One line of a search or a solver.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// Plies (steps of a plan) looked at in full.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// Rank among the reported lines, from 1.
    #[serde(rename = "multipv")]
    pub multi_pv: usize,
    /// The value of the line.
    #[serde(rename = "score", skip_serializing_if = "Value::is_unknown")]
    pub value: Value,
    /// What `value` is to the true one.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// Chances of win, draw and loss, permille, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Fill of the table, permille.
    pub hashfull: u32,
    /// Positions so far that a table of solved positions knew.
    #[serde(rename = "tbhits")]
    pub(crate) tb_hits: u64,
    /// Time so far.
    #[serde(serialize_with = "milliseconds")]
    pub time: Duration,
    /// The line, in wire spelling.
    pub pv: Vec<String>,
}

/// A time in the unit of all dialects.
fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis().min(u128::from(u64::MAX)) as u64)
}

impl Info {
    /// The line of a position that is over, or of a search that had no time to report: nothing searched.
    pub(crate) fn at_rest(value: Value) -> Self {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// What is counted: `crossings`, `cost`, `moves`, `hp`.
    pub objective: &'static str,
    /// The value of the plan; `None` where no plan reaches the goal.
    pub value: Option<i64>,
    /// The best value still possible; [`NO_BOUND`] where nothing is known of it.
    #[serde(serialize_with = "known_bound")]
    pub bound: i64,
    /// Whether it is proven.
    pub status: Status,
}

fn known_bound<S: Serializer>(bound: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    (*bound != NO_BOUND).then_some(bound).serialize(serializer)
}

impl Worth {
    /// Whether it is proven that no plan reaches the goal.
    pub fn is_hopeless(&self) -> bool {
        self.value.is_none() && self.status == Status::Proven
    }
}

/// What the solver of a puzzle has found by the end of a `go`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solved {
    /// What the plan comes to.
    #[serde(flatten)]
    pub worth: Worth,
    /// The plan in wire spelling, cut off where it is very long. Where the goal cannot be reached a puzzle may still have the
    /// best walk. The last [`Info`] has it, too.
    #[serde(skip)]
    pub plan: Vec<String>,
    /// All first moves of best plans, where the solver knows them.
    #[serde(rename = "best", skip_serializing_if = "Vec::is_empty")]
    pub best_first_moves: Vec<String>,
    /// Facts about the plan other than its value.
    #[serde(skip_serializing_if = "is_none")]
    pub facts: Facts,
    /// States expanded.
    pub nodes: u64,
}

/// The answer of a `go`.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Best {
    /// The move; `None` if there is no legal move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The reply expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<String>,
    /// The score of `mv`, by which draw offers are answered; `None` for a puzzle.
    #[serde(skip)]
    pub score: Option<Score>,
    /// Agrees to the draw that was offered.
    #[serde(skip_serializing_if = "is_false")]
    pub draw: bool,
    /// Gives the game up.
    #[serde(skip_serializing_if = "is_false")]
    pub resign: bool,
}

fn is_none(facts: &Facts) -> bool {
    *facts == Facts::NONE
}

fn is_false(is: &bool) -> bool {
    !is
}
