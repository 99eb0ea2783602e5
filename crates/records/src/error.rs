//! What may be wrong with a file of games, and where.

use meihua_contracts::in_english;
use meihua_contracts::plain_file::FileError;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
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

impl From<&Location> for Sentence {
    /// Nothing, `line 3: ` or `byte 1024: `.
    fn from(place: &Location) -> Sentence {
        match *place {
            Location::Whole => Sentence::EMPTY,
            Location::Line(line) => sentence!("line {}: ", line),
            Location::Byte(byte) => sentence!("byte {}: ", byte),
        }
    }
}

/// A file, or a game in it, that cannot be read.
#[derive(Debug, Error)]
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

impl From<&RecordError> for Sentence {
    /// File, game, place and cause; a [`FileError`] names its file itself.
    fn from(RecordError { file, game, place, cause }: &RecordError) -> Sentence {
        let what = Sentence::from(place).then(cause);
        match (cause, *game) {
            (Cause::File(_), _) => cause.into(),
            (_, Some(game)) => sentence!("{}: game {}: {}", file.clone(), game, what),
            (_, None) => sentence!("{}: {}", file.clone(), what),
        }
    }
}

/// Why a file, or a game in it, cannot be read.
#[derive(Debug, Error)]
pub enum Cause {
    /// The system refused.
    Io(#[from] io::Error),
    /// It is not a regular file, or the system refuses to open it.
    File(#[from] FileError),
    /// The bytes are neither text nor in a known format; the first of them.
    Unknown(String),
    /// It contains neither a game nor a position.
    NoGame(Sentence),
    /// The data end too early.
    Cut {
        /// What was being read.
        what: &'static str,
        /// Bytes needed.
        expected: u64,
        /// Bytes left.
        found: u64,
    },
    /// It is larger than any game needs to be.
    TooLarge {
        /// What was being read.
        what: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
    /// A field has an impossible value: which one, what was found, and what was expected.
    Field(Sentence),
    /// Part of the file was not read; what precedes it was.
    Unread(Sentence),
    /// The XML is not well-formed.
    Xml(#[from] roxmltree::Error),
    /// The JSON is malformed, or has the wrong structure.
    Json(#[from] serde_json::Error),
}

impl Cause {
    /// A field with an impossible value.
    pub(crate) fn field(field: &'static str, found: impl Into<Sentence>, expected: impl Into<Sentence>) -> Cause {
        Cause::Field(sentence!("bad {}: found {}, expected {}", field, found.into(), expected.into()))
    }

    /// A field whose text is no FEN.
    pub(crate) fn no_fen(field: &'static str, error: &PositionError) -> Cause {
        Cause::Field(sentence!("bad {}: found {}, expected a FEN", field, error))
    }

    /// The field FEN, whose text is no position.
    pub(crate) fn no_position(error: &PositionError) -> Cause {
        Cause::Field(sentence!("bad {}: found {}, expected a position", "FEN", error))
    }
}

impl From<&Cause> for Sentence {
    fn from(cause: &Cause) -> Sentence {
        match cause {
            Cause::Io(error) => Sentence::plain(error),
            Cause::File(error) => error.into(),
            Cause::Unknown(first) => sentence!(
                "unknown binary format, it begins with {}; expected XQF, CBR, CBL, MXQ or a text",
                first.clone()
            ),
            Cause::NoGame(why) => sentence!("no game found: {}", why.clone()),
            Cause::Cut { what, expected, found } => {
                sentence!("the file is truncated: {} needs {} bytes, {} are left", *what, *expected, *found)
            }
            Cause::TooLarge { what, limit } => sentence!("{} is too large: more than {} bytes", *what, *limit),
            Cause::Field(what) => what.clone(),
            Cause::Unread(what) => sentence!("{} was not read", what.clone()),
            Cause::Xml(error) => sentence!("bad XML: {}", Sentence::plain(error)),
            Cause::Json(error) => sentence!("bad JSON: {}", Sentence::plain(error)),
        }
    }
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
    pub what: Sentence,
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
    pub what: Sentence,
}

impl From<&GameFault> for Sentence {
    fn from(fault: &GameFault) -> Sentence {
        let line = match fault.ply {
            None => Sentence::EMPTY,
            Some(ply) if fault.in_variation => sentence!("ply {} of a variation: ", ply),
            Some(ply) => sentence!("ply {} of the game: ", ply),
        };
        Sentence::from(&fault.place).then(line).then(fault.what.clone())
    }
}

in_english!(Location, RecordError, Cause, GameFault);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_game_place_and_word() {
        let cause = Cause::Cut { what: "a comment", expected: 9, found: 3 };
        let error = RecordError { file: "a.xqf".into(), game: Some(2), place: Location::Byte(1024), cause };
        let text = "a.xqf: game 2: byte 1024: the file is truncated: a comment needs 9 bytes, 3 are left";
        assert_eq!(error.to_string(), text);
        let what = Sentence::plain("illegal move \"x\"");
        let fault = GameFault { place: Location::Line(3), ply: Some(7), in_variation: false, what };
        assert_eq!(fault.to_string(), "line 3: ply 7 of the game: illegal move \"x\"");
    }
}
