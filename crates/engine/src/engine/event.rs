//! What the engine reports during and after its work: words and numbers, in no particular dialect.
//!
//! Moves are already text, because only the session knows the game. The protocol decides how lines look. The dialect
//! `json` sends each event as JSON.

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
    /// A line from a running search or solver.
    Info(Box<Info>),
    /// The root move being searched.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// The result of a puzzle's solver.
    #[serde(rename = "solution")]
    Solved(Box<Solved>),
    /// The value of the best plan that begins with a given move of a puzzle, if several plans are requested.
    #[serde(rename = "value")]
    MoveValue {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The value of the plan.
        #[serde(flatten)]
        worth: Worth,
    },
    /// The puzzle is already solved, so there is nothing to search.
    #[serde(rename = "solved")]
    AtGoal(Worth),
    /// A line of moves in the notation set by option.
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
    /// Proven: the game is a draw.
    ProvenDraw,
    /// The number of perft leaves below one move.
    Leaves {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The leaves.
        leaves: u64,
    },
    /// The total number of perft leaves.
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
        /// The same in another language, where games of a file are left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        translated: Option<String>,
    },
    /// Something that could not be done.
    Error(Fault),
    /// A line of a bench, printed unchanged in every text dialect.
    Bench {
        /// The line.
        text: String,
    },
    /// The answer to a `go`; each `go` has exactly one.
    #[serde(rename = "bestmove")]
    Best(Best),
    /// The end of a job that has no move as its answer (perft, bench).
    End,
}

/// The value of a reported line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A score from the view of the side to move at the root.
    Score(Score),
    /// A puzzle's value, where more is better: hp, or the negated cost.
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
    /// Depth searched in full: plies, or steps of a plan.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Rank among the reported lines, from 1.
    #[serde(rename = "multipv")]
    pub multi_pv: usize,
    /// The value of the line.
    #[serde(rename = "score", skip_serializing_if = "Value::is_unknown")]
    pub value: Value,
    /// Whether `value` is exact or a bound.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// Chances of win, draw and loss in permille, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// Positions found in a table of solved positions so far.
    #[serde(rename = "tbhits")]
    pub(crate) tb_hits: u64,
    /// Time so far.
    #[serde(serialize_with = "milliseconds")]
    pub time: Duration,
    /// The line, in wire notation.
    pub pv: Vec<String>,
}

/// Writes a time in milliseconds, the unit of all dialects.
fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis().min(u128::from(u64::MAX)) as u64)
}

impl Info {
    /// The line for a position that is over, or a search that had no time to report: nothing was searched.
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

/// The value of a puzzle's best plan, and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// What the value counts: `crossings`, `cost`, `moves`, `hp`.
    pub objective: &'static str,
    /// The value of the plan; `None` if no plan reaches the goal.
    pub value: Option<i64>,
    /// The best value still possible; [`NO_BOUND`] if it is not known.
    #[serde(serialize_with = "known_bound")]
    pub bound: i64,
    /// Whether the value is proven.
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

/// The result of a puzzle's solver at the end of a `go`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solved {
    /// The value of the plan.
    #[serde(flatten)]
    pub worth: Worth,
    /// The plan in wire notation, cut off if it is very long. If the goal cannot be reached, it may be the best walk.
    /// The last [`Info`] holds it too.
    #[serde(skip)]
    pub plan: Vec<String>,
    /// The first moves of all best plans, if the solver knows them, else that of its plan; empty without a plan.
    #[serde(rename = "best", skip_serializing_if = "Vec::is_empty")]
    pub best_first_moves: Vec<String>,
    /// Facts about the plan other than its value.
    #[serde(skip_serializing_if = "is_none")]
    pub facts: Facts,
    /// States expanded.
    pub nodes: u64,
}

/// The answer to a `go`.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct Best {
    /// The move; `None` if there is no legal move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The expected reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<String>,
    /// The score of `mv`, used to answer draw offers; `None` for a puzzle.
    #[serde(skip)]
    pub score: Option<Score>,
    /// Accepts the draw that was offered.
    #[serde(skip_serializing_if = "is_false")]
    pub draw: bool,
    /// Resigns.
    #[serde(skip_serializing_if = "is_false")]
    pub resign: bool,
}

fn is_none(facts: &Facts) -> bool {
    *facts == Facts::NONE
}

fn is_false(is: &bool) -> bool {
    !is
}
