//! Files of routes: records of the platform, and routes as text.

use crate::Project;
use crate::play::h5route::{Record, RecordError};
use crate::play::route::{self, RouteError};
use crate::rules::keystroke::Key;
use meihua_contracts::plain_file::{self, FileError};
use std::path::Path;
use thiserror::Error;

/// The ending of the platform's files.
const ENDING: &str = "h5route";
/// The most bytes of such a file.
const FILE_LIMIT: u64 = 4 << 20;

/// Why a route cannot be replayed at all.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Its file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no record of this tower.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is no route.
    #[error(transparent)]
    Route(#[from] RouteError),
}

/// Whether a file is to hold a record of the platform's, by its ending.
pub fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

/// The keys of a route, of a file (packed or as text) or of the text itself; and the version of the tower that it was made with.
///
/// # Errors
/// The file cannot be read, or what is in it is not a route.
pub fn read(project: &mut Project, route: &str) -> Result<(Vec<Key>, Option<String>), ReadError> {
    let path = Path::new(route);
    let is_file = is_record(path) || path.is_file();
    let text = if is_file { plain_file::read_text(path, FILE_LIMIT)? } else { route.to_owned() };
    let record = match Record::unpack(&text) {
        Ok(record) => record,
        Err(error) if is_record(path) => return Err(error.into()),
        // Not packed, so a route as it is.
        Err(_) => return Ok((route::parse(project, text.trim())?, None)),
    };
    record.choose_difficulty(project)?;
    Ok((route::parse(project, &record.route)?, Some(record.version)))
}
