//! Numbers for packed states: two arrays, one of the states and one to find them.

use crate::plan::TaskPuzzle;
use crate::task::State;
use meihua_engine::solvers::numbering::Numbering;

/// States in the order in which they are found.
#[derive(Debug)]
pub(crate) struct Packed {
    /// The number of words of a state.
    words: usize,
    states: Vec<u64>,
    /// The number of a state plus one, at the place of its hash or behind; 0 where there is none.
    table: Vec<u32>,
    count: usize,
}

impl Packed {
    pub(crate) fn new(words: usize) -> Packed {
        Packed { words, states: Vec::new(), table: vec![0; 1 << 10], count: 0 }
    }

    /// The words of a state.
    #[inline]
    pub(crate) fn words(&self, number: usize) -> &[u64] {
        &self.states[number * self.words..][..self.words]
    }

    /// Where a state is or may be put.
    #[inline]
    fn place(&self, state: &[u64]) -> usize {
        let hash =
            state.iter().fold(0u64, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut place = (hash >> (u64::BITS - self.table.len().trailing_zeros())) as usize;
        while self.table[place] != 0 && self.words(self.table[place] as usize - 1) != state {
            place = (place + 1) & (self.table.len() - 1);
        }
        place
    }

    /// The number of a state, and whether it is new; `None` without memory for another one.
    pub(crate) fn insert(&mut self, state: &[u64]) -> Option<(usize, bool)> {
        let place = self.place(state);
        if self.table[place] != 0 {
            return Some((self.table[place] as usize - 1, false));
        }
        self.states.try_reserve(self.words).ok()?;
        self.states.extend_from_slice(state);
        self.count += 1;
        self.table[place] = u32::try_from(self.count).ok()?;
        if self.count * 3 > self.table.len() * 2 {
            self.grow()?;
        }
        Some((self.count - 1, true))
    }

    fn grow(&mut self) -> Option<()> {
        let size = 2 * self.table.len();
        self.table = Vec::new();
        self.table.try_reserve_exact(size).ok()?;
        self.table.resize(size, 0);
        for number in 0..self.count {
            let place = self.place(self.words(number));
            self.table[place] = number as u32 + 1;
        }
        Some(())
    }
}

impl Numbering<TaskPuzzle> for Packed {
    fn number(&mut self, _: &TaskPuzzle, state: &State) -> Option<(usize, bool)> {
        self.insert(&state.0)
    }

    fn find(&self, _: &TaskPuzzle, state: &State) -> Option<usize> {
        self.table[self.place(&state.0)].checked_sub(1).map(|number| number as usize)
    }

    fn state(&self, _: &TaskPuzzle, number: usize) -> State {
        State(self.words(number).into())
    }

    fn count(&self) -> usize {
        self.count
    }

    fn bytes_each(&self) -> usize {
        self.words * size_of::<u64>() + 2 * size_of::<u32>()
    }
}
