//! The data of a search thread: its histories, kept from move to move, and its stacks, allocated once.

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
    /// The moves of all nodes on the current path, node after node.
    pub arena: Vec<Scored<G::Move>>,
    /// The list that generation fills, before its moves go to the arena.
    pub scratch: G::Moves,
    pub reductions: Reductions,
    /// The parameters of the evaluator.
    pub eval_params: EvalParams<G>,
}

/// Memory that must stay free when a helper thread or a large table is allocated, for the small allocations during the
/// search: if one of those fails, the process aborts. (More than 32 MB, so that glibc returns it at once.)
pub(super) const RESERVE: usize = 40 << 20;

impl<G: Game> ThreadData<G> {
    /// The data of a thread that has learnt nothing yet.
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

    /// Prepares for the next search: clears the stacks, keeps the histories.
    pub(super) fn begin(&mut self) {
        self.arena.clear();
        self.histories.begin();
        if cfg!(feature = "tuning") {
            self.reductions = Reductions::new();
        }
        self.frames.fill(Frame::new());
    }
}
