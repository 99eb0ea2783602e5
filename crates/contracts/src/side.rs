//! The two players of a game.

use std::ops::Not;

/// A player. Red, white or X is [`Side::First`], the one who moves first from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The player who begins the game.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Side {
    /// Number of sides.
    pub const NUM: usize = 2;
    /// Both sides, the first player first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first player, 1 for the second; for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}
