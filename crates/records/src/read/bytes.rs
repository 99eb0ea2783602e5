//! Reads numbers and strings from bytes that may end anywhere.

use super::super::error::{Cause, Location, Trouble, Unread};
use meihua_contracts::sentence;

/// Reads forward through bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// Starts at an offset, which may lie beyond the end.
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> ByteReader<'a> {
        ByteReader { bytes, at }
    }

    /// The offset of the next byte.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// The remaining bytes as an unread part; `behind` says what they follow.
    pub(crate) fn unread(&self, behind: &'static str) -> Option<Unread> {
        let left = self.left();
        let what = || sentence!("{} bytes after {}", left, behind);
        (left > 0).then(|| Unread { place: Location::Byte(self.at as u64), what: what() })
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`Cause::Cut`] if there are fewer; nothing is taken in that case.
    pub(crate) fn take(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], Trouble> {
        let end = self.at.checked_add(length);
        let Some(found) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            let cause = Cause::Cut { what, expected: length as u64, found: self.left() as u64 };
            return Err(Trouble::at_byte(self.at, cause));
        };
        self.at += length;
        Ok(found)
    }

    /// The next four bytes as a number.
    ///
    /// # Errors
    /// [`Cause::Cut`].
    pub(crate) fn u32(&mut self, what: &'static str) -> Result<u32, Trouble> {
        let bytes = self.take(4, what)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// Takes a string preceded by its length in four bytes.
    ///
    /// # Errors
    /// [`Cause::Cut`].
    pub(crate) fn string(&mut self, what: &'static str) -> Result<&'a [u8], Trouble> {
        let length = self.u32(what)?;
        self.take(length as usize, what)
    }
}

/// The part of `bytes` from `at`, at most `length` bytes long.
pub(crate) fn part(bytes: &[u8], at: usize, length: usize) -> &[u8] {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.get(..length).unwrap_or(rest)
}

/// The byte at an offset; 0 beyond the end.
pub(crate) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// Four bytes as a number; those beyond the end are 0.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |number, index| number | u32::from(byte(bytes, at + index)) << (8 * index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_an_error_and_moves_nothing() {
        let mut reader = ByteReader::new(&[2, 0, 0, 0, b'a', b'b', 9], 0);
        assert_eq!(reader.string("s").unwrap(), b"ab");
        assert!(reader.u32("n").is_err());
        assert_eq!((reader.at(), reader.left()), (6, 1));
        assert!(ByteReader::new(&[], 7).take(usize::MAX, "x").is_err());
        assert_eq!(u32_at(&[1, 2], 0), 0x201);
        assert_eq!(part(&[1, 2, 3], 1, 9), [2, 3]);
    }
}
