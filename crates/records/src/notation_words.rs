//! Names of notations on a command line. Each command offers some of them under its own names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use meihua_contracts::text::Notation;

/// A name for a notation.
#[derive(Clone, Copy, Debug)]
pub struct NotationWord {
    /// The name.
    pub word: &'static str,
    /// Another name, hidden from the help.
    pub alias: Option<&'static str>,
    /// The help text.
    pub help: &'static str,
    /// The notation.
    pub notation: Notation,
}

impl NotationWord {
    /// A name without an alias.
    pub const fn new(word: &'static str, help: &'static str, notation: Notation) -> NotationWord {
        NotationWord { word, alias: None, help, notation }
    }

    /// Adds an alias.
    pub const fn or(self, alias: &'static str) -> NotationWord {
        NotationWord { alias: Some(alias), ..self }
    }
}

/// The notation with a given name, ignoring case.
pub fn named(words: &[NotationWord], text: &str) -> Option<Notation> {
    let is = |word: &str| word.eq_ignore_ascii_case(text);
    words.iter().find(|known| is(known.word) || known.alias.is_some_and(is)).map(|known| known.notation)
}

/// Parses an argument that is one of these names.
pub fn parser(words: &'static [NotationWord]) -> impl TypedValueParser<Value = Notation> {
    let value = |known: &NotationWord| PossibleValue::new(known.word).help(known.help).aliases(known.alias);
    let values = PossibleValuesParser::new(words.iter().map(value));
    // Only the names above can occur here.
    values.map(|text| named(words, &text).unwrap_or_default())
}

/// The names for commands that write games.
pub const WRITTEN: &[NotationWord] = &[
    NotationWord::new("chinese", "炮二平五", Notation::Chinese),
    NotationWord::new("wxf", "C2=5", Notation::Wxf),
    NotationWord::new("iccs", "H2-E2", Notation::Iccs),
    NotationWord::new("vietnamese", "P2-5", Notation::Vietnamese),
    NotationWord::new("uci", "h2e2, ranks from 0", Notation::Wire),
    NotationWord::new("san", "Nf3, in games like chess", Notation::San),
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
