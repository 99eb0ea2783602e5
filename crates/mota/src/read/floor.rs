//! Reads a floor.

use crate::read::parts::{directions, trigger_name};
use crate::read::report::{Place, Report, Severity};
use crate::read::source::{Files, SourceError};
use crate::read::{Reader, number_of, wrong};
use crate::rules::action::{Action, Actions};
use crate::rules::blocks_by_number::Blocks;
use crate::rules::model::{AutoEvent, CellEvent, Floor, Tile};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

/// The most columns and rows of a floor.
const SIZE: usize = 128;

/// Reads the floor of an id.
///
/// # Errors
/// The file is missing or broken, or its map is no rectangle of numbers.
pub(crate) fn floor(files: &Files, id: &str, blocks: &Blocks, reader: &mut Reader) -> Result<Floor, SourceError> {
    let file = format!("floors/{id}.js");
    let json = files.json(&file)?;
    let (width, height, map) = map(&json, &file)?;
    let mut floor = Floor {
        id: id.to_owned(),
        id_text: reader.tables.texts.number(id),
        name: ["title", "name"].iter().find_map(|name| json.get(name)?.as_str()).unwrap_or(id).to_owned(),
        width,
        height,
        ratio: json.get("ratio").or_else(|| json.get("item_ratio")).and_then(Json::as_f64).unwrap_or(1.0),
        events: vec![None; map.len()],
        map,
        stairs: FxHashMap::default(),
        walked_over: FxHashSet::default(),
        after_battle: FxHashMap::default(),
        before_battle: FxHashMap::default(),
        after_item: FxHashMap::default(),
        after_door: FxHashMap::default(),
        cannot_move: masks(json.get("cannotMove"), width),
        cannot_enter: masks(json.get("cannotMoveIn"), width),
        ice: FxHashSet::default(),
        auto: Vec::new(),
        first: Vec::new(),
        each: Vec::new(),
        up: cell_of(json.get("upFloor")),
        down: cell_of(json.get("downFloor")),
        fly_point: cell_of(json.get("flyPoint")),
        underground: json.get("underGround").and_then(Json::as_bool).unwrap_or(false),
        quick_shops: json.get("canUseQuickShop").and_then(Json::as_bool).unwrap_or(true),
        fly_to: json.get("canFlyTo").and_then(Json::as_bool).unwrap_or(true),
        fly_from: json.get("canFlyFrom").and_then(Json::as_bool).unwrap_or(true),
    };
    for name in ["bgmap", "fgmap", "bg2map", "fg2map"] {
        layer(&json, name, &mut floor, blocks, reader);
    }
    events(&json, &mut floor, reader);
    auto_events(&json, &mut floor, reader);
    if json.get("parallelDo").and_then(Json::as_str).is_some_and(|code| !crate::read::code::is_empty(code)) {
        reader.skip(id, "parallelDo", "a function of code");
    }
    Ok(floor)
}

/// Columns, rows, and the numbers of the map.
fn map(json: &Json, file: &str) -> Result<(u8, u8, Vec<Tile>), SourceError> {
    let found = json.get("map");
    let expected = "1 to 128 rows of 1 to 128 numbers, all of one length";
    let rows = found.and_then(Json::as_array).filter(|rows| (1..=SIZE).contains(&rows.len()));
    let rows = rows.ok_or_else(|| wrong(file, "map", found, expected))?;
    let width = rows.first().and_then(Json::as_array).map_or(0, Vec::len);
    let mut map = Vec::with_capacity(rows.len() * width);
    for (y, row) in rows.iter().enumerate() {
        let numbers = row.as_array().filter(|row| row.len() == width && (1..=SIZE).contains(&width));
        let numbers = numbers.ok_or_else(|| wrong(file, &format!("row {y} of map"), Some(row), expected))?;
        for (x, number) in numbers.iter().enumerate() {
            let tile = number.as_u64().and_then(|number| Tile::try_from(number).ok());
            let refuse = || wrong(file, &format!("column {x}, row {y} of map"), Some(number), "the number of a block");
            map.push(tile.ok_or_else(refuse)?);
        }
    }
    Ok((width as u8, rows.len() as u8, map))
}

