//! Reads a project: `data.js`, `enemys.js`, `items.js`, `maps.js`, `events.js`, `floors/*.js`, and the table of the tower.

pub(crate) mod archive;
mod code;
pub(crate) mod compile;
mod floor;
pub mod folder;
mod hero;
pub mod item_code;
pub(crate) mod lz_string;
mod notes;
mod old_format;
pub(crate) mod parts;
pub(crate) mod refusal;
pub mod report;
pub(crate) mod source;
pub(crate) mod statements;
mod table;
pub mod template;
pub(crate) mod token;
mod unsupported;

use crate::read::report::{Place, Report, Severity};
use crate::read::source::{Files, SourceError};
use crate::rules::action::{Actions, FloorOf, Target};
use crate::rules::equipment::{Bonus, Slots};
use crate::rules::expression::{Expression, HARD_NAME, Tables, parse_tokens, plain_tokens};
use crate::rules::hazard::CALMED;
use crate::rules::model::{Difficulty, Extra, Known, Level, Project, Tile};
use crate::rules::special;
use crate::rules::start;
use crate::rules::value::Names;
use compile::Compiler;
use item_code::Use;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use std::cell::Cell;
use std::collections::HashMap;

/// Blocks that count as stairs.
const STAIRS: [&str; 8] =
    ["upFloor", "downFloor", "leftPortal", "rightPortal", "upPortal", "downPortal", "portal", "starPortal"];

/// The file of what a tower's own code does, as data: see `docs/towers.md`.
pub const TABLE: &str = "meihua.json";

/// The flags that hold the key or the click which an event waited for.
const KEY_FLAGS: [&str; 3] = ["flag:keycode", "flag:px", "flag:py"];

/// What all parts of the reader share.
pub struct Reader {
    /// Names.
    pub tables: Tables,
    /// Floors, by id.
    pub floors: HashMap<String, usize>,
    /// Common events, by name.
    pub common: HashMap<String, usize>,
    /// Shops, by id; none for those that sell items.
    pub shops: HashMap<String, Option<usize>>,
    /// Whether `openShop` without `open` opens a shop, as on the platform before version 2.7.
    pub(crate) opens_shops: bool,
    /// `ignoreChangeFloor`: whether stairs are walked over.
    pub(crate) walks_over_stairs: bool,
    /// Blocks, by id.
    pub numbers: HashMap<String, Tile>,
    /// The ids of items.js.
    item_ids: FxHashSet<String>,
    /// What the table says of tools.
    pub(crate) tools: HashMap<String, Use>,
    /// Blocks that events name.
    pub(crate) put: FxHashSet<Tile>,
    /// Where events put blocks before or behind the others, and which; none for what is no block.
    layers: Vec<(Place, Option<Tile>)>,
    /// Where changes of floor lead to a fixed cell.
    arrivals: Vec<(Place, FloorOf, [f64; 2])>,
    /// Whether arrows or ice stand there on any floor.
    pub(crate) has_layers: bool,
    /// Numbers that events compare with what the player types.
    typed: Vec<i64>,
    /// Whether events look at the keys and clicks of the player.
    reads_keys: bool,
    /// What stands in for functions, and whether it was met.
    pub functions: HashMap<String, (Json, Cell<bool>)>,
    /// What the slots of equipment are called.
    pub(crate) slot_names: Vec<String>,
    /// The slots that equipment was met for.
    pub slots: Slots,
    /// The item that keeps nets from harming the hero.
    pub(crate) net_shoes: &'static str,
    /// The fields of monsters that the tower's functions read; none where it has no functions.
    pub(crate) fields: Option<FxHashSet<String>>,
    /// Whether the hero slides over ice of the background, as on the platform since version 2.6.
    pub(crate) ice_below: bool,
    /// What is not understood.
    pub report: Report,
}

