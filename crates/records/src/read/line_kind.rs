//! What a line of a list is: moves, a position, a field of a header, a rule, words.

use super::super::error::Cause;
use super::super::format::is_board;
use super::super::start::{RecordedGame, Start};
use super::head::{self, Field};
use super::numbering::{self, BARS, MAX_NUMBER};
use super::pgn::bad_field;
use super::tokens;
use meihua_contracts::text::{GameText, PositionError};
use meihua_engine::games::connect_four::ConnectFour;
use std::borrow::Cow;

/// The meaning of a line.
pub(super) enum Kind {
    Blank,
    /// A start position and what follows it on the line: moves, or the operations of an EPD. `whole`: only this line
    /// belongs to it.
    Start {
        start: Start,
        rest: String,
        operations: Vec<(String, String)>,
        whole: bool,
    },
    /// Four in a row as a list of columns.
    Columns(ConnectFour, String),
    /// Moves, with numbers as `1.`.
    Moves(String),
    /// A move number alone, and whether the move after it is Black's.
    Number(u32, bool),
    /// Names and values: the header of a game.
    Head(Vec<(Field, String)>),
    /// A rule, or the headings of a table.
    Rule,
    /// No word of it looks like a move.
    Words,
}

/// A line up to a `#` that begins a word, and the remark after it. After a move it means mate, and in an EPD `bm #6` is
/// a mate in 6.
pub(super) fn split_remark(line: &str) -> (&str, &str) {
    let is_remark = |before: &str| {
        let word = before.trim_end();
        before.is_empty() || word.len() < before.len() && !word.ends_with(" bm")
    };
    let mut remarks = line.match_indices('#').map(|(index, _)| index).filter(|&index| is_remark(&line[..index]));
    let end = remarks.next().unwrap_or(line.len());
    (line[..end].trim(), line[end..].trim_start_matches('#').trim())
}

/// Maximum length of a board in characters.
const MAX_BOARD: usize = 160;

/// The meaning of a line. `has_columns`: digits alone are the columns of four in a row, not a move number.
///
/// # Errors
/// The line begins with the board of a position that cannot be read.
pub(super) fn kind(text: &str, has_columns: bool) -> Result<Kind, Cause> {
    if text.chars().all(tokens::is_blank) {
        return Ok(Kind::Blank);
    }
    if head::is_rule(text) || head::is_headings(text) {
        return Ok(Kind::Rule);
    }
    if let Some((name, study)) = named_position(text) {
        return study_of(name, kind(&study, has_columns)?);
    }
    let text = &head::without_sides(text);
    if let Some(fields) = head::fields(text) {
        return Ok(Kind::Head(fields));
    }
    let command = text.strip_prefix("position ").map(str::trim);
    let line = command.unwrap_or(text);
    let (base, moves) = match line.split_once("moves") {
        Some((base, moves)) => (base.trim(), moves),
        None => (line, ""),
    };
    if let Some(rest) = base.strip_prefix("startpos") {
        let is_connect_four = tokens::has_drop(moves) || is_stones(moves);
        let start = if is_connect_four { RecordedGame::CONNECT_FOUR.usual_start() } else { Start::default() };
        return Ok(Kind::Start {
            start,
            rest: format!("{rest} {moves}").trim().to_owned(),
            operations: Vec::new(),
            whole: true,
        });
    }
    if command.is_some() && !base.is_empty() && is_digits(base) {
        return Ok(columns(base, moves));
    }
    let fen = base.strip_prefix("fen ").map(str::trim);
    let board = fen.unwrap_or(base).split(after_board).next().unwrap_or_default();
    let is_board_letter = |c: char| c.is_ascii_alphanumeric() || "/[]_-+~".contains(c);
    let is_position = board.matches('/').count() >= 3 && board.chars().all(is_board_letter);
    if fen.is_some() || command.is_some() || is_position {
        return position(fen.unwrap_or(base), board, moves, command.is_some() || fen.is_some());
    }
    if has_columns && is_digits(text) {
        return Ok(columns(text, ""));
    }
    let plain = numbering::plain(text);
    if let Some((number, is_black)) = tokens::number_alone(&plain).filter(|(number, _)| *number <= MAX_NUMBER) {
        return Ok(Kind::Number(number, is_black));
    }
    Ok(if head::has_moves(&plain) { Kind::Moves(plain.into_owned()) } else { Kind::Words })
}

/// Whether a line is digits alone.
pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn after_board(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | '"') || BARS.contains(&c)
}

