//! The moves that led to what a search has met, as a tree of parents.

use super::moves::Move;

/// What stands before the first node.
pub(super) const ROOT: u32 = u32::MAX;

/// A node.
struct Node {
    /// The node that it came from, or [`ROOT`].
    parent: u32,
    /// The moves from there.
    moves: Vec<Move>,
}

/// Nodes, in the order in which they were added.
#[derive(Default)]
pub(super) struct Tree {
    /// The number of the first one; what is less is a node of another tree.
    base: u32,
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree to be joined to another one that has `base` nodes.
    pub(super) fn after(base: u32) -> Tree {
        Tree { base, nodes: Vec::new() }
    }

    /// The number of the next node.
    pub(super) fn end(&self) -> u32 {
        self.base + self.nodes.len() as u32
    }

    /// Adds a node; its number.
    pub(super) fn add(&mut self, parent: u32, moves: Vec<Move>) -> u32 {
        self.nodes.push(Node { parent, moves });
        self.end() - 1
    }

    /// Joins a tree that was begun after some node of this one. Returns by how much the numbers of its nodes grew.
    pub(super) fn join(&mut self, other: Tree) -> Shift {
        let shift = Shift { base: other.base, by: self.end() - other.base };
        self.nodes.extend(other.nodes.into_iter().map(|node| Node { parent: shift.of(node.parent), ..node }));
        shift
    }

    /// The moves to a node.
    pub(super) fn line(&self, node: u32) -> Vec<Move> {
        let mut lists = Vec::new();
        let mut at = node;
        while let Some(node) = at.checked_sub(self.base).and_then(|place| self.nodes.get(place as usize)) {
            lists.push(&node.moves);
            at = node.parent;
        }
        lists.into_iter().rev().flatten().cloned().collect()
    }
}

/// How the numbers of nodes change with a [`Tree::join`].
#[derive(Clone, Copy)]
pub(super) struct Shift {
    base: u32,
    by: u32,
}

impl Shift {
    /// The new number of a node.
    pub(super) fn of(self, node: u32) -> u32 {
        if node != ROOT && node >= self.base { node + self.by } else { node }
    }
}
