//! History tables: how well moves did elsewhere in the tree, under several notions of similarity.
//!
//! Every value stays within ±[`LIMIT`]: an update by `bonus` first removes the share `|bonus| / LIMIT` of the old value
//! ("history gravity", as in Stockfish), so that old results fade.

use crate::game::{Game, QuietMove};
use crate::prefetch::prefetch;
use crate::score::Score;
use crate::search::node::Node;
use crate::search::report::Bound;
use crate::search::tunables::*;
use crate::search::worker::Worker;
use std::marker::PhantomData;

/// Maximum absolute value of a history.
pub(super) const LIMIT: i32 = 16_384;
/// How many plies back the continuation history looks.
const CONTINUATIONS: [usize; 4] = [1, 2, 4, 6];
/// Slots of the pawn history.
const PAWN_SLOTS: usize = 1024;
/// Plies from the root that have their own history.
const LOW_PLIES: usize = 5;
/// Slots of a correction history, for each key and side.
const CORRECTION_SLOTS: usize = 1 << 14;
/// Entries in a cache line.
const LINE: usize = 32;
/// Correction values are in this fraction of a centipawn.
const CORRECTION_GRAIN: i32 = 256;
/// A move with a larger number is late.
const LATE: usize = 8;
/// A score this far below an evaluation, in centipawns, is a surprise.
const SURPRISE: i32 = 60;
/// Maximum absolute value of a correction history: 32 centipawns.
const CORRECTION_LIMIT: i32 = 32 * CORRECTION_GRAIN;

/// The rows of a node in the table of continuation corrections: by its last two moves of the same side, and by its last
/// move and the one four plies back.
pub(super) type CorrectionRows = [Option<u32>; 2];

/// The start of a node's rows in tables that distinguish nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryContext {
    /// In the continuation history, by the moves before the node.
    continuation: [usize; CONTINUATIONS.len()],
    /// In the pawn history, by the position's first correction key.
    pawn: usize,
}

impl HistoryContext {
    /// For nodes that need no quiet moves.
    pub(super) const NONE: HistoryContext = HistoryContext { continuation: [0; CONTINUATIONS.len()], pawn: 0 };
}

/// The tables of one thread.
pub(super) struct Histories<G: Game> {
    /// By side and [`Game::history_slot`].
    butterfly: Vec<i16>,
    /// By ply from the root and [`Game::history_slot`], for the current search only.
    low_ply: Vec<i16>,
    /// By [`Game::piece_to`] and [`Game::victim`].
    capture: Vec<i16>,
    /// By the kind of an earlier move and the kind of this one. The last row, for a missing earlier move, stays zero.
    continuation: Vec<i16>,
    /// By the first correction key (pawn structure in a board game) and the kind of the move.
    pawn: Vec<i16>,
    /// Evaluation errors by correction key and side.
    correction: Vec<i16>,
    /// Evaluation errors by the kind of an earlier move and that of the last one.
    continuation_correction: Vec<i16>,
    game: PhantomData<G>,
}

/// The rows of one node, cut out once so that each move is looked up by its own two numbers.
pub(super) struct Quiets<'a, G> {
    butterfly: &'a [i16],
    continuation: [&'a [i16]; CONTINUATIONS.len()],
    pawn: &'a [i16],
    game: PhantomData<G>,
}

/// The row of a table starting at `start`; empty if the game does not have that table.
#[inline(always)]
fn row<G: Game>(table: &[i16], start: usize) -> &[i16] {
    if table.is_empty() { table } else { &table[start..][..G::PIECE_TO] }
}

