//! What is noted of a step while it is made: nothing in the search, every block when a way is told.

use super::deeds::Deeds;
use crate::quest::{Label, Sink};

/// A sink that may be told each block as it is taken.
pub(super) trait Notes<const W: usize>: Sink<Deeds<W>> {
    fn note(&mut self, block: usize);
    fn mark(&self) -> usize;
    fn rewind(&mut self, mark: usize);
}

/// The search wants no notes.
pub(super) struct Silent<'a, S>(pub &'a mut S);

impl<const W: usize, S: Sink<Deeds<W>>> Sink<Deeds<W>> for Silent<'_, S> {
    #[inline]
    fn floor(&self) -> i64 {
        self.0.floor()
    }
    #[inline]
    fn push(&mut self, label: Label<Deeds<W>>) {
        self.0.push(label);
    }
}

impl<const W: usize, S: Sink<Deeds<W>>> Notes<W> for Silent<'_, S> {
    #[inline]
    fn note(&mut self, _: usize) {}
    #[inline]
    fn mark(&self) -> usize {
        0
    }
    #[inline]
    fn rewind(&mut self, _: usize) {}
}

/// The blocks taken on the way to one label.
pub(super) struct Trail<const W: usize> {
    pub blocks: Vec<usize>,
    pub target: Option<Label<Deeds<W>>>,
    pub found: Option<Vec<usize>>,
}

impl<const W: usize> Trail<W> {
    /// Looks for a way to a label; without one, notes all.
    pub fn to(target: Option<Label<Deeds<W>>>) -> Self {
        Trail { blocks: Vec::new(), target, found: None }
    }
}

impl<const W: usize> Sink<Deeds<W>> for Trail<W> {
    fn floor(&self) -> i64 {
        self.target.map_or(i64::MAX, |target| target.bound - 1)
    }
    fn push(&mut self, label: Label<Deeds<W>>) {
        let is_it = |target: Label<Deeds<W>>| target == label && target.deeds.is_same(&label.deeds);
        if self.found.is_none() && self.target.is_some_and(is_it) {
            self.found = Some(self.blocks.clone());
        }
    }
}

impl<const W: usize> Notes<W> for Trail<W> {
    fn note(&mut self, block: usize) {
        self.blocks.push(block);
    }
    fn mark(&self) -> usize {
        self.blocks.len()
    }
    fn rewind(&mut self, mark: usize) {
        self.blocks.truncate(mark);
    }
}
