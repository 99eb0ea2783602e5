//! The rules: how many people, how large a boat, and which crossings are allowed.
//!
//! The legal positions of a bank with `p` of all `P` priests form an interval of its devils. So the crossings from a
//! position form one interval for each number of priests aboard, and the positions have a closed numbering. For one
//! dock:
//!
//! ```text
//! p = 0      d = 0..=D            rank d                                      (D + 1 ranks)
//! p = P      d = 0..=D            rank (D + 1) + d                            (D + 1 ranks)
//! 0 < p < P  0 <= p - d <= P - D  rank 2 (D + 1) + (p - d) (D + 1) + d        ((P - D + 1) (D + 1) ranks, two of them idle)
//! ```
//!
//! (p and d count the right bank; neither bank is outnumbered exactly if 0 <= p - d <= P - D.) The dock on the left
//! adds the same number of ranks. So P = D has about 6 P positions: few, however large P is.

use crate::games::river::group::Group;
use crate::games::river::position::{RiverPosition, Shore};
use crate::puzzle::{Puzzle, Ranked, Reversible};
use crate::sentence;
use crate::sentence::Sentence;
use std::ops::RangeInclusive;

/// A problem: the people and the boat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct River {
    /// All people, wherever they are.
    pub people: Group,
    /// Maximum number of passengers; at least 1.
    pub capacity: u32,
    /// Whether the priests must not be outnumbered aboard, either.
    pub boat_rule: bool,
}

impl River {
    /// Maximum number of different loads of the boat that is accepted in text. It limits the number of moves in a
    /// position, all of which may be printed on one line.
    pub(crate) const LOADS_LIMIT: u64 = 1_000_000;

    /// The number of different loads, including the empty one, that the boat could take if nobody were ever
    /// outnumbered.
    pub fn loads(&self) -> u64 {
        let Group { priests, devils } = self.people;
        let with = |aboard: u32| u64::from(devils.min(self.capacity - aboard)) + 1;
        (0..=priests.min(self.capacity)).map(with).sum()
    }

    /// Whether neither bank is lost.
    pub fn is_legal(&self, position: &RiverPosition) -> bool {
        !position.ashore(Shore::Left).is_lost() && !position.ashore(Shore::Right).is_lost()
    }

    /// The reason why a group may not cross now; `None` if it may.
    pub fn objection(&self, position: &RiverPosition, load: Group) -> Option<Sentence> {
        let here = position.ashore(position.dock);
        if !self.is_legal(position) {
            return Some("the devils already outnumber the priests".into());
        }
        if load.is_empty() {
            return Some("someone must row".into());
        }
        if load.people() > self.capacity {
            return Some(sentence!("the boat holds {}", self.capacity));
        }
        if !here.contains(load) {
            return Some(sentence!("there are only {} at the boat", here.to_string()));
        }
        if self.boat_rule && load.is_lost() {
            return Some("the devils would outnumber the priests in the boat".into());
        }
        let after = self.apply(position, load);
        let lost = [Shore::Left, Shore::Right].map(|shore| after.ashore(shore)).into_iter().find(|bank| bank.is_lost());
        lost.map(|bank| sentence!("a bank would be left with {}, more devils than priests", bank.to_string()))
    }

    /// The legal numbers of devils on a bank with this many priests.
    pub fn legal_devils(&self, priests: u32) -> RangeInclusive<u32> {
        let Group { priests: all, devils } = self.people;
        let most = if priests > 0 { devils.min(priests) } else { devils };
        let least = if priests < all { devils.saturating_sub(all - priests) } else { 0 };
        least..=most
    }

    /// The numbers of devils for which there is room with this many priests aboard, at most [`River::capacity`].
    pub(super) fn devils_beside(&self, priests: u32) -> RangeInclusive<u32> {
        let room = self.capacity - priests;
        let most = if self.boat_rule && priests > 0 { room.min(priests) } else { room };
        u32::from(priests == 0)..=most
    }

    /// The legal crossings, those with more priests first.
    pub fn crossings(&self, position: RiverPosition) -> impl Iterator<Item = Group> {
        let here = position.ashore(position.dock);
        let most = if self.is_legal(&position) { here.priests.min(self.capacity) + 1 } else { 0 };
        (0..most)
            .rev()
            .flat_map(move |priests| self.devils_aboard(here, priests).map(move |devils| Group::new(priests, devils)))
    }

    /// The numbers of devils that may cross with this many priests, given `here` at the dock.
    fn devils_aboard(&self, here: Group, priests: u32) -> RangeInclusive<u32> {
        let stay = self.legal_devils(here.priests - priests);
        let beside = self.devils_beside(priests);
        let (fewest, most) = (*beside.start(), *beside.end());
        let least = here.devils.saturating_sub(*stay.end()).max(fewest);
        // There are fewer devils here than must stay: the bank's other conditions fail too, and the interval is empty.
        match here.devils.checked_sub(*stay.start()) {
            Some(spare) => least..=spare.min(most),
            None => RangeInclusive::new(1, 0),
        }
    }

    /// Number of ranks per dock.
    fn ranks_of_dock(&self) -> u64 {
        let Group { priests, devils } = self.people;
        let row = u64::from(devils) + 1;
        let middle = priests.checked_sub(devils).map_or(0, |spare| (u64::from(spare) + 1) * row);
        2 * row + middle
    }
}

impl Puzzle for River {
    type State = RiverPosition;
    type Move = Group;

    /// The crossings, those with more priests first.
    fn moves(&self, position: &RiverPosition, moves: &mut Vec<Group>) {
        moves.extend(self.crossings(*position));
    }

