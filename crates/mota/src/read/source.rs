//! The files of a project as JSON: each is an assignment, and all right of its `=` is taken as it stands. No code is run.

use crate::read::code;
use crate::rules::expression::ExpressionError;
use jsonc_parser::ParseOptions;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::{in_english, sentence};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use thiserror::Error;

/// What is wrong with the files of a project.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A file that every project has is not there.
    Missing {
        /// The path of the file, below the folder of the project.
        file: String,
    },
    /// There is no assignment in a file.
    NoAssignment {
        /// The path of the file.
        file: String,
    },
    /// What stands right of the `=` is no JSON.
    Json {
        /// The path of the file.
        file: String,
        /// What the reader of JSON found.
        what: String,
        /// The line of the file, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
    },
    /// An action in the tower's table has no known type.
    Word {
        /// The path of the file.
        file: String,
        /// Where in the file.
        place: String,
        /// The word.
        found: String,
    },
    /// An expression in the tower's table cannot be read.
    Expression {
        /// The path of the file.
        file: String,
        /// Where in the file.
        place: String,
        /// Why.
        error: ExpressionError,
    },
    /// A value that the game needs is not there or of another kind.
    Value {
        /// The path of the file.
        file: String,
        /// Where in the file.
        place: String,
        /// What is there.
        found: Box<Sentence>,
        /// What should be there.
        expected: Box<Sentence>,
    },
}

impl From<&SourceError> for Sentence {
    fn from(error: &SourceError) -> Sentence {
        match error {
            SourceError::Missing { file } => {
                sentence!("{}: not in the project, expected an assignment of JSON", file.clone())
            }
            SourceError::NoAssignment { file } => sentence!("{}: no `=`, expected NAME = JSON", file.clone()),
            SourceError::Json { file, what, line, column } => {
                let (file, what) = (file.clone(), what.clone());
                sentence!("{}: {} at line {} column {}, expected JSON right of the `=`", file, what, *line, *column)
            }
            SourceError::Word { file, place, found } => sentence!(
                "{}: {}: found {}, expected a word with its \"type\", which is not \"function\"",
                file.clone(),
                place.clone(),
                found.clone()
            ),
            SourceError::Expression { file, place, error } => Sentence::plain(format_args!("{file}: {place}: {error}")),
            SourceError::Value { file, place, found, expected } => {
                let [found, expected] = [found, expected].map(|part| Sentence::clone(part));
                sentence!("{}: {} is {}, expected {}", file.clone(), place.clone(), found, expected)
            }
        }
    }
}

in_english!(SourceError);

/// The texts of a project's files, by their path below its folder: `data.js`, `floors/MT1.js`, …
#[derive(Clone, Debug, Default, Hash)]
pub struct Files {
    texts: BTreeMap<String, String>,
    /// What errors call a file that comes from elsewhere.
    shown: BTreeMap<String, String>,
}

impl Files {
    /// No file yet.
    pub fn new() -> Self {
        Files::default()
    }

    /// Adds a file, or puts it in the place of the one of that path.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(path.into(), text.into());
    }

    /// Adds a file that errors call by another name: it comes from outside of the project.
    pub(crate) fn insert_shown(&mut self, path: &str, shown: String, text: String) {
        self.shown.insert(path.to_owned(), shown);
        self.insert(path, text);
    }

    /// The paths and texts of all files.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The text of a file; none where it is not there.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// What errors call a file.
    pub fn shown<'a>(&'a self, path: &'a str) -> &'a str {
        self.shown.get(path).map_or(path, String::as_str)
    }

    /// The JSON of a file.
    ///
    /// # Errors
    /// The file is not there, holds no assignment, or what is assigned is no JSON.
    pub fn json(&self, path: &str) -> Result<Json, SourceError> {
        let text = self.texts.get(path).ok_or_else(|| SourceError::Missing { file: path.to_owned() })?;
        assigned(self.shown(path), text)
    }

    /// The JSON of a file that some projects lack.
    ///
    /// # Errors
    /// Those of [`Files::json`], but for a file that is not there.
    pub(crate) fn json_if_any(&self, path: &str) -> Result<Option<Json>, SourceError> {
        self.texts.get(path).map(|text| assigned(self.shown(path), text)).transpose()
    }
}

