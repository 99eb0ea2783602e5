//! Which blocks come before which: a block *dominates* an area or another block if every path there leads through it.
//!
//! Dominators form a tree. In any plan, the set of blocks taken is closed towards the root of that tree; the bound of
//! [`super::bound`] relies on that.

use super::areas::Areas;

/// The dominator tree of a contracted map.
#[derive(Clone, Debug)]
pub(crate) struct Dominators {
    /// By block: the nearest block that dominates it.
    pub of_block: Vec<Option<usize>>,
    /// By area: the nearest block that dominates it.
    pub(crate) of_area: Vec<Option<usize>>,
    /// The blocks in an order in which dominated ones come first.
    pub(crate) leaves_first: Vec<usize>,
}

impl Dominators {
    /// Finds the nearest dominator of every area and block by iterating over them in reverse postorder until nothing
    /// changes (K. Cooper, T. Harvey and K. Kennedy, 2001), and keeps the dominators that are blocks.
    pub(crate) fn new(areas: &Areas) -> Dominators {
        let graph = Graph { areas };
        let order = graph.reverse_postorder();
        let nearest = graph.nearest(&order);
        let count = areas.loot.len();
        // By node: the nearest block. Whatever dominates a node comes before it.
        let mut block_of: Vec<Option<usize>> = vec![None; graph.len()];
        for &node in order.iter().skip(1) {
            let above = nearest[node];
            block_of[node] = if above >= count { Some(above - count) } else { block_of[above] };
        }
        let leaves_first = order.iter().rev().filter(|&&node| node >= count).map(|node| node - count).collect();
        let of_block = block_of.split_off(count);
        Dominators { of_block, of_area: block_of, leaves_first }
    }

    /// The block and all blocks that dominate it, nearest first.
    pub(crate) fn chain(&self, block: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(block), |&block| self.of_block[block])
    }
}

/// Areas and blocks as nodes: areas first; all paths start at area 0.
struct Graph<'a> {
    areas: &'a Areas,
}

/// No dominator yet.
const NONE: usize = usize::MAX;

impl Graph<'_> {
    fn len(&self) -> usize {
        self.areas.loot.len() + self.areas.blocks.len()
    }

    /// The `nth` successor of a node; nothing comes after the boss.
    fn next(&self, node: usize, nth: usize) -> Option<usize> {
        let count = self.areas.loot.len();
        let Some(block) = node.checked_sub(count) else {
            return self.areas.rim[node].get(nth).map(|block| count + block);
        };
        let block = &self.areas.blocks[block];
        if block.is_boss() {
            return None;
        }
        match nth.checked_sub(block.areas.len()) {
            None => Some(block.areas[nth]),
            Some(nth) => block.blocks.get(nth).map(|block| count + block),
        }
    }

    fn reverse_postorder(&self) -> Vec<usize> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut open = vec![(0, 0)];
        seen[0] = true;
        while let Some((node, nth)) = open.last_mut() {
            let next = self.next(*node, *nth);
            *nth += 1;
            match next {
                Some(next) if !std::mem::replace(&mut seen[next], true) => open.push((next, 0)),
                Some(_) => (),
                None => {
                    order.push(*node);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// By node: its nearest dominator, an area or a block; that of area 0 is itself.
    fn nearest(&self, order: &[usize]) -> Vec<usize> {
        let mut place = vec![0; self.len()];
        order.iter().enumerate().for_each(|(index, &node)| place[node] = index);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for &node in order {
            (0..).map_while(|nth| self.next(node, nth)).for_each(|next| before[next].push(node));
        }
        let mut nearest = vec![NONE; self.len()];
        nearest[0] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &node in order.iter().skip(1) {
                let known = before[node].iter().copied().filter(|&from| nearest[from] != NONE);
                let common = known.reduce(|mut one, mut two| {
                    while one != two {
                        if place[one] > place[two] {
                            one = nearest[one];
                        } else {
                            two = nearest[two];
                        }
                    }
                    one
                });
                let common = common.unwrap_or(0);
                changed |= std::mem::replace(&mut nearest[node], common) != common;
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::generate::{TowerRecipe, generate};

    /// The nodes reachable from area 0 when one block cannot be passed.
    fn reached(graph: &Graph, barred: usize) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(node) = open.pop() {
            if node == barred {
                continue;
            }
            for next in (0..).map_while(|nth| graph.next(node, nth)) {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Removing each block in turn gives the same tree.
    #[test]
    fn what_cannot_be_reached_without_a_block_is_dominated() {
        for seed in 0..40 {
            let (tower, state) =
                generate(&TowerRecipe { seed, rows: 11, decisions: 40, ..TowerRecipe::default() }).unwrap();
            let areas = Areas::new(&tower, &state);
            let dominators = Dominators::new(&areas);
            let graph = Graph { areas: &areas };
            let count = areas.loot.len();
            for block in 0..areas.blocks.len() {
                let seen = reached(&graph, count + block);
                for node in (0..graph.len()).filter(|&node| node != count + block) {
                    let above = if node < count { dominators.of_area[node] } else { dominators.of_block[node - count] };
                    let is_above = above.is_some_and(|above| dominators.chain(above).any(|above| above == block));
                    assert_eq!(is_above, !seen[node], "seed {seed}, block {block}, node {node}");
                }
            }
            let mut done = vec![false; areas.blocks.len()];
            for &block in &dominators.leaves_first {
                done[block] = true;
                assert!(dominators.of_block[block].is_none_or(|above| !done[above]));
            }
            assert!(done.iter().all(|&done| done));
        }
    }
}
