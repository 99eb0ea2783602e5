//! Text in any encoding, read as a stream of UTF-8.

use super::encoding::{Guess, byte_order_mark, is_wide};
use encoding_rs::{Decoder, Encoding};
use std::io::{self, BufRead, ErrorKind, Read};

/// Number of bytes read at once.
const PIECE: usize = 1 << 18;

/// Maximum length of a line in bytes: a game of a hundred thousand moves on one line takes a few megabytes.
pub(crate) const MAX_LINE: usize = 32 << 20;

enum Scheme {
    /// Nothing has been read.
    Fresh,
    /// Two bytes per letter.
    Wide(Decoder),
    /// A byte order mark announced UTF-8.
    Marked(&'static Encoding),
    Guessed(Guess),
}

/// The UTF-8 text of an input in any encoding that [`super::encoding::decode`] knows. A line is available as soon as
/// its end has been read, so a program can answer each line of a pipe. A line of more than 32 MB is an error.
pub struct Decoded<R> {
    input: R,
    scheme: Scheme,
    /// Read but not decoded: less than a line.
    rest: Vec<u8>,
    /// Decoded, and given up to `given`.
    ready: String,
    given: usize,
    ended: bool,
}

impl<R: Read> Decoded<R> {
    /// Decodes this input.
    pub fn new(input: R) -> Decoded<R> {
        Decoded { input, scheme: Scheme::Fresh, rest: Vec::new(), ready: String::new(), given: 0, ended: false }
    }

    /// The next piece of the text, which may be empty; `None` at the end.
    ///
    /// # Errors
    /// The system's error, or [`ErrorKind::FileTooLarge`] for a line longer than [`MAX_LINE`].
    pub(crate) fn next_piece(&mut self) -> io::Result<Option<String>> {
        if self.ended {
            return Ok(None);
        }
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
        if self.rest.len() > MAX_LINE {
            self.ended = true;
            return Err(io::Error::new(ErrorKind::FileTooLarge, format!("a line is longer than {MAX_LINE} bytes")));
        }
        if matches!(self.scheme, Scheme::Fresh) {
            // Two letters tell two bytes each from one; a short line of a pipe is not waited for.
            let is_short_line = self.rest.ends_with(b"\n") && self.rest.iter().all(|byte| (1..128).contains(byte));
            if self.rest.len() < 4 && !self.ended && !is_short_line {
                return Ok(Some(String::new()));
            }
            self.choose_scheme();
            return Ok(Some(self.decode(0)));
        }
        Ok(Some(self.decode(old)))
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
}

impl<R: Read> BufRead for Decoded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.given == self.ready.len() {
            let Some(piece) = self.next_piece()? else { break };
            (self.ready, self.given) = (piece, 0);
        }
        Ok(&self.ready.as_bytes()[self.given..])
    }

    fn consume(&mut self, amount: usize) {
        self.given = (self.given + amount).min(self.ready.len());
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::GB18030;

    #[test]
    fn every_encoding_becomes_utf_8() {
        let text = "炮二平五\n马８进７";
        let wide = |to: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(to).collect::<Vec<u8>>();
        let marked = format!("\u{feff}{text}").into_bytes();
        let gbk = GB18030.encode(text).0.into_owned();
        for bytes in [text.as_bytes().to_vec(), marked, wide(u16::to_le_bytes), wide(u16::to_be_bytes), gbk] {
            let mut found = String::new();
            Decoded::new(&bytes[..]).read_to_string(&mut found).unwrap();
            assert_eq!(found, text);
        }
    }

    #[test]
    fn nothing_of_a_short_text_is_lost() {
        /// Gives a byte at a time.
        struct Bytes<'a>(&'a [u8]);

        impl Read for Bytes<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let (byte, rest) = self.0.split_at(self.0.len().min(1));
                self.0 = rest;
                { byte }.read(buffer)
            }
        }

        for text in ["", "\n", "-", "-\n", "44\n", "4\n4\n", "炮\n", "444"] {
            let (mut whole, mut slow) = (String::new(), String::new());
            Decoded::new(text.as_bytes()).read_to_string(&mut whole).unwrap();
            Decoded::new(Bytes(text.as_bytes())).read_to_string(&mut slow).unwrap();
            assert_eq!((whole.as_str(), slow.as_str()), (text, text));
        }
        let wide: Vec<u8> = "\u{feff}4\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut found = String::new();
        Decoded::new(Bytes(&wide)).read_to_string(&mut found).unwrap();
        assert_eq!(found, "4\n");
    }

    #[test]
    fn a_line_is_there_before_the_next_one_is_asked_for() {
        /// Gives one line, then fails.
        struct OneLine(bool);

        impl Read for OneLine {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(io::Error::other("asked too early"));
                }
                (&b"startpos\nsta"[..]).read(buffer)
            }
        }

        let mut line = String::new();
        Decoded::new(OneLine(false)).read_line(&mut line).unwrap();
        assert_eq!(line, "startpos\n");
    }
}
