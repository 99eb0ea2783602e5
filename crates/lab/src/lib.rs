//! Experiments with the engine: matches, self-play, training, and the making of tables.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod datagen;
pub mod matches;
mod numbers;
pub mod openings;
pub mod tables;
pub mod train;
