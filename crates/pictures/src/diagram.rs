//! The board of a game without a picture of its own: its diagram, one letter per cell.

use super::letters::TextStyle;
use super::palette::{DARK, PAPER};
use super::sheet::sheet;
use svg::Document;

/// Width of a cell.
const ACROSS: f64 = 14.0;
const DOWN: f64 = 28.0;
const MARGIN: f64 = 24.0;
/// The size of the letters.
const SIZE: f64 = 22.0;

/// Draws the lines of a diagram.
pub(crate) fn draw(diagram: &str) -> Document {
    let columns = diagram.lines().map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    let rows = diagram.lines().count() as f64;
    let style = TextStyle::new(SIZE, DARK);
    let mut picture = sheet((columns * ACROSS + 2.0 * MARGIN, rows * DOWN + 2.0 * MARGIN), PAPER);
    for (row, line) in diagram.lines().enumerate() {
        for (column, letter) in line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            let at = (MARGIN + (column as f64 + 0.5) * ACROSS, MARGIN + (row as f64 + 0.75) * DOWN);
            picture = picture.add(style.write(&letter.to_string(), at));
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_cell() {
        let text = draw("X.\n O").to_string();
        assert_eq!(text.matches("<path").count(), 3);
        let second = TextStyle::new(SIZE, DARK).write("O", (MARGIN + 1.5 * ACROSS, MARGIN + 1.75 * DOWN)).to_string();
        assert!(text.contains(second.trim()), "{text}");
    }
}
