//! What runs for minutes: on request, with `--ignored`.
//!
//! Each file of `tests/` is a module of one crate; `floors.rs` looks after that.

// Every file drives the process in its own way and takes what it needs of `common`.
#![allow(clippy::duplicate_mod)]

#[path = "../connect_four_results.rs"]
mod connect_four_results;
#[path = "../endings.rs"]
mod endings;
#[path = "../mate_claims.rs"]
mod mate_claims;
#[path = "../sessions/main.rs"]
mod sessions;
#[path = "../soak.rs"]
mod soak;
#[path = "../stops/main.rs"]
mod stops;
