//! Sentences that are translated last, into the reader's language.
//!
//! A [`Sentence`] consists of a phrase and the parts that fill its placeholders. The phrase is English text and
//! translation key at once. A language is a function from phrases to phrases ([`Sentence::in_words`]), so finished text
//! never has to be parsed.

use serde::{Serialize, Serializer};
use std::fmt::{self, Debug, Display, Formatter};

/// The placeholder for a variable part of a phrase.
pub const HOLE: &str = "{}";

/// A text whose language is chosen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Text that is the same in every language: a number, a move, a file name.
    Plain(String),
    /// A phrase with one `{}` for each part, in order. A translation may number them instead: `{2}`.
    Phrase(&'static str, Vec<Sentence>),
    /// The start of a sentence: capitalised in languages that have capitals.
    Capital(Box<Sentence>),
    /// Sentences one after another, without a separator.
    Row(Vec<Sentence>),
}

/// Puts a sentence into the words of another language, for a client that shows both.
pub type Words = fn(&Sentence) -> String;

/// A [`Sentence`] made of a phrase and its parts: `sentence!("{} is in check.", side)`. It does not compile unless the
/// phrase has exactly one placeholder for each part.
#[macro_export]
macro_rules! sentence {
    ($phrase:expr $(, $part:expr)* $(,)?) => {{
        const PHRASE: &str = $phrase;
        const { $crate::sentence::check_holes(PHRASE, &[$(stringify!($part)),*]) };
        $crate::sentence::Sentence::Phrase(PHRASE, vec![$($crate::sentence::Sentence::from($part)),*])
    }};
}

/// Prints types that are sentences (`Sentence: From<&Type>`) in English.
#[macro_export]
macro_rules! in_english {
    ($($type:ty),+) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&$crate::sentence::Sentence::from(self), f)
            }
        }
    )+};
}
/// Panics unless the phrase has one placeholder for each part. [`sentence!`](crate::sentence!) calls this at compile
/// time.
#[doc(hidden)]
pub const fn check_holes(phrase: &str, parts: &[&str]) {
    let bytes = phrase.as_bytes();
    let (mut holes, mut at) = (0, 1);
    while at < bytes.len() {
        holes += (bytes[at - 1] == b'{' && bytes[at] == b'}') as usize;
        at += 1;
    }
    assert!(holes == parts.len(), "a phrase needs one part for each {{}}");
}

impl Sentence {
    /// The empty text.
    pub const EMPTY: Sentence = Sentence::Row(Vec::new());

    /// Text that is the same in every language.
    pub fn plain(text: impl Display) -> Sentence {
        Sentence::Plain(text.to_string())
    }

    /// Quoted input, with control characters escaped.
    pub fn quoted(text: impl Debug) -> Sentence {
        Sentence::Plain(format!("{text:?}"))
    }

    /// The same text, capitalised.
    pub fn capital(text: impl Into<Sentence>) -> Sentence {
        Sentence::Capital(Box::new(text.into()))
    }

    /// A count of things: the first phrase for exactly one, the second otherwise.
    pub fn counted<N>(count: N, [one, others]: [&'static str; 2]) -> Sentence
    where
        N: From<u8> + Into<Sentence> + PartialEq,
    {
        Sentence::Phrase(if count == N::from(1) { one } else { others }, vec![count.into()])
    }

    /// A list separated by commas.
    pub fn list(items: impl IntoIterator<Item = Sentence>) -> Sentence {
        let join = |list, item| Sentence::Phrase("{}, {}", vec![list, item]);
        items.into_iter().reduce(join).unwrap_or(Sentence::EMPTY)
    }

    /// Texts on separate lines.
    pub fn lines(lines: impl IntoIterator<Item = Sentence>) -> Sentence {
        let mut row = Vec::new();
        for line in lines {
            if !row.is_empty() {
                row.push(Sentence::Plain("\n".to_owned()));
            }
            row.push(line);
        }
        Sentence::Row(row)
    }

    /// This text followed directly by another.
    pub fn then(self, next: impl Into<Sentence>) -> Sentence {
        Sentence::Row(vec![self, next.into()])
    }

    /// The text in a language, given as a function from our phrases to its own.
    pub fn in_words(&self, language: &dyn Fn(&'static str) -> &'static str) -> String {
        match self {
            Sentence::Plain(text) => text.clone(),
            Sentence::Phrase(phrase, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.in_words(language)).collect();
                fill(language(phrase), &parts)
            }
            Sentence::Capital(inner) => {
                let text = inner.in_words(language);
                let mut letters = text.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            }
            Sentence::Row(parts) => parts.iter().map(|part| part.in_words(language)).collect(),
        }
    }
}

/// Fills the placeholders of a phrase: `{}` takes the parts in order, `{1}` is the first part wherever it stands.
fn fill(phrase: &str, parts: &[String]) -> String {
    let mut filled = String::new();
    let mut rest = phrase;
    let mut next = parts.iter();
    while let Some((before, (hole, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        filled.push_str(before);
        let part = match hole.parse::<usize>() {
            Ok(number) => number.checked_sub(1).and_then(|index| parts.get(index)),
            Err(_) => next.next(),
        };
        filled.push_str(part.map_or("", String::as_str));
        rest = after;
    }
    filled + rest
}

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&|phrase| phrase))
    }
}

/// In English.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<&'static str> for Sentence {
    /// A phrase without placeholders.
    fn from(phrase: &'static str) -> Self {
        Sentence::Phrase(phrase, Vec::new())
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Sentence::Plain(text)
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Sentence {
            fn from(number: $number) -> Self {
                Sentence::Plain(number.to_string())
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, u64, usize, i32, i64, char);

#[cfg(test)]
mod tests {
    use super::*;

    fn chinese(phrase: &'static str) -> &'static str {
        match phrase {
            "{} takes {}" => "{2}被{1}吃",
            "{}, {}" => "{}，{}",
            "red" => "红方",
            _ => phrase,
        }
    }

    #[test]
    fn the_language_is_chosen_last() {
        let text = Sentence::capital(sentence!("{} takes {}", "red", "{}".to_owned())).then(" ").then(3);
        assert_eq!(text.to_string(), "Red takes {} 3");
        assert_eq!(text.in_words(&chinese), "{}被红方吃 3");
    }

    #[test]
    fn lists_and_lines() {
        let of = |count: usize| ["red", "x", "red"].into_iter().take(count).map(Sentence::from);
        assert_eq!([0, 1, 3].map(|count| Sentence::list(of(count)).in_words(&chinese)), ["", "红方", "红方，x，红方"]);
        assert_eq!(Sentence::lines(of(2)).to_string(), "red\nx");
        assert_eq!(Sentence::EMPTY.to_string(), "");
    }
}
