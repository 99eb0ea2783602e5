//! Routes through multi-floor towers: writes and checks the platform's files.

use super::args::SolveArgs;
use meihua_console::output_file;
use meihua_contracts::sentence::Sentence;
use meihua_mota::Project;
use meihua_mota::h5route::Record;
use meihua_mota::keystroke::Key;
use meihua_mota::route::{self, Replayed};
use meihua_mota::route_file::{is_record, read};
use meihua_mota::state::Ending;
use meihua_mota::walkthrough::{self, Walkthrough};
use std::io::{self, Write};
use std::path::Path;

/// Writes a route to the requested files, as a replay and as a walkthrough; `false` if one cannot be written.
pub(crate) fn save(
    project: &Project,
    args: &SolveArgs,
    keys: &[Key],
    route: String,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let written = save_record(project, args, route, output)?;
    let has_diary = match &args.diary {
        Some(path) => write_file(path, &Walkthrough::of(project, keys).text(project), output)?,
        None => true,
    };
    Ok(written && has_diary)
}

/// Whether a file is standard output.
pub(crate) fn is_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a route as a replay, if one is asked for; `false` if it cannot be written.
fn save_record(project: &Project, args: &SolveArgs, route: String, output: &mut dyn Write) -> io::Result<bool> {
    let record = args.output.as_deref().filter(|path| is_record(path));
    record.map_or(Ok(true), |path| write_file(path, &Record::new(project, route).pack(), output))
}

/// Writes a file, or where it is `-` to the output; if that fails, reports it and returns `false`.
fn write_file(path: &Path, text: &str, output: &mut dyn Write) -> io::Result<bool> {
    if is_output(path) {
        return output.write_all(text.as_bytes()).map(|()| true);
    }
    let written = output_file::write(path, text);
    written.as_ref().err().map_or(Ok(()), |error| writeln!(output, "error: {error}"))?;
    Ok(written.is_ok())
}

/// Replays a route given as a file or as text: prints its end, or the first key that is not allowed. A legal one is also
/// written as a replay, if one is asked for.
pub(crate) fn check(mut project: Project, args: &SolveArgs, given: &str, output: &mut dyn Write) -> io::Result<bool> {
    let (keys, version) = match read(&mut project, given) {
        Ok(read) => read,
        Err(error) => {
            writeln!(output, "error: {error}")?;
            return Ok(false);
        }
    };
    if let Some(version) = version.filter(|version| *version != project.version) {
        writeln!(output, "note: the record is of version {version:?}, the tower of {:?}", project.version)?;
    }
    let text = route::text(&project, &keys);
    let diary = Walkthrough::of(&project, &keys);
    if let Some(path) = &args.diary
        && !write_file(path, &diary.text(&project), output)?
    {
        return Ok(false);
    }
    let Replayed { state, used, bumps, fault } = diary.replayed;
    let floor = &project.floors[usize::from(state.floor)].id;
    let hero = format!("floor {floor}, column {}, row {}, {}", state.x, state.y, walkthrough::hero(&project, &state));
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
        None => {
            let walls = if bumps == 0 { String::new() } else { format!(" ({bumps} into walls)") };
            let keys = Sentence::counted(used, ["{} key", "{} keys"]);
            writeln!(output, "legal, {verdict}: {keys}{walls}, {hero}")?;
            return save_record(&project, args, text, output);
        }
    }
    Ok(fault.is_none())
}
