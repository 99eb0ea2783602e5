//! The row of sliding blocks, with the numbers of its cells.

use super::Look;
use crate::play::page::{BLACK, DIM, MARK, paint};
use meihua_contracts::puzzle::PuzzleText;
use meihua_engine::games::sliding::row::CellContent;
use meihua_engine::games::sliding::{Objective, Row, Slide, Sliding};
use meihua_games::say;

/// Longer rows are drawn without boxes.
const WIDEST: usize = 19;

/// Draws the row; `None` if it is too long. `last` is the last move.
pub(super) fn draw(sliding: &Sliding, row: &Row, last: Option<Slide>, look: Look) -> Option<String> {
    let cells = row.cells();
    if cells.len() > WIDEST {
        return None;
    }
    let moved = last.map(|slide| usize::from(slide.to));
    let tile = |(index, cell): (usize, &CellContent)| {
        let tile = match cell {
            CellContent::Empty => " ".to_owned(),
            cell => paint(BLACK, cell.letter()),
        };
        if moved == Some(index) { paint(MARK, "[") + &tile + &paint(MARK, "]") } else { format!(" {tile} ") }
    };
    let (bar, dash) = if look.ascii { ("|", "-") } else { ("│", "─") };
    let rim = |left: &str, middle: &str, right: &str| {
        paint(DIM, format!("{left}{}{right}", vec![dash.repeat(3); cells.len()].join(middle)))
    };
    let bar = paint(DIM, bar);
    let tiles: Vec<String> = cells.iter().enumerate().map(tile).collect();
    let (top, bottom) = if look.ascii {
        (rim("+", "+", "+"), rim("+", "+", "+"))
    } else {
        (rim("┌", "┬", "┐"), rim("└", "┴", "┘"))
    };
    let numbers: String = (1..=cells.len()).map(|cell| format!("{cell:^4}")).collect();
    let middle = format!("{bar}{}{bar}", tiles.join(&bar));
    let numbers = paint(DIM, format!(" {}", numbers.trim_end()));
    let counted = match (sliding.objective, sliding.hop) {
        (_, Sliding::HOP) => sliding.objective().into(),
        (Objective::Cost, hop) => say!("cost hop={}", hop),
        (Objective::Moves, hop) => say!("moves hop={}", hop),
    };
    let aim = paint(DIM, look.language.text(say!("aim: every W left of every B; counted: {}", counted)));
    Some([top, middle, bottom, numbers, aim].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    #[test]
    fn the_last_tile_is_marked() {
        let picture = |fen: &str, last| {
            let (sliding, row) = Sliding::from_fen(fen).unwrap();
            draw(&sliding, &row, last, Look { ascii: true, ..Look::default() })
        };
        let shown = picture("BBB_WWW cost hop=3", Some(Slide { from: 3, to: 6 })).unwrap();
        let shown = anstream::adapter::strip_str(&shown).to_string();
        assert!(shown.contains("| B | B | B |   | W | W |[W]|"), "{shown}");
        assert!(shown.contains("\n  1   2   3   4   5   6   7\n"), "{shown}");
        assert!(shown.ends_with("counted: cost hop=3"), "{shown}");
        assert_eq!(picture(&format!("{}_ cost", "B".repeat(30)), None), None);
    }
}
