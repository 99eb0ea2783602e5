//! Which blocks stand before which: a block *dominates* an area or another block if every way there leads through it.
//!
//! Dominators form a tree. Whatever plan is followed, the blocks it takes are closed towards the root of that tree, and
//! that is what the bound of [`super::bound`] lives on.

use super::areas::Areas;

/// The dominator tree of a contracted map.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// By block: the nearest block that dominates it.
    pub of_block: Vec<Option<usize>>,
    /// By area: the nearest block that dominates it.
    pub of_area: Vec<Option<usize>>,
    /// By block: the areas it dominates, near and far.
    pub areas_below: Vec<Vec<usize>>,
    /// The blocks, every one before those that dominate it.
    pub leaves_first: Vec<usize>,
}

impl Dominators {
    /// Takes each block away in turn and looks what can no longer be reached.
    pub fn new(areas: &Areas) -> Dominators {
        let blocks = areas.blocks.len();
        let mut of_block: Vec<Option<(usize, usize)>> = vec![None; blocks];
        let mut of_area: Vec<Option<(usize, usize)>> = vec![None; areas.loot.len()];
        let mut areas_below = Vec::with_capacity(blocks);
        let mut sizes = Vec::with_capacity(blocks);
        for block in 0..blocks {
            let reached = Reached::without(areas, block);
            let size = reached.missing();
            let nearer = |slot: &mut Option<(usize, usize)>| {
                // The nearest dominator is the one that dominates least.
                if slot.is_none_or(|(least, _)| size < least) {
                    *slot = Some((size, block));
                }
            };
            let lost = |seen: &[bool]| (0..seen.len()).filter(|&index| !seen[index]).collect::<Vec<usize>>();
            let lost_areas = lost(&reached.areas);
            lost_areas.iter().for_each(|&area| nearer(&mut of_area[area]));
            lost(&reached.blocks).into_iter().filter(|&b| b != block).for_each(|b| nearer(&mut of_block[b]));
            areas_below.push(lost_areas);
            sizes.push(size);
        }
        let mut leaves_first: Vec<usize> = (0..blocks).collect();
        leaves_first.sort_by_key(|&block| sizes[block]);
        let nearest = |slots: Vec<Option<(usize, usize)>>| slots.into_iter().map(|s| s.map(|(_, b)| b)).collect();
        Dominators { of_block: nearest(of_block), of_area: nearest(of_area), areas_below, leaves_first }
    }

    /// The block and all that dominate it, nearest first.
    pub fn chain(&self, block: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(block), |&block| self.of_block[block])
    }
}

struct Reached {
    areas: Vec<bool>,
    blocks: Vec<bool>,
}

impl Reached {
    /// What can be reached from area 0 when one block cannot be passed.
    fn without(areas: &Areas, barred: usize) -> Reached {
        let mut reached = Reached { areas: vec![false; areas.loot.len()], blocks: vec![false; areas.blocks.len()] };
        reached.areas[0] = true;
        let mut open: Vec<usize> = Vec::new();
        reached.enter(areas, &areas.rim[0], &mut open);
        while let Some(block) = open.pop() {
            if block == barred || areas.blocks[block].is_boss() {
                continue;
            }
            reached.enter(areas, &areas.blocks[block].blocks, &mut open);
            for &area in &areas.blocks[block].areas {
                if !std::mem::replace(&mut reached.areas[area], true) {
                    reached.enter(areas, &areas.rim[area], &mut open);
                }
            }
        }
        reached
    }

    fn enter(&mut self, _: &Areas, blocks: &[usize], open: &mut Vec<usize>) {
        for &block in blocks {
            if !std::mem::replace(&mut self.blocks[block], true) {
                open.push(block);
            }
        }
    }

    fn missing(&self) -> usize {
        self.areas.iter().chain(&self.blocks).filter(|&&seen| !seen).count()
    }
}
