//! Meihua: one engine for five games. This crate is the program; its components are re-exported for users of the
//! library.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub use meihua_engine::{
    clock, control, deadline, engine, fnv, game, games, helpers, panics, phrases, plain_file, protocol, puzzle, random,
    rules, score, search, sentence, side, solution, solvers, text, thread_pool, view, zeroed,
};
pub use meihua_games::GAMES;
pub use meihua_lab::{datagen, matches, tables, train};
pub use meihua_mota as mota;
pub use meihua_pictures as pictures;
pub use meihua_records as record;

mod analyse;
mod bench;
mod check;
pub mod cli;
mod convert;
mod draw;
mod examples;
mod generate;
mod library;
mod mcp;
mod options;
mod overview;
mod pages;
mod play;
mod serve;
mod shared;
mod solve;
mod usage;
mod version;
