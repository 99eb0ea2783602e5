//! What a state promises: hp, less what the fights still to come cost, and the worth of what the hero carries.
//!
//! A monster is counted at the strength that the hero will have there: what he has, and every gem and sword that still lies
//! on its floor or below. So a gem is worth what it saves in the fights that come before it would be taken anyway, and a
//! fight whose damage is no more than was expected costs nothing.

use super::super::action::{Action, Actions, Assign, Target};
use super::super::expression::Stat;
use super::super::model::{Enemy, Project};
use super::super::state::{FloorState, State};
use super::super::value::Value;
use super::shops::Shops;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What lies on a floor.
#[derive(Clone, Debug, Default)]
struct Content {
    /// Kinds of monsters and how many of each.
    enemies: Vec<(u32, f64)>,
    /// Attack and defence in gems and swords.
    gems: [f64; 2],
    /// Hp in potions.
    potions: f64,
    /// Gold of monsters.
    gold: f64,
    /// Worth of keys that lie there.
    keys: f64,
}

/// What things are worth, in hp.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A piece of gold, beside what it buys.
    pub gold: f64,
    /// The share of what gold would buy that counts before it is bought, in a shop within reach.
    pub purse: f64,
    /// The same in a shop that is not within reach.
    pub credit: f64,
    /// Keys: yellow, blue, red.
    pub keys: [f64; 3],
    /// What the first key of a kind is worth beyond that; each further one half of what the one before was.
    pub reserve: f64,
    /// A tool.
    pub tool: f64,
    /// A thing done that the end of the game asks for.
    pub goal: f64,
    /// The level at which hp is worth one half of what it is at first: later floors give more of it.
    pub rise: f64,
    /// In so many levels keys become dearer by as much as they are worth at first.
    pub dear: f64,
    /// What having next to no hp costs.
    pub fear: f64,
    /// What a decision costs that neither pays nor opens a way.
    pub idle: f64,
    /// The share of the expected damage that counts.
    pub damage: f64,
    /// The share of a gem's worth that counts while it lies there.
    pub gems: f64,
    /// The share of the gems of floors ahead that is expected to be taken there.
    pub growth: f64,
    /// The share of the gold that monsters left behind count.
    pub left: f64,
    /// The share of a key's worth that counts while it lies there.
    pub lying: f64,
    /// What a floor's fights count of those of the floor below, above the level.
    pub fade: f64,
    /// What the fights below the level count.
    pub behind: f64,
    /// The share of a potion that lies there.
    pub potions: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            gold: 0.2,
            purse: 0.9,
            credit: 0.5,
            keys: [20.0, 100.0, 500.0],
            reserve: 300.0,
            tool: 500.0,
            goal: 5_000.0,
            rise: 1e6,
            dear: 1e6,
            fear: 0.0,
            idle: 30.0,
            damage: 0.27,
            gems: 0.46,
            growth: 1.0,
            left: 0.2,
            lying: 0.65,
            fade: 0.85,
            behind: 0.12,
            potions: 0.3,
        }
    }
}

/// So much hp takes one half of the fear.
const SCARCE: f64 = 100.0;

/// As many monsters as a floor has, or nearly.
const CROWD: f64 = 10.0;

impl Weights {
    /// Those of a player who holds on to keys and never lets hp run out, and for whom hp counts less on later floors.
    pub(super) fn careful() -> Weights {
        Weights { rise: 20.0, dear: 12.0, fear: 200.0, damage: 0.25, credit: 0.6, ..Weights::default() }
    }

    /// The weights that a search may change.
    pub(super) fn all(&mut self) -> [&mut f64; 19] {
        let Weights {
            gold,
            purse,
            credit,
            keys,
            reserve,
            tool,
            goal,
            rise,
            dear,
            fear,
            idle: _,
            damage,
            gems,
            growth,
            left,
            lying,
            fade: _,
            behind,
            potions,
        } = self;
        let [yellow, blue, red] = keys;
        [
            gold, purse, credit, yellow, blue, red, reserve, tool, goal, rise, dear, fear, damage, gems, growth, left,
            lying, behind, potions,
        ]
    }

    /// Puts shares that grew too large back below 1.
    pub(super) fn mend(&mut self) {
        for share in [&mut self.purse, &mut self.credit, &mut self.gems, &mut self.lying, &mut self.potions] {
            *share = share.min(0.98);
        }
    }
}

/// An event that sets the hero's numbers anew: its floor, its cell, and the numbers.
type Reset = (u16, u16, Vec<(Stat, i64)>);

/// The worth of states of a project.
pub struct Judge<'a> {
    project: &'a Project,
    /// What things are worth.
    pub weights: Weights,
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
}

