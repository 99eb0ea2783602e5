//! Start positions of games, and their notation.
//!
//! A line of an opening file has one of these forms. `#` begins a comment; empty lines are skipped.
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1        FEN
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - id "x";     EPD
//! [fen F | startpos] moves h2e2 h9g7                                           position and moves
//! h2e2 h9g7                                                                    moves from the start
//! ```

use crate::game::Outcome;
use crate::side::Side;
use crate::text::{MoveError, PositionError};
use std::fmt;
use thiserror::Error;

/// Why an opening cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the opening is bad.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The game is already over at the end of the opening.
    #[error("the game is over ({0:?}) in {1}")]
    Over(Outcome, String),
    /// No random moves led to a suitable position.
    #[error(
        "no balanced opening of {plies} plies in {tries} tries: the game may be too short or too one-sided for that"
    )]
    NoneFound {
        /// Number of random plies requested.
        plies: usize,
        /// Number of openings tried.
        tries: u32,
    },
}

/// The names that a game is known by.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameNames {
    /// The name, then its aliases.
    pub names: Vec<&'static str>,
    /// Piece letters in a FEN that XBoard spells differently: ours, then XBoard's.
    pub xboard_letters: &'static [(char, char)],
}

impl GameNames {
    /// The main name.
    pub fn main(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// The first name of this game that appears in `values`, as spelled there.
    pub fn among<'a>(&self, values: &'a [String]) -> Option<&'a str> {
        let named = |name: &&str| values.iter().find(|value| value.eq_ignore_ascii_case(name));
        self.names.iter().find_map(named).map(String::as_str)
    }
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPosition {
    /// The position.
    pub fen: String,
    /// Whether it is the game's standard start.
    pub usual: bool,
    /// The side to move there.
    pub side: Side,
}

/// A start position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Opening {
    /// The position; `None` for the game's standard start.
    pub fen: Option<String>,
    /// The moves in wire notation.
    pub moves: Vec<String>,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("startpos")?,
            Some(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl Opening {
    /// Parses a line in one of the forms listed in the [module documentation](self); `is_position` recognises FENs.
    pub fn parse(line: &str, is_position: impl Fn(&str) -> bool) -> Opening {
        let line = line.split('#').next().unwrap_or_default().trim();
        let line = line.strip_prefix("position ").unwrap_or(line);
        let (base, moves) = match line.split_once("moves ") {
            Some((base, moves)) => (base.trim(), moves),
            None => (line, ""),
        };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        if base == "startpos" || base.is_empty() {
            return Opening { fen: None, moves };
        }
        if let Some(fen) = base.strip_prefix("fen ") {
            return Opening { fen: Some(fen.trim().to_owned()), moves };
        }
        // An EPD is four fields followed by operations; without the operations it is a FEN.
        let fields: Vec<&str> = base.split_whitespace().collect();
        for count in [fields.len(), 4, 2] {
            let fen = fields.get(..count).unwrap_or(&fields).join(" ");
            if is_position(fen.trim_end_matches(';')) {
                return Opening { fen: Some(fen.trim_end_matches(';').to_owned()), moves };
            }
        }
        Opening { fen: None, moves: fields.into_iter().map(str::to_owned).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line() {
        let is_position = |text: &str| matches!(text, "7/7 w" | "7/7 w - -" | "7/7 w - - 0 1");
        let read = |line: &str| Opening::parse(line, is_position).to_string();
        assert_eq!(read("7/7 w - - 0 1"), "fen 7/7 w - - 0 1");
        assert_eq!(read("7/7 w - - bm a1; id \"x\";"), "fen 7/7 w - -");
        assert_eq!(read("7/7 w;"), "fen 7/7 w");
        assert_eq!(read("startpos moves a b # comment"), "startpos moves a b");
        assert_eq!(read("position fen 9/9 w moves a"), "fen 9/9 w moves a");
        assert_eq!(read("a b c"), "startpos moves a b c");
        assert_eq!(read("startpos"), "startpos");
    }
}
