//! Proofs on one board size: the score, the line of best play, the score of every column.

use super::super::position::Position;
use super::super::shape::{Shape, Word};
use super::order::Order;
use super::pulse::Pulse;
use super::score::win_at;
use super::search::Search;
use super::table::{Entry, Table};

/// What is proven of a position: its score is in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Nodes searched for it.
    pub nodes: u64,
}

impl Proof {
    /// The score, once it is known.
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    fn exact(score: i32) -> Self {
        Proof { lower: score, upper: score, nodes: 0 }
    }
}

/// The solver of one board size.
pub struct Prover<S: Shape>
where
    S::Word: Entry,
{
    shape: S,
    order: Order<S>,
    table: Table<S::Word>,
}

impl<S: Shape> Prover<S>
where
    S::Word: Entry,
{
    /// A solver with a table of at most `megabytes` MB; `None` if the memory cannot be had.
    pub fn new(shape: S, megabytes: usize) -> Option<Self> {
        Some(Prover { shape, order: Order::new(shape), table: Table::new(shape, megabytes)? })
    }

    /// The table.
    pub fn table(&self) -> &Table<S::Word> {
        &self.table
    }

    /// The score of a position that needs no search: over, or won with the next stone.
    fn settled(&self, position: &Position<S>) -> Option<i32> {
        let (cells, stones) = (self.shape.cells() as i32, position.stones() as i32);
        if position.is_lost() {
            return Some(-win_at(cells, stones));
        }
        if !(position.own_threats() & position.playable()).is_empty() {
            return Some(win_at(cells, stones + 1));
        }
        position.is_full().then_some(0)
    }

    /// Proves the score of a position that is known to be at least `at_least`; stops early when `pulse` says so. `tell`
    /// hears of each better bound.
    pub fn prove(&self, position: &Position<S>, at_least: i32, pulse: &Pulse, tell: &mut dyn FnMut(Proof)) -> Proof {
        if let Some(score) = self.settled(position) {
            return Proof::exact(score);
        }
        let (cells, stones) = (self.shape.cells() as i32, position.stones() as i32);
        let lower = at_least.max(-win_at(cells, stones + 2));
        let mut proof = Proof { lower, upper: win_at(cells, stones + 3), nodes: 0 };
        let mut search = self.search(pulse);
        while proof.lower < proof.upper {
            let alpha = next_question(proof.lower, proof.upper);
            let bound = search.examine(*position, alpha);
            proof.nodes = search.nodes;
            if search.is_aborted {
                break;
            }
            if bound > alpha {
                proof.lower = bound.min(proof.upper);
            } else {
                proof.upper = bound.max(proof.lower);
            }
            tell(proof);
        }
        proof
    }

    /// A line of best play from a position with a proven score: the quickest win, the longest loss. It ends early when
    /// `pulse` says so.
    pub fn line(&self, position: &Position<S>, score: i32, pulse: &Pulse) -> Vec<u8> {
        let mut line = Vec::new();
        let (mut position, mut score) = (*position, score);
        let mut search = self.search(pulse);
        while let Some(column) = self.best_column(&position, score, &mut search) {
            line.push(column as u8);
            position = position.play(position.landing(column));
            score = -score;
        }
        line
    }

    /// A column that keeps the score; `None` at the end of the game, or when the search was called off.
    fn best_column(&self, position: &Position<S>, score: i32, search: &mut Search<S>) -> Option<u32> {
        if position.is_lost() {
            return None;
        }
        let wins = position.own_threats() & position.playable();
        let (stride, cells) = (self.shape.stride(), self.shape.cells() as i32);
        if !wins.is_empty() {
            return Some(wins.lowest() / stride);
        }
        let squares = self.order.columns().iter().map(|&column| position.playable() & column);
        let mut open = squares.filter(|square| !square.is_empty());
        let keeps_score = |square: &S::Word| {
            let after = position.play(*square);
            let bound = match self.settled(&after) {
                Some(score) => score,
                None if score == win_at(cells, position.stones() as i32 + 1) => return false,
                None => search.examine(after, -score),
            };
            bound <= -score && !search.is_aborted
        };
        open.find(keeps_score).map(|square| square.lowest() / stride)
    }

    /// The score of each column's move for the side to move, from the left; `None` for a full column. `score` is that of
    /// the position. `None` altogether if the search was called off.
    pub fn columns(&self, position: &Position<S>, score: i32, pulse: &Pulse) -> Option<Vec<Option<i32>>> {
        let one = |column| {
            let square = position.landing(column);
            if square.is_empty() || position.is_lost() {
                return Some(None);
            }
            let proof = self.prove(&position.play(square), -score, pulse, &mut |_| {});
            proof.score().map(|score| Some(-score))
        };
        (0..self.shape.columns()).map(one).collect()
    }

    fn search<'a>(&'a self, pulse: &'a Pulse<'a>) -> Search<'a, S> {
        Search::new(&self.table, &self.order, pulse, self.shape)
    }
}

/// Where to cut the range of possible scores next. Scores near 0 are likelier than the range suggests, so the cut is
/// moved towards 0 (after Pascal Pons).
fn next_question(lower: i32, upper: i32) -> i32 {
    let middle = lower + (upper - lower) / 2;
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}
