//! What is recorded during a step: nothing in the search, every block when a path is written.

use super::decisions::Decisions;
use crate::deadline::Deadline;
use crate::games::tower::solver::bits::Bits;
use crate::puzzle::label_problem::{Label, Sink};

/// A sink that may receive each block as it is taken.
pub(super) trait Notes<const W: usize>: Sink<Decisions<W>> {
    fn note(&mut self, block: usize);
    fn mark(&self) -> usize;
    fn rewind(&mut self, mark: usize);
    /// Whether the path may lead over a block.
    fn wants(&self, block: usize) -> bool {
        let _ = block;
        true
    }
}

/// Records nothing; used by the search.
pub(super) struct Silent<'a, S>(pub &'a mut S);

impl<const W: usize, S: Sink<Decisions<W>>> Sink<Decisions<W>> for Silent<'_, S> {
    #[inline]
    fn floor(&self) -> i64 {
        self.0.floor()
    }
    #[inline]
    fn push(&mut self, label: Label<Decisions<W>>) {
        self.0.push(label);
    }
    #[inline]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

impl<const W: usize, S: Sink<Decisions<W>>> Notes<W> for Silent<'_, S> {
    #[inline]
    fn note(&mut self, _: usize) {}
    #[inline]
    fn mark(&self) -> usize {
        0
    }
    #[inline]
    fn rewind(&mut self, _: usize) {}
}

/// The blocks taken on the path to one label.
pub(super) struct Trail<'a, const W: usize> {
    pub blocks: Vec<usize>,
    target: Option<(Label<Decisions<W>>, Bits<W>)>,
    pub found: Option<Vec<usize>>,
    deadline: Option<&'a Deadline<'a>>,
}

impl<'a, const W: usize> Trail<'a, W> {
    /// Records everything done until the deadline.
    pub(super) fn new(deadline: &'a Deadline<'a>) -> Self {
        Trail { blocks: Vec::new(), target: None, found: None, deadline: Some(deadline) }
    }

    /// Looks for a path to a label.
    pub(super) fn to(target: Label<Decisions<W>>) -> Self {
        Trail { blocks: Vec::new(), target: Some((target, target.decisions.all())), found: None, deadline: None }
    }
}

impl<const W: usize> Sink<Decisions<W>> for Trail<'_, W> {
    fn floor(&self) -> i64 {
        self.target.map_or(i64::MAX, |(target, _)| target.bound - 1)
    }
    fn push(&mut self, label: Label<Decisions<W>>) {
        let is_it = |target: Label<Decisions<W>>| target == label && target.decisions.is_same(&label.decisions);
        if self.found.is_none() && self.target.is_some_and(|(target, _)| is_it(target)) {
            self.found = Some(self.blocks.clone());
        }
    }
    fn is_over(&self) -> bool {
        self.found.is_some() || self.deadline.is_some_and(|deadline| !deadline.tick())
    }
}

impl<const W: usize> Notes<W> for Trail<'_, W> {
    fn note(&mut self, block: usize) {
        self.blocks.push(block);
    }
    fn mark(&self) -> usize {
        self.blocks.len()
    }
    fn rewind(&mut self, mark: usize) {
        self.blocks.truncate(mark);
    }
    /// A block that is not among the target's decisions leads elsewhere.
    fn wants(&self, block: usize) -> bool {
        self.target.is_none_or(|(_, all)| all.contains(block))
    }
}
