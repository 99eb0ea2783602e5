//! An advisory lock on a file that a command writes for hours. Without it, two commands writing the same file would
//! ruin each other's work.
//!
//! The lock is the operating system's and applies to the file itself, so it ends with the process, however that ends.
//! Next to the file is a note with the process id, used only in the message of a second process. A note left behind by
//! a killed process blocks nobody.

use super::paths::with_suffix;
use meihua_contracts::plain_file;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// The beginning of a note; the process id follows.
const NOTE: &str = "meihua, process ";

/// Number of attempts before a lock counts as held by someone else.
const TRIES: u32 = 20;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(25);

/// Maximum length of a note in bytes; a longer file is not one of ours.
const NOTE_LIMIT: u64 = 64;

/// Why a lock was not granted.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process is writing the file.
    #[error("{path:?}: {holder} is writing it; wait for it, or choose another file")]
    Held {
        /// The file.
        path: PathBuf,
        /// The holder: `process 123`, or `another process`.
        holder: String,
    },
    /// The system refused.
    #[error("{path:?}: cannot be locked: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A lock that is held until the file is closed. Dropping this value removes the note.
#[derive(Debug)]
pub struct FileLock {
    note: Option<PathBuf>,
}

impl FileLock {
    /// Locks an open file, whose path is `path`, for this process alone.
    ///
    /// # Errors
    /// Another process, or another handle of this one, holds the lock, or the system cannot tell.
    pub fn take(file: &File, path: &Path) -> Result<FileLock, LockError> {
        let note = with_suffix(path, ".lock");
        match try_for_a_moment(file) {
            Ok(()) => {}
            // On a file system without locks it is better to go on without one than not to write at all.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(FileLock { note: None });
            }
            Err(TryLockError::Error(error)) => return Err(LockError::System { path: path.to_owned(), error }),
            Err(TryLockError::WouldBlock) => {
                let holder = holder(&note).map_or("another process".to_owned(), |number| format!("process {number}"));
                return Err(LockError::Held { path: path.to_owned(), holder });
            }
        }
        // A file with that name that is not one of our notes is left alone.
        let is_free = !note.exists() || holder(&note).is_some();
        let written = is_free && fs::write(&note, format!("{NOTE}{}\n", std::process::id())).is_ok();
        Ok(FileLock { note: written.then_some(note) })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A note that cannot be removed does no harm once the lock is gone.
        self.note.iter().for_each(|note| _ = fs::remove_file(note));
    }
}

/// Tries for a moment. A child process started by another thread inherits its parent's locks, even one that was just
/// released, until it executes its own program.
fn try_for_a_moment(file: &File) -> Result<(), TryLockError> {
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            done => return done,
        }
    }
    file.try_lock()
}

/// The process id in a note.
fn holder(note: &Path) -> Option<u32> {
    let bytes = plain_file::read(note, NOTE_LIMIT).ok()?;
    std::str::from_utf8(&bytes).ok()?.strip_prefix(NOTE)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_one_learns_who_was_first() {
        let path = std::env::temp_dir().join(format!("meihua-lock-{}", std::process::id()));
        let note = with_suffix(&path, ".lock");
        let open = || File::options().read(true).write(true).create(true).truncate(false).open(&path).unwrap();
        let (first, second) = (open(), open());
        let lock = FileLock::take(&first, &path).unwrap();
        let error = FileLock::take(&second, &path).unwrap_err().to_string();
        assert!(error.contains(&format!("process {} is writing it", std::process::id())), "{error}");
        drop(lock);
        assert!(!note.exists(), "the note goes");
        drop(first);
        FileLock::take(&second, &path).unwrap();
        drop(second);
        // A file that happens to have the note's name.
        fs::write(&note, "my notes\n").unwrap();
        let third = open();
        drop(FileLock::take(&third, &path).unwrap());
        assert_eq!(fs::read_to_string(&note).unwrap(), "my notes\n");
        [path, note].iter().for_each(|path| fs::remove_file(path).unwrap());
    }
}
