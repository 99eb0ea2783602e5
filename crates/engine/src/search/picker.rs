//! The move picker returns moves one by one, most promising first, and generates them as late as possible.
//!
//! ```text
//! staged game:   TT move | noisy moves that do not lose | quiet moves by history | noisy moves that lose
//! other games:   TT move | all moves by history
//! ```
//!
//! The moves of a node are stored in the thread's arena, `start..end`, after those of its ancestors, so that no node
//! allocates:
//!
//! ```text
//! … ancestors' moves | losing noisy moves deferred | noisy moves, picked | quiet moves: picked | still to pick |
//!                  start                         bad                                         cursor         end
//! ```

use crate::game::{Game, MoveList};
use crate::search::history::{Histories, HistoryContext};
use crate::search::thread_data::ThreadData;
use crate::search::tunables::{good_noisy_divisor, low_ply_weight};
use crate::search::worker::Worker;

/// A move and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<M> {
    pub mv: M,
    pub score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    ScoreAll,
    All,
    Done,
}

/// Which quiet moves to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiets {
    /// All quiet moves in the arena.
    All,
    /// Quiet moves that give check.
    Checks,
    None,
}

/// The state of a node's picker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picker<M> {
    stage: Stage,
    tt_move: Option<M>,
    ply: usize,
    /// Context for the history of quiet moves.
    context: HistoryContext,
    start: usize,
    bad: usize,
    cursor: usize,
    end: usize,
    /// The quiet moves to return; the choice may be narrowed later.
    pub(crate) quiets: Quiets,
    /// Whether to return noisy moves that lose material.
    losing: bool,
}

/// Killers come before all history scores.
const FIRST_KILLER: i32 = 1 << 20;
/// The older killer comes after the newer one.
const SECOND_KILLER: i32 = 1 << 19;
/// The weight of a centipawn gained, in points of capture history.
const GAIN_WEIGHT: i32 = 32;

impl<M: Copy> Picker<M> {
    /// All moves of a node whose moves start at `start` in the arena.
    pub(super) fn all(tt_move: Option<M>, ply: usize, context: HistoryContext, start: usize) -> Self {
        let (stage, quiets, losing) = (Stage::TtMove, Quiets::All, true);
        Picker { stage, tt_move, ply, context, start, bad: start, cursor: start, end: start, quiets, losing }
    }

    /// Only noisy moves that do not lose material.
    pub(super) fn gaining(tt_move: Option<M>, ply: usize, start: usize) -> Self {
        Picker { quiets: Quiets::None, losing: false, ..Picker::all(tt_move, ply, HistoryContext::NONE, start) }
    }

