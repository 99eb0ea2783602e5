//! Proofs of made-up towers with tools, equipment, altars and events of every kind, held against every key by the rules.

use super::fidelity::row;
use super::platform::{proven, set};
use super::project::*;
use meihua_contracts::random::SplitMix64;
use meihua_mota::expression::Stat;
use meihua_mota::keystroke::{Key, press};
use meihua_mota::model::Tile;
use meihua_mota::plan::keys::keys;
use meihua_mota::plan::search::{Limits, Outcome, search};
use meihua_mota::run::Halt;
use meihua_mota::state::{Ending, State};
use meihua_mota::walk::begin;
use meihua_mota::{Project, read, route};
use serde_json::{Value as Json, json};
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

/// States of the exhaustive search beyond which a tower is left out.
const MAX_STATES: usize = 60_000;

/// The most hp with which a tower can be won, `None` if it cannot, by pressing every key in every state; an error where there are too many
/// states, or a question that the search may not end.
fn truth(project: &Project) -> Result<Option<i64>, &'static str> {
    let start = begin(project, &[]).map_err(|_| "it does not begin")?;
    let name = |state: &State| (state.hash(), state.floor, state.x, state.y);
    let mut seen = HashSet::from([name(&start)]);
    let mut queue = VecDeque::from([start]);
    let mut best = None;
    while let Some(state) = queue.pop_front() {
        if seen.len() > MAX_STATES {
            return Err("too many states");
        }
        for (turn, key) in all_keys(project, &state) {
            let mut turned = state.clone();
            turned.direction = turn.unwrap_or(turned.direction);
            let mut scripts = vec![Vec::new()];
            while let Some(script) = scripts.pop() {
                let mut after = turned.clone();
                match press(project, &mut after, key, &script) {
                    Ok((true, used))
                        if used == script.len() && after.ending == Ending::None && seen.insert(name(&after)) =>
                    {
                        queue.push_back(after);
                    }
                    Err(Halt::Choose(answers)) if script.len() < 8 => {
                        scripts.extend(answers.into_iter().map(|answer| [&script[..], &[answer]].concat()));
                    }
                    Err(Halt::Choose(_)) => {}
                    Err(Halt::Over) if after.ending == Ending::Won => best = best.max(Some(after.stat(Stat::Hp))),
                    _ => {}
                }
            }
        }
    }
    Ok(best)
}

/// Every key that may do something, each item in every direction.
fn all_keys(project: &Project, state: &State) -> Vec<(Option<u8>, Key)> {
    let mut keys: Vec<(Option<u8>, Key)> = (0..4).map(|direction| (None, Key::Step(direction))).collect();
    for item in (0..project.items.len() as u32).filter(|&item| state.item(item) > 0) {
        let kind = &project.items[item as usize];
        if kind.equipment.is_some() {
            keys.push((None, Key::Use(item)));
        } else if kind.tool {
            keys.extend((0..4).map(|direction| (Some(direction), Key::Use(item))));
        }
    }
    keys.extend((0..project.slots.worn.len() as u8).map(|slot| (None, Key::TakeOff(slot))));
    keys
}

/// Makes towers.
struct Maker<'a> {
    random: &'a mut SplitMix64,
}

/// Columns and rows of each floor.
const SIZE: (usize, usize) = (3, 3);

