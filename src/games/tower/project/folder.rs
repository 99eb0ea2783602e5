//! Reads the files of a project's folder.

use super::read::TABLE;
use super::source::Files;
use crate::plain_file::{self, FileError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most bytes of a file.
const FILE_LIMIT: u64 = 16 << 20;
/// The most floors.
const FLOOR_LIMIT: usize = 2000;

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
    /// There is no `data.js`.
    #[error("{path:?} has no data.js, expected the folder of a project")]
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

/// The texts of a project: of the folder itself, or of the `project` in it; and of the table of the tower, which stands there as
/// `meihua.json` or is named.
///
/// # Errors
/// The folder or a file cannot be read, or it is no project.
pub fn read(folder: &Path, table: Option<&Path>) -> Result<Files, FolderError> {
    let inner = folder.join("project");
    let folder = if !folder.join("data.js").exists() && inner.join("data.js").exists() { &inner } else { folder };
    if !folder.join("data.js").exists() {
        return Err(FolderError::NoProject { path: folder.to_owned() });
    }
    let mut files = Files::new();
    for name in ["data.js", "enemys.js", "items.js", "maps.js", "events.js", TABLE] {
        let path = folder.join(name);
        if path.exists() {
            files.insert(name, plain_file::read_text(&path, FILE_LIMIT)?);
        }
    }
    if let Some(table) = table {
        files.insert(TABLE, plain_file::read_text(table, FILE_LIMIT)?);
    }
    let floors = folder.join("floors");
    let fail = |cause| FolderError::Folder { path: floors.clone(), cause };
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
