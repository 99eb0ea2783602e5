//! Batch solving: one position a line in, one row of seven tab-separated columns out, in order.
//!
//! ```text
//! POSITION  VALUE  STATUS  NODES  MICROSECONDS  FACTS  PLAN
//! ```
//!
//! A game comes in as a [`Batch`]: it reads a line and solves it. All else is the same for every game: [`mod@line`] cuts what
//! may follow `position` from the short form, [`row`] writes the columns, [`batch`] goes on after a bad line.

pub(crate) mod batch;
pub(crate) mod command;
pub(crate) mod connect_four;
pub(crate) mod line;
mod project;
pub(crate) mod puzzle;
pub(crate) mod record;
mod row;
#[allow(clippy::disallowed_methods)] // Rows that are kept when a run is ended.
mod rows_file;
pub(crate) mod tower;
mod watched;
mod xiangqi;