impl Maker<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn cell(&mut self) -> Json {
        json!([self.below(SIZE.0), self.below(SIZE.1)])
    }

    fn change(&mut self, name: &str, operator: &str, value: usize) -> Json {
        json!({"type": "setValue", "name": name, "operator": operator, "value": value.to_string()})
    }

    fn condition(&mut self) -> String {
        let amount = self.below(110);
        match self.below(6) {
            0 => format!("status:hp >= {amount}"),
            1 => format!("status:hp < {amount}"),
            2 => format!("status:atk > {}", 8 + amount / 8),
            3 => format!("flag:a >= {}", 1 + amount % 3),
            4 => "flag:b == 0".to_owned(),
            _ => format!("item:yellowKey >= {}", amount % 3),
        }
    }

    fn action(&mut self, depth: usize) -> Json {
        match self.below(if depth == 0 { 13 } else { 16 }) {
            0 => {
                let (operator, amount) = ([("+=", 15), ("-=", 7), ("=", 60), ("*=", 2)])[self.below(4)];
                self.change("status:hp", operator, amount)
            }
            1 => self.change(["status:atk", "status:def", "status:money"][depth % 3], "+=", 2),
            2 | 3 => self.change(["flag:a", "flag:b"][depth % 2], "+=", 1),
            4 => self.change("item:yellowKey", "+=", 1),
            5 => json!({"type": "openDoor", "loc": self.cell()}),
            6 => json!({"type": "closeDoor", "id": "guarded", "loc": self.cell()}),
            7 => {
                let number = [0, WALL, MONSTER, POTION, DOOR, GEM, BOSS][self.below(7)];
                json!({"type": "setBlock", "number": number.to_string(), "loc": [self.cell()]})
            }
            8 => json!({"type": "hide", "loc": [self.cell()], "remove": true}),
            9 => {
                let (name, value) = ([("atk", 3), ("def", 1), ("hp", 6)])[self.below(3)];
                let operator = ["+=", "-="][self.below(2)];
                json!({"type": "setEnemy", "id": "m0", "name": name, "operator": operator, "value": value.to_string()})
            }
            10 => json!({"type": "changePos", "loc": self.cell()}),
            11 => json!({"type": "changeFloor", "floorId": format!("F{}", self.below(2)), "loc": self.cell()}),
            12 => json!({"type": "hide", "remove": true}),
            13 => {
                let (yes, no) = (self.actions(depth - 1), self.actions(depth - 1));
                json!({"type": "if", "condition": self.condition(), "true": yes, "false": no})
            }
            14 => {
                let choices: Vec<Json> = (0..2 + self.below(2))
                    .map(|number| json!({"text": number.to_string(), "action": self.actions(depth - 1)}))
                    .collect();
                json!({"type": "choices", "choices": choices})
            }
            _ => {
                let price = 4 + self.below(5);
                let gain = self.change(["status:atk", "status:def", "status:hp"][price % 3], "+=", price);
                json!({"type": "while", "condition": "true", "data": [{"type": "choices", "choices": [
                    {"text": "buy", "need": format!("status:money >= {price}"), "action": [
                        {"type": "setValue", "name": "status:money", "operator": "-=", "value": price.to_string()}, gain]},
                    {"text": "leave", "action": [{"type": "break", "n": 1}]}]}]})
            }
        }
    }

    fn actions(&mut self, depth: usize) -> Json {
        (0..self.below(4)).map(|_| self.action(depth)).collect()
    }

    fn floor(&mut self, number: usize) -> (Vec<Vec<u16>>, Json) {
        let specials = [0, 0, 0, 1, 2, 7, 9, 10, 11, 15, 18, 21, 22];
        let mut map = vec![vec![0; SIZE.0]; SIZE.1];
        let (mut events, mut autos) = (json!({}), json!({}));
        let mut after = [json!({}), json!({}), json!({})];
        for (y, row) in map.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                let at = format!("{x},{y}");
                *cell = match self.below(15) {
                    0 | 1 => WALL,
                    2 => KEY,
                    3 => GEM,
                    4 => POTION,
                    5 => DOOR,
                    6 | 7 => MONSTER + specials[self.below(specials.len())],
                    8 => [PICKAXE, BOMB, CENTER_FLY, SWORD, RING, SHIELD_GEM][self.below(6)],
                    9 => {
                        events[&at] = self.actions(2);
                        SHOP
                    }
                    _ => 0,
                };
                match self.below(12) {
                    0 => after[self.random.below(3)][&at] = self.actions(1),
                    1 => {
                        let data = self.actions(1);
                        autos[&at] = json!({"0": {"condition": self.condition(), "currentFloor": self.below(2) == 0,
                            "priority": 0, "delayExecute": false, "multiExecute": false, "data": data}});
                    }
                    _ => {}
                }
            }
        }
        if number == 0 {
            (map[0][0], map[2][1], map[2][2]) = (0, 0, UP);
        } else {
            (map[0][0], map[0][1], map[1][2]) = (DOWN, 0, BOSS);
            after[0]["2,1"] = json!([{"type": "win"}]);
        }
        let [battle, item, door] = after;
        let stairs = if number == 0 {
            json!({"2,2": {"floorId": ":next", "stair": "downFloor"}})
        } else {
            json!({"0,0": {"floorId": ":before", "stair": "upFloor"}})
        };
        (
            map,
            json!({"events": events, "autoEvent": autos, "afterBattle": battle, "afterGetItem": item, "afterOpenDoor": door,
            "changeFloor": stairs, "upFloor": [1, 2], "downFloor": [1, 0]}),
        )
    }
}

