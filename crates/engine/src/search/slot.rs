//! Two words that threads read and write without a lock, but never see half written.
//!
//! Memory holds `key ^ data` and `data`. Nothing orders the two stores of a thread for other threads. A reader that
//! sees half of one write and half of another computes a key that belongs to neither, so it does not find what it
//! looked for (R. Hyatt and T. Mann, "A lock-less transposition table implementation", ICGA Journal 25(1), 2002).
//!
//! `tests/slot_protocol.rs` runs this code through every order of loads and stores that the memory model allows.

#![expect(unsafe_code, reason = "zeros are an empty entry")]

use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A 64-bit word shared by threads. One implementation is used in the table, another in the model checker.
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

/// A key and its data; both are initially zero.
#[derive(Default)]
pub struct Slot<W = AtomicU64> {
    check: W,
    data: W,
}

// SAFETY: all-zero bytes are a valid slot of two zero words.
unsafe impl Zeroable for Slot<AtomicU64> {}

impl Slot {
    /// Changes nothing, but writes, so that the system provides the memory. Other threads may use the slot meanwhile.
    pub(crate) fn touch(&self) {
        // The compiler may reduce an addition of 0 to a load, which provides no memory; this it leaves as it is.
        _ = self.data.compare_exchange(0, 0, Relaxed, Relaxed);
    }
}

impl<W: SharedWord> Slot<W> {
    /// A slot made of two zero words.
    pub fn new(check: W, data: W) -> Self {
        Slot { check, data }
    }

    /// The key and the data of one write; if a write was caught halfway, the data comes with a wrong key.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load();
        (self.check.load() ^ data, data)
    }

    /// Overwrites key and data.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data);
        self.data.store(data);
    }

    /// Sets both to zero.
    pub fn clear(&self) {
        self.check.store(0);
        self.data.store(0);
    }
}
