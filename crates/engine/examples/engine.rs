//! An engine process built from this crate alone: the five games in UCI, UCCI and UGI, without the program's
//! subcommands.
//!
//! ```sh
//! cargo run --release -p meihua-engine --example engine
//! cargo run --release -p meihua-engine --example engine -- go depth 8
//! ```

use meihua_engine::engine::registry::GAMES;
use meihua_engine::patient_allocator::PatientAllocator;
use meihua_engine::protocol::arguments::{MISUSE, log_panics, serve_arguments};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: PatientAllocator = PatientAllocator;

fn main() -> ExitCode {
    log_panics();
    serve_arguments(std::env::args().skip(1).collect(), GAMES).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(MISUSE)
    })
}