/// Numbers of blocks that these towers have besides.
const BOMB: u16 = 48;
const CENTER_FLY: u16 = 49;
const SWORD: u16 = 35;
const RING: u16 = 36;

fn made_up(seed: u64) -> Project {
    let mut random = SplitMix64::new(seed);
    let mut maker = Maker { random: &mut random };
    let floors = [maker.floor(0), maker.floor(1)];
    let numbers = json!({"n": 3, "vampire": 0.1, "damage": 7, "value": 5, "range": 1, "atkValue": 1, "defValue": 1});
    let mut files = files(&floors, &numbers);
    let mut merge = |file: &str, more: Json| {
        let mut all = files.json(file).expect("a file");
        for (name, value) in more.as_object().into_iter().flatten() {
            all[name] = value.clone();
        }
        files.insert(file, format!("var x =\n{all}"));
    };
    let item = |id: &str| json!({"cls": "items", "id": id});
    merge(
        "maps.js",
        json!({BOMB.to_string(): item("bomb"), CENTER_FLY.to_string(): item("centerFly"), SWORD.to_string(): item("sword"),
            RING.to_string(): item("ring")}),
    );
    let tool = json!({"cls": "tools", "useItemEffect": ""});
    merge(
        "items.js",
        json!({"bomb": tool, "centerFly": tool,
        "sword": {"cls": "equips", "equip": {"type": 0, "value": {"atk": 4}}},
        "ring": {"cls": "equips", "equip": {"type": 0, "value": {"def": 2}, "percentage": {"atk": -20}}}}),
    );
    read::project(&files).expect("a project")
}

/// What is wrong with what a search says of a tower, if anything.
fn fault(project: &Project, found: &Outcome, truth: Option<i64>) -> Option<String> {
    let hp = found.plan.as_ref().map(|plan| plan.end.stat(Stat::Hp));
    if found.proven && hp != truth {
        return Some(format!("{hp:?} proven, {truth:?}"));
    }
    if hp > truth {
        return Some(format!("{hp:?} claimed, {truth:?}"));
    }
    let plan = found.plan.as_ref()?;
    let walked = keys(project, &plan.moves).map(|(keys, _)| route::parse(project, &route::text(project, &keys)));
    let Ok(Ok(keys)) = walked else { return Some("a plan that cannot be walked".to_owned()) };
    let replayed = route::replay(project, &keys);
    let end = (replayed.fault.is_none(), replayed.state.ending, Some(replayed.state.stat(Stat::Hp)));
    (end != (true, Ending::Won, hp)).then(|| format!("a plan of {hp:?} that ends as {end:?}"))
}

