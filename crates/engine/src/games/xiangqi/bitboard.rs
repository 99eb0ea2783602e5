//! Sets of squares in 128 bits, of which the low 90 are used (bit number = square index).

#![expect(unsafe_code, reason = "numbers below 90 by construction")]

use super::square::{FILES, SQUARES, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares. Bits 90 and above are never set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[repr(transparent)]
pub struct Bitboard(u128);

/// The sets of one square: shifting 128 bits by a variable takes eight instructions, a lookup takes one.
static SINGLES: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        table[index] = Bitboard(1 << index);
        index += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 90 squares.
    pub const ALL: Bitboard = Bitboard((1 << SQUARES) - 1);
    pub(crate) const FILE_A: Bitboard = Bitboard(0x2_0100_8040_2010_0804_0201);
    /// Rank 0.
    pub(crate) const RANK_0: Bitboard = Bitboard((1 << FILES) - 1);

    /// The set with these bits; bits beyond the board are dropped.
    #[inline]
    pub(crate) const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Bitboard::ALL.0)
    }

    /// The bits.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        SINGLES[square.index()]
    }

    /// A whole file, 0 to 8.
    #[inline]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << (file % FILES))
    }

    /// A whole rank, 0 to 9.
    #[inline]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard::from_bits(Bitboard::RANK_0.0 << (rank * FILES))
    }

    /// 1 if the set contains the square, else 0.
    #[inline(always)]
    pub(super) const fn bit(self, square: Square) -> i32 {
        let halves = [self.0 as u64, (self.0 >> 64) as u64];
        (halves[square.index() >> 6] >> (square.index() & 63) & 1) as i32
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.meets(Bitboard::of(square))
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether at least two squares are in the set.
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set has exactly one square.
    #[inline(always)]
    pub(super) const fn is_single(self) -> bool {
        !self.is_empty() && !self.many()
    }

    /// Number of squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// The square with the lowest index; `None` if the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        // SAFETY: bits 90 and above are never set, so the lowest bit of a non-empty set is below 90.
        Some(unsafe { Square::from_index_unchecked(self.0.trailing_zeros()) })
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub const fn rest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Moves every square one rank up (towards Black); rank 9 is dropped.
    #[inline(always)]
    pub const fn up(self) -> Bitboard {
        Bitboard::from_bits(self.0 << FILES)
    }

    /// Moves every square one rank down (towards Red); rank 0 is dropped.
    #[inline(always)]
    pub const fn down(self) -> Bitboard {
        Bitboard(self.0 >> FILES)
    }

    /// Moves every square one file to the left; file a is dropped.
    #[inline(always)]
    pub const fn left(self) -> Bitboard {
        Bitboard(self.without(Bitboard::FILE_A).0 >> 1)
    }

    /// Moves every square one file to the right; file i is dropped.
    #[inline(always)]
    pub const fn right(self) -> Bitboard {
        Bitboard::from_bits(self.without(Bitboard::file(FILES - 1)).0 << 1)
    }
}

macro_rules! set_operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident) => {
        impl $Op for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $op(self, rhs: Bitboard) -> Bitboard {
                Bitboard($Op::$op(self.0, rhs.0))
            }
        }
        impl $OpAssign for Bitboard {
            #[inline(always)]
            fn $op_assign(&mut self, rhs: Bitboard) {
                $OpAssign::$op_assign(&mut self.0, rhs.0);
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign);
set_operator!(BitOr bitor BitOrAssign bitor_assign);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard::ALL.without(self)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first();
        self.0 = self.0.rest();
        square
    }

    /// Works word by word, which is faster than [`Squares::next`]; used by `for_each`.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut visit: F) -> B {
        let mut value = init;
        for (word, offset) in [(self.0.0 as u64, 0), ((self.0.0 >> 64) as u64, 64)] {
            let mut left = word;
            while left != 0 {
                // SAFETY: bits 90 and above are never set, so this bit of the two words is below 90.
                value = visit(value, unsafe { Square::from_index_unchecked(offset + left.trailing_zeros()) });
                left &= left - 1;
            }
        }
        value
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_ranks_and_shifts() {
        for square in Square::all() {
            let one = Bitboard::of(square);
            let set = |files, ranks| square.offset(files, ranks).into_iter().collect::<Bitboard>();
            assert_eq!((one.up(), one.down()), (set(0, 1), set(0, -1)));
            assert_eq!((one.left(), one.right()), (set(-1, 0), set(1, 0)));
            assert_eq!(Bitboard::file(square.file()) & Bitboard::rank(square.rank()), one);
        }
        assert_eq!(Bitboard::FILE_A.count(), 10);
        assert_eq!((!Bitboard::EMPTY).into_iter().count(), SQUARES);
    }
}
