//! A search thread: its position, its evaluator, its data, and what it shares with the others.

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

/// Most nodes between two checks of the flags and the clock: usually well under a millisecond.
const POLL_INTERVAL: u64 = 256;
/// If this much time passes between two checks, the next one comes after half as many nodes. Nodes are slow where they
/// reach memory that the system must provide first, or where the machine is busy with other work.
const POLL_TIME: Duration = Duration::from_micros(500);
/// Nodes of the first iteration after which the clock and a node limit may end it, too. Only games in which nearly every
/// move is a capture need so many.
const FIRST_NODES: u64 = 10_000;

/// The nodes and table hits of a thread, in a cache line of their own so that threads do not disturb each other.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Counter(AtomicU64, AtomicU64);

/// What the threads of one search share.
pub(super) struct SharedContext {
    pub table: Arc<TranspositionTable>,
    pub control: Control,
    /// Which rules are enabled.
    pub features: Features,
    /// The time budget.
    pub budget: Budget,
    /// Node limit over all threads.
    pub(crate) node_limit: Option<u64>,
    /// Node limit of a weakened player; unlike the ordinary limit, it may interrupt even the first iteration.
    pub(crate) node_cap: Option<u64>,
    /// Time since the start of the search.
    pub watch: Stopwatch,
    /// Set when the first thread is done, so that the others stop.
    pub halt: AtomicBool,
    /// Nodes of each thread.
    pub counters: Vec<Counter>,
}

impl SharedContext {
    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Positions found in a table of solved positions, over all threads, as far as published.
    pub(super) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.1.load(Relaxed)).sum()
    }
}

pub(super) struct Worker<'a, G: Game> {
    /// What the threads share.
    pub shared: &'a SharedContext,
    /// The data of the thread.
    pub data: &'a mut ThreadData<G>,
    /// The root moves, best first.
    pub root: &'a mut Vec<RootMove<G::Move>>,
    /// Which rules are enabled.
    pub features: Features,
    /// Added to the keys of table entries.
    pub(crate) salt: u64,
    pub position: G,
    pub evaluator: G::Evaluator,
    /// 0 for the thread that checks the limits and reports.
    pub id: usize,
    pub nodes: u64,
    /// Positions found in a table of solved positions.
    pub(crate) tb_hits: u64,
    /// The node count at which to check the flags again.
    pub(crate) next_poll: u64,
    /// Nodes between two checks, and the time of the last one.
    poll_interval: u64,
    last_poll: Duration,
    /// Whether the search is over; all scores returned from then on are meaningless.
    pub stopped: bool,
    /// The deepest ply of the root move being searched.
    pub seldepth: usize,
    /// Depth of the iteration.
    pub(crate) root_depth: i32,
    /// How often another root move became best in this iteration.
    pub(crate) best_move_changes: u32,
    /// The last completed depth. Neither the clock nor a node limit ends the search before the first one is completed,
    /// unless that takes more than [`FIRST_NODES`].
    pub(crate) completed: u32,
    /// The node count at which the quiescence search of this leaf ends.
    pub(crate) leaf_end: u64,
    /// The null move is allowed from this ply on; set by a verification search.
    pub(crate) null_from: usize,
    /// Whether only some of the legal root moves are searched, so that the root's result is not that of the position.
    pub(crate) restricted: bool,
    /// The node count at which a search within the search is interrupted.
    pub(crate) pause: Option<u64>,
    /// Time on the engine's own clock.
    own_time: ThinkingTime,
}

