//! The protocol layer: turns text into commands and events into text, in UCI, UCCI, UGI and JSON.
//!
//! ```text
//! stdin ── reader ──┐                               ┌── uci, ugi ─┐
//!                   ├── server ── answer ── render ─┼── ucci ─────┼── outlet ── stdout
//! Engine's events ──┘  (command, option)            └── json ─────┘
//! ```
//!
//! One thread reads lines, one owns the state and never blocks on a search, one writes. No other code prints or parses.

#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod access;
pub mod answer;
pub mod arguments;
pub mod backlog;
pub mod command;
pub mod command_line;
pub(crate) mod extras;
pub(crate) mod go_line;
pub mod identity;
pub mod log_file;
pub mod nearest;
pub mod option;
pub(crate) mod outlet;
pub mod position_line;
pub mod process;
pub(crate) mod reader;
pub mod render;
pub mod server;
pub mod stdout;
pub(crate) mod tuning;
pub(crate) mod ucci;
pub(crate) mod uci;
pub mod words;
