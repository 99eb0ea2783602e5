//! Proofs on one board size: the score, the line of best play, the score of every column.

use super::super::position::Position;
use super::super::shape::{Shape, Word};
use super::abdada::SearchingMarks;
use super::null_window::NullWindowSchedule;
use super::order::Order;
use super::score::{at_sight, win_at};
use super::search::Search;
use super::stop_check::StopCheck;
use super::table::{Entry, Table};
use crate::helpers::{Helper, affordable};

/// What is proven about a position: its score is in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A lower bound on the score.
    pub lower: i32,
    /// An upper bound on the score.
    pub upper: i32,
    /// Number of nodes searched.
    pub nodes: u64,
}

impl Proof {
    /// The score, once it is known.
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The bounds that follow without a search.
    fn at_sight<S: Shape>(position: &Position<S>) -> Self {
        let (lower, upper) = at_sight(position);
        Proof { lower, upper, nodes: 0 }
    }

    /// Applies a bound that answers whether the score is above `alpha`.
    fn narrow(&mut self, alpha: i32, bound: i32) {
        if bound > alpha {
            self.lower = self.lower.max(bound.min(self.upper));
        } else {
            self.upper = self.upper.min(bound.max(self.lower));
        }
    }
}

/// Stack size of a helper thread.
const STACK_BYTES: usize = 4 << 20;
/// Nodes that one thread spends on a question before others join.
const ALONE: u64 = 20_000;

/// The solver for one board size.
pub(crate) struct Prover<S: Shape>
where
    S::Word: Entry,
{
    shape: S,
    order: Order<S>,
    table: Table<S::Word>,
    threads: usize,
}

impl<S: Shape> Prover<S>
where
    S::Word: Entry,
{
    /// A solver with one thread and a table of at most `megabytes` MB; `None` if there is not enough memory.
    pub(crate) fn new(shape: S, megabytes: usize) -> Option<Self> {
        Some(Prover { shape, order: Order::new(shape), table: Table::new(shape, megabytes)?, threads: 1 })
    }

    /// Sets the number of threads that share a question; 0 counts as 1.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    pub(crate) fn table(&self) -> &Table<S::Word> {
        &self.table
    }

    /// Proves the score of a position that is known to be at least `at_least`; stops early when `stop_check` asks for
    /// it. `report` receives each better bound.
    pub(crate) fn prove(
        &self,
        position: &Position<S>,
        at_least: i32,
        stop_check: &StopCheck,
        report: &mut dyn FnMut(Proof),
    ) -> Proof {
        let mut proof = Proof::at_sight(position);
        if proof.score().is_some() {
            return proof;
        }
        proof.lower = proof.lower.max(at_least);
        let mut schedule = NullWindowSchedule::default();
        while proof.lower < proof.upper {
            let alpha = schedule.next(proof.lower, proof.upper);
            let (bound, nodes) = self.ask(position, alpha, stop_check);
            proof.nodes += nodes;
            let Some(bound) = bound else { break };
            schedule.update(bound > alpha);
            proof.narrow(alpha, bound);
            report(proof);
        }
        proof
    }

    /// Asks one question, whether the score is above `alpha`; returns the bounds known then. If stopped, it proves
    /// nothing.
    pub(crate) fn question(&self, position: &Position<S>, alpha: i32, stop_check: &StopCheck) -> Proof {
        let mut proof = Proof::at_sight(position);
        if (proof.lower..proof.upper).contains(&alpha) {
            let (bound, nodes) = self.ask(position, alpha, stop_check);
            proof.nodes = nodes;
            bound.into_iter().for_each(|bound| proof.narrow(alpha, bound));
        }
        proof
    }

    /// Asks whether the score is above `alpha`; returns a bound on it, unless stopped, and the nodes it took.
    fn ask(&self, position: &Position<S>, alpha: i32, stop_check: &StopCheck) -> (Option<i32>, u64) {
        let mut search = self.search(stop_check);
        if self.threads > 1 {
            search.node_cap = ALONE;
        }
        let bound = search.solve_window(*position, alpha);
        search.report_nodes();
        if !search.is_aborted {
            return (Some(bound), search.nodes);
        }
        if self.threads == 1 || stop_check.is_exhausted() {
            return (None, search.nodes);
        }
        let (bound, nodes) = self.ask_together(position, alpha, stop_check);
        (bound, nodes + search.nodes)
    }

    /// [`Prover::ask`] by all threads; the first answer counts.
    fn ask_together(&self, position: &Position<S>, alpha: i32, stop_check: &StopCheck) -> (Option<i32>, u64) {
        self.table.open_up();
        let marks = SearchingMarks::new(self.shape.cells() as i32);
        let work = || {
            let mut search = self.search(stop_check).with_marks(&marks);
            let bound = search.solve_window(*position, alpha);
            let answer = (!search.is_aborted).then_some(bound);
            search.report_nodes();
            if answer.is_some() {
                stop_check.set_answered(true);
            }
            (answer, search.nodes)
        };
        let answers = std::thread::scope(|scope| {
            let start = |number: usize| {
                let thread = std::thread::Builder::new().name(format!("prove {number}")).stack_size(STACK_BYTES);
                // The work goes on without a thread that the system refuses.
                let started = thread.spawn_scoped(scope, || Some(work()));
                started
                    .inspect_err(|error| log::warn!("prover: a thread was refused: {error}"))
                    .ok()
                    .map(Helper::Thread)
            };
            // Counted once: a thread that has just started has not taken its memory yet.
            let others: Vec<_> = (1..affordable(self.threads)).filter_map(start).collect();
            let own = work();
            others.into_iter().filter_map(Helper::join).chain([own]).collect::<Vec<_>>()
        });
        stop_check.set_answered(false);
        let nodes = answers.iter().map(|(_, nodes)| nodes).sum();
        (answers.into_iter().find_map(|(answer, _)| answer), nodes)
    }

    /// A line of best play from a position with a proven score: the quickest win or the longest loss. It ends early
    /// when `stop_check` asks for it.
    pub(crate) fn line(&self, position: &Position<S>, score: i32, stop_check: &StopCheck) -> Vec<u8> {
        let mut line = Vec::new();
        let (mut position, mut score) = (*position, score);
        let mut search = self.search(stop_check);
        while let Some(column) = self.best_column(&position, score, &mut search) {
            line.push(column as u8);
            position = position.play(position.landing(column));
            score = -score;
        }
        line
    }

    /// A column that keeps the score; `None` at the end of the game, or if the search was stopped.
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
            let bound = match Proof::at_sight(&after).score() {
                Some(score) => score,
                None if score == win_at(cells, position.stones() as i32 + 1) => return false,
                None => search.solve_window(after, -score),
            };
            bound <= -score && !search.is_aborted
        };
        open.find(keeps_score).map(|square| square.lowest() / stride)
    }

    /// The score of each column's move for the side to move, from left to right; `None` for a full column. `score` is
    /// that of the position. The outer `None` if the search was stopped.
    pub(crate) fn columns(
        &self,
        position: &Position<S>,
        score: i32,
        stop_check: &StopCheck,
    ) -> Option<Vec<Option<i32>>> {
        let one = |column| {
            let square = position.landing(column);
            if square.is_empty() || position.is_lost() {
                return Some(None);
            }
            let proof = self.prove(&position.play(square), -score, stop_check, &mut |_| {});
            proof.score().map(|score| Some(-score))
        };
        (0..self.shape.columns()).map(one).collect()
    }

    fn search<'a>(&'a self, stop_check: &'a StopCheck<'a>) -> Search<'a, S> {
        Search::new(&self.table, &self.order, stop_check, self.shape)
    }
}
