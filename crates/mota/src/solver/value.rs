//! What a state promises: hp, less what the fights still to come cost, and the worth of what the hero carries.
//!
//! A monster is counted at the strength that the hero will have there: what he has, and every gem and sword that still lies
//! on its floor or below. So a gem is worth what it saves in the fights that come before it would be taken anyway, and a
//! fight whose damage is no more than was expected costs nothing.

use super::super::expression::Stat;
use super::super::model::{Enemy, Project, Tool};
use super::super::scope::Within;
use super::super::state::{FloorState, PRESENT, State};
use super::super::tools;
use super::debt;
use super::shops::{Offer, Shops};
use super::survey::{self, Boss, Crowd, Reset};
use super::vaults::{self, Vault};
use super::weights::Weights;
use meihua_contracts::random::mix;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What lies on a floor.
#[derive(Clone, Debug, Default)]
struct Content {
    /// Kinds of monsters and how many of each.
    enemies: Crowd,
    /// Attack and defence in gems and swords.
    gems: [f64; 2],
    /// Hp in potions.
    potions: f64,
    gold: f64,
    /// Worth of keys that lie there.
    keys: f64,
    /// What lies shut in there, room by room: it counts for who has a tool for it.
    shut: Vec<Treasure>,
}

/// What lies in a room.
#[derive(Clone, Copy, Debug, Default)]
struct Treasure {
    /// Attack and defence in gems and swords.
    gems: [f64; 2],
    /// Hp in potions.
    potions: f64,
    keys: f64,
}

impl Treasure {
    /// By this the rooms are compared: a point of attack or defence is taken for this many hp.
    fn size(&self) -> f64 {
        50.0 * (self.gems[0] + self.gems[1]) + self.potions + self.keys
    }
}

/// So much hp takes one half of the fear.
const SCARCE: f64 = 100.0;

/// The share of what lies in a room that a tool opens, which the hero has.
const SURE: f64 = 0.8;

/// As many monsters as a floor has, or nearly.
const CROWD: f64 = 10.0;

/// What is bought further up.
struct Purchases<'o> {
    /// The floor of the shop.
    floor: usize,
    /// The gold that the hero brings.
    gold: f64,
    /// How many purchases are made before.
    after: usize,
    /// What is bought, and the prices.
    offer: &'o Offer,
}

/// The worth of states of a project.
pub struct Judge<'a> {
    project: &'a Project,
    /// What things are worth.
    pub weights: Weights,
    /// The most floors, and the most heroes, whose worth is remembered.
    most: usize,
    contents: FxHashMap<(u16, u64), Arc<Content>>,
    /// What lay on each floor at first.
    first: Vec<Content>,
    /// How many monsters there were below each floor.
    before: Vec<f64>,
    strengths: FxHashMap<(usize, [i64; 3], u64), f64>,
    /// Attack and defence, hp and item that an item gives at once.
    gives: Vec<[f64; 3]>,
    keys: [u32; 3],
    /// The shops of the project.
    pub shops: Shops,
    /// Events that set the hero's numbers anew.
    resets: Vec<Reset>,
    /// Flags that the way to the end asks for.
    goals: Vec<u32>,
    /// Monsters whose kind stands only once.
    bosses: Vec<Boss>,
    /// The rooms of each floor that have no door.
    vaults: Vec<Vec<Vault>>,
    /// Items that open such a room.
    openers: Vec<u32>,
    /// How much the fights of each floor count, on each level.
    shares: Vec<Vec<f64>>,
}

