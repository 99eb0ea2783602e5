//! The games, searches, solvers and protocols of Meihua.
//!
//! The flow of data:
//!
//! ```text
//! stdin line -> protocol (parse: a Command) -> engine (state, session of one game) -> search or solve
//!            -> report events -> protocol (print) -> stdout
//! ```
//!
//! To add your own game, implement [`game::Game`] and [`text::GameText`] (two players) or [`puzzle::Puzzle`] (one
//! player). `examples/` shows both in about a hundred lines; start with the page on [`game`].

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code, clippy::undocumented_unsafe_blocks)]

pub use meihua_contracts::{
    clock, control, deadline, fnv, game, helpers, in_english, panics, phrases, plain_file, puzzle, random, room, rules,
    sentence, side, solution, text, view,
};

pub mod engine;
pub mod games;
mod huge_pages;
mod packed;
pub mod patient_allocator;
mod prefetch;
pub mod protocol;
pub mod score;
pub mod search;
pub mod solvers;
pub mod thread_pool;
mod wide;
pub mod zeroed;
