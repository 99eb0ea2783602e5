//! What the engine requires of a game ([`game::Game`], [`text::GameText`]) and of a puzzle ([`puzzle::Puzzle`],
//! [`puzzle::PuzzleText`]), and the small parts that all crates share: clocks, random numbers, size-limited file
//! reading.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod clock;
pub mod control;
pub mod deadline;
pub mod fnv;
pub mod game;
pub mod helpers;
pub mod panics;
pub mod phrases;
#[allow(clippy::disallowed_methods)] // The one place that opens what a user names.
pub mod plain_file;
pub mod puzzle;
pub mod random;
#[allow(clippy::disallowed_methods)] // What the system says of this process.
pub mod room;
pub mod rules;
pub mod sentence;
pub mod side;
pub mod solution;
pub mod text;
pub mod view;
