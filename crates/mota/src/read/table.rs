//! The words of a tower's table: each says what it is. A project may hold what is not understood, and is played as far as that is
//! not met; the table is written for this program, and a slip in it is told at once.

use crate::read::source::SourceError;
use meihua_contracts::text::shorten;
use serde_json::Value as Json;

/// Checks the words of a table, which comes from `file`. A function in the place of a function would stand for itself.
///
/// # Errors
/// The first word without a type, or of a type that a table cannot have.
pub(crate) fn check(table: &Json, file: &str) -> Result<(), SourceError> {
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
