//! Diagnostics go to a file, never to the terminal: a harness may join the error stream to the moves.

use log::LevelFilter;
use simplelog::{ConfigBuilder, WriteLogger};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

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

/// Logs to the end of the file `path` from now on; an empty path ends logging. On an error the old file stays.
pub fn open(path: &str) -> io::Result<()> {
    let file = if path.is_empty() { None } else { Some(OpenOptions::new().create(true).append(true).open(path)?) };
    let level = if file.is_some() { LevelFilter::Debug } else { LevelFilter::Off };
    *target() = file;
    static LOGGER: OnceLock<()> = OnceLock::new();
    LOGGER.get_or_init(|| {
        let config = ConfigBuilder::new().set_target_level(LevelFilter::Off).build();
        // Another logger in the process (a library user's) is left in its place.
        let _ = log::set_boxed_logger(WriteLogger::new(LevelFilter::Debug, config, Quiet));
    });
    log::set_max_level(level);
    Ok(())
}
