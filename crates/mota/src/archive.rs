//! Reads the files of a project from a zip: as players get towers, with the project somewhere in it.

use super::folder::{FILE_LIMIT, FILES, FLOOR_LIMIT, FolderError};
use super::source::Files;
use meihua_contracts::plain_file;
use std::io::{self, Cursor, Read, Seek, Take};
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
pub(crate) fn read(path: &Path) -> Result<Files, FolderError> {
    let file = plain_file::open(path, ARCHIVE_LIMIT)?;
    read_from(file.into_inner(), path, TEXT_LIMIT)
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
/// Those of [`read`](fn@read).
pub(crate) fn read_bytes(bytes: &[u8], limit: u64) -> Result<Files, FolderError> {
    read_from(Cursor::new(bytes), Path::new("archive"), limit)
}

fn read_from(file: impl Read + Seek, path: &Path, limit: u64) -> Result<Files, FolderError> {
    let fail = |error: ZipError| FolderError::Archive { path: path.to_owned(), cause: error.to_string() };
    let mut archive = ZipArchive::new(file).map_err(fail)?;
    let names: Vec<String> = archive.file_names().flatten().map(|name| name.into_owned()).collect();
    let Some(base) = base(&names) else { return Err(FolderError::NoProject { path: path.to_owned() }) };
    let (mut files, mut floors, mut left) = (Files::new(), 0, limit);
    for full in &names {
        let Some(name) = full.strip_prefix(base) else { continue };
        let is_floor = name.strip_prefix("floors/").is_some_and(|name| !name.contains('/') && name.ends_with(".js"));
        if !is_floor && !FILES.contains(&name) {
            continue;
        }
        floors += usize::from(is_floor);
        if floors > FLOOR_LIMIT {
            return Err(FolderError::TooMany { path: path.to_owned(), limit: FLOOR_LIMIT });
        }
        let limit = FILE_LIMIT.min(left);
        let text = text(archive.by_name(full).map_err(fail)?.take(limit + 1), limit)
            .map_err(|error| FolderError::Archive { path: path.to_owned(), cause: format!("{name}: {error}") })?;
        left -= text.len() as u64;
        files.insert(name, text);
    }
    Ok(files)
}

/// The folder of the project in an archive, with its `/`: the shortest with all of `data.js`, `maps.js` and floors. The platform's
/// own code lies in a folder with such files, too, yet without floors.
fn base(names: &[String]) -> Option<&str> {
    let bases = names.iter().filter_map(|name| name.strip_suffix("data.js"));
    let bases = bases.filter(|base| base.is_empty() || base.ends_with('/'));
    let has_floors =
        |base: &&str| names.iter().any(|name| name.strip_prefix(base).is_some_and(|n| n.starts_with("floors/")));
    bases.filter(has_floors).min_by_key(|base| base.len())
}

/// A text of at most `limit` bytes.
fn text(mut from: Take<impl Read>, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    from.read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {limit} bytes")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_found_beside_the_code_of_the_platform() {
        let names = ["t/libs/data.js", "t/libs/maps.js", "t/project/data.js", "t/project/floors/A.js", "t/mydata.js"];
        assert_eq!(base(&names.map(str::to_owned)), Some("t/project/"));
        assert_eq!(base(&["data.js", "floors/A.js"].map(str::to_owned)), Some(""));
        assert_eq!(base(&["libs/data.js", "floors.txt"].map(str::to_owned)), None);
    }
}
