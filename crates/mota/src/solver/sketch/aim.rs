//! What a plan on the sketch is worth, and how well it stands.

use super::super::debt::{DEAR, Debt, KEYS, Tally, price};
use super::Sketch;
use super::slots::{GOLD, Numbers};

/// What is owed where nothing may be owed: worse than any debt that may be.
const FORBIDDEN: f64 = 1e7;

/// What a piece of gold is worth that is left at the end, in hp, where something is owed. It buys more than that, but what it could buy is
/// seldom found in the same step as the gold. Where nothing may be owed, plans come out worse with it.
const GOLD_LEFT: f64 = 0.4;

/// The share of its price that a key is worth that is left at the end, where something is owed.
const KEY_LEFT: f64 = 0.2;

/// Violation in hp from which on what is left counts in full, and less below it: near the end it has to be spent.
const LEFT_AT: f64 = 8_000.0;

/// Minimum factor on the price of missing keys at first. A key is paid back by another one, which is seldom found in the
/// same step, so that what is too dear to be owed for a while is never done at all; but if they cost no more than the price, hp are paid
/// back with keys that nothing pays back.
const CHEAP: f64 = 2.0;

/// Who owes no more hp than these has no use for cheap keys: what they buy he has already.
const CHEAP_FROM: f64 = 2_000.0;

/// Factor on the price of a missing key when a part of the time is over, in a plan that was short of `hp` hp at first.
pub(super) fn dear(part: f64, owed: i64) -> f64 {
    let first = (DEAR * CHEAP_FROM / owed.max(1) as f64).clamp(CHEAP, DEAR);
    first * (DEAR / first).powf(part.clamp(0.0, 1.0))
}

impl Sketch<'_, '_> {
    /// What a plan that wins is worth: the hp at its end, or what it owes, less than nothing.
    pub(super) fn worth_of(&self, tally: &Tally, end: &Numbers) -> f64 {
        self.value(&tally.debt(self.length), end, DEAR)
    }

    /// How well a plan stands that wins: what it is worth where keys are not yet as dear as at last, and a little for what is left.
    pub(super) fn standing(&self, tally: &Tally, end: &Numbers) -> f64 {
        let debt = tally.debt(self.length);
        let value = self.value(&debt, end, self.dear);
        if !self.lent {
            return value;
        }
        let keys: [i64; KEYS] = self.slots.keys_of(end).map(|held| -held.max(0));
        let left = KEY_LEFT * price(keys) + GOLD_LEFT * end.stats[GOLD] as f64;
        value + left * (debt.hp as f64 / LEFT_AT).min(1.0)
    }

    fn value(&self, debt: &Debt, end: &Numbers, dear: f64) -> f64 {
        match (debt.is_none(), self.lent) {
            (true, _) => end.stats[0] as f64,
            (false, true) if self.is_near => -debt.borrowed_cost_at(dear),
            (false, true) => -debt.cost_at(dear),
            (false, false) => -FORBIDDEN - debt.cost_at(dear),
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
