//! Pruning: nodes and moves given up without a full search. Each rule is a heuristic that pays off on average.

use crate::game::{Game, MoveList, Outcome};
use crate::score::Score;
use crate::search::node::{Candidate, Node, NonPv};
use crate::search::picker::{Picker, Quiets};
use crate::search::report::Bound;
use crate::search::tunables::*;
use crate::search::worker::Worker;

impl<G: Game> Worker<'_, G> {
    /// The score of a null-window node that need not be searched move by move. All these rules assume that the right to
    /// move is worth something, so a game without a null move uses none of them. A stopped search returns an arbitrary
    /// score, so that it goes no further.
    pub(super) fn prune_node(&mut self, node: &mut Node<G::Move>) -> Option<Score> {
        if !G::NULL_MOVE || node.excluded.is_some() {
            return None;
        }
        let known = self.known_prob_cut(node);
        if known.is_some() || node.in_check {
            return known;
        }
        let by_evaluation = self.reverse_futility(node);
        // A threat forbids the null move, too, so it is looked for only once.
        let is_threatened = by_evaluation.is_some() && self.is_threatened(node.depth);
        let pruned = by_evaluation
            .filter(|_| !is_threatened)
            .or_else(|| self.razoring(node))
            .or_else(|| if is_threatened { None } else { self.null_move(node) });
        if pruned.is_some() {
            return pruned;
        }
        // Whoever is this well off may search fewer moves, even without having improved (Stockfish).
        node.improving |= node.eval >= node.beta;
        self.prob_cut(node)
    }

    /// Reverse futility (static null move): the evaluation is so far above beta that no reply within this depth is
    /// likely to matter.
    fn reverse_futility(&self, node: &Node<G::Move>) -> Option<Score> {
        let improving = if node.improving { reverse_futility_improving() } else { 0 };
        let doubt = node.correction.abs() * reverse_futility_correction() / 16;
        let worsening = if self.opponent_worsening(node) { reverse_futility_worsening() } else { 0 };
        let margin = reverse_futility_slope() * node.depth - improving - worsening + doubt;
        // A quiet TT move is worth a search; without one, a node this good rarely fails low (Pikafish).
        let has_quiet = node.tt_move.is_some_and(|mv| !self.position.is_noisy(mv));
        let holds = self.features.static_pruning
            && node.depth <= reverse_futility_depth()
            && !node.tt_pv
            && !has_quiet
            && node.estimate - margin >= node.beta
            && !node.beta.is_loss()
            && !node.estimate.is_win();
        holds.then(|| node.beta + (node.estimate.int() - node.beta.int()) / 3)
    }

    /// Razoring: the evaluation is so far below alpha that only captures could help, which the quiescence search finds
    /// out (J. Birmingham and P. Kent, 1977).
    fn razoring(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let margin = razor_base() + razor_slope() * node.depth * node.depth;
        if !self.features.static_pruning || node.depth > razor_depth() || node.eval + margin > node.alpha {
            return None;
        }
        let score = self.quiesce::<NonPv>(node.alpha, node.alpha + 1, 0, node.ply);
        (self.stopped || score <= node.alpha && !score.is_decided()).then_some(score)
    }

    /// Null move: if passing still reaches beta in a reduced search, a real move will too (C. Donninger, 1993). Deep
    /// cut-offs are verified by a search without the null move because of zugzwang.
    fn null_move(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let improving = if node.improving { null_improving() } else { 0 };
        let margin = null_margin() - null_slope() * node.depth - improving;
        let after_null = node.ply > 0 && self.data.frames[node.ply - 1].mv.is_none();
        if !self.features.null_move
            || node.depth < null_depth()
            || after_null
            || node.ply < self.null_from
            || !node.cut_node
            || node.estimate < node.beta
            || node.eval.int() < node.beta.int() + margin
            || node.beta.is_loss()
            || !self.position.may_pass()
            || self.is_threatened(node.depth)
        {
            return None;
        }
        let surplus = (node.estimate.int() - node.beta.int()) / null_eval_divisor();
        let depth = node.depth - null_base() - node.depth / null_divisor() - surplus.min(3);
        self.make_null(node.ply);
        let score = -self.alpha_beta::<NonPv>(-node.beta, -node.beta + 1, depth, node.ply + 1, !node.cut_node);
        self.unmake_null();
        if self.stopped {
            return Some(Score::DRAW);
        }
        if score < node.beta {
            return None;
        }
        let score = if score.is_win() { node.beta } else { score };
        (node.depth < null_verify_depth() || self.verify_null(node, depth)).then_some(score)
    }

    /// Whether the opponent could win with the next move if it were his turn. An evaluation does not show such a threat,
    /// so a cut-off would hide the quiet move that makes it, at every depth at which the move is tried late and so reduced.
    fn is_threatened(&mut self, depth: i32) -> bool {
        if depth < threat_depth() || !self.position.may_be_threatened() {
            return false;
        }
        self.position.make_null();
        let wins = self.wins_at_once();
        self.position.unmake_null();
        wins
    }

    /// Whether a move of the side to move gives check (not only a discovered one) and mates, or ends the game.
    fn wins_at_once(&mut self) -> bool {
        let (mut quiet, mut noisy) = (G::Moves::default(), G::Moves::default());
        self.position.quiet_checks(&mut quiet);
        self.position.noisy(&mut noisy);
        quiet.as_slice().iter().chain(noisy.as_slice()).any(|&mv| {
            let may_end = self.position.may_end(mv);
            if !may_end && !self.position.gives_check(mv) || !self.position.legal(mv) {
                return false;
            }
            self.position.make(mv);
            let ends = may_end && self.position.ended() == Some(Outcome::Loss);
            let wins = ends || self.position.in_check() && self.position.count_moves() == 0;
            self.position.unmake(mv);
            wins
        })
    }

    fn verify_null(&mut self, node: &Node<G::Move>, depth: i32) -> bool {
        let old = self.null_from;
        self.null_from = node.ply + (3 * depth.max(1) as usize) / 4 + 1;
        let score = self.alpha_beta::<NonPv>(node.beta - 1, node.beta, depth.max(1), node.ply, false);
        self.null_from = old;
        score >= node.beta
    }

    /// Whether the opponent's last move made the evaluation better for the side to move.
    fn opponent_worsening(&self, node: &Node<G::Move>) -> bool {
        let before = node.ply.checked_sub(1).map_or(Score::NONE, |ply| self.data.frames[ply].eval);
        before != Score::NONE && node.eval.int() > -before.int()
    }

    /// ProbCut without a search: the table knows a score far above beta that is almost deep enough (Stockfish).
    fn known_prob_cut(&self, node: &Node<G::Move>) -> Option<Score> {
        let beta = node.beta + known_prob_cut_margin();
        let is_known = node.tt_entry.is_some_and(|tt_entry| {
            matches!(tt_entry.bound, Some(Bound::Lower | Bound::Exact))
                && i32::from(tt_entry.depth) >= node.depth - 4
                && tt_entry.score >= beta
                && !tt_entry.score.is_decided()
        });
        let holds = G::STAGED && self.features.prob_cut && is_known && !node.beta.is_decided() && !beta.is_decided();
        holds.then_some(beta)
    }

    /// ProbCut: a capture that stays well above beta in a shallow search will reach beta in the full one (M. Buro,
    /// 1995).
    fn prob_cut(&mut self, node: &Node<G::Move>) -> Option<Score> {
        let margin = prob_cut_margin() - if node.improving { prob_cut_improving() } else { 0 };
        let beta = node.beta + margin;
        let known_below = node.tt_entry.is_some_and(|tt_entry| {
            i32::from(tt_entry.depth) >= node.depth - 3 && tt_entry.bound.is_some() && tt_entry.score < beta
        });
        if !G::STAGED
            || !self.features.prob_cut
            || node.depth < prob_cut_depth()
            || node.beta.is_decided()
            || beta.is_decided()
            || known_below
        {
            return None;
        }
        let base = self.data.arena.len();
        let tt_move = node.tt_move.filter(|&mv| self.position.is_noisy(mv));
        let mut picker = Picker::gaining(tt_move, node.ply, base);
        let mut found = None;
        while let Some(mv) = self.next_move(&mut picker) {
            if !self.position.see_ge(mv, beta.int() - node.eval.int()) || !self.position.legal(mv) {
                continue;
            }
            self.prefetch_entry(mv);
            self.make(mv, node.ply);
            let mut score = -self.quiesce::<NonPv>(-beta, -beta + 1, 0, node.ply + 1);
            if score >= beta {
                score = -self.alpha_beta::<NonPv>(-beta, -beta + 1, node.depth - 4, node.ply + 1, !node.cut_node);
            }
            self.unmake(mv);
            if self.stopped {
                found = Some(Score::DRAW);
                break;
            }
            if score >= beta {
                let shallower = Node { depth: node.depth - 3, ..*node };
                self.store_result(&shallower, score, Bound::Lower, Some(mv));
                found = Some(if score.is_decided() { score } else { score - margin });
                break;
            }
        }
        self.data.arena.truncate(base);
        found
    }

    /// Whether to skip a move without searching it. This never applies to the first move, to moves that give check (a
    /// check that loses a piece is how many attacks begin, and the reply is forced), or while being mated. A move skipped
    /// by futility raises `best` to what it was hoped to reach.
    pub(super) fn skip_move(
        &self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        best: &mut Score,
        picker: &mut Picker<G::Move>,
    ) -> bool {
        let is_spared = candidate.check || *best <= -Score::MAX_EVAL || node.ply == 0;
        if !G::STAGED || !self.features.move_pruning || is_spared {
            return false;
        }
        let depth = (node.depth - self.expected_reduction(node.depth, candidate)).max(0);
        if candidate.noisy {
            let loss = see_noisy_margin() * node.depth - candidate.history * see_noisy_history() / 1024;
            return self.is_futile_capture(node, candidate, depth)
                || node.depth <= see_depth() && !self.position.see_ge(candidate.mv, loss);
        }
        if self.late_move_pruning(node, candidate) || !node.in_check && self.is_hopeless(node, candidate, depth, best) {
            // So are the moves after it, unless they give check.
            picker.quiets = Quiets::Checks;
            return true;
        }
        node.depth <= see_depth() && !self.position.see_ge(candidate.mv, see_quiet_margin() * depth * depth)
    }

    /// Futility of a capture: even winning the victim for nothing does not bring the evaluation near alpha.
    fn is_futile_capture(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>, depth: i32) -> bool {
        if node.in_check || depth > noisy_futility_depth() {
            return false;
        }
        let margin =
            noisy_futility_base() + noisy_futility_slope() * depth + candidate.history / noisy_futility_history();
        node.eval + (margin + self.position.gain(candidate.mv)) <= node.alpha
    }

    /// Late move pruning: after this many quiet moves the rest are unlikely to help.
    fn late_move_pruning(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>) -> bool {
        let limit = (lmp_base() + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        node.depth <= lmp_depth() && candidate.number as i32 > limit.max(2)
    }

    /// Skips quiet moves with a bad history, or by futility: the evaluation is too far below alpha for any quiet move
    /// to make up (J. Schaeffer, 1986). `depth` is the depth to which the move would be searched.
    fn is_hopeless(&self, node: &Node<G::Move>, candidate: &Candidate<G::Move>, depth: i32, best: &mut Score) -> bool {
        if depth <= history_pruning_depth() && candidate.history < history_pruning() * node.depth {
            return true;
        }
        let hope = node.eval + (futility_base() + futility_slope() * depth);
        let is_futile = depth <= futility_depth() && hope <= node.alpha;
        if is_futile && !best.is_decided() && !hope.is_decided() {
            *best = (*best).max(hope);
        }
        is_futile
    }
}
