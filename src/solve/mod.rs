//! Batch solving: one position per input line, one row of seven tab-separated columns for each, in order.
//!
//! ```text
//! POSITION  VALUE  STATUS  NODES  MICROSECONDS  FACTS  PLAN
//! ```
//!
//! A game is implemented as a [`Batch`], which reads and solves a line. Everything else is shared: [`crate::shared::line`]
//! separates what may follow `position` from the short form, [`row`] writes the columns, and [`batch`] continues after
//! a bad line.

pub(crate) mod args;
pub(crate) mod batch;
pub(crate) mod command;
pub(crate) mod connect_four;
mod own;
mod plan;
mod project;
pub(crate) mod puzzle;
pub(crate) mod record;
pub(crate) mod row;
#[allow(clippy::disallowed_methods)] // Rows that are kept when a run is ended.
mod rows_file;
pub(crate) mod tower;
mod watched;
mod xiangqi;