impl<'a, G: Game> Worker<'a, G> {
    /// A thread that is about to search `position`.
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
            poll_interval: 1,
            last_poll: Duration::ZERO,
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            best_move_changes: 0,
            completed: 0,
            leaf_end: 0,
            null_from: 0,
            restricted: false,
            pause: None,
            own_time: ThinkingTime::new(&shared.control),
        }
    }

    /// The table key of the current position.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        self.position.table_key() ^ self.salt
    }

    /// Prefetches the table entry of the position after `mv`, the first thing that its node will need.
    #[inline]
    pub(super) fn prefetch_entry(&self, mv: G::Move) {
        self.shared.table.prefetch(self.position.table_key_after(mv) ^ self.salt);
    }

    /// Plays a move at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: G::Move, ply: usize) {
        let frame = &mut self.data.frames[ply];
        frame.mv = Some(mv);
        frame.piece_to = self.position.piece_to(mv);
        frame.quiet_slot = (G::STAGED && !self.position.is_noisy(mv)).then(|| butterfly_slot(&self.position, mv));
        self.evaluator.make(&self.position, mv);
        self.position.make(mv);
        self.prepare_correction(ply + 1);
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
        self.data.frames[ply + 1].correction_rows = [None; 2];
        self.position.make_null();
        self.nodes += 1;
    }

    /// Takes back a pass.
    pub(super) fn unmake_null(&mut self) {
        self.position.unmake_null();
    }

    /// The static evaluation without correction.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        outcome::evaluation(self.evaluator.evaluate(&self.position))
    }

    /// The learnt correction of the static evaluation at `ply`, in centipawns.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> i32 {
        if G::CORRECTIONS.is_empty() || !self.features.corrections {
            return 0;
        }
        self.data.histories.correction(&self.position, self.data.frames[ply].correction_rows)
    }

    /// Whether the search is over. Checks the flags and the clock now and then.
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
        let now = shared.watch.elapsed();
        let is_slow = now.saturating_sub(self.last_poll) > POLL_TIME;
        let interval = if is_slow { self.poll_interval / 2 } else { 2 * self.poll_interval };
        (self.poll_interval, self.last_poll) = (interval.clamp(1, POLL_INTERVAL), now);
        self.next_poll = self.nodes + self.poll_interval;
        if shared.control.stopped() || shared.halt.load(Relaxed) {
            self.stopped = true;
        }
        if let Some(pause) = self.pause {
            self.stopped |= self.nodes >= pause;
            self.next_poll = self.next_poll.min(pause);
        }
        if self.id > 0 {
            return;
        }
        let may_end = self.completed > 0 || self.nodes >= FIRST_NODES;
        let limit = shared.node_limit.filter(|_| may_end);
        if let Some(limit) = [limit, shared.node_cap].into_iter().flatten().min() {
            let all = shared.nodes();
            self.stopped |= all >= limit;
            // With one thread the limit is exact to the node, so that equal searches give equal answers.
            self.next_poll = self.next_poll.min(self.nodes + limit.saturating_sub(all).max(1));
        }
        if let Some(maximum) = shared.budget.maximum
            && may_end
        {
            self.stopped |= self.thinking_time().is_some_and(|time| time >= maximum);
        }
    }

    /// Called when an iteration is completed. Publishes its nodes and checks the limits again, which may have been
    /// exceeded during the first iteration.
    pub(super) fn complete(&mut self, depth: u32) {
        self.completed = depth;
        self.next_poll = 0;
        self.publish_nodes();
    }

    /// Ends a search that may have been interrupted by [`Worker::pause`]; what ends the whole search still does.
    pub(super) fn resume(&mut self) {
        (self.pause, self.stopped, self.next_poll) = (None, false, 0);
        self.must_stop();
    }

    /// Nodes until the limit.
    pub(super) fn nodes_left(&self) -> u64 {
        self.shared.node_limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.shared.nodes()))
    }

    /// Publishes the exact node count.
    pub(super) fn publish_nodes(&self) {
        let Counter(nodes, tb_hits) = &self.shared.counters[self.id];
        nodes.store(self.nodes, Relaxed);
        tb_hits.store(self.tb_hits, Relaxed);
    }

    /// Time on the engine's own clock; `None` while pondering.
    pub(super) fn thinking_time(&mut self) -> Option<Duration> {
        self.own_time.elapsed(self.shared.watch.elapsed(), &self.shared.control)
    }
}
