//! `library find`, `export` and `remove`: the games that a query asks for, listed, written or removed.

use super::Failure;
use super::args::{BookArgs, ExportArgs, FindArgs, RemoveArgs};
use crate::shared::inputs::Input;
use crate::shared::saved_games::{Output, OutputArgs, OutputError};
use meihua_console::output_file::{self, OutputFile};
use meihua_console::stderr::print_error;
use meihua_console::stdout;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::{BookOptions, Library, LibraryError, Listed, Query};
use meihua_records::write::{Lost, OutputFormat};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Lists games, or writes them where a format or file is named.
pub(super) fn find(args: &FindArgs, library: &Library, notation: Notation) -> Result<ExitCode, Failure> {
    let query = Query { limit: args.limit, ..args.query.query(library.games())? };
    let found = library.find(&query)?;
    if args.output.to.is_some() || !args.output.is_stdout() {
        return write(&args.output, library, &found, notation);
    }
    for number in found {
        let Some(listed) = library.listed(number)? else { continue };
        let line = if args.json { serde_json::to_string(&listed).map_err(LibraryError::Json)? } else { row(&listed) };
        stdout::print(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A game on a line: number, date, players, result, plies, opening, event, separated by tabs.
pub(super) fn row(game: &Listed) -> String {
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let (red, black) = (known(&game.red), known(&game.black));
    let (date, opening, event) = (known(&game.date), known(&game.opening), known(&game.event));
    format!("{}\t{date}\t{red}\t{black}\t{}\t{}\t{opening}\t{event}", game.number, game.result, game.plies)
}

/// Writes all games, or those of a query.
pub(super) fn export(args: &ExportArgs, library: &Library, notation: Notation) -> Result<ExitCode, Failure> {
    if let Some(folder) = &args.explorer {
        return explorer(folder, library);
    }
    let found = library.find(&args.query.query(library.games())?)?;
    write(&args.output, library, &found, notation)
}

/// Writes the files of the explorer; those of an earlier export are replaced one by one.
fn explorer(folder: &Path, library: &Library) -> Result<ExitCode, Failure> {
    for part in ["positions", "games"] {
        let folder = folder.join(part);
        std::fs::create_dir_all(&folder).map_err(|error| Failure::File { path: folder, error })?;
    }
    library.explorer_files(|name, bytes| {
        let path = folder.join(name);
        let written = OutputFile::create(&path).and_then(|mut file| file.write_all(bytes).and_then(|()| file.finish()));
        written.map_err(|error| Failure::File { path, error })
    })?;
    Ok(ExitCode::SUCCESS)
}

fn write(args: &OutputArgs, library: &Library, found: &[i64], notation: Notation) -> Result<ExitCode, Failure> {
    let target = args.format()?;
    let mut output = Output::new(args, target, notation, false);
    if target == OutputFormat::Xqf && found.len() > 1 && !output.is_folder() {
        return Err(OutputError::OneGame.into());
    }
    let games = Input { path: PathBuf::from("-"), place: PathBuf::from("games"), bytes: 0 };
    let (mut lost, mut written) = (Lost::default(), 0);
    for &number in found {
        for game in library.records(number)? {
            written += 1;
            lost += output.write(&game, &games, written)?;
        }
    }
    output.finish_all()?;
    if !lost.is_nothing() {
        let written = Sentence::counted(written as usize, ["{} game written", "{} games written"]);
        print_error("library", format_args!("{written}; the format cannot hold {lost}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes an opening book beside its place, and puts it there when it is complete.
pub(super) fn book(args: &BookArgs, library: &Library, language: Language) -> Result<ExitCode, Failure> {
    let failed = |error| Failure::File { path: args.output.clone(), error };
    output_file::check(&args.output).map_err(|refused| failed(refused.error))?;
    let mut part = args.output.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    _ = remove_file(&part);
    let options = BookOptions { min_games: args.min_games, side: args.side.map(Side::from), max_plies: args.max_plies };
    let written = library.write_book(&part, &options);
    let moves = match written {
        Ok(moves) => moves,
        Err(error) => {
            _ = remove_file(&part);
            return Err(error.into());
        }
    };
    #[expect(clippy::disallowed_methods, reason = "the file that the user named")]
    std::fs::rename(&part, &args.output).map_err(failed)?;
    stdout::print(&language.text(Sentence::counted(moves as usize, ["{} move written", "{} moves written"])))?;
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::disallowed_methods, reason = "a file that this command made, or left behind when it was killed")]
fn remove_file(path: &Path) -> std::io::Result<()> {
    std::fs::remove_file(path)
}

/// Removes games.
pub(super) fn remove(args: &RemoveArgs, library: &mut Library, language: Language) -> Result<ExitCode, Failure> {
    let query = args.query.query(library.games())?;
    if query.is_everything() && !args.all {
        return Err(Failure::Misuse(say!("say which games to remove, or --all")));
    }
    let found = library.find(&query)?;
    let changes = library.remove(&found)?;
    let removed = Sentence::counted(changes.games as usize, ["{} game removed", "{} games removed"]);
    stdout::print(&language.text(removed))?;
    Ok(ExitCode::SUCCESS)
}