impl Reader {
    /// A compiler for events of a place.
    pub fn at(&mut self, floor: &str, cell: &str) -> Compiler<'_> {
        Compiler {
            tables: &mut self.tables,
            floors: &self.floors,
            common: &self.common,
            shops: &self.shops,
            opens_shops: self.opens_shops,
            numbers: &self.numbers,
            put: &mut self.put,
            functions: &self.functions,
            layers: &mut self.layers,
            arrivals: &mut self.arrivals,
            typed: &self.typed,
            reads_keys: self.reads_keys,
            report: &mut self.report,
            place: Place::new(floor, cell),
            in_table: false,
            shown: Names::EMPTY,
        }
    }

    /// A condition or formula of the table, which comes from `file`.
    ///
    /// # Errors
    /// It is no expression.
    pub(crate) fn condition(&mut self, file: &str, place: &str, text: &str) -> Result<Expression, SourceError> {
        let is_floor = |name: &str| self.floors.contains_key(name);
        let is_item = |name: &str| self.item_ids.contains(name);
        let parsed = plain_tokens(text, is_floor, is_item).and_then(|tokens| parse_tokens(&tokens, &mut self.tables));
        parsed.map_err(|error| SourceError::Expression { file: file.to_owned(), place: place.to_owned(), error })
    }

    /// Notes what is left out.
    pub fn skip(&mut self, floor: &str, cell: &str, what: impl Into<Sentence>) -> usize {
        self.report.note(&Place::new(floor, cell), Severity::Skipped, what)
    }
}

/// A value of JSON that the game cannot do without, and that is missing or of another kind.
pub fn wrong(file: &str, place: &str, found: Option<&Json>, expected: impl Into<Sentence>) -> SourceError {
    let found = match found {
        None | Some(Json::Null) => "missing".into(),
        Some(Json::Object(_)) => "an object".into(),
        Some(Json::Array(list)) => sentence!("a list of {}", list.len()),
        Some(Json::String(_) | Json::Number(_) | Json::Bool(_)) => {
            Sentence::plain(meihua_contracts::text::shorten(&found.map(Json::to_string).unwrap_or_default()))
        }
    };
    SourceError::Value {
        file: file.to_owned(),
        place: place.to_owned(),
        found: Box::new(found),
        expected: Box::new(expected.into()),
    }
}

