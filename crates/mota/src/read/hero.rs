//! The hero at the start: numbers, place, items, flags and equipment.

use super::source::SourceError;
use super::{Reader, number_of, part, wrong};
use crate::rules::action::Target;
use crate::rules::expression::Stat;
use crate::rules::model::{DIRECTIONS, Floor, Start};
use crate::rules::state::MAX_STAT;
use crate::rules::value::Value;
use serde_json::Value as Json;

/// The hero at the start, and what the tower does before the first step.
pub(super) fn start(first: &Json, is_drawn: bool, floors: &[Floor], reader: &mut Reader) -> Result<Start, SourceError> {
    let hero = part(first, "hero", "firstData.hero")?;
    let id = first.get("floorId");
    let floor = id.and_then(Json::as_str).and_then(|id| reader.floors.get(id));
    let &floor = floor.ok_or_else(|| wrong("data.js", "firstData.floorId", id, "the id of a floor"))?;
    let mut start = Start { floor, ..Start::default() };
    for name in ["hp", "atk", "def"] {
        let value = hero.get(name);
        let is_given = value.is_some_and(|value| !value.is_null());
        if !is_given && name != "hp" {
            reader.skip("data.js", &format!("firstData.hero.{name}"), "missing, expected a number: counts as 0");
        } else if value.and_then(number_of).is_none() {
            return Err(wrong("data.js", &format!("firstData.hero.{name}"), value, "a number"));
        }
    }
    for (name, value) in hero.as_object().into_iter().flatten() {
        let Some(stat) = Stat::named(name).filter(|_| !value.is_null()) else { continue };
        start.stats.push((stat, amount(value, &format!("firstData.hero.{name}"), MAX_STAT, reader)?));
    }
    let place = part(hero, "loc", "firstData.hero.loc")?;
    let coordinate = |name: &str, cells: u8| {
        let found = place.get(name);
        let number = found.and_then(Json::as_u64).and_then(|number| u8::try_from(number).ok());
        let place = format!("firstData.hero.loc.{name}");
        let inside = number.filter(|&number| number < cells);
        inside.ok_or_else(|| wrong("data.js", &place, found, "a column and row of the floor, from 0"))
    };
    start.cell = (coordinate("x", floors[floor].width)?, coordinate("y", floors[floor].height)?);
    let looks = place.get("direction").and_then(Json::as_str);
    start.direction = DIRECTIONS.iter().position(|(name, _)| Some(*name) == looks).unwrap_or(1) as u8;
    for (_, class) in hero.get("items").and_then(Json::as_object).into_iter().flatten() {
        for (id, count) in class.as_object().into_iter().flatten() {
            let count = amount(count, &format!("firstData.hero.items {id}"), i32::MAX.into(), reader)?;
            start.items.push((reader.tables.items.number(id), count));
        }
    }
    for (name, value) in hero.get("flags").and_then(Json::as_object).into_iter().flatten() {
        let value = match value {
            Json::Bool(bool) => Value::Bool(*bool),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or(0.0)),
            Json::String(text) => Value::Text(reader.tables.texts.number(text)),
            _ => continue,
        };
        let flag = reader.tables.flags.number(name);
        if matches!(value, Value::Text(_)) {
            reader.tables.given.push((Target::Flag(flag), None));
        }
        start.flags.push((flag, value));
    }
    for (slot, id) in hero.get("equipment").and_then(Json::as_array).into_iter().flatten().enumerate() {
        let item = id.as_str().and_then(|id| reader.tables.items.find(id));
        if let (Some(item), Some(&flag)) = (item, reader.slots.worn.get(slot)) {
            // The hero's numbers have it in them.
            start.flags.push((flag, Value::Number(f64::from(item + 1))));
        }
    }
    if is_drawn {
        start.canvas =
            first.get("startCanvas").map_or_else(Vec::new, |json| reader.at("data.js", "startCanvas").actions(json));
    }
    start.actions =
        first.get("startText").map_or_else(Vec::new, |json| reader.at("data.js", "startText").actions(json));
    Ok(start)
}

/// A number that the hero begins with; what it is taken for is noted where that is not what stands there.
fn amount(json: &Json, place: &str, most: i64, reader: &mut Reader) -> Result<i64, SourceError> {
    let number = number_of(json).unwrap_or(0);
    if number.unsigned_abs() > most.unsigned_abs() {
        return Err(wrong("data.js", place, Some(json), "a smaller number"));
    }
    let is_exact = json.as_f64().map_or(number_of(json).is_some(), |given| given.fract() == 0.0);
    if !is_exact {
        reader.skip("data.js", place, format!("{json}, expected a whole number: taken as {number}"));
    }
    Ok(number)
}
