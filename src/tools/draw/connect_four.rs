//! A board of four in a row: the stones, the last one marked, the winning line.

use super::letters::Hand;
use super::palette::{DARK, FIRST, FRAME, FRAME_PAPER, HOLE, MARK, SECOND, WINNING};
use super::sheet::{line, sheet};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle};

/// Side of a cell.
const SIDE: f64 = 64.0;
/// Around the board.
const MARGIN: f64 = 40.0;
/// Radius of a stone.
const RADIUS: f64 = 26.0;
/// Below the board.
const FOOTER: f64 = 52.0;

/// A cell: column from the left and row from the bottom.
pub type Cell = (usize, usize);

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows from the top: `P` the first player's stone, `p` the second's, blank for none.
    rows: Vec<Vec<char>>,
}

impl Board {
    /// Reads the board of a position text; digits stand for so many free cells.
    pub fn of_fen(fen: &str) -> Board {
        let board = fen.split([' ', '[']).next().unwrap_or_default();
        let row = |text: &str| {
            let mut cells = Vec::new();
            let mut free = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(digit) => free = free * 10 + digit as usize,
                    None => {
                        cells.extend(std::iter::repeat_n(' ', std::mem::take(&mut free)));
                        cells.push(letter);
                    }
                }
            }
            cells.extend(std::iter::repeat_n(' ', free));
            cells
        };
        Board { rows: board.split('/').map(row).collect() }
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn stone(&self, (column, row): Cell) -> Option<char> {
        let from_top = self.rows.len().checked_sub(row + 1)?;
        self.rows[from_top].get(column).copied().filter(|&letter| letter != ' ')
    }

    /// The top stone of a column.
    pub fn top(&self, column: usize) -> Option<Cell> {
        (0..self.rows.len()).rev().map(|row| (column, row)).find(|&cell| self.stone(cell).is_some())
    }

    /// Both ends of every line of four or more.
    fn lines(&self) -> Vec<(Cell, Cell)> {
        let mut lines = Vec::new();
        for column in 0..self.columns() {
            for row in 0..self.rows.len() {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let at = |way: i64| {
                        let (x, y) = (column as i64 + way * right, row as i64 + way * up);
                        let cell = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                        Some((cell, self.stone(cell)?))
                    };
                    let Some((_, colour)) = at(0) else { continue };
                    let same = |way: &i64| at(*way).is_some_and(|(_, other)| other == colour);
                    let length = (1..).take_while(same).count() as i64;
                    if length >= 3
                        && !same(&-1)
                        && let Some((end, _)) = at(length)
                    {
                        lines.push(((column, row), end));
                    }
                }
            }
        }
        lines
    }
}

/// Draws a board; `last` is where the last stone fell.
pub fn draw(board: &Board, last: Option<Cell>) -> Document {
    let (columns, rows) = (board.columns(), board.rows.len());
    let (width, height) = (columns as f64 * SIDE, rows as f64 * SIDE);
    let centre =
        |(column, row): Cell| (MARGIN + (column as f64 + 0.5) * SIDE, MARGIN + (rows as f64 - row as f64 - 0.5) * SIDE);
    let frame = Rectangle::new().set("x", MARGIN - 10.0).set("y", MARGIN - 10.0).set("width", width + 20.0);
    let mut picture = sheet((width + 2.0 * MARGIN, height + 2.0 * MARGIN + FOOTER), FRAME_PAPER)
        .add(frame.set("height", height + 20.0).set("rx", 18).set("fill", FRAME).set("stroke", FRAME));
    for column in 0..columns {
        for row in 0..rows {
            let (x, y) = centre((column, row));
            picture = picture.add(stone(board.stone((column, row)), (x, y)));
        }
        let name = char::from(b'a' + (column % 26) as u8).to_string();
        let (hand, x, below) = (Hand::new(16.0, DARK), centre((column, 0)).0, MARGIN + height);
        let number = (column + 1).to_string();
        picture = picture.add(hand.write(&name, (x, below + 32.0))).add(hand.write(&number, (x, below + 54.0)));
    }
    if let Some((x, y)) = last.map(centre) {
        let ring = Circle::new().set("cx", x).set("cy", y).set("r", 9).set("fill", "none").set("stroke", MARK);
        picture = picture.add(ring.set("stroke-width", 4));
    }
    for (from, to) in board.lines() {
        for (colour, width) in [(MARK, 12), (WINNING, 7)] {
            let winning = line(centre(from), centre(to)).set("stroke", colour).set("stroke-width", width);
            picture = picture.add(winning.set("stroke-linecap", "round"));
        }
    }
    picture
}

/// A stone with the first player's cross or the second's ring, so that colours are not needed; a hole without one.
fn stone(stone: Option<char>, (x, y): (f64, f64)) -> Group {
    let disc = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS);
    let rim = |circle: Circle, colour: &str| circle.set("fill", "none").set("stroke", colour).set("stroke-width", 3);
    let inner = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS - 8.0);
    match stone {
        None => Group::new().add(disc.set("fill", HOLE)),
        Some(letter) if letter.is_uppercase() => {
            let arm = 11.0;
            let cross = Group::new().set("stroke", FIRST[1]).set("stroke-width", 4).set("stroke-linecap", "round");
            let cross = cross
                .add(line((x - arm, y - arm), (x + arm, y + arm)))
                .add(line((x - arm, y + arm), (x + arm, y - arm)));
            Group::new().add(disc.set("fill", FIRST[0])).add(cross)
        }
        Some(_) => Group::new().add(disc.set("fill", SECOND[0])).add(rim(inner, SECOND[1])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_lines_found() {
        let board = Board::of_fen("7/7/3p3/2pP3/1pPP3/pPPP2p[PPP] w - - 0 1");
        assert_eq!((board.columns(), board.rows.len()), (7, 6));
        assert_eq!((board.top(3), board.top(4), board.stone((6, 0))), (Some((3, 3)), None, Some('p')));
        assert_eq!(board.lines(), [((0, 0), (3, 3))]);
        let wide = Board::of_fen("12/PPPPP7");
        assert_eq!((wide.columns(), wide.lines()), (12, vec![((0, 0), (4, 0))]));
    }

    #[test]
    fn columns_have_letters_and_numbers() {
        let text = draw(&Board::of_fen("7/7/7/7/7/7"), None).to_string();
        let last = (MARGIN + 6.5 * SIDE, MARGIN + 6.0 * SIDE);
        for (name, below) in [("g", 32.0), ("7", 54.0)] {
            let label = Hand::new(16.0, DARK).write(name, (last.0, last.1 + below)).to_string();
            assert!(text.contains(label.trim()), "{name}");
        }
    }

    #[test]
    fn what_is_there_is_drawn() {
        let board = Board::of_fen("7/7/7/P6/P6/PPpP3");
        let text = draw(&board, board.top(0)).to_string();
        assert_eq!((text.matches(FIRST[0]).count(), text.matches(SECOND[0]).count()), (5, 1));
        assert_eq!((text.matches(WINNING).count(), text.matches(HOLE).count()), (0, 36));
    }
}
