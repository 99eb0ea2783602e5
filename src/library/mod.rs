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
pub(crate) mod args;
mod find;
mod show;
mod values;

pub(crate) use args::LibraryArgs;

use crate::convert::output::OutputError;
use args::LibraryCommand;
use etcetera::BaseStrategy;
use meihua_console::output_file;
use meihua_console::stderr::print_error;
use meihua_console::stdout::StdoutError;
use meihua_contracts::plain_file::FileError;
use meihua_engine::engine::book;
use meihua_engine::engine::registry::Entry;
use meihua_games::language::Language;
use meihua_library::{Library, LibraryError, Shelf};
use std::env;
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
    #[error("{}", of_library(path, error))]
    Library { path: PathBuf, error: LibraryError },
    #[error(transparent)]
    Query(#[from] LibraryError),
    #[error(transparent)]
    Output(#[from] StdoutError),
    #[error(transparent)]
    Open(#[from] FileError),
    #[error("{path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Written(#[from] OutputError),
    #[error("{0}")]
    Misuse(String),
}

impl Failure {
    /// Whether the command line is wrong.
    pub(crate) const fn is_misuse(&self) -> bool {
        self.status() == MISUSE
    }

    const fn status(&self) -> u8 {
        match self {
            Failure::Query(
                LibraryError::Query { .. }
                | LibraryError::Game(_)
                | LibraryError::Position(_)
                | LibraryError::Unnamed(..)
                | LibraryError::Move(_),
            )
            | Failure::Misuse(_)
            | Failure::Written(OutputError::OneGame) => MISUSE,
            Failure::Library { .. }
            | Failure::Query(_)
            | Failure::Output(_)
            | Failure::Open(_)
            | Failure::File { .. }
            | Failure::Written(_) => FAILED,
        }
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
        print_error("library", &failure);
        ExitCode::from(failure.status())
    })
}

fn carry_out(args: &LibraryArgs, games: &'static [Entry], language: Language) -> Result<ExitCode, Failure> {
    let notation = language.notation();
    let path = path(args.library.as_deref())?;
    let open = || Library::open(&path, games).map_err(|error| Failure::Library { path: path.clone(), error });
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

/// What is wrong with a library, which is named once.
fn of_library(path: &Path, error: &LibraryError) -> String {
    use LibraryError::{Foreign, Missing, Newer};
    let is_named = matches!(error, Foreign { .. } | Missing { .. } | Newer { .. });
    if is_named { error.to_string() } else { format!("{path:?}: {error}") }
}

/// The file of the library: as named, else by the environment, else in the user's folder for data.
pub(crate) fn path(named: Option<&Path>) -> Result<PathBuf, Failure> {
    named.map_or_else(default_path, |path| Ok(path.to_owned()))
}

fn default_path() -> Result<PathBuf, Failure> {
    if let Some(path) = env::var_os("MEIHUA_LIBRARY").filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(path));
    }
    let folders = etcetera::choose_base_strategy();
    let folder = folders
        .map_err(|error| Failure::Misuse(format!("no folder for data ({error}); name a file with --library")))?;
    Ok(folder.data_dir().join("meihua").join("library.db"))
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
    Library::create(path, games).map_err(|error| Failure::Library { path: path.to_owned(), error })
}