    /// The same, followed by quiet moves that give check.
    pub(super) fn gaining_or_checking(tt_move: Option<M>, ply: usize, start: usize) -> Self {
        Picker { quiets: Quiets::Checks, ..Picker::gaining(tt_move, ply, start) }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The next move of a node: pseudo-legal in a staged game, except that the TT move is always legal.
    pub(super) fn next_move(&mut self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        loop {
            match picker.stage {
                Stage::TtMove => {
                    picker.stage = if G::STAGED { Stage::GenerateNoisy } else { Stage::ScoreAll };
                    if picker.tt_move.is_some() {
                        return picker.tt_move;
                    }
                }
                Stage::GenerateNoisy => self.generate_noisy(picker),
                Stage::GoodNoisy => match self.pick(picker) {
                    Some(mv) if self.position.see_ge(mv, self.allowed_loss(picker)) => return Some(mv),
                    Some(mv) => self.defer(picker, mv),
                    None => picker.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => match picker.quiets {
                    Quiets::All => self.generate_quiet(picker),
                    Quiets::Checks => self.generate_checks(picker),
                    Quiets::None => picker.stage = Stage::Quiet,
                },
                Stage::Quiet => {
                    let quiet = match picker.quiets {
                        Quiets::All => self.pick(picker),
                        Quiets::Checks => self.pick_check(picker),
                        Quiets::None => None,
                    };
                    if quiet.is_some() {
                        return quiet;
                    }
                    (picker.cursor, picker.end) = (picker.start, picker.bad);
                    picker.stage = if picker.losing { Stage::BadNoisy } else { Stage::Done };
                }
                Stage::BadNoisy if picker.cursor < picker.end => {
                    picker.cursor += 1;
                    return Some(self.data.arena[picker.cursor - 1].mv);
                }
                Stage::ScoreAll => self.score_all(picker),
                Stage::All => return self.pick(picker),
                Stage::BadNoisy | Stage::Done => return None,
            }
        }
    }

    /// Takes the best move of `cursor..end`, except the TT move.
    fn pick(&mut self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        while picker.cursor < picker.end {
            let rest = &mut self.data.arena[picker.cursor..picker.end];
            let (mut best, mut top) = (0, i32::MIN);
            for (index, scored) in rest.iter().enumerate() {
                // Not a branch, which would often be mispredicted.
                let is_better = scored.score > top;
                best = if is_better { index } else { best };
                top = top.max(scored.score);
            }
            rest.swap(0, best);
            let mv = rest[0].mv;
            picker.cursor += 1;
            if Some(mv) != picker.tt_move {
                return Some(mv);
            }
        }
        None
    }

    /// Takes the next move of `cursor..end` that gives check, except the TT move, without sorting.
    fn pick_check(&self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        let rest = &self.data.arena[picker.cursor..picker.end];
        let found =
            rest.iter().position(|&Scored { mv, .. }| Some(mv) != picker.tt_move && self.position.gives_check(mv));
        picker.cursor += found.map_or(rest.len(), |at| at + 1);
        found.map(|at| rest[at].mv)
    }

    /// The minimum exchange value for the noisy move just picked to be tried before quiet moves: the better its history
    /// and the larger its victim, the more it may lose.
    fn allowed_loss(&self, picker: &Picker<G::Move>) -> i32 {
        if picker.losing { -self.data.arena[picker.cursor - 1].score / good_noisy_divisor() } else { 0 }
    }

    /// Defers a losing noisy move to the end, in the space of moves already picked.
    fn defer(&mut self, picker: &mut Picker<G::Move>, mv: G::Move) {
        if picker.losing {
            self.data.arena[picker.bad].mv = mv;
            picker.bad += 1;
        }
    }

    fn generate_noisy(&mut self, picker: &mut Picker<G::Move>) {
        self.data.scratch.clear();
        self.position.noisy(&mut self.data.scratch);
        self.take_scratch(|histories, position, mv| histories.noisy(position, mv) + position.gain(mv) * GAIN_WEIGHT);
        picker.end = self.data.arena.len();
        picker.stage = Stage::GoodNoisy;
    }

    fn generate_quiet(&mut self, picker: &mut Picker<G::Move>) {
        self.data.histories.prefetch_quiets(picker.context);
        self.data.scratch.clear();
        self.position.quiet(&mut self.data.scratch);
        picker.cursor = picker.end;
        let start = self.data.arena.len();
        self.take_generated();
        self.score_quiets(picker, start);
        let ThreadData { arena, histories, .. } = &mut *self.data;
        if let Some(row) = histories.low_ply(picker.ply) {
            for scored in &mut arena[start..] {
                let near_root = i32::from(row[self.position.history_slot(scored.mv)]);
                scored.score += near_root * low_ply_weight() / (1 + picker.ply as i32);
            }
        }
        picker.end = self.data.arena.len();
        picker.stage = Stage::Quiet;
    }

    fn generate_checks(&mut self, picker: &mut Picker<G::Move>) {
        self.data.scratch.clear();
        self.position.quiet_checks(&mut self.data.scratch);
        picker.cursor = picker.end;
        self.take_generated();
        picker.end = self.data.arena.len();
        // Only quiet checks are stored there, so no move need be tested again.
        picker.quiets = Quiets::All;
        picker.stage = Stage::Quiet;
    }

    /// Moves the generated list to the arena, with scores.
    #[inline]
    fn take_scratch(&mut self, score: impl Fn(&Histories<G>, &G, G::Move) -> i32) {
        let ThreadData { arena, scratch, histories, .. } = &mut *self.data;
        let position = &self.position;
        arena.extend(scratch.as_slice().iter().map(|&mv| Scored { mv, score: score(histories, position, mv) }));
    }

    /// Moves the generated list to the arena; scores are computed later, if needed.
    pub(super) fn take_generated(&mut self) {
        self.take_scratch(|_, _, _| 0);
    }

    fn score_all(&mut self, picker: &mut Picker<G::Move>) {
        picker.end = self.data.arena.len();
        self.score_quiets(picker, picker.start);
        picker.stage = Stage::All;
    }

    /// Scores the moves in the arena from `start` on as quiet ones.
    #[inline(always)]
    fn score_quiets(&mut self, picker: &Picker<G::Move>, start: usize) {
        let ThreadData { arena, histories, frames, .. } = &mut *self.data;
        let (position, killers) = (&self.position, frames[picker.ply].killers);
        let (quiets, order) = (histories.quiets(position, picker.context), position.quiet_order());
        for scored in &mut arena[start..] {
            scored.score = quiets.score(order(scored.mv)) + killer_bonus(scored.mv, killers);
        }
    }
}

#[inline(always)]
fn killer_bonus<M: PartialEq>(mv: M, [first, second]: [Option<M>; 2]) -> i32 {
    let mv = Some(mv);
    if mv == first {
        FIRST_KILLER
    } else if mv == second {
        SECOND_KILLER
    } else {
        0
    }
}
