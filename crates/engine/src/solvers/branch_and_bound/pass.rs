//! One pass over the layers.
//!
//! Threads share the work slice by slice: first each expands its part of the slice, then each inserts what belongs to
//! its shard of the layers, so that no locks are needed.

use super::batch::{Batch, expand};
use super::layer::{Entry, Layer};
use super::{Listener, News};
use crate::deadline::Deadline;
use crate::helpers::{affordable, side_by_side};
use crate::puzzle::label_problem::{Label, LabelProblem};
use crate::room::address_space_left;
use crate::solution::Budget;
use crate::solvers::meter::Meter;
use crate::zeroed::drop_aside;
use std::cmp::Reverse;
use std::hint::black_box;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Labels expanded between two checks of the clock by a single thread.
const SLICE: usize = 1 << 9;
/// The same for each of several threads, which must be started for it.
const SHARED_SLICE: usize = 1 << 11;
/// Maximum size of a slice's labels in bytes, because their successors are held until the slice is done.
const SLICE_BYTES: usize = 1 << 16;
/// Larger lists of labels are freed in another thread.
const LARGE_BYTES: usize = 64 << 20;
/// Time between two progress reports.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(50);
/// Shorter slices are not worth a second thread.
const MIN_SHARED_ENTRIES: usize = 1 << 9;
/// How many slots are loaded before the first of their labels is inserted.
const AHEAD: usize = 16;
/// Default memory for labels in MB.
const OWN_MEGABYTES: usize = 2048;

/// What is known across passes.
pub(super) struct Bests<D> {
    /// The best end and the path to it.
    pub best: Option<(i64, Vec<Label<D>>)>,
    /// No end is worth more.
    pub bound: i64,
    /// When the search last reported how far it is.
    pub reported: Option<Duration>,
}

/// How a pass ended.
pub(super) struct Done {
    /// The highest bound of a label that was not expanded; `i64::MIN` if all were.
    pub dropped: i64,
    /// Whether the budget was spent or a stop was requested.
    pub stopped: bool,
    /// Whether a layer had more labels than the width of the pass.
    pub(crate) narrowed: bool,
}

/// A label that was expanded.
struct Archived<D> {
    label: Label<D>,
    parent: u32,
}

type Shard<D> = Vec<Layer<D>>;

pub(super) struct Pass<'a, 'b, Q: LabelProblem> {
    problem: &'a Q,
    /// Maximum number of labels expanded in a layer.
    width: usize,
    /// Labels of higher ranks would make the plan too long.
    most: usize,
    threads: usize,
    bytes: usize,
    meter: &'a mut Meter<'b>,
    bests: &'a mut Bests<Q::Decisions>,
    listener: &'a mut Listener<'b, Q::Decisions>,
    /// The value of the best end.
    floor: AtomicI64,
    shards: Vec<Shard<Q::Decisions>>,
    archive: Vec<Archived<Q::Decisions>>,
    done: Done,
}

/// The parent of the start.
const NO_PARENT: u32 = u32::MAX;

impl<'a, 'b, Q: LabelProblem> Pass<'a, 'b, Q> {
    pub(super) fn new(
        problem: &'a Q,
        width: usize,
        budget: &Budget,
        meter: &'a mut Meter<'b>,
        bests: &'a mut Bests<Q::Decisions>,
        listener: &'a mut Listener<'b, Q::Decisions>,
    ) -> Self {
        let threads = affordable(budget.threads.max(1));
        let megabytes = if budget.megabytes == 0 { OWN_MEGABYTES } else { budget.megabytes };
        // Labels are not all that needs memory, and a growing list briefly needs twice its size.
        let most_bytes = address_space_left().map_or(usize::MAX, |left| left / 3);
        let layers = || (0..problem.ranks()).map(|_| Layer::default()).collect();
        Pass {
            problem,
            width,
            most: budget.depth.map_or(usize::MAX, |depth| depth as usize),
            threads,
            bytes: (megabytes << 20).min(most_bytes),
            meter,
            floor: AtomicI64::new(bests.best.as_ref().map_or(0, |best| best.0)),
            bests,
            listener,
            shards: (0..threads).map(|_| layers()).collect(),
            archive: Vec::new(),
            done: Done { dropped: i64::MIN, stopped: false, narrowed: false },
        }
    }