impl<'a> Judge<'a> {
    /// An evaluation of a project that remembers a number of floors and heroes.
    pub fn new(project: &'a Project, weights: Weights, most: usize) -> Self {
        let mut judge = Judge {
            project,
            weights,
            most,
            contents: FxHashMap::default(),
            first: Vec::new(),
            before: Vec::new(),
            strengths: FxHashMap::default(),
            gives: project.items.iter().map(|item| survey::gives(project, &item.effect)).collect(),
            shops: Shops::new(project),
            keys: debt::kinds(project),
            resets: survey::resets(project),
            goals: survey::goals(project),
            bosses: Vec::new(),
            vaults: vaults::vaults(project),
            openers: (0..project.items.len() as u32)
                .filter(|&item| project.items[item as usize].kind == Some(Tool::Pickaxe))
                .collect(),
            shares: Vec::new(),
        };
        let state = State::new(project);
        judge.first =
            (0..state.floors.len()).map(|floor| judge.look(&state.floors[floor], floor as u16, &state)).collect();
        let mut crowds: Vec<&mut Crowd> = judge.first.iter_mut().map(|content| &mut content.enemies).collect();
        judge.bosses = survey::bosses(project, &mut crowds);
        let counts = judge.first.iter().map(|content| content.enemies.iter().map(|(_, count)| count).sum::<f64>());
        judge.before = counts.scan(0.0, |sum, count| Some(std::mem::replace(sum, *sum + count))).collect();
        let floors = 0..judge.first.len();
        let share = |level: usize, floor: usize| {
            // Floors with few monsters are soon passed.
            let distance = (judge.before[floor.max(level)] - judge.before[floor.min(level)]) / CROWD;
            weights.fade.powf(distance) * if floor < level { weights.behind } else { 1.0 }
        };
        judge.shares = floors.clone().map(|level| floors.clone().map(|floor| share(level, floor)).collect()).collect();
        judge
    }

    /// The rules of the attack that hold, a bit each.
    fn edges_held(&self, state: &State) -> u64 {
        let scope = Within::nothing(self.project, state);
        let rules = self.project.extra.attack.iter().take(16).enumerate();
        rules.filter(|(_, (when, ..))| when.holds(&scope)).fold(0, |bits, (number, _)| bits | 1 << number)
    }

    /// How many times the attack counts against a kind of monster, where these rules hold.
    fn times(&self, enemy: u32, held: u64) -> f64 {
        let rules = self.project.extra.attack.iter().take(16).enumerate();
        let rules = rules.filter(|(number, (_, against, _))| held >> number & 1 == 1 && against.contains(&enemy));
        rules.map(|(_, &(.., times))| times as f64).product()
    }

    /// The bosses that are still there, a bit each.
    fn bosses_left(&mut self, state: &State) -> u64 {
        let mut left = 0;
        for number in 0..self.bosses.len() {
            let Boss { floor, enemy, event } = self.bosses[number];
            let waits = event.is_some_and(|cell| state.floors[floor].bits[usize::from(cell)] == PRESENT);
            let mut stands = || {
                let content = self.content(&state.floors[floor], floor as u16, state);
                content.enemies.iter().any(|(other, _)| *other == enemy)
            };
            if waits || stands() {
                left |= 1 << number;
            }
        }
        left
    }

    /// The hero's numbers as the next event that sets them anew will leave them; none where there is no such event.
    pub(crate) fn pending_reset(&self, state: &State) -> Option<&[(Stat, i64)]> {
        let pending = self.resets.iter().find(|(floor, cell, _)| {
            let floor = &state.floors[usize::from(*floor)];
            floor.bits[usize::from(*cell)] == PRESENT
        });
        pending.map(|(_, _, numbers)| numbers.as_slice())
    }

    /// Whether taking an item raises attack, defence or hp.
    pub fn raises(&self, item: u32) -> bool {
        let gives = self.gives.get(item as usize).copied().unwrap_or_default();
        gives.iter().any(|&part| part != 0.0)
    }

    /// What a state promises: its worth, less what the way to the next floor costs and what keys are owed.
    pub fn promise(&mut self, state: &State, level: usize, shops: u64, ahead: f64) -> f64 {
        self.worth(state, level, shops) - self.weights.ahead * ahead - debt::price(self.keys(state))
    }

