//! Threads that share one question: each asks it anew, and what one has proved the others find in the table.
//!
//! So that they do not all do the same, a thread marks the positions it is at work on, and puts off a move whose
//! position another one has marked until the others of that node are done (T. Kerrigan, "Simplified ABDADA", 2014;
//! after J.-C. Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19(1), 1996).

use super::super::shape::Word;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Marks at once.
const MARKS: usize = 1 << 12;
/// A position with fewer empty squares than this is not worth a mark.
const MIN_EMPTY_SQUARES: i32 = 24;

/// The positions that threads are at work on.
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

    /// Whether a thread is at work on the position of `key`. A mark may be lost to another position, which costs work
    /// that is done twice, and no more.
    pub(crate) fn is_marked<W: Word>(&self, key: W) -> bool {
        let name = name(key);
        self.slot(name).load(Relaxed) == name
    }

    /// Marks the position of `key`.
    pub(crate) fn mark<W: Word>(&self, key: W) {
        let name = name(key);
        self.slot(name).store(name, Relaxed);
    }

    /// Takes the mark away.
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

/// A position's key in 64 bits; two positions with one name only put a move off without need.
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
