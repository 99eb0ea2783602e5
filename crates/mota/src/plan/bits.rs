//! Sets of small numbers, a bit each.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(super) fn below(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// Becomes the empty set of numbers below `bound`, in the same memory.
    pub(super) fn reset(&mut self, bound: usize) {
        self.0.clear();
        self.0.resize(bound.div_ceil(64), 0);
    }

    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        self.0[number as usize >> 6] >> (number & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, number: u32) {
        self.0[number as usize >> 6] |= 1 << (number & 63);
    }

    /// Adds a number; whether it is new.
    #[inline]
    pub(super) fn add(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize >> 6], 1 << (number & 63));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline]
    pub(super) fn remove(&mut self, number: u32) {
        self.0[number as usize >> 6] &= !(1 << (number & 63));
    }

    /// The words of the set, 64 numbers each.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Becomes a copy of another set, in the same memory.
    pub(super) fn copy_from(&mut self, other: &Bits) {
        self.0.clone_from(&other.0);
    }

    /// The numbers of the set, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| ones(word).map(move |bit| place as u32 * 64 + bit))
    }
}

/// The places of the bits of a word that are set, ascending.
#[inline]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
