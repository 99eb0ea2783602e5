//! How four in a row is written: FEN, digits, moves, board.
//!
//! ```text
//! FEN      7/7/7/7/7/3P3[PPP…ppp…] b - - 0 1     rows from the top; P or X the first player, p or O the second
//! digits   4453                                   the columns played, from 1; `-` is the empty board
//! moves    P@d1, d1, d, 4                          the first is the one printed
//! ```
//!
//! The holdings in brackets are what cutechess and Fairy-Stockfish write (stones still in hand); on input they may be
//! left out and are not counted.

use super::evaluation::Terms;
use super::game::{Column, ConnectFour};
use super::position::{Position, has_four};
use super::shape::{Board, MAX_SIDE, Shape, Word};
use crate::game::{Game, Outcome};
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Verdict};

/// Spellings of a move, for error messages.
const MOVE_SPELLINGS: &str = "a column as P@d1, d1, d or 4";

/// The file letter of a column from 0.
fn file_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a square: `d1`.
fn square_name(column: u32, row: u32) -> String {
    format!("{}{}", file_letter(column), row + 1)
}

impl ConnectFour {
    /// Reads the columns played from the empty board, one digit a move, the leftmost column being `base` (0 or 1).
    /// `-` alone is the empty board.
    ///
    /// # Errors
    /// A character that is no digit, a digit beyond the board, a full column, a move after the end of the game.
    pub fn from_digits(mut self, digits: &str, base: u32) -> Result<Self, PositionError> {
        let columns = self.position.shape.columns();
        for (index, digit) in digits.chars().enumerate().take_while(|_| digits != "-") {
            let field = || format!("move {}", index + 1);
            let range = || format!("a column from {} to {}", base, base + columns - 1);
            let value =
                digit.to_digit(10).ok_or_else(|| PositionError::syntax(field(), &digit.to_string(), range()))?;
            let column = value.checked_sub(base).filter(|&column| column < columns);
            let column = column.ok_or_else(|| PositionError::syntax(field(), &digit.to_string(), range()))?;
            if self.position.is_lost() {
                return Err(PositionError::Impossible(format!("move {}: the game is already over", index + 1)));
            }
            if self.position.landing(column).is_empty() {
                return Err(PositionError::Impossible(format!("move {}: column {value} is full", index + 1)));
            }
            self.make(Column(column as u8));
        }
        Ok(self)
    }
}

/// A row of the FEN: for every square the player whose stone is there.
type Row = Vec<Option<Side>>;

