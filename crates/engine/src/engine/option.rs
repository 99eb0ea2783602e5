//! How an option is declared, and how a value is parsed and applied. The engine's own options are in
//! [`crate::protocol::option`]; options of a single game belong to that game
//! ([`super::game_binding::GameBinding::OPTIONS`]).

use super::config::Config;
use super::error::EngineError;
use super::fault::{Code, Coded, Fault, Translated};
use crate::plain_file::FileError;
use crate::sentence;
use crate::sentence::{Sentence, Words};
use crate::text::shorten;
use serde::Serialize;
use thiserror::Error;

/// An option. A dialect for which the name is empty does not declare it but still accepts it.
pub struct OptionSpec {
    /// The name under UCI and UGI.
    pub uci: &'static str,
    /// The name under UCCI: one lower-case word.
    pub ucci: &'static str,
    /// Its type and what it changes.
    pub kind: Kind,
}

/// Why an option was not set. The old value stays in force.
#[derive(Debug, Error)]
pub enum OptionError {
    /// The value does not have the right type.
    #[error("option {name}: found {found:?}, expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The engine refused the value.
    #[error("option {name}: {cause}")]
    Refused {
        /// The option.
        name: &'static str,
        /// The reason.
        cause: Box<EngineError>,
    },
    /// The option belongs to a game that cannot use the value, or can use only part of it.
    #[error("option {name}: {cause}")]
    Game {
        /// The option.
        name: &'static str,
        /// The reason, and the value now in force.
        cause: Sentence,
    },
    /// The file cannot be opened or read.
    #[error("option {name}: {cause}; the old value stays")]
    File {
        /// The option.
        name: &'static str,
        /// The reason.
        cause: FileError,
    },
}

impl OptionError {
    /// The fault; `words` translates what is wrong with a file of games.
    pub(crate) fn fault(&self, words: Option<Words>) -> Fault {
        let translated = words.zip(match self {
            OptionError::Game { name, cause } => Some(sentence!("option {}: {}", *name, cause.clone())),
            OptionError::Value { .. } | OptionError::Refused { .. } | OptionError::File { .. } => None,
        });
        let translated = translated.map(|(words, said)| Translated { message: words(&said), reason: None });
        Fault { translated, ..Fault::of(self) }
    }
}

impl Coded for OptionError {
    fn code(&self) -> Code {
        match self {
            OptionError::Value { .. } => Code::BadValue,
            OptionError::Refused { cause, .. } => cause.code(),
            OptionError::Game { .. } => Code::BadContent,
            OptionError::File { .. } => Code::BadFile,
        }
    }
}

/// The effect of a `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The value was set.
    Done,
    /// A similar value was set; the text says which.
    Adjusted(Sentence),
    /// Nothing: the option belongs to another engine, but clients send it to every engine.
    Foreign,
    /// Nothing: there is no such option.
    Unknown(String),
}

