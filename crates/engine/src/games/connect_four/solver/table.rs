//! Proven results: a lower and an upper bound on the score of each position, shared by all threads without a lock.
//!
//! The key of a position is a unique number of `k = columns * (rows + 1)` bits. Multiplied by an odd constant modulo
//! `2^k` it remains unique, and its top bits are well mixed. The top bits select the bucket, so only the others need to
//! be stored, and no two positions are ever confused:
//!
//! ```text
//! hash    | bucket, at least MIN_BITS |        the rest        |
//! entry   | work | upper + B | lower + B |   hash without its top MIN_BITS   |
//! ```
//!
//! The part of the table in use starts small and grows by [`GROWTH_BITS`] as it fills. So an easy position is solved
//! within the processor's caches and leaves little to clear, which makes solving in microseconds possible.

#![expect(unsafe_code, reason = "zeros are an empty entry")]

use super::super::shape::{Shape, Word};
use crate::prefetch::prefetch;
use crate::zeroed::ZeroedGroups;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Entries per bucket.
const WAYS: usize = 4;
/// Number of buckets sampled for the fill level.
const SAMPLE: usize = 1 << 12;
/// Number of buckets in an empty table, as a power of two.
const MIN_BITS: u32 = 8;
/// How many bits are added to the bucket number when the table grows.
const GROWTH_BITS: u32 = 2;
/// Size of the work field in bits; it holds the binary logarithm of the nodes spent on an entry.
const WORK_BITS: u32 = 5;
/// The largest number of buckets, as a power of two, that are cleared entry by entry: a few megabytes.
const CLEARED_BITS: u32 = 17;
/// An odd multiplier with well-mixed bits (the golden ratio, doubled to 128 bits).
const SPREAD: (u64, u64) = (0xf39c_c060_5ced_c835, 0x9e37_79b9_7f4a_7c15);

/// The storage of an entry, which threads can read while others write.
pub(crate) trait Cell<W>: Zeroable + Send + Sync {
    /// The entry; all zero if it is empty or was caught half written.
    fn load(&self) -> W;
    fn store(&self, entry: W);
}

impl Cell<u64> for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn store(&self, entry: u64) {
        self.store(entry, Relaxed);
    }
}

/// An entry of 128 bits as two words and a check word derived from them, which reveals a mix of two writes (after R.
/// Hyatt and T. Mann, "A lock-less transposition table implementation", ICGA Journal 25(1), 2002).
#[derive(Default)]
pub(crate) struct Pair {
    low: AtomicU64,
    high: AtomicU64,
    check: AtomicU64,
}

// SAFETY: all-zero bytes are three valid zero words.
unsafe impl Zeroable for Pair {}

impl Cell<u128> for Pair {
    #[inline]
    fn load(&self) -> u128 {
        let (low, high) = (self.low.load(Relaxed), self.high.load(Relaxed));
        if self.check.load(Relaxed) == low ^ high.rotate_left(32) { low as u128 | (high as u128) << 64 } else { 0 }
    }
    #[inline]
    fn store(&self, entry: u128) {
        self.low.store(entry.low(), Relaxed);
        self.high.store(entry.high(), Relaxed);
        self.check.store(entry.low() ^ entry.high().rotate_left(32), Relaxed);
    }
}

/// A word that can be an entry of the table.
pub(crate) trait Entry: Word {
    type Cell: Cell<Self>;
    /// Size of a bound in bits: enough for every score of a board that fits into the word.
    const BOUND_BITS: u32;
}

impl Entry for u64 {
    type Cell = AtomicU64;
    const BOUND_BITS: u32 = 6;
}

impl Entry for u128 {
    type Cell = Pair;
    const BOUND_BITS: u32 = 7;
}

/// The widest key that leaves room for bounds and work in an entry of type `W`.
pub(crate) const fn widest_key<W: Entry>() -> u32 {
    W::BITS + MIN_BITS - 2 * W::BOUND_BITS - WORK_BITS
}

/// The table for positions of one board size.
pub(crate) struct Table<W: Entry> {
    /// Entries that are examined together; no bucket of the smaller entries crosses a cache line.
    buckets: ZeroedGroups<W::Cell, WAYS>,
    key_bits: u32,
    bucket_bits: AtomicU32,
    max_bits: u32,
    /// Number of entries, counted only while the table may grow.
    filled: AtomicUsize,
    /// Number of entries at which the table grows; `usize::MAX` once it may not.
    grow_at: AtomicUsize,
}

