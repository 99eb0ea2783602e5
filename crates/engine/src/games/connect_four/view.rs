//! What a GUI needs to show a position of four in a row.

use super::game::ConnectFour;
use super::position::{Position, fours};
use super::shape::{Board, Shape, Word};
use super::text::square_name;
use crate::side::Side;
use serde::Serialize;

/// The part of a view specific to four in a row. Squares are named by column a, b, … and row 1, 2, … from the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConnectFourView {
    /// Number of columns.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
    /// The rows from the top: `X` for the first player's stones, `O` for the second's, `.` for empty squares.
    pub board: Vec<String>,
    /// Empty squares that would complete four: for the first player, then for the second.
    pub(crate) threats: [Vec<String>; Side::NUM],
    /// The squares of completed lines (more than four if lines meet); empty while the game goes on.
    pub four: Vec<String>,
    /// [`ConnectFourView::four`] as a set of squares.
    #[serde(skip)]
    squares: Vec<(u32, u32)>,
}

impl ConnectFourView {
    /// The view of a position.
    pub fn of(game: &ConnectFour) -> ConnectFourView {
        let position = game.position();
        let shape = position.shape;
        let (mover, first) = (game.side, game.side == Side::First);
        let stones = if first { position.own } else { position.other() };
        let row = |row: u32| (0..shape.columns()).map(|column| stone(position, stones, column, row)).collect();
        let mut threats = [Vec::new(), Vec::new()];
        threats[mover.index()] = names(squares(shape, position.own_threats()));
        threats[mover.other().index()] = names(squares(shape, position.other_threats()));
        let four: Vec<(u32, u32)> = squares(shape, completed(shape, position.other())).collect();
        ConnectFourView {
            columns: shape.columns(),
            rows: shape.rows(),
            board: (0..shape.rows()).rev().map(row).collect(),
            threats,
            four: names(four.iter().copied()),
            squares: four,
        }
    }

    /// The owner of the stone on a square; column from the left and row from the bottom, both from 0.
    pub fn stone(&self, column: u32, row: u32) -> Option<Side> {
        let from_top = self.rows.checked_sub(row + 1)? as usize;
        match self.board.get(from_top)?.as_bytes().get(column as usize)? {
            b'X' => Some(Side::First),
            b'O' => Some(Side::Second),
            _ => None,
        }
    }

    /// Both ends of every completed line, of any length, each as column and row from 0.
    pub fn lines(&self) -> Vec<[(u32, u32); 2]> {
        let mut lines = Vec::new();
        for &(column, row) in &self.squares {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let at =
                    |step: i32| Some((column.checked_add_signed(step * right)?, row.checked_add_signed(step * up)?));
                let is_on = |step: &i32| at(*step).is_some_and(|square| self.squares.contains(&square));
                let length = (1..).take_while(is_on).count() as i32;
                if length >= 3
                    && !is_on(&-1)
                    && let Some(end) = at(length)
                {
                    lines.push([(column, row), end]);
                }
            }
        }
        lines
    }

    /// The squares of completed lines, each as column and row from 0.
    pub fn four_squares(&self) -> &[(u32, u32)] {
        &self.squares
    }
}

fn stone(position: &Position<Board<u128>>, first: u128, column: u32, row: u32) -> char {
    let square = u128::ONE << (column * position.shape.stride() + row);
    match ((first & square).is_empty(), (position.all & square).is_empty()) {
        (_, true) => '.',
        (false, _) => 'X',
        (true, _) => 'O',
    }
}

/// All squares in lines of four within a set of stones.
fn completed(shape: Board<u128>, stones: u128) -> u128 {
    let stride = shape.stride();
    [1, stride - 1, stride, stride + 1].into_iter().fold(u128::EMPTY, |all, step| {
        let lowest = fours(stones, step);
        (0..4).fold(all, |all, place| all | lowest << (place * step))
    })
}

/// Squares as column and row from 0.
fn squares(shape: Board<u128>, squares: u128) -> impl Iterator<Item = (u32, u32)> {
    squares.squares().map(move |square| (square.lowest() / shape.stride(), square.lowest() % shape.stride()))
}

fn names(squares: impl Iterator<Item = (u32, u32)>) -> Vec<String> {
    squares.map(|(column, row)| square_name(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::GameText;

    #[test]
    fn threats_belong_to_their_player_and_a_line_is_named() {
        let open = ConnectFourView::of(&ConnectFour::from_fen("434343").unwrap());
        assert_eq!(open.threats, [vec!["d4".to_owned()], vec!["c4".to_owned()]]);
        assert_eq!((open.board[5].as_str(), open.four.len()), ("..OX...", 0));
        let won = ConnectFourView::of(&ConnectFour::from_fen("4343434").unwrap());
        assert_eq!((won.four.join(" "), won.lines()), ("d1 d2 d3 d4".to_owned(), vec![[(3, 0), (3, 3)]]));
    }
}
