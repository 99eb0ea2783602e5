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
//! | 7 | `main.rs`, `cli`: arguments |
//! | 6 | `tools`: the commands of the command line, users of all below |
//! | 5 | [`protocol`]: words to commands, events to words |
//! | 4 | [`engine`]: the long-running state and the registry of games |
//! | 3 | [`search`]: alpha-beta, generic over [`game::Game`]; [`solvers`]: A* and its like, generic over [`puzzle::Puzzle`]; `record`: saved games, every format |
//! | 2 | [`games`]: rules, position text, moves, evaluation, notation, and in `games/<game>/solver` the solvers of one game's own; no generic search in here |
//! | 1 | [`game`], [`puzzle`]: the two contracts; [`text`]: how positions and moves are spelled; [`view`], [`phrases`]: what a GUI shows, and in which words |
//! | 0 | [`score`], [`side`], [`rules`], [`clock`], [`control`], [`deadline`], [`plain_file`], [`random`], [`fnv`], [`helpers`], [`huge_pages`], [`panics`], [`mod@sentence`], [`zeroed`], [`thread_pool`]: leaves |
//!
//! `cli` and `tools` are there with the cargo feature `cli`, which is on by default; without it the library needs half
//! of the crates, and the program is the bare engine process.
//!
//! A game of your own: implement [`game::Game`] and [`text::GameText`] (two players) or [`puzzle::Puzzle`] (one
//! player); `examples/` shows both in about a hundred lines, and [`game`] is the page to begin with.

#![deny(missing_docs)]
// The pages of modules speak of private parts, too: `cargo doc --document-private-items` follows the links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(clippy::unwrap_used, clippy::expect_used)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod control;
pub mod deadline;
pub mod engine;
pub mod fnv;
pub mod game;
pub mod games;
pub mod helpers;
pub mod huge_pages;
pub mod panics;
pub mod phrases;
pub mod plain_file;
pub mod prefetch;
pub mod protocol;
pub mod puzzle;
pub mod random;
#[cfg(feature = "records")]
pub mod record;
pub mod rules;
pub mod score;
pub mod search;
pub mod sentence;
pub mod side;
pub mod solvers;
pub mod text;
pub mod thread_pool;
#[cfg(feature = "cli")]
pub mod tools;
pub mod view;
pub mod zeroed;
