//! What a GUI needs to show Priests and Devils.

use super::group::Group;
use super::position::{RiverPosition, Shore};
use super::problem::River;
use serde::Serialize;

/// How many of each are somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct People {
    pub priests: u32,
    pub devils: u32,
}

/// The part of a view that is the river's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RiverView {
    /// On the left bank, where all want to be; those in the boat not counted.
    pub left: People,
    /// On the right bank, those in the boat not counted.
    pub right: People,
    pub boat: People,
    /// Where the boat is: `left` or `right`.
    pub(crate) boat_at: &'static str,
    /// The most passengers.
    pub capacity: u32,
    /// Whether the priests must not be outnumbered in the boat either.
    pub boat_rule: bool,
}

impl RiverView {
    /// The view of a position.
    pub(crate) fn of(river: &River, position: &RiverPosition) -> RiverView {
        let people = |group: Group| People { priests: group.priests, devils: group.devils };
        RiverView {
            left: people(position.left),
            right: people(position.right),
            boat: people(position.boat),
            boat_at: if position.dock == Shore::Left { "left" } else { "right" },
            capacity: river.capacity,
            boat_rule: river.boat_rule,
        }
    }
}
