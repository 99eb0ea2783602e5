//! What may be wrong with a library, a query or a book.

use meihua_contracts::in_english;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, PositionError};
use rusqlite::ErrorCode;
use std::path::PathBuf;
use thiserror::Error;

/// Why a library, a query or a book cannot be used.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The file is something else.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// The file was written by a newer program.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest version that this program reads.
        known: i64,
    },
    /// There is no such file.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A row does not hold what the schema says.
    Damaged(Sentence),
    /// The program knows no game of the name, or it is a puzzle.
    Game(String),
    /// The library and the program mean different games by a name.
    OtherRules(String),
    /// Part of a query cannot be read.
    Query {
        /// Which part.
        part: &'static str,
        /// What was given.
        found: String,
        /// What may be given.
        expected: &'static str,
    },
    /// A query is not the JSON that it should be.
    Request(String),
    /// A line is not a row of values.
    Row {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        error: String,
    },
    /// The text is not a position.
    Position(#[from] PositionError),
    /// The text is not a position of the game that is meant where none is named.
    Unnamed(PositionError, &'static str),
    /// A move is not legal.
    Move(#[from] MoveError),
    /// JSON in a row, or to be written, is not valid.
    Json(#[from] serde_json::Error),
    /// The database refused.
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

impl From<&LibraryError> for Sentence {
    fn from(error: &LibraryError) -> Sentence {
        match error {
            LibraryError::Foreign { path, expected } => {
                sentence!("{} is not {}", Sentence::quoted(path), *expected)
            }
            LibraryError::Newer { path, found, known } => sentence!(
                "{} was written by a newer version: its schema is {}, and this program knows up to {}",
                Sentence::quoted(path),
                *found,
                *known,
            ),
            LibraryError::Missing { path } => {
                sentence!("there is no library {}; `meihua library add FILES` makes one", Sentence::quoted(path))
            }
            LibraryError::Damaged(what) => sentence!("the library is damaged: {}", what.clone()),
            LibraryError::Game(name) => sentence!(
                "{} is not a game for two that this program knows; if a file describes it, name that file with \
                 --variants",
                Sentence::quoted(name),
            ),
            LibraryError::OtherRules(name) => sentence!(
                "the library has games of {} by other rules; give that game another name, or leave its file out",
                Sentence::quoted(name),
            ),
            LibraryError::Query { part, found, expected } => {
                sentence!("bad {} {}, expected {}", *part, Sentence::quoted(found), *expected)
            }
            LibraryError::Request(what) => sentence!("bad query: {}", Sentence::plain(what)),
            LibraryError::Row { line, error } => {
                sentence!("line {}: not a row of `meihua analyse --jsonl`: {}", *line, Sentence::plain(error))
            }
            LibraryError::Position(error) => error.into(),
            LibraryError::Unnamed(error, game) => {
                sentence!("{}; no game is named, so a position of {} is expected", error, Sentence::plain(game))
            }
            LibraryError::Move(error) => error.into(),
            LibraryError::Json(error) => sentence!("the library is damaged: {}", Sentence::plain(error)),
            LibraryError::Database(error) => in_words(error),
        }
    }
}

in_english!(LibraryError);

/// The errors of SQLite that a person can do something about, in words; the others as SQLite has them.
fn in_words(error: &rusqlite::Error) -> Sentence {
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
        _ => return Sentence::plain(error),
    };
    sentence!("{} ({})", what, Sentence::plain(error))
}