impl<G: Game> Quiets<'_, G> {
    /// The score of a quiet move: within a few multiples of [`LIMIT`], plus its static score.
    #[inline(always)]
    pub(super) fn score(&self, quiet: QuietMove) -> i32 {
        let butterfly = self.butterfly[quiet.history_slot];
        if G::PIECE_TO == 1 {
            return i32::from(butterfly) + quiet.bonus;
        }
        let pawn = if Histories::<G>::HAS_PAWN_HISTORY { self.pawn[quiet.piece_to] } else { 0 };
        let [one, two, four, six] = self.continuation;
        let continuation = [one[quiet.piece_to], two[quiet.piece_to], four[quiet.piece_to], six[quiet.piece_to]];
        weigh(butterfly, continuation, pawn) + quiet.bonus
    }
}

/// Combines the histories of a quiet move.
#[inline(always)]
fn weigh(butterfly: i16, continuation: [i16; CONTINUATIONS.len()], pawn: i16) -> i32 {
    let [one, two, four, six] = continuation.map(i32::from);
    let sum = i32::from(butterfly) * history_butterfly()
        + (one + two) * history_recent()
        + four * history_fourth()
        + six * history_sixth()
        + i32::from(pawn) * history_pawn();
    sum / 16
}

impl<G: Game> Histories<G> {
    const HAS_PAWN_HISTORY: bool = G::PIECE_TO > 1 && !G::CORRECTIONS.is_empty();

    pub(super) fn new() -> Self {
        Histories {
            butterfly: vec![0; 2 * G::HISTORY],
            low_ply: vec![0; LOW_PLIES * G::HISTORY],
            capture: vec![0; G::PIECE_TO * G::VICTIMS],
            continuation: vec![0; if G::PIECE_TO > 1 { (G::PIECE_TO + 1) * G::PIECE_TO } else { 0 }],
            pawn: vec![0; if Self::HAS_PAWN_HISTORY { PAWN_SLOTS * G::PIECE_TO } else { 0 }],
            correction: vec![0; G::CORRECTIONS.len() * 2 * CORRECTION_SLOTS],
            continuation_correction: vec![0; if Self::HAS_PAWN_HISTORY { G::PIECE_TO * G::PIECE_TO } else { 0 }],
            game: PhantomData,
        }
    }

    /// The histories of one quiet move; for many moves, [`Histories::quiets`] is faster.
    #[inline]
    pub(super) fn quiet(&self, position: &G, mv: G::Move, context: HistoryContext) -> i32 {
        let butterfly = self.butterfly[butterfly_slot(position, mv)];
        if G::PIECE_TO == 1 {
            return i32::from(butterfly);
        }
        let piece_to = position.piece_to(mv);
        let pawn = if Self::HAS_PAWN_HISTORY { self.pawn[context.pawn + piece_to] } else { 0 };
        let [one, two, four, six] = context.continuation;
        let row = |start: usize| self.continuation[start + piece_to];
        weigh(butterfly, [row(one), row(two), row(four), row(six)], pawn)
    }

