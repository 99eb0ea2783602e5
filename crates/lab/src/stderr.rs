//! Lines on standard error, in the form that all commands use.

use meihua_contracts::text::printable;
use std::fmt::Display;

/// Prints an error with the name of the command. Control characters, which may come from a file, are escaped, since a
/// terminal would obey them.
pub fn print_error(command: &str, what: impl Display) {
    eprintln!("{}", printable(&format!("meihua {command}: {what}")));
}
