//! The source of the person's lines: a line editor with history on a terminal, plain lines from a pipe.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line without its line end.
    Line(String),
    /// Input that is not text; the message says what it is.
    Noise(&'static str),
    /// The end of input, or Ctrl-C or Ctrl-D at the prompt.
    End,
}

/// A source of lines.
pub(crate) trait Input {
    /// The next line; `prompt` is shown if a person can see it.
    fn line(&mut self, prompt: &str) -> Heard;

    /// Sets the words that Tab offers at the start of a line, if supported.
    fn offer(&mut self, words: Vec<String>) {
        drop(words);
    }

    /// Width of the terminal, if there is one.
    fn width(&mut self) -> Option<usize> {
        None
    }
}

/// Words offered on Tab.
#[derive(Default)]
struct Offer(Vec<String>);

impl Completer for Offer {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..cursor).unwrap_or(line);
        Ok((0, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for Offer {
    type Hint = String;
}
impl Highlighter for Offer {}
impl Validator for Offer {}
impl Helper for Offer {}

/// The line editor.
pub(crate) struct Terminal {
    editor: Editor<Offer, DefaultHistory>,
    /// The other lines of what was pasted.
    pasted: VecDeque<String>,
}

impl Terminal {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// The terminal does not support line editing.
    pub(crate) fn new() -> rustyline::Result<Terminal> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Offer::default()));
        Ok(Terminal { editor, pasted: VecDeque::new() })
    }
}

/// The lines of a text that was typed or pasted; one at least.
fn lines_of(text: &str) -> VecDeque<String> {
    let lines: VecDeque<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    if lines.is_empty() { VecDeque::from([String::new()]) } else { lines }
}

impl Input for Terminal {
    fn line(&mut self, prompt: &str) -> Heard {
        if let Some(line) = self.pasted.pop_front() {
            println!("{prompt}{line}");
            return Heard::Line(line);
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = lines_of(&text);
                for line in &lines {
                    // History is a convenience: failing to store a line is no error.
                    let _ = self.editor.add_history_entry(line.as_str());
                }
                let first = lines.pop_front().unwrap_or_default();
                self.pasted = lines;
                Heard::Line(first)
            }
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Heard::Noise("the line is not valid UTF-8")
            }
            Err(_) => Heard::End,
        }
    }

    fn offer(&mut self, words: Vec<String>) {
        self.editor.set_helper(Some(Offer(words)));
    }

    fn width(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| columns.into()).filter(|&columns| columns > 0)
    }
}

/// Lines from a pipe or a file; no prompt is shown.
pub(crate) struct Pipe<R>(pub R);

impl<R: BufRead> Input for Pipe<R> {
    fn line(&mut self, _: &str) -> Heard {
        let mut bytes = Vec::new();
        match self.0.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) => match String::from_utf8(bytes) {
                Ok(line) => Heard::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
                Err(_) => Heard::Noise("the line is not valid UTF-8"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_offered_by_their_beginning() {
        let offer = Offer(["hint", "help", "马二进三", "马八进七"].map(str::to_owned).to_vec());
        let history = DefaultHistory::new();
        let complete = |line: &str| offer.complete(line, line.len(), &Context::new(&history)).unwrap().1;
        assert_eq!(complete("h"), ["hint", "help"]);
        assert_eq!(complete("马二"), ["马二进三"]);
        assert!(complete("hint ").is_empty());
    }

    #[test]
    fn what_is_pasted_is_as_many_lines() {
        assert_eq!(lines_of("b0c2\r\nb9c7\n\n h2e2"), ["b0c2", "b9c7", " h2e2"]);
        assert_eq!((lines_of(""), lines_of("\n")), (VecDeque::from([String::new()]), VecDeque::from([String::new()])));
    }

    #[test]
    fn lines_of_a_pipe() {
        let mut pipe = Pipe(&b"h2e2\r\n\xff\nquit"[..]);
        let heard: Vec<Heard> = (0..4).map(|_| pipe.line("> ")).collect();
        let line = |text: &str| Heard::Line(text.to_owned());
        assert!(matches!(heard[1], Heard::Noise(_)));
        assert_eq!((&heard[0], &heard[2], &heard[3]), (&line("h2e2"), &line("quit"), &Heard::End));
    }
}
