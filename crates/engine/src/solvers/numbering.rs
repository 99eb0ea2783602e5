//! Numbers for states in the order in which a search finds them: by hashing, or in an array if the puzzle is ranked.

use crate::puzzle::{Puzzle, Ranked};
use crate::zeroed::zeroed;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Assigns states the numbers 0, 1, 2 … as they are found.
pub trait Numbering<P: Puzzle> {
    /// The number of a state, and whether it is new. `None` if the system has no memory for another one.
    fn number(&mut self, puzzle: &P, state: &P::State) -> Option<(usize, bool)>;

    /// The number of a known state.
    fn find(&self, puzzle: &P, state: &P::State) -> Option<usize>;

    /// The state with a number below [`Numbering::count`].
    fn state(&self, puzzle: &P, number: usize) -> P::State;

    /// The number of states found so far.
    fn count(&self) -> usize;

    /// Bytes that a state takes.
    fn bytes_each(&self) -> usize;
}

/// Number of parts of the hash table. Only one grows at a time, so that no growth takes long.
const PARTS: usize = 64;

/// Numbers in a hash table, for any puzzle.
#[derive(Clone, Debug)]
pub struct Hashed<P: Puzzle> {
    parts: Vec<FxHashMap<P::State, usize>>,
    states: Vec<P::State>,
}

impl<P: Puzzle> Hashed<P> {
    /// The part for a state. The tables use the highest and lowest bits of the hash.
    #[inline]
    fn part(state: &P::State) -> usize {
        (FxBuildHasher.hash_one(state) >> 40) as usize % PARTS
    }
}

impl<P: Puzzle> Default for Hashed<P> {
    fn default() -> Self {
        Hashed { parts: vec![FxHashMap::default(); PARTS], states: Vec::new() }
    }
}

impl<P: Puzzle> Numbering<P> for Hashed<P> {
    fn number(&mut self, _: &P, state: &P::State) -> Option<(usize, bool)> {
        let part = &mut self.parts[Self::part(state)];
        if let Some(&number) = part.get(state) {
            return Some((number, false));
        }
        let next = self.states.len();
        part.try_reserve(1).ok()?;
        self.states.try_reserve(1).ok()?;
        part.insert(state.clone(), next);
        self.states.push(state.clone());
        Some((next, true))
    }

    fn find(&self, _: &P, state: &P::State) -> Option<usize> {
        self.parts[Self::part(state)].get(state).copied()
    }

    fn state(&self, _: &P, number: usize) -> P::State {
        self.states[number].clone()
    }

    fn count(&self) -> usize {
        self.states.len()
    }

    fn bytes_each(&self) -> usize {
        2 * size_of::<P::State>() + size_of::<usize>()
    }
}

/// Numbers in an array over the ranks: 4 bytes per rank and 4 per state found.
#[derive(Clone, Debug)]
pub struct ByRank {
    /// The number plus one; 0 if there is none yet.
    numbers: Vec<u32>,
    ranks: Vec<u32>,
}

impl ByRank {
    /// Allocates room for all states of a puzzle; `None` if there are 2^32 - 1 or more, or the system has no room for
    /// them.
    pub fn new<P: Ranked>(puzzle: &P) -> Option<Self> {
        let ranks = u32::try_from(puzzle.ranks()).ok().filter(|&ranks| ranks < u32::MAX)?;
        Some(ByRank { numbers: zeroed(ranks as usize)?, ranks: Vec::new() })
    }
}

impl<P: Ranked> Numbering<P> for ByRank {
    #[inline]
    fn number(&mut self, puzzle: &P, state: &P::State) -> Option<(usize, bool)> {
        let rank = puzzle.rank(state) as u32;
        let slot = &mut self.numbers[rank as usize];
        let new = *slot == 0;
        if new {
            self.ranks.try_reserve(1).ok()?;
            self.ranks.push(rank);
            *slot = self.ranks.len() as u32;
        }
        Some((*slot as usize - 1, new))
    }

    #[inline]
    fn find(&self, puzzle: &P, state: &P::State) -> Option<usize> {
        self.numbers[puzzle.rank(state) as usize].checked_sub(1).map(|number| number as usize)
    }

    #[inline]
    fn state(&self, puzzle: &P, number: usize) -> P::State {
        puzzle.unrank(u64::from(self.ranks[number]))
    }

    fn count(&self) -> usize {
        self.ranks.len()
    }

    fn bytes_each(&self) -> usize {
        2 * size_of::<u32>()
    }
}