/// Searches towers with proofs by states, with proofs by sets, and stopped early. Returns how many towers were looked at and how many
/// proofs there were, of plans and of there being none.
fn hold_proofs_against_every_key(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let mut counts = [0; 3];
    let mut faults = Vec::new();
    for seed in seeds {
        let project = made_up(seed);
        let Ok(truth) = truth(&project) else { continue };
        counts[0] += 1;
        let start = begin(&project, &[]).expect("a tower that begins");
        let limits = Limits { lists: 400, states: 10_000, megabytes: 16, threads: 1, seed };
        for (states, most) in [(10_000, u64::MAX), (0, u64::MAX), (10_000, seed % 300), (0, seed % 50)] {
            let asked = AtomicU64::new(0);
            let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= most;
            let found = search(&project, &start, &Limits { states, ..limits }, &stopped, &mut |_| ());
            faults.extend(fault(&project, &found, truth).map(|what| format!("tower {seed}, {states}, {most}: {what}")));
            counts[1] += usize::from(found.proven && truth.is_some());
            counts[2] += usize::from(found.proven && truth.is_none());
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    counts
}

#[test]
fn what_is_proven_of_towers_with_events_is_true() {
    let [towers, plans, none] = hold_proofs_against_every_key(40..100);
    println!("{towers} towers, {plans} plans proven, {none} proven to have none");
    assert!(towers > 20 && plans > 5 && none > 5, "{towers} towers, {plans} plans proven, {none} proven to have none");
}

#[test]
fn proofs_that_were_once_false_are_true() {
    // A monster beside the landing of stairs; a bomb used where walking costs hp; events that wait for the step after stairs.
    for seed in [1104, 1164, 1595, 2467] {
        hold_proofs_against_every_key(seed..seed + 1);
    }
}

#[test]
#[ignore = "thousands of towers: minutes"]
fn what_is_proven_of_thousands_of_towers_with_events_is_true() {
    let seed = |name: &str, other: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    let [towers, plans, none] = hold_proofs_against_every_key(seed("FROM", 1_000)..seed("TO", 4_000));
    println!("{towers} towers, {plans} plans proven, {none} proven to have none");
    assert!(towers > 0);
}

/// Half of the hero's 103 hp is 51, with which the monster of 12 hp lasts nine rounds; half of 104 gives it a tenth.
#[test]
fn less_hp_may_be_better_where_a_monster_is_fed() {
    let data = json!({"firstData": {"hero": {"hp": 103, "mdef": 0}}});
    let enemies = json!({"m11": {"vampire": 0.5, "add": true}, "boss": {"hp": 1}});
    let answers = |hp: &str| json!({"text": hp, "action": [set("status:hp", "+=", hp)]});
    let event = json!([{"type": "choices", "choices": [answers("1"), answers("0")]}, {"type": "hide", "remove": true}]);
    let tower = |event: &Json| {
        let changes = [
            ("data.js", data.clone()),
            ("enemys.js", enemies.clone()),
            ("floors/F0.js", json!({"events": {"1,0": event}})),
        ];
        row(&[0, SHOP, MONSTER + 11, BOSS].map(Tile::from), &changes)
    };
    assert_eq!(proven(&tower(&event)), Some(103 - 51 - 8 * 4));
    // Who comes later may be fed as well: nothing is proven of what was dropped before.
    let late = json!([{"type": "choices", "choices": [answers("1"), answers("0")]},
        {"type": "setBlock", "number": (MONSTER + 11).to_string()}]);
    let late = row(
        &[0, SHOP, 0, BOSS].map(Tile::from),
        &[("data.js", data), ("enemys.js", enemies), ("floors/F0.js", json!({"events": {"1,0": late}}))],
    );
    let start = begin(&late, &[]).expect("it begins");
    let found = search(&late, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ());
    assert!(!found.proven && found.plan.is_some());
}

/// The key lies behind a monster that is there again whenever the hero comes up.
#[test]
fn monsters_come_back_when_the_floor_changes() {
    let ground = (
        vec![vec![UP, 0, DOOR, BOSS]],
        json!({"changeFloor": {"0,0": {"floorId": ":next", "stair": "downFloor"}}, "upFloor": [1, 0],
            "afterBattle": {"3,0": [{"type": "win"}]}}),
    );
    let top = (
        vec![vec![DOWN, 0, MONSTER + 23, KEY]],
        json!({"changeFloor": {"0,0": {"floorId": ":before", "stair": "upFloor"}}, "downFloor": [1, 0]}),
    );
    let project = read::project(&files(&[ground, top], &json!({"money": 0}))).expect("a project");
    // One blow of the monster's less the magic defence, and six of the boss's: back from the key he meets nobody.
    assert_eq!(proven(&project), Some(100 - (4 - 3) - (6 * 11 - 3)));
}

#[test]
fn a_wall_is_broken_before_a_cell_that_costs_hp() {
    let data = json!({"values": {"lavaDamage": 10}, "firstData": {"hero": {"items": {"tools": {"pickaxe": 1}}}}});
    let maps = json!({"300": {"cls": "terrains", "id": "lavaNet", "canPass": true}});
    let project = row(&[0, WALL, 300, BOSS].map(Tile::from), &[("data.js", data), ("maps.js", maps)]);
    assert_eq!(proven(&project), Some(100 - 10 - (6 * 11 - 3)));
}
