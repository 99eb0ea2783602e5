//! A server of tools for language models and scripts: the Model Context Protocol on two streams, one JSON-RPC message a
//! line.
//!
//! | module | what |
//! |---|---|
//! | [`server`] | the main loop: requests, answers, progress, cancellation |
//! | `rpc` | JSON-RPC 2.0 |
//! | `describe` | what the server says about itself: tools, documents, prompts |
//! | `tool` | a tool: its arguments and answers with their schemas |
//! | `subject` | the position that a tool is asked about |
//! | `think` | one search or solution |
//! | `boards`, `values`, `reviews`, `puzzles`, `shelf`, `files` | the tools |
//!
//! Every answer names the position that it is about by its key, and what made it: the version, the network, the tables.
//! A tool opens a session of its own and searches a fixed number of nodes in one thread, so the same request always gets
//! the same answer, unless it asks for a time. The only file that a tool reads is the library that the host named.

#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod boards;
mod describe;
mod files;
mod puzzles;
mod reviews;
mod rpc;
pub mod server;
mod shelf;
mod subject;
mod think;
mod tool;
mod values;
