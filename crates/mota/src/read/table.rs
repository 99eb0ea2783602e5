//! The parts and words of a tower's table: each says what it is. A project may hold what is not understood, and is played
//! as far as that is not met; the table is written for this program, and a slip in it is told at once.

use crate::read::parts::{SPECIALS, trigger_name};
use crate::read::report::{Place, Severity};
use crate::read::source::SourceError;
use crate::read::{Reader, TABLE, wrong};
use crate::rules::model::Tool;
use crate::rules::special;
use meihua_contracts::text::shorten;
use serde_json::Value as Json;

/// What may stand behind a key.
struct Key {
    name: &'static str,
    is_needed: bool,
    fits: fn(&Json) -> bool,
    /// What fits, in words.
    what: &'static str,
}

impl Key {
    const fn new(name: &'static str, fits: fn(&Json) -> bool, what: &'static str) -> Key {
        Key { name, is_needed: false, fits, what }
    }

    const fn needed(name: &'static str, fits: fn(&Json) -> bool, what: &'static str) -> Key {
        Key { is_needed: true, ..Key::new(name, fits, what) }
    }
}

const FORMULA: &str = "a formula in quotes";

/// The keys of the table.
const PARTS: [Key; 7] = [
    Key::new("immune", Json::is_string, CONDITION),
    Key::new("attack", Json::is_array, "a list of rules with \"when\", \"against\" and \"times\""),
    Key::new("melts", is_names, "an object of ids of items in quotes"),
    Key::new("triggers", Json::is_object, "an object of lists of actions"),
    Key::new("specials", Json::is_object, "an object of rules by the number of their special"),
    Key::new("tools", Json::is_object, "an object of rules by the id of their item"),
    Key::new("functions", Json::is_object, "an object of lists of actions"),
];

const CONDITION: &str = "a condition in quotes";

/// The keys of a rule of `attack`.
const ATTACK: [Key; 3] = [
    Key::needed("when", Json::is_string, CONDITION),
    Key::needed("against", |json| list_of(json, Json::is_string), "a list of ids of monsters in quotes"),
    Key::needed("times", |json| json.as_i64().is_some_and(|times| times >= 0), "a whole number, 0 or more"),
];

/// Those of a rule of `specials`, besides its formulas.
const SPECIAL: [Key; 2] = [
    Key::needed("name", Json::is_string, "a name in quotes"),
    Key::new("like", |json| list_of(json, is_special), "a list of specials of the platform, 1 to 27"),
];
const _: () = assert!(SPECIALS == 27);

/// Those of a rule of `tools`: of any item, of tools that strike, and of bombs.
const WHEN: Key = Key::new("when", Json::is_string, CONDITION);
const AROUND: Key = Key::new("around", Json::is_boolean, "true or false");
const BELOW: Key = Key::new("below", |json| json.as_f64().is_some_and(|below| below > 0.0), "a number above 0");

fn is_special(json: &Json) -> bool {
    json.as_u64().is_some_and(|special| (1..=SPECIALS).contains(&special))
}

fn is_names(json: &Json) -> bool {
    json.as_object().is_some_and(|object| object.values().all(Json::is_string))
}

fn list_of(json: &Json, fits: fn(&Json) -> bool) -> bool {
    json.as_array().is_some_and(|list| list.iter().all(fits))
}

/// Checks the keys of an object and what stands behind them.
fn keys<'k>(file: &str, place: &str, json: &Json, known: impl IntoIterator<Item = &'k Key>) -> Result<(), SourceError> {
    let Json::Object(object) = json else { return Err(wrong(file, place, Some(json), "an object")) };
    let path = |key: &str| if place == WHOLE { key.to_owned() } else { format!("{place}.{key}") };
    let known: Vec<&Key> = known.into_iter().collect();
    for (name, value) in object {
        match known.iter().find(|key| key.name == name) {
            None => {
                let names: Vec<&str> = known.iter().map(|key| key.name).collect();
                return Err(unknown(file, path(&shorten(name)), names.join(", ")));
            }
            Some(key) if !(key.fits)(value) => return Err(wrong(file, &path(name), Some(value), key.what)),
            Some(_) => {}
        }
    }
    match known.iter().find(|key| key.is_needed && !object.contains_key(key.name)) {
        Some(key) => Err(wrong(file, &path(key.name), None, key.what)),
        None => Ok(()),
    }
}

fn unknown(file: &str, place: String, expected: String) -> SourceError {
    SourceError::Value {
        file: file.to_owned(),
        place,
        found: Box::new("an unknown key".into()),
        expected: Box::new(expected.into()),
    }
}

/// The place of the whole table.
const WHOLE: &str = "the table";

/// Checks the parts of a table, which comes from `file`, and its words. A function in the place of a function would stand
/// for itself.
///
/// # Errors
/// The first key that no table has, or what stands behind it is of another kind; the first word without a type, or of a
/// type that a table cannot have.
pub(crate) fn check(table: &Json, file: &str) -> Result<(), SourceError> {
    if table.is_null() {
        return Ok(());
    }
    keys(file, WHOLE, table, &PARTS)?;
    for (number, rule) in table.get("attack").and_then(Json::as_array).into_iter().flatten().enumerate() {
        keys(file, &format!("attack.{number}"), rule, &ATTACK)?;
    }
    let part = |name: &str| table.get(name).and_then(Json::as_object).into_iter().flatten();
    let formulas = special::NAMES.map(|name| Key::new(name, Json::is_string, FORMULA));
    for (number, rule) in part("specials") {
        let place = format!("specials.{}", shorten(number));
        if !number.parse::<u64>().is_ok_and(|number| number > SPECIALS) {
            return Err(unknown(file, place, format!("a number above {SPECIALS}")));
        }
        keys(file, &place, rule, SPECIAL.iter().chain(&formulas))?;
    }
    for (id, rule) in part("tools") {
        let own: &[Key] = match Tool::named(id) {
            Some(Tool::Bomb) => &[WHEN, AROUND, BELOW],
            Some(Tool::Pickaxe) => &[WHEN, AROUND],
            Some(
                Tool::IcePickaxe | Tool::Earthquake | Tool::BigKey | Tool::CenterFly | Tool::UpFly | Tool::DownFly,
            )
            | None => &[WHEN],
        };
        keys(file, &format!("tools.{}", shorten(id)), rule, own)?;
    }
    for name in ["functions", "triggers"] {
        for (place, actions) in part(name) {
            list(actions).map_err(|found| SourceError::Word {
                file: file.to_owned(),
                place: format!("{name} {place:?}"),
                found: shorten(&found.to_string()),
            })?;
        }
    }
    Ok(())
}

