//! What a search lends the hero, and what a plan owes then.
//!
//! A hero who may owe hp and keys wins nearly every tower at once. Such a plan reaches the end, so that every change of it is judged
//! by the end itself and not by what is expected there, and step by step changes can make the debt smaller until nothing is owed.
//! To allow what is forbidden at a price, and to raise or pay that price, is the penalty method of constrained search.

use super::super::model::Project;
use super::super::state::{Credit, State};
use super::value::Judge;
use std::f64::consts::LN_2;

/// Kinds of keys that are lent: yellow, blue, red.
pub const KEYS: usize = 3;

/// As much as anyone needs: hp, and keys of each of the kinds whose debt is counted.
pub fn loan(project: &Project) -> Credit {
    Credit { hp: 1_000_000, keys: 50, kinds: kinds(project) }
}

/// The kinds of keys as items: yellow, blue, red; [`u32::MAX`] for one that the project does not have.
pub fn kinds(project: &Project) -> [u32; KEYS] {
    ["yellowKey", "blueKey", "redKey"].map(|id| project.tables.items.find(id).unwrap_or(u32::MAX))
}

/// What keys cost a search that were borrowed between two times.
fn price_of_borrowed(before: [i64; KEYS], after: [i64; KEYS]) -> f64 {
    price(std::array::from_fn(|kind| after[kind].min(0) - before[kind].min(0)))
}

/// Price of missing keys in a search, in hp, for a hero with this many.
pub fn price(held: [i64; KEYS]) -> f64 {
    (0..KEYS).map(|kind| PRICES[kind] * (-held[kind]).max(0) as f64).sum()
}

/// What a key that is owed costs a search, in hp.
const PRICES: [f64; KEYS] = [300.0, 1_500.0, 5_000.0];

/// Factor on the price of a key in a plan that wins: hp are paid back in small steps, keys are not.
pub(crate) const DEAR: f64 = 10.0;

/// The share of what is owed on average: a plan that owes as much at the worst, but less before, is the better one.
const MEAN: f64 = 0.2;

/// The less is owed on average, the more it counts: this many hp for each time that it is halved. The most is owed at one time alone: at all
/// others a plan could become worse at no cost until as much is owed there, and before nothing is owed all of that has to be paid back.
const HALVED: f64 = 350.0;

/// Who owes no more hp than these is near the end: then all that is borrowed counts.
const NEAR: i64 = 5_000;

/// What a hero has: less than nothing is owed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Purse {
    /// Hp.
    pub hp: i64,
    /// Keys.
    pub keys: [i64; KEYS],
}

impl Purse {
    /// That of a state.
    pub fn of(judge: &Judge<'_>, state: &State) -> Purse {
        Purse { hp: state.stats[0], keys: judge.keys(state) }
    }

    /// That of a state just after a decision, with the least hp that the hero had in between.
    pub(crate) fn at_worst(judge: &Judge<'_>, state: &State) -> Purse {
        let purse = Purse::of(judge, state);
        Purse { hp: purse.hp.min(state.lowest), ..purse }
    }
}

/// The hp that a hero with `hp` is short of. A hero with none left is dead.
fn owed(hp: i64) -> i64 {
    (1 - hp).max(0)
}

/// What was owed in the decisions of a plan, added up.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The least hp.
    least: i64,
    /// The hp that are owed, of all decisions together.
    owed: i64,
    /// The hp that are borrowed.
    borrowed: i64,
    /// The price of the keys that are owed, of all decisions together.
    price: f64,
    /// The price of those that are borrowed.
    borrowed_price: f64,
    /// The least of each kind of key.
    keys: [i64; KEYS],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { least: i64::MAX, owed: 0, borrowed: 0, price: 0.0, borrowed_price: 0.0, keys: [0; KEYS] }
    }
}

impl Tally {
    /// Adds a decision: what the hero has before it, and after it with the least hp in between.
    pub fn add(&mut self, before: Purse, after: Purse) {
        self.add_hp(before.hp, after.hp);
        self.price += price(after.keys);
        self.borrowed_price += price_of_borrowed(before.keys, after.keys);
        for (least, held) in self.keys.iter_mut().zip(after.keys) {
            *least = held.min(*least);
        }
    }

    /// Adds hp alone: those before a decision, and the least in it.
    pub(crate) fn add_hp(&mut self, before: i64, least: i64) {
        self.least = self.least.min(least);
        self.owed += owed(least);
        self.borrowed += (owed(least) - owed(before)).max(0);
    }

    /// Adds all of another one but for its hp.
    pub(crate) fn add_keys(&mut self, other: &Tally) {
        self.price += other.price;
        self.borrowed_price += other.borrowed_price;
        for (least, other) in self.keys.iter_mut().zip(other.keys) {
            *least = other.min(*least);
        }
    }

    /// Adds the hp of another one.
    pub(crate) fn add_hp_of(&mut self, other: &Tally) {
        self.least = self.least.min(other.least);
        self.owed += other.owed;
        self.borrowed += other.borrowed;
    }

