//! Reads the lines of a text in any encoding, chunk by chunk.

use super::encoding::{Guess, byte_order_mark, is_wide};
use super::error::{Cause, Trouble};
use encoding_rs::{Decoder, Encoding};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};

/// Number of bytes read at once.
const PIECE: usize = 1 << 18;

/// Maximum length of a line in bytes: a game of a hundred thousand moves on one line takes a few megabytes.
pub(crate) const MAX_LINE: usize = 32 << 20;

/// A line of text, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The line number, from 1.
    pub number: u64,
    pub text: String,
}

enum Scheme {
    /// Nothing has been read.
    Fresh,
    /// A byte order mark announced two bytes per letter.
    Wide(Decoder),
    /// A byte order mark announced UTF-8.
    Marked(&'static Encoding),
    Guessed(Guess),
}

pub(crate) struct Lines<R> {
    input: R,
    scheme: Scheme,
    /// Read but not decoded: less than a line.
    rest: Vec<u8>,
    /// Decoded text after the last line end.
    tail: String,
    /// Whether the last character was a carriage return, to which a following line feed belongs.
    after_return: bool,
    ready: VecDeque<String>,
    /// A line that was put back.
    ahead: Option<Line>,
    number: u64,
    ended: bool,
}

impl<R: Read> Lines<R> {
    /// Reads lines from here.
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            scheme: Scheme::Fresh,
            rest: Vec::new(),
            tail: String::new(),
            after_return: false,
            ready: VecDeque::new(),
            ahead: None,
            number: 0,
            ended: false,
        }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// The system's error, or [`Cause::TooLarge`] for a line longer than [`MAX_LINE`].
    pub(crate) fn next_line(&mut self) -> Result<Option<Line>, Trouble> {
        if let Some(line) = self.ahead.take() {
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
        self.ahead = Some(line);
    }

    fn read_piece(&mut self) -> Result<(), Trouble> {
        let old = self.rest.len();
        self.rest.resize(old + PIECE, 0);
        let read = loop {
            match self.input.read(&mut self.rest[old..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.rest.truncate(old + *read.as_ref().unwrap_or(&0));
        self.ended = read.inspect_err(|_| self.ended = true)? == 0;
        if self.rest.len().max(self.tail.len()) > MAX_LINE {
            self.ended = true;
            let cause = Cause::TooLarge { what: "a line", limit: MAX_LINE as u64 };
            return Err(Trouble::at_line(self.number + 1, cause));
        }
        if matches!(self.scheme, Scheme::Fresh) && (self.rest.len() >= 4 || self.ended) {
            self.choose_scheme();
        }
        let text = self.decode(old);
        self.split(&text);
        Ok(())
    }

    fn choose_scheme(&mut self) {
        self.scheme = match byte_order_mark(&self.rest) {
            Some((encoding, mark)) => {
                self.rest.drain(..mark);
                if is_wide(encoding) {
                    Scheme::Wide(encoding.new_decoder_without_bom_handling())
                } else {
                    Scheme::Marked(encoding)
                }
            }
            None => Scheme::Guessed(Guess::default()),
        };
    }

    /// Decodes as much of the rest as possible: all of it, or up to the last line end, which is searched for from
    /// `fresh`.
    fn decode(&mut self, fresh: usize) -> String {
        if let Scheme::Wide(decoder) = &mut self.scheme {
            let mut text = String::with_capacity(decoder.max_utf8_buffer_length(self.rest.len()).unwrap_or(0));
            let (_, read, _) = decoder.decode_to_string(&self.rest, &mut text, self.ended);
            self.rest.drain(..read);
            return text;
        }
        let end = if self.ended {
            self.rest.len()
        } else {
            // In none of the encodings is a line end part of a character.
            let read = self.rest.get(fresh..).unwrap_or_default();
            let end = read.iter().rposition(|&byte| byte == b'\n');
            let end = end.or_else(|| read.iter().rposition(|&byte| byte == b'\r'));
            end.map_or(0, |index| fresh + index + 1)
        };
        let whole: Vec<u8> = self.rest.drain(..end).collect();
        match &mut self.scheme {
            Scheme::Guessed(guess) => guess.decode(&whole),
            Scheme::Marked(encoding) => encoding.decode_without_bom_handling(&whole).0.into_owned(),
            Scheme::Fresh | Scheme::Wide(_) => String::new(),
        }
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
