//! What a GUI needs to show Priests and Devils.

use super::group::Group;
use super::position::{RiverPosition, Shore};
use super::problem::River;
use serde::Serialize;

/// Numbers of people in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct People {
    pub priests: u32,
    pub devils: u32,
}

/// The river's own part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RiverView {
    /// On the left bank, where everyone wants to be; without those in the boat.
    pub left: People,
    /// On the right bank; without those in the boat.
    pub right: People,
    pub boat: People,
    /// Where the boat is: `left` or `right`.
    pub(crate) boat_at: &'static str,
    /// Maximum number of passengers.
    pub capacity: u32,
    /// Whether the priests must not be outnumbered in the boat, either.
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