impl<W: Entry> Table<W> {
    /// A table of at most `megabytes` MB for the keys of `shape`; `None` if there is not enough memory.
    pub(crate) fn new<S: Shape<Word = W>>(shape: S, megabytes: usize) -> Option<Self> {
        let key_bits = shape.columns() * shape.stride();
        let bucket_bytes = size_of::<[W::Cell; WAYS]>();
        let most = (megabytes.saturating_mul(1 << 20) / bucket_bytes).max(1).ilog2();
        let max_bits = most.clamp(MIN_BITS, key_bits.saturating_sub(1).clamp(MIN_BITS, 40));
        let table = Table {
            buckets: ZeroedGroups::new(1 << max_bits)?,
            key_bits: key_bits.max(MIN_BITS),
            bucket_bits: AtomicU32::new(MIN_BITS),
            max_bits,
            filled: AtomicUsize::new(0),
            grow_at: AtomicUsize::new(0),
        };
        table.set_growth();
        Some(table)
    }

    /// Clears the table; the part in use becomes small again. For a large one it is quicker to allocate new memory.
    pub(crate) fn clear(&mut self) {
        let used_bits = self.bucket_bits.load(Relaxed);
        if used_bits > CLEARED_BITS
            && let Some(buckets) = ZeroedGroups::new(1 << self.max_bits)
        {
            self.buckets = buckets;
        } else {
            self.clear_cells();
        }
        self.bucket_bits.store(MIN_BITS, Relaxed);
        self.filled.store(0, Relaxed);
        self.set_growth();
    }

    fn clear_cells(&self) {
        let used = 1 << self.bucket_bits.load(Relaxed);
        self.buckets.groups()[..used].iter().flatten().for_each(|cell| cell.store(W::EMPTY));
    }

    /// Uses all of the memory from now on, so that the table never grows while threads share it.
    pub(crate) fn open_up(&self) {
        while self.bucket_bits.load(Relaxed) < self.max_bits {
            self.grow();
        }
    }

    /// How full the memory is, in permille, estimated from the first buckets in use; hashes are evenly distributed.
    pub(crate) fn fill(&self) -> u32 {
        let used = 1 << self.bucket_bits.load(Relaxed);
        let buckets = self.buckets.groups();
        let sample = &buckets[..used.min(SAMPLE)];
        let filled = sample.iter().flatten().filter(|cell| cell.load() != W::EMPTY).count();
        let permille = 1000.0 * filled as f64 / (WAYS * sample.len()) as f64 * used as f64 / buckets.len() as f64;
        permille.ceil() as u32
    }

    /// Counts a new entry of a table that may still grow; returns whether it must. Only one thread stores in such a
    /// table ([`Table::open_up`]); in a shared table nothing is counted, because threads would contend for the counter.
    #[inline(always)]
    fn must_grow(&self) -> bool {
        let grow_at = self.grow_at.load(Relaxed);
        if grow_at == usize::MAX {
            return false;
        }
        let filled = self.filled.load(Relaxed);
        self.filled.store(filled + 1, Relaxed);
        filled >= grow_at
    }

    fn set_growth(&self) {
        let bits = self.bucket_bits.load(Relaxed);
        let limit = if bits < self.max_bits { (WAYS / 2) << bits } else { usize::MAX };
        self.grow_at.store(limit, Relaxed);
    }

    /// The hash of a key, by which its entry is found; it is unique.
    #[inline(always)]
    pub(crate) fn spread(&self, key: W) -> W {
        key.times(W::from_parts(SPREAD.0, SPREAD.1)) & low_mask(self.key_bits)
    }

    #[inline(always)]
    fn bucket(&self, hash: W) -> &[W::Cell; WAYS] {
        let index = (hash >> (self.key_bits - self.bucket_bits.load(Relaxed))).low() as usize;
        &self.buckets.groups()[index]
    }

    /// The part of a hash that is stored.
    #[inline(always)]
    fn rest(&self, hash: W) -> W {
        hash & low_mask(self.key_bits - MIN_BITS)
    }

