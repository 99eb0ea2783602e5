//! Numbers the orders of the tiles.
//!
//! An arrangement is a word of bits: bit `i` is set if the tile `i` from the left, not counting the empty cell, is
//! marked (white). All arrangements with `m` marked tiles, sorted by the value of their words, have the ranks of the
//! combinatorial number system
//!
//! ```text
//! rank = C(p1, 1) + C(p2, 2) + … + C(pm, m)      p1 < p2 < … < pm the places of the marked tiles
//! ```
//!
//! so each window of the word contributes a part that depends only on where it starts and how many marked tiles precede
//! it.

use bytemuck::Zeroable;
use num_traits::PrimInt;

/// A word with a bit for every cell of a row.
pub(crate) trait Word: PrimInt + Zeroable + Send + Sync + 'static {
    const BITS: usize = size_of::<Self>() * 8;

    /// The word with the lowest `count` bits set.
    #[inline]
    fn low(count: usize) -> Self {
        if count >= Self::BITS { !Self::zero() } else { (Self::one() << count) - Self::one() }
    }

    /// The word with one bit set.
    #[inline]
    fn bit(index: usize) -> Self {
        Self::one() << index
    }
}

impl Word for u32 {}
impl Word for u128 {}

/// All arrangements of `tiles` tiles, `marked` of them marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrangements {
    tiles: usize,
    marked: usize,
    /// `choose[n][k]` for `n` up to `tiles` and `k` up to `marked + 1`, saturated.
    choose: Vec<Vec<u64>>,
}

impl Arrangements {
    /// The arrangements of `marked` among `tiles`.
    pub(crate) fn new(tiles: usize, marked: usize) -> Self {
        let mut choose = vec![vec![0u64; marked + 2]; tiles + 1];
        for n in 0..=tiles {
            choose[n][0] = 1;
            for k in 1..=n.min(marked + 1) {
                choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
            }
        }
        Arrangements { tiles, marked, choose }
    }

    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of marked tiles.
    pub(crate) fn marked(&self) -> usize {
        self.marked
    }

    /// The number of arrangements; `u64::MAX` means that many or more.
    pub(crate) fn count(&self) -> u64 {
        self.choose[self.tiles][self.marked]
    }

    /// The contribution of a window to the rank: `window` holds its bits, `place` is where it starts, `before` the
    /// number of marked tiles to its left.
    pub(crate) fn part<W: Word>(&self, mut window: W, place: usize, before: usize) -> u64 {
        let (mut sum, mut index) = (0u64, before);
        while window != W::zero() {
            index += 1;
            sum = sum.wrapping_add(self.choose[place + window.trailing_zeros() as usize][index]);
            window = window & (window - W::one());
        }
        sum
    }

    /// The rank of an arrangement, below [`Arrangements::count`].
    pub(crate) fn rank<W: Word>(&self, word: W) -> u64 {
        self.part(word, 0, 0)
    }

    /// The arrangement with rank 0: all marked tiles on the left.
    pub(crate) fn first<W: Word>(&self) -> W {
        W::low(self.marked)
    }

    /// The arrangement with the next rank; meaningless for the last one.
    ///
    /// It is the next larger number with the same number of bits set: R. W. Gosper, HAKMEM item 175 (1972).
    #[inline]
    pub(crate) fn next<W: Word>(word: W) -> W {
        if word == W::zero() {
            return word;
        }
        let shift = word.trailing_zeros() as usize;
        let ripple = word + W::bit(shift);
        ripple | ((word ^ ripple) >> (shift + 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word + std::fmt::Debug>(tiles: usize, marked: usize) {
        let all = Arrangements::new(tiles, marked);
        let mut word: W = all.first();
        for rank in 0..all.count() {
            assert_eq!(all.rank(word), rank, "{word:?}");
            assert_eq!(word.count_ones() as usize, marked);
            if rank + 1 < all.count() {
                word = Arrangements::next(word);
            }
        }
        assert_eq!(word, W::low(marked) << (tiles - marked));
    }

    #[test]
    fn ranks_follow_the_order() {
        for tiles in 0..=11 {
            for marked in 0..=tiles {
                check::<u32>(tiles, marked);
                check::<u128>(tiles, marked);
            }
        }
        check::<u128>(100, 2);
        check::<u32>(31, 30);
    }

    #[test]
    fn a_window_adds_its_own_part() {
        let all = Arrangements::new(20, 9);
        let word = 0b0110_1010_0011_1010_1000u32;
        let (low, high) = (word & 0xff, word >> 8);
        let parts = all.part(low, 0, 0) + all.part(high, 8, low.count_ones() as usize);
        assert_eq!(all.rank(word), parts);
        assert_eq!(Arrangements::new(300, 150).count(), u64::MAX);
    }
}
