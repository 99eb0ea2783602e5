//! Threads that work on the same question: each searches it, and what one has proven the others find in the table.
//!
//! To avoid duplicate work, a thread marks the positions it is searching, and postpones a move whose position is marked
//! by another thread until the other moves of the node are done (T. Kerrigan, "Simplified ABDADA", 2014; after J.-C.
//! Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19(1), 1996).

use super::super::shape::Word;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of marks.
const MARKS: usize = 1 << 12;
/// Positions with fewer empty squares are not worth a mark.
const MIN_EMPTY_SQUARES: i32 = 24;

/// The positions that threads are searching.
pub(crate) struct SearchingMarks {
    keys: Vec<AtomicU64>,
    most_stones: i32,
}

impl SearchingMarks {
    /// No marks, for a board with `cells` squares.
    pub(crate) fn new(cells: i32) -> Self {
        SearchingMarks { keys: (0..MARKS).map(|_| AtomicU64::new(0)).collect(), most_stones: cells - MIN_EMPTY_SQUARES }
    }

    /// Whether the moves of a node with `stones` stones are marked.
    #[inline(always)]
    pub(crate) fn cover(&self, stones: i32) -> bool {
        stones <= self.most_stones
    }

    /// Whether a thread is searching the position of `key`. A mark may be overwritten by another position, which only
    /// costs duplicate work.
    pub(crate) fn is_marked<W: Word>(&self, key: W) -> bool {
        let name = name(key);
        self.slot(name).load(Relaxed) == name
    }

    /// Marks the position of `key`.
    pub(crate) fn mark<W: Word>(&self, key: W) {
        let name = name(key);
        self.slot(name).store(name, Relaxed);
    }

    /// Removes the mark.
    pub(crate) fn unmark<W: Word>(&self, key: W) {
        let name = name(key);
        let slot = self.slot(name);
        if slot.load(Relaxed) == name {
            slot.store(0, Relaxed);
        }
    }

    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.keys[(name >> 32) as usize % MARKS]
    }
}

/// A position's key in 64 bits; if two positions collide, a move is merely postponed without need.
fn name<W: Word>(key: W) -> u64 {
    (key.low() ^ key.high().rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lasts_until_it_is_taken() {
        let marks = SearchingMarks::new(42);
        assert!(!marks.is_marked(77u64));
        marks.mark(77u64);
        assert!(marks.is_marked(77u64) && !marks.is_marked(78u64));
        marks.unmark(77u64);
        assert!(!marks.is_marked(77u64));
        assert!(marks.cover(10) && !marks.cover(35));
    }
}
