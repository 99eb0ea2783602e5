//! What a search reports while it runs and when it ends. Moves are moves here; words are made of them in the protocol.

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
    /// It is the score.
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

/// One line of a search under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// Rank of this line among the reported ones, from 1.
    pub multi_pv: usize,
    /// From the view of the side to move at the root.
    pub score: Score,
    /// What `score` is to the true score.
    pub bound: Bound,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Fill of the table, permille.
    pub hashfull: u32,
    /// Positions so far that a table of solved positions knew, all threads.
    pub tb_hits: u64,
    /// The line: legal moves from the root.
    pub pv: Vec<M>,
}

/// News of a running search.
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
    /// No win within `moves` moves exists: the end of a search for a mate.
    NoWin {
        /// Moves of the side to move.
        moves: u32,
    },
    /// Proven: nobody wins.
    ProvenDraw,
    /// A remark for people.
    Text(String),
    /// Something that went wrong and did not stop the search.
    Error(SearchError),
}

/// What went wrong in a search that answers all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no room for all threads.
    #[error("the system has room for {got} of {wanted} search threads; the search goes on with these")]
    Threads {
        /// Threads that search.
        got: usize,
        /// Threads that were asked for.
        wanted: usize,
    },
    /// A thread panicked.
    #[error("a search thread panicked: {0}")]
    Thread(Panic),
    /// The prover of the game cannot work here: why.
    #[error("{0}")]
    Prover(String),
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The move to play; `None` only where no legal (and allowed) move exists.
    pub best: Option<M>,
    /// The reply expected.
    pub ponder: Option<M>,
    /// The score of `best`.
    pub score: Score,
    /// The last depth completed.
    pub depth: u32,
    /// Nodes, all threads.
    pub nodes: u64,
}
