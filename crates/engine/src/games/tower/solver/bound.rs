//! Upper bounds on the value of a plan.
//!
//! In any plan, the set of blocks taken is closed towards the root of the dominator tree, every monster costs at least
//! what it costs a hero with all the gems that are not behind that very monster, and every area is entered once. So the
//! value of a subtree is at most
//!
//! ```text
//! raw(block) = - least cost of the block + worth of the areas next below it + sum of max(0, raw(child))
//! ```
//!
//! (without the `max` if the boss is behind the child, which must then be taken). The sum over the roots, added to the
//! hp, bounds the hp at the end.
//!
//! Two things have no price in hp. They are given prices that make the bound as tight as possible:
//!
//! * **keys**: a door pays the price of its key, and a key is worth that price. No plan ends with a negative number of
//!   keys, so any price gives a valid bound (Lagrangian relaxation; Held and Karp, 1970).
//! * **gems**: for each gem not taken by then, the boss costs more by at least the slope of his damage, so a gem may be
//!   priced at that slope if all gems are charged to the boss in advance.
//!
//! Along a plan the bound decreases only by *losses*: damage above the least cost, and blocks whose subtree is not
//! worth its cost. The loss of a step is known without looking at the rest of the map. If gems may do harm, the bound
//! also decreases with every gem taken, because the least costs after it are higher ([`super::least`]).

use super::super::state::{Hero, State, Tower};
use super::super::tile::{Colour, MonsterId, Treasure};
use super::areas::{Areas, Kind, Loot};
use super::dominators::Dominators;
use super::least::{all_loot, least_costs};
use crate::deadline::Deadline;
use crate::puzzle::label_problem::Aim;

/// More than any damage or hp, and far from the limit of the type.
pub(crate) const UNPAYABLE: i64 = i64::MAX / 8;

/// Prices in hp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Prices {
    /// Of a key, by [`Colour::index`].
    pub keys: [i64; Colour::NUM],
    /// Of a point of attack, defence and magic defence.
    pub gems: [i64; 3],
}

impl Prices {
    fn value(&self, loot: &Loot) -> i64 {
        let keys: i64 = self.keys.iter().zip(loot.keys).map(|(price, count)| price * count as i64).sum();
        loot.hp + keys + self.gems_value(loot)
    }

    fn gems_value(&self, loot: &Loot) -> i64 {
        self.gems[0] * loot.attack + self.gems[1] * loot.defence + self.gems[2] * loot.magic
    }

    fn slot(&mut self, index: usize) -> &mut i64 {
        if index < Colour::NUM { &mut self.keys[index] } else { &mut self.gems[index - Colour::NUM] }
    }
}

/// The bound of a label problem, ready to be updated incrementally.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub start: i64,
    /// By block: the value of its subtree if the block is taken.
    pub raw: Vec<i64>,
    /// By block: its value while the block stands; at least 0 if it need not be taken.
    pub value: Vec<i64>,
    pub prices: Prices,
}

/// The value of a dead monster when the number of monsters takes precedence over hp: more than all possible hp.
pub(crate) fn monster_reward(state: &State, areas: &Areas) -> i64 {
    state.hero.hp + areas.loot.iter().map(|loot| loot.hp).sum::<i64>() + 1
}

/// Everything from which the bound is computed.
pub(crate) struct Estimate<'a> {
    pub areas: &'a Areas,
    pub(crate) dominators: &'a Dominators,
    /// From [`least_costs`]: by gems taken and block.
    pub least: Vec<Vec<i64>>,
    /// The value of a dead monster other than the boss.
    pub reward: i64,
    /// The boss, if the plan must kill him.
    pub boss: Option<usize>,
    /// The hero at the start.
    pub hero: Hero,
}

impl<'a> Estimate<'a> {
    /// The estimate for a contracted map under an aim.
    pub(crate) fn new(
        tower: &Tower,
        state: &State,
        areas: &'a Areas,
        dominators: &'a Dominators,
        aim: Aim,
        deadline: &Deadline,
    ) -> Self {
        let least = least_costs(tower, state, areas, dominators, deadline);
        let boss = areas.blocks.iter().position(|block| block.is_boss()).filter(|_| aim == Aim::Goal);
        let reward = if aim == Aim::Fallback { monster_reward(state, areas) } else { 0 };
        Estimate { areas, dominators, least, reward, boss, hero: state.hero }
    }

    /// The bound with these prices.
    pub(crate) fn bound(&self, prices: Prices) -> Bound {
        self.bound_after(0, prices)
    }

    /// The bound with these prices and the least costs after some gems.
    pub(crate) fn bound_after(&self, gems: usize, prices: Prices) -> Bound {
        let raw = self.raw(gems, &prices);
        let must = self.must();
        let clip = |block: usize| if must[block] { raw[block] } else { raw[block].max(0) };
        let roots: i64 = (0..raw.len()).filter(|&b| self.dominators.of_block[b].is_none()).map(clip).sum();
        let open = self.dominators.of_area.iter().zip(&self.areas.loot).filter(|(of, _)| of.is_none());
        let found: i64 = open.map(|(_, loot)| prices.value(loot)).sum();
        let held: i64 = prices.keys.iter().zip(self.hero.keys).map(|(price, count)| price * count as i64).sum();
        let value: Vec<i64> = (0..raw.len()).map(clip).collect();
        Bound { start: (self.hero.hp + held + found + roots).max(-UNPAYABLE), value, raw, prices }
    }

