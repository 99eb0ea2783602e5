//! The move picker: moves one by one, the most promising first, generated no earlier than needed.
//!
//! ```text
//! staged game:   hash move | noisy moves that do not lose | quiet moves by history | noisy moves that lose
//! other games:   hash move | all moves by history
//! ```
//!
//! The moves of a node lie in the thread's arena, `start..end`, behind those of its ancestors, so that no node allocates:
//!
//! ```text
//! … ancestors' moves | losing noisy moves put by | noisy moves, picked | quiet moves: picked | still to pick |
//!                  start                       bad                                         cursor         end
//! ```

use crate::game::{Game, MoveList};
use crate::search::history::Rows;
use crate::search::worker::Worker;

/// A move and what it promises.
#[derive(Clone, Copy, Debug)]
pub struct Scored<M> {
    /// The move.
    pub mv: M,
    /// Larger is earlier.
    pub score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    ScoreAll,
    All,
    Done,
}

/// Where a node's picking stands.
#[derive(Clone, Copy, Debug)]
pub struct Picker<M> {
    stage: Stage,
    hash: Option<M>,
    ply: usize,
    /// For the history of quiet moves.
    rows: Rows,
    start: usize,
    bad: usize,
    cursor: usize,
    end: usize,
    /// Whether quiet moves are wanted (still).
    pub quiets: bool,
    /// Whether noisy moves that lose material are wanted.
    losing: bool,
}

/// Bonus of the first and second killer in front of all history.
const KILLER: [i32; 2] = [1 << 20, 1 << 19];
/// A gained centipawn against a point of capture history.
const GAIN_WEIGHT: i32 = 32;

impl<M: Copy> Picker<M> {
    /// All moves of a node whose arena begins at `start`.
    pub fn all(hash: Option<M>, ply: usize, rows: Rows, start: usize) -> Self {
        let (stage, quiets, losing) = (Stage::Hash, true, true);
        Picker { stage, hash, ply, rows, start, bad: start, cursor: start, end: start, quiets, losing }
    }

    /// Only noisy moves, and of them only those that do not lose material.
    pub fn gaining(hash: Option<M>, ply: usize, rows: Rows, start: usize) -> Self {
        Picker { quiets: false, losing: false, ..Picker::all(hash, ply, rows, start) }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The next move of a node; pseudo-legal in a staged game, the hash move always legal.
    pub fn next_move(&mut self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        loop {
            match picker.stage {
                Stage::Hash => {
                    picker.stage = if G::STAGED { Stage::GenerateNoisy } else { Stage::ScoreAll };
                    if picker.hash.is_some() {
                        return picker.hash;
                    }
                }
                Stage::GenerateNoisy => self.generate_noisy(picker),
                Stage::GoodNoisy => match self.pick(picker) {
                    Some(mv) if self.position.exchange(mv, 0) => return Some(mv),
                    Some(mv) => self.put_by(picker, mv),
                    None => picker.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet if picker.quiets => self.generate_quiet(picker),
                Stage::Quiet if picker.quiets => match self.pick(picker) {
                    Some(mv) => return Some(mv),
                    None => picker.quiets = false,
                },
                Stage::GenerateQuiet | Stage::Quiet => {
                    (picker.cursor, picker.end) = (picker.start, picker.bad);
                    picker.stage = if picker.losing { Stage::BadNoisy } else { Stage::Done };
                }
                Stage::BadNoisy if picker.cursor < picker.end => {
                    picker.cursor += 1;
                    return Some(self.memory.arena[picker.cursor - 1].mv);
                }
                Stage::ScoreAll => self.score_all(picker),
                Stage::All => return self.pick(picker),
                Stage::BadNoisy | Stage::Done => return None,
            }
        }
    }

    /// Takes the best move of `cursor..end`, bar the hash move.
    fn pick(&mut self, picker: &mut Picker<G::Move>) -> Option<G::Move> {
        while picker.cursor < picker.end {
            let rest = &mut self.memory.arena[picker.cursor..picker.end];
            let (mut best, mut top) = (0, rest[0].score);
            for (index, scored) in rest.iter().enumerate().skip(1) {
                if scored.score > top {
                    (best, top) = (index, scored.score);
                }
            }
            rest.swap(0, best);
            let mv = rest[0].mv;
            picker.cursor += 1;
            if Some(mv) != picker.hash {
                return Some(mv);
            }
        }
        None
    }

    /// Keeps a losing noisy move for the end, in the room of moves already picked.
    fn put_by(&mut self, picker: &mut Picker<G::Move>, mv: G::Move) {
        if picker.losing {
            self.memory.arena[picker.bad].mv = mv;
            picker.bad += 1;
        }
    }

    fn generate_noisy(&mut self, picker: &mut Picker<G::Move>) {
        self.memory.scratch.clear();
        self.position.noisy(&mut self.memory.scratch);
        self.take_scratch(|worker, mv| worker.noisy_history(mv) + worker.position.gain(mv) * GAIN_WEIGHT);
        picker.end = self.memory.arena.len();
        picker.stage = Stage::GoodNoisy;
    }

    fn generate_quiet(&mut self, picker: &mut Picker<G::Move>) {
        self.memory.scratch.clear();
        self.position.quiet(&mut self.memory.scratch);
        picker.cursor = picker.end;
        let (rows, killers) = (picker.rows, self.memory.frames[picker.ply].killers);
        self.take_scratch(|worker, mv| worker.quiet_score(mv, rows, killers));
        picker.end = self.memory.arena.len();
        picker.stage = Stage::Quiet;
    }

    /// Moves the generated list to the arena, with scores.
    fn take_scratch(&mut self, score: impl Fn(&Self, G::Move) -> i32) {
        for index in 0..self.memory.scratch.as_slice().len() {
            let mv = self.memory.scratch.as_slice()[index];
            let score = score(self, mv);
            self.memory.arena.push(Scored { mv, score });
        }
    }

    /// Moves the complete list of a game without stages to the arena; scores follow when they are needed.
    pub fn take_generated(&mut self) {
        self.take_scratch(|_, _| 0);
    }

    fn score_all(&mut self, picker: &mut Picker<G::Move>) {
        picker.end = self.memory.arena.len();
        for index in picker.start..picker.end {
            let killers = self.memory.frames[picker.ply].killers;
            let score = self.quiet_score(self.memory.arena[index].mv, picker.rows, killers);
            self.memory.arena[index].score = score;
        }
        picker.stage = Stage::All;
    }

    #[inline]
    fn quiet_score(&self, mv: G::Move, rows: Rows, killers: [Option<G::Move>; 2]) -> i32 {
        let killer = if killers[0] == Some(mv) {
            KILLER[0]
        } else if killers[1] == Some(mv) {
            KILLER[1]
        } else {
            0
        };
        killer + self.quiet_history(mv, rows)
    }
}
