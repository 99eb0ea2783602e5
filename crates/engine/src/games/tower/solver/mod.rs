//! Solves the tower: which doors, monsters and gems to take in which order, with proof; then a short walk.
//!
//! [`areas`] contracts the map, [`bound`] gives upper bounds ([`dominators`], [`least`]), [`label_problem`] presents
//! the tower as a [`crate::puzzle::label_problem::LabelProblem`], [`greedy`] finds a plan at once, and [`shorten`]
//! shortens the walk.

pub(crate) mod areas;
mod bits;
pub(crate) mod bound;
mod dead_ends;
pub(crate) mod dominators;
mod greedy;
pub(crate) mod harm;
pub(crate) mod label_problem;
mod label_puzzle;
pub(crate) mod least;
pub(crate) mod shorten;
