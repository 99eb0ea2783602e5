//! Things that could not be done: a text for people, a code for programs.

use crate::panics::Panic;
use crate::search::report::SearchError;
use crate::search::table::TableError;
use crate::sentence::{Sentence, Words};
use crate::text::{MoveError, PositionError};
use serde::Serialize;
use std::fmt::Display;

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// The kind of a fault. The names, in lower case with hyphens, are part of the protocol: codes may be added but
        /// never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[$doc])+ $name,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Code] = &[$(Code::$name),+];
        }
    };
}

codes! {
    /// The line contains no known command.
    UnknownCommand,
    /// A word of a command is not among those expected.
    BadWord,
    /// A number is missing, malformed or too large.
    BadNumber,
    /// The line is too long.
    LineTooLong,
    /// The line is not valid UTF-8.
    NotUtf8,
    /// This client is not allowed to do that.
    OutOfReach,
    /// The library of games cannot answer.
    Library,
    /// Part of the position cannot be read.
    BadPosition,
    /// The rules cannot play the position.
    ImpossiblePosition,
    /// The last position was refused, and none has been set since.
    NoPosition,
    /// The text is not a move in any notation.
    UnreadableMove,
    /// The move is not legal here.
    IllegalMove,
    /// A file cannot be read or opened.
    BadFile,
    /// A file does not contain what was expected.
    BadContent,
    /// A saved game has a bad move; the moves before it are played.
    CutGame,
    /// A project cannot be read.
    BadProject,
    /// The current game has no projects.
    NoProjects,
    /// There is no game of that name.
    UnknownGame,
    /// The value does not fit the option.
    BadValue,
    /// The position cannot be flipped.
    CannotFlip,
    /// Fewer moves can be taken back than asked for.
    CannotUndo,
    /// Fewer moves can be replayed than asked for.
    CannotRedo,
    /// A `go` that does not apply here.
    BadGo,
    /// No openings can be made.
    NoOpenings,
    /// The system grants no memory.
    NoMemory,
    /// The system grants no thread, or fewer than asked for.
    NoThread,
    /// A prover cannot work here; the search continues without it.
    NoProof,
    /// An internal error; the program continues.
    Panic,
}

/// Errors that have a code.
pub trait Coded: Display {
    /// The kind of the fault.
    fn code(&self) -> Code;
}

/// A fault in another language, for a client that shows both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Translated {
    /// The whole message.
    pub message: String,
    /// What is wrong with the position or the move, without the context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was wrong with a file, in another language, for a client that shows both.
#[derive(Debug, Serialize)]
pub struct TranslatedFaults {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl TranslatedFaults {
    /// What was wrong with some games, and why reading stopped; `None` if nothing was wrong, or without a language.
    pub fn of(words: Option<Words>, faults: &[Sentence], error: Option<&Sentence>) -> Option<TranslatedFaults> {
        let words = words.filter(|_| !faults.is_empty() || error.is_some())?;
        Some(TranslatedFaults { faults: faults.iter().map(words).collect(), error: error.map(words) })
    }
}

/// Something that could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What kind of fault it is.
    pub code: Code,
    /// What was wrong and what was expected, in English.
    pub message: String,
    /// The number of the refused move, from 1; the moves before it are played. If a position is refused without a move
    /// number, there is no position until one is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Only what is wrong with the position or the move, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The same texts in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translated: Option<Translated>,
}

impl Fault {
    /// A fault of a given kind.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), number: None, reason: None, translated: None }
    }

    /// The fault for an error.
    pub fn of(error: &(impl Coded + ?Sized)) -> Fault {
        Fault::new(error.code(), error.to_string())
    }
}

impl Coded for Panic {
    fn code(&self) -> Code {
        Code::Panic
    }
}

impl Coded for PositionError {
    fn code(&self) -> Code {
        match self {
            PositionError::Syntax { .. } | PositionError::Amount { .. } => Code::BadPosition,
            PositionError::Impossible(_) => Code::ImpossiblePosition,
        }
    }
}

impl Coded for MoveError {
    fn code(&self) -> Code {
        match self {
            MoveError::Unreadable { .. } => Code::UnreadableMove,
            MoveError::Illegal { .. } => Code::IllegalMove,
        }
    }
}

impl Coded for TableError {
    fn code(&self) -> Code {
        match self {
            TableError::OutOfMemory { .. } => Code::NoMemory,
        }
    }
}

impl Coded for SearchError {
    fn code(&self) -> Code {
        match self {
            SearchError::Table(error) => error.code(),
            SearchError::Threads { .. } => Code::NoThread,
            SearchError::Thread(error) => error.code(),
            SearchError::Prover(_) => Code::NoProof,
        }
    }
}
