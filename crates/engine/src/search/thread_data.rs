//! What a searching thread keeps: its histories, from move to move, and its stacks, allocated once.

use crate::game::{EvalParams, Game};
use crate::score::MAX_PLY;
use crate::search::history::Histories;
use crate::search::node::Frame;
use crate::search::picker::Scored;
use crate::search::pv::Lines;
use crate::search::reduction::Reductions;

pub(super) struct ThreadData<G: Game> {
    /// What moves were worth so far.
    pub(crate) histories: Histories<G>,
    pub frames: Vec<Frame<G::Move>>,
    /// The best lines below the current path.
    pub lines: Lines<G::Move>,
    /// The moves of all nodes of the current path, one node's after the other's.
    pub arena: Vec<Scored<G::Move>>,
    /// The list that generation fills, before its moves go to the arena.
    pub scratch: G::Moves,
    pub reductions: Reductions,
    /// What the evaluator reads.
    pub eval_params: EvalParams<G>,
}

/// What must stay free when a helping thread or a large table gets memory: for what the threads allocate as they search. An
/// allocation that small cannot be refused without the process's end. (Beyond 32 MB, so that glibc hands it straight back.)
pub(super) const RESERVE: usize = 40 << 20;

impl<G: Game> ThreadData<G> {
    /// ThreadData of a thread that knows nothing but how to evaluate.
    pub(super) fn new(eval_params: &EvalParams<G>) -> Self {
        ThreadData {
            histories: Histories::new(),
            frames: vec![Frame::new(); MAX_PLY + 2],
            lines: Lines::new(),
            arena: Vec::with_capacity(4096),
            scratch: G::Moves::default(),
            reductions: Reductions::new(),
            eval_params: eval_params.clone(),
        }
    }

    /// Made ready for the next search: empty stacks, histories kept.
    pub(super) fn begin(&mut self) {
        self.arena.clear();
        self.histories.begin();
        if cfg!(feature = "tuning") {
            self.reductions = Reductions::new();
        }
        self.frames.fill(Frame::new());
    }
}
