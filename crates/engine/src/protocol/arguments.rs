//! Command lines that consist of protocol lines: `meihua go depth 5`, `meihua "position startpos" "go depth 5"`.
//!
//! This is the whole command line of a program built from this crate alone.

use super::command::Command;
use super::process::serve;
use crate::engine::registry::Entry;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// Exit status of an invalid command line.
pub const MISUSE: u8 = 2;

/// The first word is not a command of any protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown command {0:?}")]
pub struct UnknownCommand(pub String);

impl UnknownCommand {
    /// The word itself.
    pub fn word(&self) -> &str {
        self.0.split_whitespace().next().unwrap_or_default()
    }
}

/// Serves these games on standard input if there are no words; otherwise executes the words and returns.
///
/// # Errors
/// The first word is not a command.
pub fn serve_arguments(words: Vec<String>, games: &'static [Entry]) -> Result<ExitCode, UnknownCommand> {
    let Some(first) = words.first() else { return Ok(serve(games, io::stdin())) };
    let word = first.split_whitespace().next().unwrap_or_default();
    if !Command::is_known(word) {
        return Err(UnknownCommand(first.clone()));
    }
    Ok(serve(games, io::Cursor::new(script(words).into_bytes())))
}

/// Logs panics instead of printing them: a harness may read standard error together with the answers.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}

/// The protocol lines in the words: a single line, or one per word if any word contains a space. A final `quit` is
/// dropped, because the end of input means the same but waits for the answers.
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
