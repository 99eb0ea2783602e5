//! The engine process: all is in the library.

fn main() -> std::process::ExitCode {
    meihua::cli::run()
}
