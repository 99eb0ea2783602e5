//! What an option can be: how it is declared, and how a value is read and put in force. The engine's own options stand in
//! [`crate::protocol::option`], those of one game with that game ([`super::game_binding::GameBinding::OPTIONS`]).

use super::config::Config;
use super::error::EngineError;
use super::registry::Entry;
use super::state::Engine;
use crate::plain_file::FileError;
use crate::text::shorten;
use serde::Serialize;
use std::error::Error as StdError;
use thiserror::Error;

/// An option. A dialect in which its name is empty does not declare it, but still accepts it.
pub struct OptionSpec {
    /// The name under UCI and UGI.
    pub uci: &'static str,
    /// The name under UCCI: one word in small letters.
    pub ucci: &'static str,
    /// Its type and what it changes.
    pub kind: Kind,
}

/// Why an option was not set. The old value stays.
#[derive(Debug, Error)]
pub enum OptionError {
    /// The value is of another kind.
    #[error("option {name}: found {found:?}, expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// The value was refused by the engine.
    #[error("option {name}: {cause}")]
    Refused {
        /// The option.
        name: &'static str,
        /// Why.
        cause: Box<EngineError>,
    },
    /// The game whose option it is cannot use the value, or not all of it.
    #[error("option {name}: {cause}")]
    Game {
        /// The option.
        name: &'static str,
        /// The reason, and the value that is in force now.
        cause: Box<dyn StdError + Send + Sync>,
    },
    /// The file cannot be opened or read.
    #[error("option {name}: {cause}; the old value stays")]
    File {
        /// The option.
        name: &'static str,
        /// Why.
        cause: FileError,
    },
}

/// What a `setoption` has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What it asked for.
    Done,
    /// Nearly what it asked for; the remark names it.
    Adjusted(String),
    /// Nothing: the option is one of another engine that clients send to every engine.
    Foreign,
    /// Nothing: no option is called so.
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
        /// Reads the value in force.
        get: fn(&Config) -> i64,
        /// Puts a value in force.
        set: fn(&mut Config, i64),
        /// UCCI: 0 asks for the default.
        zero_is_auto: bool,
        /// A number out of range means the nearest one in it.
        is_clamped: bool,
    },
    /// One of a few words.
    Combo {
        /// The words.
        names: &'static [&'static str],
        /// The index of the word in force.
        get: fn(&Config) -> usize,
        /// Puts the word of an index in force.
        set: fn(&mut Config, usize),
    },
    /// The game that is on.
    Variant,
    /// A file or a folder. It gets the name of the option, for errors, and the path, which is empty for none.
    File(fn(&mut Engine, &'static str, &str) -> Result<(), OptionError>),
    /// Something to do at once.
    Button(fn(&mut Engine)),
}

impl Kind {
    /// Reads `value` and puts it in force. `name` is for the error. `zero_is_auto` states whether the dialect knows of
    /// numbers that the engine may choose.
    pub fn set(
        &self,
        engine: &mut Engine,
        name: &'static str,
        value: &str,
        zero_is_auto: bool,
    ) -> Result<Setting, OptionError> {
        let mut setting = Setting::Done;
        let wrong = |expected: String| OptionError::Value { name, found: shorten(value), expected };
        match self {
            Kind::Check(field) => {
                let on = boolean(value).ok_or_else(|| wrong("true or false".to_owned()))?;
                engine.configure(|config| *field(config) = on);
            }
            Kind::Spin { min, max, get, set, zero_is_auto: may_be_auto, is_clamped } => {
                let range = *min..=max();
                let number = match value.parse::<i64>() {
                    Ok(0) if zero_is_auto && *may_be_auto => get(&Config::default()),
                    Ok(number) if range.contains(&number) => number,
                    Ok(number) if *is_clamped => {
                        let nearest = number.clamp(*range.start(), *range.end());
                        let expected = format!("{} to {}", range.start(), range.end());
                        let remark = format!("option {name}: found {number}, expected {expected}: {nearest} is taken");
                        setting = Setting::Adjusted(remark);
                        nearest
                    }
                    _ => return Err(wrong(format!("a whole number from {} to {}", range.start(), range.end()))),
                };
                engine.configure(|config| set(config, number));
            }
            Kind::Combo { names, set, .. } => {
                let index = names.iter().position(|choice| choice.eq_ignore_ascii_case(value));
                let index = index.ok_or_else(|| wrong(format!("one of: {}", names.join(", "))))?;
                engine.configure(|config| set(config, index));
            }
            Kind::Variant => {
                engine.choose(value).map_err(|cause| OptionError::Refused { name, cause: Box::new(cause) })?
            }
            Kind::File(open) => {
                let path = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                open(engine, name, path)?;
            }
            Kind::Button(press) => press(engine),
        }
        Ok(setting)
    }

    /// Whether its value names a file or a folder, which not every client may (see [`crate::protocol::access`]).
    pub(crate) fn names_file(&self) -> bool {
        match self {
            Kind::File(_) => true,
            Kind::Check(_) | Kind::Spin { .. } | Kind::Combo { .. } | Kind::Variant | Kind::Button(_) => false,
        }
    }

    /// Whether UCCI may leave the number to the engine, by 0.
    pub(crate) fn may_be_auto(&self) -> bool {
        matches!(self, Kind::Spin { zero_is_auto: true, .. })
    }

    /// The declaration in an engine of these games, dialect-free.
    pub(crate) fn declare(&self, games: &[Entry]) -> Declaration {
        let mut config = Config::default();
        match self {
            Kind::Check(field) => Declaration::Check { default: *field(&mut config) },
            Kind::Spin { min, max, get, .. } => Declaration::Spin { min: *min, max: max(), default: get(&config) },
            Kind::Combo { names, get, .. } => {
                Declaration::Combo { names: names.to_vec(), default: names[get(&config)] }
            }
            Kind::Variant => {
                let names: Vec<_> = games.iter().map(|entry| entry.name).collect();
                Declaration::Combo { default: names.first().copied().unwrap_or_default(), names }
            }
            Kind::File(_) => Declaration::Text,
            Kind::Button(_) => Declaration::Button,
        }
    }
}

/// An option's type as a client gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Declaration {
    /// On or off.
    Check {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// At the start.
        default: i64,
    },
    /// One of a few words. The default comes first: XBoard takes the first one for the value.
    Combo {
        /// The words.
        names: Vec<&'static str>,
        /// At the start.
        default: &'static str,
    },
    /// Any text, empty at the start.
    Text,
    /// Something to do at once.
    Button,
}

/// A truth value in every spelling that clients are known to send.
fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}
