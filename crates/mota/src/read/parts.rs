//! Reads blocks, monsters, items and shops.

use crate::read::code;
use crate::read::item_code::{self, Use};
use crate::read::report::{Place, Severity};
use crate::read::source::SourceError;
use crate::read::{Reader, number_of, wrong};
use crate::rules::action::{Action, Actions};
use crate::rules::blocks_by_number::Blocks;
use crate::rules::equipment;
use crate::rules::expression::asks_place;
use crate::rules::model::{Block, DIRECTIONS, DoorKey, Enemy, EnemyNumbers, Extra, Item, Shop, Tile, Tool, Trigger};
use crate::rules::special::{self, SpecialRule};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use std::collections::HashMap;

/// The highest special that the platform knows.
pub(crate) const SPECIALS: u64 = 27;

/// Parts with their numbers, on places of their own: as many as there are names.
pub(crate) fn filled<T: Clone + Default>(parts: Vec<(u32, T)>, count: usize) -> Vec<T> {
    let mut all = vec![T::default(); count];
    for (number, part) in parts {
        if let Some(place) = all.get_mut(number as usize) {
            *place = part;
        }
    }
    all
}

/// The numbers of maps.js, by id.
pub(crate) fn numbers(maps: &Json, reader: &mut Reader) {
    for (number, block) in maps.as_object().into_iter().flatten() {
        let id = block.get("id").and_then(Json::as_str);
        if let (Ok(number), Some(id)) = (number.parse::<Tile>(), id) {
            reader.numbers.entry(id.to_owned()).or_insert(number);
        }
    }
    reader.numbers.insert("airwall".to_owned(), AIRWALL);
}

/// The number of the wall that cannot be seen.
const AIRWALL: Tile = 17;

/// Kinds of blocks, by number.
pub(crate) fn blocks(maps: &Json, monsters: &Json, extra: &Extra, reader: &mut Reader) -> Blocks {
    let mut blocks = Blocks::new(&mut reader.tables.texts);
    for (number, json) in maps.as_object().into_iter().flatten() {
        let Ok(number) = number.parse::<Tile>() else {
            reader.skip("maps.js", number, "a block whose number is none");
            continue;
        };
        let mut block = block(json, extra, number, reader);
        // The faces of a monster are those of enemys.js.
        let monster = block.enemy.and_then(|_| monsters.get(json.get("id")?.as_str()?));
        if let Some(monster) = monster.filter(|monster| monster.get("faceIds").is_some_and(Json::is_object)) {
            block.faces = faces(monster, &reader.numbers);
        }
        blocks.insert(number, block);
    }
    // It closes a cell from any layer.
    blocks.insert(AIRWALL, Block { cannot_in: 15, ..Block::wall(&mut reader.tables.texts, "airwall", "terrains") });
    blocks
}

