//! Four in a row: two players drop stones into columns; four in a line win.
//!
//! | file | what |
//! |---|---|
//! | [`shape`] | board sizes and the bit layout |
//! | [`position`] | stones on a board; lines of four by shifting |
//! | [`game`] | the rules, as the generic search needs them |
//! | [`evaluation`] | open lines, threats, odd and even rows, zugzwang |
//! | [`fen`] | FENs |
//! | [`text`] | digits, move notation, the board as a diagram, verdicts |
//! | [`solver`] | exact scores, by a search of its own |
//! | [`openings`] | exact scores of the first plies, computed beforehand |
//!
//! Columns are counted from 0, and so are rows in code; for people, rows count from 1. "First" is the player who began.

pub(crate) mod evaluation;
pub(crate) mod fen;
pub(crate) mod game;
pub mod openings;
pub mod position;
pub mod shape;
pub mod solver;
pub(crate) mod text;
pub mod view;

pub use game::{Column, Columns, ConnectFour};
