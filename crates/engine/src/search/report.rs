//! What a search reports during its run and at the end. Moves are still typed; the protocol turns them into text.

use crate::panics::Panic;
use crate::score::Score;
use crate::search::table::TableError;
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// How a reported score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// Whether the score is the true one.
    pub fn is_exact(&self) -> bool {
        *self == Bound::Exact
    }
}

/// A line of a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Depth searched in full, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Rank of this line among the reported ones, from 1.
    pub multi_pv: usize,
    /// The score from the view of the side to move at the root.
    pub score: Score,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// Positions found in a table of solved positions so far, over all threads.
    pub tb_hits: u64,
    /// The line: legal moves from the root.
    pub pv: Vec<M>,
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<M> {
    /// A line.
    Line(Line<M>),
    /// The root move being searched and its number from 1.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: M,
        /// Its number in the root's list.
        number: usize,
    },
    /// There is no win within `moves` moves; ends a search for a mate.
    NoWin {
        /// Moves of the side to move.
        moves: u32,
    },
    /// Proven: the game is a draw.
    ProvenDraw,
    /// A remark for people.
    Text(String),
    /// An error that did not stop the search.
    Error(SearchError),
}

/// An error in a search that still gives an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no room for all threads.
    #[error("the system has room for {got} of {wanted} search threads; the search goes on with these")]
    Threads {
        /// Number of threads that search.
        got: usize,
        /// Number of threads requested.
        wanted: usize,
    },
    /// A thread panicked.
    #[error("a search thread panicked: {0}")]
    Thread(Panic),
    /// The game's prover cannot work here; the text says why.
    #[error("{0}")]
    Prover(String),
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The move to play; `None` only if no legal (and allowed) move exists.
    pub best: Option<M>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// The score of `best`.
    pub score: Score,
    /// The last completed depth.
    pub depth: u32,
    /// Nodes over all threads.
    pub nodes: u64,
}
