//! Four in a row: two players drop stones into columns, and four in a line win.
//!
//! | file | what |
//! |---|---|
//! | [`shape`] | board sizes and the bit layout |
//! | [`position`] | stones on a board; lines of four by shifting |
//! | [`game`] | the rules, as the generic search wants them |
//! | [`evaluation`] | open lines, threats, odd and even rows, zugzwang |
//! | [`fen`] | positions as rows of text |
//! | [`text`] | digits, move spelling, the board for a person, verdicts |
//! | [`solver`] | exact scores, by a search of the game's own |
//! | [`openings`] | exact scores of the first plies, found beforehand |
//!
//! The columns are counted from 0, the rows too in code and from 1 for people. "First" is the player who began.

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
