//! Words for notations on a command line: each command offers some of them, under words of its own.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use meihua_contracts::text::Notation;

/// A word for a notation.
#[derive(Clone, Copy, Debug)]
pub struct NotationWord {
    /// The word.
    pub word: &'static str,
    /// Another word, which help does not show.
    pub alias: Option<&'static str>,
    /// What help says of it.
    pub help: &'static str,
    /// What it means.
    pub notation: Notation,
}

impl NotationWord {
    /// A word without an alias.
    pub const fn new(word: &'static str, help: &'static str, notation: Notation) -> NotationWord {
        NotationWord { word, alias: None, help, notation }
    }

    /// The same with an alias.
    pub const fn or(self, alias: &'static str) -> NotationWord {
        NotationWord { alias: Some(alias), ..self }
    }
}

/// The notation that a text names, capitals or not.
pub fn named(words: &[NotationWord], text: &str) -> Option<Notation> {
    let is = |word: &str| word.eq_ignore_ascii_case(text);
    words.iter().find(|known| is(known.word) || known.alias.is_some_and(is)).map(|known| known.notation)
}

/// Reads an argument that is one of these words.
pub fn parser(words: &'static [NotationWord]) -> impl TypedValueParser<Value = Notation> {
    let value = |known: &NotationWord| PossibleValue::new(known.word).help(known.help).aliases(known.alias);
    let values = PossibleValuesParser::new(words.iter().map(value));
    // Only the words above come through.
    values.map(|text| named(words, &text).unwrap_or_default())
}

/// The words of the commands that write games.
pub const WRITTEN: &[NotationWord] = &[
    NotationWord::new("chinese", "炮二平五", Notation::Chinese),
    NotationWord::new("wxf", "C2=5", Notation::Wxf),
    NotationWord::new("iccs", "H2-E2", Notation::Iccs),
    NotationWord::new("uci", "h2e2, ranks from 0", Notation::Wire),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_any_case_and_aliases() {
        let words = [NotationWord::new("wxf", "", Notation::Wxf).or("world")];
        assert_eq!(
            (named(&words, "WXF"), named(&words, "world"), named(&words, "x")),
            (Some(Notation::Wxf), Some(Notation::Wxf), None)
        );
        assert_eq!(named(WRITTEN, "iccs"), Some(Notation::Iccs));
    }
}
