//! The engine process: all is in the library.

use std::process::ExitCode;

#[cfg(feature = "cli")]
fn main() -> ExitCode {
    meihua::cli::run(meihua::engine::registry::GAMES)
}

#[cfg(not(feature = "cli"))]
fn main() -> ExitCode {
    use meihua::protocol::arguments::{MISUSE, log_panics, serve_arguments};
    log_panics();
    serve_arguments(std::env::args().skip(1).collect(), meihua::engine::registry::GAMES).unwrap_or_else(|unknown| {
        eprintln!("error: {unknown}; this program was built without the commands of the command line (feature `cli`)");
        ExitCode::from(MISUSE)
    })
}
