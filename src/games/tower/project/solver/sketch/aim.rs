//! What a plan on the sketch is worth, and how well it stands.

use super::super::debt::{DEAR, KEYS, MEAN, price};
use super::Sketch;
use super::slots::{GOLD, Numbers};
use super::tally::Tally;

/// What is owed where nothing may be owed: worse than any debt that may be.
const FORBIDDEN: f64 = 1e7;

/// What a piece of gold is worth that is left at the end, in hp, where something is owed. It buys more than that, but what it could buy is
/// seldom found in the same step as the gold. Where nothing may be owed, plans come out worse with it.
const GOLD_LEFT: f64 = 0.25;

/// The share of its price that a key is worth that is left at the end, where something is owed.
const KEY_LEFT: f64 = 0.2;

/// Keys that are owed cost their price once at first for each so many hp that are owed, and no less than once. A key is paid back by
/// another one, which is seldom found in the same step, so that what is too dear to be owed for a while is never done at all; but where
/// much is owed, hp would be paid back with keys that nothing pays back.
const ONCE: f64 = 2_000.0;

/// The mean of the hp that are owed counts as much as the most of them, where so many are owed; more where fewer are, up to so many
/// times as much. The most is owed at one time alone: at all others a plan could become worse at no cost until as much is owed there, and
/// before nothing is owed, all of that has to be paid back again.
const MEAN_AT: f64 = 20_000.0;
const MOST_MEAN: f64 = 20.0;

/// How many times the mean of the hp that are owed counts, where so many are owed at the most.
pub fn often(owed: i64) -> f64 {
    (MEAN_AT / owed.max(1) as f64).clamp(MEAN, MOST_MEAN)
}

/// How many times its price a key costs that is owed, where such a part of the time is over and so many hp are owed at the most.
pub fn dear(part: f64, owed: i64) -> f64 {
    let first = (owed as f64 / ONCE).clamp(1.0, DEAR);
    first * (DEAR / first).powf(part.clamp(0.0, 1.0))
}

impl Sketch<'_, '_> {
    /// What a plan that wins is worth: the hp at its end, or what it owes, less than nothing.
    pub(super) fn worth_of(&self, tally: &Tally, end: &Numbers) -> f64 {
        self.value(tally, end, DEAR, MEAN)
    }

    /// How well a plan stands that wins: what it is worth where keys are not yet as dear as at last, and a little for what is left.
    pub(super) fn standing(&self, tally: &Tally, end: &Numbers) -> f64 {
        let keys: [i64; KEYS] = self.slots.keys_of(end).map(|held| -held.max(0));
        let left = KEY_LEFT * price(keys) + GOLD_LEFT * end.stats[GOLD] as f64;
        self.value(tally, end, self.dear, self.often) + if self.lent { left } else { 0.0 }
    }

    fn value(&self, tally: &Tally, end: &Numbers, dear: f64, mean: f64) -> f64 {
        let debt = tally.debt();
        match (debt.is_none(), self.lent) {
            (true, _) => end.stats[0] as f64,
            (false, true) => -debt.cost_at(dear, mean),
            (false, false) => -FORBIDDEN - debt.cost_at(dear, mean),
        }
    }

    /// How well the plan stands as it is on the sketch.
    pub(super) fn stands(&self) -> f64 {
        match (self.base.before.last(), self.base.numbers.last()) {
            (Some(tally), Some(end)) => self.standing(tally, end),
            _ => f64::NEG_INFINITY,
        }
    }
}
