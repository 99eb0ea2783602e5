//! Errors of the command line: one sentence each, with the prefix of all other errors, that says what was found, where,
//! and what was expected. Clap knows all of it but spreads it over five lines in words for programmers.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use meihua_console::stderr::print_error;
use meihua_engine::protocol::arguments::MISUSE;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, ErrorKind as Io, Write};
use std::process::ExitCode;

/// Prints help and version on standard output, everything else as an error. Returns the exit status.
pub(crate) fn report(error: &Error, words: &[OsString], root: &Command) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != Io::BrokenPipe => {
                print_error("", format_args!("standard output: {error}"));
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    match error.kind() {
        // There is nothing to be said but what there is to choose from.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => _ = error.print(),
        _ => {
            let command = command(words, root);
            print_error(&command, sentence(error, &command));
        }
    }
    ExitCode::from(MISUSE)
}

/// The command and subcommand that were meant, `tables make`; empty if none was.
fn command(words: &[OsString], root: &Command) -> String {
    let (mut names, mut at) = (Vec::new(), root);
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(command) = at.find_subcommand(word) {
            names.push(word);
            at = command;
        }
    }
    names.join(" ")
}

/// What was wrong, where, and what was expected.
fn sentence(error: &Error, command: &str) -> String {
    let place = name(&text(error, ContextKind::InvalidArg));
    let found = text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if found.is_empty() => {
            format!("{place}: expected {}", listed(error, "a value after it"))
        }
        ErrorKind::InvalidValue => {
            format!("{place}: found {found:?}, expected {}{}", listed(error, "another value"), guess(error))
        }
        ErrorKind::ValueValidation => format!("{place}: found {found:?}, {}", expected(error)),
        ErrorKind::UnknownArgument if place.starts_with('-') => {
            format!("there is no option {place}{}", guess(error))
        }
        ErrorKind::UnknownArgument => format!("{place:?} is one argument too many{}", guess(error)),
        ErrorKind::InvalidSubcommand => {
            format!("there is no command {:?}{}", text(error, ContextKind::InvalidSubcommand), guess(error))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = strings(error, ContextKind::InvalidArg).iter().map(|arg| name(arg)).collect();
            format!("expected {}; `meihua {} --help` explains", missing.join(" and "), command)
        }
        ErrorKind::ArgumentConflict => match strings(error, ContextKind::PriorArg) {
            prior if prior.iter().any(|prior| name(prior) == place) => format!("{place} is given twice"),
            prior => {
                let prior: Vec<String> = prior.iter().map(|prior| name(prior)).collect();
                format!("{place} cannot be used together with {}", prior.join(" and "))
            }
        },
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            let [least, exact, actual] =
                [ContextKind::MinValues, ContextKind::ExpectedNumValues, ContextKind::ActualNumValues]
                    .map(|kind| text(error, kind));
            let wanted = if exact.is_empty() { format!("at least {least}") } else { exact };
            let values = if actual == "1" { "value" } else { "values" };
            format!("{place}: found {actual} {values}, expected {wanted}")
        }
        ErrorKind::TooManyValues => format!("{place}: found {found:?}, which is one value too many"),
        _ => {
            let whole = error.render().to_string();
            whole.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    }
}

/// What a value's parser expected. Those of numbers speak of digits and Rust's ranges.
fn expected(error: &Error) -> String {
    let cause = error.source().map(ToString::to_string).unwrap_or_default();
    if let Some((_, range)) = cause.split_once(" is not in ") {
        let (from, to) = range.split_once("..").unwrap_or((range, ""));
        return match to.trim_start_matches('=') {
            to if to == i64::MAX.to_string() || to == u64::MAX.to_string() || to == u32::MAX.to_string() => {
                format!("expected a whole number of at least {from}")
            }
            to => format!("expected a whole number from {from} to {to}"),
        };
    }
    match cause.as_str() {
        "invalid float literal" | "cannot parse float from empty string" => "expected a number".to_owned(),
        cause if cause.contains("digit") || cause.contains("integer") || cause.contains("too large to fit") => {
            "expected a whole number".to_owned()
        }
        cause if cause.contains("too small to fit") => "expected a whole number of at least 0".to_owned(),
        cause => cause.to_owned(),
    }
}

/// The valid values, or other words if they are not listed.
fn listed(error: &Error, others: &str) -> String {
    match strings(error, ContextKind::ValidValue).as_slice() {
        [] => others.to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What was probably meant.
fn guess(error: &Error) -> String {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    let near = kinds.into_iter().flat_map(|kind| strings(error, kind)).next();
    near.map_or(String::new(), |near| format!("; did you mean {}?", name(&near)))
}

fn strings(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

fn text(error: &Error, kind: ContextKind) -> String {
    strings(error, kind).into_iter().next().unwrap_or_default()
}

/// An argument without its decoration: `--movetime` of `--movetime <MS>`, `GAME` of `<GAME>`.
fn name(argument: &str) -> String {
    let word = argument.split([' ', '=']).next().unwrap_or_default();
    if word.starts_with('-') { word.to_owned() } else { argument.trim_matches(['<', '>', '[', ']', '.']).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    #[test]
    fn mistakes_are_told_in_one_sentence() {
        for (line, said) in [
            ("solve", "solve: expected GAME; `meihua solve --help` explains"),
            ("solve river --movetime abc", "solve: --movetime: found \"abc\", expected a whole number"),
            ("solve river --movetime -5", "solve: --movetime: found \"-5\", expected a whole number"),
            ("solve river --threads 0", "solve: --threads: found \"0\", expected a whole number from 1 to 1024"),
            ("solve river --hash 0", "solve: --hash: found \"0\", expected a whole number of at least 1"),
            ("solve cfour --size 9", "solve: --size: found \"9\", expected COLUMNSxROWS, for example 7x6"),
            ("solve river --mvetime 5", "solve: there is no option --mvetime; did you mean --movetime?"),
            ("solve tower --keys --check w", "solve: --keys cannot be used together with --check"),
            ("solve river --nodes 5 --nodes 6", "solve: --nodes is given twice"),
            (
                "play --level 99",
                "play: --level: found \"99\", expected a number from -4 (weakest) to 20 (full strength), or newcomer, \
                 beginner, easy, medium, hard, expert, full",
            ),
            ("draw xiangqi --scale x", "draw: --scale: found \"x\", expected a number"),
            ("play xiangqi --side blue", "play: --side: found \"blue\", expected red, black, both, none or random"),
            ("play xiangqi --side", "play: --side: expected red, black, both, none or random"),
            ("tables make --hash -1 -o x", "tables make: --hash: found \"-1\", expected a whole number"),
            ("match --engine cmd=a --draw 1 2", "match: --draw: found 2 values, expected 3"),
            ("bench -5", "bench: DEPTH: found \"-5\", expected a whole number from 0 to 30"),
        ] {
            let error = cli::parse(line.split(' ')).expect_err(line);
            let words: Vec<OsString> = std::iter::once("meihua").chain(line.split(' ')).map(OsString::from).collect();
            let command = command(&words, &cli::root());
            assert_eq!(format!("{command}: {}", sentence(&error, &command)), said, "{line}");
        }
    }
}
