//! Routes through projects of many floors: files of the platform written and checked.

use super::command::SolveArgs;
use crate::games::tower::project::Project;
use crate::games::tower::project::diary::Diary;
use crate::games::tower::project::expression::Stat;
use crate::games::tower::project::h5route::{Record, RecordError};
use crate::games::tower::project::press::Key;
use crate::games::tower::project::route::{self, Replayed, RouteError};
use crate::games::tower::project::state::Ending;
use crate::plain_file::{self, FileError};
use crate::tools::output_file;
use std::io::{self, Write};
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

/// Writes a route to the files that were asked for, as a record and as a diary; `false` where one cannot be written.
pub fn save(
    project: &Project,
    args: &SolveArgs,
    keys: &[Key],
    route: String,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let record = args.output.as_deref().filter(|path| is_record(path));
    let written = match record {
        Some(path) => write_file(path, &Record::new(project, route).pack(), output)?,
        None => true,
    };
    let has_diary = match &args.diary {
        Some(path) => write_file(path, &Diary::of(project, keys).text(project), output)?,
        None => true,
    };
    Ok(written && has_diary)
}

/// Writes a file; reports where it cannot be written, and is `false` then.
fn write_file(path: &Path, text: &str, output: &mut dyn Write) -> io::Result<bool> {
    match output_file::write(path, text) {
        Ok(()) => Ok(true),
        Err(error) => {
            writeln!(output, "error: {path:?}: {error}")?;
            Ok(false)
        }
    }
}

/// Replays a route, a file or a text: the end of it, or the first key that is not allowed.
pub fn check(mut project: Project, args: &SolveArgs, route: &str, output: &mut dyn Write) -> io::Result<bool> {
    let (keys, version) = match read(&mut project, route) {
        Ok(read) => read,
        Err(error) => {
            writeln!(output, "error: {error}")?;
            return Ok(false);
        }
    };
    if let Some(version) = version.filter(|version| *version != project.version) {
        writeln!(output, "note: the record is of version {version:?}, the tower of {:?}", project.version)?;
    }
    let diary = Diary::of(&project, &keys);
    if let Some(path) = &args.diary
        && !write_file(path, &diary.text(&project), output)?
    {
        return Ok(false);
    }
    let Replayed { state, used, fault } = diary.replayed;
    let floor = &project.floors[usize::from(state.floor)].id;
    let hero = format!("floor {floor}, column {}, row {}, hp {}", state.x, state.y, state.stat(Stat::Hp));
    let verdict = match state.ending {
        Ending::Won => "the tower is won",
        Ending::Lost => "the tower is lost",
        Ending::None => "the tower is not won",
    };
    match &fault {
        Some(fault) => writeln!(output, "error: key {}: {fault}; {hero}", used + 1)?,
        None if used < keys.len() => {
            writeln!(output, "error: key {}: {verdict} already; {hero}", used + 1)?;
            return Ok(false);
        }
        None => writeln!(output, "legal, {verdict}: {used} keys, {hero}")?,
    }
    Ok(fault.is_none())
}

/// The keys of a route, of a file (packed or as text) or of the text itself; and the version of the tower that it was made with.
///
/// # Errors
/// The file cannot be read, or what is in it is none.
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
