//! The engine as a WebAssembly module: one session that takes and returns lines ([`mod@session`]), and requests that
//! need no session, JSON in and JSON out ([`answers`]), and what the page asks beside it ([`mod@work`]). `exports.rs` has the functions that the host calls;
//! `npm/module.js` is the host's side.
//!
//! Like any program for `wasm32-wasip1`, the module asks its host for the time and for random numbers, but it uses
//! nothing else of WASI: no files, no environment. It has one thread. During a search it asks the host now and then
//! whether a line has arrived; how the host finds out is up to the host.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code, clippy::undocumented_unsafe_blocks)]

pub mod answers;
pub mod boards;
#[cfg(target_family = "wasm")]
mod exports;
pub mod session;
pub mod work;