/// What a layer before or behind the blocks does: arrows count there, too, and the hero slides over ice behind them.
fn layer(json: &Json, name: &str, floor: &mut Floor, blocks: &Blocks, reader: &mut Reader) {
    for (y, row) in json.get(name).and_then(Json::as_array).into_iter().flatten().enumerate() {
        for (x, number) in row.as_array().into_iter().flatten().enumerate() {
            let number = number.as_u64().and_then(|number| Tile::try_from(number).ok()).filter(|&number| number != 0);
            let block = number.and_then(|number| blocks.get(number));
            let (Some(block), Some(cell)) = (block, floor.cell(x as i32, y as i32)) else { continue };
            reader.has_layers |= block.rules_layers();
            for (mask, closed) in
                [(&mut floor.cannot_move, block.cannot_out), (&mut floor.cannot_enter, block.cannot_in)]
            {
                if closed != 0 {
                    *mask.entry(cell).or_default() |= closed;
                }
            }
            if name == "bgmap" && block.is_ice {
                if !reader.ice_below {
                    reader.skip(&floor.id, &format!("bgmap {x},{y}"), "ice, which the tower's functions do not know");
                }
                floor.ice.insert(cell);
            }
        }
    }
}

fn cell_of(json: Option<&Json>) -> Option<(u8, u8)> {
    let [x, y] = json?.as_array()?.as_slice() else { return None };
    let number = |json: &Json| json.as_u64().and_then(|number| u8::try_from(number).ok());
    Some((number(x)?, number(y)?))
}

/// The cells of the object of a name, by `x,y`. What is outside does nothing, and is noted.
fn cells(json: &Json, name: &str, floor: &Floor, report: &mut Report) -> Vec<(u16, String, Json)> {
    let mut cells = Vec::new();
    for (place, value) in json.get(name).and_then(Json::as_object).into_iter().flatten() {
        let cell = place.split_once(',').and_then(|(x, y)| floor.cell(x.trim().parse().ok()?, y.trim().parse().ok()?));
        match cell {
            _ if value.is_null() => {}
            Some(cell) => cells.push((cell, place.clone(), value.clone())),
            None => {
                let what = format!("not on the floor, which has {} columns and {} rows", floor.width, floor.height);
                report.note(&Place::new(&floor.id, format!("{name} {place}")), Severity::Ignored, what);
            }
        }
    }
    cells
}

fn masks(json: Option<&Json>, width: u8) -> FxHashMap<u16, u8> {
    let mut masks = FxHashMap::default();
    for (place, value) in json.and_then(Json::as_object).into_iter().flatten() {
        let Some((x, y)) = place.split_once(',') else { continue };
        if let (Ok(x), Ok(y)) = (x.trim().parse::<u16>(), y.trim().parse::<u16>()) {
            masks.insert(y.saturating_mul(u16::from(width)).saturating_add(x), directions(Some(value)));
        }
    }
    masks
}

fn events(json: &Json, floor: &mut Floor, reader: &mut Reader) {
    let id = floor.id.clone();
    for (cell, place, value) in cells(json, "events", floor, &mut reader.report) {
        let event = cell_event(&value, &id, &place, reader);
        floor.events[usize::from(cell)] = Some(Box::new(event));
    }
    for (cell, place, value) in cells(json, "changeFloor", floor, &mut reader.report) {
        let action = reader.at(&id, &format!("changeFloor {place}")).stairs(&value);
        if floor.ice.contains(&cell) {
            // The platform begins to slide before it changes the floor.
            reader.skip(&id, &format!("changeFloor {place}"), "stairs on ice");
        }
        let own = value.get("ignoreChangeFloor").and_then(Json::as_bool);
        floor.walked_over.extend(own.unwrap_or(reader.walks_over_stairs).then_some(cell));
        floor.stairs.insert(cell, action);
    }
    let mut after = |name: &str, floor: &Floor| -> FxHashMap<u16, Actions> {
        let mut all = FxHashMap::default();
        for (cell, place, value) in cells(json, name, floor, &mut reader.report) {
            let actions = reader.at(&id, &format!("{name} {place}")).actions(&value);
            if value.get("disableOnGentleClick").and_then(Json::as_bool).unwrap_or(false) {
                reader.skip(
                    &id,
                    &format!("{name} {place}"),
                    "disableOnGentleClick: it comes of an item taken from beside, too",
                );
            }
            // Even an empty list after an item counts: the item is taken after the damage of its cell.
            if !actions.is_empty() || (name == "afterGetItem" && value.is_array()) {
                all.insert(cell, actions);
            }
        }
        all
    };
    floor.after_battle = after("afterBattle", floor);
    floor.before_battle = after("beforeBattle", floor);
    floor.after_item = after("afterGetItem", floor);
    floor.after_door = after("afterOpenDoor", floor);
    for (name, actions) in [("firstArrive", &mut floor.first), ("eachArrive", &mut floor.each)] {
        if let Some(value) = json.get(name) {
            *actions = reader.at(&id, name).actions(value);
        }
    }
}

