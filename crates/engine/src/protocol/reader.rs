//! The reading thread: splits bytes into lines and does nothing else.

use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a line in bytes; longer ones are dropped. A position with forty thousand moves fits.
pub(crate) const LINE_LIMIT: usize = 4 << 20;

/// The byte order mark that some editors and shells put at the start of a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// An item of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line without its line feed.
    Line(Vec<u8>),
    /// A line longer than [`LINE_LIMIT`], which was dropped.
    TooLong {
        /// Its beginning.
        start: Vec<u8>,
    },
    /// Nothing more will come.
    End,
}

impl Input {
    /// A line.
    pub(crate) fn of(line: &[u8]) -> Input {
        if line.len() > LINE_LIMIT { Input::too_long(line) } else { Input::Line(line.to_vec()) }
    }

    /// A line that is too long and begins so.
    fn too_long(line: &[u8]) -> Input {
        /// Enough for the words before a position.
        const START: usize = 80;
        Input::TooLong { start: line[..line.len().min(START)].to_vec() }
    }
}

/// The lines of `source`. A read error counts as the end.
pub(crate) fn lines(source: impl Read) -> impl Iterator<Item = Input> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let mut is_first = true;
    std::iter::from_fn(move || {
        let mut input = read_line(&mut source).ok()??;
        if let Input::Line(line) = &mut input
            && std::mem::take(&mut is_first)
            && line.starts_with(MARK)
        {
            line.drain(..MARK.len());
        }
        Some(input)
    })
}

/// The next line; `None` at the end.
fn read_line(source: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let chunk = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let is_over = end.is_some() || chunk.is_empty();
        if chunk.is_empty() && line.is_empty() && !is_too_long {
            return Ok(None);
        }
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_too_long |= line.len() + part.len() > LINE_LIMIT;
        if !is_too_long || line.is_empty() {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        source.consume(used);
        if is_over {
            return Ok(Some(if is_too_long { Input::too_long(&line) } else { Input::Line(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Input> {
        lines(bytes).collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_with_and_without_their_end() {
        assert_eq!(read(b"uci\n\nquit"), [line("uci"), line(""), line("quit")]);
        assert_eq!(read(b""), []);
        assert_eq!(read(b"go\r\n"), [line("go\r")]);
        assert_eq!(read(b"\xef\xbb\xbfuci\n\xef\xbb\xbfx\n"), [line("uci"), line("\u{feff}x")]);
    }

    #[test]
    fn a_giant_line_is_dropped_and_the_next_one_heard() {
        let mut bytes = vec![b'x'; LINE_LIMIT + 1];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(read(&bytes), [Input::of(&bytes[..=LINE_LIMIT]), line("isready")]);
        bytes.remove(0);
        assert!(matches!(&read(&bytes)[0], Input::Line(line) if line.len() == LINE_LIMIT));
    }
}
