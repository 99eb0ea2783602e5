//! The language of `meihua play`.

use super::phrasebook;
use clap::ValueEnum;
use std::env;

/// A language that the texts are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Language {
    /// English
    #[default]
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The language of the person, as the environment has it: the first of these variables that is set decides.
    pub fn of_environment() -> Language {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).unwrap_or_default());
        Language::of_locale(variables.iter().find(|value| !value.is_empty()).map_or("", String::as_str))
    }

    fn of_locale(locale: &str) -> Language {
        if locale.to_ascii_lowercase().starts_with("zh") { Language::Zh } else { Language::En }
    }

    /// A text of several lines in this language. What the phrasebook does not have stays as it is.
    pub fn say(self, text: &str) -> String {
        match self {
            Language::En => text.to_owned(),
            Language::Zh => text.split('\n').map(phrasebook::translate).collect::<Vec<_>>().join("\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(Language::Zh.say("nothing to take back\n9 ─┼─"), "没有可悔的着法\n9 ─┼─");
        assert_eq!(Language::En.say("nothing to take back"), "nothing to take back");
    }
}
