//! Dead ends not worth their cost: they need never be looked at.

use super::areas::{Areas, Kind, Loot};
use super::bound::Bound;
use super::dominators::Dominators;
use std::collections::BTreeSet;

/// A block and all that it dominates.
struct Subtree<'a> {
    areas: &'a Areas,
    members: Vec<bool>,
    area_members: Vec<bool>,
}

/// The blocks that may be left alone when only the hp at the end counts: what can be reached through them and through
/// them alone is potions, not worth their cost even to a hero with all the gems, and they lead nowhere else. `unpriced`
/// is the bound without prices, `must` tells the boss and the blocks that dominate him.
pub fn dead_ends(areas: &Areas, dominators: &Dominators, unpriced: &Bound, must: &[bool]) -> Vec<usize> {
    let worthless = |block: usize| !must[block] && unpriced.raw[block] <= 0;
    let candidates = (0..areas.blocks.len()).filter(|&block| worthless(block));
    candidates
        .filter(|&block| {
            let subtree = Subtree::new(areas, dominators, block);
            subtree.holds_potions_only() && subtree.sides() <= 1
        })
        .collect()
}

impl<'a> Subtree<'a> {
    fn new(areas: &'a Areas, dominators: &Dominators, block: usize) -> Self {
        let mut members = vec![false; areas.blocks.len()];
        // Dominators come after what they dominate, so backwards every parent is known before its children.
        for &b in dominators.leaves_first.iter().rev() {
            members[b] = b == block || dominators.of_block[b].is_some_and(|parent| members[parent]);
        }
        let area_members = dominators.of_area.iter().map(|of| of.is_some_and(|of| members[of])).collect();
        Subtree { areas, members, area_members }
    }

    fn holds_potions_only(&self) -> bool {
        let loot = self.areas.loot.iter().zip(&self.area_members).filter(|(_, member)| **member);
        let blocks = self.areas.blocks.iter().zip(&self.members).filter(|(_, member)| **member);
        loot.map(|(loot, _)| Loot { hp: 0, ..*loot }).all(|rest| rest.is_empty())
            && !blocks.map(|(block, _)| block.kind).any(|kind| matches!(kind, Kind::Gem(_)))
    }

    /// The number of areas and blocks outside that the subtree touches: one is where it is entered from.
    fn sides(&self) -> usize {
        let mut areas = BTreeSet::<usize>::new();
        let mut blocks = BTreeSet::<usize>::new();
        for (block, _) in self.areas.blocks.iter().zip(&self.members).filter(|(_, member)| **member) {
            areas.extend(block.areas.iter().filter(|&&area| !self.area_members[area]));
            blocks.extend(block.blocks.iter().filter(|&&other| !self.members[other]));
        }
        for (rim, _) in self.areas.rim.iter().zip(&self.area_members).filter(|(_, member)| **member) {
            blocks.extend(rim.iter().filter(|&&other| !self.members[other]));
        }
        areas.len() + blocks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::bound::Estimate;
    use crate::games::tower::format::parse;
    use crate::quest::Aim;

    fn dead_ends_of(map: &str) -> Vec<usize> {
        let rows = map.split(';').count();
        let text = format!("1;{rows} 5;{map};1 1 1 10 50;2;51 9 5 1 0;99 9 3 1 0;90 5 1 0 0 0");
        let (tower, state) = parse(&text).unwrap();
        let areas = Areas::new(&tower, &state);
        let dominators = Dominators::new(&areas);
        let estimate = Estimate::new(&tower, &state, &areas, &dominators, Aim::Goal);
        dead_ends(&areas, &dominators, &estimate.bound(Default::default()), &estimate.must())
    }

    /// Monster 51 costs 8 hp, the small potion is worth 10: block 0 is the boss, block 1 is 51.
    #[test]
    fn only_worthless_pockets_are_dead_ends() {
        assert_eq!(dead_ends_of("10 51 10 11 11;99 11 11 11 11"), [1], "nothing behind it");
        assert_eq!(dead_ends_of("10 51 27 11 11;99 11 11 11 11"), [0; 0], "a potion worth it");
        assert_eq!(
            dead_ends_of("10 51 51 27 11;99 11 11 11 11"),
            [1],
            "a potion not worth two of them: the first is one"
        );
        assert_eq!(dead_ends_of("10 51 24 11 11;99 11 11 11 11"), [0; 0], "a gem");
        assert_eq!(dead_ends_of("10 51 10 99 11;31 11 10 11 11;10 10 10 11 11"), [0; 0], "another way to the boss");
    }
}
