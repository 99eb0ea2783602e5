//! Reads a tower: a path, a text with its lines joined by `;`, or whatever may follow `position`.

use super::line::{Line, LineError, read_position};
use crate::GAMES;
use meihua_contracts::puzzle::PuzzleText;
use meihua_engine::games::tower::{State, Tower};
use std::path::Path;

/// Reads the tower that a line describes.
///
/// # Errors
/// What is wrong with the line.
pub(crate) fn read(line: &str) -> Result<(Tower, State), LineError> {
    // A path may contain anything, such as a semicolon or the word `moves`.
    if is_file(line) {
        return read_text(&read_position(line)?);
    }
    Line::parse(line, GAMES)
        .puzzle::<Tower>(|text| if is_text(text) { read_text(text) } else { read_text(&read_position(text)?) })
}

/// Reads the text of a tower.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn read_text(text: &str) -> Result<(Tower, State), LineError> {
    Ok(Tower::from_fen(text)?)
}

/// Whether a line is the text of a tower: it begins with the number of floors and a semicolon.
fn is_text(line: &str) -> bool {
    line.split_once(';').is_some_and(|(floors, _)| floors.trim().bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether the whole line is the name of a file.
fn is_file(line: &str) -> bool {
    !is_text(line) && Path::new(line).is_file()
}
