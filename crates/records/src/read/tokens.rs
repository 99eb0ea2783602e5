//! Splits moves in text form into tokens: numbers, moves, comments, variations, annotations, results.
//!
//! PGN and lists come from many sources: numbers in any form (`1.`, `12...`, `1、……`, attached to the move), remarks in
//! parentheses, Chinese moves without separators.

use super::super::result::GameResult;
use meihua_engine::engine::record_game::Convention;
use meihua_engine::games::xiangqi::notation::{relative, san, wire};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `{…}`, `;…`, or a line that begins with `%`.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    Mark(u8),
    Result(GameResult),
    /// Dots in place of Red's move: `1...`, `……`.
    BlackMoves,
    /// Anything else: a move, if it is valid.
    Move(&'a str),
    /// A comment in braces does not end.
    Unclosed,
}

/// Annotations that are words of their own.
const MARKS: [(&str, u8); 18] = [
    ("!", 1),
    ("！", 1),
    ("?", 2),
    ("？", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Style {
    /// Whether a bare number is a move (four in a row) rather than a move number.
    pub digits: bool,
    /// Whether it is a list rather than PGN: moves may follow a semicolon.
    pub list: bool,
    /// Whether it is PGN of a game of a file: a comma joins a move and its wall (`b1c3,c3b1`), and parentheses hold
    /// variations alone, because their moves may have any form.
    pub strict: bool,
    /// The convention that the file states; `None` if the moves have to show it.
    pub convention: Option<Convention>,
}

/// Splits text into tokens with their line numbers; `first_line` is the number of the first line.
#[cfg(test)]
fn tokens(text: &str, first_line: u64, style: Style) -> Vec<(u64, Token<'_>)> {
    let mut found = Vec::new();
    scan(text, first_line, style, |line, token| found.push((line, token)));
    found
}

/// Whether a word has the form of a move.
pub(crate) fn looks_like_move(word: &str) -> bool {
    is_sure_move(word) || san::has_rank(word).is_some()
}

/// Whether a word has the form of a move and cannot be anything else.
pub(crate) fn is_sure_move(word: &str) -> bool {
    let shape = wire::parse(word, false).or_else(|| wire::parse(word, true)).is_some();
    let request = || relative::Request::parse(word).or_else(|| relative::Request::parse_vietnamese(word));
    shape || request().is_some() || word.starts_with("P@")
}

/// Whether a word between spaces contains a move, perhaps with a number or an annotation.
fn holds_move(word: &str, style: Style) -> bool {
    let mut found = false;
    word_tokens(word.split('$').next().unwrap_or_default(), style, |token| match token {
        Token::Move(word) => {
            found |= looks_like_move(word) || style.digits && word.bytes().all(|byte| byte.is_ascii_digit())
        }
        Token::Comment(_)
        | Token::Open
        | Token::Close
        | Token::Mark(_)
        | Token::Result(_)
        | Token::BlackMoves
        | Token::Unclosed => {}
    });
    found
}

/// Whether a move drops a piece, as in four in a row (`P@d1`); comments are ignored.
pub(crate) fn has_drop(text: &str) -> bool {
    let mut found = false;
    if text.contains("P@") {
        scan(text, 1, Style::default(), |_, token| {
            found |= matches!(token, Token::Move(word) if word.starts_with("P@"))
        });
    }
    found
}

/// Returns the tokens one by one, because a malicious text may have millions.
pub(crate) fn scan<'a>(text: &'a str, first_line: u64, style: Style, mut give: impl FnMut(u64, Token<'a>)) {
    let (mut rest, mut line, mut line_start) = (text, first_line, true);
    while let Some(c) = rest.chars().next() {
        let before = rest;
        match c {
            '{' => {
                let end = rest.find('}').unwrap_or(rest.len());
                give(line, Token::Comment(&rest[1..end]));
                if end == rest.len() {
                    give(line, Token::Unclosed);
                }
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            ';' if style.list && goes_on(&rest[1..], style) => rest = &rest[1..],
            ';' | '%' if c == ';' || line_start => {
                let end = rest.find('\n').unwrap_or(rest.len());
                give(line, Token::Comment(&rest[1..end]));
                rest = &rest[end..];
            }
            '(' | '（' => {
                let after = &rest[c.len_utf8()..];
                match remark(after, style) {
                    Some(length) => {
                        give(line, Token::Comment(after[..length].trim_matches(['{', '}', ' '])));
                        let closing = after[length..].chars().next().map_or(0, char::len_utf8);
                        rest = after[length..].get(closing..).unwrap_or_default();
                    }
                    None => {
                        give(line, Token::Open);
                        rest = after;
                    }
                }
            }
            ')' | '）' => {
                give(line, Token::Close);
                rest = &rest[c.len_utf8()..];
            }
            c if is_blank(c) => rest = &rest[c.len_utf8()..],
            _ => {
                let (word, after) = rest.split_at(word_end(rest, c, style));
                word_tokens(word, style, |token| give(line, token));
                rest = after;
            }
        }
        let passed = &before[..before.len() - rest.len()];
        line += passed.bytes().filter(|&byte| byte == b'\n').count() as u64;
        line_start = passed.ends_with('\n');
    }
}

/// The length of the word that begins with `first`. `$` begins an annotation, which ends with its digits.
fn word_end(text: &str, first: char, style: Style) -> usize {
    let stops = |(index, c): (usize, char)| {
        let joins =
            c == ',' && style.strict && text[index + 1..].starts_with(|next: char| next.is_ascii_alphanumeric());
        let ends = is_blank(c) && !joins || matches!(c, '{' | ';' | '(' | '（' | ')' | '）' | '$');
        (ends || first == '$' && !c.is_ascii_digit()).then_some(index)
    };
    text.char_indices().skip(1).find_map(stops).unwrap_or(text.len())
}

/// Whether a character separates words; web pages have invisible ones between them.
pub(super) fn is_blank(c: char) -> bool {
    let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\0');
    c.is_whitespace() || is_invisible || matches!(c, ',' | '，' | '、' | '。' | '；')
}

/// Whether the first word after a semicolon is a move or a move number.
fn goes_on(after: &str, style: Style) -> bool {
    let word =
        after.trim_start_matches([' ', '\t', '\u{3000}']).split(|c| is_blank(c) || c == ';').next().unwrap_or_default();
    let number = word.trim_end_matches(is_dot);
    holds_move(word, style) || !number.is_empty() && number.chars().all(is_digit)
}

/// The length of a remark after an opening parenthesis: the text up to the closing one, if no word of it is a move. A
/// variation has moves.
fn remark(after: &str, style: Style) -> Option<usize> {
    let end = after.find(['(', '（', ')', '）']).filter(|_| !style.strict)?;
    let text = &after[..end];
    let is_closed = after[end..].starts_with([')', '）']);
    let mut words = text.split(|c| is_blank(c) || matches!(c, '{' | '}' | ';'));
    (is_closed && !text.trim().is_empty() && !words.any(|word| holds_move(word, style))).then_some(end)
}

/// Splits a word between spaces: a result, a number with or without a move, moves, annotations after them or before the
/// number.
fn word_tokens<'a>(word: &'a str, style: Style, mut push: impl FnMut(Token<'a>)) {
    // In other games than xiangqi, castling may be written with zeros, and what captures in passing may say so.
    let is_castling = style.strict && word == "0-0";
    if let Some(result) = GameResult::parse(word).filter(|_| !is_castling) {
        return push(Token::Result(result));
    }
    if style.strict && word == "e.p." {
        return;
    }
    if let Some(number) = word.strip_prefix('$') {
        let mark = number.parse().ok();
        return push(mark.map_or(Token::Move(word), Token::Mark));
    }
    if let Some((_, mark)) = MARKS.iter().find(|(text, _)| *text == word) {
        return push(Token::Mark(*mark));
    }
    let signs = ['!', '?', '！', '？'];
    let mark = |signs: &str| {
        let signs = signs.replace('！', "!").replace('？', "?");
        MARKS.iter().find(|(text, _)| *text == signs).map(|(_, mark)| Token::Mark(*mark))
    };
    let unmarked = word.trim_start_matches(signs);
    mark(&word[..word.len() - unmarked.len()]).into_iter().for_each(&mut push);
    let word = without_number(unmarked, style.digits);
    if has_black_dots(&unmarked[..unmarked.len() - word.len()]) {
        push(Token::BlackMoves);
    }
    let bare = word.trim_end_matches(signs);
    let suffix = &word[bare.len()..];
    let spelled = bare.trim_end_matches(is_dot);
    if !spelled.is_empty() {
        split_glued(spelled, &mut push);
    }
    mark(suffix).into_iter().for_each(push);
}

pub(super) fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '…' | '·')
}

pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// Whether a number, or what is in place of Red's move, has the dots of Black's move: an ellipsis, or more than one
/// dot.
fn has_black_dots(number: &str) -> bool {
    number.contains('…') || number.chars().filter(|&c| is_dot(c)).count() > 1
}

/// The number at the start of a line if a sign follows it, and whether it numbers a move of Black.
pub(crate) fn line_number(line: &str) -> Option<(u32, bool)> {
    let (number, between, _) = numbered(line)?;
    let has_sign = between.contains(|c| is_dot(c) || matches!(c, '、' | '。'));
    has_sign.then(|| (number, numbers_black(between)))
}

/// Whether a line begins with the dots of Black's move.
pub(crate) fn begins_with_dots(line: &str) -> bool {
    has_black_dots(&line[..line.len() - line.trim_start_matches(is_dot).len()])
}

/// The number that is all of a line but signs, and whether it numbers a move of Black.
pub(crate) fn number_alone(line: &str) -> Option<(u32, bool)> {
    let (number, between, after) = numbered(line)?;
    after.is_empty().then(|| (number, has_black_dots(between)))
}

/// Dots after a number, or blanks in place of Red's move, make it the number of a move of Black.
fn numbers_black(between: &str) -> bool {
    has_black_dots(between) || between.matches('\u{3000}').count() > 2
}

/// The number at the start of a line, the signs and blanks after it, and the rest.
fn numbered(line: &str) -> Option<(u32, &str, &str)> {
    let line = line.trim_start_matches(|c| is_blank(c) || matches!(c, '!' | '?' | '！' | '？'));
    let rest = line.trim_start_matches(is_digit);
    let value =
        |c: char| c.to_digit(10).or_else(|| ('０'..='９').position(|digit| digit == c).map(|digit| digit as u32));
    let digits = line[..line.len() - rest.len()].chars().filter_map(value);
    let number = digits.take(6).reduce(|number, digit| number * 10 + digit)?;
    let after = rest.trim_start_matches(|c| is_dot(c) || is_blank(c));
    Some((number, &rest[..rest.len() - after.len()], after))
}

/// A word without the move number before it.
fn without_number(word: &str, digits: bool) -> &str {
    if is_tandem(word) {
        return word;
    }
    let rest = word.trim_start_matches(is_digit);
    let after = rest.trim_start_matches(is_dot);
    let (has_digits, has_dots) = (rest.len() < word.len(), after.len() < rest.len());
    // `1炮二平五`, with the dot forgotten.
    let forgotten = has_digits && rest.chars().count() == 4 && is_action(rest.chars().nth(2));
    match (has_digits, has_dots) {
        (_, true) => after,
        (true, false) if rest.is_empty() => {
            if digits {
                word
            } else {
                ""
            }
        }
        (true, false) if forgotten => rest,
        _ => word,
    }
}

/// `25.6`: the second pawn on file 5 moves sideways to file 6. It looks like a move number.
fn is_tandem(word: &str) -> bool {
    let digit = |byte: u8, most: u8| (b'1'..=most).contains(&byte);
    match word.as_bytes() {
        &[order, file, sign, number] => {
            digit(order, b'5') && digit(file, b'9') && matches!(sign, b'+' | b'-' | b'=' | b'.') && digit(number, b'9')
        }
        _ => false,
    }
}

fn is_action(c: Option<char>) -> bool {
    matches!(c, Some('进' | '進' | '退' | '平'))
}

/// Splits moves of four characters without separators: the third of every four is the direction.
fn split_glued<'a>(word: &'a str, push: &mut impl FnMut(Token<'a>)) {
    let starts: Vec<usize> = word.char_indices().map(|(index, _)| index).chain([word.len()]).collect();
    let count = starts.len() - 1;
    let glued = count >= 8 && count.is_multiple_of(4) && word.chars().skip(2).step_by(4).all(|c| is_action(Some(c)));
    if !glued {
        return push(Token::Move(word));
    }
    starts.windows(5).step_by(4).for_each(|five| push(Token::Move(&word[five[0]..five[4]])));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let moves = tokens(text, 1, Style::default()).into_iter();
        moves
            .filter(|(_, token)| *token != Token::BlackMoves)
            .map(|(_, token)| if let Token::Move(word) = token { word.to_owned() } else { format!("{token:?}") })
            .collect()
    }

    #[test]
    fn a_drop_in_a_comment_makes_no_game_of_drops() {
        assert!(["1. P@d1 P@d2", "P@d1", "{P@} 1.P@d1", "1. ( P@d1 )", "1. d1 ; no\n(P@a1)"].into_iter().all(has_drop));
        assert!(
            ["{P@} *", "1. h2e2 {a {P@d1} h9g7", "; P@d1\n*", "CP@", "{P@d1"].into_iter().all(|text| !has_drop(text))
        );
    }

    #[test]
    fn numbers_of_every_shape() {
        assert_eq!(
            words("1. C2=5 2... H8+7 12.R1.2 3．P3+1 4…h2e2 7 ... …… 25.6"),
            ["C2=5", "H8+7", "R1.2", "P3+1", "h2e2", "25.6"]
        );
        assert_eq!(words("1.炮二平五马８进７ 2马二进三，车９平８"), ["炮二平五", "马８进７", "马二进三", "车９平８"]);
        assert_eq!(words("a! b?? $5 红胜"), ["a", "Mark(1)", "b", "Mark(4)", "Mark(5)", "Result(Win(First))"]);
        assert_eq!(tokens("4 4", 1, Style { digits: true, ..Style::default() }).len(), 2);
    }

    #[test]
    fn an_annotation_ends_a_word_and_so_does_an_invisible_character() {
        assert_eq!(
            words("H2+3$1 h2e2!$14$5h9g7"),
            ["H2+3", "Mark(1)", "h2e2", "Mark(1)", "Mark(14)", "Mark(5)", "h9g7"]
        );
        assert_eq!(words("(h2e2$1)"), ["Open", "h2e2", "Mark(1)", "Close"]);
        assert_eq!(words("炮二平五\u{200b} \u{200b}马８进７\u{2060}"), ["炮二平五", "马８进７"]);
    }

    #[test]
    fn lines_are_counted() {
        let found = tokens("a\n{x\ny} b ;c\n% d\ne", 5, Style::default());
        let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, found.len()), (vec![5, 6, 7, 7, 8, 9], 6));
    }
}
