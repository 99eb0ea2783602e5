//! The FEN of four in a row: rows from the top, and the side to move.
//!
//! ```text
//! 7/7/7/7/7/3P3[PPP…ppp…] b - - 0 1     P or X the first player, p or O the second
//! ```
//!
//! The numbers of rows and columns give the size of the board. The stones still in hand, in brackets, are written by
//! cutechess and Fairy-Stockfish; they are optional and not checked against the board.

use super::game::ConnectFour;
use super::position::{Position, has_four};
use super::shape::{Board, MAX_SIDE, Shape, Word};
use super::text::square_name;
use crate::sentence;
use crate::sentence::Sentence;
use crate::side::Side;
use crate::text::{GameText, PositionError};

/// Parses a position.
///
/// # Errors
/// Text that cannot be read, and impossible boards: floating stones, wrong counts, two winners.
pub(crate) fn read(fen: &str) -> Result<ConnectFour, PositionError> {
    let mut fields = fen.split_whitespace();
    let board = fields.next().ok_or_else(|| PositionError::syntax("board", "", "rows from the top, joined by /"))?;
    let (shape, first, second) = place(&parse_rows(strip_holdings(board)?)?)?;
    let by_count = if first.count() > second.count() { Side::Second } else { Side::First };
    let own = if by_count == Side::First { first } else { second };
    let position = Position { shape, own, all: first | second };
    check(&position, first, second)?;
    let side = fields.next().map_or(Ok(by_count), parse_side)?;
    if side != by_count {
        let found = sentence!("{} and {} stones, so it is the other side's turn", first.count(), second.count());
        return Err(PositionError::impossible(found));
    }
    // Further fields, as in other games' FENs, have no meaning here.
    let says_nothing = |field: &&str| *field == "-" || field.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(other) = fields.by_ref().take(4).find(|field| !says_nothing(field)).or_else(|| fields.next()) {
        return Err(PositionError::syntax("end of the position", other, "- - and two numbers behind the side to move"));
    }
    Ok(ConnectFour { position, side })
}

/// Writes a position as cutechess and Fairy-Stockfish do.
pub(crate) fn write(game: &ConnectFour) -> String {
    let shape = game.position.shape;
    let first = if game.side == Side::First { game.position.own } else { game.position.other() };
    let mut text = String::new();
    for row in (0..shape.rows()).rev() {
        let mut empty = 0;
        for column in 0..shape.columns() {
            let square = u128::ONE << (column * shape.stride() + row);
            if (game.position.all & square).is_empty() {
                empty += 1;
                continue;
            }
            text += &count_text(std::mem::take(&mut empty));
            text.push(if (first & square).is_empty() { 'p' } else { 'P' });
        }
        text += &count_text(empty);
        text.push(if row == 0 { '[' } else { '/' });
    }
    let in_hand = |stones: u32, share: u32| share.saturating_sub(stones) as usize;
    let (ones, cells) = (first.count(), shape.cells());
    text += &"P".repeat(in_hand(ones, cells.div_ceil(2)));
    text += &"p".repeat(in_hand(game.position.stones() - ones, cells / 2));
    let side = if game.side == Side::First { 'w' } else { 'b' };
    format!("{text}] {side} - - 0 {}", game.move_number())
}

/// A number of empty squares in FEN notation; empty for 0.
fn count_text(count: u32) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}

/// A row of the FEN: for every square, the player whose stone is there.
type Row = Vec<Option<Side>>;