/// True, false or the same in quotes.
fn truth(json: Option<&Json>) -> Option<bool> {
    match json? {
        Json::Bool(bool) => Some(*bool),
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The name of a trigger. `None` without one, and for the text "null", which names none.
pub(crate) fn trigger_name(json: &Json) -> Option<&str> {
    json.get("trigger").and_then(Json::as_str).filter(|name| !matches!(*name, "" | "null"))
}

fn block(json: &Json, extra: &Extra, number: Tile, reader: &mut Reader) -> Block {
    let text = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or("");
    let (id, class) = (text("id"), text("cls"));
    let is_enemy = class.starts_with("enemy");
    let is_item = class == "items";
    let place = format!("{number} {id}");
    let melts = extra.melts.iter().any(|&(melts, _)| melts == number);
    let script = if melts { Vec::new() } else { script(json, &place, reader) };
    let event = json.get("event").filter(|event| !event.is_null());
    let event = event.map(|event| reader.at("maps.js", &place).actions(event));
    let comes_first = event.is_some();
    let trigger = match (trigger_name(json), event) {
        (_, Some(actions)) => Trigger::Event(actions),
        // Since ice belongs to the background it does nothing among the blocks.
        (Some("ski"), None) if reader.ice_below => Trigger::None,
        (Some("pushBox"), None) => Trigger::Event(vec![Action::PushBox]),
        (Some("openDoor"), None) => Trigger::Door,
        (Some("battle"), None) => Trigger::Battle,
        (Some("getItem"), None) => Trigger::Item,
        (Some("action" | "passNet" | "changeLight"), None) => Trigger::None,
        (Some(name), None) => match extra.triggers.get(name) {
            Some(actions) => Trigger::Event(actions.clone()),
            None => {
                let what = sentence!("the trigger {} of the block {}", Sentence::quoted(name), id.to_owned());
                Trigger::Unknown(reader.report.note(&Place::new("maps.js", &place), Severity::Refused, what))
            }
        },
        (None, None) if text("trigger") == "null" => Trigger::Null,
        (None, None) if is_enemy => Trigger::Battle,
        (None, None) if is_item => Trigger::Item,
        (None, None) => Trigger::None,
    };
    let out = json.get("outEvent").map_or_else(Vec::new, |event| reader.at("maps.js", &place).actions(event));
    let after_door = json.get("doorInfo").and_then(|door| door.get("afterOpenDoor"));
    let after_door = after_door.map_or_else(Vec::new, |event| reader.at("maps.js", &place).actions(event));
    let can_pass = truth(json.get("canPass")).unwrap_or(is_item);
    let tables = &mut reader.tables;
    Block {
        id: tables.texts.number(id),
        class: tables.texts.number(class),
        name: tables.texts.number(text("name")),
        // What is said of `noPass` wins over `canPass`.
        no_pass: truth(json.get("noPass")).unwrap_or(!can_pass),
        trigger,
        script,
        comes_first,
        is_ice: trigger_name(json) == Some("ski"),
        can_break: truth(json.get("canBreak")).unwrap_or(false),
        keys: json.get("doorInfo").filter(|door| door.is_object()).map(|door| {
            let keys = door.get("keys").and_then(Json::as_object).into_iter().flatten();
            let key = |(id, count): (&String, &Json)| {
                let kept = id.strip_suffix(":o");
                let item = tables.items.number(kept.unwrap_or(id));
                DoorKey { item, count: number_of(count).unwrap_or(1), is_kept: kept.is_some() }
            };
            keys.map(key).collect()
        }),
        after_door,
        cannot_in: directions(json.get("cannotIn")),
        cannot_out: directions(json.get("cannotOut")),
        out,
        faces: faces(json, &reader.numbers),
        enemy: is_enemy.then(|| tables.enemies.number(id)),
        item: is_item.then(|| tables.items.number(id)),
    }
}

/// The blocks that a block becomes when it moves up, down, left, right.
fn faces(json: &Json, numbers: &HashMap<String, Tile>) -> [Option<Tile>; 4] {
    DIRECTIONS.map(|(name, _)| {
        let id = json.get("faceIds").and_then(|faces| faces.get(name)).and_then(Json::as_str)?;
        numbers.get(id).copied()
    })
}

/// What the code of a block does that comes before its event.
fn script(json: &Json, place: &str, reader: &mut Reader) -> Actions {
    let id = json.get("id").and_then(Json::as_str).unwrap_or("");
    // What the platform's own code did until scripts came with version 2.8.
    let net = |kind| format!("if (!core.hasItem('{}')) core.triggerDebuff('get', '{kind}')", reader.net_shoes);
    let built_in = match (trigger_name(json), id) {
        (Some("passNet"), "poisonNet") => Some(net("poison")),
        (Some("passNet"), "weakNet") => Some(net("weak")),
        (Some("passNet"), "curseNet") => Some(net("curse")),
        (Some("changeLight"), "light") => Some("core.setBlock('darkLight', core.eventX, core.eventY)".to_owned()),
        _ => None,
    };
    if let Some(actions) = reader.at("maps.js", place).told() {
        return actions;
    }
    let own = json.get("script").and_then(Json::as_str).filter(|code| !code::is_empty(code));
    let Some(code) = built_in.as_deref().or(own) else { return Vec::new() };
    reader.at("maps.js", place).script(code).unwrap_or_else(|error| {
        reader.skip("maps.js", place, format!("a script of code: {error}"));
        Vec::new()
    })
}

/// Directions as bits.
pub(crate) fn directions(json: Option<&Json>) -> u8 {
    let names = json.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    names.fold(0, |bits, name| {
        let number = crate::rules::model::DIRECTIONS.iter().position(|(known, _)| *known == name);
        bits | number.map_or(0, |number| 1 << number)
    })
}

/// Kinds of monsters, with the numbers of their ids.
///
/// # Errors
/// The file holds no object.
pub(crate) fn enemies(
    json: &Json,
    rules: &[SpecialRule],
    reader: &mut Reader,
) -> Result<Vec<(u32, Enemy)>, SourceError> {
    let object = json.as_object().ok_or_else(|| wrong("enemys.js", "the file", Some(json), "an object of monsters"))?;
    let mut enemies = Vec::new();
    for (id, json) in object {
        let enemy = enemy(id, json, rules, reader);
        enemies.push((reader.tables.enemies.number(id), enemy));
    }
    Ok(enemies)
}

/// A number, also one in quotes.
fn decimal(json: &Json) -> Option<f64> {
    let number = match json {
        Json::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    number.filter(|number| number.is_finite())
}

/// Notes the blocks of monsters that enemys.js lacks.
pub(crate) fn note_missing(maps: &Json, enemies: &Json, reader: &mut Reader) {
    for (number, block) in maps.as_object().into_iter().flatten() {
        let text = |name: &str| block.get(name).and_then(Json::as_str).unwrap_or("");
        let (id, class) = (text("id"), text("cls"));
        if class.starts_with("enemy") && enemies.get(id).is_none() {
            let what = format!("the monster {id:?}, which enemys.js lacks: nobody gets past it");
            reader.report.note(&Place::new("maps.js", format!("{number} {id}")), Severity::Refused, what);
        }
    }
}

fn enemy(id: &str, json: &Json, rules: &[SpecialRule], reader: &mut Reader) -> Enemy {
    let number = |name: &str| json.get(name).and_then(decimal);
    let whole = |name: &str| json.get(name).and_then(number_of).unwrap_or(0);
    let mut specials = 0;
    let (mut unknown, mut own) = (None, Vec::new());
    let listed = match json.get("special") {
        Some(Json::Array(list)) => list.iter().filter_map(Json::as_u64).collect(),
        Some(special) => special.as_u64().into_iter().filter(|&special| special > 0).collect::<Vec<_>>(),
        None => Vec::new(),
    };
    for special in listed {
        if special <= SPECIALS {
            specials |= 1 << special;
        } else if let Some(rule) = rules.iter().position(|rule| rule.number == special) {
            own.push(rule as u16);
            // No special has the number 0: the bit shows that this is no plain monster.
            specials |= rules[rule].like | 1;
        } else {
            let what = format!("the special {special}, expected 1 to {SPECIALS} or a rule of the table");
            unknown = Some(reader.report.note(&Place::new("enemys.js", id), Severity::Refused, what));
        }
    }
    for name in ["hp", "atk", "def"] {
        let value = json.get(name).filter(|value| !value.is_null());
        if value.is_none() {
            reader.skip("enemys.js", id, format!("no {name}, expected a number: counts as 0"));
        }
        if let Some(value) = value.filter(|value| decimal(value).is_none()) {
            let what = format!("{name} {value}, expected a number");
            unknown = Some(reader.report.note(&Place::new("enemys.js", id), Severity::Refused, what));
        }
    }
    let mut actions =
        |name: &str| json.get(name).map_or_else(Vec::new, |event| reader.at("enemys.js", id).actions(event));
    let (before, after) = (actions("beforeBattle"), actions("afterBattle"));
    Enemy {
        is_known: true,
        name: json.get("name").and_then(Json::as_str).unwrap_or(id).to_owned(),
        hp: number("hp").unwrap_or(0.0),
        attack: number("atk").unwrap_or(0.0),
        defence: number("def").unwrap_or(0.0),
        money: whole("money"),
        experience: if json.get("exp").is_some_and(|exp| !exp.is_null()) { whole("exp") } else { whole("experience") },
        points: whole("point"),
        specials,
        unknown,
        own,
        fields: special::fields(json, reader, rules),
        numbers: enemy_numbers(json, reader.fields.as_ref()),
        no_bomb: truth(json.get("notBomb")).unwrap_or(false) || truth(json.get("bomb")) == Some(false),
        before,
        after,
    }
}

/// The numbers of specials. Until version 2.9 of the platform most of them are the monster's `value`; which field counts is what
/// the tower's functions read.
fn enemy_numbers(json: &Json, fields: Option<&FxHashSet<String>>) -> EnemyNumbers {
    let number = |name: &str| json.get(name).and_then(Json::as_f64);
    let or_value = |name: &str| {
        let found = match fields {
            None => number(name).or_else(|| number("value")),
            Some(fields) => number(if fields.contains(name) { name } else { "value" }),
        };
        found.unwrap_or(0.0)
    };
    let is = |name: &str| truth(json.get(name)).unwrap_or(false);
    EnemyNumbers {
        blows: number("n").filter(|&blows| blows > 0.0).unwrap_or(4.0),
        break_armor: or_value("breakArmor"),
        counter: or_value("counterAttack"),
        purify: or_value("purify"),
        vampire: or_value("vampire"),
        heals: is("add"),
        zone: or_value("zone"),
        repulse: or_value("repulse"),
        laser: or_value("laser"),
        range: number("range").filter(|&range| range > 0.0).unwrap_or(1.0),
        square: is("zoneSquare"),
        degrade: [number("atkValue").unwrap_or(0.0), number("defValue").unwrap_or(0.0)],
        fixed: number("damage2").or_else(|| number("damage")).unwrap_or(0.0),
        halo: [or_value("hpBuff"), number("atkBuff").unwrap_or(0.0), number("defBuff").unwrap_or(0.0)],
        halo_range: number("haloRange"),
        halo_square: is("haloSquare"),
        halo_adds: is("haloAdd"),
    }
}

/// Items, with the numbers of their ids.
///
/// # Errors
/// The file holds no object.
pub(crate) fn items(json: &Json, reader: &mut Reader) -> Result<Vec<(u32, Item)>, SourceError> {
    let object = json.as_object().ok_or_else(|| wrong("items.js", "the file", Some(json), "an object of items"))?;
    let mut items = Vec::new();
    for (id, json) in object {
        let item = item(id, json, reader);
        items.push((reader.tables.items.number(id), item));
    }
    Ok(items)
}

/// The words of events that move the hero.
const MOVING: [&str; 4] = ["moveHero", "moveAction", "jumpHero", "changePos"];

fn item(id: &str, json: &Json, reader: &mut Reader) -> Item {
    let text = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or("").trim();
    let class = text("cls");
    let at_once = class == "items";
    // Keys and tools are taken into the bag.
    let mut taken = if at_once { reader.at("items.js", id).effect(text("itemEffect")) } else { Vec::new() };
    let event = json.get("useItemEvent").filter(|event| at_once && !event.is_null());
    if let Some(event) = event {
        taken.extend(reader.at("items.js", id).actions(event));
    }
    let is_told = reader.functions.contains_key(&format!("items.js {id}"));
    // The manual of the monsters shows, and flights are keys of their own.
    let shows = matches!(id, "book" | "fly");
    let (kind, how, uses) = match Tool::named(id).filter(|_| !is_told) {
        Some(tool) if !at_once => match item_code::of_tool(tool, id, json, reader) {
            Ok(how) => (Some(tool), how, None),
            Err(issue) => (None, Use::default(), Some(vec![Action::Unknown(issue)])),
        },
        kind => {
            let lasts = class == "constants" && !shows;
            let (before, is_used) = (reader.report.issues.len(), lasts || matches!(class, "tools" | "equips"));
            let (how, uses) =
                if is_used || (is_told && !at_once) { own_use(id, json, reader) } else { (Use::default(), None) };
            // Many towers have such items and never give them: one line says that they are not used.
            if lasts && reader.report.issues.len() > before {
                reader.report.issues.truncate(before);
                reader.skip("items.js", id, "what using an item does that lasts");
                (kind, Use::default(), None)
            } else {
                (kind, how, uses)
            }
        }
    };
    if id == "fly"
        && json.get("canUseItemEffect").is_some_and(|code| !code.is_null() && *code != "")
        && !["canFly", "true"].iter().any(|when| text("canUseItemEffect").contains(when))
    {
        reader.skip("items.js", id, "a condition of flights");
    }
    let equipment = (class == "equips").then(|| Box::new(equipment::read(id, json, reader)));
    let name = json.get("name").and_then(Json::as_str).unwrap_or(id).to_owned();
    let code = json.to_string();
    let is_local = kind.is_none() && !at_once && (asks_place(&code) || MOVING.iter().any(|word| code.contains(word)));
    // What is put on leaves the bag like a tool that is used.
    let tool = class == "tools" || equipment.is_some();
    Item {
        name,
        at_once,
        is_gift: at_once && event.is_none(),
        lasts: class == "constants",
        tool,
        effect: taken,
        use_effect: uses,
        kind,
        how,
        is_local,
        equipment,
    }
}

/// When equipment or a tool of the tower's own may be used, and what it does then.
fn own_use(id: &str, json: &Json, reader: &mut Reader) -> (Use, Option<Actions>) {
    let text = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or("").trim();
    let code = text("useItemEffect");
    let event = json.get("useItemEvent").filter(|event| event.is_array());
    let is_worn = text("cls") == "equips";
    let told = reader.at("items.js", id).told();
    // Without a condition a tool is never used, while equipment always is.
    let is_never = !is_worn && text("canUseItemEffect").is_empty() && !reader.tools.contains_key(id);
    if told.is_none() && (is_never || !is_worn && event.is_none() && code.is_empty()) {
        return (Use::default(), None);
    }
    let put_on = is_worn.then(|| vec![Action::PutOn(reader.tables.items.number(id))]);
    let uses = put_on.or(told).unwrap_or_else(|| {
        let mut compiler = reader.at("items.js", id);
        let mut uses = compiler.effect(code);
        uses.extend(event.map_or_else(Vec::new, |event| compiler.actions(event)));
        uses
    });
    if let Some(told) = reader.tools.get(id) {
        return (told.clone(), Some(uses));
    }
    match item_code::when(None, json, &mut reader.tables) {
        Ok(when) => (Use { when, ..Use::default() }, Some(uses)),
        Err(what) => {
            let issue = reader.report.note(&Place::new("items.js", id), Severity::Refused, what);
            (Use::default(), Some(vec![Action::Unknown(issue)]))
        }
    }
}

/// The shops, as choices.
pub(crate) fn shops(data: &Json, reader: &mut Reader) -> Vec<Shop> {
    let list = data.get("firstData").and_then(|first| first.get("shops")).and_then(Json::as_array);
    let id = |json: &Json| json.get("id").and_then(Json::as_str).unwrap_or("").to_owned();
    let (sell_items, list): (Vec<_>, Vec<_>) =
        list.into_iter().flatten().partition(|shop| shop.get("item").and_then(Json::as_bool).unwrap_or(false));
    reader.shops = list.iter().enumerate().map(|(number, shop)| (id(shop), Some(number))).collect();
    reader.shops.extend(sell_items.into_iter().map(|shop| (id(shop), None)));
    let mut shops = Vec::new();
    for shop in list {
        let name = id(shop);
        let common = shop.get("commonEvent").and_then(Json::as_str);
        let event = common.map(|event| {
            let insert = serde_json::json!([{ "type": "insert", "name": event, "args": shop.get("args") }]);
            reader.at("data.js", &name).actions(&insert)
        });
        let mut choices = shop.get("choices").and_then(Json::as_array).cloned().unwrap_or_default();
        for choice in choices.iter_mut().filter_map(Json::as_object_mut) {
            // Shops offer what is switched off elsewhere, and sell nothing that needs nothing.
            choice.remove("_disabled");
            if choice.get("need").is_none_or(|need| need.is_null() || need == "") {
                choice.insert("need".to_owned(), false.into());
            }
        }
        let words = serde_json::json!([{ "type": "choices", "choices": choices }]);
        let choices = match reader.at("data.js", &name).actions(&words).into_iter().next() {
            Some(Action::Choices(choices)) => choices,
            _ => Vec::new(),
        };
        let shown = shop.get("textInList").and_then(Json::as_str).filter(|shown| !shown.is_empty());
        let previews = !shop.get("disablePreview").and_then(Json::as_bool).unwrap_or(false);
        shops.push(Shop { name: shown.unwrap_or(&name).to_owned(), id: name, choices, previews, event });
    }
    shops
}
