//! Saved games and positions.

use crate::engine::saved_game;
use crate::engine::session::Base;
use crate::plain_file;
use crate::protocol::position_line;
use crate::protocol::words::Words;
use crate::text::shorten;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use thiserror::Error;

/// A larger file is none of ours.
const LIMIT: u64 = 4 << 20;

/// The endings of what can be written.
const FORMS: [&str; 3] = ["pgn", "fen", "txt"];

/// Why a file was not written or read.
#[derive(Debug, Error)]
pub enum FileError {
    /// It would be lost.
    #[error("file {0:?} exists already and is not from this game: choose another name")]
    Exists(String),
    /// It cannot be read, or is no plain file.
    #[error("file {0}")]
    Open(#[from] plain_file::FileError),
    /// The system says no.
    #[error("file {path:?}: {cause}")]
    System {
        /// The file.
        path: String,
        /// Why.
        cause: io::Error,
    },
    /// It holds something else.
    #[error("file {path:?}: {cause}")]
    Content {
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
}

/// Whether a name asks for a game with its moves.
pub fn is_pgn(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// Whether a name asks for a form that is not written.
///
/// # Errors
/// The forms that are.
pub fn check_form(path: &str) -> Result<(), FileError> {
    let Some(ending) = Path::new(path).extension() else { return Ok(()) };
    if FORMS.iter().any(|form| ending.eq_ignore_ascii_case(form)) {
        return Ok(());
    }
    let cause =
        "expected a name that ends in .pgn (the game with its moves), or in .fen, .txt or nothing (the position)";
    Err(FileError::Content { path: shorten(path), cause: cause.to_owned() })
}

/// Writes a file; one that exists is replaced only if `is_ours`.
///
/// # Errors
/// It exists, or cannot be written.
pub fn save(path: &str, text: &str, is_ours: bool) -> Result<(), FileError> {
    let system = |cause| FileError::System { path: shorten(path), cause };
    if is_ours {
        return fs::write(path, text).map_err(system);
    }
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(FileError::Exists(shorten(path))),
        other => other.map_err(system)?,
    };
    file.write_all(text.as_bytes()).map_err(system)
}

/// What a file holds: a saved game of any format, its main line; a line that may follow `position`; or the text of a position.
/// Besides it, what could not be taken over of a saved game.
///
/// # Errors
/// It cannot be read, is too large, or is neither text nor a saved game.
pub fn load(path: &str, game: &str) -> Result<(Base, Vec<String>, Vec<String>), FileError> {
    let bytes = plain_file::read(Path::new(path), LIMIT)?;
    if let Some(saved) = saved_game::first(&bytes, game) {
        return Ok((saved.start.map_or(Base::Start, Base::Fen), saved.moves, saved.faults));
    }
    let (base, moves) = position(plain_file::read_text(Path::new(path), LIMIT)?.trim_start_matches('\u{feff}'));
    Ok((base, moves, Vec::new()))
}

/// What may follow `position`, or a position text of several lines.
pub fn position(text: &str) -> (Base, Vec<String>) {
    let text = text.trim();
    if text.lines().count() > 1 {
        return (Base::Fen(text.lines().map(str::trim).collect::<Vec<_>>().join(";")), Vec::new());
    }
    let mut words = Words::new(text);
    words.accept("position");
    // One word of digits is a line of four in a row; several numbers are a position (`3 3 2`).
    let mut ahead = words;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if ahead.next().is_some_and(is_number) && ahead.peek().is_some_and(is_number) {
        return (Base::Fen(words.rest().to_owned()), Vec::new());
    }
    let read = position_line::parse(words);
    (read.base, read.moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_every_form() {
        let fen = |text: &str| (Base::Fen(text.to_owned()), Vec::new());
        assert_eq!(position("3 3 2 b"), fen("3 3 2 b"));
        assert_eq!(position("4453").1, ["4", "4", "5", "3"]);
        assert_eq!(position("position fen BW_ cost"), fen("BW_ cost"));
        assert_eq!(position("1\n2 3 \n4"), fen("1;2 3;4"));
        assert_eq!(position("startpos moves d1"), (Base::Start, vec!["d1".to_owned()]));
        assert_eq!(position("-/-/P3D3 r 2\n"), fen("-/-/P3D3 r 2"));
    }

    #[test]
    fn only_forms_that_are_written_are_promised() {
        for fine in ["a", "a.pgn", "a.FEN", "my game.txt", "b.d/a"] {
            assert!(check_form(fine).is_ok(), "{fine}");
        }
        for other in ["a.xqf", "a.svg", "a.pgn.gz", "g.cbr"] {
            assert!(check_form(other).unwrap_err().to_string().contains(".pgn (the game with its moves)"), "{other}");
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_not_replaced() {
        let path = std::env::temp_dir().join(format!("meihua-files-{}.fen", std::process::id()));
        let name = path.to_string_lossy().into_owned();
        save(&name, "BW_ cost\n", false).unwrap();
        assert!(matches!(save(&name, "x", false), Err(FileError::Exists(_))));
        save(&name, "B_W cost\n", true).unwrap();
        assert_eq!(load(&name, "sliding").unwrap().0, Base::Fen("B_W cost".to_owned()));
        fs::remove_file(&path).unwrap();
        assert!(load(&name, "sliding").unwrap_err().to_string().contains(&name));
    }
}
