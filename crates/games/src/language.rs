//! The language of what is said to people.

use crate::phrasebook;
use meihua_contracts::sentence::{Sentence, Words};
use meihua_contracts::text::Notation;
use std::env;

/// A language of the user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Language {
    /// English
    #[default]
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The user's language according to the environment: the first of these variables that is set decides.
    pub fn of_environment() -> Language {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).unwrap_or_default());
        Language::of_locale(variables.iter().find(|value| !value.is_empty()).map_or("", String::as_str))
    }

    /// How its speakers write the moves of xiangqi.
    pub const fn notation(self) -> Notation {
        match self {
            Language::En => Notation::Wxf,
            Language::Zh => Notation::Chinese,
        }
    }

    fn of_locale(locale: &str) -> Language {
        if locale.to_ascii_lowercase().starts_with("zh") { Language::Zh } else { Language::En }
    }

    /// A sentence in this language. Phrases that are missing from the phrasebook stay English.
    pub fn text(self, sentence: impl Into<Sentence>) -> String {
        let sentence = sentence.into();
        match self {
            Language::En => sentence.to_string(),
            Language::Zh => sentence.in_words(&phrasebook::chinese),
        }
    }

    /// What puts a sentence into this language, for whatever calls it later.
    pub const fn words(self) -> Words {
        match self {
            Language::En => |sentence| Language::En.text(sentence.clone()),
            Language::Zh => |sentence| Language::Zh.text(sentence.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;
    use meihua_contracts::sentence;
    use meihua_contracts::text::MoveError;

    #[test]
    fn the_locale_decides() {
        for (locale, language) in [
            ("zh_CN.UTF-8", Language::Zh),
            ("zh", Language::Zh),
            ("C", Language::En),
            ("", Language::En),
            ("de_DE", Language::En),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn sentences_are_put_into_words() {
        let text = |sentence: Sentence| Language::Zh.text(sentence);
        assert_eq!(text(say!("{} is in check.", Sentence::capital("red"))), "红方被将军。");
        assert_eq!(
            text(say!("why: {} for {}, depth {}, {} nodes", "mate".to_owned(), "red", 3, 9)),
            "理由：红方mate，深度 3，9 节点"
        );
        let refused = MoveError::illegal("e3e5", sentence!("that is not how a {} moves", "pawn"));
        assert_eq!(text((&refused).into()), "着法 \"e3e5\" 不合法：兵卒不能这样走");
        assert_eq!(text("h2e2 is no text of ours".into()), "h2e2 is no text of ours");
        assert_eq!(Language::En.text("nothing to take back"), "nothing to take back");
    }
}
