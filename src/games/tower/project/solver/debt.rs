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

/// What keys that are owed cost a search, in hp, where the hero has so many.
pub fn price(held: [i64; KEYS]) -> f64 {
    (0..KEYS).map(|kind| PRICES[kind] * (-held[kind]).max(0) as f64).sum()
}

/// What a key that is owed costs a search, in hp.
const PRICES: [f64; KEYS] = [300.0, 1_500.0, 5_000.0];

/// In a plan that wins a key costs so many times as much: hp are paid back in small steps, keys are not.
pub const DEAR: f64 = 10.0;

/// The share of what is owed on average: a plan that owes as much at the worst, but less before, is the better one.
const MEAN: f64 = 0.2;

/// The less is owed on average, the more it counts: so many hp for each time that it is halved. The most is owed at one time alone: at all
/// others a plan could become worse at no cost until as much is owed there, and before nothing is owed all of that has to be paid back.
const HALVED: f64 = 350.0;

/// What a hero has just after a decision: less than nothing is owed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Purse {
    /// Hp.
    pub hp: i64,
    /// Keys.
    pub keys: [i64; KEYS],
}

impl Purse {
    /// That of a state just after a decision, with the least hp that he had in between.
    pub fn of(judge: &Judge<'_>, state: &State) -> Purse {
        Purse { hp: state.stats[0].min(state.lowest), keys: judge.keys(state) }
    }
}

/// What a plan owes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Debt {
    /// The most hp at any time.
    pub hp: i64,
    /// The most keys at any time: yellow, blue, red.
    pub keys: [i64; KEYS],
    /// Hp on average.
    pub mean: f64,
    /// The price of the keys on average, in hp.
    pub mean_price: f64,
}

impl Debt {
    /// That of a plan, from what the hero has after each decision.
    pub fn of(purses: &[Purse]) -> Debt {
        let mut debt = Debt::default();
        for purse in purses {
            // Who has none left is dead.
            let owed = (1 - purse.hp).max(0);
            debt.hp = debt.hp.max(owed);
            debt.mean += owed as f64 / purses.len() as f64;
            debt.mean_price += price(purse.keys) / purses.len() as f64;
            for (most, held) in debt.keys.iter_mut().zip(purse.keys) {
                *most = (*most).max(-held);
            }
        }
        debt
    }

    /// Whether nothing is owed.
    pub fn is_none(&self) -> bool {
        self.hp == 0 && self.keys == [0; KEYS]
    }

    /// How bad it is, in hp.
    pub fn cost(&self) -> f64 {
        self.cost_at(DEAR)
    }

    /// How bad it is, in hp, where a key costs so many times its price.
    pub fn cost_at(&self, dear: f64) -> f64 {
        let keys = price(self.keys.map(|owed| -owed)) + self.mean_price;
        self.hp as f64 + MEAN * self.mean + HALVED * self.mean.ln_1p() / LN_2 + dear * keys
    }
}
