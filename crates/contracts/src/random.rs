//! A small random number generator that gives the same numbers on every machine.

/// Mixes a word so that every output bit depends on every input bit (the last step of [`SplitMix64`]).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): an addition and a
/// mixing function per number; every seed gives a good stream.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The stream of a given seed.
    #[inline]
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The stream for one item of a seeded series.
    #[inline]
    pub fn of_item(seed: u64, item: u64) -> SplitMix64 {
        let mut base = SplitMix64(seed ^ 0x6d65_6968_7561); // "meihua": seed 0 is a seed like any other
        SplitMix64(base.next_u64() ^ item.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0. The bias of the multiplication is below `bound` / 2^64.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to below 1, uniformly distributed.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between -1 and 1 with a bell-shaped distribution around 0.
    pub fn bell(&mut self) -> f64 {
        self.unit() - self.unit()
    }

    /// Shuffles the items (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        // The first outputs for seed 1234567, as listed with the reference implementation (prng.di.unimi.it).
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn bounds_and_shuffles() {
        let mut random = SplitMix64::of_item(1, 2);
        let mut seen = [0u32; 6];
        (0..6000).for_each(|_| seen[random.below(6)] += 1);
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
        let mut items: Vec<u32> = (0..50).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