/// Reads a project.
///
/// # Errors
/// A file is missing or broken, or lacks what no game goes without.
pub fn project(files: &Files) -> Result<Project, SourceError> {
    let data = files.json("data.js")?;
    let table = files.json_if_any(TABLE)?.unwrap_or(Json::Null);
    table::check(&table, files.shown(TABLE))?;
    let floor_ids = floor_ids(&data)?;
    let events = files.json_if_any("events.js")?.unwrap_or(Json::Null);
    let item_list = old_format::items(files.json("items.js")?);
    let functions_code = template::normal_functions(files);
    let mut reader = Reader {
        tables: Tables::default(),
        floors: floor_ids.iter().enumerate().map(|(number, id)| (id.clone(), number)).collect(),
        common: names(events.get("commonEvent")),
        shops: HashMap::new(),
        walks_over_stairs: flag(&data, "ignoreChangeFloor", false),
        opens_shops: files.text("plugins.js").is_some_and(|code| !code.contains("setShopVisited")),
        numbers: HashMap::new(),
        item_ids: item_list.as_object().into_iter().flatten().map(|(id, _)| id.clone()).collect(),
        tools: HashMap::new(),
        put: FxHashSet::default(),
        layers: Vec::new(),
        arrivals: Vec::new(),
        has_layers: false,
        typed: compile::typed_numbers(files.texts().map(|(_, text)| text), 20),
        reads_keys: files.texts().any(|(_, text)| KEY_FLAGS.iter().any(|flag| text.contains(flag))),
        functions: functions(&table),
        slot_names: slot_names(&data),
        slots: Slots::default(),
        net_shoes: template::net_shoes(functions_code.as_deref()),
        fields: template::enemy_fields(functions_code.as_deref()),
        ice_below: functions_code.as_deref().is_none_or(|code| code.contains("core.onSki(")),
        report: Report::default(),
    };
    let maps = old_format::blocks(files.json("maps.js")?, flag(&data, "steelDoorWithoutKey", false));
    parts::numbers(&maps, &mut reader);
    let mut known = known(&mut reader.tables, reader.net_shoes);
    known.boxes = ["box", "boxed", "flower"].map(|id| reader.numbers.get(id).copied().unwrap_or(0));
    let shops = parts::shops(&data, &mut reader);
    // Triggers of blocks refer to what the table has for them.
    item_code::of_table(&table, files.shown(TABLE), &mut reader)?;
    let mut extra = extra(&table, files.shown(TABLE), &mut reader)?;
    let monsters = files.json("enemys.js")?;
    extra.specials = special::rules(&table, files.shown(TABLE), &monsters, &mut reader)?;
    let blocks = parts::blocks(&maps, &monsters, &extra, &mut reader);
    parts::note_missing(&maps, &monsters, &mut reader);
    let enemies = parts::enemies(&monsters, &extra.specials, &mut reader)?;
    let items = parts::items(&item_list, &mut reader)?;
    let common = common_events(&events, &mut reader);
    let mut floors = Vec::new();
    for id in &floor_ids {
        floors.push(floor::floor(files, id, &blocks, &mut reader)?);
    }
    notes::unknown_numbers(&floors, &blocks, &mut reader);
    notes::layers(&blocks, &mut reader);
    notes::arrivals(&floors, &mut reader);
    template::note_own_code(files, &mut reader);
    let first = part(&data, "firstData", "firstData")?;
    let levels = levels(&data, first, &mut reader);
    let mut start = hero::start(first, flag(&data, "startUsingCanvas", false), &floors, &mut reader)?;
    start.difficulties = difficulties(&data, &mut reader);
    let flag = |name: &str, without: bool| flag(&data, name, without);
    if flag("flyRecordPosition", false) {
        reader.skip("data.js", "flags.flyRecordPosition", "flights that end where the hero left the floor");
    }
    if reader.tables.flags.find("arg0").is_some() {
        reader.skip("events", "flag:arg0", "the name or cell of the event that was inserted");
    }
    let parts = data.get("main").and_then(|main| main.get("floorPartitions")).and_then(Json::as_array);
    if parts.is_some_and(|parts| !parts.is_empty()) {
        reader.skip(
            "data.js",
            "main.floorPartitions",
            "floors that are what they were at first when the hero leaves them",
        );
    }
    let constants = constants(&data, &known, &mut reader);
    // Less than 1 is a share of the hero's numbers.
    let is_share = |&lost: &f64| lost > 0.0 && lost < 1.0;
    let changes = &reader.tables.changed_equipment;
    if constants.get(known.weak_value as usize).is_some_and(is_share)
        || changes.iter().any(|(_, bonus, _)| matches!(bonus, Bonus::Percent(_)))
    {
        reader.slots.raise(&mut reader.tables);
    }
    table::note_unused(&table, [&monsters, &item_list, &maps], &mut reader);
    let put = std::mem::take(&mut reader.put);
    let joined = notes::joined(&mut reader);
    let is_argument = |name: &str| name.strip_prefix("arg").is_some_and(|rest| rest.parse::<u32>().is_ok());
    let names = &reader.tables.flags;
    let is_temporary = |flag: &u32| names.name(*flag).starts_with("@temp@") || is_argument(names.name(*flag));
    let temporary = (0..names.len() as u32).filter(is_temporary).collect();
    let counts_hatred =
        enemies.iter().any(|(_, enemy)| enemy.has(17)) || files.texts().any(|(_, text)| text.contains("flag:hatred"));
    let mut project = Project {
        title: text_of(first, "title"),
        name: text_of(first, "name"),
        version: text_of(first, "version"),
        floors,
        blocks,
        items: parts::filled(items, reader.tables.items.len()),
        enemies: parts::filled(enemies, reader.tables.enemies.len()),
        common,
        shops,
        levels,
        constants,
        start,
        known,
        extra,
        negative_damage: flag("enableNegativeDamage", false),
        fly_near_stairs: flag("flyNearStair", true),
        hp_limited: shows(&data, "enableHPMax") || flag("enableHPMax", false),
        points: reader.common.get("加点事件").copied().filter(|_| flag("enableAddPoint", false)),
        temporary,
        ends_skills: shows(&data, "enableSkill"),
        counts_hatred,
        pincer_max: flag("betweenAttackMax", false),
        takes_from_beside: flag("enableGentleClick", false),
        damage_shuts_shops: flag("disableShopOnDamage", false),
        floor_numbers: reader.floors,
        slots: reader.slots,
        tables: reader.tables,
        report: reader.report,
        joined,
        doubts: Vec::new(),
        goal: None,
    };
    start::prepare(&mut project);
    project.doubts = unsupported::find(&project, files, &put);
    Ok(project)
}

fn text_of(json: &Json, name: &str) -> String {
    json.get(name).and_then(Json::as_str).unwrap_or("").to_owned()
}

fn flag(data: &Json, name: &str, without: bool) -> bool {
    data.get("flags").and_then(|flags| flags.get(name)).and_then(Json::as_bool).unwrap_or(without)
}

