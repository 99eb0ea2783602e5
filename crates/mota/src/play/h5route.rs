//! The platform's file of a game, `.h5route`: a JSON of the tower's name and version, the difficulty, the seed of its random
//! numbers and the route, packed with LZ-string to base64; the route in it is packed once more by itself.

use crate::read::lz_string;
use crate::rules::model::Project;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest text in a record, in units of UTF-16.
const LIMIT: usize = 4 << 20;

/// The seed of the random numbers in records of ours: routes without random numbers go with any above 0.
const SEED: i64 = 1;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What the tower's `data.js` calls it.
    pub name: String,
    /// The version of the tower.
    #[serde(default)]
    pub version: String,
    /// The difficulty; empty where the tower has no choice.
    #[serde(default)]
    pub hard: String,
    /// The seed of the random numbers.
    #[serde(default)]
    pub seed: i64,
    /// The text of the route, for [`crate::play::route::parse`].
    pub route: String,
}

/// Why a text is no record, or not one of this tower.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is not packed as records are.
    #[error("{what} is damaged or no LZ-string of at most {LIMIT} characters in base64")]
    Packing {
        /// Which text.
        what: &'static str,
    },
    /// What was packed is no JSON of a record.
    #[error("the record: {0}, expected name, version, hard, seed, route")]
    Json(#[from] serde_json::Error),
    /// It is a record of another tower.
    #[error("the record is one of the tower {found:?}, expected {expected:?}")]
    Tower {
        /// The tower's name in the record.
        found: String,
        /// The tower's own name.
        expected: String,
    },
    /// The tower has no such difficulty.
    #[error("the record has the difficulty {found:?}, expected {expected}")]
    Difficulty {
        /// The difficulty in the record.
        found: String,
        /// Those that the tower has.
        expected: String,
    },
}

impl Record {
    /// The record of a route in a project.
    pub fn new(project: &Project, route: String) -> Record {
        let difficulty = project.start.difficulties.get(project.start.difficulty);
        Record {
            name: project.name.clone(),
            version: project.version.clone(),
            hard: difficulty.map_or_else(String::new, |difficulty| difficulty.name.clone()),
            seed: SEED,
            route,
        }
    }

    /// The text of the file.
    pub fn pack(&self) -> String {
        let route = lz_string::pack(&self.route);
        // Texts and a number can always be written.
        let json = serde_json::to_string(&Record { route, ..self.clone() }).unwrap_or_default();
        lz_string::pack(&json)
    }

    /// The record of a file's text.
    ///
    /// # Errors
    /// It is not packed as records are, or what was packed is not a record.
    pub fn unpack(text: &str) -> Result<Record, RecordError> {
        let unpack = |what, text: &str| lz_string::unpack(text, LIMIT).ok_or(RecordError::Packing { what });
        let mut record: Record = serde_json::from_str(&unpack("the file", text)?)?;
        record.route = unpack("the route in it", &record.route)?;
        Ok(record)
    }

    /// Chooses the difficulty of the record.
    ///
    /// # Errors
    /// It is a record of another tower, or of a difficulty that the tower lacks.
    pub fn choose_difficulty(&self, project: &mut Project) -> Result<(), RecordError> {
        if self.name != project.name {
            return Err(RecordError::Tower { found: self.name.clone(), expected: project.name.clone() });
        }
        let known = &project.start.difficulties;
        let found = known.iter().position(|difficulty| difficulty.name == self.hard);
        match found {
            Some(found) => project.start.difficulty = found,
            // A tower without a choice ignores the word.
            None if known.is_empty() => {}
            None => {
                let names: Vec<&str> = known.iter().map(|difficulty| difficulty.name.as_str()).collect();
                return Err(RecordError::Difficulty { found: self.hard.clone(), expected: names.join(", ") });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packed by LZ-string 1.5.0 in JavaScript, once by hand: `{"name":"tower","version":"Ver 1.0","hard":"Easy","seed":7,"route":…}`
    /// with the route `U3R2C1FMT3:I47:` packed in it.
    const OF_JAVASCRIPT: &str = "N4IgdghgtgpiBcIAuB7A7jATiANCAblgM4CWKYCIAalgAQCMAdAAy4gAWEmAJpQKIQiATzZEYMXvADseTCgCuSOIgDSKAFoBzAMqaAKgEE0mgFYGAmpoDqARQDCKTQDE0fANYGiAIQBMVGwC8QSAAvkA";

    fn record() -> Record {
        Record {
            name: "tower".to_owned(),
            version: "Ver 1.0".to_owned(),
            hard: "Easy".to_owned(),
            seed: 7,
            route: "U3R2C1FMT3:I47:".to_owned(),
        }
    }

    #[test]
    fn a_record_is_packed_as_the_platform_packs_it() {
        assert_eq!(record().pack(), OF_JAVASCRIPT);
        assert_eq!(Record::unpack(OF_JAVASCRIPT).unwrap(), record());
    }

    #[test]
    fn what_is_no_record_is_named() {
        let refusal = |text: &str| Record::unpack(text).unwrap_err().to_string();
        assert!(refusal(&OF_JAVASCRIPT[..50]).starts_with("the file is damaged"));
        let packed = lz_string::pack;
        assert!(refusal(&packed("{}")).starts_with("the record: missing field `name`"));
        assert!(refusal(&packed("{\"name\":\"a\",\"route\":\"?\"}")).starts_with("the route in it is damaged"));
    }
}
