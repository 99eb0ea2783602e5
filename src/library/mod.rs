//! `meihua library`: the command line of [`meihua_library`].
//!
//! | file | what |
//! |---|---|
//! | [`args`] | the command line |
//! | [`add`] | files into the library |
//! | [`find`] | games found, written, removed |
//! | [`show`] | the explorer, statistics, the check |
//! | [`values`] | the rows of an analysis brought home |

mod add;
mod args;
mod find;
mod show;
mod values;

pub(crate) use args::LibraryArgs;

use crate::shared::library::{LibraryFailure, default_path, path};
use crate::shared::saved_games::{OutputError, UnknownFormat};
use args::LibraryCommand;
use meihua_console::output_file;
use meihua_console::stderr::print_error;
use meihua_console::stdout::StdoutError;
use meihua_contracts::in_english;
use meihua_contracts::plain_file::FileError;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::book;
use meihua_engine::engine::registry::Entry;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::{Library, LibraryError, Shelf};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// Exit status if something failed; for a wrong command line; if all was added but some games were not read whole.
const FAILED: u8 = 1;
const MISUSE: u8 = 2;
const CUT: u8 = 3;

/// Why a command ended early.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    Library(#[from] LibraryFailure),
    Output(#[from] StdoutError),
    Open(#[from] FileError),
    File { path: PathBuf, error: io::Error },
    Written(#[from] OutputError),
    Format(#[from] UnknownFormat),
    Misuse(Sentence),
}

impl From<&Failure> for Sentence {
    fn from(failure: &Failure) -> Sentence {
        match failure {
            Failure::Library(failure) => failure.into(),
            Failure::Output(error) => Sentence::plain(error),
            Failure::Open(error) => error.into(),
            Failure::File { path, error } => say!("{}: {}", Sentence::quoted(path), Sentence::plain(error)),
            Failure::Written(error) => error.into(),
            Failure::Format(error) => Sentence::plain(error),
            Failure::Misuse(said) => said.clone(),
        }
    }
}

in_english!(Failure);

impl Failure {
    const fn status(&self) -> u8 {
        match self {
            Failure::Library(failure) => {
                if failure.is_misuse() {
                    MISUSE
                } else {
                    FAILED
                }
            }
            Failure::Misuse(_) | Failure::Format(_) | Failure::Written(OutputError::OneGame) => MISUSE,
            Failure::Output(_) | Failure::Open(_) | Failure::File { .. } | Failure::Written(_) => FAILED,
        }
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Failure {
        LibraryFailure::from(error).into()
    }
}

/// Runs the command named by the arguments.
pub(crate) fn run(args: &LibraryArgs, games: &'static [Entry], language: Language) -> ExitCode {
    let done = carry_out(args, games, language);
    done.unwrap_or_else(|failure| {
        if let Failure::Written(OutputError::File { error, .. }) = &failure
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        print_error("library", language.text(&failure));
        ExitCode::from(failure.status())
    })
}

fn carry_out(args: &LibraryArgs, games: &'static [Entry], language: Language) -> Result<ExitCode, Failure> {
    let notation = language.notation();
    let path = path(args.library.as_deref())?;
    let open = || Library::open(&path, games).map_err(|error| LibraryFailure::of(&path, error));
    output_file::protect(&path, "");
    match &args.command {
        LibraryCommand::Add(args) => add::run(args, &path, games, language),
        LibraryCommand::Find(args) => find::find(args, &open()?, notation),
        LibraryCommand::Export(args) => find::export(args, &open()?, notation),
        LibraryCommand::Remove(args) => find::remove(args, &mut open()?, language),
        LibraryCommand::Book(args) => find::book(args, &open()?, language),
        LibraryCommand::Explore(args) => show::explore(args, &open()?, language),
        LibraryCommand::Stats { json } => show::stats(&open()?, *json, language),
        LibraryCommand::ImportValues { files } => values::import(files, &mut open()?, language),
        LibraryCommand::Check => show::check(&open()?, language),
    }
}

/// Lets the engine read books and the library.
pub(crate) fn provide(games: &'static [Entry]) {
    book::provide(Box::new(Shelf::new(games, default_path().ok())));
}

/// Opens the library for adding; makes its folder if need be.
fn create(path: &Path, games: &'static [Entry]) -> Result<Library, Failure> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::File { path: folder.to_owned(), error })?;
    }
    Ok(Library::create(path, games).map_err(|error| LibraryFailure::of(path, error))?)
}