    /// The worth of a state, in hp, on a level: the highest floor that it has reached.
    /// `shops` has a bit for each shop within reach.
    pub fn worth(&mut self, state: &State, level: usize, shops: u64) -> f64 {
        let mut stats = [0, 1, 2, 3].map(|stat: usize| state.stats[stat]);
        for &(stat, number) in self.pending_reset(state).unwrap_or(&[]) {
            if let Some(place) = stats.get_mut(stat as usize) {
                *place = number;
            }
        }
        let weights = self.weights;
        let hp = self.hp_share(level);
        let mut worth = hp * stats[0] as f64 - weights.fear * SCARCE / (hp * stats[0].max(0) as f64 + SCARCE);
        let (mut lying, mut sure) = ([0.0; 2], [0.0; 2]);
        for floor in (0..state.floors.len()).filter(|&floor| state.has_visited(floor)) {
            let content = self.content(&state.floors[floor], floor as u16, state);
            worth += hp * weights.potions * content.potions;
            worth += weights.left * content.gold * weights.gold + weights.lying * self.dear(level) * content.keys;
            lying[0] += content.gems[0];
            lying[1] += content.gems[1];
        }
        for treasure in self.within_tools(state) {
            // He only has to go there.
            worth += SURE * (hp * treasure.potions + self.dear(level) * treasure.keys);
            sure[0] += SURE * treasure.gems[0];
            sure[1] += SURE * treasure.gems[1];
        }
        let hero = [
            stats[1] as f64 + weights.gems * lying[0] + sure[0],
            stats[2] as f64 + weights.gems * lying[1] + sure[1],
            stats[3] as f64,
        ];
        worth + self.bought(state, level, shops, hero) + self.carried(state, level)
    }

    /// The best rooms that are shut, as many as the hero has tools for.
    fn within_tools(&mut self, state: &State) -> Vec<Treasure> {
        let tools: i64 = self.openers.iter().map(|&item| state.item(item)).sum();
        if tools <= 0 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for floor in (0..self.vaults.len()).filter(|&floor| !self.vaults[floor].is_empty()).collect::<Vec<_>>() {
            all.extend_from_slice(&self.content(&state.floors[floor], floor as u16, state).shut);
        }
        all.sort_by(|a, b| b.size().total_cmp(&a.size()));
        all.truncate(tools as usize);
        all
    }

    /// What the fights ahead cost, where the hero's gold buys what helps most: now, or in a shop further up.
    fn bought(&mut self, state: &State, level: usize, shops: u64, hero: [f64; 3]) -> f64 {
        let gold = state.stat(Stat::Money) as f64;
        let hp = self.hp_share(level);
        let (key, offers) = self.shops.offers(self.project, state);
        let left = self.bosses_left(state) | self.edges_held(state) << 48;
        let mut best = self.strength(state, level, (hero, left), None, 0);
        for (number, later) in offers.iter().enumerate().filter(|(_, later)| usize::from(later.floor) > level) {
            let plan = Purchases { floor: later.floor.into(), gold, after: 0, offer: &later.offer };
            let with =
                self.strength(state, level, (hero, left), Some(plan), mix(key ^ mix(number as u64)) ^ gold as u64);
            best = best.max(with);
        }
        for now in offers.iter().filter(|now| state.has_visited(now.floor.into())) {
            let share = if shops & now.shop != 0 { self.weights.purse } else { self.weights.credit };
            let purchases = now.offer.purchases(gold, 0);
            if purchases < 0.1 {
                continue;
            }
            let [attack, defence, more] = now.offer.gives.map(|give| give * share * purchases);
            let stronger = [hero[0] + attack, hero[1] + defence, hero[2]];
            let alone = self.strength(state, level, (stronger, left), None, 0) + hp * more;
            best = best.max(alone);
            let after = purchases.ceil() as usize;
            let later =
                offers.iter().enumerate().filter(|(_, later)| later.is_mixed && usize::from(later.floor) > level);
            for (number, later) in later.filter(|(_, later)| later.offer.prices == now.offer.prices) {
                let plan = Purchases { floor: later.floor.into(), gold: 0.0, after, offer: &later.offer };
                let word = mix(key ^ mix(number as u64 + 1000 * after as u64 + 1000));
                let with = self.strength(state, level, (stronger, left), Some(plan), word) + hp * more;
                best = best.max(with);
            }
        }
        best
    }

    /// What a hit point counts on a level, of what it counts at first.
    fn hp_share(&self, level: usize) -> f64 {
        self.weights.rise / (self.weights.rise + level as f64)
    }

