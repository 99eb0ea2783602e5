//! Costs that spread from fact to fact, or from state to state, the least first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of what is not reached.
pub(crate) const NEVER: u64 = u64::MAX;
/// Costs below this have a list of their own in the queue.
const LISTS: u64 = 1 << 12;

/// The costs so far, and a queue of what may lower others.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    pub costs: Vec<u64>,
    /// The queue by cost while costs are small; those below `at` are empty.
    lists: Vec<Vec<u32>>,
    at: usize,
    /// The rest of it.
    high: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Front {
    pub(crate) fn new(count: usize) -> Front {
        Front { costs: vec![NEVER; count], lists: Vec::new(), at: 0, high: BinaryHeap::new() }
    }

    /// Begins anew, with nothing reached.
    pub(crate) fn clear(&mut self) {
        self.costs.fill(NEVER);
        self.lists.iter_mut().for_each(Vec::clear);
        self.high.clear();
    }

    /// Reaches items at a cost; calls back with those that cost more before.
    #[inline]
    pub(crate) fn reach(&mut self, items: &[u32], cost: u64, mut found: impl FnMut(u32)) {
        for &item in items {
            if cost < self.costs[item as usize] {
                self.costs[item as usize] = cost;
                self.push(cost, item);
                found(item);
            }
        }
    }

    fn push(&mut self, cost: u64, item: u32) {
        if cost >= LISTS {
            return self.high.push(Reverse((cost, item)));
        }
        let cost = cost as usize;
        if cost >= self.lists.len() {
            self.lists.resize_with(cost + 1, Vec::new);
        }
        self.at = self.at.min(cost);
        self.lists[cost].push(item);
    }

    /// The cheapest item whose cost fell since it was last taken.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let entry = match self.lists.get_mut(self.at) {
                Some(list) => list.pop().map(|item| (self.at as u64, item)),
                None => Some(self.high.pop()?.0),
            };
            match entry {
                Some((cost, item)) if self.costs[item as usize] == cost => return entry,
                Some(_) => {}
                None => self.at += 1,
            }
        }
    }
}
