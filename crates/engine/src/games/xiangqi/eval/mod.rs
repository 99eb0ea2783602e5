//! The hand-written evaluation: tapered terms over material, squares, mobility, the generals' shelter, lines and threats.
//!
//! Material and square values are kept up move by move by [`Evaluation`], which the searching thread owns; everything
//! else is counted afresh from attack maps ([`terms`]). All weights stand in one table ([`weights`]). The game's phase
//! runs from 48 (all rooks, horses and cannons on the board) to 0 and blends middlegame into endgame values; at the end
//! [`scale`] shrinks an advantage that cannot be won.

#![expect(unsafe_code, reason = "compiled for instructions that the processor was asked about")]

pub mod evaluation;
pub mod explain;
pub mod pair;
pub mod psq;
mod relations;
pub mod scale;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod trace;
mod values;
pub mod weights;

use super::piece::PieceKind;
use super::position::Position;
use super::processor::bit_instructions;
use crate::side::Side;
pub use evaluation::Evaluation;
use pair::Pair;
use psq::PSQ;
use terms::Terms;
use trace::{Silent, Trace};
use weights::Term;

/// The phase with all pieces on the board: four rooks at 6, four horses and four cannons at 3.
pub const FULL_PHASE: i32 = 48;

/// The evaluation from nothing, in centipawns for the side to move.
pub fn evaluate(position: &Position) -> i32 {
    evaluate_from(position, squares_of(position))
}

bit_instructions! {
    /// The evaluation where material and squares are known: [`finish`] with nobody listening.
    fn evaluate_from(position: &Position, squares: Pair) -> i32 {
        finish(position, squares, &mut Silent)
    }
}

/// Material and squares, red minus black.
pub fn squares_of(position: &Position) -> Pair {
    let mut sum = Pair::ZERO;
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            sum += PSQ[piece.index()][square.index()];
        }
    }
    sum
}

/// How much of the middlegame is left, 0 to [`FULL_PHASE`].
#[inline(always)]
pub fn phase(position: &Position) -> i32 {
    let number = |kind| position.by_kind(kind).count() as i32;
    6 * number(PieceKind::Rook) + 3 * (number(PieceKind::Horse) + number(PieceKind::Cannon))
}

/// Adds the terms that are counted afresh, blends and scales.
#[inline(always)]
fn finish<T: Trace>(position: &Position, squares: Pair, trace: &mut T) -> i32 {
    let total = squares + Terms::score(position, trace);
    let red = total.blend(phase(position), FULL_PHASE);
    let scaled = scale::scale(position, red);
    let own = if position.side() == Side::First { scaled } else { -scaled };
    let tempo = Term::TEMPO.weight(0).blend(phase(position), FULL_PHASE);
    trace.add(position.side(), Term::TEMPO, 0, 1);
    own + tempo
}
