//! What an option can be: how it is declared, and how a value is read and put in force.

use super::log_file;
use crate::engine::config::Config;
use crate::engine::error::EngineError;
use crate::engine::registry::Entry;
use crate::engine::state::Engine;
use crate::games::xiangqi::net::Net;
use crate::games::xiangqi::net::file::NetError;
use crate::games::xiangqi::tables::set::{Folder, LoadError, TableSet};
use crate::games::xiangqi::tables::table::close_blocks;
use crate::plain_file::FileError;
use crate::text::shorten;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

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
    /// The network cannot be used.
    #[error("option {name}: {path:?}: {cause}; the evaluation in force stays")]
    Net {
        /// The option.
        name: &'static str,
        /// The file.
        path: String,
        /// Why.
        cause: NetError,
    },
    /// Some tables of endings cannot be used.
    #[error("option {name}: {cause}{}; {used} tables of the folder are in use", if *.more > 0 { format!(" (and {more} more)") } else { String::new() })]
    Tables {
        /// The option.
        name: &'static str,
        /// The first fault.
        cause: LoadError,
        /// Further ones.
        more: usize,
        /// Tables that are in use.
        used: usize,
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
    /// The file of diagnostics.
    LogFile,
    /// The file of a network.
    Net,
    /// The folder of tables of endings.
    Tables,
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
            Kind::LogFile => {
                let path = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                log_file::open(path).map_err(|cause| OptionError::File { name, cause })?;
                engine.configure(|config| path.clone_into(&mut config.log_file));
            }
            Kind::Net => {
                let path = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                let net = if path.is_empty() { None } else { Some(Net::read(Path::new(path))) };
                let net = net.transpose().map_err(|cause| match cause {
                    NetError::File(cause) => OptionError::File { name, cause },
                    cause => OptionError::Net { name, path: shorten(path), cause },
                })?;
                engine.configure(|config| {
                    config.net = net.map(Arc::new);
                    path.clone_into(&mut config.eval_file);
                });
            }
            Kind::Tables => use_tables(engine, name, value)?,
            Kind::Button(press) => press(engine),
        }
        Ok(setting)
    }

    /// Whether its value names a file or a folder, which not every client may (see [`super::reach`]).
    pub fn names_file(&self) -> bool {
        match self {
            Kind::LogFile | Kind::Net | Kind::Tables => true,
            Kind::Check(_) | Kind::Spin { .. } | Kind::Combo { .. } | Kind::Variant | Kind::Button(_) => false,
        }
    }

    /// Whether UCCI may leave the number to the engine, by 0.
    pub fn may_be_auto(&self) -> bool {
        matches!(self, Kind::Spin { zero_is_auto: true, .. })
    }

    /// The declaration in an engine of these games, dialect-free.
    pub fn declare(&self, games: &[Entry]) -> Declaration {
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
            Kind::LogFile | Kind::Net | Kind::Tables => Declaration::Text,
            Kind::Button(_) => Declaration::Button,
        }
    }
}

/// Takes the tables of a folder into use, those of no folder if the path is empty. The bad ones are left out.
fn use_tables(engine: &mut Engine, name: &'static str, path: &str) -> Result<(), OptionError> {
    close_blocks();
    if path.is_empty() || path.eq_ignore_ascii_case("<empty>") {
        engine.configure(|config| config.tables = None);
        return Ok(());
    }
    let (tables, errors) = TableSet::open(Path::new(path));
    let used = tables.tables().count();
    engine.configure(|config| config.tables = Some(Folder::new(tables)));
    let more = errors.len().saturating_sub(1);
    errors.into_iter().next().map_or(Ok(()), |cause| Err(OptionError::Tables { name, cause, more, used }))
}

/// An option's type as a client gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
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
