//! Extensions: moves that must not be misjudged are searched deeper.

use crate::game::Game;
use crate::score::Score;
use crate::search::node::{Candidate, Node, NodeType, NonPv};
use crate::search::report::Bound;
use crate::search::tunables::*;
use crate::search::worker::Worker;

/// What to do before a move is searched.
pub(super) enum Extension {
    /// Search it this many plies deeper; negative values mean less deep.
    Plies(i32),
    /// End the node with this score.
    CutOff(Score),
}

impl<G: Game> Worker<'_, G> {
    /// By how many plies to search `candidate` deeper than its siblings.
    pub(super) fn extension<N: NodeType>(&mut self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> Extension {
        let too_deep = node.ply >= 2 * self.root_depth as usize;
        if !G::STAGED || !self.features.extensions || N::ROOT || too_deep {
            return Extension::Plies(0);
        }
        if Some(candidate.mv) == node.tt_move && self.may_be_singular(node) {
            return self.singular_extension::<N>(node, candidate.mv);
        }
        let is_strong_check =
            candidate.check && node.depth < check_extension_depth() && self.position.see_ge(candidate.mv, 0);
        Extension::Plies(i32::from(is_strong_check))
    }

    fn may_be_singular(&self, node: &Node<G::Move>) -> bool {
        node.depth >= singular_depth() + i32::from(node.tt_pv)
            && node.excluded.is_none()
            && node.tt_entry.is_some_and(|tt_entry| {
                i32::from(tt_entry.depth) >= node.depth - 3
                    && matches!(tt_entry.bound, Some(Bound::Lower | Bound::Exact))
                    && !tt_entry.score.is_decided()
            })
    }

    /// Singular extension: if every other move fails well below the TT move's score in a shallower search, the TT move
    /// is searched deeper (Anantharaman, Campbell and Hsu, 1988, in Stockfish's form). If the node fails high even
    /// without it, several moves refute the opponent's last one and the node ends (multi-cut).
    fn singular_extension<N: NodeType>(&mut self, node: &Node<G::Move>, mv: G::Move) -> Extension {
        let Some(tt_entry) = node.tt_entry else { return Extension::Plies(0) };
        let margin = singular_margin() + if node.tt_pv && !N::PV { singular_margin_pv() } else { 0 };
        let beta = tt_entry.score - margin * node.depth / 16;
        self.data.frames[node.ply].excluded = Some(mv);
        let score = self.alpha_beta::<NonPv>(beta - 1, beta, (node.depth - 1) / 2, node.ply, node.cut_node);
        self.data.frames[node.ply].excluded = None;
        if score < beta {
            let double = singular_double() + if N::PV { singular_double_pv() } else { 0 };
            let triple = double + singular_triple();
            Extension::Plies(1 + i32::from(score < beta - double) + i32::from(score < beta - triple))
        } else if score >= node.beta && !N::PV && !score.is_decided() {
            Extension::CutOff(score)
        } else if tt_entry.score >= node.beta {
            Extension::Plies(-3)
        } else {
            Extension::Plies(-2 * i32::from(node.cut_node))
        }
    }
}
