//! The board as a diagram.

use super::position::Position;
use super::square::{FILES, RANKS, Square};

/// The lines between rank r and rank r + 1, starting with rank 0.
const GAPS: [&str; RANKS - 1] = [
    "| | | |/|\\| | | |",
    "| | | |\\|/| | | |",
    "| | | | | | | | |",
    "| | | | | | | | |",
    "|     river     |",
    "| | | | | | | | |",
    "| | | | | | | | |",
    "| | | |/|\\| | | |",
    "| | | |\\|/| | | |",
];

/// The board with ranks and files, Red at the bottom in upper case.
pub(crate) fn draw(position: &Position) -> String {
    let mut lines = Vec::with_capacity(2 * RANKS);
    for rank in (0..RANKS).rev() {
        let points = (0..FILES).filter_map(|file| Square::new(file, rank));
        let letters = points.map(|square| position.piece_on(square).map_or("+".to_owned(), |p| p.letter().to_string()));
        lines.push(format!("{rank}  {}", letters.collect::<Vec<_>>().join("-")));
        if rank > 0 {
            lines.push(format!("   {}", GAPS[rank - 1]));
        }
    }
    lines.push("   a b c d e f g h i".to_owned());
    lines.join("\n")
}
