//! The one way to open a file named by a command, an option or an argument, and to read standard input up to a limit.
//!
//! What a person names on the command line may be a pipe ([`open_input`], [`read_named`]). Any other name may be a mistake or an attack. So only regular files are opened: a pipe may block for ever, and merely
//! opening a device may have effects. No open and no read blocks, and nothing beyond the limit is read. A system file
//! that reports a size of 0 (as those in `/proc` do) counts as empty and is not read.

use crate::sentence::Sentence;
use crate::{in_english, sentence};
use std::fmt::{self, Debug, Formatter};
use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read, Take};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file could not be opened or read. Every error names the file; none quotes its contents.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refused.
    System {
        /// The file.
        path: Name,
        /// The reason.
        cause: io::Error,
    },
    /// The program is the WebAssembly module, whose host has no files for it.
    NoFiles {
        /// The file.
        path: Name,
    },
    /// The path is not a regular file.
    Kind {
        /// The file.
        path: Name,
        /// What it is: `a pipe`, `a folder`, …
        found: &'static str,
    },
    /// The file is empty, or is a system file that does not report its size.
    Empty {
        /// The file.
        path: Name,
    },
    /// The file is too large.
    TooLarge {
        /// The file.
        path: Name,
        /// The maximum size in bytes.
        limit: u64,
    },
    /// The file is not text.
    NotText {
        /// The file.
        path: Name,
        /// The offset of the first byte that is not UTF-8.
        byte: usize,
    },
}

impl From<&FileError> for Sentence {
    fn from(error: &FileError) -> Sentence {
        use FileError::{Empty, Kind, NoFiles, NotText, System, TooLarge};
        match error {
            System { path, cause } => sentence!("{}: {}", Sentence::quoted(path), Sentence::plain(cause)),
            NoFiles { path } => sentence!("{}: this build opens no files", Sentence::quoted(path)),
            Kind { path, found } => sentence!("{} is {}, expected a regular file", Sentence::quoted(path), *found),
            Empty { path } => sentence!(
                "{} is empty or does not report its size, expected a regular file with contents",
                Sentence::quoted(path)
            ),
            TooLarge { path, limit } => {
                sentence!(
                    "{} is too large, expected a regular file of at most {} bytes",
                    Sentence::quoted(path),
                    *limit
                )
            }
            NotText { path, byte } => {
                sentence!("{} is not text at byte {}, expected UTF-8", Sentence::quoted(path), *byte)
            }
        }
    }
}

in_english!(FileError);

/// A path for an error message: quoted, and cut off if it is long.
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

/// Reads a regular file of 1 to `limit` bytes.
///
/// # Errors
/// The file cannot be opened or read, is not a regular file, is empty, or is too large.
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
    // The file may have grown in the meantime.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Reads a regular file of 1 to `limit` bytes as text in UTF-8 or, after a byte order mark, UTF-16; the mark is left
/// out. `meihua_records` reads text in the encodings of China, too.
///
/// # Errors
/// Those of [`read`], and bytes in other encodings.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    text(path, read(path, limit)?)
}

/// Reads what a person named, as [`read_named`] does, as text.
///
/// # Errors
/// Those of [`read_named`], and bytes in other encodings.
pub fn read_named_text(path: &Path, limit: u64) -> Result<String, FileError> {
    text(path, read_named(path, limit)?)
}

fn text(path: &Path, bytes: Vec<u8>) -> Result<String, FileError> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, tail) = rest.as_chunks();
        let units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
        String::from_utf16(&units).ok().filter(|_| tail.is_empty()).ok_or(0)
    };
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
            .map_err(|error| error.utf8_error().valid_up_to()),
    };
    text.map_err(|byte| FileError::NotText { path: name(path), byte })
}

/// Opens a regular file for streaming; reading ends after `limit` bytes at the latest.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn open(path: &Path, limit: u64) -> Result<Take<File>, FileError> {
    let (file, size) = open_plain(path, OpenOptions::new().read(true))?;
    Ok(file.take(if size == 0 { 0 } else { limit }))
}

