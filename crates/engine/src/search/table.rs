//! The transposition table: search results by position, shared by all threads without a lock.
//!
//! Four entries of 16 bytes form a cluster, one cache line. An entry is a [`Slot`]: a reader that sees half of one
//! write and half of another does not find its key.
//!
//! The cluster of a key is `hash(key) * clusters >> 64`. `hash` multiplies by an odd constant to spread the keys of
//! games that merely number their positions.

use crate::control::Control;
use crate::game::Game;
use crate::helpers::affordable;
use crate::prefetch::prefetch;
use crate::score::Score;
use crate::search::entry::{GENERATIONS, TtEntry};
use crate::search::report::Bound;
use crate::search::slot::Slot;
use crate::wide::scale;
use crate::zeroed::ZeroedGroups;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, Builder};
use thiserror::Error;

const WAYS: usize = 4;
const CLUSTER_BYTES: usize = size_of::<[Slot; WAYS]>();
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Clusters in a page of memory, the smallest that systems have.
const PAGE: usize = 4096 / CLUSTER_BYTES;
/// Clusters that a thread prepares before it looks whether to stop: a huge page.
const PART: usize = (2 << 20) / CLUSTER_BYTES;
/// Stack size of a thread that prepares memory, in bytes.
const PREPARER_STACK: usize = 64 << 10;

/// How many plies of depth an entry loses in comparisons for each search started since it was written.
const AGE_WEIGHT: i32 = 8;

/// Why a table could not be allocated. The old one stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The operating system has no memory for it.
    #[error("no memory for a hash table of {megabytes} MB; expected a size that fits the free memory")]
    OutOfMemory {
        /// The requested size.
        megabytes: usize,
    },
}

/// The table.
pub struct TranspositionTable {
    clusters: ZeroedGroups<Slot, WAYS>,
    generation: AtomicU8,
    /// The first part that is not prepared ([`TranspositionTable::prepare`]).
    unprepared: AtomicUsize,
    /// Whether the parts that are not prepared hold entries that are to be forgotten.
    is_stale: AtomicBool,
}

/// What the table knows about a position, for people and for UCCI's `probe`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableView<M> {
    /// The best known move.
    pub best: Option<M>,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// The score from the view of the side to move.
    pub score: Score,
    /// The depth searched, in plies.
    pub depth: u32,
}

impl TranspositionTable {
    /// An empty table of `megabytes` MB (at least one cluster). Its memory is not touched, so it is available at once; a
    /// search pays for each page when it first reaches it, unless [`TranspositionTable::prepare`] has.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, TableError> {
        let count = (megabytes.saturating_mul(1 << 20) / CLUSTER_BYTES).max(1);
        let clusters = ZeroedGroups::new(count).ok_or(TableError::OutOfMemory { megabytes })?;
        Ok(TranspositionTable::of(clusters, 0))
    }

    /// The smallest table, a single cluster, used until memory is allocated.
    pub(crate) fn tiny() -> TranspositionTable {
        TranspositionTable::of(ZeroedGroups::one(), 1)
    }

    fn of(clusters: ZeroedGroups<Slot, WAYS>, unprepared: usize) -> TranspositionTable {
        let (unprepared, is_stale) = (AtomicUsize::new(unprepared), AtomicBool::new(false));
        TranspositionTable { clusters, generation: AtomicU8::new(0), unprepared, is_stale }
    }

    /// Whether all of the memory is there and holds nothing that is to be forgotten.
    pub(crate) fn is_prepared(&self) -> bool {
        // Memory of a WebAssembly module is there once it is allocated.
        let is_there = cfg!(target_family = "wasm") && !self.is_stale.load(Relaxed);
        is_there || self.unprepared.load(Relaxed) * PART >= self.clusters.groups().len()
    }

    /// Whether entries are still to be forgotten, so that no search may use the table.
    pub(crate) fn is_stale(&self) -> bool {
        self.is_stale.load(Relaxed) && !self.is_prepared()
    }

    /// Forgets all entries once [`TranspositionTable::prepare`] comes to them. If the memory is there already, this is
    /// much cheaper than new memory.
    pub(crate) fn forget(&self) {
        self.is_stale.store(true, Relaxed);
        self.generation.store(0, Relaxed);
        self.unprepared.store(0, Relaxed);
    }

    /// Makes the system provide the memory, page by page, or clears it if it is to be forgotten, in `threads` threads as
    /// far as the system grants them, until `control` asks for a stop; the next call goes on where this one ended.
    pub(crate) fn prepare(&self, threads: usize, control: &Control) {
        let is_stale = self.is_stale.load(Relaxed);
        let work = || {
            while !control.is_stop_sent() {
                let part = self.unprepared.fetch_add(1, Relaxed);
                let Some(clusters) = self.clusters.groups().chunks(PART).nth(part) else { return };
                if is_stale {
                    clusters.iter().flatten().for_each(Slot::clear);
                } else {
                    clusters.iter().step_by(PAGE).flatten().step_by(WAYS).for_each(Slot::touch);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..affordable(threads) {
                let started = Builder::new().stack_size(PREPARER_STACK).spawn_scoped(scope, work);
                if started.is_err() {
                    break;
                }
            }
            work();
        });
    }

    /// Clears the table entry by entry. If there is enough memory, a new table is quicker
    /// ([`TranspositionTable::new`]).
    pub fn clear(&self) {
        self.clusters.groups().iter().flatten().for_each(Slot::clear);
        self.generation.store(0, Relaxed);
    }

    /// Called at the start of a search: older entries are replaced first.
    pub(crate) fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; WAYS] {
        let clusters = self.clusters.groups();
        &clusters[scale(key.wrapping_mul(SPREAD), clusters.len())]
    }

    /// Prefetches the cluster of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// The entry for `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).iter().find_map(|slot| {
            let (found, data) = slot.read();
            (found == key && data != 0).then(|| TtEntry::from_bits(data))
        })
    }

    /// Stores an entry, replacing the one of the same position or the least valuable one.
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = &self.cluster(key)[0];
        let mut least = i32::MAX;
        for slot in self.cluster(key) {
            let (found, data) = slot.read();
            let old = TtEntry::from_bits(data);
            if found == key {
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                if is_worth_keeping(&old, &entry) && TtEntry::generation(data) == generation {
                    return;
                }
                victim = slot;
                break;
            }
            let age = (generation + GENERATIONS - TtEntry::generation(data)) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { i32::from(old.depth) - AGE_WEIGHT * i32::from(age) };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        victim.write(key, entry.to_bits(generation));
    }

    /// How many entries were written during this search, in permille, from a sample of a thousand.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let clusters = self.clusters.groups();
        let sample = clusters.len().min(250);
        let used = clusters[..sample]
            .iter()
            .flatten()
            .map(|slot| slot.read().1)
            .filter(|&data| data != 0 && TtEntry::generation(data) == generation)
            .count();
        (used * 1000 / (sample * WAYS)) as u32
    }

    /// What is known about a position, in the game's own terms.
    pub fn view<G: Game>(&self, position: &G) -> Option<TableView<G::Move>> {
        if self.is_stale() {
            return None;
        }
        let entry = self.probe(position.table_key())?;
        let best = if entry.mv == 0 { None } else { position.unpack(entry.mv) };
        Some(TableView { best, bound: entry.bound?, score: entry.score, depth: u32::from(entry.depth) })
    }

    /// Size in megabytes, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.clusters.groups().len() * CLUSTER_BYTES) >> 20
    }
}