impl<'a> Judge<'a> {
    /// A judge of a project.
    pub fn new(project: &'a Project, weights: Weights) -> Self {
        let items = &project.tables.items;
        let key = |id: &str| items.find(id).unwrap_or(u32::MAX);
        let mut judge = Judge {
            project,
            weights,
            contents: FxHashMap::default(),
            first: Vec::new(),
            before: Vec::new(),
            strengths: FxHashMap::default(),
            gives: project.items.iter().map(|item| gives(project, &item.effect)).collect(),
            shops: Shops::new(project),
            keys: [key("yellowKey"), key("blueKey"), key("redKey")],
            resets: resets(project),
            goals: goals(project),
        };
        let state = State::new(project);
        judge.first =
            (0..state.floors.len()).map(|floor| judge.look(&state.floors[floor], floor as u16, &state)).collect();
        let counts = judge.first.iter().map(|content| content.enemies.iter().map(|(_, count)| count).sum::<f64>());
        judge.before = counts.scan(0.0, |sum, count| Some(std::mem::replace(sum, *sum + count))).collect();
        judge
    }

    /// The hero's numbers as the next event that sets them anew will leave them; none where there is no such event.
    pub fn pending_reset(&self, state: &State) -> Option<&[(Stat, i64)]> {
        let pending = self.resets.iter().find(|(floor, cell, _)| {
            let floor = &state.floors[usize::from(*floor)];
            floor.bits[usize::from(*cell)] == super::super::state::PRESENT
        });
        pending.map(|(_, _, numbers)| numbers.as_slice())
    }

    /// Whether taking an item raises attack, defence or hp.
    pub fn raises(&self, item: u32) -> bool {
        let gives = self.gives.get(item as usize).copied().unwrap_or_default();
        gives.iter().any(|&part| part != 0.0)
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
        let hp = weights.rise / (weights.rise + level as f64);
        let mut worth = hp * stats[0] as f64 - weights.fear * SCARCE / (hp * stats[0].max(0) as f64 + SCARCE);
        let mut lying = [0.0; 2];
        for floor in (0..state.floors.len()).filter(|&floor| state.has_visited(floor)) {
            let content = self.content(&state.floors[floor], floor as u16, state);
            worth += hp * weights.potions * content.potions;
            worth += weights.left * content.gold * weights.gold + weights.lying * self.dear(level) * content.keys;
            lying[0] += content.gems[0];
            lying[1] += content.gems[1];
        }
        let hero =
            [stats[1] as f64 + weights.gems * lying[0], stats[2] as f64 + weights.gems * lying[1], stats[3] as f64];
        worth + self.bought(state, level, shops, hero) + self.carried(state, level)
    }

    /// What the fights ahead cost, where the hero's gold buys what helps most.
    fn bought(&mut self, state: &State, level: usize, shops: u64, hero: [f64; 3]) -> f64 {
        let gold = state.stat(Stat::Money) as f64;
        let hp = self.weights.rise / (self.weights.rise + level as f64);
        let mut best = self.strength(state, level, hero);
        let offers = self.shops.offers(self.project, state);
        for (shop, offer) in offers.iter() {
            let share = if shops & shop != 0 { self.weights.purse } else { self.weights.credit };
            let count = share * offer.purchases(gold);
            let [attack, defence, more] = offer.gives.map(|give| give * count);
            let with = self.strength(state, level, [hero[0] + attack, hero[1] + defence, hero[2]]) + hp * more;
            best = best.max(with);
        }
        best
    }

    /// How much dearer keys are on a level than at first.
    fn dear(&self, level: usize) -> f64 {
        1.0 + level as f64 / self.weights.dear
    }

    /// What a key is worth at first, in hp.
    pub fn price(&self, key: u32) -> f64 {
        self.keys.iter().position(|&known| known == key).map_or(self.weights.keys[2], |key| self.weights.keys[key])
    }

    /// What the fights ahead cost a hero of such attack, defence and magic defence.
    fn strength(&mut self, state: &State, level: usize, hero: [f64; 3]) -> f64 {
        let hero = hero.map(|stat| (stat * 10.0) as i64);
        let key = (level, hero, state.enemies_hash);
        if let Some(&known) = self.strengths.get(&key) {
            return known;
        }
        let known = self.ahead(state, level, hero);
        self.strengths.insert(key, known);
        known
    }

