//! The outputs of `analyse`: opened before the analysis, so that a name which cannot be written costs nothing.

use super::args::AnalyseArgs;
use super::rows::RowsError;
use crate::shared::library::LibraryFailure;
use meihua_console::output_file::{OutputError, OutputFile};
use meihua_console::paths::{Named, PathClash, refuse_shared};
use meihua_console::stdout::{self, StdoutError};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an analysis cannot start or cannot be written.
#[derive(Debug, Error)]
pub(crate) enum RunError {
    /// An output is also an input or another output.
    #[error(transparent)]
    Paths(#[from] PathClash),
    /// Two outputs go to standard output.
    #[error("only one of --pgn, --json, --html and --exercises can go to standard output")]
    Outputs,
    #[error(transparent)]
    File(#[from] OutputError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryFailure),
    /// Ctrl-C; a second one would have lost what was done.
    #[error("interrupted; new reports hold the games that were analysed, older ones stay as they were")]
    Interrupted,
    /// A query without a library.
    #[error("options of `library find` need --library")]
    Query,
}

/// Where a text goes.
pub(crate) enum Output {
    Stdout,
    File(OutputFile),
}

/// The outputs that are asked for.
pub(crate) struct Outputs {
    pub pgn: Option<Output>,
    pub json: Option<Output>,
    pub html: Option<Output>,
    pub exercises: Option<Output>,
}

impl Outputs {
    /// Opens them all.
    ///
    /// # Errors
    /// Two of them are the same, or one of them is an input or cannot be written.
    pub(crate) fn open(args: &AnalyseArgs) -> Result<Outputs, RunError> {
        let named = named(args).into_iter().filter_map(|(name, path)| Some((name, path?.as_path())));
        let (stdout, files): (Vec<Named<'_>>, Vec<Named<'_>>) = named.partition(|(_, path)| is_stdout(path));
        if stdout.len() > 1 {
            return Err(RunError::Outputs);
        }
        let library = args.library.iter().flatten().map(|path| ("--library", path.as_path()));
        let inputs = args.inputs.iter().map(|path| ("GAME", path.as_path()));
        let inputs: Vec<Named<'_>> = inputs.chain(library).collect();
        refuse_shared(&files, &inputs)?;
        Ok(Outputs {
            pgn: open(args.pgn.as_ref())?,
            json: open(args.json.as_ref())?,
            html: open(args.html.as_ref())?,
            exercises: open(args.exercises.as_ref())?,
        })
    }
}

/// The paths of the outputs, with their options.
fn named(args: &AnalyseArgs) -> [(&'static str, Option<&PathBuf>); 5] {
    [
        ("--pgn", args.pgn.as_ref()),
        ("--json", args.json.as_ref()),
        ("--html", args.html.as_ref()),
        ("--exercises", args.exercises.as_ref()),
        ("--jsonl", args.jsonl.as_ref()),
    ]
}

fn open(path: Option<&PathBuf>) -> Result<Option<Output>, OutputError> {
    match path {
        None => Ok(None),
        Some(path) if is_stdout(path) => Ok(Some(Output::Stdout)),
        Some(path) => OutputFile::open(path).map(|file| Some(Output::File(file))),
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether the table is printed.
pub(crate) fn has_table(args: &AnalyseArgs) -> bool {
    !args.quiet && !named(args).into_iter().any(|(_, path)| path.is_some_and(|path| is_stdout(path)))
}

/// Writes an output if it was requested. A part of what was asked for replaces no older file.
///
/// # Errors
/// The system's error.
pub(crate) fn write(output: Option<Output>, text: &str, is_part: bool) -> Result<(), RunError> {
    match output {
        None => Ok(()),
        Some(Output::File(file)) if is_part && file.replaces() => Ok(()),
        Some(Output::Stdout) => Ok(stdout::write(text.as_bytes())?),
        Some(Output::File(file)) => Ok(file.write_whole(text)?),
    }
}
