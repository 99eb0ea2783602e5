//! What still stands between a state and the floors above it: the cheapest way to the stairs up, as if every fight could be won and
//! every key be had at a price.
//!
//! A state that has won a fight on that way, or has found the key for a door there, is nearer to the next floor by what it paid. So
//! a search does not drop it for one that has kept more and gets no further.

use super::super::action::{Action, FloorOf};
use super::super::fight;
use super::super::model::Project;
use super::super::state::{PRESENT, State};
use super::super::walk::{self, Ahead};
use super::debt::KEYS;
use super::expand::cells;
use super::reach::Reach;
use super::region::{NONE, steps};
use super::survey::{constant, each};
use super::value::Judge;
use meihua_contracts::random::mix;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Factor on the worth of a key that the hero does not have.
const MISSING: f64 = 25.0;

/// What it costs to bring a hidden event to light.
const HIDDEN_COST: f64 = 300.0;

/// Maximum cost of a way.
pub(super) const MAX_COST: f64 = 40_000.0;

/// What leads on: cells of floors, found once.
pub(super) struct Exits {
    /// The cells of each floor from where the hero gets to a higher one.
    ends: Vec<Vec<u16>>,
    /// The monsters that hold a door: by floor and cell of the door.
    guards: FxHashMap<(u16, u16), Vec<u16>>,
    /// The cells that an event opens on its own floor.
    opened: FxHashMap<(u16, u16), Vec<u16>>,
    /// The events of other floors that open a cell, by floor and cell: floor and cell of each.
    afar: FxHashMap<(u16, u16), Vec<(u16, u16)>>,
    /// The floors of those, by floor.
    from: Vec<Vec<u16>>,
    /// The fights that an event forces.
    forced: FxHashMap<(u16, u16), Vec<u32>>,
    /// Keys that appear once some monsters are dead, by item: floor and cells of the monsters, and the cell of the key's event.
    rewards: FxHashMap<u32, Vec<(u16, Vec<u16>)>>,
    known: FxHashMap<u64, f64>,
    /// As many costs are remembered.
    most: usize,
}

impl Exits {
    /// Those of a project, with a limit on the costs that are remembered.
    pub(super) fn new(project: &Project, most: usize) -> Exits {
        let mut exits = Exits {
            ends: vec![Vec::new(); project.floors.len()],
            guards: FxHashMap::default(),
            opened: FxHashMap::default(),
            afar: FxHashMap::default(),
            from: vec![Vec::new(); project.floors.len()],
            forced: FxHashMap::default(),
            rewards: FxHashMap::default(),
            known: FxHashMap::default(),
            most,
        };
        for floor in 0..project.floors.len() as u16 {
            exits.read(project, floor);
        }
        for (&(floor, _), events) in &exits.afar {
            exits.from[usize::from(floor)].extend(events.iter().map(|&(from, _)| from));
        }
        for from in &mut exits.from {
            from.sort_unstable();
            from.dedup();
        }
        exits
    }

    fn read(&mut self, project: &Project, number: u16) {
        let floor = &project.floors[usize::from(number)];
        let leads_up = |action: &Action| match action {
            Action::ChangeFloor(to, _) => to.number(number, project.floors.len()).is_some_and(|to| to > number),
            _ => false,
        };
        let ends = &mut self.ends[usize::from(number)];
        ends.extend(floor.stairs.iter().filter(|(_, action)| leads_up(action)).map(|(&cell, _)| cell));
        for (cell, event) in floor.events.iter().enumerate() {
            let (cell, Some(event)) = (cell as u16, event.as_deref()) else { continue };
            let (mut opened, mut forced) = (Vec::new(), Vec::new());
            each(&event.actions, &mut |action| match action {
                Action::OpenDoor(FloorOf::Here, at, _) => opened.extend(constant(project, number, at)),
                Action::SetBlock(0, FloorOf::Here, on) | Action::Hide(FloorOf::Here, on, _) => {
                    opened.extend(on.iter().filter_map(|at| constant(project, number, at)));
                }
                Action::SetBlock(0, FloorOf::At(to), on) | Action::Hide(FloorOf::At(to), on, _)
                    if *to != usize::from(number) =>
                {
                    for at in on.iter().filter_map(|at| constant(project, *to as u16, at)) {
                        self.afar.entry((*to as u16, at)).or_default().push((number, cell));
                    }
                }
                Action::Battle(enemy) => forced.push(*enemy),
                action if leads_up(action) => ends.push(cell),
                _ => {}
            });
            self.opened.insert((number, cell), opened);
            self.forced.insert((number, cell), forced);
        }
        ends.sort_unstable();
        ends.dedup();
        for (&cell, actions) in &floor.after_battle {
            each(actions, &mut |action| {
                if let Action::OpenDoor(FloorOf::Here, at, _) = action
                    && let Some(door) = constant(project, number, at)
                {
                    self.guards.entry((number, door)).or_default().push(cell);
                }
            });
        }
        for auto in &floor.auto {
            let mut asked = Vec::new();
            cells(&auto.condition, &mut asked);
            let asked: Vec<u16> = asked.into_iter().filter_map(|(x, y)| floor.cell(x, y)).collect();
            each(&auto.actions, &mut |action| {
                if let Action::SetBlock(block, FloorOf::Here, _) = action
                    && let Some(item) = project.block(*block).and_then(|block| block.item)
                {
                    self.rewards.entry(item).or_default().push((number, asked.clone()));
                }
                if let Action::OpenDoor(FloorOf::Here, at, _) = action
                    && let Some(door) = constant(project, number, at)
                {
                    self.guards.entry((number, door)).or_default().extend(&asked);
                }
            });
        }
        for guards in self.guards.values_mut() {
            guards.sort_unstable();
            guards.dedup();
        }
    }

