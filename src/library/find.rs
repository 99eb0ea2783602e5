//! `library find`, `export` and `remove`: the games that a query asks for, listed, written or removed.

use super::args::{ExportArgs, FindArgs, OutputArgs, QueryArgs, RemoveArgs};
use super::Failure;
use meihua_contracts::text::{GameText, Notation};
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_lab::output_file::OutputFile;
use meihua_lab::stderr::print_error;
use meihua_lab::stdout;
use meihua_library::{Library, LibraryError, Listed, Pattern, Pieces, Place, Query, Sequence};
use meihua_records::write::{Lost, OutputFormat};
use std::io::Write;
use std::process::ExitCode;

impl QueryArgs {
    /// The query.
    ///
    /// # Errors
    /// A position, pattern, material or sequence cannot be read.
    fn query(&self, games: &'static [Entry]) -> Result<Query, LibraryError> {
        let variant = match &self.game {
            Some(name) => Some(registry::find(games, name).ok_or_else(|| LibraryError::Game(name.clone()))?.name),
            None => None,
        };
        let board = variant.unwrap_or(Xiangqi::NAME);
        let position = self.position.as_ref().map(|position| Place::read(position, board, games));
        let material = self.material.as_ref().map(|pieces| Pieces::parse(pieces));
        Ok(Query {
            variant: variant.or_else(|| self.looks_at_boards().then_some(board)).map(str::to_owned),
            players: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            since: self.since,
            until: self.until,
            result: self.result,
            opening: self.opening.clone(),
            plies: self.plies,
            comment: self.comment.clone(),
            source: self.source.clone(),
            position: position.transpose()?,
            pattern: self.pattern.as_ref().map(|pattern| Pattern::parse(pattern)).transpose()?,
            material: material.transpose()?.map(|pieces| (pieces, self.lasting)),
            sequence: self.sequence.as_ref().map(|steps| Sequence::parse(steps, board)).transpose()?,
            numbers: self.number.clone(),
            limit: None,
        })
    }

    const fn looks_at_boards(&self) -> bool {
        self.position.is_some() || self.pattern.is_some() || self.material.is_some() || self.sequence.is_some()
    }
}

/// Lists games, or writes them where a format or file is named.
pub(super) fn find(
    args: &FindArgs,
    library: &Library,
    games: &'static [Entry],
    notation: Notation,
) -> Result<ExitCode, Failure> {
    let query = Query { limit: args.limit, ..args.query.query(games)? };
    let found = library.find(&query)?;
    if args.output.is_named() {
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
pub(super) fn export(
    args: &ExportArgs,
    library: &Library,
    games: &'static [Entry],
    notation: Notation,
) -> Result<ExitCode, Failure> {
    let found = library.find(&args.query.query(games)?)?;
    write(&args.output, library, &found, notation)
}

impl OutputArgs {
    /// Whether games are to be written.
    fn is_named(&self) -> bool {
        self.to.is_some() || self.output.as_os_str() != "-"
    }
}

fn write(args: &OutputArgs, library: &Library, found: &[i64], notation: Notation) -> Result<ExitCode, Failure> {
    let is_stdout = args.output.as_os_str() == "-";
    let by_name = || if is_stdout { Some(OutputFormat::Pgn) } else { OutputFormat::of_path(&args.output) };
    let target = args.to.or_else(by_name).ok_or_else(|| {
        let name = args.output.to_string_lossy();
        Failure::Misuse(format!("cannot tell the format from the name {name:?}; name one with --to"))
    })?;
    if target == OutputFormat::Xqf && found.len() > 1 {
        return Err(Failure::Misuse("an XQF file holds one game".to_owned()));
    }
    let failed = |error| Failure::File { path: args.output.clone(), error };
    let mut file = if is_stdout { None } else { Some(OutputFile::create(&args.output).map_err(failed)?) };
    let (mut lost, mut written) = (Lost::default(), 0);
    for &number in found {
        for game in library.records(number)? {
            let (bytes, missing) = target.encode(&game, args.notation.unwrap_or(notation), args.encoding)?;
            lost += missing;
            written += 1;
            match &mut file {
                Some(file) => file.write_all(&bytes).map_err(failed)?,
                None => stdout::write(&bytes)?,
            }
        }
    }
    if let Some(file) = file {
        file.finish().map_err(failed)?;
    }
    if !lost.is_nothing() {
        print_error("library", format_args!("{written} games written; the format cannot hold {lost}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Removes games.
pub(super) fn remove(args: &RemoveArgs, library: &mut Library, games: &'static [Entry]) -> Result<ExitCode, Failure> {
    let query = args.query.query(games)?;
    if query.is_everything() && !args.all {
        return Err(Failure::Misuse("say which games to remove, or --all".to_owned()));
    }
    let found = library.find(&query)?;
    let changes = library.remove(&found)?;
    stdout::print(&format!("{} games removed", changes.games))?;
    Ok(ExitCode::SUCCESS)
}
