//! A middlegame and an endgame value, added and scaled together.
//!
//! Both halves live in one `i32`, the endgame in the upper 16 bits, so that one addition moves both. The lower half
//! borrows from the upper when it is negative; reading the upper half adds the borrow back. The trick is as old as
//! tapered evaluation itself (see "Tapered Eval" in the chess programming wiki).

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns in the middlegame and in the endgame. Each half stays within 16 bits, sign included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair(0);

    /// Both halves.
    pub const fn new(middlegame: i32, endgame: i32) -> Pair {
        Pair((endgame << 16) + middlegame)
    }

    /// The sum, where a constant is needed.
    pub const fn plus(self, rhs: Pair) -> Pair {
        Pair(self.0 + rhs.0)
    }

    /// The difference, where a constant is needed.
    pub const fn minus(self, rhs: Pair) -> Pair {
        Pair(self.0 - rhs.0)
    }

    /// The middlegame half.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half.
    #[inline]
    pub const fn endgame(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The mean of the halves, weighted by `phase` of `full` towards the middlegame.
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, rhs: Pair) -> Pair {
        self.plus(rhs)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, rhs: Pair) -> Pair {
        self.minus(rhs)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, rhs: i32) -> Pair {
        Pair(self.0 * rhs)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, rhs: Pair) {
        self.0 += rhs.0;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, rhs: Pair) {
        self.0 -= rhs.0;
    }
}

#[cfg(test)]
mod tests {
    use super::Pair;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_do_not_disturb_each_other(a in -9_000i32..9_000, b in -9_000i32..9_000, c in -900i32..900, n in -9i32..9) {
            let sum = Pair::new(a, b) + Pair::new(b, c) - Pair::new(c, a);
            prop_assert_eq!((sum.middlegame(), sum.endgame()), (a + b - c, b + c - a));
            let product = Pair::new(c, -c) * n;
            prop_assert_eq!((product.middlegame(), product.endgame()), (c * n, -c * n));
            prop_assert_eq!((-Pair::new(a, b)).endgame(), -b);
        }
    }

    #[test]
    fn blend_runs_from_endgame_to_middlegame() {
        let pair = Pair::new(100, 40);
        assert_eq!((pair.blend(0, 48), pair.blend(24, 48), pair.blend(48, 48)), (40, 70, 100));
    }
}