    /// What the way up costs from what a state reaches on its highest floor, in hp; none where it does not get there now.
    pub(super) fn cost(
        &mut self,
        project: &Project,
        judge: &Judge<'_>,
        state: &State,
        reach: &Reach,
        floor: u16,
    ) -> Option<f64> {
        if self.ends[usize::from(floor)].is_empty() {
            return Some(0.0);
        }
        reach.on(floor).next()?;
        let mut key = state.floors[usize::from(floor)].hash ^ mix(u64::from(floor)) ^ state.enemies_hash;
        let rewards = self.rewards.values().flatten().map(|&(floor, _)| floor);
        for afar in rewards.chain(self.from[usize::from(floor)].iter().copied()) {
            key = key.wrapping_add(mix(state.floors[usize::from(afar)].hash ^ mix(u64::from(afar) + 500)));
            key = reach
                .on(afar)
                .fold(key, |key, region| key.wrapping_add(mix(u64::from(region) + u64::from(afar) * 2_000)));
        }
        let have = state.items.iter().enumerate().filter(|(_, count)| **count > 0);
        key = have.fold(key, |key, (item, &count)| key.wrapping_add(mix((item as u64) << 8 | count.min(9) as u64)));
        key = state.stats[1..4].iter().fold(key, |key, &stat| mix(key ^ stat as u64));
        key = reach.on(floor).fold(key, |key, region| key.wrapping_add(mix(u64::from(region) + 1_000)));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let way = Way { exits: self, project, judge, state, reach, floor, is_near: true };
        let cost = way.search(&self.ends[usize::from(floor)], [0; KEYS]).0;
        self.known.insert(key, cost);
        Some(cost)
    }
}

/// The search for the way up on a floor.
#[derive(Clone, Copy)]
struct Way<'w, 'a> {
    exits: &'w Exits,
    project: &'w Project,
    judge: &'w Judge<'a>,
    state: &'w State,
    reach: &'w Reach,
    floor: u16,
    /// Whether it is the way up itself, and not that to what opens it from afar.
    is_near: bool,
}

impl Way<'_, '_> {
    /// What the way to one of some cells costs a hero who has used `used` keys, and how many keys are used then.
    fn search(&self, ends: &[u16], before: [i64; KEYS]) -> (f64, [i64; KEYS]) {
        let Some(regions) = self.reach.floors.get(usize::from(self.floor)).and_then(Option::as_ref) else {
            return (MAX_COST, before);
        };
        let mut cost = vec![f64::INFINITY; regions.of.len()];
        let mut used = vec![before; regions.of.len()];
        let mut heap = BinaryHeap::new();
        for (cell, &region) in regions.of.iter().enumerate() {
            if region != NONE && self.reach.has(self.floor, region) {
                cost[cell] = 0.0;
                heap.push(Reverse((0, cell as u16)));
            }
        }
        while let Some(Reverse((so_far, cell))) = heap.pop() {
            if ends.contains(&cell) {
                return (f64::from(so_far).min(MAX_COST), used[usize::from(cell)]);
            }
            if f64::from(so_far) > cost[usize::from(cell)] {
                continue;
            }
            let opened = self.exits.opened.get(&(self.floor, cell)).into_iter().flatten().map(|&to| (to, Some(0.0)));
            let beside = steps(self.project, self.floor, cell).map(|edge| (edge.to, None));
            for (to, free) in opened.chain(beside) {
                let mut keys = used[usize::from(cell)];
                let through = free.or_else(|| self.through(to, ends.contains(&to), &mut keys));
                let Some(more) = through else { continue };
                let sum = (f64::from(so_far) + more).min(MAX_COST).floor();
                if sum < cost[usize::from(to)] {
                    cost[usize::from(to)] = sum;
                    used[usize::from(to)] = keys;
                    heap.push(Reverse((sum as u32, to)));
                }
            }
        }
        (MAX_COST, before)
    }

