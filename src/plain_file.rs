//! Files that a command or an option names: read whole, if they are plain and of a modest size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a plain file of at most `limit` bytes.
///
/// # Errors
/// What the system says; or the file is a pipe, a device, a folder, or larger.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened: opening a pipe would wait for somebody who writes to it.
    let data = fs::metadata(path)?;
    if !data.is_file() || data.len() > limit {
        return Err(io::Error::other(format!("expected a plain file of at most {limit} bytes")));
    }
    let mut bytes = Vec::with_capacity(data.len() as usize);
    // It may have grown meanwhile.
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
