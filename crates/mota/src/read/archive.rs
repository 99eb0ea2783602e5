//! Reads the files of a project from a zip: as players get towers, with the project somewhere in it.

use crate::read;
use crate::read::folder::{FILE_LIMIT, FILES, FolderError};
use crate::read::source::Files;
use flate2::read::MultiGzDecoder;
use meihua_contracts::plain_file;
use rustc_hash::FxHashSet;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;
use zip::ZipArchive;
use zip::result::ZipError;

/// The most bytes of an archive: a tower with its pictures and its music.
const ARCHIVE_LIMIT: u64 = 1 << 30;
/// The most bytes of all texts of a project.
const TEXT_LIMIT: u64 = 256 << 20;

/// The texts of the project in an archive.
///
/// # Errors
/// The archive or a text in it cannot be read or is too large, or there is no project in it.
pub(crate) fn open(path: &Path) -> Result<Files, FolderError> {
    let file = plain_file::open(path, ARCHIVE_LIMIT)?;
    read_from(file.into_inner(), Some(path), TEXT_LIMIT)
}

/// How an archive begins.
const SIGNATURE: &[u8] = b"PK\x03\x04";

/// Whether bytes are those of an archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// The texts of the project in the bytes of an archive, at most `limit` bytes in all.
///
/// # Errors
/// Those of [`open`].
pub(crate) fn read_bytes(bytes: &[u8], limit: u64) -> Result<Files, FolderError> {
    read_from(Cursor::new(bytes), None, limit)
}

fn read_from(file: impl Read + Seek, path: Option<&Path>, limit: u64) -> Result<Files, FolderError> {
    let path = || path.map(Path::to_owned);
    let fail = |error: ZipError| FolderError::Archive { path: path(), cause: error.to_string() };
    let mut archive = ZipArchive::new(file).map_err(fail)?;
    let names: FxHashSet<String> = archive.file_names().flatten().map(|name| name.into_owned()).collect();
    let Some(base) = base(&names) else {
        let has_data = names.iter().any(|name| name == "data.js" || name.ends_with("/data.js"));
        let path = path();
        return Err(if has_data { FolderError::NoFloors { path } } else { FolderError::NoProject { path } });
    };
    let mut files = Files::new();
    let mut left = limit;
    let mut insert = |files: &mut Files, name: &str| -> Result<(), FolderError> {
        let full = format!("{base}{name}");
        if !names.contains(&full) {
            return Ok(());
        }
        let limit = FILE_LIMIT.min(left);
        let text = all(archive.by_name(&full).map_err(fail)?, limit)
            .and_then(|bytes| text(bytes, limit))
            .map_err(|error| FolderError::Archive { path: path(), cause: format!("{name}: {error}") })?;
        left -= text.len() as u64;
        files.insert(name, text);
        Ok(())
    };
    FILES.iter().try_for_each(|name| insert(&mut files, name))?;
    read::named_floors(&files).iter().try_for_each(|name| insert(&mut files, name))?;
    Ok(files)
}

/// The folder of the project in an archive, with its `/`: the shortest with all of `data.js`, `maps.js` and floors. The platform's
/// own code lies in a folder with such files, too, yet without floors.
fn base(names: &FxHashSet<String>) -> Option<&str> {
    let bases = names.iter().filter_map(|name| name.strip_suffix("data.js"));
    let bases = bases.filter(|base| base.is_empty() || base.ends_with('/'));
    let has_floors =
        |base: &&str| names.iter().any(|name| name.strip_prefix(base).is_some_and(|n| n.starts_with("floors/")));
    bases.filter(has_floors).min_by_key(|base| base.len())
}

/// How a file begins that is packed with gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The text of a file of a project, of at most `limit` bytes; unpacked if gzip has packed it.
///
/// # Errors
/// It cannot be unpacked, is longer, or is no text.
pub(crate) fn text(bytes: Vec<u8>, limit: u64) -> io::Result<String> {
    let bytes = if bytes.starts_with(GZIP) { all(MultiGzDecoder::new(bytes.as_slice()), limit)? } else { bytes };
    String::from_utf8(bytes).map_err(|error| {
        let what = format!("not text at byte {}, expected UTF-8", error.utf8_error().valid_up_to());
        io::Error::new(io::ErrorKind::InvalidData, what)
    })
}

/// All bytes, at most `limit`.
fn all(from: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {limit} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_found_beside_the_code_of_the_platform() {
        let names = ["t/libs/data.js", "t/libs/maps.js", "t/project/data.js", "t/project/floors/A.js", "t/mydata.js"];
        let found = |names: &[&str]| base(&names.iter().map(|name| (*name).to_owned()).collect()).map(str::to_owned);
        assert_eq!(found(&names).as_deref(), Some("t/project/"));
        assert_eq!(found(&["data.js", "floors/A.js"]).as_deref(), Some(""));
        assert_eq!(found(&["libs/data.js", "floors.txt"]), None);
    }
}