    fn apply(&self, position: &RiverPosition, load: Group) -> RiverPosition {
        let mut next = position.unloaded();
        match position.dock {
            Shore::Left => (next.left, next.right) = (next.left - load, next.right + load),
            Shore::Right => (next.left, next.right) = (next.left + load, next.right - load),
        }
        next.dock = position.dock.other();
        next
    }

    /// Everyone is on the left, with the priests not outnumbered there.
    fn is_goal(&self, position: &RiverPosition) -> bool {
        position.ashore(Shore::Right).is_empty() && self.is_legal(position)
    }

    /// A round trip brings at most `capacity - 1` people across, the last crossing `capacity`.
    fn lower_bound(&self, position: &RiverPosition) -> u64 {
        let waiting = u64::from(position.ashore(Shore::Right).people());
        let capacity = u64::from(self.capacity);
        let from_right = |people: u64| 2 * people.saturating_sub(capacity).div_ceil((capacity - 1).max(1)) + 1;
        match position.dock {
            _ if waiting == 0 => 0,
            Shore::Right => from_right(waiting),
            // First, someone has to bring the boat.
            Shore::Left => 1 + from_right(waiting + 1),
        }
    }
}

impl Reversible for River {
    fn goals(&self, _: &RiverPosition) -> Vec<RiverPosition> {
        let none = Group::default();
        let goals =
            [Shore::Left, Shore::Right].map(|dock| RiverPosition { left: self.people, right: none, boat: none, dock });
        goals.into_iter().filter(|goal| self.is_legal(goal)).collect()
    }
}

impl Ranked for River {
    fn ranks(&self) -> u64 {
        2 * self.ranks_of_dock()
    }

    /// A half-loaded position has the rank of the unloaded one.
    fn rank(&self, position: &RiverPosition) -> u64 {
        let Group { priests, devils } = position.ashore(Shore::Right);
        let row = u64::from(self.people.devils) + 1;
        let line = if priests == 0 {
            0
        } else if priests == self.people.priests {
            1
        } else {
            2 + u64::from(priests - devils)
        };
        let dock = if position.dock == Shore::Left { self.ranks_of_dock() } else { 0 };
        dock + line * row + u64::from(devils)
    }

    fn unrank(&self, rank: u64) -> RiverPosition {
        let (dock, rank) = match rank.checked_sub(self.ranks_of_dock()) {
            Some(rank) => (Shore::Left, rank),
            None => (Shore::Right, rank),
        };
        let row = u64::from(self.people.devils) + 1;
        let devils = (rank % row) as u32;
        let priests = match rank / row {
            0 => 0,
            1 => self.people.priests,
            line => (line - 2) as u32 + devils,
        };
        let right = Group::new(priests, devils);
        RiverPosition { left: self.people - right, right, boat: Group::default(), dock }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rivers() -> impl Iterator<Item = River> {
        (0..=5).flat_map(|priests| {
            (0..=5).flat_map(move |devils| {
                (1..=6).flat_map(move |capacity| {
                    let people = Group::new(priests, devils);
                    [false, true].map(|boat_rule| River { people, capacity, boat_rule })
                })
            })
        })
    }

    fn positions(river: River) -> impl Iterator<Item = RiverPosition> {
        let Group { priests, devils } = river.people;
        (0..=priests).flat_map(move |p| {
            (0..=devils).flat_map(move |d| {
                let (right, boat) = (Group::new(p, d), Group::default());
                [Shore::Left, Shore::Right].map(|dock| RiverPosition { left: river.people - right, right, boat, dock })
            })
        })
    }

    #[test]
    fn crossings_are_the_loads_without_an_objection() {
        for river in rivers() {
            for position in positions(river) {
                let mut moves = Vec::new();
                river.moves(&position, &mut moves);
                let here = position.ashore(position.dock);
                let mut expected = Vec::new();
                for priests in (0..=here.priests).rev() {
                    let loads = (0..=here.devils).map(|devils| Group::new(priests, devils));
                    expected.extend(loads.filter(|&load| river.objection(&position, load).is_none()));
                }
                assert_eq!(moves, expected, "{river:?} {position:?}");
            }
        }
    }

    #[test]
    fn legal_positions_have_ranks_of_their_own() {
        for river in rivers() {
            let mut seen = vec![false; river.ranks() as usize];
            for position in positions(river).filter(|position| river.is_legal(position)) {
                let rank = river.rank(&position);
                assert_eq!(river.unrank(rank), position, "{river:?}");
                assert!(!std::mem::replace(&mut seen[rank as usize], true), "{river:?} {position:?}");
            }
        }
    }

    #[test]
    fn three_and_three_have_twenty_legal_positions() {
        let river = River { people: Group::new(3, 3), capacity: 2, boat_rule: false };
        assert_eq!(positions(river).filter(|position| river.is_legal(position)).count(), 20);
    }

    #[test]
    fn a_half_loaded_boat_changes_nothing_but_the_picture() {
        let river = River { people: Group::new(3, 3), capacity: 2, boat_rule: false };
        let start = RiverPosition::start(river.people);
        let loaded = RiverPosition { right: Group::new(2, 3), boat: Group::new(1, 0), ..start };
        let (mut one, mut two) = (Vec::new(), Vec::new());
        river.moves(&start, &mut one);
        river.moves(&loaded, &mut two);
        assert_eq!(one, two);
        assert_eq!(river.apply(&loaded, one[0]), river.apply(&start, one[0]));
        assert_eq!(river.rank(&loaded), river.rank(&start));
    }
}
