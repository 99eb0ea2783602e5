//! Reductions: moves that are unlikely to matter are searched less deep, and again in full if they surprise.

use crate::game::Game;
use crate::score::Score;
use crate::search::node::{Candidate, Node, NodeType};
use crate::search::tunables::*;
use crate::search::worker::Worker;

const ROWS: usize = 64;

/// Late move reductions by depth and move number, in 1024ths of a ply:
/// `lmr_base + lmr_slope * ln(depth) * ln(number)`.
pub(super) struct Reductions(Vec<i32>);

impl Reductions {
    pub(super) fn new() -> Self {
        let entry = |index: usize| {
            let (depth, number) = ((index / ROWS).max(1) as f64, (index % ROWS).max(1) as f64);
            lmr_base() + (f64::from(lmr_slope()) * depth.ln() * number.ln()) as i32
        };
        Reductions((0..ROWS * ROWS).map(entry).collect())
    }

    #[inline]
    fn at(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth as usize).min(ROWS - 1) * ROWS + number.min(ROWS - 1)]
    }
}

/// The depth of the second search of a move that beat alpha at `reduced` depth: one ply more than `depth` if it did so
/// by a wide margin, one less if it barely beats the best score so far.
pub(super) fn second_depth(depth: i32, reduced: i32, score: Score, best: Score) -> i32 {
    let deeper = score.int() > best.int() + deeper_base() + 2 * depth && reduced < depth - 1;
    let shallower = score.int() < best.int() + shallower_base();
    depth + i32::from(deeper) - i32::from(shallower)
}

impl<G: Game> Worker<'_, G> {
    /// The late move reduction expected from the number and the history of a move, in whole plies; used for pruning.
    pub(super) fn expected_reduction(&self, depth: i32, candidate: &Candidate<G::Move>) -> i32 {
        let reduction = self.data.reductions.at(depth, candidate.number);
        let history = if candidate.noisy { 0 } else { candidate.history * expected_history() / 16 / lmr_history() };
        (reduction - history) / 1024
    }

    /// The late move reduction in plies: moves late in the list are unlikely to be best (T. Romstad, Glaurung; the
    /// terms are those of the Stockfish family).
    pub(super) fn reduction<N: NodeType>(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> i32 {
        if !G::STAGED || !self.features.reductions || node.depth < 2 || candidate.number <= 1 + N::ROOT as usize {
            return 0;
        }
        let mut reduction = self.data.reductions.at(node.depth, candidate.number);
        if node.cut_node {
            reduction += lmr_cut();
            if node.tt_move.is_none() {
                reduction += lmr_cut_blind();
            }
        }
        // At an expected all node, no move is likely to matter (Stockfish).
        if !N::PV && !node.cut_node {
            reduction += reduction * lmr_all() / (16 * (node.depth + 1));
        }
        if !node.improving {
            reduction += lmr_not_improving();
        }
        if N::PV || node.tt_pv {
            reduction -= lmr_pv();
            if let Some(tt_entry) = &node.tt_entry {
                reduction -= lmr_pv_above() * i32::from(tt_entry.score > node.alpha && tt_entry.bound.is_some());
                reduction -= lmr_pv_deep() * i32::from(i32::from(tt_entry.depth) >= node.depth);
            }
        }
        if candidate.check {
            reduction -= lmr_check();
        }
        if node.tt_move.or(node.excluded).is_some_and(|mv| self.position.is_noisy(mv)) {
            reduction += lmr_noisy_tt_move();
        }
        if self.data.frames[node.ply].killers.contains(&Some(candidate.mv)) {
            reduction -= lmr_killer();
        }
        if self.data.frames[node.ply + 1].cut_offs > 3 {
            reduction += lmr_cutoff_count();
        }
        reduction -= node.correction.abs() * lmr_correction();
        reduction -= candidate.history / lmr_history();
        reduction / 1024
    }

    /// Reconsiders the reduction of the move that led here. If it was large and the move turns out to be good, the node
    /// is searched a ply deeper; if the move was reduced and turns out bad, a ply less ("hindsight", as in Stockfish).
    pub(super) fn hindsight(&self, node: &mut Node<G::Move>) {
        let Some(frame) = node.ply.checked_sub(1).map(|ply| &self.data.frames[ply]) else { return };
        if frame.reduction == 0 || node.eval == Score::NONE || frame.eval == Score::NONE || node.excluded.is_some() {
            return;
        }
        let gain = node.eval.int() + frame.eval.int();
        if frame.reduction >= hindsight_deeper() && gain <= 0 {
            node.depth += 1;
        } else if node.depth >= 2 && gain > hindsight_margin() {
            node.depth -= 1;
        }
    }

    /// Internal iterative reduction: without a TT move the ordering is poor, so the node deserves less time (E.
    /// Schröder, 2019).
    pub(super) fn internal_iterative_reduction<N: NodeType>(&self, node: &mut Node<G::Move>) {
        let unordered = node.tt_move.is_none() && node.excluded.is_none() && (N::PV || node.cut_node);
        if G::STAGED && self.features.reductions && unordered && node.depth >= iir_depth() {
            node.depth -= 1;
        }
    }
}
