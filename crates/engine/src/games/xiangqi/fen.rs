//! FEN as xiangqi programs write it: `board side - - plies move`.

use super::piece::Piece;
use super::position::Position;
use super::setup::Setup;
use super::square::{FILES, RANKS, Square};
use crate::sentence;
use crate::sentence::Sentence;
use crate::side::Side;
use crate::text::PositionError;
use std::fmt::Write;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Parses a position. All fields except the board are optional, and the side is `w`, `r` or `b`. Fields `-` and
/// castling rights, as written by programs for Western chess, are skipped. Underscores may replace spaces, as in web
/// addresses, and an empty hand (`[]`) may follow the board.
///
/// # Errors
/// [`PositionError`] names the field, or says what is impossible about the position.
pub fn parse(fen: &str) -> Result<Position, PositionError> {
    parse_setup(fen)?.build()
}

/// Parses a board, possible or not.
///
/// # Errors
/// [`PositionError`] names the field.
pub fn parse_setup(fen: &str) -> Result<Setup, PositionError> {
    let mut fields = fen.split(|c: char| c.is_whitespace() || c == '_').filter(|field| !field.is_empty());
    let mut setup = Setup::empty();
    parse_board(without_hand(fields.next().unwrap_or(""))?, &mut setup)?;
    setup.side = match fields.next() {
        None | Some("w" | "W" | "r" | "R") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(other) => return Err(PositionError::syntax("side to move", other, "w, r or b")),
    };
    let is_castling = |field: &str| field == "-" || field.bytes().all(|letter| b"KQkq".contains(&letter));
    let mut counters = fields.filter(|field| !is_castling(field));
    if let Some(text) = counters.next() {
        setup.quiet_plies = number(text, "count of plies without capture")?;
    }
    if let Some(text) = counters.next() {
        setup.move_number = number(text, "move number")?;
    }
    match counters.next() {
        None => Ok(setup),
        Some(other) => Err(PositionError::syntax("end of the position", other, "nothing after the move number")),
    }
}

/// The board without the empty hand that multi-game programs append.
fn without_hand(board: &str) -> Result<&str, PositionError> {
    match board.split_once('[') {
        None | Some((_, "]")) => Ok(board.trim_end_matches("[]")),
        Some((_, hand)) => {
            Err(PositionError::syntax("hand", &format!("[{hand}"), "[] or nothing: no piece is dropped"))
        }
    }
}

fn number(text: &str, field: &'static str) -> Result<u16, PositionError> {
    text.parse().map_err(|_| PositionError::syntax(field, text, "a number from 0 to 65535"))
}

/// Parses the ten ranks, Black's back rank first.
fn parse_board(board: &str, setup: &mut Setup) -> Result<(), PositionError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() == 8 {
        return Err(PositionError::syntax("board", board, "10 ranks of 9 squares: this looks like western chess"));
    }
    if ranks.len() != RANKS {
        return Err(PositionError::syntax("board", board, sentence!("10 ranks with / between, not {}", ranks.len())));
    }
    for (text, rank) in ranks.into_iter().zip((0..RANKS).rev()) {
        parse_rank(text, rank, setup)?;
    }
    Ok(())
}

fn parse_rank(text: &str, rank: usize, setup: &mut Setup) -> Result<(), PositionError> {
    let error = |expected: Sentence| PositionError::syntax(sentence!("rank {}", rank), text, expected);
    let mut file = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10).filter(|&digit| digit > 0) {
            file += digit as usize;
            continue;
        }
        let piece = Piece::from_letter(letter)
            .ok_or_else(|| error("9 squares: pieces KABNRCP (red), kabnrcp (black) or digits 1 to 9".into()))?;
        let square = Square::new(file, rank).ok_or_else(|| error("9 squares and no more".into()))?;
        setup.board[square.index()] = Some(piece);
        file += 1;
    }
    if file == FILES { Ok(()) } else { Err(error(sentence!("9 squares, not {}", file))) }
}

/// Writes a position with all six fields.
pub fn write(position: &Position) -> String {
    let (plies, number) = (position.quiet_plies(), position.move_number());
    with_fields(|square| position.piece_on(square), position.side(), plies, number)
}

/// Writes a board, possible or not, with all six fields.
pub fn write_setup(setup: &Setup) -> String {
    let (plies, number) = (u32::from(setup.quiet_plies), u32::from(setup.move_number));
    with_fields(|square| setup.board[square.index()], setup.side, plies, number)
}

fn with_fields(piece_on: impl Fn(Square) -> Option<Piece>, side: Side, quiet_plies: u32, move_number: u32) -> String {
    let mut fen = String::with_capacity(90);
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
            match piece_on(square) {
                None => empty += 1,
                Some(piece) => {
                    push_number(&mut fen, empty);
                    fen.push(piece.letter());
                    empty = 0;
                }
            }
        }
        push_number(&mut fen, empty);
        if rank > 0 {
            fen.push('/');
        }
    }
    let side = if side == Side::First { 'w' } else { 'b' };
    // Writing to a string cannot fail.
    let _ = write!(fen, " {side} - - {quiet_plies} {move_number}");
    fen
}

fn push_number(fen: &mut String, number: u32) {
    if let Some(digit) = char::from_digit(number, 10).filter(|_| number > 0) {
        fen.push(digit);
    }
}
