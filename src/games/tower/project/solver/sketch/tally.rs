//! What a plan owes, added up deed by deed.

use super::super::debt::{Debt, KEYS, price};

/// What was owed so far.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    least: i64,
    owed: i64,
    price: f64,
    keys: [i64; KEYS],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { least: i64::MAX, owed: 0, price: 0.0, keys: [0; KEYS] }
    }
}

impl Tally {
    /// Adds what the hero has at the worst of a deed.
    pub fn add(&mut self, hp: i64, keys: [i64; KEYS]) {
        self.add_hp(hp);
        self.price += price(keys);
        for (least, held) in self.keys.iter_mut().zip(keys) {
            *least = held.min(*least);
        }
    }

    /// Adds hp alone.
    pub fn add_hp(&mut self, hp: i64) {
        self.least = self.least.min(hp);
        self.owed += (1 - hp).max(0);
    }

    /// Adds all of another one but for its hp.
    pub fn add_keys(&mut self, other: &Tally) {
        self.price += other.price;
        for (least, other) in self.keys.iter_mut().zip(other.keys) {
            *least = other.min(*least);
        }
    }

    /// Adds the hp of another one.
    pub fn add_hp_of(&mut self, other: &Tally) {
        self.least = self.least.min(other.least);
        self.owed += other.owed;
    }

    /// What a plan owes with these deeds, on average over so many: not over its own, or deeds that do nothing would make it better.
    pub fn debt(&self, length: usize) -> Debt {
        let count = length.max(1) as f64;
        let hp = 1_i64.saturating_sub(self.least).max(0);
        Debt { hp, keys: self.keys.map(|key| -key), mean: self.owed as f64 / count, mean_price: self.price / count }
    }
}
