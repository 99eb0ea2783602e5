//! `library import-values`: values of positions from the rows of an analysis.

use super::Failure;
use crate::shared::library::LibraryFailure;
use meihua_console::stdout::print;
use meihua_contracts::plain_file;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::Library;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

/// Takes the values of files one after the other. A file with a bad line changes nothing and ends the command.
pub(super) fn import(files: &[PathBuf], library: &mut Library, language: Language) -> Result<ExitCode, Failure> {
    let mut taken = 0;
    for path in files {
        let rows = BufReader::new(plain_file::open_input(path)?);
        taken += library.import_values(rows).map_err(|error| LibraryFailure::of(path, error))?;
    }
    print(&language.text(say!("values taken: {}", taken)))?;
    Ok(ExitCode::SUCCESS)
}
