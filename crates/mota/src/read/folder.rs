//! Opens a project: a folder, or an archive.

use crate::read::archive;
use crate::read::source::{Files, SourceError};
use crate::read::{self, TABLE};
use crate::rules::model::Project;
use meihua_contracts::plain_file::{self, FileError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most bytes of a file.
pub const FILE_LIMIT: u64 = 16 << 20;
/// The files of a project beside its floors.
pub const FILES: [&str; 8] =
    ["data.js", "enemys.js", "items.js", "maps.js", "events.js", "functions.js", "plugins.js", TABLE];

/// Why a folder is no project.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of the folder cannot be unpacked, or is no text.
    #[error("{path:?}: {cause}")]
    Text {
        /// The file.
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
    let mut files = if is_archive(path) { archive::open(path)? } else { read_folder(path)? };
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
    let insert = |files: &mut Files, name: &str| -> Result<(), FolderError> {
        let path = folder.join(name);
        if path.exists() {
            files.insert(name, read_text(&path)?);
        }
        Ok(())
    };
    FILES.iter().try_for_each(|name| insert(&mut files, name))?;
    read::named_floors(&files).iter().try_for_each(|name| insert(&mut files, name))?;
    Ok(files)
}

/// The text of a file, which gzip may have packed.
fn read_text(path: &Path) -> Result<String, FolderError> {
    let text = archive::text(plain_file::read(path, FILE_LIMIT)?, FILE_LIMIT);
    text.map_err(|cause| FolderError::Text { path: path.to_owned(), cause })
}
