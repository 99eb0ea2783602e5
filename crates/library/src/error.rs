//! What may be wrong with a library, a query or a book.

use meihua_contracts::text::{MoveError, PositionError};
use rusqlite::ErrorCode;
use std::path::PathBuf;
use thiserror::Error;

/// Why a library, a query or a book cannot be used.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The file is something else.
    #[error("{path:?} is not {expected}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// The file was written by a newer program.
    #[error("{path:?} was written by a newer version: its schema is {found}, and this program knows up to {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest version that this program reads.
        known: i64,
    },
    /// There is no such file.
    #[error("there is no library {path:?}; `meihua library add FILES` makes one")]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A row does not hold what the schema says.
    #[error("the library is damaged: {0}")]
    Damaged(String),
    /// The program knows no game of the name, or it is a puzzle.
    #[error(
        "{0:?} is not a game for two that this program knows; if a file describes it, name that file with --variants"
    )]
    Game(String),
    /// The library and the program mean different games by a name.
    #[error("the library has games of {0:?} by other rules; give that game another name, or leave its file out")]
    OtherRules(String),
    /// Part of a query cannot be read.
    #[error("bad {part} {found:?}, expected {expected}")]
    Query {
        /// Which part.
        part: &'static str,
        /// What was given.
        found: String,
        /// What may be given.
        expected: &'static str,
    },
    /// A query is not the JSON that it should be.
    #[error("bad query: {0}")]
    Request(String),
    /// A line is not a row of values.
    #[error("line {line}: not a row of `meihua analyse --jsonl`: {error}")]
    Row {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        error: String,
    },
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The text is not a position of the game that is meant where none is named.
    #[error("{0}; no game is named, so a position of {1} is expected")]
    Unnamed(PositionError, &'static str),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// JSON in a row, or to be written, is not valid.
    #[error("the library is damaged: {0}")]
    Json(#[from] serde_json::Error),
    /// The database refused.
    #[error("{}", in_words(.0))]
    Database(#[from] rusqlite::Error),
}

impl LibraryError {
    /// A part of a query that cannot be read.
    pub(crate) fn query(part: &'static str, found: &str, expected: &'static str) -> LibraryError {
        LibraryError::Query { part, found: meihua_contracts::text::shorten(found), expected }
    }

    /// A query that is not the JSON that it should be, in words rather than the names of types.
    pub(crate) fn request(error: &serde_json::Error) -> LibraryError {
        LibraryError::Request(crate::words::in_words(error))
    }
}

/// The errors of SQLite that a person can do something about, in words; the others as SQLite has them.
fn in_words(error: &rusqlite::Error) -> String {
    let what = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "the library is in use by somebody who writes, or has not read to the end; try again"
        }
        Some(ErrorCode::DiskFull) => "the disk is full; the library is as it was before",
        Some(ErrorCode::SystemIoFailure) => "the file cannot be read or written; the library is as it was before",
        Some(ErrorCode::DatabaseCorrupt) => "the library is damaged",
        Some(ErrorCode::NotADatabase) => "the file is not a library",
        Some(ErrorCode::ReadOnly) => "the file or its folder cannot be written",
        Some(ErrorCode::CannotOpen) => "the file cannot be opened",
        _ => return error.to_string(),
    };
    format!("{what} ({error})")
}
