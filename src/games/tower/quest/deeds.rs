//! The set of deeds of a tower, and which sets are as good as each other.

use crate::games::tower::bits::Bits;
use std::hash::{Hash, Hasher};

/// What has been taken.
///
/// A gem with but one side is a *pocket*: nothing lies behind it, so all that it does is to make the hero stronger. Which
/// of the pockets in reach he took does not matter, then, only how many of each colour: sets that differ in nothing else
/// are equal, and of these the one that leaves most hp is kept, with the pockets that it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deeds<const W: usize> {
    /// All blocks but pockets.
    blocks: Bits<W>,
    /// Pockets.
    pockets: Bits<W>,
    /// Pockets by colour: red, blue.
    counts: [u16; 2],
    /// The best worth known when the last step was made: what was free then depends on it.
    pub floor: i64,
}

impl<const W: usize> Deeds<W> {
    /// Adds a block that is no pocket.
    #[inline]
    pub fn insert(&mut self, block: usize) {
        self.blocks.insert(block);
    }

    /// Adds a pocket that holds a red gem (0) or a blue one (1).
    #[inline]
    pub fn insert_pocket(&mut self, block: usize, colour: usize) {
        self.pockets.insert(block);
        self.counts[colour] += 1;
    }

    /// All that has been taken.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.blocks.union(self.pockets)
    }

    /// How much has been taken, pockets aside.
    #[inline]
    pub fn rank(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the very same has been taken.
    pub fn is_same(&self, other: &Self) -> bool {
        self.blocks == other.blocks && self.pockets == other.pockets
    }
}

impl<const W: usize> PartialEq for Deeds<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.blocks == other.blocks && self.counts == other.counts
    }
}

impl<const W: usize> Eq for Deeds<W> {}

impl<const W: usize> Hash for Deeds<W> {
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
        let with = |pockets: &[(usize, usize)]| {
            let mut deeds = Deeds::<1>::default();
            deeds.insert(3);
            pockets.iter().for_each(|&(block, colour)| deeds.insert_pocket(block, colour));
            deeds
        };
        let (one, two) = (with(&[(5, 0), (6, 1)]), with(&[(7, 0), (8, 1)]));
        assert!(one == two && !one.is_same(&two) && one.is_same(&one));
        assert_ne!(one, with(&[(5, 0), (7, 0)]));
        assert_ne!(one, with(&[(5, 0)]));
        assert_eq!(one.all().len(), 3);
    }
}