fn floor_ids(data: &Json) -> Result<Vec<String>, SourceError> {
    let found = data.get("main").and_then(|main| main.get("floorIds"));
    let expected = || wrong("data.js", "main.floorIds", found, "a list of ids of floors, 1 to 1000");
    let ids = found.and_then(Json::as_array).ok_or_else(expected)?;
    let ids: Option<Vec<String>> = ids.iter().map(|id| id.as_str().map(str::to_owned)).collect();
    let ids = ids.filter(|ids| (1..=1000).contains(&ids.len())).ok_or_else(expected)?;
    let mut seen = FxHashSet::default();
    match ids.iter().find(|id| !seen.insert(id.as_str())) {
        Some(twice) => Err(SourceError::Value {
            file: "data.js".to_owned(),
            place: "main.floorIds".to_owned(),
            found: Box::new(sentence!("a list with {} twice", Sentence::quoted(twice))),
            expected: Box::new("each floor once".into()),
        }),
        None => Ok(ids),
    }
}

/// The files of the floors that `data.js` names, each in `floors/`; none where it names none or cannot be read.
pub(crate) fn named_floors(files: &Files) -> Vec<String> {
    let ids = files.json("data.js").and_then(|data| floor_ids(&data)).unwrap_or_default();
    // An id is no path.
    let ids = ids.iter().filter(|id| !id.contains(['/', '\\', ':']));
    ids.map(|id| format!("floors/{id}.js")).collect()
}

/// A part of data.js that every tower has.
fn part<'a>(json: &'a Json, name: &str, place: &str) -> Result<&'a Json, SourceError> {
    json.get(name).filter(|part| part.is_object()).ok_or_else(|| wrong("data.js", place, json.get(name), "an object"))
}

/// The names of an object, numbered in its order.
fn names(object: Option<&Json>) -> HashMap<String, usize> {
    let object = object.and_then(Json::as_object).into_iter().flatten();
    object.enumerate().map(|(number, (name, _))| (name.clone(), number)).collect()
}

/// What the slots of equipment are called.
fn slot_names(data: &Json) -> Vec<String> {
    let names = data.get("main").and_then(|main| main.get("equipName")).and_then(Json::as_array);
    names.into_iter().flatten().map(|name| name.as_str().unwrap_or("").to_owned()).collect()
}

/// `functions` of the table: actions by `FLOOR KIND CELL`.
fn functions(table: &Json) -> HashMap<String, (Json, Cell<bool>)> {
    let object = table.get("functions").and_then(Json::as_object).into_iter().flatten();
    object.map(|(place, actions)| (place.clone(), (actions.clone(), Cell::new(false)))).collect()
}

fn known(tables: &mut Tables, net_shoes: &str) -> Known {
    let Tables { texts, items, flags, constants, .. } = tables;
    Known {
        coin: items.number("coin"),
        cross: items.number("cross"),
        fly: items.number("fly"),
        amulet: items.number(net_shoes),
        yellow_door: texts.number("yellowDoor"),
        up_floor: texts.number("upFloor"),
        down_floor: texts.number("downFloor"),
        stairs: STAIRS.map(|id| texts.number(id)),
        lava_net: texts.number("lavaNet"),
        none: texts.number("none"),
        boxes: [0; 3],
        poison: flags.number("poison"),
        weak: flags.number("weak"),
        curse: flags.number("curse"),
        hatred: flags.number("hatred"),
        skill: flags.number("skill"),
        skill_name: flags.number("skillName"),
        no_skill: texts.number("无"),
        hard: flags.number("hard"),
        hard_name: flags.number(HARD_NAME),
        shield5: flags.number("shield5"),
        calm: CALMED.map(|(_, name)| flags.number(name)),
        poison_damage: constants.number("poisonDamage"),
        weak_value: constants.number("weakValue"),
        lava_damage: constants.number("lavaDamage"),
    }
}

