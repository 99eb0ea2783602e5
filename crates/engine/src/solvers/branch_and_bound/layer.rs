//! All labels whose sets of decisions have the same size, each set once with the most that can be left.
//!
//! It is an open-addressing index over a plain list. A slot holds the upper half of the hash next to the number of the
//! entry, so that wrong entries are hardly ever examined and a new set costs one cache miss.

use crate::deadline::Deadline;
use crate::puzzle::label_problem::Label;
use crate::zeroed::zeroed;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A label and the number of its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<D> {
    pub label: Label<D>,
    /// The parent's number in the archive.
    pub parent: u32,
}

/// The list and its index.
#[derive(Debug)]
pub(super) struct Layer<D> {
    pub entries: Vec<Entry<D>>,
    /// The upper half of the hash, then the number of the entry plus 1; 0 is free. The length is 0 or a power of two.
    slots: Vec<u64>,
    /// The highest bound ever entered.
    pub highest: i64,
}

impl<D> Default for Layer<D> {
    fn default() -> Self {
        Layer { entries: Vec::new(), slots: Vec::new(), highest: i64::MIN }
    }
}

/// The hash that distinguishes sets and assigns them to shards.
pub(super) fn hash<D: Hash>(decisions: &D) -> u64 {
    FxBuildHasher.hash_one(decisions)
}

impl<D: Copy + Eq + Hash> Layer<D> {
    /// Adds an entry, or improves the one with the same decisions; `hash` is the hash of its decisions. Returns `false`
    /// if the system has no memory or the deadline passed; the layer is then of no further use.
    pub(super) fn insert(&mut self, entry: Entry<D>, hash: u64, deadline: &Deadline) -> bool {
        if (self.entries.len() + 1) * 3 > self.slots.len() * 2 && !self.grow(deadline) {
            return false;
        }
        self.highest = self.highest.max(entry.label.bound);
        let mask = self.slots.len() - 1;
        let tag = hash >> 32 << 32;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                if self.entries.try_reserve(1).is_err() {
                    return false;
                }
                self.entries.push(entry);
                self.slots[at] = tag | self.entries.len() as u64;
                return true;
            }
            if slot >> 32 == tag >> 32 {
                let known = &mut self.entries[slot as u32 as usize - 1];
                if known.label.decisions == entry.label.decisions {
                    if known.label.amount < entry.label.amount {
                        *known = entry;
                    }
                    return true;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The slot where the search for a set starts.
    #[inline]
    pub(super) fn peek(&self, hash: u64) -> u64 {
        self.slots.get(hash as usize & self.slots.len().wrapping_sub(1)).copied().unwrap_or(0)
    }

    fn grow(&mut self, deadline: &Deadline) -> bool {
        let size = (self.slots.len() * 2).max(64);
        let Some(slots) = zeroed(size) else { return false };
        self.slots = slots;
        for (number, entry) in self.entries.iter().enumerate() {
            if !deadline.tick() {
                return false;
            }
            let hash = hash(&entry.label.decisions);
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = hash >> 32 << 32 | (number as u64 + 1);
        }
        true
    }

    /// Memory used in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<D>>() + self.slots.capacity() * size_of::<u64>()
    }
}
