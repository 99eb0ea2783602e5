//! Meihua: one engine for five games, as a library.
//!
//! The way of the data:
//!
//! ```text
//! stdin line -> protocol (parse: a Command) -> engine (state, session of one game) -> search or solve
//!            -> report events -> protocol (print) -> stdout
//! ```
//!
//! The floors, from the top. A file uses only floors below its own; `tests/floors.rs` holds it so.
//!
//! | floor | rooms |
//! |---|---|
//! | 6 | `main.rs`, [`cli`]: arguments |
//! | 5 | [`protocol`]: words to commands, events to words; [`tools`]: the commands of the command line |
//! | 4 | [`engine`]: the long-running state and the registry of games |
//! | 3 | [`search`]: alpha-beta, generic over [`game::Game`]; [`solve`]: solvers, generic over [`puzzle::Puzzle`] |
//! | 2 | [`games`]: rules, position text, moves, evaluation, notation; no search in here |
//! | 1 | [`game`], [`puzzle`]: the two contracts; [`quest`]: puzzles that spend a resource; [`text`]: how positions and moves are spelled |
//! | 0 | [`score`], [`side`], [`rules`], [`clock`], [`control`], [`plain_file`], [`random`], [`fnv`], [`huge_pages`]: leaves |
//!
//! A game of your own: implement [`game::Game`] and [`text::GameText`] (two players) or [`puzzle::Puzzle`] (one
//! player); `examples/` shows both in about a hundred lines, and [`game`] is the page to begin with.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]

pub mod cli;
pub mod clock;
pub mod control;
pub mod engine;
pub mod fnv;
pub mod game;
pub mod games;
pub mod huge_pages;
pub mod plain_file;
pub mod protocol;
pub mod puzzle;
pub mod quest;
pub mod random;
pub mod rules;
pub mod score;
pub mod search;
pub mod side;
pub mod solve;
pub mod text;
pub mod tools;