/// Parts of a block that an event on its cell may have for it, and that are not read.
const OVERRIDING: [&str; 9] =
    ["id", "cls", "script", "event", "doorInfo", "cannotIn", "cannotOut", "canBreak", "faceIds"];

fn cell_event(value: &Json, id: &str, place: &str, reader: &mut Reader) -> CellEvent {
    let part = |name: &str| value.as_object().and_then(|event| event.get(name)).filter(|part| !part.is_null());
    // An object is what the event changes of the block.
    let data = if value.is_object() { part("data") } else { Some(value) };
    let mut actions = data.map_or_else(Vec::new, |data| reader.at(id, &format!("events {place}")).actions(data));
    let trigger = trigger_name(value);
    // Then nothing happens there, whatever the block is.
    let is_none = part("trigger").and_then(Json::as_str) == Some("null");
    if let Some(name) = trigger
        && !matches!(name, "action" | "battle" | "openDoor" | "getItem")
    {
        let at = crate::read::report::Place::new(id, format!("events {place}"));
        let what = sentence!("the trigger {}", Sentence::quoted(name));
        let issue = reader.report.note(&at, Severity::Refused, what);
        actions = vec![Action::Unknown(issue)];
    }
    for name in OVERRIDING.into_iter().filter(|name| part(name).is_some()) {
        reader.skip(id, &format!("events {place}"), format!("{name}, which the block has in the event"));
    }
    CellEvent {
        enabled: part("enable").and_then(Json::as_bool).unwrap_or(true),
        no_pass: part("noPass").and_then(Json::as_bool),
        overrides: trigger == Some("action") || is_none,
        actions: if is_none { Vec::new() } else { actions },
    }
}

fn auto_events(json: &Json, floor: &mut Floor, reader: &mut Reader) {
    let id = floor.id.clone();
    for (place, list) in json.get("autoEvent").and_then(Json::as_object).into_iter().flatten() {
        // They come wherever they stand; a cell outside is none.
        let (x, y) = place.split_once(',').unwrap_or_default();
        let cell = [x, y].map(|number| number.trim().parse().unwrap_or(u8::MAX));
        for (number, value) in list.as_object().into_iter().flatten() {
            let Some(condition) = value.get("condition").and_then(Json::as_str) else { continue };
            let asks_place = crate::rules::expression::asks_place(condition);
            let at = format!("autoEvent {place}");
            let condition = match crate::rules::expression::parse(condition, &mut reader.tables) {
                Ok(condition) => condition,
                Err(error) => {
                    reader.skip(&id, &at, format!("its condition: {error}"));
                    continue;
                }
            };
            if value.get("delayExecute").and_then(Json::as_bool).unwrap_or(false) {
                reader.skip(&id, &at, "delayExecute: it does not wait for the end of the event under way");
            }
            let again = value.get("multiExecute").and_then(Json::as_bool).unwrap_or(false);
            let flag = format!("@auto@{id}@{place}@{number}");
            floor.auto.push(AutoEvent {
                cell: cell.into(),
                condition,
                here_only: value.get("currentFloor").and_then(Json::as_bool).unwrap_or(false),
                priority: value.get("priority").and_then(number_of).unwrap_or(0),
                once: (!again).then(|| reader.tables.flags.number(&flag)),
                asks_place,
                is_goal: false,
                actions: reader.at(&id, &at).actions(value),
            });
        }
    }
}
