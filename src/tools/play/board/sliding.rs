//! The row of sliding blocks, with the numbers of its cells.

use super::Look;
use crate::tools::play::page::{BLACK, DIM, MARK, paint};

/// Longer rows are shown without boxes.
const WIDEST: usize = 19;

/// The picture; `None` if the row is too long for one.
pub fn draw(fen: &str, last: Option<&str>, look: Look) -> Option<String> {
    let (row, aim) = fen.split_once(' ')?;
    let cells: Vec<char> = row.chars().collect();
    if cells.len() > WIDEST {
        return None;
    }
    // The tile that has just moved stands in the cell after the dash.
    let moved: Option<usize> = last.and_then(|mv| mv.split_once('-')?.1.parse().ok());
    let tile = |(index, cell): (usize, &char)| {
        let tile = match cell {
            '_' => " ".to_owned(),
            cell => paint(BLACK, cell),
        };
        if moved == Some(index + 1) { paint(MARK, "[") + &tile + &paint(MARK, "]") } else { format!(" {tile} ") }
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
    let aim = paint(DIM, format!("aim: every W left of every B; counted: {aim}"));
    Some([top, middle, bottom, numbers, aim].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tile_is_marked() {
        let picture = draw("BBB_WWW cost", Some("4-7"), Look { ascii: true, ..Look::default() }).unwrap();
        let picture = anstream::adapter::strip_str(&picture).to_string();
        assert!(picture.contains("| B | B | B |   | W | W |[W]|"), "{picture}");
        assert!(picture.contains("\n  1   2   3   4   5   6   7\n"), "{picture}");
        assert_eq!(draw(&format!("{}_ cost", "B".repeat(30)), None, Look::default()), None);
    }
}
