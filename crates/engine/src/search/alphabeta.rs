//! The alpha-beta search of one node: principal variation search, fail-soft.
//!
//! ```text
//! visit:  enter -> probe_table -> static_eval -> prune_node -> internal_iterative_reduction -> search_moves
//! search_moves, for each move:  skip_move -> extension -> search_move (reduction, windows) -> best so far
//!                        then:  update_histories -> store_result
//! ```

use crate::game::{Game, MoveList};
use crate::score::{MAX_PLY, Score};
use crate::search::entry::TtEntry;
use crate::search::extension::Extension;
use crate::search::history::HistoryContext;
use crate::search::node::{Candidate, Node, NodeType, NonPv, Pv};
use crate::search::outcome;
use crate::search::picker::Picker;
use crate::search::reduction::second_depth;
use crate::search::report::Bound;
use crate::search::tunables::{halfmove_clock_damping, repetition_depth};
use crate::search::worker::Worker;
use arrayvec::ArrayVec;

/// The state of a node's move loop.
struct MoveLoop<M> {
    best: Score,
    best_move: Option<M>,
    number: usize,
    quiets: ArrayVec<M, 32>,
    noisies: ArrayVec<M, 32>,
}

impl<M> MoveLoop<M> {
    fn new() -> Self {
        let (quiets, noisies) = (ArrayVec::new(), ArrayVec::new());
        MoveLoop { best: -Score::INFINITE, best_move: None, number: 0, quiets, noisies }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The score of the current position, searched `depth` plies deep in the window `alpha..beta`.
    ///
    /// Fail-soft: a score of at most `alpha` is an upper bound, one of at least `beta` a lower bound. The score is
    /// meaningless once the search is stopped.
    pub(super) fn alpha_beta<N: NodeType>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, 0, ply);
        }
        let base = self.data.arena.len();
        let mut node = Node::new(alpha, beta, depth, ply, cut_node, base);
        let score = self.visit::<N>(&mut node);
        self.data.arena.truncate(base);
        score
    }

    fn visit<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Score {
        if let Some(score) = self.enter::<N>(node) {
            return score;
        }
        if let Some(score) = self.probe_table::<N>(node) {
            return score;
        }
        self.static_eval(node);
        self.update_eval_history(node);
        self.hindsight(node);
        if !N::PV
            && let Some(score) = self.prune_node(node)
        {
            return score;
        }
        self.internal_iterative_reduction::<N>(node);
        self.search_moves::<N>(node)
    }

    /// What ends a node before it is searched: a stop, the end of the game, the end of the stack, or a window already
    /// closed by a shorter mate.
    pub(super) fn enter<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Option<Score> {
        if N::PV {
            self.data.lines.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
        if self.must_stop() {
            return Some(Score::DRAW);
        }
        if G::STAGED
            && let Some(end) = self.position.ended()
        {
            return Some(outcome::terminal(end, node.ply));
        }
        if let Some(end) = self.position.history_outcome(node.ply) {
            return Some(outcome::by_rule(end, node.ply));
        }
        node.excluded = self.data.frames[node.ply].excluded;
        if node.depth <= repetition_depth()
            && self.features.repetitions
            && node.excluded.is_none()
            && let Some(end) = self.position.presumed_outcome(node.ply)
        {
            return Some(outcome::by_rule(end, node.ply));
        }
        if G::TABLES
            && self.features.tablebases
            && let Some(proven) = self.position.proven()
        {
            self.tb_hits += 1;
            return Some(outcome::proven(proven, node.ply));
        }
        if !G::STAGED {
            self.data.scratch.clear();
            let end = self.position.generate(&mut self.data.scratch);
            let stuck = self.data.scratch.as_slice().is_empty();
            if let Some(end) = end.or_else(|| stuck.then_some(G::NO_MOVES)) {
                return Some(outcome::terminal(end, node.ply));
            }
            self.take_generated();
        }
        node.in_check = self.position.must_respond();
        if node.ply >= MAX_PLY {
            return Some(if node.in_check { Score::DRAW } else { self.evaluate() });
        }
        if self.features.mate_distance {
            node.alpha = node.alpha.max(Score::loss_in(node.ply));
            node.beta = node.beta.min(Score::win_in(node.ply + 1));
        }
        if self.features.repetitions && node.alpha < Score::DRAW && node.depth > 0 && node.excluded.is_none() {
            self.count_on_repetition(node);
        }
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Raises alpha to the score of a move that repeats a position of the line, so that an available draw is seen a ply
    /// earlier (Stockfish's "upcoming repetition"). Perpetual check and chase are judged as usual.
    fn count_on_repetition(&mut self, node: &mut Node<G::Move>) {
        let Some(mv) = self.position.returning_move(node.ply) else { return };
        self.position.make(mv);
        let end = self.position.history_outcome(node.ply + 1);
        self.position.unmake(mv);
        if let Some(end) = end {
            node.alpha = node.alpha.max(-outcome::by_rule(end, node.ply + 1));
        }
    }

    /// Probes the transposition table for a move, and for a score that makes the search unnecessary. The score is not
    /// used on the principal variation, which must be complete and must see its repetitions.
    pub(super) fn probe_table<N: NodeType>(&mut self, node: &mut Node<G::Move>) -> Option<Score> {
        if node.excluded.is_some() {
            // The same node without its best move: what was known about it still holds.
            node.tt_pv = self.data.frames[node.ply].tt_pv;
            return None;
        }
        node.tt_pv = N::PV;
        let mut tt_entry = self.shared.table.probe(self.table_key())?;
        if tt_entry.bound.is_some() {
            tt_entry.score = tt_entry.score.value_from_tt(node.ply);
        }
        node.tt_pv |= tt_entry.pv;
        node.tt_move = if tt_entry.mv == 0 { None } else { self.position.unpack(tt_entry.mv) };
        node.tt_entry = Some(tt_entry);
        let settled = self.is_deep_enough(node, &tt_entry)
            && TtEntry::settles(tt_entry.bound, tt_entry.score, node.alpha, node.beta)
            && self.features.table
            && !N::PV;
        if settled && tt_entry.score >= node.beta && node.depth > 0 {
            self.reward_tt_move(node);
        }
        settled.then_some(tt_entry.score)
    }

    /// Whether an entry comes from a search as deep as this one. If not all searches are this deep, an entry that fails
    /// high must be deeper, and a shallow one must match what is expected of the node (Stockfish).
    fn is_deep_enough(&self, node: &Node<G::Move>, tt_entry: &TtEntry) -> bool {
        let depth = i32::from(tt_entry.depth);
        if !G::STAGED || !self.features.reductions || node.depth <= 0 {
            return depth >= node.depth;
        }
        let is_expected = node.cut_node == (tt_entry.score >= node.beta) || node.depth > 5;
        is_expected && depth >= node.depth + i32::from(tt_entry.score > node.beta)
    }

    /// Evaluates the node, corrects the evaluation, and compares it with the one two plies ago. Games whose nodes are
    /// never pruned have no use for it.
    pub(super) fn static_eval(&mut self, node: &mut Node<G::Move>) {
        if !G::STAGED && !G::NULL_MOVE {
            return;
        }
        if !node.in_check {
            node.raw_eval = match node.tt_entry {
                Some(tt_entry) if tt_entry.eval != Score::NONE => tt_entry.eval,
                _ if node.excluded.is_some() => self.data.frames[node.ply].raw_eval,
                _ => self.evaluate_and_keep(node),
            };
            node.correction = self.correction(node.ply);
            let eval = node.raw_eval.int() + node.correction;
            // The nearer a draw by the rules, the less any advantage is worth (Stockfish).
            node.eval =
                outcome::evaluation(eval - eval * self.position.halfmove_clock() * halfmove_clock_damping() / 1024);
        }
        node.estimate = match node.tt_entry {
            Some(tt_entry) if !node.in_check && is_better_guess(&tt_entry, node.eval) => tt_entry.score,
            _ => node.eval,
        };
        let frame = &mut self.data.frames[node.ply];
        (frame.eval, frame.raw_eval, frame.tt_pv) = (node.eval, node.raw_eval, node.tt_pv);
        let earlier = [2, 4].iter().filter_map(|&back| node.ply.checked_sub(back));
        let before = earlier.map(|ply| self.data.frames[ply].eval).find(|&eval| eval != Score::NONE);
        node.improving = !node.in_check && before.is_none_or(|eval| node.eval > eval);
    }

    /// Evaluates, and stores the evaluation in the table if the position is not there yet.
    fn evaluate_and_keep(&mut self, node: &Node<G::Move>) -> Score {
        let eval = self.evaluate();
        if node.tt_entry.is_none() {
            let entry = TtEntry { mv: 0, score: Score::NONE, eval, depth: 0, bound: None, pv: node.tt_pv };
            self.shared.table.store(self.table_key(), entry);
        }
        eval
    }

    fn search_moves<N: NodeType>(&mut self, node: &Node<G::Move>) -> Score {
        let mut node = *node;
        let mut move_loop = MoveLoop::new();
        let context = self.history_context(node.ply);
        let mut picker = Picker::all(node.tt_move, node.ply, context, node.base);
        self.data.frames[node.ply + 1].killers = [None, None];
        self.data.frames[node.ply + 1].cut_offs = 0;
        while let Some(mv) = self.next_move(&mut picker) {
            if Some(mv) == node.excluded || (G::STAGED && !self.position.legal(mv)) {
                continue;
            }
            move_loop.number += 1;
            let candidate = self.candidate(mv, context, move_loop.number);
            if self.skip_move(&node, &candidate, &mut move_loop.best, &mut picker) {
                continue;
            }
            self.prefetch_entry(mv);
            let extension = match self.extension::<N>(&node, &candidate) {
                _ if self.stopped => return Score::DRAW,
                Extension::Plies(plies) => plies,
                Extension::CutOff(score) => return score,
            };
            let score = self.search_move::<N>(&node, &candidate, extension, move_loop.best);
            if self.stopped {
                return Score::DRAW;
            }
            if self.update_best::<N>(&mut node, &mut move_loop, &candidate, score) {
                break;
            }
        }
        self.finish::<N>(&node, &move_loop)
    }

    /// What is known about a move before it is searched.
    pub(super) fn candidate(&self, mv: G::Move, context: HistoryContext, number: usize) -> Candidate<G::Move> {
        let noisy = self.position.is_noisy(mv);
        let (histories, position) = (&self.data.histories, &self.position);
        let history = if noisy { histories.noisy(position, mv) } else { histories.quiet(position, mv, context) };
        Candidate { mv, number, noisy, check: self.position.gives_check(mv), history }
    }

    /// Searches one move (PVS; T. Marsland and M. Campbell, 1982). The first move gets the full window. Every other
    /// move gets a null window at reduced depth, then at full depth if it beats alpha, then the full window if it is a
    /// new best line.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        node: &Node<G::Move>,
        candidate: &Candidate<G::Move>,
        extension: i32,
        best: Score,
    ) -> Score {
        let mut depth = node.depth - 1 + extension;
        let reduction = self.reduction::<N>(node, candidate);
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        self.make(candidate.mv, node.ply);
        self.data.frames[node.ply].number = candidate.number;
        let mut score = -Score::INFINITE;
        let mut open = N::PV;
        if !N::PV || candidate.number > 1 {
            let reduced = (depth - reduction).min(depth + 1).max(depth.min(1));
            let cut = reduction > 0 || !node.cut_node;
            self.data.frames[node.ply].reduction = depth - reduced;
            score = -self.alpha_beta::<NonPv>(-alpha - 1, -alpha, reduced, ply, cut);
            self.data.frames[node.ply].reduction = 0;
            if score > alpha && reduced < depth {
                depth = second_depth(depth, reduced, score, best);
            }
            if score > alpha && reduced < depth {
                score = -self.alpha_beta::<NonPv>(-alpha - 1, -alpha, depth, ply, !node.cut_node);
                if score > alpha && !self.stopped {
                    self.reward_second_search(node.ply);
                }
            }
            open = N::PV && score > alpha;
        }
        if open {
            score = -self.alpha_beta::<Pv>(-beta, -alpha, depth, ply, false);
        }
        self.unmake(candidate.mv);
        score
    }

    /// Records the score of a move. Returns `true` if it refutes the opponent's last move.
    fn update_best<N: NodeType>(
        &mut self,
        node: &mut Node<G::Move>,
        move_loop: &mut MoveLoop<G::Move>,
        candidate: &Candidate<G::Move>,
        score: Score,
    ) -> bool {
        let tried = if candidate.noisy { &mut move_loop.noisies } else { &mut move_loop.quiets };
        // Beyond thirty-two moves, blaming a few more makes no difference.
        let _ = tried.try_push(candidate.mv);
        move_loop.best = move_loop.best.max(score);
        if score > node.alpha {
            move_loop.best_move = Some(candidate.mv);
            if N::PV {
                self.data.lines.put(node.ply, candidate.mv);
            }
            if score < node.beta {
                node.alpha = score;
                // Later moves must beat one that is already good, which is unlikely (Stockfish).
                let is_unlikely = (4..=10).contains(&node.depth) && !score.is_decided();
                if G::STAGED && self.features.reductions && is_unlikely {
                    node.depth -= 2;
                }
            }
        }
        let is_cut_off = score >= node.beta;
        self.data.frames[node.ply].cut_offs += u32::from(is_cut_off);
        is_cut_off
    }

    /// The result of a node after its moves: updates histories and corrections, and stores the score.
    fn finish<N: NodeType>(&mut self, node: &Node<G::Move>, move_loop: &MoveLoop<G::Move>) -> Score {
        if move_loop.number == 0 {
            let mated = outcome::terminal(self.position.stuck(), node.ply);
            return if node.excluded.is_some() { node.alpha } else { mated };
        }
        let may_soften = G::STAGED && self.features.static_pruning;
        let score = if may_soften { outcome::soften(move_loop.best, node.beta, node.depth) } else { move_loop.best };
        if let Some(best) = move_loop.best_move {
            self.update_histories(node, best, &move_loop.quiets, &move_loop.noisies);
        }
        if node.excluded.is_none() {
            if move_loop.best_move.is_none() {
                self.reward_previous_move(node, score);
            }
            let bound = match move_loop.best_move {
                Some(_) if score >= node.beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            self.update_corrections(node, score, bound, move_loop.best_move);
            self.store_result(node, score, bound, move_loop.best_move);
        }
        score
    }

    /// Stores a result in the table. If the score depends on the history of the game, only the move is stored.
    pub(super) fn store_result(&self, node: &Node<G::Move>, score: Score, bound: Bound, best: Option<G::Move>) {
        let lasting = !outcome::is_by_rule(score);
        let entry = TtEntry {
            mv: best.map_or(0, G::pack),
            score: if lasting { score.value_to_tt(node.ply) } else { Score::NONE },
            eval: node.raw_eval,
            depth: if lasting { node.depth.clamp(0, 255) as u8 } else { 0 },
            bound: lasting.then_some(bound),
            pv: node.tt_pv,
        };
        self.shared.table.store(self.table_key(), entry);
    }
}

/// Whether the table's score is a better estimate than the static evaluation.
fn is_better_guess(tt_entry: &TtEntry, eval: Score) -> bool {
    match tt_entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => tt_entry.score > eval,
        Some(Bound::Upper) => tt_entry.score < eval,
        None => false,
    }
}
