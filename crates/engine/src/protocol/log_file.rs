//! Diagnostics go to a file, never to the terminal: a harness may join the error stream to the moves.

use crate::plain_file::{self, FileError};
use log::LevelFilter;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The open file; none while nothing is logged.
static TARGET: Mutex<Option<File>> = Mutex::new(None);

fn target() -> MutexGuard<'static, Option<File>> {
    TARGET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the logger writes to. A file that cannot be written any more must not disturb the engine.
struct Quiet;

impl Write for Quiet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(file) = target().as_mut() {
            let _ = file.write_all(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The time of day, UTC: `13:05:59`.
fn time_of_day() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (hours, minutes, seconds) = (since / 3600 % 24, since / 60 % 60, since % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}")
}

/// Logs to the end of the plain file `path` from now on; an empty path ends logging.
///
/// # Errors
/// The file cannot be opened or is none; the old one stays.
pub fn open(path: &str) -> Result<(), FileError> {
    let file = if path.is_empty() { None } else { Some(plain_file::append(Path::new(path))?) };
    let level = if file.is_some() { LevelFilter::Debug } else { LevelFilter::Off };
    *target() = file;
    static LOGGER: OnceLock<()> = OnceLock::new();
    LOGGER.get_or_init(|| {
        let output: Box<dyn Write + Send> = Box::new(Quiet);
        let lines = fern::Dispatch::new()
            .format(|out, message, record| out.finish(format_args!("{} [{}] {message}", time_of_day(), record.level())))
            .chain(output);
        // Another logger in the process (a library user's) is left in its place.
        let _ = lines.apply();
    });
    log::set_max_level(level);
    Ok(())
}
