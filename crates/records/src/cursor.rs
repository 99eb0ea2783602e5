//! A board that goes from node to node of a tree.

use super::board::Board;
use super::game_record::Start;
use super::tree::{NodeId, Tree};
use meihua_contracts::text::Notation;

/// A place in a tree with the board that belongs to it.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// None where the start is no position that can be played.
    board: Option<Board>,
    at: NodeId,
}

impl Cursor {
    /// At the start.
    pub fn new(start: &Start) -> Cursor {
        Cursor { board: Board::new(start).ok(), at: NodeId::ROOT }
    }

    /// Where it is.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The board there; none where the start cannot be played.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Goes to a node: back to the last position that both have in common, then ahead. Returns the plies of the way.
    pub fn go_to(&mut self, tree: &Tree, node: NodeId) -> u64 {
        let Some(board) = &mut self.board else {
            self.at = node;
            return 0;
        };
        let mut back = 0;
        let mut ahead = Vec::new();
        let mut target = node;
        while self.at != target {
            if tree.depth(self.at) >= tree.depth(target) {
                if let Some(mv) = tree.mv(self.at) {
                    board.unmake(mv);
                }
                back += 1;
                self.at = tree.parent(self.at);
            } else {
                ahead.extend(tree.mv(target));
                target = tree.parent(target);
            }
        }
        let steps = back + ahead.len() as u64;
        ahead.into_iter().rev().for_each(|mv| board.make(mv));
        self.at = node;
        steps
    }

    /// The move that leads to a node, written; the cursor is at the node then.
    pub fn text_of(&mut self, tree: &Tree, node: NodeId, notation: Notation) -> Option<String> {
        self.go_to(tree, tree.parent(node));
        let text = self.board.as_ref()?.text(tree.mv(node)?, notation);
        self.go_to(tree, node);
        Some(text)
    }
}
