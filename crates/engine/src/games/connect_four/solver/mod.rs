//! Exact results: who wins, and with which stone.
//!
//! | file | what |
//! |---|---|
//! | [`score`] | how scores count the stones left |
//! | [`prover`] | the score by null-window questions, a line of best play, all columns |
//! | [`exact`] | the same, with the table of openings |
//! | [`null_window`] | which question to ask next |
//! | [`search`] | one question: is the score above alpha? |
//! | [`follow_up`] | bounds that need no search: odd and even threats |
//! | [`node`] | a quiet position, and the result of a move in it |
//! | [`order`] | which move to search first |
//! | [`processor`] | the instructions a search may use |
//! | [`table`] | proven bounds, without collisions |
//! | [`abdada`] | threads that share a question |
//! | [`stop_check`] | what ends a proof early |

pub(crate) mod abdada;
pub mod exact;
pub(crate) mod follow_up;
pub(crate) mod node;
pub(crate) mod null_window;
pub(crate) mod order;
pub(crate) mod processor;
pub(crate) mod prover;
pub mod score;
pub(crate) mod search;
pub(crate) mod stop_check;
pub(crate) mod table;

#[cfg(test)]
mod tests;

use super::game::{Column, ConnectFour};
use super::position::Position;
use super::shape::{Board, Shape, Standard, Word};
use crate::control::Control;
pub use prover::Proof;
use prover::Prover;
pub use stop_check::Effort;
use stop_check::StopCheck;
use table::{Entry, widest_key};
use thiserror::Error;

/// Default size of the table in megabytes.
pub(crate) const DEFAULT_MEGABYTES: usize = 128;

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolverError {
    /// The board is too large for the table's entries.
    #[error("a board of {columns}x{rows} is too large to be solved; columns * (rows + 1) may be at most {limit}")]
    TooLarge {
        /// Columns.
        columns: u32,
        /// Rows.
        rows: u32,
        /// Maximum number of bits in a key.
        limit: u32,
    },
    /// The operating system has no memory for it.
    #[error("no memory for a table of {0} MB; expected a size that fits the free memory")]
    OutOfMemory(usize),
}

/// Solves positions of any supported size; keeps what it has proven until [`ConnectFourSolver::clear`].
pub struct ConnectFourSolver {
    solver: Option<Box<dyn DynSolver>>,
    size: (u32, u32),
    megabytes: usize,
    threads: usize,
}

impl Default for ConnectFourSolver {
    fn default() -> Self {
        ConnectFourSolver::new(DEFAULT_MEGABYTES)
    }
}

impl ConnectFourSolver {
    /// A solver whose table takes at most `megabytes` MB; it is allocated for the first position.
    pub fn new(megabytes: usize) -> Self {
        ConnectFourSolver { solver: None, size: (0, 0), megabytes, threads: 1 }
    }

    /// Changes the size of the table for future positions.
    pub(crate) fn set_megabytes(&mut self, megabytes: usize) {
        if self.megabytes != megabytes {
            (self.solver, self.megabytes) = (None, megabytes);
        }
    }

    /// Sets the number of threads that share the work; 0 counts as 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        if let Some(solver) = &mut self.solver {
            solver.set_threads(threads);
        }
    }

    /// Forgets everything that was proven.
    pub fn clear(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// Allocates the table for the board of `game`.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn prepare(&mut self, game: &ConnectFour) -> Result<(), SolverError> {
        self.solver_for(game).map(drop)
    }

    /// Proves the score of a position. Unless stopped by `control` or limited by `effort`, the bounds meet in the end;
    /// `report` receives the bounds on the way.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    /// A board too large, or no memory.
    pub fn prove(
        &mut self,
        game: &ConnectFour,
        effort: Effort,
        control: &Control,
        report: &mut dyn FnMut(Proof),
    ) -> Result<Proof, SolverError> {
        let stop_check = StopCheck::new(control, effort);
        Ok(self.solver_for(game)?.prove(game, &stop_check, report))
    }

    /// Asks one question, whether the score of a position is above `alpha`; returns the bounds proven then.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn question(
        &mut self,
        game: &ConnectFour,
        alpha: i32,
        effort: Effort,
        control: &Control,
    ) -> Result<Proof, SolverError> {
        let stop_check = StopCheck::new(control, effort);
        Ok(self.solver_for(game)?.question(game, alpha, &stop_check))
    }

    /// A line of best play from a position with a proven score: the quickest win or the longest loss. If stopped, it is
    /// incomplete.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    /// A board too large, or no memory.
    pub fn line(
        &mut self,
        game: &ConnectFour,
        score: i32,
        effort: Effort,
        control: &Control,
    ) -> Result<Vec<Column>, SolverError> {
        let stop_check = StopCheck::new(control, effort);
        Ok(self.solver_for(game)?.line(game, score, &stop_check))
    }

    /// The scores of the columns from left to right, `None` for a full one; `score` is that of the position. The outer
    /// `None` if it was stopped.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    /// A board too large, or no memory.
    pub fn columns(
        &mut self,
        game: &ConnectFour,
        score: i32,
        effort: Effort,
        control: &Control,
    ) -> Result<Option<Vec<Option<i32>>>, SolverError> {
        let stop_check = StopCheck::new(control, effort);
        Ok(self.solver_for(game)?.columns(game, score, &stop_check))
    }

    /// How full the table is, in permille.
    pub fn fill(&self) -> u32 {
        self.solver.as_ref().map_or(0, |solver| solver.fill())
    }

    fn solver_for(&mut self, game: &ConnectFour) -> Result<&mut dyn DynSolver, SolverError> {
        let shape = game.position().shape;
        let size = (shape.columns(), shape.rows());
        if self.size != size {
            self.solver = None;
        }
        self.size = size;
        if self.solver.is_none() {
            let mut solver = open(size, self.megabytes)?;
            solver.set_threads(self.threads);
            self.solver = Some(solver);
        }
        // The line above filled it.
        self.solver
            .as_deref_mut()
            .map(|solver| solver as &mut dyn DynSolver)
            .ok_or(SolverError::OutOfMemory(self.megabytes))
    }
}

