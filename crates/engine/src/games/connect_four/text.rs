//! The notation of four in a row: digits, moves, diagram; and its verdicts.
//!
//! ```text
//! FEN      7/7/7/7/7/3P3[PPP…ppp…] b - - 0 1     rows from the top; P or X the first player, p or O the second
//! digits   4453                                   the columns played, from 1; `-` is the empty board
//! moves    P@d1, d1, d, 4                          the first is the one printed
//! ```
//!
//! The FEN has a file of its own: [`super::fen`].

use super::evaluation::Terms;
use super::fen;
use super::game::{Column, ConnectFour};
use super::position::Position;
use super::shape::{Board, Shape, Word};
use super::view::ConnectFourView;
use crate::game::{Game, Outcome};
use crate::phrases::Phrases;
use crate::sentence;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};
use crate::view::GamePart;

/// The notations of a move, for error messages.
const MOVE_SPELLINGS: &str = "a column as P@d1, d1, d or 4";

fn file_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a square: `d1`.
pub(super) fn square_name(column: u32, row: u32) -> String {
    format!("{}{}", file_letter(column), row + 1)
}

impl ConnectFour {
    /// Plays the columns given as one digit per move from the empty board; the leftmost column is `base` (0 or 1). `-`
    /// alone is the empty board.
    ///
    /// # Errors
    /// A character that is not a digit, a digit beyond the board, a full column, a move after the end of the game.
    pub fn from_digits(mut self, digits: &str, base: u32) -> Result<Self, PositionError> {
        let columns = self.position.shape.columns();
        for (index, digit) in digits.chars().enumerate().take_while(|_| digits != "-") {
            let field = || sentence!("move {}", index + 1);
            let range = || sentence!("a column from {} to {}", base, base + columns - 1);
            let value =
                digit.to_digit(10).ok_or_else(|| PositionError::syntax(field(), &digit.to_string(), range()))?;
            let column = value.checked_sub(base).filter(|&column| column < columns);
            let column = column.ok_or_else(|| PositionError::syntax(field(), &digit.to_string(), range()))?;
            if self.position.is_lost() {
                return Err(PositionError::impossible(sentence!("move {}: the game is already over", index + 1)));
            }
            if self.position.landing(column).is_empty() {
                return Err(PositionError::impossible(sentence!("move {}: column {} is full", index + 1, value)));
            }
            self.make(Column(column as u8));
        }
        Ok(self)
    }
}

impl GameText for ConnectFour {
    const NAME: &'static str = "cfour";
    const ALIASES: &'static [&'static str] = &["connect4", "fourinarow"];

    const PHRASES: Phrases = Phrases {
        sides: ["red", "yellow"],
        moves: "the column of your stone, d or 4",
        typing: "Type the column of your stone: d or 4",
        reasons: &[(Reason::Four, "four in a row"), (Reason::FullBoard, "the board is full")],
        prefix: "P@",
        ..Phrases::PLAIN
    };

    fn start() -> Self {
        let shape = Board::new(7, 6).unwrap_or_else(|| unreachable!("7x6 fits the word"));
        ConnectFour { position: Position::empty(shape), side: Side::First }
    }

    fn from_fen(fen: &str) -> Result<Self, PositionError> {
        if fen.split_whitespace().next().is_some_and(|board| !board.contains('/')) {
            return ConnectFour::start().from_digits(fen.trim(), 1);
        }
        fen::read(fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
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
        let view = ConnectFourView::of(self);
        let spaced =
            |letters: &mut dyn Iterator<Item = char>| letters.map(|letter| format!(" {letter}")).collect::<String>();
        let numbered = (1..=view.rows).rev().zip(&view.board);
        let mut lines: Vec<String> =
            numbered.map(|(row, stones)| format!("{row:>2}{}", spaced(&mut stones.chars()))).collect();
        lines.push(format!("  {}", spaced(&mut (0..view.columns).map(file_letter))));
        lines.join("\n")
    }

    fn view_part(&self) -> Box<dyn GamePart> {
        Box::new(ConnectFourView::of(self))
    }

    fn move_number(&self) -> u32 {
        self.position.stones() / 2 + 1
    }

    fn verdict(&self) -> Verdict {
        if self.position.is_lost() {
            Verdict::over(Outcome::Loss, Reason::Four)
        } else if self.position.is_full() {
            Verdict::over(Outcome::Draw, Reason::FullBoard)
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
        // After a four nobody may move, whoever made it.
        let position = Position { own: self.position.other(), ..self.position };
        let over = position.is_lost() || self.position.is_lost();
        (!over).then_some(ConnectFour { position, side })
    }
}

impl ConnectFour {
    /// The move into `column`, if it is legal and falls to `row` (from 1), in case a row was given.
    fn check_drop(&self, text: &str, column: u32, row: Option<u32>) -> Result<Column, MoveError> {
        let shape = self.position.shape;
        if column >= shape.columns() {
            return Err(MoveError::illegal(text, sentence!("the board has {} columns", shape.columns())));
        }
        if self.position.is_lost() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        let landing = self.position.landing(column);
        if landing.is_empty() {
            return Err(MoveError::illegal(text, sentence!("column {} is full", file_letter(column))));
        }
        let falls_to = landing.lowest() % shape.stride();
        if row.is_some_and(|row| row != falls_to + 1) {
            return Err(MoveError::illegal(text, sentence!("the stone falls to {}", square_name(column, falls_to))));
        }
        Ok(Column(column as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fen: &str) -> String {
        ConnectFour::from_fen(fen).unwrap_err().to_string()
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
    fn wrong_digits_are_refused_by_name() {
        assert!(refused("8").contains("move 1"));
        assert!(refused("44 5").contains("move 3") && refused("4P").contains("move 2"));
        assert!(refused("4444444").contains("column 4 is full"));
        assert!(refused("12121212").contains("already over"));
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
        assert_eq!(won.verdict(), Verdict::over(Outcome::Loss, Reason::Four));
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