/// Notes what the table names and the tower does not have.
pub(crate) fn note_unused(table: &Json, [monsters, items, maps]: [&Json; 3], reader: &mut Reader) {
    let part = |name: &str| table.get(name).and_then(Json::as_object).into_iter().flatten();
    let ids = |rule: &Json| rule.get("against").and_then(Json::as_array).cloned().unwrap_or_default();
    let against = table.get("attack").and_then(Json::as_array).into_iter().flatten().flat_map(ids);
    let has = |list: &Json, id: &Json| id.as_str().is_some_and(|id| list.get(id).is_some());
    let mut unused: Vec<String> = against.filter(|id| !has(monsters, id)).map(|id| format!("attack {id}")).collect();
    let melts = part("melts").filter(|(block, item)| !reader.numbers.contains_key(*block) || !has(items, item));
    unused.extend(melts.map(|(block, _)| format!("melts {block}")));
    unused.extend(part("tools").filter(|(id, _)| items.get(id).is_none()).map(|(id, _)| format!("tools {id}")));
    let triggers: Vec<&str> =
        maps.as_object().into_iter().flatten().filter_map(|(_, block)| trigger_name(block)).collect();
    let idle = part("triggers").filter(|(name, _)| !triggers.contains(&name.as_str()));
    unused.extend(idle.map(|(name, _)| format!("triggers {name}")));
    let unmet = part("functions").filter(|(place, _)| reader.functions.get(*place).is_some_and(|(_, met)| !met.get()));
    unused.extend(unmet.map(|(place, _)| format!("functions {place}")));
    for place in unused {
        reader.report.note(&Place::new(TABLE, place), Severity::Ignored, "the tower has nothing that this is about");
    }
}

/// Checks a list of words, as the compiler takes one. The nesting of JSON is bounded where it is read.
fn list(json: &Json) -> Result<(), &Json> {
    match json {
        Json::Array(words) => words.iter().try_for_each(word),
        Json::Object(object) if object.contains_key("type") => word(json),
        Json::Object(object) => object.get("data").map_or(Err(json), list),
        _ => Err(json),
    }
}

/// Checks a word and the lists in it. A bare text is shown.
fn word(json: &Json) -> Result<(), &Json> {
    let Json::Object(object) = json else {
        return if json.is_string() { Ok(()) } else { Err(json) };
    };
    if !object.get("type").and_then(Json::as_str).is_some_and(|kind| !kind.is_empty() && kind != "function") {
        return Err(json);
    }
    for name in ["true", "false", "yes", "no", "data"] {
        object.get(name).filter(|part| !part.is_null()).map_or(Ok(()), list)?;
    }
    for name in ["choices", "caseList"] {
        let cases = object.get(name).and_then(Json::as_array).into_iter().flatten();
        cases.filter_map(|case| case.get("action")).try_for_each(list)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(words: &str) -> Option<String> {
        let table = serde_json::from_str(&format!("{{\"functions\": {{\"MT1 events 3,4\": {words}}}}}")).unwrap();
        check(&table, "my table.json").err().map(|error| error.to_string())
    }

    #[test]
    fn a_part_that_no_table_has_is_refused() {
        for wrong in [
            r#"[]"#,
            r#"{"foo": 1}"#,
            r#"{"immune": 5}"#,
            r#"{"attack": [{"against": ["a"], "times": 2}]}"#,
            r#"{"attack": [{"when": "true", "against": "a", "times": 2}]}"#,
            r#"{"melts": {"yellowDoor": 1}}"#,
            r#"{"functions": []}"#,
        ] {
            let error = check(&serde_json::from_str(wrong).unwrap(), "t.json").unwrap_err().to_string();
            assert!(error.starts_with("t.json: ") && error.contains(", expected "), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_word_without_its_type_is_named_with_its_place() {
        let told = refusal(r#"[{"type": "if", "true": [{"tyte": "if"}]}]"#).unwrap();
        assert!(told.starts_with(r#"my table.json: functions "MT1 events 3,4": found {"tyte":"if"}"#), "{told}");
        for wrong in [r#"[{}]"#, r#"[{"type": "function"}]"#, "{}", "7", r#"[{"type": ""}]"#, "[7]"] {
            assert!(refusal(wrong).is_some(), "{wrong}");
        }
        for right in [r#"[{"type": "win"}]"#, r#"{"type": "win"}"#, r#"{"data": ["a text"]}"#, "[]"] {
            assert_eq!(refusal(right), None, "{right}");
        }
        let choice = r#"[{"type": "choices", "choices": [{"text": "a", "action": [{"tpye": "win"}]}]}]"#;
        assert!(refusal(choice).unwrap().contains("tpye"));
    }
}
