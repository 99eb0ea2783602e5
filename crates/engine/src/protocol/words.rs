//! The words of a line, parsed with nom; all grammars of the protocol are built from these parsers. Spaces, tabs, CR
//! and all other control characters separate words, so that a stray CR or NUL ends a word and cannot hide in one.

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, opt, recognize, verify};
use nom::error::Error;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// Parses one word and the blanks before it.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(take_while(is_blank), take_while1(|letter| !is_blank(letter))).parse(input)
}

/// Parses a whole number with an optional sign.
fn number(input: &str) -> IResult<&str, &str> {
    all_consuming(recognize(pair(opt(one_of("+-")), digit1))).parse(input)
}

/// Parses the word `expected`, ignoring case.
pub fn keyword<'a>(expected: &str) -> impl Parser<&'a str, Output = &'a str, Error = Error<&'a str>> {
    verify(word, move |found: &str| found.eq_ignore_ascii_case(expected))
}

/// The value of a whole number; values beyond an `i64` are clamped to its range.
pub fn integer(text: &str) -> Option<i64> {
    let (_, digits) = number(text).ok()?;
    let limit = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(digits.parse().unwrap_or(limit))
}

/// The remaining words of a line.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of a line.
    pub fn new(line: &'a str) -> Self {
        Words { rest: line }
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        word(self.rest).ok().map(|(_, word)| word)
    }

    /// The rest of the line, without surrounding blanks.
    pub fn rest(&self) -> &'a str {
        self.rest.trim_matches(is_blank)
    }

    /// Takes the next word if it is `expected`, ignoring case.
    pub fn accept(&mut self, expected: &str) -> bool {
        let mut ahead = *self;
        let found = ahead.next().is_some_and(|word| word.eq_ignore_ascii_case(expected));
        if found {
            *self = ahead;
        }
        found
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (rest, word) = word(self.rest).ok()?;
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_every_kind_part_words() {
        let words: Vec<_> = Words::new("  go\tdepth \u{0} 5\r\n").collect();
        assert_eq!(words, ["go", "depth", "5"]);
        assert_eq!(Words::new(" \r").next(), None);
    }

    #[test]
    fn numbers_are_whole_words_and_never_overflow() {
        assert_eq!(integer("-1894"), Some(-1894));
        assert_eq!(integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Some(i64::MIN));
        for text in ["", "-", "12a", "1.5", "--3"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn a_word_is_taken_whatever_its_capitals() {
        let mut words = Words::new("NAME Hash");
        assert!(words.accept("name"));
        assert!(!words.accept("name"));
        assert_eq!(words.rest(), "Hash");
    }
}