/// Whether a deeper result for the same position is worth more than the new one.
fn is_worth_keeping(old: &TtEntry, new: &TtEntry) -> bool {
    new.bound != Some(Bound::Exact) && old.bound.is_some() && i32::from(old.depth) > i32::from(new.depth) + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(mv: u16, depth: u8) -> TtEntry {
        TtEntry { mv, score: Score::cp(5), eval: Score::NONE, depth, bound: Some(Bound::Lower), pv: false }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in a megabyte")]
    fn finds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 1..5000u64 {
            table.store(key, entry(key as u16, 7));
        }
        let found = (1..5000u64).filter(|&key| table.probe(key).is_some_and(|e| e.mv == key as u16)).count();
        assert!(found > 4900, "{found} of 4999 survive in a table of 65536 entries");
        assert_eq!(table.probe(123_456_789), None);
        table.clear();
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn a_shallow_result_keeps_the_old_move_and_yields_to_a_deep_one() {
        let table = TranspositionTable::tiny();
        table.store(9, entry(3, 10));
        table.store(9, entry(4, 2));
        assert_eq!(table.probe(9).unwrap().mv, 3);
        table.store(9, entry(0, 11));
        assert_eq!((table.probe(9).unwrap().mv, table.probe(9).unwrap().depth), (3, 11));
    }

    #[test]
    fn old_entries_give_way() {
        let table = TranspositionTable::tiny();
        (1..=4).for_each(|key| table.store(key, entry(1, 5)));
        table.age();
        (5..=8).for_each(|key| table.store(key, entry(1, 1)));
        assert!((5..=8).all(|key| table.probe(key).is_some()));
    }

    #[test]
    #[cfg_attr(miri, ignore = "asks the system for its memory")]
    fn a_size_beyond_all_memory_is_an_error() {
        let megabytes = usize::MAX >> 21;
        assert_eq!(TranspositionTable::new(megabytes).err(), Some(TableError::OutOfMemory { megabytes }));
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in 16 megabytes")]
    fn preparing_keeps_the_contents_and_goes_on_after_a_stop() {
        let table = TranspositionTable::new(16).unwrap();
        (1..=1000).for_each(|key| table.store(key, entry(key as u16, 7)));
        let stopped = Control::new();
        stopped.stop();
        table.prepare(2, &stopped);
        assert!(!table.is_prepared() && !table.is_stale());
        table.prepare(2, &Control::new());
        assert!(table.is_prepared() && TranspositionTable::tiny().is_prepared());
        assert!((1..=1000).all(|key| table.probe(key).is_some_and(|found| found.mv == key as u16)));
        table.forget();
        assert!(!table.is_prepared() && table.is_stale());
        table.prepare(2, &Control::new());
        assert!(table.is_prepared() && (1..=1000).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn threads_see_whole_entries() {
        let table = TranspositionTable::tiny();
        std::thread::scope(|scope| {
            for thread in 0..2u16 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..if cfg!(miri) { 500 } else { 20_000u64 } {
                        let key = round % 16 + 1;
                        table.store(key, entry(key as u16, thread as u8));
                        if let Some(seen) = table.probe(key) {
                            assert_eq!(u64::from(seen.mv), key);
                        }
                    }
                });
            }
        });
    }
}