    fn ahead(&self, state: &State, level: usize, hero: [i64; 3]) -> f64 {
        let weights = self.weights;
        let [mut attack, mut defence, magic] = hero.map(|stat| stat as f64 / 10.0);
        let mut worth = 0.0;
        for (floor, content) in self.first.iter().enumerate() {
            // Floors with few monsters are soon passed.
            let distance = (self.before[floor.max(level)] - self.before[floor.min(level)]) / CROWD;
            let share = weights.fade.powf(distance) * if floor < level { weights.behind } else { 1.0 };
            if floor > level {
                attack += weights.growth * content.gems[0];
                defence += weights.growth * content.gems[1];
            }
            if share < 0.01 {
                continue;
            }
            let cost =
                |&(enemy, count): &(u32, f64)| count * expected(&state.enemies[enemy as usize], attack, defence, magic);
            worth -= share * weights.damage * content.enemies.iter().map(cost).sum::<f64>();
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
                None if kind.tool => count * self.weights.tool,
                None => self.weights.tool,
            };
        }
        let done = self.goals.iter().filter(|&&flag| state.flag(flag).holds()).count();
        worth + self.weights.goal * done as f64
    }

    /// The hero's keys: yellow, blue, red.
    pub fn keys(&self, state: &State) -> [i64; 3] {
        self.keys.map(|key| state.item(key))
    }

    fn content(&mut self, floor: &FloorState, number: u16, state: &State) -> Arc<Content> {
        let key = (number, floor.hash);
        if let Some(content) = self.contents.get(&key) {
            return Arc::clone(content);
        }
        if self.contents.len() > 400_000 {
            self.contents.clear();
        }
        let content = Arc::new(self.look(floor, number, state));
        self.contents.insert(key, Arc::clone(&content));
        content
    }

    fn look(&self, floor: &FloorState, number: u16, state: &State) -> Content {
        let mut content = Content::default();
        let ratio = self.project.floors[usize::from(number)].ratio;
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
                content.gems[0] += attack * times;
                content.gems[1] += defence * times;
                content.potions += hp * times;
                if self.keys.contains(&item) {
                    content.keys += self.price(item);
                }
            }
        }
        content
    }
}

/// What a monster is expected to cost a hero of this strength: the formula of fights made smooth, so that a monster that cannot
/// be wounded yet costs more the further the hero is from it.
fn expected(enemy: &Enemy, attack: f64, defence: f64, magic: f64) -> f64 {
    /// Rounds from which more of them count in proportion to the attack that is missing.
    const LONG: f64 = 20.0;
    let monster = if enemy.has(3) { enemy.defence.max(attack - 1.0) } else { enemy.defence };
    let least = (enemy.hp / LONG).max(1.0);
    let dealt = attack - monster;
    let rounds = if dealt >= least { enemy.hp / dealt } else { LONG + LONG * (least - dealt) / least };
    let blow = if enemy.has(2) { enemy.attack } else { (enemy.attack - defence).max(0.0) };
    ((rounds - 1.0).max(0.0) * blow - magic).max(0.0)
}

/// Attack, defence and hp that an effect gives where nothing multiplies it.
fn gives(project: &Project, effect: &Actions) -> [f64; 3] {
    let mut state = State::new(project);
    // Any floor will do whose gems count once.
    state.floor = project.floors.iter().position(|floor| floor.ratio == 1.0).unwrap_or(0) as u16;
    let before = state.stats;
    let ran = super::super::run::Run::new(project, &mut state, &[]).event(effect, 0, 0);
    let change = |stat: Stat| (state.stats[stat as usize] - before[stat as usize]) as f64;
    if ran.is_err() { [0.0; 3] } else { [change(Stat::Attack), change(Stat::Defence), change(Stat::Hp)] }
}

/// Events that give attack and defence new numbers.
fn resets(project: &Project) -> Vec<Reset> {
    let mut all = Vec::new();
    for (floor, kind) in project.floors.iter().enumerate() {
        for (cell, event) in kind.events.iter().enumerate() {
            let Some(event) = event.as_deref() else { continue };
            let mut numbers = Vec::new();
            for action in &event.actions {
                if let Action::SetValue(Target::Status(stat), Assign::Set, value) = action
                    && let super::super::expression::Expression::Constant(Value::Number(number)) = value
                {
                    numbers.push((*stat, *number as i64));
                }
            }
            if numbers.iter().any(|(stat, _)| matches!(stat, Stat::Attack | Stat::Defence)) {
                all.push((floor as u16, cell as u16, numbers));
            }
        }
    }
    all
}

/// Flags that conditions of events ask for that lead to floors where no stairs lead.
fn goals(project: &Project) -> Vec<u32> {
    let mut all = Vec::new();
    for kind in &project.floors {
        for event in kind.events.iter().flatten() {
            for action in &event.actions {
                let Action::If(super::super::expression::Expression::Flag(flag), yes, _) = action else { continue };
                if yes
                    .iter()
                    .any(|action| matches!(action, Action::ChangeFloor(super::super::action::FloorOf::At(_), _)))
                {
                    all.push(*flag);
                }
            }
        }
    }
    all
}
