//! Board sizes and the bit layout.
//!
//! A set of squares is one machine word. Columns are stored one after another, each with a spare bit on top that is
//! never set, so that lines cannot run over the edge. With `stride = rows + 1`, the square in column `c` and row `r`
//! (both from 0, row 0 at the bottom) is bit `c * stride + r`. On the standard board of 7 columns and 6 rows:
//!
//! ```text
//!  6 13 20 27 34 41 48   spare
//!  5 12 19 26 33 40 47   row 6
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42   row 1
//!  a  b  c  d  e  f  g
//! ```
//!
//! The neighbours of a square are then 1 (up), `stride` (right), `stride + 1` and `stride - 1` (diagonals) bits away.
//! The layout is John Tromp's (Fhourstones).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares: an unsigned integer with the few operations that bitboards need.
pub trait Word:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Number of bits.
    const BITS: u32;
    /// No square.
    const EMPTY: Self;
    /// The square of bit 0.
    const ONE: Self;

    /// Sum, dropping the carry out of the top bit.
    fn plus(self, other: Self) -> Self;
    /// Difference, dropping the borrow.
    fn minus(self, other: Self) -> Self;
    /// Product, dropping overflow.
    fn times(self, other: Self) -> Self;
    /// Number of squares.
    fn count(self) -> u32;
    /// Index of the lowest square's bit; the number of bits for the empty set.
    fn lowest(self) -> u32;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// The bits above the low 64, as the low bits of the result.
    fn high(self) -> u64;
    /// The set with these low and high bits; bits that do not fit are dropped.
    fn from_parts(low: u64, high: u64) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether at least two squares are in the set.
    #[inline(always)]
    fn is_many(self) -> bool {
        !(self & self.minus(Self::ONE)).is_empty()
    }

    /// The squares one by one, lowest bit first, each as a set.
    #[inline(always)]
    fn squares(self) -> SquareIter<Self> {
        SquareIter(self)
    }
}

/// Iterator over the squares of a set.
#[derive(Clone, Copy, Debug)]
pub struct SquareIter<W>(W);

impl<W: Word> Iterator for SquareIter<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.0.is_empty() {
            return None;
        }
        let rest = self.0 & self.0.minus(W::ONE);
        let square = self.0 ^ rest;
        self.0 = rest;
        Some(square)
    }
}

macro_rules! impl_word {
    ($int:ty) => {
        impl Word for $int {
            const BITS: u32 = <$int>::BITS;
            const EMPTY: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn high(self) -> u64 {
                (self as u128 >> 64) as u64
            }
            #[inline(always)]
            fn from_parts(low: u64, high: u64) -> Self {
                (low as u128 | (high as u128) << 64) as $int
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

/// A board size with its fixed sets of squares.
///
/// For [`Standard`] they are known at compile time; [`Board`] stores them.
pub trait Shape: Copy + Eq + Debug + Send + Sync + 'static {
    /// The word that holds this board.
    type Word: Word;

    /// Number of columns.
    fn columns(self) -> u32;
    /// Number of rows.
    fn rows(self) -> u32;
    /// Row 1: the lowest square of every column.
    fn bottom(self) -> Self::Word;
    /// All squares.
    fn board(self) -> Self::Word;
    /// Rows 1, 3, 5 …: where the first player's threats count, since that player fills these rows in a quiet ending.
    fn odd_rows(self) -> Self::Word;

    /// The spare bits on top of the columns.
    #[inline(always)]
    fn spare(self) -> Self::Word {
        self.bottom() << self.rows()
    }

    /// Squares above some square of `set` in the same column.
    #[inline(always)]
    fn above(self, set: Self::Word) -> Self::Word {
        // In each column, `spare - set` flips all bits above the lowest one that is set.
        (self.spare().minus(set) ^ set) & self.board()
    }

    /// Distance in bits between neighbours in a row.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Number of squares.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// The squares of a column, from 0.
    #[inline(always)]
    fn column(self, column: u32) -> Self::Word {
        ((Self::Word::ONE << self.rows()).minus(Self::Word::ONE)) << (column * self.stride())
    }
}

/// The standard board: 7 columns and 6 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Standard;

impl Shape for Standard {
    type Word = u64;

    #[inline(always)]
    fn columns(self) -> u32 {
        7
    }
    #[inline(always)]
    fn rows(self) -> u32 {
        6
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        const { bottom_row(7, 6) as u64 }
    }
    #[inline(always)]
    fn board(self) -> u64 {
        const { (bottom_row(7, 6) * 0b11_1111) as u64 }
    }
    #[inline(always)]
    fn odd_rows(self) -> u64 {
        const { (bottom_row(7, 6) * 0b01_0101) as u64 }
    }
}

/// A board of any size that fits into the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<W> {
    columns: u8,
    rows: u8,
    bottom: W,
    board: W,
    odd_rows: W,
}

/// Maximum number of columns and of rows.
pub const MAX_SIDE: u32 = 16;

impl<W: Word> Board<W> {
    /// The board of this size; `None` if a side is 0 or above [`MAX_SIDE`], or if `columns * (rows + 1)` exceeds the
    /// word.
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) || columns * (rows + 1) > W::BITS {
            return None;
        }
        let spread = |row_pattern: u128| {
            let bits = (0..columns).fold(0, |bits, column| bits | row_pattern << (column * (rows + 1)));
            W::from_parts(bits as u64, (bits >> 64) as u64)
        };
        let full = (1u128 << rows) - 1;
        Some(Board {
            columns: columns as u8,
            rows: rows as u8,
            bottom: spread(1),
            board: spread(full),
            odd_rows: spread(full & 0x5555),
        })
    }
}

