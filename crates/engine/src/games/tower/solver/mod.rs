//! The tower solved: which doors, monsters and gems in which order, with proof; then a short walk.
//!
//! [`areas`] contracts the map, [`bound`] is what can still be had at best ([`dominators`], [`least`]),
//! [`label_problem`] is the tower as a [`crate::puzzle::label_problem::LabelProblem`], [`greedy`] a plan at once,
//! [`shorten`] the walk.

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
