//! The long-running state: which game is on, its position, its options, its thinking under way.
//!
//! ```text
//! Engine ── dyn Session ──┬── GameSession<G>: a game of two players, over the generic search
//!                         └── PuzzleSession<P>: a puzzle, over the solver that suits it
//! ```
//!
//! The only place that knows both games and searches. It reports by [`event::Event`]s; the protocol
//! makes lines of them.

#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod analyst;
pub mod bench;
pub mod config;
pub mod connect_four;
pub mod error;
pub mod event;
pub mod fault;
pub mod game_binding;
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
mod puzzle_values;
pub mod random_opening;
pub(crate) mod rating;
pub mod record_game;
pub mod referee;
pub mod registry;
pub(crate) mod river;
mod root;
pub mod saved_game;
pub mod self_play;
pub mod session;
mod sliding;
pub mod state;
pub(crate) mod think;
pub(crate) mod thinker;
mod tower;
pub(crate) mod view;
pub mod wdl;
mod xiangqi;
mod xiangqi_options;

#[cfg(test)]
mod game_session_tests;
#[cfg(test)]
mod puzzle_session_tests;
#[cfg(test)]
mod stop_tests;