/// The type of an option and what it changes.
pub enum Kind {
    /// On or off.
    Check(fn(&mut Config) -> &mut bool),
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: fn() -> i64,
        /// Reads the current value.
        get: fn(&Config) -> i64,
        /// Sets the value.
        set: fn(&mut Config, i64),
        /// UCCI: 0 asks for the default.
        zero_is_auto: bool,
        /// A number out of range is replaced by the nearest valid one.
        is_clamped: bool,
    },
    /// One of a few words.
    Combo {
        /// The words.
        names: &'static [&'static str],
        /// Reads the index of the current word.
        get: fn(&Config) -> usize,
        /// Sets the word with this index.
        set: fn(&mut Config, usize),
    },
    /// The current game.
    Variant,
    /// A file or a folder. The function gets the name of the option, for errors, and the path, which is empty for none.
    File(fn(&mut Config, &'static str, &str) -> Result<(), OptionError>),
    /// More games: a file that describes them, or the text of one in hexadecimal.
    Games {
        /// Whether the value is the text itself.
        is_text: bool,
    },
    /// Forgets what earlier searches found.
    Button,
}

impl Kind {
    /// Parses `value` and changes `config`. `name` is for the error. `zero_is_auto` says whether the dialect lets the
    /// engine choose a number when it is 0. [`Kind::Variant`], [`Kind::Games`] and [`Kind::Button`] change nothing here, because
    /// they act on the engine ([`super::state::Engine::set_option`]).
    ///
    /// # Errors
    /// The value does not fit, or what it names cannot be used.
    pub(super) fn set(
        &self,
        config: &mut Config,
        name: &'static str,
        value: &str,
        zero_is_auto: bool,
    ) -> Result<Setting, OptionError> {
        let mut setting = Setting::Done;
        let wrong = |expected: String| OptionError::Value { name, found: shorten(value), expected };
        match self {
            Kind::Check(field) => {
                let on = boolean(value).ok_or_else(|| wrong("true or false".to_owned()))?;
                *field(config) = on;
            }
            Kind::Spin { min, max, get, set, zero_is_auto: may_be_auto, is_clamped } => {
                let range = *min..=max();
                let number = match value.parse::<i64>() {
                    Ok(0) if zero_is_auto && *may_be_auto => get(&Config::default()),
                    Ok(number) if range.contains(&number) => number,
                    Ok(number) if *is_clamped => {
                        let nearest = number.clamp(*range.start(), *range.end());
                        let expected = format!("{} to {}", range.start(), range.end());
                        let remark = format!("option {name}: found {number}, expected {expected}; using {nearest}");
                        setting = Setting::Adjusted(remark.into());
                        nearest
                    }
                    _ => return Err(wrong(format!("a whole number from {} to {}", range.start(), range.end()))),
                };
                set(config, number);
            }
            Kind::Combo { names, set, .. } => {
                let index = names.iter().position(|choice| choice.eq_ignore_ascii_case(value));
                let index = index.ok_or_else(|| wrong(format!("one of: {}", names.join(", "))))?;
                set(config, index);
            }
            Kind::File(open) => {
                let path = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                open(config, name, path)?;
            }
            Kind::Variant | Kind::Games { .. } | Kind::Button => {}
        }
        Ok(setting)
    }

    /// Whether the value names a file or a folder, which not every client may do (see [`crate::protocol::access`]).
    pub(crate) fn names_file(&self) -> bool {
        match self {
            Kind::File(_) | Kind::Games { is_text: false } => true,
            Kind::Check(_)
            | Kind::Spin { .. }
            | Kind::Combo { .. }
            | Kind::Variant
            | Kind::Games { is_text: true }
            | Kind::Button => false,
        }
    }

    /// Whether UCCI may leave the number to the engine by sending 0.
    pub(crate) fn may_be_auto(&self) -> bool {
        matches!(self, Kind::Spin { zero_is_auto: true, .. })
    }

    /// The declaration of this option for an engine with games of these names, independent of dialect.
    pub(crate) fn declare(&self, games: &[&'static str]) -> Declaration {
        let mut config = Config::default();
        match self {
            Kind::Check(field) => Declaration::Check { default: *field(&mut config) },
            Kind::Spin { min, max, get, .. } => Declaration::Spin { min: *min, max: max(), default: get(&config) },
            Kind::Combo { names, get, .. } => {
                Declaration::Combo { names: names.to_vec(), default: names[get(&config)] }
            }
            Kind::Variant => {
                Declaration::Combo { default: games.first().copied().unwrap_or_default(), names: games.to_vec() }
            }
            Kind::File(_) | Kind::Games { .. } => Declaration::Text,
            Kind::Button => Declaration::Button,
        }
    }
}

/// The type of an option as declared to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Declaration {
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// The default.
        default: i64,
    },
    /// One of a few words. The default comes first, because XBoard takes the first word for the current value.
    Combo {
        /// The words.
        names: Vec<&'static str>,
        /// The default.
        default: &'static str,
    },
    /// Any text; empty by default.
    Text,
    /// An action to run at once.
    Button,
}

/// Parses a boolean in every spelling that clients are known to send.
fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}
