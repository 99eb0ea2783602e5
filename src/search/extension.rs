//! Extensions: what must not be misjudged is searched deeper.

use crate::game::Game;
use crate::search::node::{Candidate, Node, NodeType, NonPv};
use crate::search::report::Bound;
use crate::search::tunables::*;
use crate::search::worker::Worker;

impl<G: Game> Worker<'_, G> {
    /// By how many plies `candidate` is searched deeper than its siblings; negative: less deep.
    pub fn extension<N: NodeType>(&mut self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> i32 {
        let too_deep = node.ply >= 2 * self.root_depth as usize;
        if !G::STAGED || !self.features.extensions || N::ROOT || too_deep {
            return 0;
        }
        if Some(candidate.mv) == node.hash_move && self.may_be_singular(node) {
            return self.singular_extension::<N>(node, candidate.mv);
        }
        i32::from(candidate.check && node.depth < 8 && self.position.exchange(candidate.mv, 0))
    }

    fn may_be_singular(&self, node: &Node<G::Move>) -> bool {
        node.depth >= singular_depth()
            && node.excluded.is_none()
            && node.hit.is_some_and(|hit| {
                i32::from(hit.depth) >= node.depth - 3
                    && matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
                    && !hit.score.is_decided()
            })
    }

    /// Singular extension: if every other move fails a shallower search well below the hash move's score, the hash move
    /// is the only one and is searched deeper (Anantharaman, Campbell and Hsu, 1988, in Stockfish's form). If even
    /// without it the node would fail high, it is searched less deep.
    fn singular_extension<N: NodeType>(&mut self, node: &Node<G::Move>, mv: G::Move) -> i32 {
        let Some(hit) = node.hit else { return 0 };
        let beta = hit.score - singular_margin() * node.depth;
        self.memory.frames[node.ply].excluded = Some(mv);
        let score = self.alpha_beta::<NonPv>(beta - 1, beta, (node.depth - 1) / 2, node.ply, node.cut_node);
        self.memory.frames[node.ply].excluded = None;
        if score < beta {
            1 + i32::from(!N::PV && score < beta - singular_double())
        } else if hit.score >= node.beta {
            -2
        } else {
            -i32::from(node.cut_node)
        }
    }
}
