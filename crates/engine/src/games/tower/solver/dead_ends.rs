//! Finds dead ends that are not worth their cost and need never be examined.

use super::areas::{Areas, Kind, Loot};
use super::bound::Bound;
use super::dominators::Dominators;
use crate::deadline::Deadline;
use std::collections::BTreeSet;

/// A block and everything it dominates.
struct Subtree<'a> {
    areas: &'a Areas,
    members: Vec<usize>,
    area_members: Vec<usize>,
    tree: &'a Tree,
    block: usize,
}

/// The dominator tree in preorder, so that a subtree is a range of positions.
struct Tree {
    /// The blocks in preorder, subtree by subtree.
    order: Vec<usize>,
    /// By block: its position in the order, and the position after its subtree.
    range: Vec<(usize, usize)>,
    /// By block: the areas directly below it.
    areas: Vec<Vec<usize>>,
    /// By area: the block directly above it.
    of_area: Vec<Option<usize>>,
}

impl Tree {
    fn new(dominators: &Dominators) -> Tree {
        let blocks = dominators.of_block.len();
        let mut size = vec![1; blocks];
        for &block in &dominators.leaves_first {
            if let Some(above) = dominators.of_block[block] {
                size[above] += size[block];
            }
        }
        // The positions for the next child of each block, and for the next root.
        let (mut free, mut root) = (vec![0; blocks], 0);
        let (mut order, mut range) = (vec![0; blocks], vec![(0, 0); blocks]);
        for &block in dominators.leaves_first.iter().rev() {
            let next = dominators.of_block[block].map_or(&mut root, |above| &mut free[above]);
            let place = *next;
            *next += size[block];
            (order[place], range[block], free[block]) = (block, (place, place + size[block]), place + 1);
        }
        let mut areas = vec![Vec::new(); blocks];
        for (area, &of) in dominators.of_area.iter().enumerate() {
            of.into_iter().for_each(|block| areas[block].push(area));
        }
        Tree { order, range, areas, of_area: dominators.of_area.clone() }
    }

    /// Whether a block dominates another or is the same.
    fn holds(&self, above: usize, block: usize) -> bool {
        (self.range[above].0..self.range[above].1).contains(&self.range[block].0)
    }
}

/// The blocks that may be ignored when only the final hp matters: everything reachable only through them is potions
/// that are not worth their cost even to a hero with all gems, and they lead nowhere else. `unpriced` is the bound
/// without prices; `must` marks the boss and the blocks that dominate him. Blocks not examined by the deadline are not
/// returned.
pub(super) fn dead_ends(
    areas: &Areas,
    dominators: &Dominators,
    unpriced: &Bound,
    must: &[bool],
    deadline: &Deadline,
) -> Vec<usize> {
    let worthless = |block: usize| !must[block] && unpriced.raw[block] <= 0;
    let candidates = (0..areas.blocks.len()).filter(|&block| worthless(block));
    let tree = Tree::new(dominators);
    let is_dead_end = |&block: &usize| {
        let size = tree.range[block].1 - tree.range[block].0;
        if !deadline.work(1 + size as u32) {
            return false;
        }
        let subtree = Subtree::new(areas, &tree, block);
        subtree.holds_potions_only() && subtree.sides() <= 1
    };
    candidates.filter(is_dead_end).collect()
}

impl<'a> Subtree<'a> {
    fn new(areas: &'a Areas, tree: &'a Tree, block: usize) -> Self {
        let members = tree.order[tree.range[block].0..tree.range[block].1].to_vec();
        let area_members = members.iter().flat_map(|&member| tree.areas[member].iter().copied()).collect();
        Subtree { areas, members, area_members, tree, block }
    }

    fn has_block(&self, block: usize) -> bool {
        self.tree.holds(self.block, block)
    }

    fn has_area(&self, area: usize) -> bool {
        self.tree.of_area[area].is_some_and(|block| self.has_block(block))
    }

    fn holds_potions_only(&self) -> bool {
        let is_gem = |&block: &usize| matches!(self.areas.blocks[block].kind, Kind::Gem(_));
        let is_hp = |&area: &usize| Loot { hp: 0, ..self.areas.loot[area] }.is_empty();
        self.area_members.iter().all(is_hp) && !self.members.iter().any(is_gem)
    }

    /// The number of areas and blocks outside the subtree that it touches; one is where it is entered from.
    fn sides(&self) -> usize {
        let mut areas = BTreeSet::<usize>::new();
        let mut blocks = BTreeSet::<usize>::new();
        for &member in &self.members {
            let block = &self.areas.blocks[member];
            areas.extend(block.areas.iter().filter(|&&area| !self.has_area(area)));
            blocks.extend(block.blocks.iter().filter(|&&other| !self.has_block(other)));
        }
        for &area in &self.area_members {
            blocks.extend(self.areas.rim[area].iter().filter(|&&other| !self.has_block(other)));
        }
        areas.len() + blocks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::tower::format::parse;
    use crate::games::tower::solver::bound::Estimate;
    use crate::puzzle::label_problem::Aim;

    fn dead_ends_of(map: &str) -> Vec<usize> {
        let rows = map.split(';').count();
        let text = format!("1;{rows} 5;{map};1 1 1 10 50;2;51 9 5 1 0;99 9 3 1 0;90 5 1 0 0 0");
        let (tower, state) = parse(&text).unwrap();
        let areas = Areas::new(&tower, &state);
        let dominators = Dominators::new(&areas);
        let control = Control::new();
        let open = Deadline::new(None, &control);
        let estimate = Estimate::new(&tower, &state, &areas, &dominators, Aim::Goal, &open);
        dead_ends(&areas, &dominators, &estimate.bound(Default::default()), &estimate.must(), &open)
    }

    /// Monster 51 costs 8 hp, and the small potion is worth 10. Block 0 is the boss, block 1 is 51.
    #[test]
    fn only_worthless_corners_are_dead_ends() {
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
