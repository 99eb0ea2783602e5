//! A made-up tower as a project of the platform.

use serde_json::{Map, Value as Json, json};

/// Numbers of the blocks.
pub(crate) const WALL: u16 = 1;
pub(crate) const YELLOW_KEY: u16 = 21;
pub(crate) const BLUE_KEY: u16 = 22;
pub(crate) const RED_GEM: u16 = 27;
pub(crate) const BLUE_GEM: u16 = 28;
pub(crate) const RED_POTION: u16 = 31;
pub(crate) const BLUE_POTION: u16 = 32;
pub(crate) const YELLOW_DOOR: u16 = 81;
pub(crate) const BLUE_DOOR: u16 = 82;
/// A door without a key, which an event opens.
pub(crate) const GUARDED_DOOR: u16 = 85;
pub(crate) const UP: u16 = 87;
pub(crate) const DOWN: u16 = 88;
pub(crate) const MERCHANT: u16 = 131;
/// The first monster; the others follow.
const MONSTER: u16 = 201;

/// What gems and potions give on a floor of ratio 1.
pub(crate) const GEM: i64 = 1;
pub(crate) const RED: i64 = 120;
pub(crate) const BLUE: i64 = 480;

/// The files of a project: path and text.
pub(crate) type Texts = Vec<(String, String)>;

/// A column and a row, from 0.
pub(crate) type Cell = (usize, usize);

/// A kind of monster.
#[derive(Clone)]
pub(crate) struct Enemy {
    pub(crate) hp: i64,
    pub(crate) attack: i64,
    pub(crate) defence: i64,
    pub(crate) gold: i64,
    /// 0 for none, 1 if it strikes first, 4 if it strikes twice.
    pub(crate) special: i64,
}

/// A floor: its blocks by row and column, events, stairs.
pub(crate) struct Floor {
    pub(crate) map: Vec<Vec<u16>>,
    pub(crate) ratio: i64,
    pub(crate) events: Map<String, Json>,
    pub(crate) after_battle: Map<String, Json>,
    pub(crate) up: Option<Cell>,
    pub(crate) down: Option<Cell>,
}

impl Floor {
    pub(crate) fn new(map: Vec<Vec<u16>>, ratio: i64) -> Floor {
        Floor { map, ratio, events: Map::new(), after_battle: Map::new(), up: None, down: None }
    }

    pub(crate) fn put(&mut self, (x, y): Cell, block: u16) {
        self.map[y][x] = block;
    }

    fn json(&self, number: usize) -> Json {
        let mut change = Map::new();
        let ends = [(self.up, ":next", "downFloor"), (self.down, ":before", "upFloor")];
        for (cell, floor, stair) in ends {
            change.extend(cell.map(|cell| (name(cell), json!({"floorId": floor, "stair": stair}))));
        }
        let mut floor = json!({"floorId": format!("F{number}"), "title": format!("F{number}"), "ratio": self.ratio,
            "map": self.map, "events": self.events, "afterBattle": self.after_battle, "changeFloor": change});
        for (part, cell) in [("upFloor", self.up), ("downFloor", self.down)] {
            if let Some((x, y)) = cell {
                floor[part] = json!([x, y]);
            }
        }
        floor
    }
}

/// How events name a cell.
pub(crate) fn name((x, y): Cell) -> String {
    format!("{x},{y}")
}

/// Adds to a value, as an event.
pub(crate) fn add(name: &str, value: i64) -> Json {
    json!({"type": "setValue", "name": name, "operator": "+=", "value": value.to_string()})
}

/// What a merchant takes after a number of purchases.
pub(crate) fn price(first: i64, bought: i64) -> i64 {
    first + first / 4 * bought
}

/// One choice of a merchant: what is gained, for a [`price`] that a flag counts.
pub(crate) fn ware(flag: &str, (name, gain): (&str, i64), first: i64) -> Json {
    let price = format!("{first} + {} * flag:{flag}", first / 4);
    json!({"text": name, "need": format!("status:money >= {price}"), "action": [
        {"type": "setValue", "name": "status:money", "operator": "-=", "value": price},
        add(&format!("flag:{flag}"), 1), add(name, gain)]})
}

