//! Black and white sliding blocks.
//!
//! ```text
//! cell   1 2 3 4 5 6 7
//!        B B B W W W _      `BBBWWW_ cost`: the start with three of each
//!              +-----^      `4-7` costs 2: a tile hops over two others into the empty cell
//! ```
//!
//! A tile moves into the empty cell by hopping over at most `hop` others (2 by default). The cost is the number of
//! tiles hopped over, but at least 1. The goal: no black tile is left of a white one; the empty cell may be anywhere.
//! There are two objectives: least cost, or fewest moves.
//!
//! - [`row`]: the cells
//! - [`problem`]: the rules; the [`crate::puzzle::Puzzle`]
//! - [`solver`]: distances to the goal, and plans
//! - [`text`]: the notation of rows and moves

pub(crate) mod problem;
pub mod row;
pub mod solver;
pub(crate) mod text;
pub(crate) mod view;

pub use problem::{Objective, Slide, Sliding};
pub use row::{CellContent, Row};
