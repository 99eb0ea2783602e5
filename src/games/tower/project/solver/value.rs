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
    /// Worth of doors.
    doors: f64,
}

/// What things are worth, in hp.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A piece of gold.
    pub gold: f64,
    /// Keys: yellow, blue, red.
    pub keys: [f64; 3],
    /// What the first key of a kind is worth beyond that; each further one half of what the one before was.
    pub reserve: f64,
    /// The share of a key's worth that a closed door counts.
    pub door: f64,
    /// A tool.
    pub tool: f64,
    /// A floor that was reached.
    pub floor: f64,
    /// A thing done that the end of the game asks for.
    pub goal: f64,
    /// The share of the expected damage that counts.
    pub damage: f64,
    /// How many floors above a monster's the gems lie that the hero is expected to have when he fights it.
    pub foresight: usize,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            gold: 5.0,
            keys: [20.0, 100.0, 500.0],
            reserve: 300.0,
            door: 0.8,
            tool: 500.0,
            floor: 100.0,
            goal: 20_000.0,
            damage: 1.0,
            foresight: 9,
        }
    }
}

/// An event that sets the hero's numbers anew: its floor, its cell, and the numbers.
type Reset = (u16, u16, Vec<(Stat, i64)>);

/// The worth of states of a project.
pub struct Judge<'a> {
    project: &'a Project,
    weights: Weights,
    contents: FxHashMap<(u16, u64), Arc<Content>>,
    /// Attack and defence, hp and item that an item gives at once.
    gives: Vec<[f64; 3]>,
    keys: [u32; 3],
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
        Judge {
            project,
            weights,
            contents: FxHashMap::default(),
            gives: project.items.iter().map(|item| gives(project, &item.effect)).collect(),
            keys: [key("yellowKey"), key("blueKey"), key("redKey")],
            resets: resets(project),
            goals: goals(project),
        }
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

    /// The worth of a state, in hp.
    pub fn worth(&mut self, state: &State) -> f64 {
        let mut stats = [0, 1, 2, 3].map(|stat: usize| state.stats[stat] as f64);
        for &(stat, number) in self.pending_reset(state).unwrap_or(&[]) {
            if let Some(place) = stats.get_mut(stat as usize) {
                *place = number as f64;
            }
        }
        let mut worth = stats[0];
        let mut kept = 0.0;
        let count = state.floors.len();
        let contents: Vec<Arc<Content>> =
            (0..count).map(|floor| self.content(&state.floors[floor], floor as u16, state)).collect();
        let mut gems = [0.0; 2];
        let mut counted = 0;
        for (floor, content) in contents.iter().enumerate() {
            while counted < count && counted <= floor + self.weights.foresight {
                gems[0] += contents[counted].gems[0];
                gems[1] += contents[counted].gems[1];
                counted += 1;
            }
            let (attack, defence) = (stats[1] + gems[0], stats[2] + gems[1]);
            let cost = |&(enemy, count): &(u32, f64)| {
                count * expected(&state.enemies[enemy as usize], attack, defence, stats[3])
            };
            worth -= self.weights.damage * content.enemies.iter().map(cost).sum::<f64>();
            worth -= content.doors;
            kept += content.potions;
            worth += if state.has_visited(floor) { self.weights.floor } else { 0.0 };
        }
        // A potion that lies there will be drunk, or not.
        worth += 0.3 * kept;
        worth + self.carried(state)
    }

    /// What the hero carries.
    fn carried(&self, state: &State) -> f64 {
        let mut worth = self.weights.gold * state.stat(Stat::Money) as f64;
        for (item, &count) in state.items.iter().enumerate().filter(|(_, count)| **count > 0) {
            let kind = &self.project.items[item];
            let count = f64::from(count);
            worth += match self.keys.iter().position(|&key| key as usize == item) {
                Some(key) => count * self.weights.keys[key] + self.weights.reserve * (1.0 - 0.5_f64.powf(count)),
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
            }
            for &(key, count) in block.keys.iter().flatten() {
                if let Some(key) = self.keys.iter().position(|&known| known == key) {
                    content.doors += self.weights.door * self.weights.keys[key] * count as f64;
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