    /// How much dearer keys are on a level than at first.
    fn dear(&self, level: usize) -> f64 {
        1.0 + level as f64 / self.weights.dear
    }

    /// What a key is worth at first, in hp.
    pub fn price(&self, key: u32) -> f64 {
        self.kind_of_key(key).map_or(self.weights.keys[2], |kind| self.weights.keys[kind])
    }

    /// The kind of a key: 0 yellow, 1 blue, 2 red.
    pub(crate) fn kind_of_key(&self, key: u32) -> Option<usize> {
        self.keys.iter().position(|&known| known == key)
    }

    /// What the fights ahead cost a hero of such attack, defence and magic defence, with purchases further up.
    fn strength(
        &mut self,
        state: &State,
        level: usize,
        (hero, left): ([f64; 3], u64),
        later: Option<Purchases<'_>>,
        word: u64,
    ) -> f64 {
        let hero = hero.map(|stat| (stat * 10.0) as i64);
        let key = (level, hero, state.enemies_hash ^ word ^ mix(left));
        if let Some(&known) = self.strengths.get(&key) {
            return known;
        }
        let known = self.ahead(state, level, (hero, left), later);
        if self.strengths.len() >= self.most {
            self.strengths.clear();
        }
        self.strengths.insert(key, known);
        known
    }

    fn ahead(&self, state: &State, level: usize, (hero, left): ([i64; 3], u64), later: Option<Purchases<'_>>) -> f64 {
        let weights = self.weights;
        let [mut attack, mut defence, magic] = hero.map(|stat| stat as f64 / 10.0);
        let mut worth = 0.0;
        let mut gold = later.as_ref().map_or(0.0, |later| later.gold);
        for (floor, content) in self.first.iter().enumerate() {
            let share = self.shares[level][floor];
            let mut more = [0.0; 2];
            if floor > level {
                let all =
                    |part: usize| content.gems[part] + content.shut.iter().map(|room| room.gems[part]).sum::<f64>();
                attack += weights.growth * all(0);
                defence += weights.growth * all(1);
                if let Some(later) = &later {
                    if floor >= later.floor {
                        let count = weights.later * later.offer.purchases(gold, later.after);
                        more = [later.offer.gives[0] * count, later.offer.gives[1] * count];
                    }
                    gold += weights.income * content.gold;
                }
            }
            if share < 0.01 {
                continue;
            }
            let cost = |&(enemy, count): &(u32, f64)| {
                let times = self.times(enemy, left >> 48);
                count * expected(&state.enemies[enemy as usize], times * (attack + more[0]), defence + more[1], magic)
            };
            worth -= share * weights.damage * content.enemies.iter().map(cost).sum::<f64>();
            let boss = |(number, boss): (usize, &Boss)| {
                let counts = boss.floor == floor && left >> number & 1 == 1;
                if counts { cost(&(boss.enemy, 1.0)) } else { 0.0 }
            };
            let share = if floor < level { 1.0 } else { share };
            worth -= share * weights.boss * self.bosses.iter().enumerate().map(boss).sum::<f64>();
        }
        worth
    }

    /// What the hero carries.
    fn carried(&self, state: &State, level: usize) -> f64 {
        let mut worth = self.weights.gold * state.stat(Stat::Money) as f64;
        for (item, &count) in state.items.iter().enumerate().filter(|(_, count)| **count > 0) {
            let kind = &self.project.items[item];
            let count = f64::from(count);
            worth += match self.keys.iter().position(|&key| key as usize == item) {
                Some(key) => {
                    self.dear(level) * count * self.weights.keys[key]
                        + self.weights.reserve * (1.0 - 0.5_f64.powf(count))
                }
                None if self.openers.contains(&(item as u32)) => 0.0,
                None if kind.tool => count * self.weights.tool.max(self.saves(state, item as u32, level)),
                None => self.weights.tool,
            };
        }
        let done = self.goals.iter().filter(|&&flag| state.flag(flag).holds()).count();
        worth + self.weights.goal * done as f64
    }

    /// What a fight is expected to cost that the hero cannot win yet.
    pub fn expected(&self, state: &State, enemy: u32) -> f64 {
        let [attack, defence, magic] = [1, 2, 3].map(|stat: usize| state.stats[stat] as f64);
        expected(&state.enemies[enemy as usize], attack, defence, magic)
    }

