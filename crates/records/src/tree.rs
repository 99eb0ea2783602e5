//! The tree of moves: the first child of a node is the main line, the others are variations.

use meihua_engine::engine::record_game::RecordedMove;

/// The number of a node of a [`Tree`]; 0 is the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    /// The number: nodes are counted in the order in which they were added, starting with 0 for the start position.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Maximum number of moves in a tree; the largest known game has 107,001.
pub(crate) const MAX_NODES: usize = 1 << 20;

/// Maximum number of consecutive moves in a tree; no real game comes near.
pub(crate) const MAX_PLIES: u32 = 10_000;

#[derive(Clone, Debug)]
struct Node {
    mv: Option<RecordedMove>,
    parent: NodeId,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    depth: u32,
    comment: String,
    marks: Vec<u8>,
}

/// A tree of moves with comments and annotations.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::new(None, NodeId::ROOT, 0)] }
    }
}

impl Node {
    fn new(mv: Option<RecordedMove>, parent: NodeId, depth: u32) -> Node {
        let (first_child, last_child, next_sibling) = (None, None, None);
        Node { mv, parent, first_child, last_child, next_sibling, depth, comment: String::new(), marks: Vec::new() }
    }
}

impl Tree {
    fn node(&self, id: NodeId) -> &Node {
        // Ids come from this tree, or from another one by a caller's mistake.
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    /// Adds a move as the last child; `None` if the tree is full ([`MAX_NODES`], [`MAX_PLIES`]).
    pub fn add(&mut self, parent: NodeId, mv: RecordedMove) -> Option<NodeId> {
        let depth = self.depth(parent) + 1;
        if self.nodes.len() > MAX_NODES || depth > MAX_PLIES {
            return None;
        }
        let id = NodeId(self.nodes.len() as u32);
        match self.node(parent).last_child {
            None => self.nodes[parent.index()].first_child = Some(id),
            Some(last) => self.nodes[last.index()].next_sibling = Some(id),
        }
        self.nodes[parent.index()].last_child = Some(id);
        self.nodes.push(Node::new(Some(mv), parent, depth));
        Some(id)
    }

    /// The number of moves, including variations.
    pub fn moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The number of moves that are not the first choice of their position.
    pub fn variations(&self) -> usize {
        (1..self.nodes.len()).filter(|&index| !self.is_main(NodeId(index as u32))).count()
    }

    /// The number of positions with a comment, the start included.
    pub fn comments(&self) -> usize {
        self.nodes.iter().filter(|node| !node.comment.is_empty()).count()
    }

    /// The number of annotations (`!`, `?`, `$3` …).
    pub(crate) fn marks_count(&self) -> usize {
        self.nodes.iter().map(|node| node.marks.len()).sum()
    }

    /// The move that leads to a node; `None` at the start.
    pub fn mv(&self, id: NodeId) -> Option<RecordedMove> {
        self.node(id).mv
    }

    /// The previous node; the start is its own parent.
    pub fn parent(&self, id: NodeId) -> NodeId {
        self.node(id).parent
    }

    /// Plies from the start.
    pub fn depth(&self, id: NodeId) -> u32 {
        self.node(id).depth
    }

    /// The main continuation.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The next alternative to this move.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Whether the move is the first choice of its position.
    pub(crate) fn is_main(&self, id: NodeId) -> bool {
        id == NodeId::ROOT || self.first_child(self.parent(id)) == Some(id)
    }

    /// The continuations, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// All nodes but the start, parents before children and children in their order.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut stack: Vec<NodeId> = self.first_child(NodeId::ROOT).into_iter().collect();
        std::iter::from_fn(move || {
            let id = stack.pop()?;
            stack.extend(self.next_sibling(id));
            stack.extend(self.first_child(id));
            Some(id)
        })
    }

    /// The comment at a node; empty if there is none.
    pub fn comment(&self, id: NodeId) -> &str {
        &self.node(id).comment
    }

    /// Appends to the comment at a node. Line ends become `\n`, and outer spaces are removed.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        let Some(node) = self.nodes.get_mut(id.index()).filter(|_| !text.is_empty()) else { return };
        if !node.comment.is_empty() {
            node.comment.push('\n');
        }
        node.comment.push_str(text);
    }

    /// Replaces the comment at a node, normalised as by [`Tree::add_comment`].
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.comment.clear();
        }
        self.add_comment(id, text);
    }

    /// The annotations at a node, as numeric annotation glyphs of PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` …
    pub fn marks(&self, id: NodeId) -> &[u8] {
        &self.node(id).marks
    }

    /// Adds an annotation, unless it is already there.
    pub fn add_mark(&mut self, id: NodeId, mark: u8) {
        if let Some(node) = self.nodes.get_mut(id.index())
            && !node.marks.contains(&mark)
        {
            node.marks.push(mark);
        }
    }
}

impl PartialEq for Tree {
    /// The same moves with the same comments and annotations and the same order of variations, however the trees were
    /// built.
    fn eq(&self, other: &Tree) -> bool {
        let same = |a: NodeId, b: NodeId| {
            let (a, b) = (self.node(a), other.node(b));
            (a.mv, a.depth, &a.comment, &a.marks) == (b.mv, b.depth, &b.comment, &b.marks)
        };
        self.nodes.len() == other.nodes.len()
            && same(NodeId::ROOT, NodeId::ROOT)
            && self.preorder().zip(other.preorder()).all(|(a, b)| same(a, b))
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_building_does_not_matter() {
        let mv = RecordedMove;
        let (mut a, mut b) = (Tree::default(), Tree::default());
        let first = a.add(NodeId::ROOT, mv(3)).unwrap();
        let other = a.add(NodeId::ROOT, mv(4)).unwrap();
        let deep = a.add(first, mv(2)).unwrap();
        let first_b = b.add(NodeId::ROOT, mv(3)).unwrap();
        b.add(first_b, mv(2)).unwrap();
        b.add(NodeId::ROOT, mv(4)).unwrap();
        assert_eq!(a, b);
        assert_eq!((a.moves(), a.variations(), a.depth(deep)), (3, 1, 2));
        assert_eq!(a.main_line().collect::<Vec<_>>(), [first, deep]);
        assert_eq!(a.preorder().collect::<Vec<_>>(), [first, deep, other]);
        a.add_comment(deep, " one\r\ntwo ");
        a.add_comment(deep, "three");
        assert_eq!(a.comment(deep), "one\ntwo\nthree");
        assert_ne!(a, b);
    }

    #[test]
    fn a_line_has_an_end() {
        let mut tree = Tree::default();
        let mut at = NodeId::ROOT;
        for _ in 0..MAX_PLIES {
            at = tree.add(at, RecordedMove(1)).unwrap();
        }
        assert_eq!(tree.add(at, RecordedMove(1)), None);
    }
}
