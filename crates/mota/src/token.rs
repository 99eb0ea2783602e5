//! The tokens of expressions.

use super::expression::ExpressionError;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A number.
    Number(f64),
    /// A text in quotes.
    Text(String),
    /// A name, perhaps with dots: `core.status.hero.atk`.
    Name(String),
    /// A name behind a prefix: `flag:door`, `blockId:3,4`.
    Prefixed(String, String),
    /// A sign.
    Sign(&'static str),
}

/// Every sign, the longest first.
const SIGNS: [&str; 34] = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "=", "<", ">", "+", "-", "*", "/",
    "%", "!", "(", ")", "?", ":", ",", ";", "[", "]", "{", "}", "~", "^",
];

/// The words that a colon and a name may follow.
const PREFIXES: [&str; 11] =
    ["status", "item", "flag", "switch", "temp", "buff", "global", "blockId", "blockCls", "blockNumber", "enemy"];

/// Cuts a text into tokens. A line break between two statements becomes a `;`.
///
/// # Errors
/// A sign that no expression has, or a text without its end.
pub fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        let blank = rest.trim_start_matches([' ', '\t', '\r']);
        rest = blank;
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        if first == '\n' {
            rest = &rest[1..];
            if ends_statement(&tokens) {
                tokens.push(Token::Sign(";"));
            }
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number = rest[..end].parse().map_err(|_| ExpressionError::Number(rest[..end].to_owned()))?;
            tokens.push(Token::Number(number));
            rest = &rest[end..];
        } else if matches!(first, '\'' | '"') {
            let end = rest[1..].find(first).ok_or_else(|| ExpressionError::Quote(rest.to_owned()))? + 1;
            tokens.push(Token::Text(rest[1..end].to_owned()));
            rest = &rest[end + 1..];
        } else if is_name(first) {
            rest = name(rest, &mut tokens);
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or(ExpressionError::Sign(first))?;
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        }
    }
}

/// Whether a line break here ends a statement.
fn ends_statement(tokens: &[Token]) -> bool {
    match tokens.last() {
        None => false,
        Some(Token::Sign(sign)) => matches!(*sign, ")" | "]" | "}"),
        Some(_) => true,
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '@')
}

/// Takes a name, with its dots or behind its prefix; returns what follows.
fn name<'a>(text: &'a str, tokens: &mut Vec<Token>) -> &'a str {
    let end = text.find(|c: char| !is_name(c) && c != '.').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if let Some(after) = rest.strip_prefix(':')
        && PREFIXES.contains(&name)
    {
        let commas = name.starts_with("block");
        let of_name = |c: char| is_name(c) || (commas && c == ',') || (name == "enemy" && c == ':');
        let end = after.find(|c: char| !of_name(c)).unwrap_or(after.len());
        if end > 0 {
            tokens.push(Token::Prefixed(name.to_owned(), after[..end].to_owned()));
            return &after[end..];
        }
    }
    tokens.push(Token::Name(name.to_owned()));
    rest
}
