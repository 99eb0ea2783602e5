//! Results on standard output.

use std::io::{self, ErrorKind, Write};
use thiserror::Error;

/// Standard output cannot be written, for example because its disk is full.
#[derive(Debug, Error)]
#[error("standard output: {0}")]
pub struct StdoutError(io::Error);

/// Prints a line.
///
/// # Errors
/// See [`write()`].
pub fn print(text: &str) -> Result<(), StdoutError> {
    write(format!("{text}\n").as_bytes())
}

/// Writes bytes. If the reader has gone away, it has seen all it wanted: the work goes on, because its files are what
/// counts.
///
/// # Errors
/// The system's error.
pub fn write(bytes: &[u8]) -> Result<(), StdoutError> {
    let mut output = io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(StdoutError(error)),
        _ => Ok(()),
    }
}
