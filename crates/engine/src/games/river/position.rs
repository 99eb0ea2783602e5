//! A position: the people on each bank and in the boat.

use crate::games::river::group::Group;

/// A bank of the river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shore {
    /// Where all want to be.
    Left,
    /// Where they start.
    Right,
}

impl Shore {
    /// The opposite bank.
    pub const fn other(self) -> Shore {
        match self {
            Shore::Left => Shore::Right,
            Shore::Right => Shore::Left,
        }
    }

    /// `l` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Shore::Left => 'l',
            Shore::Right => 'r',
        }
    }
}

/// A position: both banks, and the boat docked at one of them with whoever has already got in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RiverPosition {
    /// On the left bank, the boat's passengers not counted.
    pub left: Group,
    /// On the right bank, the boat's passengers not counted.
    pub right: Group,
    /// Aboard. They count where the boat docks, and may get out again.
    pub boat: Group,
    /// Where the boat docks.
    pub dock: Shore,
}

impl RiverPosition {
    /// All on the right, as the puzzle begins.
    pub const fn start(people: Group) -> Self {
        RiverPosition { left: Group::new(0, 0), right: people, boat: Group::new(0, 0), dock: Shore::Right }
    }

    /// On one bank, with the boat's passengers if it docks there.
    pub fn ashore(&self, shore: Shore) -> Group {
        let bank = match shore {
            Shore::Left => self.left,
            Shore::Right => self.right,
        };
        if shore == self.dock { bank + self.boat } else { bank }
    }

    /// The same position with the boat empty: the one that counts for every plan.
    pub fn unloaded(&self) -> RiverPosition {
        let (left, right) = (self.ashore(Shore::Left), self.ashore(Shore::Right));
        RiverPosition { left, right, boat: Group::default(), dock: self.dock }
    }
}
