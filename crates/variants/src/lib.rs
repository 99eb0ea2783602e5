//! Two-player board games described by a file of text, in the format of Fairy-Stockfish's `variants.ini`.
//!
//! | module | what |
//! |---|---|
//! | [`reader`] | files: sections, keys, faults |
//! | [`keys`], [`rules`] | the keys of the format and what they set |
//! | [`betza`], [`pieces`] | how pieces move |
//! | [`compiled`] | rules prepared for play |
//! | [`position`], [`moves`], [`generate`], [`attacks`], [`legal`] | positions and moves |
//! | [`outcome`] | how games end |
//! | [`fen`], [`notation`], [`view`] | positions and moves as text, and for boards |
//! | [`game`], [`weights`], [`evaluate`], [`exchange`] | what the search needs |
//! | [`mod@solve`] | exact values of small games |
//! | [`catalogue`] | the games of a file as entries of the program's list |
//!
//! Names and meanings of the keys are those of Fairy-Stockfish (<https://github.com/fairy-stockfish/Fairy-Stockfish>), so
//! that its files are read here; the implementation is our own.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod attacks;
mod betza;
mod bits;
mod catalogue;
mod compiled;
mod evaluate;
mod exchange;
mod fen;
mod game;
mod generate;
mod helpless;
mod keys;
mod legal;
mod make;
mod moves;
mod notation;
mod outcome;
mod pieces;
mod position;
mod reader;
mod rules;
mod solve;
mod view;
mod weights;

pub use catalogue::{Files, LoadError};
pub use moves::Move;
pub use position::Position;
pub use reader::{Fault, Place, read, read_beside};
pub use rules::Rules;
pub use solve::{Solved, Unsolved};
pub use view::{Art, BoardView};

/// The games that files may inherit from, in the format itself.
pub const PARENTS: &str = include_str!("parents.ini");
