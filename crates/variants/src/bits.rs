//! Sets of squares of a board with up to 16 files and 16 ranks.
//!
//! A square is a byte: `16 * rank + file`, both from 0; a1 is 0.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Files and ranks of the largest board.
pub(crate) const SIDE: i32 = 16;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits([u64; 4]);

impl Bits {
    /// No square.
    pub(crate) const NONE: Bits = Bits([0; 4]);
    /// Every square of the largest board.
    pub(crate) const ALL: Bits = Bits([u64::MAX; 4]);

    /// One square.
    #[inline]
    pub(crate) fn of(square: u8) -> Bits {
        let mut words = [0; 4];
        words[usize::from(square >> 6)] = 1 << (square & 63);
        Bits(words)
    }

    /// The squares of a file, from 0.
    pub(crate) fn file(file: i32) -> Bits {
        Bits([0x0001_0001_0001_0001 << file; 4])
    }

    /// The squares of a rank, from 0.
    pub(crate) fn rank(rank: i32) -> Bits {
        let mut words = [0; 4];
        words[rank as usize / 4] = 0xffff << (16 * (rank % 4));
        Bits(words)
    }

    /// A board of so many files and ranks.
    pub(crate) fn board(files: i32, ranks: i32) -> Bits {
        let files = (0..files).fold(Bits::NONE, |set, file| set | Bits::file(file));
        (0..ranks).fold(Bits::NONE, |set, rank| set | Bits::rank(rank)) & files
    }

    /// Whether a square is in the set.
    #[inline]
    pub(crate) fn has(self, square: u8) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub(crate) fn add(&mut self, square: u8) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    /// Removes a square.
    #[inline]
    pub(crate) fn remove(&mut self, square: u8) {
        self.0[usize::from(square >> 6)] &= !(1 << (square & 63));
    }

    /// The set without a square.
    #[inline]
    #[must_use]
    pub(crate) fn without(mut self, square: u8) -> Bits {
        self.remove(square);
        self
    }

    /// The set with a square.
    #[inline]
    #[must_use]
    pub(crate) fn with(mut self, square: u8) -> Bits {
        self.add(square);
        self
    }

    /// Whether there is no square.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub(crate) fn meets(self, other: Bits) -> bool {
        !(self & other).is_empty()
    }

    /// A number that tells sets apart.
    pub(crate) fn hash(self) -> u64 {
        self.0.iter().fold(0, |hash, &word| meihua_contracts::random::mix(hash ^ word))
    }

    /// Number of squares.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest square: the first file of the first rank comes first.
    #[inline]
    pub(crate) fn first(self) -> Option<u8> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((64 * word) as u8 + self.0[word].trailing_zeros() as u8)
    }

    /// The highest square.
    pub(crate) fn last(self) -> Option<u8> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some((64 * word) as u8 + 63 - self.0[word].leading_zeros() as u8)
    }

    /// Every square moved by up to 3 files and ranks; what leaves the largest board is lost.
    #[must_use]
    #[inline]
    pub(crate) fn shift(self, files: i32, ranks: i32) -> Bits {
        // The files of a rank that stay on the board, then the same for the four ranks of a word.
        let row = if files >= 0 { 0xffff >> files } else { 0xffff << -files & 0xffff };
        let kept = self & Bits([row * 0x0001_0001_0001_0001; 4]);
        let by = SIDE * ranks + files;
        let count = by.unsigned_abs();
        let word = |index: usize| kept.0.get(index).copied().unwrap_or(0);
        let moved = |index: usize| match by {
            0 => word(index),
            1.. => word(index) << count | index.checked_sub(1).map_or(0, |below| word(below) >> (64 - count)),
            _ => word(index) >> count | word(index + 1) << (64 - count),
        };
        Bits([moved(0), moved(1), moved(2), moved(3)])
    }

    /// The squares in the set and those around it, by a step of a chess king.
    pub(crate) fn around(self) -> Bits {
        let row = self | self.shift(1, 0) | self.shift(-1, 0);
        row | row.shift(0, 1) | row.shift(0, -1)
    }
}

impl Iterator for Bits {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let square = self.first()?;
        self.remove(square);
        Some(square)
    }
}

impl FromIterator<u8> for Bits {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Bits {
        squares.into_iter().fold(Bits::NONE, Bits::with)
    }
}

macro_rules! operator {
    ($operator:ident $function:ident $assign:ident $assigning:ident $symbol:tt) => {
        impl $operator for Bits {
            type Output = Bits;
            #[inline]
            fn $function(self, other: Bits) -> Bits {
                let (a, b) = (self.0, other.0);
                Bits([a[0] $symbol b[0], a[1] $symbol b[1], a[2] $symbol b[2], a[3] $symbol b[3]])
            }
        }
        impl $assign for Bits {
            #[inline]
            fn $assigning(&mut self, other: Bits) {
                *self = *self $symbol other;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bits {
    type Output = Bits;
    #[inline]
    fn not(self) -> Bits {
        self ^ Bits::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_runs_over_an_edge() {
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (3, -2), (-2, 3)] {
            for square in 0..=255_u8 {
                let (file, rank) = (i32::from(square % 16) + files, i32::from(square / 16) + ranks);
                let inside = (0..16).contains(&file) && (0..16).contains(&rank);
                let moved = if inside { Bits::of((16 * rank + file) as u8) } else { Bits::NONE };
                assert_eq!(Bits::of(square).shift(files, ranks), moved, "{square} by {files} {ranks}");
            }
        }
    }
}