/// What the table adds to the rules.
fn extra(table: &Json, file: &str, reader: &mut Reader) -> Result<Extra, SourceError> {
    let mut extra = Extra::default();
    let text = |json: Option<&Json>| json.and_then(Json::as_str).unwrap_or("").to_owned();
    if let Some(immune) = table.get("immune").and_then(Json::as_str) {
        extra.immune = Some(reader.condition(file, "immune", immune)?);
    }
    for rule in table.get("attack").and_then(Json::as_array).into_iter().flatten() {
        let when = reader.condition(file, "attack", &text(rule.get("when")))?;
        let against = rule.get("against").and_then(Json::as_array).into_iter().flatten();
        let against = against.filter_map(Json::as_str).map(|id| reader.tables.enemies.number(id)).collect();
        extra.attack.push((when, against, rule.get("times").and_then(Json::as_i64).unwrap_or(1)));
    }
    for (block, item) in table.get("melts").and_then(Json::as_object).into_iter().flatten() {
        if let (Some(&number), Some(item)) = (reader.numbers.get(block), item.as_str()) {
            extra.melts.push((number, reader.tables.items.number(item)));
        }
    }
    for (name, actions) in table.get("triggers").and_then(Json::as_object).into_iter().flatten() {
        let actions = reader.at(TABLE, &format!("triggers {name}")).actions(actions);
        extra.triggers.insert(name.clone(), actions);
    }
    Ok(extra)
}

fn common_events(events: &Json, reader: &mut Reader) -> Vec<Actions> {
    let object = events.get("commonEvent").and_then(Json::as_object).into_iter().flatten();
    object.map(|(name, actions)| reader.at("events.js", name).actions(actions)).collect()
}

/// Whether the tower shows a thing beside the map, which also switches its rule on.
fn shows(data: &Json, name: &str) -> bool {
    let bar = data.get("flags").and_then(|flags| flags.get("statusBarItems")).and_then(Json::as_array);
    bar.is_some_and(|bar| bar.iter().any(|item| item.as_str() == Some(name)))
}

/// The levels, where the tower shows that it has them.
fn levels(data: &Json, first: &Json, reader: &mut Reader) -> Vec<Level> {
    if !shows(data, "enableLevelUp") {
        return Vec::new();
    }
    let mut levels = Vec::new();
    for level in first.get("levelUp").and_then(Json::as_array).into_iter().flatten() {
        let need = level.get("need");
        let needs = need.and_then(number_of).unwrap_or(i64::MAX);
        if let Some(need) = need.filter(|need| !need.is_null() && needs == i64::MAX) {
            reader.skip("data.js", "levelUp", format!("the need {need}, expected a number: the level is not reached"));
        }
        let clears = level.get("clear").and_then(Json::as_bool).unwrap_or(false);
        let actions = level.get("action").map_or_else(Vec::new, |json| reader.at("data.js", "levelUp").actions(json));
        levels.push(Level { needs, clears, actions });
    }
    levels
}

/// The difficulties that the player chooses from.
fn difficulties(data: &Json, reader: &mut Reader) -> Vec<Difficulty> {
    let list = data.get("main").and_then(|main| main.get("levelChoose")).and_then(Json::as_array);
    let mut all = Vec::new();
    for json in list.into_iter().flatten() {
        let actions =
            json.get("action").map_or_else(Vec::new, |json| reader.at("data.js", "levelChoose").actions(json));
        let number = json.get("hard").and_then(number_of).unwrap_or(0) as f64;
        let name = text_of(json, "name");
        reader.tables.given.push((Target::Flag(reader.tables.flags.number(HARD_NAME)), None));
        all.push(Difficulty { text: reader.tables.texts.number(&name), name, number, actions });
    }
    all
}

/// A number, also one in quotes.
pub(crate) fn number_of(json: &Json) -> Option<i64> {
    match json {
        Json::Number(_) => json.as_i64().or_else(|| json.as_f64().map(|number| number as i64)),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The numbers of `core.values`; those that the tower's expressions name and that it does not have are noted.
fn constants(data: &Json, known: &Known, reader: &mut Reader) -> Vec<f64> {
    let values = data.get("values").and_then(Json::as_object);
    let value = |name: &str| values.and_then(|values| values.get(name)).and_then(Json::as_f64);
    for number in 0..reader.tables.constants.len() as u32 {
        let name = reader.tables.constants.name(number).to_owned();
        // These are named by this program.
        let is_known = [known.poison_damage, known.weak_value, known.lava_damage].contains(&number);
        if !is_known && value(&name).is_none() {
            reader.skip("data.js", &format!("values.{name}"), "missing, expected a number: counts as 0");
        }
    }
    let constants = &mut reader.tables.constants;
    for (name, _) in values.into_iter().flatten() {
        constants.number(name);
    }
    (0..constants.len()).map(|number| value(constants.name(number as u32)).unwrap_or(0.0)).collect()
}
