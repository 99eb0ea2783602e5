//! The board of four in a row: red's stones ● (X), yellow's ○ (O), the last one and a winning line in brackets.

use super::Look;
use crate::tools::play::page::{DIM, MARK, RED, YELLOW, paint};

/// Rows from the top; `P` and `p` are stones.
type Grid = Vec<Vec<Option<char>>>;

/// The picture; `None` if the text is no board.
pub fn draw(fen: &str, last: Option<&str>, look: Look) -> Option<String> {
    let grid = read(fen)?;
    let (rows, columns) = (grid.len(), grid.first()?.len());
    let marked = marks(&grid, last);
    let mut lines: Vec<String> = (0..rows).map(|row| line(&grid, row, &marked, look)).collect();
    let letters: String = (0..columns).map(|column| format!(" {} ", (b'a' + column as u8) as char)).collect();
    let numbers: String = (1..=columns).map(|column| format!("{column:^3}")).collect();
    lines.push(paint(DIM, format!("   {}", letters.trim_end())));
    lines.push(paint(DIM, format!("   {}", numbers.trim_end())));
    Some(lines.join("\n"))
}

/// The squares of a FEN.
fn read(fen: &str) -> Option<Grid> {
    let board = fen.split(['[', ' ']).next()?;
    let mut grid = Grid::new();
    for row in board.split('/') {
        let mut squares = Vec::new();
        let mut empty = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = 10 * empty + digit as usize,
                None => {
                    squares.resize(squares.len() + std::mem::take(&mut empty), None);
                    squares.push(Some(letter));
                }
            }
        }
        squares.resize(squares.len() + empty, None);
        grid.push(squares);
    }
    grid.iter().all(|row| row.len() == grid[0].len()).then_some(grid)
}

/// The squares of every four in a row, or else the last stone; rows from the top.
fn marks(grid: &Grid, last: Option<&str>) -> Vec<(usize, usize)> {
    let stone = |row: i32, column: i32| *grid.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?;
    let mut marked = Vec::new();
    for row in 0..grid.len() as i32 {
        for column in 0..grid[0].len() as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let four = (0..4).map(|step| (row + step * down, column + step * right));
                let is_four = four.clone().all(|(r, c)| stone(r, c).is_some() && stone(r, c) == stone(row, column));
                if is_four {
                    marked.extend(four.map(|(r, c)| (r as usize, c as usize)));
                }
            }
        }
    }
    if marked.is_empty() {
        marked.extend(last.and_then(|text| square(text, grid.len())));
    }
    marked
}

/// Row and column of a drop, `P@d1`.
fn square(text: &str, rows: usize) -> Option<(usize, usize)> {
    let (_, square) = text.split_once('@')?;
    let column = (*square.as_bytes().first()?).checked_sub(b'a')?;
    let row: usize = square.get(1..)?.parse().ok()?;
    Some((rows.checked_sub(row)?, usize::from(column)))
}

fn line(grid: &Grid, row: usize, marked: &[(usize, usize)], look: Look) -> String {
    let mut line = paint(DIM, format!("{:>2} ", grid.len() - row));
    for (column, stone) in grid[row].iter().enumerate() {
        let stone = match (stone, look.ascii) {
            (None, false) => paint(DIM, "·"),
            (None, true) => paint(DIM, "."),
            (Some('P'), false) => paint(RED, "●"),
            (Some('P'), true) => paint(RED, "X"),
            (Some(_), false) => paint(YELLOW, "○"),
            (Some(_), true) => paint(YELLOW, "O"),
        };
        let is_marked = marked.contains(&(row, column));
        line += &if is_marked { paint(MARK, "[") + &stone + &paint(MARK, "]") } else { format!(" {stone} ") };
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(fen: &str, last: Option<&str>) -> String {
        let picture = draw(fen, last, Look { ascii: true, ..Look::default() }).unwrap();
        anstream::adapter::strip_str(&picture).to_string()
    }

    #[test]
    fn the_last_stone_and_a_four_are_marked() {
        let picture = plain("7/7/7/7/3p3/3P3[] w", Some("P@d2"));
        assert!(picture.contains(" 2  .  .  . [O] .  .  .\n 1  .  .  .  X  .  .  .\n"), "{picture}");
        let won = plain("7/7/7/p6/p6/pPPPP2[] b", Some("P@e1"));
        assert!(won.contains(" 1  O [X][X][X][X] .  ."), "{won}");
        let slope = plain("7/7/3P3/2Pp3/1Ppp3/Pppp3[] b", None);
        assert_eq!(slope.matches("[X]").count(), 4, "{slope}");
    }

    #[test]
    fn large_boards() {
        let picture = plain("10/10/10/10/10/10[] w", None);
        assert!(picture.ends_with(" a  b  c  d  e  f  g  h  i  j\n    1  2  3  4  5  6  7  8  9 10"), "{picture}");
        assert_eq!(draw("7/6", None, Look::default()), None);
    }
}