    /// Prefetches the bucket of a hash.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: W) {
        prefetch(self.bucket(hash));
    }

    /// The known bounds for the position with this hash: its score is in `lower..=upper`.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: W) -> Option<(i32, i32)> {
        let rest = self.rest(hash);
        let shift = self.key_bits - MIN_BITS;
        self.bucket(hash).iter().map(Cell::load).find(|&entry| self.rest(entry) == rest && entry != W::EMPTY).map(
            |entry| {
                let bounds = (entry >> shift).low();
                (unpack::<W>(bounds), unpack::<W>(bounds >> W::BOUND_BITS))
            },
        )
    }

    /// Stores bounds that cost `nodes` to find, replacing those of the same position or the entry that cost least.
    pub(crate) fn store(&self, hash: W, lower: i32, upper: i32, nodes: u64) {
        let shift = self.key_bits - MIN_BITS;
        let work = (nodes | 1).ilog2().min((1 << WORK_BITS) - 1) as u64;
        let fields = pack::<W>(lower) | pack::<W>(upper) << W::BOUND_BITS | work << (2 * W::BOUND_BITS);
        let rest = self.rest(hash);
        let bucket = self.bucket(hash);
        let (mut victim, mut least) = (&bucket[0], u64::MAX);
        for cell in bucket {
            let entry = cell.load();
            if entry == W::EMPTY {
                if self.must_grow() {
                    self.grow();
                    return self.store(hash, lower, upper, nodes);
                }
                (victim, least) = (cell, 0);
                break;
            }
            if self.rest(entry) == rest {
                victim = cell;
                break;
            }
            let work = (entry >> (shift + 2 * W::BOUND_BITS)).low();
            if work < least {
                (victim, least) = (cell, work);
            }
        }
        let _ = least;
        victim.store(rest | W::from_parts(fields, 0) << shift);
    }

    /// Distributes the entries over more buckets. Going from the last bucket to the first, each is emptied before its
    /// entries are moved to their new place, which is never before it.
    fn grow(&self) {
        let old = self.bucket_bits.load(Relaxed);
        let new = (old + GROWTH_BITS).min(self.max_bits);
        let buckets = self.buckets.groups();
        let mut filled = 0;
        for bucket in (0..1usize << old).rev() {
            for cell in &buckets[bucket] {
                let entry = cell.load();
                if entry == W::EMPTY {
                    continue;
                }
                cell.store(W::EMPTY);
                let more = ((self.rest(entry) >> (self.key_bits - new)).low() as usize) & ((1 << (new - old)) - 1);
                let target = &buckets[(bucket << (new - old)) | more];
                let place = target.iter().find(|cell| cell.load() == W::EMPTY);
                if let Some(place) = place {
                    place.store(entry);
                    filled += 1;
                }
            }
        }
        self.bucket_bits.store(new, Relaxed);
        self.filled.store(filled, Relaxed);
        self.set_growth();
    }
}

#[inline(always)]
fn low_mask<W: Word>(bits: u32) -> W {
    if bits >= W::BITS { !W::EMPTY } else { (W::ONE << bits).minus(W::ONE) }
}

#[inline(always)]
fn pack<W: Entry>(bound: i32) -> u64 {
    (bound + (1 << (W::BOUND_BITS - 1))) as u64
}

#[inline(always)]
fn unpack<W: Entry>(bits: u64) -> i32 {
    (bits & ((1 << W::BOUND_BITS) - 1)) as i32 - (1 << (W::BOUND_BITS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::shape::{Board, Standard};

    fn fill_and_read<S: Shape>(shape: S, megabytes: usize)
    where
        S::Word: Entry,
    {
        let mut table = Table::new(shape, megabytes).unwrap();
        let spread = |i: u64| S::Word::from_parts(i.wrapping_mul(0x1234_5678_9abd), i) & shape.board();
        let count = 20_000;
        for i in 1..=count {
            table.store(table.spread(spread(i)), -(i as i32 % 20), i as i32 % 21, i);
        }
        let mut found = 0;
        for i in 1..=count {
            if let Some(bounds) = table.probe(table.spread(spread(i))) {
                assert_eq!(bounds, (-(i as i32 % 20), i as i32 % 21), "{i}");
                found += 1;
            }
        }
        assert!(found > count * 9 / 10, "only {found} of {count} kept");
        assert!(table.fill() > 0);
        table.clear();
        assert!((1..=count).all(|i| table.probe(table.spread(spread(i))).is_none()));
        assert_eq!(table.fill(), 0);
    }

    #[test]
    fn a_large_part_in_use_is_forgotten_too() {
        let mut table = Table::new(Standard, 16).unwrap();
        table.open_up();
        assert!(table.bucket_bits.load(Relaxed) > CLEARED_BITS);
        (1..1000).for_each(|i| table.store(table.spread(i << 20), 0, 1, 1));
        table.clear();
        assert!(table.fill() == 0 && (1..1000).all(|i| table.probe(table.spread(i << 20)).is_none()));
        table.store(table.spread(77), 1, 2, 1);
        assert_eq!(table.probe(table.spread(77)), Some((1, 2)));
    }

    #[test]
    fn bounds_survive_growth() {
        fill_and_read(Standard, 4);
        fill_and_read(Board::<u64>::new(9, 5).unwrap(), 4);
        fill_and_read(Board::<u128>::new(9, 7).unwrap(), 8);
        fill_and_read(Board::<u128>::new(10, 10).unwrap(), 8);
    }

    #[test]
    fn much_work_outlives_little() {
        let table = Table::new(Standard, 0).unwrap();
        table.open_up();
        table.store(table.spread(12_345), 3, 3, 1 << 20);
        (1..10_000).for_each(|i| table.store(table.spread(i << 20), 0, 1, 1));
        assert_eq!(table.probe(table.spread(12_345)), Some((3, 3)));
    }

    #[test]
    fn keys_have_room() {
        assert!(widest_key::<u64>() >= 54, "9x5 fits the small entry");
        assert!(widest_key::<u128>() >= 112);
    }
}
