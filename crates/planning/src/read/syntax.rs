//! The parentheses and words of a text, each with its place.

use super::{MAX_DEPTH, Result};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, multispace1, one_of};
use nom::combinator::{recognize, value};
use nom::multi::many0_count;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// A text in lower case, since PDDL ignores case, and its name for errors.
#[derive(Debug)]
pub(super) struct Source {
    pub name: Sentence,
    pub text: String,
}

/// A word or a list in parentheses.
#[derive(Debug)]
pub(super) struct Node<'a> {
    source: &'a Source,
    /// The text from here to the end of the source, which gives the place.
    rest: &'a str,
    kind: Kind<'a>,
}

#[derive(Debug)]
enum Kind<'a> {
    Word(&'a str),
    List(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    pub(super) fn word(&self) -> Option<&'a str> {
        if let Kind::Word(word) = self.kind { Some(word) } else { None }
    }

    pub(super) fn list(&self) -> Option<&[Node<'a>]> {
        if let Kind::List(nodes) = &self.kind { Some(nodes) } else { None }
    }

    pub(super) fn is_empty_list(&self) -> bool {
        self.list().is_some_and(<[Node]>::is_empty)
    }

    /// The first word of a list and what follows it.
    pub(super) fn form(&self) -> Option<(&'a str, &[Node<'a>])> {
        let (first, rest) = self.list()?.split_first()?;
        Some((first.word()?, rest))
    }

    /// Whether it is a list with this word first.
    pub(super) fn begins_with(&self, word: &str) -> bool {
        self.form().is_some_and(|(first, _)| first == word)
    }

    /// An error at this place.
    pub(super) fn fault(&self, expected: impl Into<Sentence>) -> PositionError {
        let found = match &self.kind {
            Kind::Word(word) => word,
            Kind::List(_) => first_line(self.rest),
        };
        self.source.fault_at(self.rest, found, expected)
    }

    /// A condition as people read it: `on a b` or `not on a b`, and all others in parentheses.
    pub(super) fn phrase(&self) -> String {
        let plain = |node: &Node| {
            let words: Option<Vec<&str>> = node.list()?.iter().map(Node::word).collect();
            words.map(|words| words.join(" "))
        };
        let negated = match self.form() {
            Some(("not", [atom])) => plain(atom).map(|atom| format!("not {atom}")),
            _ => plain(self),
        };
        negated.unwrap_or_else(|| self.line())
    }

    /// Where it stands, for errors that are found later.
    pub(super) fn place(&self) -> Sentence {
        self.source.place_of(self.rest)
    }

    /// The text on one line, without comments.
    pub(super) fn line(&self) -> String {
        match &self.kind {
            Kind::Word(word) => (*word).to_owned(),
            Kind::List(nodes) => format!("({})", nodes.iter().map(Node::line).collect::<Vec<_>>().join(" ")),
        }
    }
}

impl Source {
    pub(super) fn new(name: Sentence, text: &str) -> Self {
        Source { name, text: text.trim_start_matches('\u{feff}').to_lowercase() }
    }

    fn before(&self, rest: &str) -> &str {
        &self.text[..self.text.len() - rest.len()]
    }

    fn line_of(&self, rest: &str) -> usize {
        1 + self.before(rest).matches('\n').count()
    }

    fn place_of(&self, rest: &str) -> Sentence {
        let (before, line) = (self.before(rest), self.line_of(rest));
        let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
        sentence!("{}, line {} column {}", self.name.clone(), line, column)
    }

    fn fault_at(&self, rest: &str, found: &str, expected: impl Into<Sentence>) -> PositionError {
        PositionError::syntax(self.place_of(rest), found, expected)
    }

    /// Refuses a definition or a section that begins within another one, which then lacks a parenthesis.
    fn check_level(&self, open: &[(&str, Vec<Node<'_>>)], at: &str, after: &str) -> Result<()> {
        let first = blank(after).and_then(|(word, _)| token(word)).map_or("", |(_, word)| word);
        let level = match first {
            "define" => 0,
            _ if first.starts_with(':') => 1,
            _ => return Ok(()),
        };
        // The first of these is no list but the text.
        let Some(missing) = (open.len() - 1).checked_sub(level).filter(|&missing| missing > 0) else { return Ok(()) };
        let (start, _) = open[level + 1];
        let expected = sentence!("{} before line {}", parentheses(missing), self.line_of(at));
        Err(self.fault_at(start, first_line(start), expected))
    }

    /// All lists at the top level.
    pub(super) fn nodes(&self) -> Result<Vec<Node<'_>>> {
        // The lists that are open, outermost first.
        let mut open: Vec<(&str, Vec<Node<'_>>)> = vec![("", Vec::new())];
        let mut rest = self.text.as_str();
        loop {
            let (at, _) = blank(rest).unwrap_or((rest, 0));
            let top = open.len() - 1;
            let (after, token) = token(at).unwrap_or((at, ""));
            rest = after;
            match token {
                "(" if top >= MAX_DEPTH => {
                    return Err(self.fault_at(at, "(", sentence!("at most {} open parentheses", MAX_DEPTH)));
                }
                "(" => {
                    self.check_level(&open, at, after)?;
                    open.push((at, Vec::new()));
                }
                ")" if top == 0 => return Err(self.fault_at(at, ")", "an opening parenthesis before it")),
                ")" => {
                    if let Some((start, nodes)) = open.pop() {
                        open[top - 1].1.push(Node { source: self, rest: start, kind: Kind::List(nodes) });
                    }
                }
                "" if !at.is_empty() => {
                    let found: String = at.chars().take(1).collect();
                    return Err(self.fault_at(at, &found, "a word without commas, or a parenthesis"));
                }
                "" if top > 0 => {
                    let expected = parentheses(top);
                    return Err(PositionError::amount(self.place_of(at), "the end", expected));
                }
                "" => return Ok(open.swap_remove(0).1),
                word => open[top].1.push(Node { source: self, rest: at, kind: Kind::Word(word) }),
            }
        }
    }
}

fn parentheses(missing: usize) -> Sentence {
    Sentence::counted(missing, ["{} more closing parenthesis", "{} more closing parentheses"])
}

/// The list that a text begins with, or as much of it as its first line has.
fn first_line(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut open = 0;
    let end = line.char_indices().find(|(_, c)| {
        open += i32::from(*c == '(') - i32::from(*c == ')');
        open == 0
    });
    end.map_or(line, |(last, _)| &line[..=last])
}

/// White space and comments.
fn blank(text: &str) -> IResult<&str, usize> {
    let comment = value((), preceded(char(';'), take_while(|c| !matches!(c, '\n' | '\r'))));
    many0_count(alt((value((), multispace1), comment))).parse(text)
}

fn token(text: &str) -> IResult<&str, &str> {
    let is_word = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '(' | ')' | ';' | ',');
    alt((recognize(one_of("()")), take_while1(is_word))).parse(text)
}
