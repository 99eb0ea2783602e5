//! Numbers for states, in the order in which a search meets them: by hashing, or by an array where the puzzle is ranked.

use crate::puzzle::{Puzzle, Ranked};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Gives states the numbers 0, 1, 2… as they are met.
pub trait Numbering<P: Puzzle> {
    /// The number of a state, and whether it was met for the first time.
    fn number(&mut self, puzzle: &P, state: &P::State) -> (usize, bool);

    /// The number of a state that was met before.
    fn find(&self, puzzle: &P, state: &P::State) -> Option<usize>;

    /// The state with a number below [`Numbering::count`].
    fn state(&self, puzzle: &P, number: usize) -> P::State;

    /// How many states have been met.
    fn count(&self) -> usize;
}

/// Numbers kept in a hash table: for every puzzle.
#[derive(Clone, Debug)]
pub struct Hashed<P: Puzzle> {
    numbers: FxHashMap<P::State, usize>,
    states: Vec<P::State>,
}

impl<P: Puzzle> Default for Hashed<P> {
    fn default() -> Self {
        Hashed { numbers: FxHashMap::default(), states: Vec::new() }
    }
}

impl<P: Puzzle> Numbering<P> for Hashed<P> {
    fn number(&mut self, _: &P, state: &P::State) -> (usize, bool) {
        let next = self.states.len();
        match self.numbers.entry(state.clone()) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.states.push(state.clone());
                (next, true)
            }
        }
    }

    fn find(&self, _: &P, state: &P::State) -> Option<usize> {
        self.numbers.get(state).copied()
    }

    fn state(&self, _: &P, number: usize) -> P::State {
        self.states[number].clone()
    }

    fn count(&self) -> usize {
        self.states.len()
    }
}

/// No number yet.
const NONE: u32 = u32::MAX;

/// Numbers kept in an array over the ranks, 4 bytes a rank and 4 a state met.
#[derive(Clone, Debug)]
pub struct ByRank {
    numbers: Vec<u32>,
    ranks: Vec<u32>,
}

impl ByRank {
    /// Room for all states of a puzzle; `None` where they are 2^32 - 1 or more.
    pub fn new<P: Ranked>(puzzle: &P) -> Option<Self> {
        let ranks = u32::try_from(puzzle.ranks()).ok().filter(|&ranks| ranks < NONE)?;
        Some(ByRank { numbers: vec![NONE; ranks as usize], ranks: Vec::new() })
    }
}

impl<P: Ranked> Numbering<P> for ByRank {
    #[inline]
    fn number(&mut self, puzzle: &P, state: &P::State) -> (usize, bool) {
        let rank = puzzle.rank(state) as u32;
        let slot = &mut self.numbers[rank as usize];
        let new = *slot == NONE;
        if new {
            *slot = self.ranks.len() as u32;
            self.ranks.push(rank);
        }
        (*slot as usize, new)
    }

    #[inline]
    fn find(&self, puzzle: &P, state: &P::State) -> Option<usize> {
        let number = self.numbers[puzzle.rank(state) as usize];
        (number != NONE).then_some(number as usize)
    }

    #[inline]
    fn state(&self, puzzle: &P, number: usize) -> P::State {
        puzzle.unrank(self.ranks[number] as u64)
    }

    fn count(&self) -> usize {
        self.ranks.len()
    }
}
