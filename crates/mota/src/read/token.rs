//! The tokens of expressions, cut by nom. What is made of them depends on names met before, and is nested no deeper than a bound:
//! that is [`crate::rules::expression::Parser`]'s.

use crate::rules::expression::ExpressionError;
use nom::branch::alt;
use nom::bytes::complete::{is_a, tag, take_till, take_while, take_while1};
use nom::character::complete::{char, digit1, newline, satisfy};
use nom::combinator::{map_opt, recognize, verify};
use nom::multi::many0_count;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    /// A text in quotes.
    Text(String),
    /// A name, perhaps with dots: `core.status.hero.atk`.
    Name(String),
    /// A name behind a prefix: `flag:door`, `blockId:3,4`.
    Prefixed(String, String),
    Sign(&'static str),
}

/// As it stands in code.
impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Number(number) => write!(formatter, "{number}"),
            Token::Text(text) => write!(formatter, "'{text}'"),
            Token::Name(name) => write!(formatter, "{name}"),
            Token::Prefixed(prefix, name) => write!(formatter, "{prefix}:{name}"),
            Token::Sign(sign) => write!(formatter, "{sign}"),
        }
    }
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
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = gap(rest).map_or(rest, |(rest, _)| rest);
        if rest.is_empty() {
            return Ok(tokens);
        }
        let token = alt((number, quoted, prefixed, name.map(|name| Token::Name(name.to_owned())), sign));
        let read = alt((token.map(Some), newline.map(|_| None))).parse(rest);
        let (after, token) = read.map_err(|_| fault(rest))?;
        tokens.extend(token.or_else(|| ends_statement(&tokens).then_some(Token::Sign(";"))));
        rest = after;
    }
}

fn gap(input: &str) -> IResult<&str, usize> {
    let comment = recognize((tag("//"), take_till(|c| c == '\n')));
    many0_count(alt((is_a(" \t\r"), comment))).parse(input)
}

fn number(input: &str) -> IResult<&str, Token> {
    map_opt(digits, |digits| digits.parse().ok().map(Token::Number)).parse(input)
}

/// What a number is made of.
fn digits(input: &str) -> IResult<&str, &str> {
    recognize((digit1, take_while(|c: char| c.is_ascii_digit() || c == '.'))).parse(input)
}

fn quoted(input: &str) -> IResult<&str, Token> {
    let between = |quote| delimited(char(quote), take_till(move |c| c == quote), char(quote));
    alt((between('\''), between('"'))).map(|text: &str| Token::Text(text.to_owned())).parse(input)
}

/// A name with its dots. Digits that are no number are none.
fn name(input: &str) -> IResult<&str, &str> {
    let first = satisfy(|c| is_name(c) && !c.is_ascii_digit());
    recognize((first, take_while(|c| is_name(c) || c == '.'))).parse(input)
}

fn prefixed(input: &str) -> IResult<&str, Token> {
    let mut prefix = terminated(verify(name, |name: &str| PREFIXES.contains(&name)), char(':'));
    let (rest, prefix) = prefix.parse(input)?;
    let is_part = |c| is_name(c) || (c == ',' && prefix.starts_with("block")) || (c == ':' && prefix == "enemy");
    take_while1(is_part).map(|name: &str| Token::Prefixed(prefix.to_owned(), name.to_owned())).parse(rest)
}

fn sign(input: &str) -> IResult<&str, Token> {
    alt(SIGNS.map(|sign| tag(sign).map(move |_| Token::Sign(sign)))).parse(input)
}

/// Why no token begins here.
fn fault(rest: &str) -> ExpressionError {
    match (digits(rest), rest.chars().next().unwrap_or_default()) {
        (Ok((_, digits)), _) => ExpressionError::Number(digits.to_owned()),
        (Err(_), '\'' | '"') => ExpressionError::Quote(rest.to_owned()),
        (Err(_), sign) => ExpressionError::Sign(sign),
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