    /// The value of each block's subtree if the block is taken.
    fn raw(&self, gems: usize, prices: &Prices) -> Vec<i64> {
        let must = self.must();
        let mut raw: Vec<i64> = (0..self.areas.blocks.len()).map(|block| -self.cost(gems, block, prices)).collect();
        for (of, loot) in self.dominators.of_area.iter().zip(&self.areas.loot) {
            if let &Some(block) = of {
                raw[block] += prices.value(loot);
            }
        }
        for &block in &self.dominators.leaves_first {
            raw[block] = raw[block].max(-UNPAYABLE);
            if let Some(parent) = self.dominators.of_block[block] {
                raw[parent] += if must[block] { raw[block] } else { raw[block].max(0) };
            }
        }
        raw
    }

    fn cost(&self, gems: usize, block: usize, prices: &Prices) -> i64 {
        match self.areas.blocks[block].kind {
            Kind::Door(colour) => prices.keys[colour.index()],
            Kind::Gem(loot) => -prices.gems_value(&loot),
            Kind::Monster(id) if id.is_boss() => match self.boss {
                Some(_) => self.least[gems][block] + prices.gems_value(&all_loot(self.areas)),
                None => UNPAYABLE,
            },
            Kind::Monster(_) => self.least[gems][block] - self.reward,
        }
    }

    /// The boss and all blocks that must be taken before him.
    pub(crate) fn must(&self) -> Vec<bool> {
        let mut must = vec![false; self.areas.blocks.len()];
        if let Some(boss) = self.boss {
            self.dominators.chain(boss).for_each(|block| must[block] = true);
        }
        must
    }

    /// The tightest bound found by the deadline: each price in turn is adjusted as long as that helps. `slopes` are the
    /// highest gem prices that the boss justifies.
    pub(crate) fn tightest(&self, slopes: [i64; 3], deadline: &Deadline) -> Bound {
        let most_hp: i64 = (self.hero.hp + all_loot(self.areas).hp + self.reward).min(1 << 40);
        let mut best = self.bound(Prices::default());
        let tops: Vec<i64> = [most_hp; Colour::NUM].into_iter().chain(slopes).collect();
        let mut step = 1 + tops.iter().max().map_or(0, |top| (top / 2) as u64).next_power_of_two() as i64;
        while step > 0 {
            let mut moved = false;
            for (index, &top) in tops.iter().enumerate() {
                for change in [step, -step] {
                    let mut prices = best.prices;
                    let slot = prices.slot(index);
                    let to = (*slot + change).clamp(0, top);
                    if std::mem::replace(slot, to) == to {
                        continue;
                    }
                    if !deadline.work(1 + self.areas.blocks.len() as u32 / 16) {
                        return best;
                    }
                    let bound = self.bound(prices);
                    if bound.start < best.start {
                        best = bound;
                        moved = true;
                    }
                }
            }
            if !moved {
                step /= 2;
            }
        }
        best
    }
}

/// Maximum number of combinations of missing gems for which the boss's damage is examined.
const MAX_MISSING: i64 = 100_000;

/// The most that a point of attack, defence and magic defence can save in the fight with the boss: for any combination
/// of missing gems, his damage is at least that with all gems plus this much per missing point.
pub(crate) fn boss_slopes(tower: &Tower, state: &State, areas: &Areas) -> [i64; 3] {
    let Some(boss) = tower.monster(MonsterId::BOSS) else { return [0; 3] };
    let all = all_loot(areas);
    let points = [all.attack, all.defence, all.magic];
    let values = [Treasure::RedGem, Treasure::BlueGem, Treasure::GreenGem].map(|gem| tower.values[gem.index()].max(1));
    let counts: [i64; 3] = std::array::from_fn(|index| points[index] / values[index]);
    if counts.iter().map(|&count| count + 1).product::<i64>() > MAX_MISSING {
        return [0; 3];
    }
    let hero = &state.hero;
    let damage = |[red, blue, green]: [i64; 3]| {
        let attack = hero.attack + points[0] - red * values[0];
        let defence = hero.defence + points[1] - blue * values[1];
        boss.damage(attack, defence, hero.magic + points[2] - green * values[2]).unwrap_or(UNPAYABLE)
    };
    let base = damage([0; 3]);
    let slope = |index: usize| {
        let missing = |count| std::array::from_fn(|gem| if gem == index { count } else { 0 });
        let slopes = (1..=counts[index]).map(|count| (damage(missing(count)) - base) / (count * values[index]));
        slopes.min().unwrap_or(0).max(0)
    };
    let slopes: [i64; 3] = std::array::from_fn(slope);
    let is_borne_out = |slopes: &[i64; 3]| {
        let saved = |missing: [i64; 3]| (0..3).map(|gem| slopes[gem] * missing[gem] * values[gem]).sum::<i64>();
        let mut all_missing = (0..=counts[0])
            .flat_map(|red| (0..=counts[1]).flat_map(move |blue| (0..=counts[2]).map(move |green| [red, blue, green])));
        all_missing.all(|missing| damage(missing) >= base + saved(missing))
    };
    [slopes, [slopes[0], 0, 0]].into_iter().find(is_borne_out).unwrap_or_default()
}