    /// The rows for the quiet moves of a position.
    #[inline]
    pub(super) fn quiets(&self, position: &G, context: HistoryContext) -> Quiets<'_, G> {
        let side = position.side_to_move().index();
        Quiets {
            butterfly: &self.butterfly[side * G::HISTORY..][..G::HISTORY],
            continuation: context.continuation.map(|start| row::<G>(&self.continuation, start)),
            pawn: row::<G>(&self.pawn, context.pawn),
            game: PhantomData,
        }
    }

    /// The history of quiet moves at a ply near the root.
    #[inline]
    pub(super) fn low_ply(&self, ply: usize) -> Option<&[i16]> {
        (ply < LOW_PLIES).then(|| &self.low_ply[ply * G::HISTORY..][..G::HISTORY])
    }

    /// Called before a search: forgets what belongs to the last search only.
    pub(super) fn begin(&mut self) {
        self.low_ply.fill(0);
    }

    /// The history of a noisy move: within ± [`LIMIT`].
    #[inline]
    pub(super) fn noisy(&self, position: &G, mv: G::Move) -> i32 {
        i32::from(self.capture[capture_slot(position, mv)])
    }

    /// The average error in positions with the same features and after the same moves, in centipawns.
    pub(super) fn correction(&self, position: &G, rows: CorrectionRows) -> i32 {
        let by_key = G::CORRECTIONS.iter().enumerate();
        let by_key = by_key.map(|(i, weight)| weight * i32::from(self.correction[correction_slot(position, i)]));
        let by_moves = rows.into_iter().flatten().map(|slot| i32::from(self.continuation_correction[slot as usize]));
        let sum = by_key.sum::<i32>() + correction_continuation() * by_moves.sum::<i32>();
        sum / (16 * CORRECTION_GRAIN)
    }

    /// Prefetches what [`Histories::correction`] reads.
    #[inline]
    fn prefetch_correction(&self, position: &G, rows: CorrectionRows) {
        for index in 0..G::CORRECTIONS.len() {
            prefetch(&self.correction[correction_slot(position, index)]);
        }
        for slot in rows.into_iter().flatten() {
            prefetch(&self.continuation_correction[slot as usize]);
        }
    }

    /// Prefetches the row of the last move in the continuation history, the only one that its siblings did not use.
    #[inline]
    pub(super) fn prefetch_quiets(&self, context: HistoryContext) {
        row::<G>(&self.continuation, context.continuation[0]).chunks(LINE).for_each(prefetch);
    }

    /// Records that a search of `depth` plies found the evaluation of `position` to be `error` centipawns too low.
    pub(super) fn learn_error(&mut self, position: &G, rows: CorrectionRows, error: i32, depth: i32) {
        let bonus = (error * depth).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for index in 0..G::CORRECTIONS.len() {
            nudge(&mut self.correction[correction_slot(position, index)], bonus, CORRECTION_LIMIT);
        }
        for slot in rows.into_iter().flatten() {
            nudge(&mut self.continuation_correction[slot as usize], bonus, CORRECTION_LIMIT);
        }
    }
}

/// The slot of a move in the butterfly history, before it is made.
#[inline]
pub(super) fn butterfly_slot<G: Game>(position: &G, mv: G::Move) -> usize {
    position.side_to_move().index() * G::HISTORY + position.history_slot(mv)
}

#[inline]
fn capture_slot<G: Game>(position: &G, mv: G::Move) -> usize {
    position.piece_to(mv) * G::VICTIMS + position.victim(mv)
}

/// The slot of a correction: key index, then side, then the key's low bits.
fn correction_slot<G: Game>(position: &G, index: usize) -> usize {
    let side = position.side_to_move().index();
    let key = position.correction_key(index) as usize % CORRECTION_SLOTS;
    (index * 2 + side) * CORRECTION_SLOTS + key
}

