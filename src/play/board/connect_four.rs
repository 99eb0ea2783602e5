//! The board of four in a row: Red's stones ● (X), Yellow's ○ (O), with the last stone and a winning line in brackets.

use super::Look;
use crate::play::page::{DIM, MARK, RED, YELLOW, paint};
use meihua_contracts::side::Side;
use meihua_engine::games::connect_four::view::ConnectFourView;
use meihua_engine::games::connect_four::{Column, ConnectFour};

/// Draws the board; `last` is the last move.
pub(super) fn draw(game: &ConnectFour, last: Option<Column>, look: Look) -> String {
    let view = ConnectFourView::of(game);
    let last: Vec<(u32, u32)> = last.and_then(|column| game.top(column)).into_iter().collect();
    let marked = if view.four_squares().is_empty() { &last } else { view.four_squares() };
    let mut lines: Vec<String> = (0..view.rows).rev().map(|row| line(&view, row, marked, look)).collect();
    let letters: String = (0..view.columns).map(|column| format!(" {} ", (b'a' + column as u8) as char)).collect();
    let numbers: String = (1..=view.columns).map(|column| format!("{column:^3}")).collect();
    lines.push(paint(DIM, format!("   {}", letters.trim_end())));
    lines.push(paint(DIM, format!("   {}", numbers.trim_end())));
    lines.join("\n")
}

/// Draws a row, numbered from 0 at the bottom; `marked` lists columns and rows.
fn line(view: &ConnectFourView, row: u32, marked: &[(u32, u32)], look: Look) -> String {
    let mut line = paint(DIM, format!("{:>2} ", row + 1));
    for column in 0..view.columns {
        let stone = match (view.stone(column, row), look.ascii) {
            (None, false) => paint(DIM, "·"),
            (None, true) => paint(DIM, "."),
            (Some(Side::First), false) => paint(RED, "●"),
            (Some(Side::First), true) => paint(RED, "X"),
            (Some(Side::Second), false) => paint(YELLOW, "○"),
            (Some(Side::Second), true) => paint(YELLOW, "O"),
        };
        let is_marked = marked.contains(&(column, row));
        line += &if is_marked { paint(MARK, "[") + &stone + &paint(MARK, "]") } else { format!(" {stone} ") };
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::GameText;

    fn plain(fen: &str, last: Option<u8>) -> String {
        let game = ConnectFour::from_fen(fen).unwrap();
        let picture = draw(&game, last.map(Column), Look { ascii: true, ..Look::default() });
        anstream::adapter::strip_str(&picture).to_string()
    }

    #[test]
    fn the_last_stone_and_a_four_are_marked() {
        let picture = plain("7/7/7/7/3p3/3P3 w", Some(3));
        assert!(picture.contains(" 2  .  .  . [O] .  .  .\n 1  .  .  .  X  .  .  .\n"), "{picture}");
        let won = plain("7/7/7/p6/p6/pPPPP2 b", Some(4));
        assert!(won.contains(" 1  O [X][X][X][X] .  ."), "{won}");
        let slope = plain("7/7/3P3/2Pp3/1PPp3/PppPp2 b", None);
        assert_eq!(slope.matches("[X]").count(), 4, "{slope}");
    }

    #[test]
    fn large_boards() {
        let picture = plain("10/10/10/10/10/10 w", None);
        assert!(picture.ends_with(" a  b  c  d  e  f  g  h  i  j\n    1  2  3  4  5  6  7  8  9 10"), "{picture}");
    }
}
