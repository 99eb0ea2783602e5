//! Sentences that are put into words last, in the language of whoever reads them.
//!
//! Whoever makes a [`Sentence`] names a phrase and what fills its holes; the phrase is a key as much as English text. A
//! language is a function from phrases to phrases ([`Sentence::in_words`]), so that nothing reads back a finished text.

use std::fmt::{self, Debug, Display, Formatter};

/// The placeholder for the variable part of a phrase.
pub const HOLE: &str = "{}";

/// A text whose language is chosen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// The same in every language: a number, a move, the name of a file.
    Plain(String),
    /// A phrase with a `{}` for each of the parts, in their order. Another language may number them: `{2}`.
    Phrase(&'static str, Vec<Sentence>),
    /// The beginning of a text: with a capital, where the language has any.
    Capital(Box<Sentence>),
    /// One directly behind the other.
    Row(Vec<Sentence>),
}

/// A [`Sentence`] of a phrase and its parts: `sentence!("{} is in check.", side)`. It does not compile where the phrase has more or
/// fewer holes than there are parts.
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
/// Panics where a phrase has not as many holes as there are parts: while compiling, for [`sentence!`](crate::sentence!).
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
    /// Nothing.
    pub const EMPTY: Sentence = Sentence::Row(Vec::new());

    /// A text that is the same in every language.
    pub fn plain(text: impl Display) -> Sentence {
        Sentence::Plain(text.to_string())
    }

    /// What stood somewhere, in quotation marks and without control characters.
    pub fn quoted(text: impl Debug) -> Sentence {
        Sentence::Plain(format!("{text:?}"))
    }

    /// The same with a capital at its beginning.
    pub fn capital(text: impl Into<Sentence>) -> Sentence {
        Sentence::Capital(Box::new(text.into()))
    }

    /// A number of things: the first phrase for one of them, the second for others.
    pub fn counted(count: usize, [one, others]: [&'static str; 2]) -> Sentence {
        Sentence::Phrase(if count == 1 { one } else { others }, vec![count.into()])
    }

    /// A list with commas.
    pub fn list(items: impl IntoIterator<Item = Sentence>) -> Sentence {
        let join = |list, item| Sentence::Phrase("{}, {}", vec![list, item]);
        items.into_iter().reduce(join).unwrap_or(Sentence::EMPTY)
    }

    /// Texts in lines of their own.
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

    /// One directly behind the other.
    pub fn then(self, next: impl Into<Sentence>) -> Sentence {
        Sentence::Row(vec![self, next.into()])
    }

    /// The text in the language that gives its phrase for each of ours.
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

/// A phrase with its holes filled: `{}` takes the parts in their order, `{1}` the first of them wherever it stands.
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

impl From<&'static str> for Sentence {
    /// A phrase without holes.
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
