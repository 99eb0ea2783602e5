//! The one way to open a file that a command, an option or an argument names; and to read standard input up to a limit.
//!
//! Who names it may be mistaken or mean harm. So only plain files are opened: a pipe may wait for ever, and a device
//! may do things by being opened. No open and no read blocks, and no more than a limit is read. A file of the system
//! that claims to hold 0 bytes and yields some, or waits for some (a kernel log), counts as empty and is not read at
//! all.

use std::fmt::{self, Debug, Formatter};
use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read, Take};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file could not be opened or read. Every error names the file; no error quotes its contents.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refuses it.
    #[error("{path:?}: {cause}")]
    System {
        /// The file.
        path: Name,
        /// Why.
        cause: io::Error,
    },
    /// It is no plain file.
    #[error("{path:?} is {found}, expected a plain file")]
    Kind {
        /// The file.
        path: Name,
        /// What it is: `a pipe`, `a folder`, …
        found: &'static str,
    },
    /// It holds nothing, or is one of the system's that do not show how much.
    #[error("{path:?} is empty or of no size, expected a plain file that holds something")]
    Empty {
        /// The file.
        path: Name,
    },
    /// It holds too much.
    #[error("{path:?} is too large, expected a plain file of at most {limit} bytes")]
    TooLarge {
        /// The file.
        path: Name,
        /// Bytes that it may hold.
        limit: u64,
    },
    /// It is no text.
    #[error("{path:?} is no text at byte {byte}, expected UTF-8")]
    NotText {
        /// The file.
        path: Name,
        /// The first byte that is not UTF-8, from 0.
        byte: usize,
    },
}

/// A path in an error: in quotes, its end cut off where it is long.
pub struct Name(PathBuf);

impl Debug for Name {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        const LIMIT: usize = 100;
        let text = self.0.to_string_lossy();
        match text.char_indices().nth(LIMIT) {
            Some((end, _)) => write!(formatter, "{:?}…", &text[..end]),
            None => write!(formatter, "{text:?}"),
        }
    }
}

/// All bytes of a plain file that holds from 1 to `limit` of them.
///
/// # Errors
/// It cannot be opened or read, is no plain file, is empty, or is larger.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let too_large = || FileError::TooLarge { path: name(path), limit };
    let (file, size) = open_plain(path, OpenOptions::new().read(true))?;
    if size == 0 {
        return Err(FileError::Empty { path: name(path) });
    }
    if size > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let fail = |cause| FileError::System { path: name(path), cause };
    bytes.try_reserve_exact(size as usize).map_err(|_| fail(ErrorKind::OutOfMemory.into()))?;
    // It may have grown meanwhile.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// The text of a plain file that holds from 1 to `limit` bytes.
///
/// # Errors
/// Those of [`read`], or the bytes are no UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    let not_text = |byte| FileError::NotText { path: name(path), byte };
    String::from_utf8(read(path, limit)?).map_err(|error| not_text(error.utf8_error().valid_up_to()))
}

/// All bytes of standard input, to its end: at most `limit` of them.
///
/// # Errors
/// It cannot be read, or holds more.
pub fn read_input(limit: u64) -> io::Result<Vec<u8>> {
    read_bounded(io::stdin(), limit)
}

fn read_bounded(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("expected at most {limit} bytes")));
    }
    Ok(bytes)
}

/// Opens a plain file to read it bit by bit, to its end or for `limit` bytes, whichever comes first.
///
/// # Errors
/// It cannot be opened, or is no plain file.
pub fn open(path: &Path, limit: u64) -> Result<Take<File>, FileError> {
    let (file, size) = open_plain(path, OpenOptions::new().read(true))?;
    Ok(file.take(if size == 0 { 0 } else { limit }))
}

/// Opens a plain file for appending, and creates it if it does not exist.
///
/// # Errors
/// It cannot be opened or made, or is no plain file.
pub fn append(path: &Path) -> Result<File, FileError> {
    open_plain(path, OpenOptions::new().append(true).create(true)).map(|(file, _)| file)
}