impl<W: Word> Shape for Board<W> {
    type Word = W;

    #[inline(always)]
    fn columns(self) -> u32 {
        self.columns as u32
    }
    #[inline(always)]
    fn rows(self) -> u32 {
        self.rows as u32
    }
    #[inline(always)]
    fn bottom(self) -> W {
        self.bottom
    }
    #[inline(always)]
    fn board(self) -> W {
        self.board
    }
    #[inline(always)]
    fn odd_rows(self) -> W {
        self.odd_rows
    }
}

/// One bit at the bottom of every column.
const fn bottom_row(columns: u32, rows: u32) -> u128 {
    let (mut bits, mut column) = (0, 0);
    while column < columns {
        bits |= 1 << (column * (rows + 1));
        column += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_board_is_the_sized_one() {
        let sized = Board::<u64>::new(7, 6).unwrap();
        assert_eq!(sized.board(), Standard.board());
        assert_eq!(sized.bottom(), Standard.bottom());
        assert_eq!(sized.odd_rows(), Standard.odd_rows());
        assert_eq!(Standard.board().count(), 42);
        assert_eq!(Standard.odd_rows().count(), 21);
        assert_eq!(Standard.column(3), 0b11_1111 << 21);
    }

    #[test]
    fn sizes_end_with_the_word() {
        assert!(Board::<u64>::new(9, 6).is_some());
        assert!(Board::<u64>::new(9, 7).is_none());
        assert!(Board::<u128>::new(9, 7).is_some());
        assert!(Board::<u128>::new(10, 12).is_none());
        assert!(Board::<u128>::new(0, 6).is_none());
        assert!(Board::<u128>::new(17, 1).is_none());
    }

    #[test]
    fn above_is_a_matter_of_the_column() {
        let (b2, d1) = (1 << 8, 1 << 21);
        assert_eq!(Standard.above(b2 | d1), 0b11_1100 << 7 | 0b11_1110 << 21);
        assert_eq!(Standard.above(0), 0);
        assert_eq!(Standard.above(1 << 5), 0, "nothing is above the top row");
    }

    #[test]
    fn squares_come_one_by_one() {
        let squares: Vec<u128> = 0b1011u128.squares().collect();
        assert_eq!(squares, [1, 2, 8]);
        assert!(0b11u64.is_many() && !0b10u64.is_many() && !0u64.is_many());
    }
}
