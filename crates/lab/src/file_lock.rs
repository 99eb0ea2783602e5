//! An advisory lock on a file that a command writes for hours: two commands that write the same file at once would
//! leave neither's work readable.
//!
//! The lock is the system's and lies on the file itself, so it ends with the process, however that ends. Beside the
//! file stands a note with the number of the process, for the message of the second one; it is only a note: one that is
//! left over by a process that was killed holds up nobody.

use super::train::state_file::with_suffix;
use meihua_contracts::plain_file;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// What a note begins with; the number of the process follows.
const NOTE: &str = "meihua, process ";

/// How often a lock is tried before it counts as held by somebody else.
const TRIES: u32 = 20;

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(25);

/// Maximum length of a note, in bytes; a longer one is somebody else's.
const NOTE_LIMIT: u64 = 64;

/// Why there is no lock.
#[derive(Debug, Error)]
pub enum LockError {
    /// Somebody else writes the file.
    #[error("{path:?}: {holder} is writing it; wait for it, or choose another file")]
    Held {
        /// The file.
        path: PathBuf,
        /// Who: `process 123`, or `another process`.
        holder: String,
    },
    /// The system's answer.
    #[error("{path:?}: no lock: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A lock that is held until the file is closed; the note beside it goes with this value.
#[derive(Debug)]
pub struct FileLock {
    note: Option<PathBuf>,
}

impl FileLock {
    /// Locks an open file, whose path is `path`, for this process alone.
    ///
    /// # Errors
    /// Where another process, or another handle of this one, holds it, or the system cannot tell.
    pub fn take(file: &File, path: &Path) -> Result<FileLock, LockError> {
        let note = with_suffix(path, ".lock");
        match try_for_a_moment(file) {
            Ok(()) => {}
            // A file system without locks: better to go on, as before there were locks, than not to write at all.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(FileLock { note: None });
            }
            Err(TryLockError::Error(error)) => return Err(LockError::System { path: path.to_owned(), error }),
            Err(TryLockError::WouldBlock) => {
                let holder = holder(&note).map_or("another process".to_owned(), |number| format!("process {number}"));
                return Err(LockError::Held { path: path.to_owned(), holder });
            }
        }
        // A file of that name that is no note of ours stays.
        let is_free = !note.exists() || holder(&note).is_some();
        let written = is_free && fs::write(&note, format!("{NOTE}{}\n", std::process::id())).is_ok();
        Ok(FileLock { note: written.then_some(note) })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // One that cannot be removed says nothing once the lock is gone.
        self.note.iter().for_each(|note| _ = fs::remove_file(note));
    }
}

/// Tries to lock for a moment: a child process that another thread starts holds what its parent holds, also a lock that
/// the parent has just given up, until it runs a program of its own.
fn try_for_a_moment(file: &File) -> Result<(), TryLockError> {
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            done => return done,
        }
    }
    file.try_lock()
}

/// The number of the process in a note.
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
        // A file that happens to have the name of the note.
        fs::write(&note, "my notes\n").unwrap();
        let third = open();
        drop(FileLock::take(&third, &path).unwrap());
        assert_eq!(fs::read_to_string(&note).unwrap(), "my notes\n");
        [path, note].iter().for_each(|path| fs::remove_file(path).unwrap());
    }
}