/// A tower under construction.
pub(crate) struct Tower {
    pub(crate) floors: Vec<Floor>,
    pub(crate) enemies: Vec<Enemy>,
}

impl Tower {
    /// The number of the block of a new kind of monster.
    pub(crate) fn enemy(&mut self, enemy: Enemy) -> u16 {
        self.enemies.push(enemy);
        MONSTER + self.enemies.len() as u16 - 1
    }

    /// The monster of a block.
    pub(crate) fn enemy_of(&self, block: u16) -> Option<&Enemy> {
        self.enemies.get(usize::from(block.checked_sub(MONSTER)?))
    }

    /// The files of the project; the hero starts with these hp and this attack and defence, and what a red potion gives on a floor of ratio 1, on a cell of the lowest floor.
    pub(crate) fn files(&self, title: &str, [hp, strength, red_potion]: [i64; 3], (x, y): Cell) -> Texts {
        let ids: Vec<String> = (0..self.floors.len()).map(|number| format!("F{number}")).collect();
        let hero = json!({"hp": hp, "atk": strength, "def": strength, "mdef": 0, "money": 0, "exp": 0, "flags": {},
            "loc": {"x": x, "y": y, "direction": "up"}, "items": {"tools": {}, "constants": {}}});
        let data = json!({"main": {"floorIds": ids}, "flags": {}, "values": {"redGem": GEM, "blueGem": GEM,
            "redPotion": red_potion, "bluePotion": red_potion * BLUE / RED, "breakArmor": 0.9, "counterAttack": 0.1, "purify": 3, "hatred": 2},
            "firstData": {"title": title, "name": title, "version": "Ver 1.0", "floorId": "F0", "hero": hero, "shops": []}});
        let stat = |stat: &str, value: &str| {
            let effect = format!("core.status.hero.{stat} += core.values.{value} * core.status.thisMap.ratio");
            json!({"cls": "items", "name": value, "itemEffect": effect})
        };
        let key = |name: &str| json!({"cls": "tools", "name": name});
        let items = json!({"yellowKey": key("yellow key"), "blueKey": key("blue key"), "redGem": stat("atk", "redGem"),
            "blueGem": stat("def", "blueGem"), "redPotion": stat("hp", "redPotion"), "bluePotion": stat("hp", "bluePotion")});
        let mut maps = json!({"1": {"cls": "animates", "id": "wall"}, "87": {"cls": "terrains", "id": "upFloor", "canPass": true},
            "88": {"cls": "terrains", "id": "downFloor", "canPass": true}, "131": {"cls": "npcs", "id": "merchant"}});
        let of_items = [
            (YELLOW_KEY, "yellowKey"),
            (BLUE_KEY, "blueKey"),
            (RED_GEM, "redGem"),
            (BLUE_GEM, "blueGem"),
            (RED_POTION, "redPotion"),
            (BLUE_POTION, "bluePotion"),
        ];
        for (block, id) in of_items {
            maps[block.to_string()] = json!({"cls": "items", "id": id});
        }
        for (block, id, key) in [
            (YELLOW_DOOR, "yellowDoor", "yellowKey"),
            (BLUE_DOOR, "blueDoor", "blueKey"),
            (GUARDED_DOOR, "guarded", "noKey"),
        ] {
            maps[block.to_string()] =
                json!({"cls": "animates", "id": id, "trigger": "openDoor", "doorInfo": {"keys": {key: 1}}});
        }
        let mut enemies = json!({});
        for (number, enemy) in (0..).zip(&self.enemies) {
            let id = format!("m{number}");
            maps[(MONSTER + number).to_string()] = json!({"cls": "enemys", "id": id});
            enemies[&id] = json!({"name": id, "hp": enemy.hp, "atk": enemy.attack, "def": enemy.defence,
                "money": enemy.gold, "exp": 0, "special": enemy.special});
        }
        let parts = [("data.js", data), ("items.js", items), ("maps.js", maps), ("enemys.js", enemies)];
        let parts = parts.into_iter().map(|(file, json)| (file.to_owned(), format!("var x =\n{json}\n")));
        let floors = self.floors.iter().enumerate().map(|(number, floor)| {
            (format!("floors/F{number}.js"), format!("main.floors.F{number} =\n{}\n", floor.json(number)))
        });
        parts.chain(floors).collect()
    }
}