    /// The violation of a plan with these decisions, on average over `count`.
    pub fn debt(&self, length: usize) -> Debt {
        let count = length.max(1) as f64;
        Debt {
            hp: owed(self.least),
            keys: self.keys.map(|key| -key),
            borrowed: self.borrowed,
            borrowed_price: self.borrowed_price,
            mean: self.owed as f64 / count,
            mean_price: self.price / count,
        }
    }
}

/// What a plan owes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Debt {
    /// The most hp at any time.
    pub hp: i64,
    /// The most keys at any time: yellow, blue, red.
    pub keys: [i64; KEYS],
    /// All hp that are borrowed: what is paid back and borrowed once more counts twice.
    pub(crate) borrowed: i64,
    /// The price of all keys that are borrowed, in hp.
    pub(crate) borrowed_price: f64,
    /// Hp on average.
    pub mean: f64,
    /// The price of the keys on average, in hp.
    pub(crate) mean_price: f64,
}

impl Debt {
    /// Whether nothing is owed.
    pub fn is_none(&self) -> bool {
        self.hp == 0 && self.keys == [0; KEYS]
    }

    /// How bad it is, in hp: what is owed at the worst, and on average.
    pub fn cost(&self) -> f64 {
        self.cost_at(DEAR)
    }

    /// The same with a factor on the price of a key.
    pub(crate) fn cost_at(&self, dear: f64) -> f64 {
        self.hp as f64 + MEAN * self.mean + HALVED * self.mean.ln_1p() / LN_2 + dear * self.key_price()
    }

    /// The price of the keys, in hp: at the worst, and on average.
    fn key_price(&self) -> f64 {
        price(self.keys.map(|owed| -owed)) + self.mean_price
    }

    /// Whether it is small enough for [`Debt::borrowed_cost_at`].
    pub fn is_near(&self) -> bool {
        self.hp <= NEAR
    }

    /// How bad it is, in hp, near the end, with a factor on the price of a key: all that is borrowed counts, and not only the most
    /// that is owed. Such a plan runs short at several times, and one that borrows less at any of them is better, whichever of them is the
    /// worst. Where much is owed nothing is ever paid back in between, and potions would gain nothing so. Of keys the most is what is dear:
    /// a single one that is missing from early on is borrowed a dozen times, and one that is found pays all of that back.
    pub(crate) fn borrowed_cost_at(&self, dear: f64) -> f64 {
        (self.hp + self.borrowed) as f64 + MEAN * self.mean + dear * self.key_price() + self.borrowed_price
    }

    /// Whether another one is worse.
    pub(crate) fn is_less(&self, other: &Debt) -> bool {
        if other.is_near() && self.is_near() {
            self.borrowed_cost_at(DEAR) < other.borrowed_cost_at(DEAR)
        } else {
            self.cost() < other.cost()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(hp: i64, yellow: i64) -> Purse {
        Purse { hp, keys: [yellow, 0, 0] }
    }

    /// Hp 50, 1, 101 and 41 with the least in between, and one key borrowed twice.
    fn decisions() -> [(Purse, Purse); 4] {
        [
            (purse(50, 0), purse(-9, -1)),
            (purse(1, -1), purse(1, -1)),
            (purse(101, 0), purse(-29, -1)),
            (purse(41, -1), purse(41, -1)),
        ]
    }

    fn tally(all: &[(Purse, Purse)]) -> Tally {
        let mut tally = Tally::default();
        all.iter().for_each(|&(before, after)| tally.add(before, after));
        tally
    }

    #[test]
    fn what_is_paid_back_and_borrowed_once_more_counts_twice() {
        let debt = tally(&decisions()).debt(4);
        assert_eq!((debt.hp, debt.borrowed), (30, 40));
        assert_eq!((debt.keys, debt.borrowed_price), ([1, 0, 0], 600.0));
        assert_eq!((debt.mean, debt.mean_price), (10.0, 300.0));
        assert_eq!(debt.borrowed_cost_at(10.0), 30.0 + 40.0 + 2.0 + 10.0 * (300.0 + 300.0) + 600.0);
    }

    #[test]
    fn less_borrowed_at_any_time_is_better() {
        let mut all = decisions();
        let before = tally(&all).debt(4);
        all[0].1.hp = 0;
        let after = tally(&all).debt(4);
        assert_eq!(after.hp, before.hp);
        assert!(after.is_less(&before) && !before.is_less(&after));
    }

    #[test]
    fn who_owes_and_owes_more_has_borrowed_only_that() {
        assert_eq!(
            tally(&[(purse(-5, -1), purse(-9, -2))]).debt(1),
            Debt { borrowed: 4, borrowed_price: 300.0, ..tally(&[(purse(-9, -2), purse(-9, -2))]).debt(1) }
        );
    }

    #[test]
    fn two_parts_make_the_whole() {
        let all = decisions();
        for at in 0..=all.len() {
            let mut first = tally(&all[..at]);
            let rest = tally(&all[at..]);
            first.add_keys(&rest);
            first.add_hp_of(&rest);
            assert_eq!(first.debt(4), tally(&all).debt(4), "cut at {at}");
        }
    }
}
