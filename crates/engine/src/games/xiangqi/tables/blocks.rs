//! A bounded cache of decompressed table blocks: what a search uses stays open, what it has left behind is closed
//! again.
//!
//! A block takes up to a megabyte and milliseconds to decompress, and a search in one ending uses the same few again
//! and again. All built-in blocks together take about 190 MB, which a long session would otherwise come to hold. Blocks
//! are evicted by second chance (the "clock" of F. J. Corbató, "A paging experiment with the Multics system", 1969): in
//! the order in which they were opened, those used since they were last passed over are spared once.
//! in which they were opened, those that were asked for since they were last passed are spared once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A block, open or closed.
#[derive(Debug, Default)]
pub(crate) struct Block {
    bytes: RwLock<Option<Box<[u8]>>>,
    /// Whether it was used since [`BlockCache`] last passed over it.
    asked: AtomicBool,
}

impl Block {
    /// The byte at an offset of an open block; `None` if it is closed. The inner `Option` is `None` beyond its end.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<Option<u8>> {
        let bytes = self.bytes.read().unwrap_or_else(PoisonError::into_inner);
        let byte = bytes.as_ref()?.get(place).copied();
        // Usually it is already set, and the cache line stays shared between threads.
        if !self.asked.load(Relaxed) {
            self.asked.store(true, Relaxed);
        }
        Some(byte)
    }

    /// Closes the block; returns the number of bytes freed.
    fn close(&self) -> usize {
        let bytes = self.bytes.write().unwrap_or_else(PoisonError::into_inner).take();
        bytes.map_or(0, |bytes| bytes.len())
    }
}

/// The open blocks, in the order in which they are considered for closing.
#[derive(Debug, Default)]
struct Open {
    bytes: usize,
    blocks: VecDeque<Arc<Block>>,
}

/// Keeps blocks open up to a total number of bytes.
#[derive(Debug)]
pub(crate) struct BlockCache {
    most: usize,
    open: Mutex<Open>,
}

impl BlockCache {
    /// A cache of at most `most` bytes, which always keeps the block opened last.
    pub(crate) const fn new(most: usize) -> Self {
        BlockCache { most, open: Mutex::new(Open { bytes: 0, blocks: VecDeque::new() }) }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a block that was just opened, and closes others until all fit.
    pub(crate) fn keep(&self, block: &Arc<Block>, bytes: Box<[u8]>) {
        let mut open = self.open();
        let size = bytes.len();
        {
            let mut slot = block.bytes.write().unwrap_or_else(PoisonError::into_inner);
            if slot.is_some() {
                // Another thread was faster.
                return;
            }
            *slot = Some(bytes);
        }
        while open.bytes + size > self.most {
            let Some(first) = open.blocks.pop_front() else { break };
            if first.asked.swap(false, Relaxed) {
                open.blocks.push_back(first);
            } else {
                open.bytes -= first.close();
            }
        }
        open.bytes += size;
        open.blocks.push_back(Arc::clone(block));
    }

    pub(crate) fn clear(&self) {
        let mut open = self.open();
        for block in open.blocks.drain(..) {
            block.close();
        }
        *open = Open::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(cache: &BlockCache, size: usize) -> Arc<Block> {
        let block = Arc::new(Block::default());
        cache.keep(&block, vec![7; size].into_boxed_slice());
        block
    }

    #[test]
    fn what_is_asked_for_stays_open_and_the_bound_holds() {
        let cache = BlockCache::new(30);
        let asked = open(&cache, 10);
        let others: Vec<_> = (0..9)
            .map(|_| {
                assert_eq!(asked.get(3), Some(Some(7)));
                assert_eq!(asked.get(10), Some(None));
                let other = open(&cache, 10);
                assert!(cache.open().bytes <= 30);
                other
            })
            .collect();
        assert_eq!(others.iter().filter(|other| other.get(0).is_some()).count(), 2);
    }

    #[test]
    fn a_block_larger_than_the_bound_is_kept_until_the_next_one() {
        let cache = BlockCache::new(30);
        let (small, large) = (open(&cache, 10), open(&cache, 100));
        assert_eq!((small.get(0), large.get(99)), (None, Some(Some(7))));
        let next = open(&cache, 10);
        assert_eq!((large.get(0), next.get(0), cache.open().bytes), (None, Some(Some(7)), 10));
    }

    #[test]
    fn a_block_opened_twice_counts_once() {
        let cache = BlockCache::new(30);
        let block = open(&cache, 10);
        cache.keep(&block, vec![8; 10].into_boxed_slice());
        assert_eq!((block.get(0), cache.open().bytes), (Some(Some(7)), 10));
        cache.clear();
        assert_eq!((block.get(0), cache.open().bytes), (None, 0));
        cache.keep(&block, vec![8; 10].into_boxed_slice());
        assert_eq!((block.get(0), cache.open().bytes), (Some(Some(8)), 10));
    }
}
