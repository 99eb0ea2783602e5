//! What the program needs besides the engine: matches, self-play, training, and the making of tables.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod datagen;
#[allow(clippy::disallowed_methods)] // Notes of its own, beside the files that it locks.
pub mod file_lock;
pub mod matches;
mod numbers;
pub mod openings;
#[allow(clippy::disallowed_methods)] // The one place that writes what a user names.
pub mod output_file;
pub mod paths;
pub mod progress;
pub mod stderr;
pub mod stdout;
pub mod tables;
pub mod train;
