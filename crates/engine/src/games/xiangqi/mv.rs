//! Moves: two squares in 16 bits.

#![expect(unsafe_code, reason = "numbers below 90 by construction")]

use super::square::Square;
use std::fmt;
use std::num::NonZeroU16;

/// A move from one square to another: `from | to << 7`, which is never 0 because the squares differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move between two squares; `None` if they are the same.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() { None } else { Some(Move::between(from, to)) }
    }

    /// The move between two squares known to differ; an arbitrary move if they do not.
    #[inline(always)]
    pub(super) const fn between(from: Square, to: Square) -> Move {
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 7) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The move with these bits, if they denote two different squares.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (Square::from_index(bits as usize & 127), Square::from_index(bits as usize >> 7)) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => None,
        }
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        // SAFETY: every constructor stores a square's index there.
        unsafe { Square::from_index_unchecked((self.0.get() & 127) as u32) }
    }

    /// The square it goes to.
    #[inline(always)]
    pub const fn to(self) -> Square {
        // SAFETY: every constructor stores a square's index there.
        unsafe { Square::from_index_unchecked((self.0.get() >> 7) as u32) }
    }
}

impl fmt::Display for Move {
    /// Writes wire notation with ranks from 0: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                assert_eq!(mv.is_some(), from != to);
                assert_eq!(mv.map(|m| (m.from(), m.to())), (from != to).then_some((from, to)));
                assert_eq!(mv.and_then(|m| Move::from_bits(m.bits())), mv);
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(90), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
    }
}
