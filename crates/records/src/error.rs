//! What may be wrong with a file of games, and where.

use meihua_contracts::plain_file::FileError;
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Location {
    /// Unknown, or the whole file.
    #[default]
    Whole,
    /// A line of text, from 1.
    Line(u64),
    /// The offset in a binary file, from 0.
    Byte(u64),
}

impl fmt::Display for Location {
    /// Prints nothing, `line 3: ` or `byte 1024: `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Whole => Ok(()),
            Location::Line(line) => write!(f, "line {line}: "),
            Location::Byte(byte) => write!(f, "byte {byte}: "),
        }
    }
}

/// A file, or a game in it, that cannot be read.
#[derive(Debug, Error)]
#[error("{}{cause}", whole(file, *game, *place, cause))]
pub struct RecordError {
    /// The file's name; `-` is standard input.
    pub file: String,
    /// The number of the game, from 1, once one was found.
    pub game: Option<u64>,
    /// The place of the error.
    pub place: Location,
    /// The cause.
    #[source]
    pub cause: Cause,
}

/// File, game and place; a [`FileError`] names its file itself.
fn whole(file: &str, game: Option<u64>, place: Location, cause: &Cause) -> String {
    match (cause, game) {
        (Cause::File(_), _) => String::new(),
        (_, Some(game)) => format!("{file}: game {game}: {place}"),
        (_, None) => format!("{file}: {place}"),
    }
}

/// Why a file, or a game in it, cannot be read.
#[derive(Debug, Error)]
pub enum Cause {
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a regular file, or the system refuses to open it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes are neither text nor in a known format.
    #[error("unknown binary format, it begins with {0}; expected XQF, CBR, CBL, MXQ or a text")]
    Unknown(String),
    /// It contains neither a game nor a position.
    #[error("no game found: {0}")]
    NoGame(String),
    /// The data end too early.
    #[error("the file is truncated: {what} needs {expected} bytes, {found} are left")]
    Cut {
        /// What was being read.
        what: &'static str,
        /// Bytes needed.
        expected: u64,
        /// Bytes left.
        found: u64,
    },
    /// It is larger than any game needs to be.
    #[error("{what} is too large: more than {limit} bytes")]
    TooLarge {
        /// What was being read.
        what: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
    /// A field has an impossible value.
    #[error("bad {field}: found {found}, expected {expected}")]
    Field {
        /// The field.
        field: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Part of the file was not read; what precedes it was.
    #[error("{0} was not read")]
    Unread(String),
    /// The XML is not well-formed.
    #[error("bad XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// The JSON is malformed, or has the wrong structure.
    #[error("bad JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// A cause and its place, for readers that do not know the name of their file.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub place: Location,
    pub cause: Cause,
}

impl Trouble {
    /// At a byte.
    pub(crate) fn at_byte(byte: usize, cause: Cause) -> Trouble {
        Trouble { place: Location::Byte(byte as u64), cause }
    }

    pub(crate) fn at_line(line: u64, cause: Cause) -> Trouble {
        Trouble { place: Location::Line(line), cause }
    }
}

impl<C: Into<Cause>> From<C> for Trouble {
    fn from(cause: C) -> Trouble {
        Trouble { place: Location::Whole, cause: cause.into() }
    }
}

/// A part of a file that belongs to no game: bytes after the last one, moves after a result. The error is the file's;
/// the game is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The place.
    pub place: Location,
    /// A description: `12 bytes behind the last move`.
    pub what: String,
}

impl From<Unread> for Trouble {
    fn from(unread: Unread) -> Trouble {
        Trouble { place: unread.place, cause: Cause::Unread(unread.what) }
    }
}

/// A part of a game that could not be read; what precedes it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The place.
    pub place: Location,
    /// The missing ply, from 1; `None` if it is not about a move.
    pub ply: Option<u32>,
    /// Whether it is in a variation.
    pub(crate) in_variation: bool,
    /// The word and the reason.
    pub what: String,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(ply) = self.ply {
            let line = if self.in_variation { "of a variation" } else { "of the game" };
            write!(f, "ply {ply} {line}: ")?;
        }
        f.write_str(&self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_game_place_and_word() {
        let cause = Cause::Cut { what: "a comment", expected: 9, found: 3 };
        let error = RecordError { file: "a.xqf".into(), game: Some(2), place: Location::Byte(1024), cause };
        let text = "a.xqf: game 2: byte 1024: the file is truncated: a comment needs 9 bytes, 3 are left";
        assert_eq!(error.to_string(), text);
        let what = "illegal move \"x\"".to_owned();
        let fault = GameFault { place: Location::Line(3), ply: Some(7), in_variation: false, what };
        assert_eq!(fault.to_string(), "line 3: ply 7 of the game: illegal move \"x\"");
    }
}
