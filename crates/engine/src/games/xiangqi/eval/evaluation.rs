//! The evaluation as a searching thread owns it: material and squares kept up move by move.

use super::pair::Pair;
use super::psq::PSQ;
use super::{evaluate_from, squares_of};
use crate::games::xiangqi::mv::Move;
use crate::games::xiangqi::position::Position;

/// The evaluation with its incremental part, owned by a searching thread.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Material and squares, red minus black, of the current position and of those before it.
    squares: Vec<Pair>,
}

impl Evaluation {
    fn current(&self) -> Pair {
        self.squares.last().copied().unwrap_or_default()
    }

    /// At a position.
    pub fn new(position: &Position) -> Self {
        let mut squares = Vec::with_capacity(512);
        squares.push(squares_of(position));
        Evaluation { squares }
    }

    /// `mv` is about to be made in `before`.
    #[inline]
    pub fn make(&mut self, before: &Position, mv: Move) {
        let mut squares = self.current();
        if let Some(piece) = before.piece_on(mv.from()) {
            let values = &PSQ[piece.index()];
            squares += values[mv.to().index()] - values[mv.from().index()];
        }
        if let Some(victim) = before.piece_on(mv.to()) {
            squares -= PSQ[victim.index()][mv.to().index()];
        }
        self.squares.push(squares);
    }

    /// The last move is taken back.
    #[inline]
    pub fn unmake(&mut self) {
        self.squares.pop();
    }

    /// Centipawns for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        evaluate_from(position, self.current())
    }
}
