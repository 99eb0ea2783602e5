//! The parts and words of a tower's table: each says what it is. A project may hold what is not understood, and is played
//! as far as that is not met; the table is written for this program, and a slip in it is told at once.

use crate::read::report::{Place, Severity};
use crate::read::source::SourceError;
use crate::read::{Reader, TABLE, wrong};
use meihua_contracts::text::shorten;
use serde_json::Value as Json;

/// Checks the parts of a table, which comes from `file`, and its words. A function in the place of a function would stand
/// for itself.
///
/// # Errors
/// The first part that no table has or that is of another kind; the first word without a type, or of a type that a
/// table cannot have.
pub(crate) fn check(table: &Json, file: &str) -> Result<(), SourceError> {
    let entries = table.as_object().into_iter().flatten().map(|(key, part)| (key.as_str(), part));
    for (key, part) in [("the table", table)].into_iter().chain(entries) {
        let is_right = match key {
            "the table" => part.is_object() || part.is_null(),
            "immune" => part.is_string(),
            "attack" => {
                let fits =
                    |rule: &Json| rule["when"].is_string() && rule["against"].is_array() && rule["times"].is_i64();
                part.as_array().is_some_and(|rules| rules.iter().all(fits))
            }
            "melts" => part.as_object().is_some_and(|melts| melts.values().all(Json::is_string)),
            "functions" | "specials" | "tools" | "triggers" => part.is_object(),
            _ => false,
        };
        if !is_right {
            return Err(wrong(file, key, Some(part), EXPECTED));
        }
    }
    for part in ["functions", "triggers"] {
        for (name, actions) in table.get(part).and_then(Json::as_object).into_iter().flatten() {
            list(actions).map_err(|found| SourceError::Word {
                file: file.to_owned(),
                place: format!("{part} {name:?}"),
                found: shorten(&found.to_string()),
            })?;
        }
    }
    Ok(())
}

const EXPECTED: &str = "immune (a condition), attack (a list of rules with \"when\", \"against\" and \"times\"), and objects: \
    functions, melts, specials, tools, triggers";

/// Notes what the table names and the tower does not have.
pub(crate) fn note_unused(table: &Json, [monsters, items]: [&Json; 2], reader: &mut Reader) {
    let part = |name: &str| table.get(name).and_then(Json::as_object).into_iter().flatten();
    let ids = |rule: &Json| rule.get("against").and_then(Json::as_array).cloned().unwrap_or_default();
    let against = table.get("attack").and_then(Json::as_array).into_iter().flatten().flat_map(ids);
    let has = |list: &Json, id: &Json| id.as_str().is_some_and(|id| list.get(id).is_some());
    let mut unused: Vec<String> = against.filter(|id| !has(monsters, id)).map(|id| format!("attack {id}")).collect();
    let melts = part("melts").filter(|(block, item)| !reader.numbers.contains_key(*block) || !has(items, item));
    unused.extend(melts.map(|(block, _)| format!("melts {block}")));
    unused.extend(part("tools").filter(|(id, _)| items.get(id).is_none()).map(|(id, _)| format!("tools {id}")));
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
