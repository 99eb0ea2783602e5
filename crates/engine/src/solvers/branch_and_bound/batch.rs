//! The work of one thread on some labels: their successors, sorted by shard.

use super::layer::{Entry, hash};
use crate::deadline::Deadline;
use crate::puzzle::label_problem::{Label, LabelProblem, Sink};
use std::sync::atomic::{AtomicI64, Ordering};

/// An entry on its way into a layer.
pub(super) struct Waiting<D> {
    pub entry: Entry<D>,
    pub hash: u64,
    pub rank: usize,
}

/// The successors of some labels.
pub(super) struct Batch<D> {
    /// The best end among them that beats all earlier ones.
    pub best: Option<(i64, Entry<D>)>,
    pub(crate) shards: Vec<Vec<Waiting<D>>>,
    /// Whether the deadline passed before all of them were expanded.
    pub is_cut: bool,
}

/// Expands labels. The first has the number `first` in the archive, the others follow. Labels of a rank above `most` do
/// not count as ends.
pub(super) fn expand<Q: LabelProblem>(
    problem: &Q,
    entries: &[Entry<Q::Decisions>],
    first: u32,
    most: usize,
    floor: &AtomicI64,
    shards: usize,
    deadline: &Deadline,
) -> Batch<Q::Decisions> {
    let batch = Batch { best: None, shards: (0..shards).map(|_| Vec::new()).collect(), is_cut: false };
    let mut collector = Collector { problem, batch, floor, most, parent: first, deadline };
    for entry in entries {
        problem.expand(&entry.label, &mut collector);
        collector.parent += 1;
        if collector.is_over() {
            break;
        }
    }
    collector.batch.is_cut = !deadline.look();
    collector.batch
}

struct Collector<'a, Q: LabelProblem> {
    problem: &'a Q,
    batch: Batch<Q::Decisions>,
    /// The value of the best end known to any thread.
    floor: &'a AtomicI64,
    most: usize,
    parent: u32,
    deadline: &'a Deadline<'a>,
}

impl<Q: LabelProblem> Sink<Q::Decisions> for Collector<'_, Q> {
    #[inline]
    fn floor(&self) -> i64 {
        self.floor.load(Ordering::Relaxed)
    }

    #[inline]
    fn is_over(&self) -> bool {
        !self.deadline.tick()
    }

    fn push(&mut self, label: Label<Q::Decisions>) {
        let entry = Entry { label, parent: self.parent };
        if let Some(value) = self.problem.value(&label)
            && self.problem.rank(&label.decisions) <= self.most
            && value > self.floor.fetch_max(value, Ordering::Relaxed)
        {
            self.batch.best = Some((value, entry));
        }
        if label.bound > self.floor() {
            let hash = hash(&label.decisions);
            let shards = self.batch.shards.len();
            // The index of a layer uses the lower bits and the upper half of the hash.
            let shard = if shards == 1 { 0 } else { (hash >> 24) as usize % shards };
            self.batch.shards[shard].push(Waiting { entry, hash, rank: self.problem.rank(&label.decisions) });
        }
    }
}
