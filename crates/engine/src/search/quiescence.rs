//! The quiescence search: searches captures until the position is quiet, so that no evaluation is taken in the middle
//! of an exchange; in check it searches all evasions. Its first plies also try quiet moves that give check, because a
//! position in which one of them mates or wins a piece is not quiet either.

use crate::game::{Game, MoveList};
use crate::score::{MAX_PLY, Score};
use crate::search::node::{Node, NodeType, NonPv, Pv};
use crate::search::outcome;
use crate::search::picker::{Picker, Quiets};
use crate::search::report::Bound;
use crate::search::tunables::{quiescence_checks, quiescence_margin};
use crate::search::worker::Worker;

/// Nodes of the search below a leaf after which it only evaluates. Exchanges end long before; where everything attacks
/// everything else there is no end to the captures.
const LEAF_NODES: u64 = 1000;

impl<G: Game> Worker<'_, G> {
    /// The score of the current position once it is quiet; in a game without noisy moves, its static evaluation.
    /// `depth` is 0 at the end of the main search and decreases by one per ply.
    pub(super) fn quiesce<N: NodeType>(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Score {
        if !G::STAGED || !self.features.quiescence {
            return self.leaf::<N>(ply);
        }
        if depth == 0 {
            self.leaf_end = self.nodes + LEAF_NODES;
        }
        let base = self.data.arena.len();
        let mut node = Node::new(alpha, beta, depth, ply, false, base);
        let score = self.visit_quiet::<N>(&mut node);
        self.data.arena.truncate(base);
        score
    }

    /// The end of a line: the result if the game is over, otherwise the evaluation.
    fn leaf<N: NodeType>(&mut self, ply: usize) -> Score {
        if N::PV {
            self.data.lines.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return Score::DRAW;
        }
        if let Some(end) = self.position.history_outcome(ply) {
            return outcome::by_rule(end, ply);
        }
        self.data.scratch.clear();
        let end = self.position.generate(&mut self.data.scratch);
        let stuck = self.data.scratch.as_slice().is_empty();
        match end.or_else(|| stuck.then_some(G::NO_MOVES)) {
            Some(end) => outcome::terminal(end, ply),
            None => self.evaluate(),
        }
    }

    fn visit_quiet<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Score {
        if let Some(score) = self.enter::<N>(node) {
            return score;
        }
        if let Some(score) = self.probe_table::<N>(node) {
            return score;
        }
        self.static_eval(node);
        let mut best = -Score::INFINITE;
        if !node.in_check {
            best = node.estimate;
            if best >= node.beta || node.ply + 1 >= MAX_PLY || self.nodes >= self.leaf_end {
                return outcome::soften(best, node.beta, 1);
            }
            node.alpha = node.alpha.max(best);
        }
        self.search_captures::<N>(node, best)
    }

    fn search_captures<N: NodeType>(&mut self, node: &mut Node<G::Move>, mut best: Score) -> Score {
        let mut picker = self.quiescence_picker(node);
        let (mut best_move, mut number) = (None, 0);
        while let Some(mv) = self.next_move(&mut picker) {
            if !self.position.legal(mv) {
                continue;
            }
            number += 1;
            if !node.in_check && (number > 3 && self.is_late(node, mv) || self.promises_nothing(node, mv, &mut best)) {
                continue;
            }
            let score = self.search_capture::<N>(node, mv);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > node.alpha {
                best_move = Some(mv);
                if N::PV {
                    self.data.lines.put(node.ply, mv);
                }
                if score >= node.beta {
                    break;
                }
                node.alpha = score;
            } else if node.in_check && !best.is_loss() {
                // One evasion that does not lose shows that there is no mate; other quiet ones are left to the main
                // search.
                picker.quiets = Quiets::None;
            }
        }
        if node.in_check && number == 0 {
            return outcome::terminal(self.position.stuck(), node.ply);
        }
        best = outcome::soften(best, node.beta, 1);
        let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
        self.store_result(node, best, bound, best_move);
        best
    }

    /// All evasions when in check; otherwise captures that do not lose material and, in the first plies, quiet checks.
    fn quiescence_picker(&self, node: &Node<G::Move>) -> Picker<G::Move> {
        if node.in_check {
            return Picker::all(node.tt_move, node.ply, self.history_context(node.ply), node.base);
        }
        let position = &self.position;
        let tt_move = |checks| node.tt_move.filter(|&mv| position.is_noisy(mv) || checks && position.gives_check(mv));
        if node.depth > -quiescence_checks() {
            Picker::gaining_or_checking(tt_move(true), node.ply, node.base)
        } else {
            Picker::gaining(tt_move(false), node.ply, node.base)
        }
    }

    /// Whether a move after the first few neither gives check nor recaptures (as in Stockfish).
    fn is_late(&self, node: &Node<G::Move>, mv: G::Move) -> bool {
        let last = node.ply.checked_sub(1).and_then(|ply| self.data.frames[ply].mv);
        !node.alpha.is_loss() && !self.position.gives_check(mv) && !last.is_some_and(|last| G::same_target(mv, last))
    }

    /// Whether a capture gains too little, or a quiet move (they all give check) loses the piece. Such moves are left
    /// to the main search.
    fn promises_nothing(&self, node: &Node<G::Move>, mv: G::Move, best: &mut Score) -> bool {
        if self.position.is_noisy(mv) { self.falls_short(node, mv, best) } else { !self.position.see_ge(mv, 0) }
    }

    fn search_capture<N: NodeType>(&mut self, node: &Node<G::Move>, mv: G::Move) -> Score {
        self.prefetch_entry(mv);
        self.make(mv, node.ply);
        let (alpha, beta) = (-node.beta, -node.alpha);
        let score = if N::PV {
            -self.quiesce::<Pv>(alpha, beta, node.depth - 1, node.ply + 1)
        } else {
            -self.quiesce::<NonPv>(alpha, beta, node.depth - 1, node.ply + 1)
        };
        self.unmake(mv);
        score
    }

    /// Delta pruning: even winning the victim for nothing, `mv` would not come near alpha.
    fn falls_short(&self, node: &Node<G::Move>, mv: G::Move, best: &mut Score) -> bool {
        let hope = node.eval + (self.position.gain(mv) + quiescence_margin());
        let short = hope <= node.alpha && !node.alpha.is_loss() && !self.position.gives_check(mv);
        if short {
            *best = (*best).max(hope);
        }
        short
    }
}