    /// What walking through a cell costs a hero who has used `used` keys on the way there; `None` if no way leads through it.
    fn through(&self, cell: u16, is_end: bool, used: &mut [i64; KEYS]) -> Option<f64> {
        let (what, outside) = walk::ahead(self.project, self.state, usize::from(self.floor), cell);
        match what {
            Ahead::Nothing if outside => self.opened_afar(cell),
            Ahead::Nothing => Some(0.0),
            Ahead::Item(_) | Ahead::Melts => Some(0.0),
            Ahead::Stairs(_) => is_end.then_some(0.0),
            Ahead::Event(_) if outside && !is_end && self.exits.afar.contains_key(&(self.floor, cell)) => {
                self.opened_afar(cell)
            }
            Ahead::Event(_) => {
                let forced = self.exits.forced.get(&(self.floor, cell)).into_iter().flatten();
                Some(forced.map(|&enemy| self.fight(enemy, None)).sum())
            }
            Ahead::Battle(enemy) => Some(self.fight(enemy, Some(cell))),
            Ahead::Door(keys) => {
                let held = self.exits.guards.get(&(self.floor, cell)).map(|guards| {
                    let standing = guards.iter().filter_map(|&guard| {
                        let enemy = fight::enemy_on(self.project, self.state, self.floor, guard)?;
                        Some(self.fight(enemy, Some(guard)))
                    });
                    standing.sum()
                });
                Some(held.unwrap_or_else(|| keys.iter().map(|&key| self.key(key, used)).sum()))
            }
            Ahead::Unknown(_) => None,
        }
    }

    /// What opening a wall from another floor costs; none where nothing opens it.
    fn opened_afar(&self, cell: u16) -> Option<f64> {
        let events = self.exits.afar.get(&(self.floor, cell)).filter(|_| self.is_near)?;
        let costs = events.iter().filter_map(|&(floor, event)| {
            // An event that is hidden waits for another one.
            let bits = self.state.floors[usize::from(floor)].bits[usize::from(event)];
            let waits = if bits == PRESENT { 0.0 } else { HIDDEN_COST };
            let way = Way { floor, is_near: false, ..*self };
            (bits != 0).then(|| waits + way.search(&[event], [0; KEYS]).0)
        });
        costs.min_by(f64::total_cmp)
    }

    /// What a key costs beyond those that the hero has and has not used.
    fn key(&self, (key, count): (u32, i64), used: &mut [i64; KEYS]) -> f64 {
        let mut before = 0;
        if let Some(used) = self.judge.kind_of_key(key).and_then(|kind| used.get_mut(kind)) {
            before = *used;
            *used += count;
        }
        let missing = (before + count - self.state.item(key).max(0)).clamp(0, count) as f64;
        let bought = self.judge.price(key) * MISSING;
        let asks = missing > 0.0 && self.is_near;
        let won = asks.then(|| self.reward(key)).flatten().unwrap_or(bought);
        missing * won.min(bought)
    }

    /// What it costs to win a key: the ways to the monsters that hold it.
    fn reward(&self, key: u32) -> Option<f64> {
        let all = self.exits.rewards.get(&key)?.iter().map(|(floor, guards)| {
            let way = Way { floor: *floor, is_near: false, ..*self };
            let mut keys = [0; KEYS];
            let mut sum = 0.0;
            let stands = |guard: &&u16| fight::enemy_on(self.project, self.state, *floor, **guard).is_some();
            let mut any = false;
            for &guard in guards.iter().filter(stands) {
                let (cost, used) = way.search(&[guard], keys);
                (sum, keys, any) = (sum + cost, used, true);
            }
            if any { sum } else { f64::INFINITY }
        });
        all.min_by(f64::total_cmp)
    }

    fn fight(&self, enemy: u32, cell: Option<u16>) -> f64 {
        match fight::fight_on(self.project, self.state, self.floor, enemy, cell) {
            Some(_) => 0.0,
            None => self.judge.expected(self.state, enemy),
        }
    }
}
