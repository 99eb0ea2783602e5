//! What a search tells while it runs and when it ends. Moves are moves here; words are made of them in the protocol.

use crate::score::Score;
use std::time::Duration;

/// How a reported score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
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
    /// A remark for people, or an error that did not stop the search.
    Text(String),
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
