//! Lines on the error stream, as all commands write them.

use meihua_contracts::text::printable;
use std::fmt::Display;

/// Writes what went wrong, with the name of the command. Control characters, which a file may have brought along, are spelled out: a
/// terminal would obey them.
pub fn print_error(command: &str, what: impl Display) {
    eprintln!("{}", printable(&format!("meihua {command}: {what}")));
}