/// Reads a row. `long_numbers` reads `10` as ten empty squares where a board can have as many, else as one and none.
fn parse_row(text: &str, number: usize, long_numbers: bool) -> Result<Row, PositionError> {
    let mut row = Row::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (run, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        if run.is_empty() {
            row.push(Some(parse_stone(c).ok_or_else(|| {
                PositionError::syntax(format!("row {number}"), text, "P or X, p or O, and counts of empty squares")
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

/// Whose stone a letter is.
fn parse_stone(letter: char) -> Option<Side> {
    match letter {
        'P' | 'X' | 'x' => Some(Side::First),
        'p' | 'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}

/// Reads the board field into rows of equal length, from the top.
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
    let found = format!("{} squares", row.len());
    Err(PositionError::syntax(
        format!("row {}", rows.len() - index),
        &found,
        format!("{width} squares as in the top row"),
    ))
}

/// Cuts `BOARD[holdings]` and checks the holdings' letters.
fn strip_holdings(field: &str) -> Result<&str, PositionError> {
    let Some((board, rest)) = field.split_once('[') else { return Ok(field) };
    match rest.strip_suffix(']') {
        Some(hand) if hand.chars().all(|c| "PpXxOo-".contains(c)) => Ok(board),
        _ => Err(PositionError::syntax("holdings", &field[board.len()..], "[PPP…ppp…]")),
    }
}

/// Puts the rows on a board; stones of the first player and of the second.
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

/// Whether some last move can have made all the fours in `stones`, or there is none.
fn one_move_made_it(shape: Board<u128>, stones: u128, all: u128) -> bool {
    let tops = (all.plus(shape.bottom()) >> 1) & stones;
    !has_four(shape, stones) || tops.squares().any(|top| !has_four(shape, stones ^ top))
}

/// Refuses what no game can lead to.
fn check(position: &Position<Board<u128>>, first: u128, second: u128) -> Result<(), PositionError> {
    let shape = position.shape;
    let impossible = |text: String| Err(PositionError::Impossible(text));
    let floating = position.all & !((position.all << 1) | shape.bottom());
    if let Some(stone) = floating.squares().next() {
        let (column, row) = (stone.lowest() / shape.stride(), stone.lowest() % shape.stride());
        return impossible(format!("floating stone at {}, nothing below it", square_name(column, row)));
    }
    let (ones, twos) = (first.count(), second.count());
    if ones != twos && ones != twos + 1 {
        return impossible(format!("{ones} stones of the first player and {twos} of the second"));
    }
    if has_four(shape, first) && has_four(shape, second) {
        return impossible("two winners".to_owned());
    }
    if has_four(shape, position.own) {
        return impossible("the side to move already has four in a row".to_owned());
    }
    if !one_move_made_it(shape, position.other(), position.all) {
        return impossible("no single last move makes these fours in a row".to_owned());
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

impl GameText for ConnectFour {
    const NAME: &'static str = "cfour";
    const ALIASES: &'static [&'static str] = &["connect4", "fourinarow"];

    fn start() -> Self {
        let shape = Board::new(7, 6).unwrap_or_else(|| unreachable!("7x6 fits the word"));
        ConnectFour { position: Position::empty(shape), side: Side::First }
    }

    fn from_fen(fen: &str) -> Result<Self, PositionError> {
        let mut fields = fen.split_whitespace();
        let board =
            fields.next().ok_or_else(|| PositionError::syntax("board", "", "rows from the top, joined by /"))?;
        if !board.contains('/') {
            return ConnectFour::start().from_digits(fen.trim(), 1);
        }
        let (shape, first, second) = place(&parse_rows(strip_holdings(board)?)?)?;
        let by_count = if first.count() > second.count() { Side::Second } else { Side::First };
        let own = if by_count == Side::First { first } else { second };
        let position = Position { shape, own, all: first | second };
        check(&position, first, second)?;
        let side = fields.next().map_or(Ok(by_count), parse_side)?;
        if side != by_count {
            let found = format!("{} and {} stones, so it is the other side's turn", first.count(), second.count());
            return Err(PositionError::Impossible(found));
        }
        Ok(ConnectFour { position, side })
    }

    fn fen(&self) -> String {
        let shape = self.position.shape;
        let first = if self.side == Side::First { self.position.own } else { self.position.other() };
        let mut text = String::new();
        for row in (0..shape.rows()).rev() {
            let mut empty = 0;
            for column in 0..shape.columns() {
                let square = u128::ONE << (column * shape.stride() + row);
                if (self.position.all & square).is_empty() {
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
        text += &"p".repeat(in_hand(self.position.stones() - ones, cells / 2));
        let side = if self.side == Side::First { 'w' } else { 'b' };
        format!("{text}] {side} - - 0 {}", self.position.stones() / 2 + 1)
    }

    fn parse_move(&self, text: &str, _ranks_from_one: bool) -> Result<Column, MoveError> {
        let unreadable = || MoveError::unreadable(text, MOVE_SPELLINGS);
        let square = match text.split_once('@') {
            Some((piece, square)) if ["P", "p", "X", "x", "O", "o"].contains(&piece) => square,
            Some(_) => return Err(unreadable()),
            None => text,
        };
        let first = square.chars().next().ok_or_else(unreadable)?.to_ascii_lowercase();
        let (column, row) = if first.is_ascii_lowercase() {
            let row = &square[1..];
            let row = if row.is_empty() { None } else { Some(row.parse::<u32>().map_err(|_| unreadable())?) };
            (first as u32 - 'a' as u32, row)
        } else {
            let number = square.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(unreadable)?;
            (number - 1, None)
        };
        self.check_drop(text, column, row)
    }

    fn move_text(&self, mv: Column, _notation: Notation) -> String {
        let landing = self.position.landing(mv.0 as u32).lowest();
        format!("P@{}", square_name(mv.0 as u32, landing % self.position.shape.stride()))
    }

    fn diagram(&self) -> String {
        let shape = self.position.shape;
        let first = if self.side == Side::First { self.position.own } else { self.position.other() };
        let mut lines: Vec<String> = (0..shape.rows()).rev().map(|row| diagram_row(self, first, row)).collect();
        let files: Vec<String> = (0..shape.columns()).map(|column| file_letter(column).to_string()).collect();
        lines.push(format!("   {}", files.join(" ")));
        lines.join("\n")
    }

    fn verdict(&self) -> Verdict {
        if self.position.is_lost() {
            Verdict::over(Outcome::Loss, "four")
        } else if self.position.is_full() {
            Verdict::over(Outcome::Draw, "full board")
        } else {
            Verdict::ONGOING
        }
    }

    fn explain_evaluation(&self) -> String {
        Terms::of(self).to_string()
    }

    fn with_side(&self, side: Side) -> Option<Self> {
        if side == self.side {
            return Some(*self);
        }
        // Nobody may move on after a four, whoever made it.
        let position = Position { own: self.position.other(), ..self.position };
        let over = position.is_lost() || self.position.is_lost();
        (!over).then_some(ConnectFour { position, side })
    }
}

impl ConnectFour {
    /// The move into `column`, if a stone dropped there is legal and falls to `row` (from 1) where a row was named.
    fn check_drop(&self, text: &str, column: u32, row: Option<u32>) -> Result<Column, MoveError> {
        let shape = self.position.shape;
        if column >= shape.columns() {
            return Err(MoveError::illegal(text, format!("the board has {} columns", shape.columns())));
        }
        if self.position.is_lost() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        let landing = self.position.landing(column);
        if landing.is_empty() {
            return Err(MoveError::illegal(text, format!("column {} is full", file_letter(column))));
        }
        let falls_to = landing.lowest() % shape.stride();
        if row.is_some_and(|row| row != falls_to + 1) {
            return Err(MoveError::illegal(text, format!("the stone falls to {}", square_name(column, falls_to))));
        }
        Ok(Column(column as u8))
    }
}

/// A count of empty squares as FEN writes it: nothing for 0.
fn count_text(count: u32) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}

/// One row of the board for a person: ` 3 . X O . . . .`.
fn diagram_row(game: &ConnectFour, first: u128, row: u32) -> String {
    let shape = game.position.shape;
    (0..shape.columns()).fold(format!("{:>2}", row + 1), |line, column| {
        let square = u128::ONE << (column * shape.stride() + row);
        let stone = match ((first & square).is_empty(), (game.position.all & square).is_empty()) {
            (_, true) => '.',
            (false, _) => 'X',
            (true, _) => 'O',
        };
        format!("{line} {stone}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fen: &str) -> String {
        ConnectFour::from_fen(fen).unwrap_err().to_string()
    }

    #[test]
    fn the_start_is_written_as_cutechess_writes_it() {
        let start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
        assert_eq!(ConnectFour::start().fen(), start);
        assert_eq!(ConnectFour::from_fen(start), Ok(ConnectFour::start()));
        assert_eq!(ConnectFour::from_fen("7/7/7/7/7/7"), Ok(ConnectFour::start()));
    }

    #[test]
    fn digits_and_fen_agree() {
        let game = ConnectFour::from_fen("4453").unwrap();
        assert_eq!(game.fen(), "7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 0 3");
        assert_eq!(ConnectFour::from_fen(&game.fen()), Ok(game));
        assert_eq!(ConnectFour::from_fen("7/7/7/7/3O3/2OXX2 w"), Ok(game));
        assert_eq!(ConnectFour::from_fen("-"), Ok(ConnectFour::start()));
        assert_eq!(ConnectFour::start().from_digits("3342", 0), Ok(game));
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
        assert!(refused("8").contains("move 1"));
        assert!(refused("44 5").contains("move 3") && refused("4P").contains("move 2"));
        assert!(refused("4444444").contains("column 4 is full"));
        assert!(refused("12121212").contains("already over"));
        assert!(refused("33z/7").contains("row 2"));
    }

    #[test]
    fn a_four_must_come_from_one_move() {
        // Two separate fours of the first player, whose last stone can be in only one of them.
        let fen = "7/7/7/PPPP3/pppOPPP/PPPPppp w";
        assert!(!refused(fen).is_empty());
        // Five in a row is possible: the middle stone came last.
        let five = ConnectFour::from_fen("7/7/7/7/pp1pp2/PPPPP2 b").unwrap();
        assert_eq!(five.verdict(), Verdict::over(Outcome::Loss, "four"));
    }

    #[test]
    fn moves_in_every_spelling() {
        let game = ConnectFour::from_fen("44").unwrap();
        for text in ["P@d3", "p@d3", "X@d3", "d3", "D3", "d", "4"] {
            assert_eq!(game.parse_move(text, false), Ok(Column(3)), "{text}");
        }
        assert_eq!(game.move_text(Column(3), Notation::Wire), "P@d3");
        let fault = |text: &str| game.parse_move(text, false).unwrap_err().to_string();
        assert!(fault("d1").contains("falls to d3"));
        assert!(fault("h1").contains("7 columns"));
        assert!(fault("8").contains("7 columns"));
        for text in ["", "Q@d3", "@d3", "0", "d3x", "é", "P@", "-1", "99999999999"] {
            assert!(fault(text).contains("unreadable"), "{text}");
        }
        let full = ConnectFour::from_fen("444444").unwrap();
        assert!(full.parse_move("d", false).unwrap_err().to_string().contains("column d is full"));
    }

    #[test]
    fn verdicts_and_board() {
        let won = ConnectFour::from_fen("4343434").unwrap();
        assert_eq!(won.verdict(), Verdict::over(Outcome::Loss, "four"));
        assert!(won.diagram().ends_with(" 1 . . O X . . .\n   a b c d e f g"));
        assert_eq!(won.with_side(Side::First), None);
        assert_eq!(ConnectFour::start().verdict(), Verdict::ONGOING);
    }

    #[test]
    fn the_other_side_may_be_asked() {
        let game = ConnectFour::from_fen("44").unwrap();
        let turned = game.with_side(Side::Second).unwrap();
        assert_eq!(turned.side_to_move(), Side::Second);
        assert_eq!(turned.diagram(), game.diagram());
        assert_eq!(turned.with_side(Side::First), Some(game));
    }
}
