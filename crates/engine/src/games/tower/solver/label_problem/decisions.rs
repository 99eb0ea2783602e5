//! The set of decisions of a tower, and which sets are equivalent.

use crate::games::tower::solver::bits::Bits;
use std::hash::{Hash, Hasher};

/// What has been taken.
///
/// A gem with only one neighbour is a *leaf gem*: nothing is behind it, so its only effect is to make the hero
/// stronger. So it does not matter which reachable leaf gems he took, only how many of each colour. Sets that differ in
/// nothing else are equal, and of these the one that leaves the most hp is kept, with the leaf gems it took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decisions<const W: usize> {
    /// All blocks except leaf gems.
    blocks: Bits<W>,
    leaf_gems: Bits<W>,
    /// Number of leaf gems by colour: red, blue.
    counts: [u16; 2],
    /// The best value known when the last step was made, which determines what was free then.
    pub floor: i64,
}

impl<const W: usize> Decisions<W> {
    /// Adds a block other than a leaf gem.
    #[inline]
    pub(crate) fn insert(&mut self, block: usize) {
        self.blocks.insert(block);
    }

    /// Adds a leaf gem with a red gem (0) or a blue one (1).
    #[inline]
    pub(crate) fn insert_leaf_gem(&mut self, block: usize, colour: usize) {
        self.leaf_gems.insert(block);
        self.counts[colour] += 1;
    }

    /// All that has been taken.
    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.blocks.union(self.leaf_gems)
    }

    /// The number of blocks taken, not counting leaf gems.
    #[inline]
    pub(crate) fn rank(&self) -> usize {
        self.blocks.len()
    }

    /// Whether exactly the same blocks have been taken.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.blocks == other.blocks && self.leaf_gems == other.leaf_gems
    }
}

impl<const W: usize> PartialEq for Decisions<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.blocks == other.blocks && self.counts == other.counts
    }
}

impl<const W: usize> Eq for Decisions<W> {}

impl<const W: usize> Hash for Decisions<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.blocks.hash(state);
        if self.counts != [0; 2] {
            self.counts.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pockets_are_told_apart_by_colour_alone() {
        let with = |leaf_gems: &[(usize, usize)]| {
            let mut decisions = Decisions::<1>::default();
            decisions.insert(3);
            leaf_gems.iter().for_each(|&(block, colour)| decisions.insert_leaf_gem(block, colour));
            decisions
        };
        let (one, two) = (with(&[(5, 0), (6, 1)]), with(&[(7, 0), (8, 1)]));
        assert!(one == two && !one.is_same(&two) && one.is_same(&one));
        assert_ne!(one, with(&[(5, 0), (7, 0)]));
        assert_ne!(one, with(&[(5, 0)]));
        assert_eq!(one.all().len(), 3);
    }
}
