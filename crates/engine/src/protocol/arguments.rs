//! The words of a command line that are lines of a protocol: `meihua go depth 5`, `meihua "position startpos" "go depth 5"`.
//!
//! This is the whole command line of a program built without the feature `cli`.

use super::command::Command;
use super::process::serve;
use crate::engine::registry::Entry;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// Status of a command line that makes no sense.
pub const MISUSE: u8 = 2;

/// The first word is no command of any protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown command {0:?}")]
pub struct UnknownCommand(pub String);

impl UnknownCommand {
    /// The word itself.
    pub fn word(&self) -> &str {
        self.0.split_whitespace().next().unwrap_or_default()
    }
}

/// Serves these games on standard input where there are no words; else carries the words out and ends.
///
/// # Errors
/// The first word is no command.
pub fn serve_arguments(words: Vec<String>, games: &'static [Entry]) -> Result<ExitCode, UnknownCommand> {
    let Some(first) = words.first() else { return Ok(serve(games, io::stdin())) };
    let word = first.split_whitespace().next().unwrap_or_default();
    if !Command::is_known(word) {
        return Err(UnknownCommand(first.clone()));
    }
    Ok(serve(games, io::Cursor::new(script(words).into_bytes())))
}

/// Nothing on the error stream, whatever happens: a harness may read it together with the answers.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}

/// The lines that the words are: one line of all, or one for each where any of them holds a blank. A last `quit` is what
/// the end of the lines means anyway, but would not wait for the answers.
fn script(mut words: Vec<String>) -> String {
    let blank = if words.iter().any(|word| word.contains(char::is_whitespace)) { "\n" } else { " " };
    if words.len() > 1 && words.last().is_some_and(|word| word == "quit") {
        words.pop();
    }
    words.join(blank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::GAMES;

    fn lines(words: &[&str]) -> String {
        script(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn words_are_one_line_and_sentences_are_many() {
        assert_eq!(lines(&["go", "depth", "5"]), "go depth 5");
        assert_eq!(lines(&["position startpos", "go depth 5", "quit"]), "position startpos\ngo depth 5");
        assert_eq!(lines(&["quit"]), "quit");
    }

    #[test]
    fn no_command_is_named() {
        let refused = serve_arguments(vec!["nonsense".to_owned(), "uci".to_owned()], GAMES);
        assert_eq!(refused, Err(UnknownCommand("nonsense".to_owned())));
    }
}
