//! Numbers for packed states: one array of the states, and one hash table of their numbers.

use crate::task::State;
use hashbrown::HashTable;
use meihua_contracts::puzzle::Puzzle;
use meihua_engine::solvers::numbering::Numbering;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// States in the order in which they are found.
#[derive(Debug)]
pub(crate) struct Packed {
    /// The number of words of a state.
    words: usize,
    states: Vec<u64>,
    numbers: HashTable<u32>,
}

fn hash(state: &[u64]) -> u64 {
    FxBuildHasher.hash_one(state)
}

impl Packed {
    pub(crate) fn new(words: usize) -> Packed {
        Packed { words, states: Vec::new(), numbers: HashTable::new() }
    }

    /// The words of a state.
    #[inline]
    pub(crate) fn words(&self, number: usize) -> &[u64] {
        &self.states[number * self.words..][..self.words]
    }

    fn find(&self, state: &[u64]) -> Option<usize> {
        let found = self.numbers.find(hash(state), |&number| self.words(number as usize) == state);
        found.map(|&number| number as usize)
    }

    /// The number of a state, and whether it is new; `None` without memory for another one.
    pub(crate) fn insert(&mut self, state: &[u64]) -> Option<(usize, bool)> {
        if let Some(number) = self.find(state) {
            return Some((number, false));
        }
        let number = u32::try_from(self.numbers.len()).ok()?;
        self.states.try_reserve(self.words).ok()?;
        let hash_of = |&number: &u32| hash(&self.states[number as usize * self.words..][..self.words]);
        self.numbers.try_reserve(1, hash_of).ok()?;
        self.numbers.insert_unique(hash(state), number, hash_of);
        self.states.extend_from_slice(state);
        Some((number as usize, true))
    }
}

impl<P: Puzzle<State = State>> Numbering<P> for Packed {
    fn number(&mut self, _: &P, state: &State) -> Option<(usize, bool)> {
        self.insert(&state.0)
    }

    fn find(&self, _: &P, state: &State) -> Option<usize> {
        self.find(&state.0)
    }

    fn state(&self, _: &P, number: usize) -> State {
        State(self.words(number).into())
    }

    fn count(&self) -> usize {
        self.numbers.len()
    }

    fn bytes_each(&self) -> usize {
        self.words * size_of::<u64>() + 2 * size_of::<u32>()
    }
}