/// A prover for some board size, behind one trait.
trait DynSolver: Send {
    fn clear(&mut self);
    fn set_threads(&mut self, threads: usize);
    fn fill(&self) -> u32;
    fn prove(&self, game: &ConnectFour, stop_check: &StopCheck, report: &mut dyn FnMut(Proof)) -> Proof;
    fn question(&self, game: &ConnectFour, alpha: i32, stop_check: &StopCheck) -> Proof;
    fn line(&self, game: &ConnectFour, score: i32, stop_check: &StopCheck) -> Vec<Column>;
    fn columns(&self, game: &ConnectFour, score: i32, stop_check: &StopCheck) -> Option<Vec<Option<i32>>>;
}

/// The prover for a board: with compile-time constants for 7x6, otherwise with the narrowest word.
fn open((columns, rows): (u32, u32), megabytes: usize) -> Result<Box<dyn DynSolver>, SolverError> {
    let key_bits = columns * (rows + 1);
    let too_large = SolverError::TooLarge { columns, rows, limit: widest_key::<u128>() };
    if (columns, rows) == (7, 6) {
        return dyn_solver(Standard, megabytes);
    }
    if key_bits <= widest_key::<u64>() {
        return dyn_solver(Board::<u64>::new(columns, rows).ok_or(too_large)?, megabytes);
    }
    match Board::<u128>::new(columns, rows) {
        Some(shape) if key_bits <= widest_key::<u128>() => dyn_solver(shape, megabytes),
        _ => Err(too_large),
    }
}

fn dyn_solver<S: Shape>(shape: S, megabytes: usize) -> Result<Box<dyn DynSolver>, SolverError>
where
    S::Word: Entry,
{
    match Prover::new(shape, megabytes) {
        Some(prover) => Ok(Box::new(Wrapped { prover, shape })),
        None => Err(SolverError::OutOfMemory(megabytes)),
    }
}

struct Wrapped<S: Shape>
where
    S::Word: Entry,
{
    prover: Prover<S>,
    shape: S,
}

impl<S: Shape> Wrapped<S>
where
    S::Word: Entry,
{
    /// The stones in this prover's word type; the bits are the same, only their number differs.
    fn narrow(&self, game: &ConnectFour) -> Position<S> {
        let narrow = |set: u128| S::Word::from_parts(set.low(), set.high());
        let position = game.position();
        Position { shape: self.shape, own: narrow(position.own), all: narrow(position.all) }
    }
}

impl<S: Shape> DynSolver for Wrapped<S>
where
    S::Word: Entry,
{
    fn clear(&mut self) {
        self.prover.clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.prover.set_threads(threads);
    }

    fn fill(&self) -> u32 {
        self.prover.table().fill()
    }

    fn prove(&self, game: &ConnectFour, stop_check: &StopCheck, report: &mut dyn FnMut(Proof)) -> Proof {
        self.prover.prove(&self.narrow(game), i32::MIN, stop_check, report)
    }

    fn question(&self, game: &ConnectFour, alpha: i32, stop_check: &StopCheck) -> Proof {
        self.prover.question(&self.narrow(game), alpha, stop_check)
    }

    fn line(&self, game: &ConnectFour, score: i32, stop_check: &StopCheck) -> Vec<Column> {
        self.prover.line(&self.narrow(game), score, stop_check).into_iter().map(Column).collect()
    }

    fn columns(&self, game: &ConnectFour, score: i32, stop_check: &StopCheck) -> Option<Vec<Option<i32>>> {
        self.prover.columns(&self.narrow(game), score, stop_check)
    }
}
