//! One engine of a match as described on the command line: `name=A cmd=./a proto=uci tc=10+0.1 option.Hash=16`.

use super::budget::{Budget, BudgetError};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The Universal Game Interface.
    Ugi,
    /// The XBoard protocol (CECP), version 2.
    Xboard,
}

/// Why an engine description cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A setting is not of the form key=value.
    #[error("bad engine setting {0:?}, expected key=value")]
    NoValue(String),
    /// An unknown key.
    #[error(
        "unknown engine setting {0:?}, expected name, cmd, arg, args, dir, proto, ranks, ponder, restart, margin, init, stderr, tc, movetime, nodes, depth or option.NAME"
    )]
    UnknownKey(String),
    /// A setting that stands twice in one list.
    #[error("{0} is given twice for one engine")]
    Twice(String),
    /// A value out of range.
    #[error("bad value {found:?} of {key}, expected {expected}")]
    BadValue {
        key: String,
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// `cmd` is missing.
    #[error("engine {0:?} has no cmd=PROGRAM")]
    NoCommand(String),
    /// No limit is set.
    #[error("engine {0:?} has no tc, movetime, nodes or depth: give one, or give it to all with --each")]
    NoBudget(String),
    /// A limit that the protocol cannot express.
    #[error("engine {engine:?}: {reason}")]
    Limit { engine: String, reason: &'static str },
    /// Two engines have the same name.
    #[error("two engines are named {0:?}: give them different names with name=")]
    SameName(String),
    #[error(transparent)]
    Budget(#[from] BudgetError),
}

/// One engine and its settings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineSpec {
    /// The name in tables and records; the program's file name by default.
    pub name: String,
    pub command: PathBuf,
    pub args: Vec<String>,
    /// The folder to run it in.
    pub(crate) dir: Option<PathBuf>,
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Lines to send unchanged after the greeting.
    pub init: Vec<String>,
    /// Whether the engine counts ranks from 1 (`h3e3`), as the Fairy-Stockfish family does in xiangqi.
    pub ranks_from_one: bool,
    /// Whether the engine thinks on the opponent's time.
    pub ponder: bool,
    /// Whether the engine is restarted for every game.
    pub restart: bool,
    /// How far the engine may overstep its clock on each move.
    pub margin: Duration,
    /// The engine's limits.
    pub budget: Budget,
    /// A file for the engine's error output; `None` to discard it.
    pub stderr: Option<PathBuf>,
}

impl Default for EngineSpec {
    fn default() -> Self {
        EngineSpec {
            name: String::new(),
            command: PathBuf::new(),
            args: Vec::new(),
            dir: None,
            protocol: Protocol::Uci,
            options: Vec::new(),
            init: Vec::new(),
            ranks_from_one: false,
            ponder: false,
            restart: false,
            margin: Duration::from_millis(50),
            budget: Budget::default(),
            stderr: None,
        }
    }
}

impl EngineSpec {
    /// Applies the settings in `each`, then the engine's own, which take precedence.
    pub(crate) fn parse(each: &[String], own: &[String]) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::default();
        // What is given for each engine, one of them may have otherwise; but not twice in a row.
        for words in [each, own] {
            let mut seen = FxHashSet::default();
            for word in words {
                let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoValue(word.clone()))?;
                if !matches!(key, "arg" | "args" | "init") && !seen.insert(key) {
                    return Err(SpecError::Twice(key.to_owned()));
                }
                spec.set(key, value)?;
            }
        }
        if spec.command.as_os_str().is_empty() {
            return Err(SpecError::NoCommand(spec.name));
        }
        if spec.name.is_empty() {
            spec.name = spec.command.file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
        // Names appear in tab-separated journals and quoted PGN tags.
        spec.name.retain(|c| !c.is_control() && c != '"' && c != '\\');
        if !spec.budget.is_set() {
            return Err(SpecError::NoBudget(spec.name));
        }
        let limit = |reason| Err(SpecError::Limit { engine: spec.name.clone(), reason });
        let Budget { clock, movetime, nodes, depth } = spec.budget;
        let set = [clock.is_some(), movetime.is_some(), nodes.is_some(), depth.is_some()];
        let has_several = set.into_iter().filter(|&is_set| is_set).count() > 1;
        match spec.protocol {
            Protocol::Xboard if nodes.is_some() => limit("the XBoard protocol has no limit of nodes"),
            Protocol::Xboard => {
                spec.budget = spec.budget.on_whole_seconds();
                Ok(spec)
            }
            Protocol::Ucci if has_several => limit("UCCI takes one limit: tc, movetime, nodes or depth"),
            Protocol::Uci | Protocol::Ucci | Protocol::Ugi => Ok(spec),
        }
    }

    /// Parses all engines of a match; their names must differ.
    pub(crate) fn parse_all(each: &[String], engines: &[Vec<String>]) -> Result<Vec<EngineSpec>, SpecError> {
        let mut specs: Vec<EngineSpec> = Vec::new();
        for own in engines {
            let spec = EngineSpec::parse(each, own)?;
            if specs.iter().any(|other| other.name == spec.name) {
                return Err(SpecError::SameName(spec.name));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let bad = |expected| SpecError::BadValue { key: key.to_owned(), found: value.to_owned(), expected };
        if let Some(option) = key.strip_prefix("option.") {
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.to_owned(), value.to_owned()));
            return Ok(());
        }
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.command = PathBuf::from(value),
            "arg" => self.args.push(value.to_owned()),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "proto" => self.protocol = protocol(value).ok_or_else(|| bad("uci, ucci, ugi or xboard"))?,
            "ranks" => self.ranks_from_one = ranks(value).ok_or_else(|| bad("0 or 1, the number of the first rank"))?,
            "ponder" => self.ponder = switch(value).ok_or_else(|| bad("on or off"))?,
            "restart" => self.restart = switch(value).ok_or_else(|| bad("on or off"))?,
            "margin" => {
                let millis = value.parse::<u32>().map_err(|_| bad("milliseconds"))?;
                self.margin = Duration::from_millis(u64::from(millis));
            }
            "init" => self.init.extend(value.split(';').map(|line| line.trim().to_owned())),
            "stderr" => self.stderr = Some(PathBuf::from(value)),
            _ if self.budget.set(key, value)? => {}
            _ => return Err(SpecError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }

    /// One line with every setting that influences results; the journal compares it.
    pub(crate) fn describe(&self) -> String {
        let mut text = format!("name={} cmd={} proto={:?}", self.name, self.command.display(), self.protocol);
        self.args.iter().for_each(|arg| _ = write!(text, " arg={arg}"));
        self.options.iter().for_each(|(name, value)| _ = write!(text, " option.{name}={value}"));
        self.init.iter().for_each(|line| _ = write!(text, " init={line}"));
        if let Some(dir) = &self.dir {
            _ = write!(text, " dir={}", dir.display());
        }
        let Budget { clock, movetime, nodes, depth } = &self.budget;
        if let Some(clock) = clock {
            let moves = clock.moves.map_or(String::new(), |n| format!("{n}/"));
            _ = write!(text, " tc={moves}{}+{}", clock.base.as_secs_f64(), clock.increment.as_secs_f64());
        }
        movetime.iter().for_each(|time| _ = write!(text, " movetime={}", time.as_millis()));
        nodes.iter().for_each(|nodes| _ = write!(text, " nodes={nodes}"));
        depth.iter().for_each(|depth| _ = write!(text, " depth={depth}"));
        let (ranks, ponder, margin) = (u8::from(self.ranks_from_one), self.ponder, self.margin.as_millis());
        _ = write!(text, " ranks={ranks} ponder={ponder} restart={} margin={margin}", self.restart);
        text.replace(['\t', '\n', '\r'], " ")
    }
}

fn protocol(text: &str) -> Option<Protocol> {
    match text.to_ascii_lowercase().as_str() {
        "uci" => Some(Protocol::Uci),
        "ucci" => Some(Protocol::Ucci),
        "ugi" => Some(Protocol::Ugi),
        "xboard" | "cecp" => Some(Protocol::Xboard),
        _ => None,
    }
}

fn ranks(text: &str) -> Option<bool> {
    match text {
        "0" | "0-9" => Some(false),
        "1" | "1-10" => Some(true),
        _ => None,
    }
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" | "1" => Some(true),
        "off" | "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_engine_overrides_each() {
        let each = words("tc=10+0.1 option.Hash=16 ponder=on");
        let spec = EngineSpec::parse(&each, &words("cmd=/usr/bin/fish proto=ucci option.hash=32 ranks=1")).unwrap();
        assert_eq!(spec.name, "fish");
        assert_eq!(spec.protocol, Protocol::Ucci);
        assert_eq!(spec.options, vec![("hash".to_owned(), "32".to_owned())]);
        assert!(spec.ponder && spec.ranks_from_one);
        assert!(spec.describe().contains("tc=10+0.1"));
    }

    #[test]
    fn faults_are_named() {
        let parse = |text: &str| EngineSpec::parse(&[], &words(text)).unwrap_err().to_string();
        assert!(parse("name=a depth=1").contains("no cmd"));
        assert!(parse("cmd=a").contains("no tc"));
        assert!(parse("cmd=a depth").contains("expected key=value"));
        assert!(parse("cmd=a depht=3").contains("unknown engine setting"));
        assert!(parse("cmd=a proto=gtp depth=1").contains("xboard"));
        assert!(parse("cmd=a tc=0").contains("time control"));
        assert_eq!(parse("name=a name=b cmd=a depth=1"), "name is given twice for one engine");
        assert!(EngineSpec::parse(&[], &words("cmd=a depth=1 arg=x arg=x option.A=1 option.B=1")).is_ok());
        let two = EngineSpec::parse_all(&words("depth=1"), &[words("cmd=a"), words("cmd=b/a")]);
        assert_eq!(two.unwrap_err(), SpecError::SameName("a".to_owned()));
    }
}
