//! Opens a project: a folder, or an archive.

use crate::read::archive;
use crate::read::source::{Files, SourceError};
use crate::read::{self, TABLE};
use crate::rules::model::Project;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::{in_english, sentence};
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
    File(#[from] FileError),
    /// A file of the folder cannot be unpacked, or is no text.
    Text {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The archive, or a text in it, cannot be read.
    Archive {
        /// The archive; none where its bytes came without a name.
        path: Option<PathBuf>,
        /// Why.
        cause: String,
    },
    /// There is no `data.js`.
    NoProject {
        /// The folder or archive; none as above.
        path: Option<PathBuf>,
    },
    /// The archive has a `data.js`, but no floors.
    NoFloors {
        /// The archive; none as above.
        path: Option<PathBuf>,
    },
}

/// What a folder or archive is called.
fn called(path: Option<&PathBuf>) -> Sentence {
    path.map_or("the zip".into(), Sentence::quoted)
}

impl From<&FolderError> for Sentence {
    fn from(error: &FolderError) -> Sentence {
        match error {
            FolderError::File(error) => error.into(),
            FolderError::Text { path, cause } => {
                sentence!("{} cannot be read: {}", Sentence::quoted(path), cause.to_string())
            }
            FolderError::Archive { path, cause } => {
                sentence!("{} cannot be read: {}", called(path.as_ref()), cause.clone())
            }
            FolderError::NoProject { path } => {
                sentence!("{} has no data.js beside floors, expected a project", called(path.as_ref()))
            }
            FolderError::NoFloors { path } => {
                sentence!("{} has no floors beside data.js, expected floors/ID.js of each floor", called(path.as_ref()))
            }
        }
    }
}

in_english!(FolderError);

/// Whether a path names a project: a folder, or an archive by its ending.
pub fn is_project(path: &Path) -> bool {
    path.is_dir() || is_archive(path)
}

/// Why no project comes of a path.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Its files cannot be read.
    Folder(#[from] FolderError),
    /// They are no project.
    Source(#[from] SourceError),
}

impl From<&OpenError> for Sentence {
    fn from(error: &OpenError) -> Sentence {
        match error {
            OpenError::Folder(error) => error.into(),
            OpenError::Source(error) => error.into(),
        }
    }
}

in_english!(OpenError);

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
        return Err(FolderError::NoProject { path: Some(folder.to_owned()) });
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
