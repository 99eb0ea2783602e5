//! Squares of the board.
//!
//! ```text
//! rank 9  81 82 83 84 85 86 87 88 89   black's back rank
//! ...
//! rank 1   9 10 11 12 13 14 15 16 17
//! rank 0   0  1  2  3  4  5  6  7  8   red's back rank
//!          a  b  c  d  e  f  g  h  i        index = rank * 9 + file
//! ```

#![expect(unsafe_code, reason = "numbers below 90 by construction")]

use crate::side::Side;
use std::fmt;
use std::hint::assert_unchecked;

/// Files of the board, a to i.
pub const FILES: usize = 9;
/// Ranks of the board, 0 to 9 from Red's side.
pub const RANKS: usize = 10;
/// Squares of the board.
pub const SQUARES: usize = FILES * RANKS;

/// A square; the index inside is always below [`SQUARES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square with an index below [`SQUARES`].
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// The square of a file (0 to 8) and a rank (0 to 9).
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * FILES + file) as u8)) } else { None }
    }

    /// The square with an index that is below [`SQUARES`] because a bitboard contains no other.
    ///
    /// # Safety
    /// `index` must be below [`SQUARES`].
    #[inline(always)]
    pub(super) const unsafe fn from_index_unchecked(index: u32) -> Square {
        Square(index as u8)
    }

    /// The index: rank * 9 + file, below [`SQUARES`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor keeps the index below SQUARES. Telling the compiler so removes the bounds checks
        // for all tables with 90 entries.
        unsafe { assert_unchecked((self.0 as usize) < SQUARES) };
        self.0 as usize
    }

    /// The file, 0 (a) to 8 (i).
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % FILES
    }

    /// The rank, 0 (Red's back rank) to 9.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / FILES
    }

    /// The rank as counted by `side`: 0 is its own back rank.
    #[inline]
    pub const fn rank_of(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => RANKS - 1 - self.rank(),
        }
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if file < 0 || rank < 0 { None } else { Square::new(file as usize, rank as usize) }
    }

    /// The square with ranks flipped (rank r becomes 9 - r, same file).
    #[inline]
    pub(crate) const fn flip_ranks(self) -> Square {
        Square((SQUARES - FILES - self.rank() * FILES + self.file()) as u8)
    }

    /// The square with files mirrored (file f becomes 8 - f, same rank).
    #[inline]
    pub(crate) const fn mirror_files(self) -> Square {
        Square((self.rank() * FILES + FILES - 1 - self.file()) as u8)
    }

    /// All squares, a0 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..SQUARES as u8).map(Square)
    }
}

impl fmt::Display for Square {
    /// File letter and rank digit from 0: `e9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_mirrors() {
        for square in Square::all() {
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.flip_ranks().flip_ranks(), square);
            assert_eq!(square.mirror_files().mirror_files(), square);
            assert_eq!(square.flip_ranks().rank(), square.rank_of(Side::Second));
        }
        assert_eq!(Square::from_index(90), None);
        assert_eq!(Square::new(9, 0), None);
        assert_eq!(Square::new(7, 2).map(|s| s.to_string()).as_deref(), Some("h2"));
    }
}