/// Parses a row. With `long_numbers`, `10` means ten empty squares if a board can have that many; otherwise it means 1
/// and 0.
fn parse_row(text: &str, number: usize, long_numbers: bool) -> Result<Row, PositionError> {
    let mut row = Row::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (run, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        if run.is_empty() {
            row.push(Some(parse_stone(c).ok_or_else(|| {
                PositionError::syntax(sentence!("row {}", number), text, "P or X, p or O, and counts of empty squares")
            })?));
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let long = run.parse::<usize>().ok().filter(|&count| long_numbers && count <= MAX_SIDE as usize);
        let count = long.unwrap_or_else(|| run.bytes().map(|digit| usize::from(digit - b'0')).sum());
        row.resize(row.len() + count, None);
        rest = after;
    }
    Ok(row)
}

/// The player to whom a letter's stone belongs.
fn parse_stone(letter: char) -> Option<Side> {
    match letter {
        'P' | 'X' | 'x' => Some(Side::First),
        'p' | 'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}

/// Splits the board field into rows of equal length, from the top.
fn parse_rows(field: &str) -> Result<Vec<Row>, PositionError> {
    let read = |long_numbers| -> Result<Vec<Row>, PositionError> {
        let count = field.split('/').count();
        field.split('/').enumerate().map(|(i, row)| parse_row(row, count - i, long_numbers)).collect()
    };
    let even = |rows: &[Row]| rows.iter().all(|row| row.len() == rows[0].len());
    let rows = read(true)?;
    if even(&rows) {
        return Ok(rows);
    }
    let short = read(false)?;
    if even(&short) {
        return Ok(short);
    }
    let width = rows[0].len();
    let (index, row) = rows.iter().enumerate().find(|(_, row)| row.len() != width).unwrap_or((0, &rows[0]));
    Err(PositionError::amount(
        sentence!("row {}", rows.len() - index),
        sentence!("{} squares", row.len()),
        sentence!("{} squares as in the top row", width),
    ))
}

/// Splits `BOARD[holdings]` and checks the letters of the holdings.
fn strip_holdings(field: &str) -> Result<&str, PositionError> {
    let Some((board, rest)) = field.split_once('[') else { return Ok(field) };
    match rest.strip_suffix(']') {
        Some(hand) if hand.chars().all(|c| "PpXxOo-".contains(c)) => Ok(board),
        _ => Err(PositionError::syntax("holdings", &field[board.len()..], Sentence::plain("[PPP…ppp…]"))),
    }
}

/// Places the rows on a board; returns the stones of the first and the second player.
fn place(rows: &[Row]) -> Result<(Board<u128>, u128, u128), PositionError> {
    let (columns, height) = (rows.first().map_or(0, Vec::len) as u32, rows.len() as u32);
    let shape = Board::new(columns, height).ok_or_else(|| {
        let expected = "1 to 16 columns and rows, columns * (rows + 1) at most 128";
        PositionError::syntax("board size", &format!("{columns}x{height}"), expected)
    })?;
    let mut stones = [0u128; Side::NUM];
    for (row, squares) in rows.iter().rev().enumerate() {
        for (column, side) in squares.iter().enumerate() {
            if let Some(side) = side {
                stones[side.index()] |= u128::ONE << (column as u32 * shape.stride() + row as u32);
            }
        }
    }
    Ok((shape, stones[0], stones[1]))
}

/// Whether a single last move can have made all the fours in `stones`, or there are none.
fn one_move_made_it(shape: Board<u128>, stones: u128, all: u128) -> bool {
    let tops = (all.plus(shape.bottom()) >> 1) & stones;
    !has_four(shape, stones) || tops.squares().any(|top| !has_four(shape, stones ^ top))
}

/// Refuses positions that no game can reach.
fn check(position: &Position<Board<u128>>, first: u128, second: u128) -> Result<(), PositionError> {
    let shape = position.shape;
    let impossible = |why: Sentence| Err(PositionError::Impossible(why));
    let floating = position.all & !((position.all << 1) | shape.bottom());
    if let Some(stone) = floating.squares().next() {
        let (column, row) = (stone.lowest() / shape.stride(), stone.lowest() % shape.stride());
        return impossible(sentence!("floating stone at {}, nothing below it", square_name(column, row)));
    }
    let (ones, twos) = (first.count(), second.count());
    if ones != twos && ones != twos + 1 {
        return impossible(sentence!("{} stones of the first player and {} of the second", ones, twos));
    }
    if has_four(shape, first) && has_four(shape, second) {
        return impossible("two winners".into());
    }
    if has_four(shape, position.own) {
        return impossible("the side to move already has four in a row".into());
    }
    if !one_move_made_it(shape, position.other(), position.all) {
        return impossible("no single last move makes these fours in a row".into());
    }
    Ok(())
}

/// The player named in the side field.
fn parse_side(text: &str) -> Result<Side, PositionError> {
    match text {
        "w" | "W" | "r" | "x" | "X" => Ok(Side::First),
        "b" | "B" | "y" | "o" | "O" => Ok(Side::Second),
        _ => Err(PositionError::syntax("side to move", text, "w or b")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::text::{GameText, Reason, Verdict};

    fn refused(fen: &str) -> String {
        read(fen).unwrap_err().to_string()
    }

    #[test]
    fn the_start_is_written_as_cutechess_writes_it() {
        let start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
        assert_eq!(ConnectFour::start().fen(), start);
        assert_eq!(ConnectFour::from_fen(start), Ok(ConnectFour::start()));
        assert_eq!(ConnectFour::from_fen("7/7/7/7/7/7"), Ok(ConnectFour::start()));
    }

    #[test]
    fn other_sizes_come_from_the_rows() {
        for (columns, rows) in [(9, 7), (8, 8), (10, 6), (4, 4), (16, 7)] {
            let game = ConnectFour::empty(columns, rows).unwrap();
            assert_eq!(ConnectFour::from_fen(&game.fen()), Ok(game));
        }
        let ones = ["11111111111"; 5].join("/");
        assert_eq!(ConnectFour::from_fen(&ones), Ok(ConnectFour::empty(11, 5).unwrap()));
        assert!(refused("99/99").contains("board size"));
        assert!(refused("16/16/16/16/16/16/16/16").contains("board size"));
    }

    #[test]
    fn a_four_must_come_from_one_move() {
        // Two separate fours of the first player, whose last stone can be part of only one of them.
        let fen = "7/7/7/PPPP3/pppOPPP/PPPPppp w";
        assert!(!refused(fen).is_empty());
        // Five in a row is possible: the middle stone came last.
        let five = ConnectFour::from_fen("7/7/7/7/pp1pp2/PPPPP2 b").unwrap();
        assert_eq!(five.verdict(), Verdict::over(Outcome::Loss, Reason::Four));
    }

    #[test]
    fn wrong_boards_are_refused_by_name() {
        assert!(refused("7/7/7/7/3P3/7 b").contains("floating stone at d2"));
        assert!(refused("7/7/7/7/7/PP5 w").contains("2 stones of the first player and 0 of the second"));
        assert!(refused("7/7/7/7/pppp3/PPPP3 w").contains("two winners"));
        assert!(refused("7/7/7/7/ppp4/PPPP3 w").contains("turn"));
        assert!(refused("7/7/7/7/7/7 b").contains("turn"));
        assert!(refused("7/7/7/7/7/6 w").contains("row 1"));
        assert!(refused("7/7/7/7/7/7 q").contains("side to move"));
        assert!(refused("7/7/7/7/7/2Z4 w").contains("row 1"));
        assert!(refused("7/7/7/7/7/7[QQ] w").contains("holdings"));
        assert!(refused("").contains("board"));
        assert!(refused("33z/7").contains("row 2"));
    }
}
