//! Opens a project: a folder, or an archive.

use super::model::Project;
use super::read::{self, TABLE};
use super::source::{Files, SourceError};
use meihua_contracts::plain_file::{self, FileError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most bytes of a file.
pub const FILE_LIMIT: u64 = 16 << 20;
/// The most floors.
pub(crate) const FLOOR_LIMIT: usize = 2000;
/// The files of a project beside its floors.
pub const FILES: [&str; 8] =
    ["data.js", "enemys.js", "items.js", "maps.js", "events.js", "functions.js", "plugins.js", TABLE];

/// Why a folder is no project.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be read.
    #[error("{path:?}: {cause}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The archive, or a text in it, cannot be read.
    #[error("{path:?}: {cause}")]
    Archive {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// There is no `data.js`.
    #[error("{path:?} has no data.js beside floors, expected a project")]
    NoProject {
        /// The folder.
        path: PathBuf,
    },
    /// There are more floors than any tower has.
    #[error("{path:?} has more than {limit} files, expected floors")]
    TooMany {
        /// The folder.
        path: PathBuf,
        /// How many it may have.
        limit: usize,
    },
}

/// Whether a path names a project: a folder, or an archive by its ending.
pub fn is_project(path: &Path) -> bool {
    path.is_dir() || is_archive(path)
}

/// Why no project comes of a path.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Its files cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// They are no project.
    #[error(transparent)]
    Source(#[from] SourceError),
}

fn is_archive(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// The texts of a project, of a folder or an archive: of what is named itself, or of the `project` in it; and of the table of the
/// tower, which stands there as `meihua.json` or is named.
///
/// # Errors
/// The folder or a file cannot be read, or it is no project.
pub fn read(path: &Path, table: Option<&Path>) -> Result<Files, FolderError> {
    let mut files = if is_archive(path) { super::archive::read(path)? } else { read_folder(path)? };
    if let Some(table) = table {
        let text = plain_file::read_text(table, FILE_LIMIT)?;
        files.insert_shown(TABLE, table.to_string_lossy().into_owned(), text);
    }
    Ok(files)
}

/// The project of a folder or an archive, with the table that stands there or is named.
///
/// # Errors
/// Those of [`read`](fn@read), or the files are no project.
pub fn open(path: &Path, table: Option<&Path>) -> Result<Project, OpenError> {
    Ok(read::project(&read(path, table)?)?)
}

fn read_folder(folder: &Path) -> Result<Files, FolderError> {
    let inner = folder.join("project");
    let folder = if !folder.join("data.js").exists() && inner.join("data.js").exists() { &inner } else { folder };
    if !folder.join("data.js").exists() {
        return Err(FolderError::NoProject { path: folder.to_owned() });
    }
    let mut files = Files::new();
    for name in FILES {
        let path = folder.join(name);
        if path.exists() {
            files.insert(name, plain_file::read_text(&path, FILE_LIMIT)?);
        }
    }
    let floors = folder.join("floors");
    if !floors.exists() {
        // The first floor that is missing is named.
        return Ok(files);
    }
    let fail = |cause| FolderError::Folder { path: floors.clone(), cause };
    #[expect(clippy::disallowed_methods, reason = "the folder that the user named")]
    for (count, entry) in fs::read_dir(&floors).map_err(fail)?.enumerate() {
        if count >= FLOOR_LIMIT {
            return Err(FolderError::TooMany { path: floors.clone(), limit: FLOOR_LIMIT });
        }
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.ends_with(".js") {
            files.insert(format!("floors/{name}"), plain_file::read_text(&path, FILE_LIMIT)?);
        }
    }
    Ok(files)
}
