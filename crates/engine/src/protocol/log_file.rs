//! Diagnostics go to a file, never to the terminal, because a harness may merge standard error with the moves.
//!
//! | level | what |
//! |---|---|
//! | `ERROR` | a panic that was caught |
//! | `WARN` | work done with less than was asked for: a thread or a table refused, a file skipped |
//! | `INFO` | sessions of `meihua serve` opened and closed |
//! | `DEBUG` | every line in (`>>`) and out (`<<`) |

use crate::clock::calendar;
use crate::plain_file::{self, FileError};
use log::{LevelFilter, Log, Metadata, Record};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The open file; `None` while nothing is logged.
static TARGET: Mutex<Option<File>> = Mutex::new(None);

fn target() -> MutexGuard<'static, Option<File>> {
    TARGET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the open file. If writing fails, the engine is not disturbed.
struct FileLogger;

impl Log for FileLogger {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        if let Some(file) = target().as_mut() {
            // Written in one piece, so that lines of several processes do not mix.
            let line = format!("{} [{}] {}\n", time_of_day(), record.level(), record.args());
            _ = file.write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}

/// The time of day, UTC: `13:05:59`.
fn time_of_day() -> String {
    let since = calendar().as_secs();
    let (hours, minutes, seconds) = (since / 3600 % 24, since / 60 % 60, since % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}")
}

/// Appends log messages to the regular file `path` from now on; an empty path ends logging.
///
/// # Errors
/// The file cannot be opened, or is not a regular file; the old log file stays in use.
pub fn open(path: &str) -> Result<(), FileError> {
    let file = if path.is_empty() { None } else { Some(plain_file::append(Path::new(path))?) };
    let level = if file.is_some() { LevelFilter::Debug } else { LevelFilter::Off };
    *target() = file;
    // Another logger in the process (a library user's) is left in place.
    _ = log::set_logger(&FileLogger);
    log::set_max_level(level);
    Ok(())
}
