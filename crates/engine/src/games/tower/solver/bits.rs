//! A set of small numbers: blocks or areas of a tower.

use std::cmp::Ordering;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits([0; W])
    }
}

impl<const W: usize> Bits<W> {
    /// The set of these numbers.
    pub(crate) fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Bits::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether the number is in the set.
    #[inline]
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Size of the set.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The union of both sets.
    #[inline]
    pub(crate) fn union(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word |= with);
        self
    }

    /// The intersection of both sets.
    #[inline]
    pub(crate) fn intersection(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word &= with);
        self
    }

    /// The elements of this set that are not in the other.
    #[inline]
    pub(crate) fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word &= !with);
        self
    }

    /// The elements above a number.
    #[inline]
    pub(crate) fn after(self, number: usize) -> Self {
        let keep = |index: usize| match index.cmp(&(number / 64)) {
            Ordering::Less => 0,
            Ordering::Equal => !1 << (number % 64),
            Ordering::Greater => u64::MAX,
        };
        Bits(std::array::from_fn(|index| self.0[index] & keep(index)))
    }

    /// The numbers in increasing order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(index * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave() {
        let numbers = [0, 5, 63, 64, 100, 127];
        let set = Bits::<2>::of(numbers);
        assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
        assert_eq!(set.len(), 6);
        let low = Bits::of(0..64);
        assert_eq!(set.intersection(low).iter().collect::<Vec<_>>(), [0, 5, 63]);
        assert_eq!(set.without(low).union(Bits::of([1])).iter().collect::<Vec<_>>(), [1, 64, 100, 127]);
        assert_eq!(set.after(5).iter().collect::<Vec<_>>(), [63, 64, 100, 127]);
        assert_eq!(set.after(63).iter().collect::<Vec<_>>(), [64, 100, 127]);
        assert!(set.after(127).is_empty());
        assert!(set.contains(64) && !set.contains(65));
        assert!(Bits::<1>::default().is_empty());
    }
}
