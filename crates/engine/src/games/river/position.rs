//! A position: the people on each bank and in the boat.

use crate::games::river::group::Group;

/// A bank of the river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shore {
    /// The bank everyone wants to reach.
    Left,
    /// The bank where everyone starts.
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

/// A position: both banks, and the boat docked at one of them with the people who have already boarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RiverPosition {
    /// People on the left bank, without the boat's passengers.
    pub left: Group,
    /// People on the right bank, without the boat's passengers.
    pub right: Group,
    /// People aboard. They count as being where the boat is docked, and may get out again.
    pub boat: Group,
    /// Where the boat docks.
    pub dock: Shore,
}

impl RiverPosition {
    /// Everyone on the right bank, as at the start of the puzzle.
    pub const fn start(people: Group) -> Self {
        RiverPosition { left: Group::new(0, 0), right: people, boat: Group::new(0, 0), dock: Shore::Right }
    }

    /// The people on a bank, including the boat's passengers if it is docked there.
    pub fn ashore(&self, shore: Shore) -> Group {
        let bank = match shore {
            Shore::Left => self.left,
            Shore::Right => self.right,
        };
        if shore == self.dock { bank + self.boat } else { bank }
    }

    /// The same position with the boat empty, which is what matters to plans.
    pub fn unloaded(&self) -> RiverPosition {
        let (left, right) = (self.ashore(Shore::Left), self.ashore(Shore::Right));
        RiverPosition { left, right, boat: Group::default(), dock: self.dock }
    }
}