/// Opens a plain file for reading and writing without truncating it, and creates it if it does not exist.
///
/// # Errors
/// It cannot be opened or made, or is no plain file.
pub fn update(path: &Path) -> Result<File, FileError> {
    open_plain(path, OpenOptions::new().read(true).write(true).create(true).truncate(false)).map(|(file, _)| file)
}

/// Opens a plain file; returns how many bytes it holds.
fn open_plain(path: &Path, options: &mut OpenOptions) -> Result<(File, u64), FileError> {
    let fail = |cause| FileError::System { path: name(path), cause };
    let check = |kind| unlike_plain(kind).map_or(Ok(()), |found| Err(FileError::Kind { path: name(path), found }));
    // Asked before it is opened, for opening alone makes some devices act; one that is not there may be made.
    match fs::metadata(path) {
        Ok(data) => check(data.file_type())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(fail(error)),
    }
    without_blocking(options);
    let file = options.open(path).map_err(fail)?;
    // Check again after opening: another file may have taken its place in the meantime.
    let data = file.metadata().map_err(fail)?;
    check(data.file_type())?;
    Ok((file, data.len()))
}

/// What a file is that is no plain one.
fn unlike_plain(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    Some(if kind.is_dir() { "a folder" } else { "no plain file" })
}

/// Neither the opening nor a read waits: a pipe that has taken the place of a file must not hold the process.
#[cfg(unix)]
fn without_blocking(options: &mut OpenOptions) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32);
}

#[cfg(not(unix))]
fn without_blocking(_: &mut OpenOptions) {}

fn name(path: &Path) -> Name {
    Name(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("meihua-plain-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn a_plain_file_is_read_up_to_its_limit() {
        let path = scratch("limit", b"abc");
        assert_eq!(read(&path, 3).unwrap(), b"abc");
        assert!(matches!(read(&path, 2), Err(FileError::TooLarge { limit: 2, .. })));
        let mut start = String::new();
        open(&path, 2).unwrap().read_to_string(&mut start).unwrap();
        assert_eq!(start, "ab");
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert!(matches!(read_text(&path, 9), Err(FileError::NotText { byte: 1, .. })));
        fs::write(&path, []).unwrap();
        assert!(matches!(read(&path, 9), Err(FileError::Empty { .. })));
        fs::remove_file(&path).unwrap();
        assert!(matches!(read(&path, 9), Err(FileError::System { .. })));
    }

    #[test]
    fn an_input_without_a_name_has_a_limit_too() {
        assert_eq!(read_bounded(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(read_bounded(io::repeat(0), 2).unwrap_err().to_string().contains("at most 2 bytes"));
    }

    #[test]
    fn what_is_written_at_the_end_leaves_the_rest() {
        use std::io::Write;
        let path = scratch("append", b"one ");
        append(&path).unwrap().write_all(b"two").unwrap();
        update(&path).unwrap().write_all(b"ONE").unwrap();
        assert_eq!(read_text(&path, 100).unwrap(), "ONE two");
        fs::remove_file(&path).unwrap();
        drop(append(&path).unwrap());
        fs::remove_file(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_is_named() {
        for (path, kind) in [("/dev/null", "a device"), ("/", "a folder")] {
            let path = Path::new(path);
            let refusals = [read(path, 9).err(), open(path, 9).err(), append(path).err(), update(path).err()];
            for refusal in refusals {
                let told = refusal.unwrap().to_string();
                assert_eq!(told, format!("{path:?} is {kind}, expected a plain file"));
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_the_system_without_a_size_is_not_read() {
        let path = Path::new("/proc/self/status");
        assert!(matches!(read(path, 1 << 20), Err(FileError::Empty { .. })));
        assert_eq!(open(path, 1 << 20).unwrap().read(&mut [0; 64]).unwrap(), 0);
    }

    #[test]
    fn a_long_name_is_cut() {
        let path = "é".repeat(10_000);
        let told = read(Path::new(&path), 9).unwrap_err().to_string();
        assert!(told.len() < 400 && told.contains("…"), "{told}");
    }
}
