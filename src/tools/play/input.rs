//! Where the person's lines come from: a line editor with history on a terminal, plain lines in a pipe.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead};

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line without its end.
    Line(String),
    /// Something that is no text; the message says what.
    Noise(String),
    /// The end of the input, or Ctrl-C or Ctrl-D at the prompt.
    End,
}

/// A source of lines.
pub trait Input {
    /// The next line; `prompt` is shown where somebody can see it.
    fn line(&mut self, prompt: &str) -> Heard;
}

/// The line editor.
pub struct Terminal(DefaultEditor);

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// The terminal cannot be used so.
    pub fn new() -> rustyline::Result<Terminal> {
        Ok(Terminal(DefaultEditor::new()?))
    }
}

impl Input for Terminal {
    fn line(&mut self, prompt: &str) -> Heard {
        match self.0.readline(prompt) {
            Ok(line) => {
                // The history is a comfort: a line that does not fit in is no error.
                let _ = self.0.add_history_entry(line.as_str());
                Heard::Line(line)
            }
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Heard::Noise("the line is not valid UTF-8".to_owned())
            }
            Err(_) => Heard::End,
        }
    }
}

/// Lines of a pipe or a file; no prompt is shown.
pub struct Pipe<R>(pub R);

impl<R: BufRead> Input for Pipe<R> {
    fn line(&mut self, _: &str) -> Heard {
        let mut bytes = Vec::new();
        match self.0.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) => match String::from_utf8(bytes) {
                Ok(line) => Heard::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
                Err(_) => Heard::Noise("the line is not valid UTF-8".to_owned()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_pipe() {
        let mut pipe = Pipe(&b"h2e2\r\n\xff\nquit"[..]);
        let heard: Vec<Heard> = (0..4).map(|_| pipe.line("> ")).collect();
        let line = |text: &str| Heard::Line(text.to_owned());
        assert!(matches!(heard[1], Heard::Noise(_)));
        assert_eq!((&heard[0], &heard[2], &heard[3]), (&line("h2e2"), &line("quit"), &Heard::End));
    }
}