/// Opens what a person named for reading to its end: a regular file, or a pipe or a device, such as the shell's `<(…)` and
/// `/dev/stdin`; `-` is standard input. Unlike everything else here it waits for a pipe, as every filter does, so it is
/// not for names in a protocol.
///
/// # Errors
/// The file cannot be opened, or is a folder.
pub fn open_input(path: &Path) -> Result<Box<dyn Read + Send>, FileError> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let fail = |cause| FileError::System { path: name(path), cause };
    let kind = fs::metadata(path).map_err(fail)?.file_type();
    if kind.is_dir() {
        return Err(FileError::Kind { path: name(path), found: "a folder" });
    }
    if kind.is_file() {
        return Ok(Box::new(open(path, u64::MAX)?));
    }
    Ok(Box::new(OpenOptions::new().read(true).open(path).map_err(fail)?))
}

/// Reads what a person named, as [`open_input`] opens it, of at most `limit` bytes. A regular file must not be empty.
///
/// # Errors
/// It cannot be opened or read, or is longer.
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    if path.as_os_str() != "-" && path.is_file() {
        return read(path, limit);
    }
    let mut bytes = Vec::new();
    let read = open_input(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|cause| FileError::System { path: name(path), cause })?;
    if bytes.len() as u64 > limit { Err(FileError::TooLarge { path: name(path), limit }) } else { Ok(bytes) }
}

/// Opens a regular file for appending and creates it if it does not exist.
///
/// # Errors
/// The file cannot be opened or created, or is not a regular file.
pub fn append(path: &Path) -> Result<File, FileError> {
    open_plain(path, OpenOptions::new().append(true).create(true)).map(|(file, _)| file)
}

/// Opens a regular file for reading and writing without truncating it, and creates it if it does not exist.
///
/// # Errors
/// The file cannot be opened or created, or is not a regular file.
pub fn update(path: &Path) -> Result<File, FileError> {
    open_plain(path, OpenOptions::new().read(true).write(true).create(true).truncate(false)).map(|(file, _)| file)
}

/// Opens a regular file and returns its size in bytes.
fn open_plain(path: &Path, options: &mut OpenOptions) -> Result<(File, u64), FileError> {
    let fail = |cause| FileError::System { path: name(path), cause };
    if cfg!(target_os = "wasi") {
        // The system would say that there is no such file.
        return Err(FileError::NoFiles { path: name(path) });
    }
    let check = |kind| unlike_plain(kind).map_or(Ok(()), |found| Err(FileError::Kind { path: name(path), found }));
    // Check before opening, because merely opening a device may have effects. A missing file may be created.
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

/// What kind of file this is; `None` for a regular one.
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
    Some(if kind.is_dir() { "a folder" } else { "a special file" })
}

/// Makes neither open nor read wait, so that a pipe put in the place of a file cannot block the process.
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
    #[cfg_attr(miri, ignore = "opens files of the system")]
    fn a_plain_file_is_read_up_to_its_limit() {
        let path = scratch("limit", b"abc");
        assert_eq!(read(&path, 3).unwrap(), b"abc");
        assert!(matches!(read(&path, 2), Err(FileError::TooLarge { limit: 2, .. })));
        let mut start = String::new();
        open(&path, 2).unwrap().read_to_string(&mut start).unwrap();
        assert_eq!(start, "ab");
        fs::write(&path, [b'a', 0xff]).unwrap();
        assert!(matches!(read_text(&path, 9), Err(FileError::NotText { byte: 1, .. })));
        for text in [&b"\xef\xbb\xbfd4"[..], b"\xff\xfed\x004\0", b"\xfe\xff\0d\x004", b"d4"] {
            fs::write(&path, text).unwrap();
            assert_eq!(read_text(&path, 9).unwrap(), "d4");
        }
        fs::write(&path, []).unwrap();
        assert!(matches!(read(&path, 9), Err(FileError::Empty { .. })));
        fs::remove_file(&path).unwrap();
        assert!(matches!(read(&path, 9), Err(FileError::System { .. })));
    }

    #[test]
    #[cfg_attr(miri, ignore = "opens files of the system")]
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
    #[cfg_attr(miri, ignore = "opens files of the system")]
    fn what_is_no_plain_file_is_named() {
        for (path, kind) in [("/dev/null", "a device"), ("/", "a folder")] {
            let path = Path::new(path);
            let refusals = [read(path, 9).err(), open(path, 9).err(), append(path).err(), update(path).err()];
            for refusal in refusals {
                let told = refusal.unwrap().to_string();
                assert_eq!(told, format!("{path:?} is {kind}, expected a regular file"));
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    #[cfg_attr(miri, ignore = "opens files of the system")]
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
