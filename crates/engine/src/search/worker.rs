//! One searching thread: its position, its evaluator, its data, and what it shares with the others.

use crate::clock::Stopwatch;
use crate::control::Control;
use crate::game::{Evaluator, Game};
use crate::score::Score;
use crate::search::features::Features;
use crate::search::history::butterfly_slot;
use crate::search::outcome;
use crate::search::root::RootMove;
use crate::search::table::TranspositionTable;
use crate::search::thread_data::ThreadData;
use crate::search::time::{Budget, ThinkingTime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Nodes between two looks at the flags and the clock: well under a millisecond.
const POLL_INTERVAL: u64 = 256;

/// The nodes and the table hits of a thread alone in their cache line, so that threads do not disturb each other.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Counter(AtomicU64, AtomicU64);

/// What the threads of one search share.
pub(super) struct SharedContext {
    pub table: Arc<TranspositionTable>,
    pub control: Control,
    /// Which rules are in force.
    pub features: Features,
    /// Time.
    pub budget: Budget,
    /// Nodes, all threads together, by the limits of the search.
    pub(crate) node_limit: Option<u64>,
    /// Nodes of a player made weaker; unlike the limits it may cut even the first iteration short.
    pub(crate) node_cap: Option<u64>,
    /// Since the start of the search.
    pub watch: Stopwatch,
    /// The first thread is done, the others may go.
    pub halt: AtomicBool,
    /// Nodes of each thread.
    pub counters: Vec<Counter>,
}

impl SharedContext {
    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Positions of all threads that a table of solved positions knew, as far as they told.
    pub(super) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.1.load(Relaxed)).sum()
    }
}

pub(super) struct Worker<'a, G: Game> {
    /// What the threads share.
    pub shared: &'a SharedContext,
    /// What the thread keeps.
    pub data: &'a mut ThreadData<G>,
    /// The root moves, best first.
    pub root: &'a mut Vec<RootMove<G::Move>>,
    /// Which rules are in force.
    pub features: Features,
    /// Added to the keys of table entries.
    pub(crate) salt: u64,
    pub position: G,
    pub evaluator: G::Evaluator,
    /// 0 for the thread that watches the limits and reports.
    pub id: usize,
    pub nodes: u64,
    /// Positions that a table of solved positions knew.
    pub(crate) tb_hits: u64,
    /// When to look at the flags again.
    next_poll: u64,
    /// Whether the search is over: every score on the way back is void.
    pub stopped: bool,
    /// The deepest ply of the root move being searched.
    pub seldepth: usize,
    /// Depth of the iteration.
    pub(crate) root_depth: i32,
    /// How often another root move became the best one in this iteration.
    pub(crate) best_move_changes: u32,
    /// The last depth searched to its end. No clock and no limit of nodes ends the search before the first one is.
    pub(crate) completed: u32,
    /// The null move is allowed from this ply on: a verification search sets it.
    pub(crate) null_from: usize,
    /// Whether only some of the legal root moves are searched, so that the root's result is not the position's.
    pub(crate) restricted: bool,
    /// Time on the own clock.
    own_time: ThinkingTime,
}

impl<'a, G: Game> Worker<'a, G> {
    /// A thread about to search `position`.
    pub(super) fn new(
        id: usize,
        position: &G,
        shared: &'a SharedContext,
        data: &'a mut ThreadData<G>,
        root: &'a mut Vec<RootMove<G::Move>>,
    ) -> Self {
        data.begin();
        let evaluator = G::Evaluator::new(position, &data.eval_params);
        Worker {
            shared,
            data,
            root,
            features: shared.features,
            salt: 0,
            position: position.clone(),
            evaluator,
            id,
            nodes: 0,
            tb_hits: 0,
            next_poll: 0,
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            best_move_changes: 0,
            completed: 0,
            null_from: 0,
            restricted: false,
            own_time: ThinkingTime::new(&shared.control),
        }
    }

    /// The key of the position reached in the table.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        self.position.table_key() ^ self.salt
    }

    /// Plays a move at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: G::Move, ply: usize) {
        // The first thing that the new node asks for is brought near meanwhile.
        self.shared.table.prefetch(self.position.table_key_after(mv) ^ self.salt);
        let frame = &mut self.data.frames[ply];
        frame.mv = Some(mv);
        frame.piece_to = self.position.piece_to(mv);
        frame.quiet_slot = (G::STAGED && !self.position.is_noisy(mv)).then(|| butterfly_slot(&self.position, mv));
        self.evaluator.make(&self.position, mv);
        self.position.make(mv);
        self.nodes += 1;
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn unmake(&mut self, mv: G::Move) {
        self.position.unmake(mv);
        self.evaluator.unmake();
    }

    /// Passes at `ply`.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.data.frames[ply].mv = None;
        self.data.frames[ply].quiet_slot = None;
        self.position.make_null();
        self.nodes += 1;
    }

    /// Takes the pass back.
    pub(super) fn unmake_null(&mut self) {
        self.position.unmake_null();
    }

    /// The static evaluation, uncorrected.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        outcome::evaluation(self.evaluator.evaluate(&self.position))
    }

    /// What experience adds to the static evaluation at `ply`, in centipawns.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> i32 {
        if G::CORRECTIONS.is_empty() || !self.features.corrections {
            return 0;
        }
        self.data.histories.correction(&self.position, self.correction_rows(ply))
    }

    /// Whether the search is over. Looks at the flags and the clock now and then.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    fn poll(&mut self) {
        let shared = self.shared;
        self.publish_nodes();
        self.next_poll = self.nodes + POLL_INTERVAL;
        if shared.control.stopped() || shared.halt.load(Relaxed) {
            self.stopped = true;
        }
        if self.id > 0 {
            return;
        }
        let limit = shared.node_limit.filter(|_| self.completed > 0);
        if let Some(limit) = [limit, shared.node_cap].into_iter().flatten().min() {
            let all = shared.nodes();
            self.stopped |= all >= limit;
            // With one thread the limit is met to the node, so that equal searches give equal answers.
            self.next_poll = self.next_poll.min(self.nodes + limit.saturating_sub(all).max(1));
        }
        if let Some(maximum) = shared.budget.maximum
            && self.completed > 0
        {
            self.stopped |= self.thinking_time().is_some_and(|time| time >= maximum);
        }
    }

    /// An iteration was searched to its end. Its nodes are published, and the limits, which may have been passed in the
    /// first one, are looked at anew.
    pub(super) fn complete(&mut self, depth: u32) {
        self.completed = depth;
        self.next_poll = 0;
        self.publish_nodes();
    }

    /// Publishes the exact node count.
    pub(super) fn publish_nodes(&self) {
        let Counter(nodes, tb_hits) = &self.shared.counters[self.id];
        nodes.store(self.nodes, Relaxed);
        tb_hits.store(self.tb_hits, Relaxed);
    }

    /// Time on the own clock; `None` while pondering.
    pub(super) fn thinking_time(&mut self) -> Option<Duration> {
        self.own_time.elapsed(self.shared.watch.elapsed(), &self.shared.control)
    }
}
