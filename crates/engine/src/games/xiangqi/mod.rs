//! Xiangqi (Chinese chess): rules, position text, moves, evaluation, notation.
//!
//! [`square`], [`piece`], [`bitboard`] and [`mv`] are the basic types. [`attacks`] gives the reach of pieces,
//! [`position`] holds the board and its history, [`check_info`] says what keeps a general safe, [`movegen`] generates
//! moves, and [`law`] judges repetition. [`setup`] tells possible positions from impossible ones, [`fen`] and
//! [`notation`] read and write positions and moves, and [`net`] evaluates.

pub(crate) mod attacks;
pub(crate) mod bitboard;
pub(crate) mod check_info;
mod contract;
pub(crate) mod diagram;
pub mod fen;
pub(crate) mod law;
mod legality;
pub mod movegen;
pub(crate) mod mv;
pub mod net;
pub mod notation;
pub mod piece;
pub(crate) mod position;
pub mod processor;
mod quiet_order;
#[cfg(test)]
mod random_games;
mod see;
pub mod setup;
pub mod square;
pub mod tables;
mod text;
pub mod vectors;
pub(crate) mod view;
pub(crate) mod zobrist;

pub use bitboard::Bitboard;
pub use movegen::Moves;
pub use mv::Move;
pub use net::evaluator::XiangqiParams;
pub use piece::{Piece, PieceKind};
pub use position::{Past, Position};
pub use square::Square;
