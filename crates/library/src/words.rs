//! What Serde says of JSON, in words for people.

/// An error without the names of Rust's types: what was found, and what is expected.
pub fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = if error.line() > 0 { text.rfind(" at line ").unwrap_or(text.len()) } else { text.len() };
    let (said, place) = text.split_at(end);
    let found = said.strip_prefix("invalid type: ").or(said.strip_prefix("invalid value: "));
    let Some((found, expected)) = found.and_then(|found| found.rsplit_once(", expected ")) else { return text };
    let expected = match expected {
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0",
        "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text",
        "a sequence" => "a list",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    let found = match found {
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    };
    format!("found {found}, expected {expected}{place}")
}

#[cfg(test)]
mod tests {
    use crate::request::Request;

    #[test]
    fn no_type_of_rust_is_named() {
        for (json, said) in [
            (r#"{"limit":"a"}"#, r#"found string "a", expected a whole number from 0 at line 1 column 12"#),
            (r#"{"offset":-1}"#, "found integer `-1`, expected a whole number from 0 at line 1 column 12"),
            (
                r#"{"lasting":1.5}"#,
                "found floating point `1.5`, expected a whole number from 0 to 4294967295 at line 1 column 14",
            ),
            (r#"{"player":"X"}"#, r#"found string "X", expected a list at line 1 column 13"#),
            (r#"{"number":["1"]}"#, r#"found string "1", expected a whole number at line 1 column 14"#),
            (r#"{"red":[1]}"#, "found a list, expected a text at line 1 column 7"),
            ("7", "found integer `7`, expected an object at line 1 column 1"),
        ] {
            let error = serde_json::from_str::<Request>(json).unwrap_err();
            assert_eq!(super::in_words(&error), said, "{json}");
        }
        let error = serde_json::from_str::<Request>(r#"{"colour":1}"#).unwrap_err();
        assert!(super::in_words(&error).starts_with("unknown field `colour`, expected one of `game`"), "{error}");
    }
}