    /// Processes all layers.
    pub(super) fn run(mut self) -> Done {
        let problem = self.problem;
        let start = Entry { label: problem.start(), parent: NO_PARENT };
        if let Some(value) = problem.value(&start.label)
            && problem.rank(&start.label.decisions) <= self.most
        {
            self.improve(value, start);
        }
        self.enter(start);
        for rank in 0..problem.ranks() {
            if self.done.stopped {
                // The highest bound may belong to a label improved since, but it is still valid.
                let highest = self.shards.iter().map(|shard| shard[rank].highest).max();
                self.done.dropped = self.done.dropped.max(highest.unwrap_or(i64::MIN));
                continue;
            }
            let entries = self.open(rank);
            for slice in entries.chunks(self.slice_length()) {
                if self.done.stopped || rank >= self.most {
                    self.drop(slice);
                } else {
                    self.expand(rank, slice);
                }
            }
        }
        if self.stored_bytes() > LARGE_BYTES {
            drop_aside((self.shards, self.archive));
        }
        self.done
    }

    /// Number of labels in a slice: fewer if they are large, since each may have many successors.
    fn slice_length(&self) -> usize {
        let fits = (SLICE_BYTES / size_of::<Entry<Q::Decisions>>()).clamp(1, SLICE);
        if self.threads == 1 { fits } else { fits * (SHARED_SLICE / SLICE) * self.threads }
    }

    fn enter(&mut self, entry: Entry<Q::Decisions>) {
        let rank = self.problem.rank(&entry.label.decisions);
        let hash = super::layer::hash(&entry.label.decisions);
        if !self.shards[0][rank].insert(entry, hash, self.meter.deadline()) {
            self.drop(&[entry]);
            self.done.stopped = true;
        }
    }

    /// Removes a layer; returns as many as allowed of the labels that may still lead to a new best end.
    fn open(&mut self, rank: usize) -> Vec<Entry<Q::Decisions>> {
        let floor = self.floor.load(Ordering::Relaxed);
        let mut entries: Vec<Entry<Q::Decisions>> = Vec::new();
        for shard in &mut self.shards {
            let part = std::mem::take(&mut shard[rank]).entries;
            if entries.is_empty() { entries = part } else { entries.extend(part) }
        }
        entries.retain(|entry| entry.label.bound > floor);
        if entries.len() > self.width {
            entries.select_nth_unstable_by_key(self.width, |entry| Reverse(entry.label.bound));
            self.done.narrowed = true;
            self.drop(&entries[self.width..]);
            entries.truncate(self.width);
        }
        entries
    }

    fn drop(&mut self, entries: &[Entry<Q::Decisions>]) {
        let most = entries.iter().map(|entry| entry.label.bound).max();
        self.done.dropped = self.done.dropped.max(most.unwrap_or(i64::MIN));
    }

    fn expand(&mut self, rank: usize, slice: &[Entry<Q::Decisions>]) {
        if self.archive.try_reserve(slice.len()).is_err() {
            self.drop(slice);
            self.done.stopped = true;
            return;
        }
        let first = self.archive.len() as u32;
        self.archive.extend(slice.iter().map(|&Entry { label, parent }| Archived { label, parent }));
        self.report(rank, slice);
        let shared = if slice.len() < MIN_SHARED_ENTRIES { 1 } else { self.threads };
        let batches = self.expand_parts(slice, first, slice.len().div_ceil(shared));
        let best = batches.iter().filter_map(|batch| batch.best).max_by_key(|best| best.0);
        if let Some((value, entry)) = best {
            self.improve(value, entry);
        }
        let is_cut = batches.iter().any(|batch| batch.is_cut);
        if is_cut || !self.absorb(batches) {
            // Not all successors of these labels were inserted; no bound of theirs is higher.
            self.drop(slice);
            self.done.stopped = true;
        }
        self.done.stopped |= !self.meter.expand_many(slice.len() as u64) || self.stored_bytes() > self.bytes;
    }

