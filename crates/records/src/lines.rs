//! Reads the lines of a text in any encoding, chunk by chunk.

use super::decoded::{Decoded, MAX_LINE};
use super::error::{Cause, Trouble};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};

/// A line of text, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The line number, from 1.
    pub number: u64,
    pub text: String,
}

pub(crate) struct Lines<R> {
    text: Decoded<R>,
    /// Decoded text after the last line end.
    tail: String,
    /// Whether the last character was a carriage return, to which a following line feed belongs.
    after_return: bool,
    ready: VecDeque<String>,
    /// Lines that were put back.
    ahead: VecDeque<Line>,
    number: u64,
    ended: bool,
}

impl<R: Read> Lines<R> {
    /// Reads lines from here.
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            text: Decoded::new(input),
            tail: String::new(),
            after_return: false,
            ready: VecDeque::new(),
            ahead: VecDeque::new(),
            number: 0,
            ended: false,
        }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// The system's error, or [`Cause::TooLarge`] for a line longer than [`MAX_LINE`].
    pub(crate) fn next_line(&mut self) -> Result<Option<Line>, Trouble> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        loop {
            if let Some(text) = self.ready.pop_front() {
                self.number += 1;
                return Ok(Some(Line { number: self.number, text }));
            }
            if self.ended {
                return Ok(None);
            }
            self.read_piece()?;
        }
    }

    /// Puts a line back that belongs to what comes next, so that it is read again.
    pub(crate) fn put_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    /// What `is_found` first finds in the lines to come, at most `most` of them; they are read again.
    ///
    /// # Errors
    /// As [`Lines::next_line`].
    pub(crate) fn look_ahead<T>(
        &mut self,
        most: usize,
        mut is_found: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Trouble> {
        let mut seen = VecDeque::new();
        let mut found = None;
        while found.is_none() && seen.len() < most {
            let Some(line) = self.next_line()? else { break };
            found = is_found(&line.text);
            seen.push_back(line);
        }
        seen.append(&mut self.ahead);
        self.ahead = seen;
        Ok(found)
    }

    fn read_piece(&mut self) -> Result<(), Trouble> {
        let too_large = || Cause::TooLarge { what: "a line", limit: MAX_LINE as u64 };
        let piece = self.text.next_piece().map_err(|error| {
            let is_too_large = error.kind() == ErrorKind::FileTooLarge;
            if is_too_large { Trouble::at_line(self.number + 1, too_large()) } else { error.into() }
        });
        self.ended = !matches!(piece, Ok(Some(_)));
        if self.tail.len() > MAX_LINE {
            self.ended = true;
            return Err(Trouble::at_line(self.number + 1, too_large()));
        }
        self.split(&piece?.unwrap_or_default());
        Ok(())
    }

    fn split(&mut self, text: &str) {
        let mut start = 0;
        for (index, byte) in text.bytes().enumerate() {
            if byte == b'\n' && self.after_return && index == start {
                start += 1;
            } else if byte == b'\n' || byte == b'\r' {
                self.tail.push_str(&text[start..index]);
                self.ready.push_back(std::mem::take(&mut self.tail));
                start = index + 1;
            }
            self.after_return = byte == b'\r';
        }
        self.tail.push_str(&text[start..]);
        if self.ended && !self.tail.is_empty() {
            self.ready.push_back(std::mem::take(&mut self.tail));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = self.0.len().min(buffer.len()).min(5);
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(Drops(bytes));
        std::iter::from_fn(|| lines.next_line().unwrap().map(|line| line.text)).collect()
    }

    #[test]
    fn line_ends_of_every_system() {
        assert_eq!(lines(b"one\r\ntwo\nthree\rfour\r\n\r\nlast"), ["one", "two", "three", "four", "", "last"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn encodings_with_and_without_mark() {
        let text = "炮二平五\n马８进７\n";
        assert_eq!(lines(text.as_bytes()), ["炮二平五", "马８进７"]);
        assert_eq!(lines(format!("\u{feff}{text}").as_bytes()), ["炮二平五", "马８进７"]);
        let wide: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(lines(&wide), ["炮二平五", "马８进７"]);
        assert_eq!(lines(&encoding_rs::GB18030.encode(text).0), ["炮二平五", "马８进７"]);
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut lines = Lines::new(std::io::repeat(b'x'));
        let error = lines.next_line().unwrap_err();
        assert!(matches!(error.cause, Cause::TooLarge { .. }));
        assert!(lines.next_line().unwrap().is_none());
    }
}
