//! Lines on standard error, in the form that all commands use.

use meihua_contracts::text::printable;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints an error with the name of the command, if there is one. Control characters, which may come from a file, are escaped, since a
/// terminal would obey them.
pub fn print_error(command: &str, what: impl Display) {
    let blank = if command.is_empty() { "" } else { " " };
    let line = printable(&format!("meihua{blank}{command}: {what}")).into_owned() + "\n";
    // An error that cannot be told has no other place.
    _ = io::stderr().write_all(line.as_bytes());
}
