//! Black and white sliding blocks.
//!
//! ```text
//! cell   1 2 3 4 5 6 7
//!        B B B W W W _      `BBBWWW_ cost`: the start with three of each
//!              +-----^      `4-7` costs 2: a tile hops over two others into the empty cell
//! ```
//!
//! A tile moves into the empty cell if it hops over at most `hop` others (2); that costs the number of tiles hopped,
//! but at least 1. The goal: no black tile left of a white one, the empty cell anywhere. Two aims: least cost, fewest
//! moves.
//!
//! - [`row`]: the cells
//! - [`problem`]: the rules; the [`crate::puzzle::Puzzle`]
//! - [`solver`]: how far it is to the goal, and plans
//! - [`text`]: how rows and moves are spelled

pub(crate) mod problem;
pub mod row;
pub mod solver;
pub(crate) mod text;
pub(crate) mod view;

pub use problem::{Objective, Slide, Sliding};
pub use row::{CellContent, Row};
