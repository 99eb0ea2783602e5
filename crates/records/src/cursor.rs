//! A board that moves from node to node of a tree.

use super::start::{Board, Start};
use super::tree::{NodeId, Tree};
use meihua_contracts::text::Notation;
use meihua_engine::engine::record_game::RecordGame;

/// A node of a tree, and the board at that node.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// `None` if the start cannot be played.
    board: Option<Board>,
    at: NodeId,
}

impl Cursor {
    /// At the start.
    pub fn new(start: &Start) -> Cursor {
        Cursor { board: start.board().ok(), at: NodeId::ROOT }
    }

    /// The current node.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The board here; `None` if the start cannot be played.
    pub fn board(&self) -> Option<&dyn RecordGame> {
        self.board.as_deref()
    }

    /// Moves to a node: back to the last common position, then forward. Returns the number of plies walked.
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
                if tree.mv(self.at).is_some() {
                    board.unmake();
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

    /// The text of the move that leads to a node; the cursor moves to that node.
    pub fn text_of(&mut self, tree: &Tree, node: NodeId, notation: Notation) -> Option<String> {
        self.go_to(tree, tree.parent(node));
        let text = self.board.as_ref()?.move_text(tree.mv(node)?, notation)?;
        self.go_to(tree, node);
        Some(text)
    }
}
