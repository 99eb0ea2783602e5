//! Splits the text of a tower into lines and words that know their position.

use crate::sentence;
use crate::sentence::Sentence;
use crate::text::PositionError;

/// A word and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// A line with at least one word.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub words: Vec<Word<'a>>,
    pub number: usize,
    /// The column after its last word.
    pub end: usize,
}

/// Reads a tower line by line, skipping empty lines.
pub(super) struct Scanner<'a> {
    lines: std::vec::IntoIter<Line<'a>>,
    last: usize,
}

impl Word<'_> {
    /// The error for a word that should have been something else. `part` says what it is about, in a person's terms.
    pub(super) fn error(&self, part: impl Into<Sentence>, expected: impl Into<Sentence>) -> PositionError {
        PositionError::syntax(place(part.into(), self.line, self.column), self.text, expected)
    }

    /// The error for something missing in the part that starts with this word.
    pub(super) fn missing(&self, part: &'static str, found: &'static str, expected: &'static str) -> PositionError {
        PositionError::amount(place(part.into(), self.line, self.column), found, expected)
    }

    /// The number given by the word, within `least..=most`.
    pub(super) fn number(&self, part: impl Into<Sentence>, least: i64, most: i64) -> Result<i64, PositionError> {
        let value = self.text.parse::<i64>().ok().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| self.error(part, sentence!("a whole number from {} to {}", least, most)))
    }
}

impl<'a> Line<'a> {
    /// The error for a line with too few words.
    pub(super) fn short(&self, part: impl Into<Sentence>, expected: impl Into<Sentence>) -> PositionError {
        PositionError::amount(place(part.into(), self.number, self.end), "end of line", expected)
    }

    /// The words, if there are exactly `count` of them.
    pub(super) fn exactly(
        &self,
        count: usize,
        part: impl Into<Sentence>,
        expected: impl Into<Sentence>,
    ) -> Result<&[Word<'a>], PositionError> {
        match self.words.get(count) {
            Some(extra) => Err(extra.error(part, sentence!("end of line after {}", expected.into()))),
            None if self.words.len() < count => Err(self.short(part, expected)),
            None => Ok(&self.words),
        }
    }
}

impl<'a> Scanner<'a> {
    /// Lines end with a line feed or a semicolon.
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<Line<'a>> = text
            .split(['\n', ';'])
            .enumerate()
            .map(|(index, line)| cut(line, index + 1))
            .filter(|line| !line.words.is_empty())
            .collect();
        let last = text.split(['\n', ';']).count();
        Scanner { lines: lines.into_iter(), last }
    }

    /// The next line; `part` says what it should contain.
    pub(super) fn line(
        &mut self,
        part: impl Into<Sentence>,
        expected: impl Into<Sentence>,
    ) -> Result<Line<'a>, PositionError> {
        let last = self.last;
        self.lines.next().ok_or_else(|| PositionError::amount(place(part.into(), last, 1), "end of text", expected))
    }

    /// The next line, if there is one.
    pub(super) fn rest(&mut self) -> Option<Line<'a>> {
        self.lines.next()
    }
}

fn place(part: Sentence, line: usize, column: usize) -> Sentence {
    sentence!("{} (line {} column {})", part, line, column)
}

fn cut(line: &str, number: usize) -> Line<'_> {
    let mut words = Vec::new();
    let mut start = None;
    let mut end = 1;
    // An extra blank at the end terminates the last word.
    for (column, (at, character)) in line.char_indices().chain([(line.len(), ' ')]).enumerate() {
        if !character.is_whitespace() {
            start.get_or_insert((at, column + 1));
        } else if let Some((from, first)) = start.take() {
            words.push(Word { text: &line[from..at], line: number, column: first });
            end = column + 1;
        }
    }
    Line { words, number, end }
}