/// A position after a name (`NAME|FEN`, `NAME,FEN`) or in the address of a page (`https://www.chessdb.cn/query/?FEN`).
fn named_position(text: &str) -> Option<(&str, Cow<'_, str>)> {
    // A board with all its signs is shorter than this.
    let board = |text: &str| {
        let end = text.char_indices().nth(MAX_BOARD).map_or(text.len(), |(end, _)| end);
        text[..end].split(after_board).next().is_some_and(is_board)
    };
    if let Some(scheme) = text.find("://") {
        let start = text[..scheme].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |index| index + 1);
        let start = (start..=scheme).find(|&index| text.is_char_boundary(index))?;
        let query = text[scheme..].split_once(['?', '#'])?.1;
        let values = query.split('&').map(|part| part.split_once('=').map_or(part, |(_, value)| value));
        let position = values.map(unescaped).find(|value| board(value))?;
        return Some((&text[..start], Cow::Owned(position)));
    }
    if board(text) || text.starts_with("position ") {
        return None;
    }
    let is_separator = |c| BARS.contains(&c) || matches!(c, ',' | '，' | ';' | '；' | '\t' | ':' | '：' | '=');
    let parts = text.match_indices(is_separator);
    // A value may be in quotes.
    let mut parts = parts.map(|(index, sign)| (index, text[index + sign.len()..].trim_start_matches([' ', '"'])));
    let (index, position) = parts.find(|(_, position)| board(position))?;
    let is_quoted = text[..text.len() - position.len()].ends_with('"');
    let unquoted = || Cow::Owned(position.replacen('"', " ", 1));
    Some((&text[..index], if is_quoted { unquoted() } else { Cow::Borrowed(position) }))
}

/// A value in an address: `%20` and `+` are blanks.
fn unescaped(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let (byte, length) = match (first, code) {
            (b'%', Some(code)) => (code, 3),
            (b'+', _) => (b' ', 1),
            (byte, _) => (byte, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A position with a name before it.
fn study_of(name: &str, mut study: Kind) -> Result<Kind, Cause> {
    let name = name.trim().trim_matches('"').trim();
    let is_name = !matches!(name.to_lowercase().as_str(), "" | "fen" | "position" | "局面" | "棋局");
    if let Kind::Start { operations, .. } = &mut study {
        operations.splice(0..0, is_name.then(|| ("id".to_owned(), name.to_owned())));
    }
    Ok(study)
}

/// A line that begins with a board.
fn position(text: &str, board: &str, moves: &str, whole: bool) -> Result<Kind, Cause> {
    let bad = |error: PositionError| bad_field("position", error);
    if !is_board(board)
        && board.contains('/')
        && let Ok(game) = ConnectFour::from_fen(text)
    {
        return Ok(Kind::Start {
            start: Start::from(game),
            rest: moves.trim().to_owned(),
            operations: Vec::new(),
            whole,
        });
    }
    let rest = text.get(board.len()..).unwrap_or_default();
    let (rest, name) = rest.split_once(BARS).unwrap_or((rest, ""));
    let is_field = |word: &str| {
        matches!(word, "w" | "b" | "r" | "W" | "B" | "R" | "-" | "KQkq")
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = |text: &str| text.split(after_board).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let words: Vec<String> = words(rest);
    let count = words.iter().take(5).take_while(|word| is_field(word)).count();
    let fen = format!("{board} {}", words[..count].join(" "));
    let start = RecordedGame::XIANGQI.start(&fen).map_err(bad)?;
    let is_opcode = |word: &String| matches!(word.as_str(), "bm" | "dm" | "id");
    // The operations of an EPD are not moves.
    if rest.contains([';', '"']) || words.get(count).is_some_and(is_opcode) {
        let operations = operations(after_fields(rest, count));
        return Ok(Kind::Start { start, rest: moves.trim().to_owned(), operations, whole: true });
    }
    let rest = format!("{} {moves}", words[count..].join(" ")).trim().to_owned();
    let name = name.trim().trim_matches('"').trim();
    let operations = (!name.is_empty()).then(|| ("id".to_owned(), name.to_owned())).into_iter().collect();
    Ok(Kind::Start { start, rest, operations, whole })
}

/// The text after `count` words.
fn after_fields(text: &str, count: usize) -> &str {
    let separators = [' ', '\t', ','];
    (0..count).fold(text, |text, _| {
        let text = text.trim_start_matches(separators);
        text.find(separators).map_or("", |end| &text[end..])
    })
}

/// The operations of an EPD, opcode and operand: `dm 6; id "a; b";`.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    let parts = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let operation = |part: &str| {
        let (opcode, operand) = part.trim().split_once(char::is_whitespace)?;
        Some((opcode.to_owned(), operand.trim().trim_matches('"').to_owned()))
    };
    parts.filter_map(operation).collect()
}

/// The columns of four in a row, from 1, `4453`, and the moves after them.
fn columns(text: &str, moves: &str) -> Kind {
    let digits: String = text.chars().flat_map(|digit| [digit, ' ']).collect();
    Kind::Columns(ConnectFour::start(), (digits + moves.trim()).trim().to_owned())
}

/// Whether all moves are columns (`4`) or cells (`d1`) of four in a row, which no moves of xiangqi are.
fn is_stones(moves: &str) -> bool {
    let is_stone = |word: &str| match word.as_bytes() {
        [column] => column.is_ascii_digit(),
        [column, row] => column.is_ascii_alphabetic() && row.is_ascii_digit(),
        _ => false,
    };
    !moves.trim().is_empty() && moves.split_whitespace().all(is_stone)
}
