//! The engine process: all is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    meihua::cli::run(meihua::GAMES)
}
