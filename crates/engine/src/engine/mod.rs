//! The long-running state: the current game, its position, the options, the search in progress.
//!
//! ```text
//! Engine ── dyn Session ──┬── GameSession<G>: a two-player game, played by the generic search
//!                         └── PuzzleSession<P>: a puzzle, solved by the solver that suits it
//! ```
//!
//! This is the only module that knows both games and searches. It reports [`event::Event`]s, which the protocol turns
//! into lines.

#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod analyst;
pub mod base;
pub mod bench;
pub mod book;
pub mod config;
pub mod connect_four;
pub mod error;
pub mod event;
pub mod fault;
pub mod game_binding;
pub mod game_files;
pub(crate) mod game_session;
pub mod genfens;
pub mod go;
pub mod history;
pub mod memory;
pub mod opening;
pub mod option;
pub mod perft;
pub mod position_text;
pub mod puzzle_session;
mod puzzle_task;
pub mod puzzle_values;
pub mod random_opening;
pub mod rating;
pub mod record_game;
pub mod referee;
pub mod registry;
pub(crate) mod river;
mod root;
pub mod self_play;
pub mod session;
mod sliding;
pub mod state;
pub(crate) mod think;
pub(crate) mod thinker;
mod tower;
pub mod view;
pub mod wdl;
mod xiangqi;
mod xiangqi_options;
mod xiangqi_record;

#[cfg(test)]
mod game_session_tests;
#[cfg(test)]
mod puzzle_session_tests;
#[cfg(test)]
mod stop_tests;
