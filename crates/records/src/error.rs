//! What can be wrong with a file of games, and where.

use meihua_contracts::plain_file::FileError;
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Location {
    /// Not known, or the whole of it.
    #[default]
    Whole,
    /// A line of a text, from 1.
    Line(u64),
    /// A byte of a binary file, from 0.
    Byte(u64),
}

impl fmt::Display for Location {
    /// Nothing, `line 3: ` or `byte 1024: `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Whole => Ok(()),
            Location::Line(line) => write!(f, "line {line}: "),
            Location::Byte(byte) => write!(f, "byte {byte}: "),
        }
    }
}

/// A file, or a game of it, that cannot be read.
#[derive(Debug, Error)]
#[error("{}{cause}", whole(file, *game, *place, cause))]
pub struct RecordError {
    /// Its name; `-` is standard input.
    pub file: String,
    /// The number of the game in it, from 1, where one had been found.
    pub game: Option<u64>,
    /// Where.
    pub place: Location,
    /// What is wrong.
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

/// Why a file, or a game of it, cannot be read.
#[derive(Debug, Error)]
pub enum Cause {
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no plain file, or the system does not open it.
    #[error(transparent)]
    File(#[from] FileError),
    /// Bytes that are no text and of no known format.
    #[error("unknown binary format, it begins with {0}; expected XQF, CBR, CBL, MXQ or a text")]
    Unknown(String),
    /// Nothing in it is a game or a position.
    #[error("no game found: {0}")]
    NoGame(String),
    /// The data end too early.
    #[error("the file is cut: {what} needs {expected} bytes, {found} are left")]
    Cut {
        /// What was to be read.
        what: &'static str,
        /// Bytes needed.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// More than a game can need.
    #[error("{what} is too large: more than {limit} bytes")]
    TooLarge {
        /// What was to be read.
        what: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
    /// A part that says something impossible.
    #[error("bad {field}: found {found}, expected {expected}")]
    Field {
        /// Which part.
        field: &'static str,
        /// What stood there.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// Something in the file that was not read; what came before it was.
    #[error("{0} was not read")]
    Unread(String),
    /// Not well-formed XML.
    #[error("bad XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// Not JSON, or of another shape.
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

/// Something in a file that no game took up: bytes behind the last one, moves behind a result. It is an error of the file,
/// and the game is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Where.
    pub place: Location,
    /// What it is: `12 bytes behind the last move`.
    pub what: String,
}

impl From<Unread> for Trouble {
    fn from(unread: Unread) -> Trouble {
        Trouble { place: unread.place, cause: Cause::Unread(unread.what) }
    }
}

/// Something in a game that could not be taken over; what came before it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// Where.
    pub place: Location,
    /// The ply that is missing, from 1; none where it is not about a move.
    pub ply: Option<u32>,
    /// Whether it is in a variation.
    pub(crate) in_variation: bool,
    /// What: word and reason.
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
        let text = "a.xqf: game 2: byte 1024: the file is cut: a comment needs 9 bytes, 3 are left";
        assert_eq!(error.to_string(), text);
        let what = "illegal move \"x\"".to_owned();
        let fault = GameFault { place: Location::Line(3), ply: Some(7), in_variation: false, what };
        assert_eq!(fault.to_string(), "line 3: ply 7 of the game: illegal move \"x\"");
    }
}
