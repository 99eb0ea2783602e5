//! Two words that threads read and write without a lock, and never see half of.
//!
//! What stands in memory is `key ^ data` and `data`. Nothing orders the two stores of one thread for another: a reader
//! that meets half of one write and half of another computes a key that belongs to neither, and so sees nothing it looked
//! for (R. Hyatt and T. Mann, "A lock-less transposition table implementation", ICGA Journal 25(1), 2002).
//!
//! `tests/slot_protocol.rs` runs this code through every order of loads and stores that the memory model allows.

#![expect(unsafe_code, reason = "zeros are an empty entry")]

use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A word of 64 bits that threads share. One implementation stands in the table, another one in the model checker.
pub trait SharedWord {
    /// Its value.
    fn load(&self) -> u64;
    /// Overwrites it.
    fn store(&self, value: u64);
}

impl SharedWord for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn store(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// A key and its data; both zero at first.
#[derive(Default)]
pub struct Slot<W = AtomicU64> {
    check: W,
    data: W,
}

// SAFETY: zeros are a slot of two words that hold zero.
unsafe impl Zeroable for Slot<AtomicU64> {}

impl<W: SharedWord> Slot<W> {
    /// A slot of two words that hold zero.
    pub fn new(check: W, data: W) -> Self {
        Slot { check, data }
    }

    /// The key and the data, both of one write; or, if a write was caught halfway, data with a key that is not its own.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load();
        (self.check.load() ^ data, data)
    }

    /// Overwrites both.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data);
        self.data.store(data);
    }

    /// Makes both zero.
    pub fn clear(&self) {
        self.check.store(0);
        self.data.store(0);
    }
}
