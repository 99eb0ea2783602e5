//! The engine as a module of WebAssembly: one session that takes lines and gives lines ([`mod@session`]), and questions that need no
//! session, JSON in and JSON out ([`answers`]). `exports.rs` is what the host calls; `npm/module.js` is the host's side of it.
//!
//! The module asks its host for the time and for random numbers as any program for `wasm32-wasip1` does, and for nothing else of
//! WASI: no file, no environment. It has one thread. While it thinks it asks the host now and then whether a line has come; how the
//! host can know is its own affair.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code, clippy::undocumented_unsafe_blocks)]

pub mod answers;
pub mod boards;
mod chinese;
#[cfg(target_family = "wasm")]
mod exports;
pub mod session;