#[inline]
fn nudge(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// The bonus for a cut-off at this depth.
fn bonus(depth: i32) -> i32 {
    (bonus_slope() * depth + bonus_base()).clamp(0, bonus_max())
}

impl<G: Game> Worker<'_, G> {
    /// The rows of the node at `ply`.
    #[inline]
    pub(super) fn history_context(&self, ply: usize) -> HistoryContext {
        let has_pawns = Histories::<G>::HAS_PAWN_HISTORY;
        let key = if has_pawns { self.position.correction_key(0) as usize % PAWN_SLOTS } else { 0 };
        HistoryContext { continuation: self.continuation_rows(ply), pawn: key * G::PIECE_TO }
    }

    /// Prepares the corrections of the node at `ply`: finds their rows and prefetches them.
    #[inline]
    pub(super) fn prepare_correction(&mut self, ply: usize) {
        if G::CORRECTIONS.is_empty() || !self.features.corrections {
            return;
        }
        let rows = self.correction_rows(ply);
        self.data.frames[ply].correction_rows = rows;
        self.data.histories.prefetch_correction(&self.position, rows);
    }

    /// See [`CorrectionRows`].
    #[inline]
    fn correction_rows(&self, ply: usize) -> CorrectionRows {
        if !Histories::<G>::HAS_PAWN_HISTORY {
            return [None; 2];
        }
        let Some(last) = self.earlier_kind(ply, 1) else { return [None; 2] };
        [2, 4].map(|back| self.earlier_kind(ply, back).map(|earlier| (earlier * G::PIECE_TO + last) as u32))
    }

    #[inline]
    fn continuation_rows(&self, ply: usize) -> [usize; CONTINUATIONS.len()] {
        let mut rows = [G::PIECE_TO * G::PIECE_TO; CONTINUATIONS.len()];
        for (row, back) in rows.iter_mut().zip(CONTINUATIONS) {
            if let Some(kind) = self.earlier_kind(ply, back) {
                *row = kind * G::PIECE_TO;
            }
        }
        rows
    }

    /// The kind of the move made `back` plies before `ply`; `None` before the root and for a null move.
    #[inline(always)]
    fn earlier_kind(&self, ply: usize, back: usize) -> Option<usize> {
        let frame = &self.data.frames[ply.checked_sub(back)?];
        frame.mv.map(|_| frame.piece_to)
    }

    /// Rewards the move that caused the cut-off and penalises those tried before it.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<G::Move>,
        best: G::Move,
        quiets: &[G::Move],
        noisies: &[G::Move],
    ) {
        let bonus = bonus(node.depth);
        if self.position.is_noisy(best) {
            self.nudge_noisy(best, bonus);
        } else {
            self.remember_killer(node.ply, best);
            let context = self.history_context(node.ply);
            self.nudge_quiet(best, context, bonus);
            self.nudge_low_ply(node.ply, best, bonus);
            for (number, &mv) in (0..).zip(quiets).filter(|&(_, &mv)| mv != best) {
                // Of the moves tried, the early ones were the most promising.
                let malus = bonus - bonus * malus_fade() * number.min(10) / 16;
                self.nudge_quiet(mv, context, -malus);
                self.nudge_low_ply(node.ply, mv, -malus);
            }
        }
        noisies.iter().filter(|&&mv| mv != best).for_each(|&mv| self.nudge_noisy(mv, -bonus));
    }

    fn remember_killer(&mut self, ply: usize, mv: G::Move) {
        let killers = &mut self.data.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    fn nudge_noisy(&mut self, mv: G::Move, bonus: i32) {
        let slot = capture_slot(&self.position, mv);
        nudge(&mut self.data.histories.capture[slot], bonus, LIMIT);
    }

    /// Rewards or penalises a quiet move.
    fn nudge_quiet(&mut self, mv: G::Move, context: HistoryContext, bonus: i32) {
        let slot = butterfly_slot(&self.position, mv);
        nudge(&mut self.data.histories.butterfly[slot], bonus, LIMIT);
        if G::PIECE_TO == 1 {
            return;
        }
        let piece_to = self.position.piece_to(mv);
        self.nudge_continuation(context.continuation, piece_to, bonus);
        if Histories::<G>::HAS_PAWN_HISTORY {
            nudge(&mut self.data.histories.pawn[context.pawn + piece_to], bonus, LIMIT);
        }
    }

    fn nudge_low_ply(&mut self, ply: usize, mv: G::Move, bonus: i32) {
        if ply < LOW_PLIES {
            let slot = ply * G::HISTORY + self.position.history_slot(mv);
            nudge(&mut self.data.histories.low_ply[slot], bonus, LIMIT);
        }
    }

    /// Rewards the move made at `ply`, before its reply is searched, if a second search paid off.
    pub(super) fn reward_second_search(&mut self, ply: usize) {
        if G::PIECE_TO > 1 {
            self.nudge_continuation(self.continuation_rows(ply), self.data.frames[ply].piece_to, bonus_again());
        }
    }

    /// Penalises the early quiet move that led to a node refuted by the table.
    fn blame_previous_move(&mut self, ply: usize) {
        let Some(ply) = ply.checked_sub(1) else { return };
        let frame = &self.data.frames[ply];
        if G::PIECE_TO > 1 && frame.quiet_slot.is_some() && frame.number < 4 {
            self.nudge_continuation(self.continuation_rows(ply), frame.piece_to, -malus_early());
        }
    }

    fn nudge_continuation(&mut self, rows: [usize; CONTINUATIONS.len()], piece_to: usize, bonus: i32) {
        for row in rows.into_iter().filter(|&row| row < G::PIECE_TO * G::PIECE_TO) {
            nudge(&mut self.data.histories.continuation[row + piece_to], bonus, LIMIT);
        }
    }

    /// Rewards the quiet move that led to a node in which every reply fails low, with score `best`: the more so the less
    /// that was expected.
    pub(super) fn reward_previous_move(&mut self, node: &Node<G::Move>, best: Score) {
        if let Some(ply) = node.ply.checked_sub(1)
            && let Some(slot) = self.data.frames[ply].quiet_slot
        {
            let frame = &self.data.frames[ply];
            // A late move, or a score well below the evaluation here or a ply before (Stockfish).
            let signs = [
                frame.number > LATE,
                node.eval != Score::NONE && node.eval.int() >= best.int() + SURPRISE,
                frame.eval != Score::NONE && -frame.eval.int() >= best.int() + SURPRISE,
            ];
            let unexpected = signs.map(i32::from).iter().sum::<i32>() * bonus_unexpected();
            let bonus = bonus(node.depth) * (bonus_last_move() + unexpected) / 16;
            nudge(&mut self.data.histories.butterfly[slot], bonus, LIMIT);
            if G::PIECE_TO > 1 {
                self.nudge_continuation(self.continuation_rows(ply), self.data.frames[ply].piece_to, bonus);
            }
        }
    }

    /// Rewards or penalises the quiet move that led to a node by its effect on the static evaluation.
    pub(super) fn update_eval_history(&mut self, node: &Node<G::Move>) {
        let Some(ply) = node.ply.checked_sub(1) else { return };
        let frame = &self.data.frames[ply];
        if let Some(slot) = frame.quiet_slot
            && frame.eval != Score::NONE
            && node.eval != Score::NONE
            && node.excluded.is_none()
        {
            let gain = -(frame.eval.int() + node.eval.int()) * bonus_eval_slope();
            let bonus = gain.clamp(-bonus_eval_max(), bonus_eval_max()) + bonus_eval_base();
            nudge(&mut self.data.histories.butterfly[slot], bonus, LIMIT);
        }
    }

    /// Rewards a quiet TT move whose stored score made a search unnecessary.
    pub(super) fn reward_tt_move(&mut self, node: &Node<G::Move>) {
        self.blame_previous_move(node.ply);
        if let Some(mv) = node.tt_move
            && !self.position.is_noisy(mv)
        {
            self.nudge_quiet(mv, self.history_context(node.ply), bonus(node.depth));
        }
    }

    /// Learns from the difference between a node's static evaluation and its score, if the score is informative: a
    /// quiet best move, and a bound on the right side.
    pub(super) fn update_corrections(
        &mut self,
        node: &Node<G::Move>,
        best: Score,
        bound: Bound,
        best_move: Option<G::Move>,
    ) {
        let quiet = best_move.is_none_or(|mv| !self.position.is_noisy(mv));
        let telling = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
        };
        if !G::CORRECTIONS.is_empty() && node.eval != Score::NONE && quiet && telling && !best.is_decided() {
            let error = best.int() - node.eval.int();
            let rows = self.data.frames[node.ply].correction_rows;
            self.data.histories.learn_error(&self.position, rows, error, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_never_leave_their_range() {
        let mut value = 0;
        for round in 0..1000 {
            nudge(&mut value, if round % 7 == 0 { -2200 } else { 2200 }, LIMIT);
            assert!(i32::from(value).abs() <= LIMIT);
        }
        assert!(value > 0);
    }
}