/// What a text assigns.
fn assigned(path: &str, text: &str) -> Result<Json, SourceError> {
    let file = || path.to_owned();
    // A file of JSON alone is no assignment, yet it is plain what it means.
    let start = match text.trim_start_matches('\u{feff}').trim_start() {
        bare if bare.starts_with(['{', '[']) => bare,
        text => text.split_once('=').ok_or_else(|| SourceError::NoAssignment { file: file() })?.1,
    };
    let json = start.trim().trim_end_matches(';');
    match serde_json::from_str(json) {
        Ok(json) => Ok(json),
        // People write JSON5 by hand. Errors are those of the strict reader.
        Err(error) => by_hand(json).ok_or_else(|| broken(path, text, json, &error)),
    }
}

/// What is wrong with the JSON in a text, a part of it, by the text's own lines.
fn broken(path: &str, text: &str, json: &str, error: &serde_json::Error) -> SourceError {
    let start = json.as_ptr() as usize - text.as_ptr() as usize;
    let before = &text[..start];
    let same_line = start - before.rfind('\n').map_or(0, |end| end + 1);
    let told = error.to_string();
    SourceError::Json {
        file: path.to_owned(),
        what: told.rsplit_once(" at line ").map_or(told.as_str(), |(what, _)| what).to_owned(),
        line: error.line() + before.matches('\n').count(),
        column: error.column() + if error.line() == 1 { same_line } else { 0 },
    }
}

/// Maximum nesting of JSON5: that of the strict reader.
const DEPTH: usize = 127;

/// JSON with comments, trailing commas, names without quotes and the like (JSON5).
fn by_hand(text: &str) -> Option<Json> {
    if code::depth(text) > DEPTH {
        return None;
    }
    let options =
        ParseOptions { allow_missing_commas: false, allow_non_finite_numbers: false, ..ParseOptions::default() };
    let json = jsonc_parser::parse_to_serde_value::<Json>(text, &options).ok()?;
    Some(json).filter(|json| !json.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        let mut files = Files::new();
        files.insert("a.js", text);
        files.json("a.js").expect_err("a broken file").to_string()
    }

    #[test]
    fn what_is_assigned_is_read() {
        let mut files = Files::new();
        files.insert("a.js", "main.floors.A=\n{\"x\": [1]};\n");
        assert_eq!(files.json("a.js").unwrap()["x"][0], 1);
        assert!(files.json_if_any("b.js").unwrap().is_none());
    }

    #[test]
    fn what_people_write_by_hand_is_read() {
        let mut files = Files::new();
        files.insert("a.js", "main.a =\n{x: [1, 2,], // a comment = {\n 'y': /* none */ .5, 31: \"// no comment\",};");
        let json = files.json("a.js").unwrap();
        assert_eq!(json, serde_json::json!({"x": [1, 2], "y": 0.5, "31": "// no comment"}));
        assert!(refusal("a = {x: 1 y: 2}").starts_with("a.js: key must be a string at line 1 column 6"));
        assert!(refusal("a = // nothing").starts_with("a.js: "));
        for depth in [200, 100_000] {
            assert!(refusal(&format!("a = {}", "[".repeat(depth))).starts_with("a.js: recursion limit exceeded"));
            let closed = format!("a = {}1,{}", "[".repeat(depth), "]".repeat(depth));
            assert!(refusal(&closed).starts_with("a.js: recursion limit exceeded"));
        }
    }

    #[test]
    fn a_broken_file_is_one_clear_line() {
        assert_eq!(refusal("nothing"), "a.js: no `=`, expected NAME = JSON");
        assert!(refusal("a = {\"x\": }").starts_with("a.js: expected value at line 1 column 11"));
        assert!(refusal("\n\na =\n  {\n \"x\": }").starts_with("a.js: expected value at line 5 column 7"));
        let missing = Files::new().json("floors/A.js").unwrap_err().to_string();
        assert_eq!(missing, "floors/A.js: not in the project, expected an assignment of JSON");
    }
}