    /// Expands parts of the given length, each in its own thread if one is available.
    fn expand_parts(&self, slice: &[Entry<Q::Decisions>], first: u32, length: usize) -> Vec<Batch<Q::Decisions>> {
        let (problem, most, floor, shards) = (self.problem, self.most, &self.floor, self.threads);
        let part = |index: usize, entries, deadline: &Deadline| {
            expand(problem, entries, first + (index * length) as u32, most, floor, shards, deadline)
        };
        if length >= slice.len() {
            return vec![part(0, slice, self.meter.deadline())];
        }
        let tasks = slice.chunks(length).enumerate().map(|(index, entries)| {
            let deadline = self.meter.deadline().clone();
            move || part(index, entries, &deadline)
        });
        side_by_side(tasks)
    }

    /// Inserts what was found into the layers, each shard in its own thread. Returns `false` if not everything was
    /// inserted, because the deadline passed or the system has no memory.
    fn absorb(&mut self, mut batches: Vec<Batch<Q::Decisions>>) -> bool {
        let waiting: usize = batches.iter().flat_map(|batch| &batch.shards).map(Vec::len).sum();
        let shared = waiting >= MIN_SHARED_ENTRIES && self.shards.len() > 1;
        let mut tasks = Vec::with_capacity(self.shards.len());
        for (index, shard) in self.shards.iter_mut().enumerate() {
            let lists: Vec<_> = batches.iter_mut().map(|batch| std::mem::take(&mut batch.shards[index])).collect();
            let deadline = self.meter.deadline().clone();
            tasks.push(move || {
                for group in lists.iter().flat_map(|list| list.chunks(AHEAD)) {
                    // Load all slots first, so that memory answers in parallel rather than one by one.
                    black_box(group.iter().fold(0, |seen, waiting| seen ^ shard[waiting.rank].peek(waiting.hash)));
                    for waiting in group {
                        if !deadline.tick() || !shard[waiting.rank].insert(waiting.entry, waiting.hash, &deadline) {
                            return false;
                        }
                    }
                }
                true
            });
        }
        if !shared {
            return tasks.into_iter().all(|mut task| task());
        }
        side_by_side(tasks).into_iter().all(|entered| entered)
    }

    fn stored_bytes(&self) -> usize {
        let layers: usize = self.shards.iter().flatten().map(Layer::bytes).sum();
        layers + self.archive.capacity() * size_of::<Archived<Q::Decisions>>()
    }

    /// Records and reports a new best end.
    fn improve(&mut self, value: i64, end: Entry<Q::Decisions>) {
        self.floor.fetch_max(value, Ordering::Relaxed);
        let way = self.way(end);
        (self.listener)(News {
            rank: self.problem.rank(&end.label.decisions),
            best: Some(value),
            bound: self.bests.bound,
            nodes: self.meter.nodes(),
            time: self.meter.elapsed(),
            is_end: true,
            way: &way,
        });
        self.bests.best = Some((value, way));
    }

    /// Reports the most promising label of a slice and its parent.
    fn report(&mut self, rank: usize, slice: &[Entry<Q::Decisions>]) {
        let now = self.meter.elapsed();
        if self.bests.reported.is_some_and(|reported| now - reported < REPORT_EVERY) {
            return;
        }
        self.bests.reported = Some(now);
        let Some(&entry) = slice.iter().max_by_key(|entry| entry.label.bound) else { return };
        let parent = self.archive.get(entry.parent as usize).map(|parent| parent.label);
        let way: Vec<Label<Q::Decisions>> = parent.into_iter().chain([entry.label]).collect();
        (self.listener)(News {
            rank,
            best: self.bests.best.as_ref().map(|best| best.0),
            bound: self.bests.bound,
            nodes: self.meter.nodes(),
            time: now,
            is_end: false,
            way: &way,
        });
    }

    /// The labels that lead to an entry, the start first.
    fn way(&self, end: Entry<Q::Decisions>) -> Vec<Label<Q::Decisions>> {
        let before = std::iter::successors(self.archive.get(end.parent as usize), |entry| {
            self.archive.get(entry.parent as usize)
        });
        let mut way: Vec<Label<Q::Decisions>> =
            std::iter::once(end.label).chain(before.map(|entry| entry.label)).collect();
        way.reverse();
        way
    }
}