    /// What using an item would give that acts on the hero alone, in hp: it can be kept until it is needed.
    fn saves(&self, state: &State, item: u32, level: usize) -> f64 {
        let kind = &self.project.items[item as usize];
        if kind.kind.is_some() || kind.use_effect.is_none() {
            return 0.0;
        }
        let mut after = state.clone();
        let used = tools::use_tool(self.project, &mut after, item, &[]);
        let gained = if used.is_ok() { after.stat(Stat::Hp) - state.stat(Stat::Hp) } else { 0 };
        self.hp_share(level) * gained as f64
    }

    /// The hero's keys: yellow, blue, red; fewer than none are owed.
    pub fn keys(&self, state: &State) -> [i64; 3] {
        self.keys.map(|key| state.item(key))
    }

    fn content(&mut self, floor: &FloorState, number: u16, state: &State) -> Arc<Content> {
        let key = (number, floor.hash);
        if let Some(content) = self.contents.get(&key) {
            return Arc::clone(content);
        }
        if self.contents.len() >= self.most {
            self.contents.clear();
        }
        let content = Arc::new(self.look(floor, number, state));
        self.contents.insert(key, Arc::clone(&content));
        content
    }

    fn look(&self, floor: &FloorState, number: u16, state: &State) -> Content {
        let mut content = Content::default();
        let ratio = self.project.floors[usize::from(number)].ratio;
        let shut: Vec<&Vault> =
            self.vaults[usize::from(number)].iter().filter(|vault| vault.is_shut(self.project, floor)).collect();
        content.shut = vec![Treasure::default(); shut.len()];
        for cell in 0..floor.numbers.len() {
            let block = floor.visible(cell as u16).and_then(|number| self.project.block(number));
            let Some(block) = block else { continue };
            if let Some(enemy) = block.enemy.filter(|&enemy| (enemy as usize) < state.enemies.len()) {
                content.gold += state.enemies[enemy as usize].money as f64;
                match content.enemies.iter_mut().find(|(known, _)| *known == enemy) {
                    Some((_, count)) => *count += 1.0,
                    None => content.enemies.push((enemy, 1.0)),
                }
            }
            if let Some(item) = block.item {
                let [attack, defence, hp] = self.gives.get(item as usize).copied().unwrap_or_default();
                let id = self.project.tables.items.name(item);
                // Swords are worth the same on every floor.
                let times = if id.ends_with("Gem") || id.ends_with("Potion") { ratio } else { 1.0 };
                let key = if self.keys.contains(&item) { self.price(item) } else { 0.0 };
                let vault = shut.iter().position(|vault| vault.cells.contains(&(cell as u16)));
                let Content { gems, potions, keys, shut, .. } = &mut content;
                let (gems, potions, keys) = match vault.and_then(|number| shut.get_mut(number)) {
                    Some(room) => (&mut room.gems, &mut room.potions, &mut room.keys),
                    None => (gems, potions, keys),
                };
                gems[0] += attack * times;
                gems[1] += defence * times;
                *potions += hp * times;
                *keys += key;
            }
        }
        content
    }
}

/// What a monster is expected to cost a hero of this strength: the formula of fights made smooth, so that a monster that cannot
/// be wounded yet costs more the further the hero is from it.
fn expected(enemy: &Enemy, attack: f64, defence: f64, magic: f64) -> f64 {
    /// Rounds from which more of them count in proportion to the attack that is missing.
    const LONG_FIGHT: f64 = 20.0;
    let monster = if enemy.has(3) { enemy.defence.max(attack - 1.0) } else { enemy.defence };
    let least = (enemy.hp / LONG_FIGHT).max(1.0);
    let dealt = attack - monster;
    let rounds = if dealt >= least { enemy.hp / dealt } else { LONG_FIGHT + LONG_FIGHT * (least - dealt) / least };
    let blow = if enemy.has(2) { enemy.attack } else { (enemy.attack - defence).max(0.0) };
    ((rounds - 1.0).max(0.0) * blow - magic).max(0.0)
}
