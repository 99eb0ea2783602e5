//! `import HEX` and `export FORMAT GAME`: saved games over the wire, for a GUI that has files but no parser for them.
//!
//! Bytes are sent as hexadecimal digits, because a file may be in any encoding or not text at all. Games are sent as
//! the JSON of `docs/records.md`. Both commands are answered with an object.

use super::plain_games;
use crate::Games;
use crate::encoding::{TextEncoding, decode};
use crate::write::json::{JsonGame, object};
use crate::write::{Lost, OutputFormat};
use meihua_contracts::puzzle::FilesError;
use meihua_contracts::sentence::{Sentence, Words};
use meihua_contracts::text::{Notation, PositionError, unhex};
use meihua_contracts::view::json;
use meihua_engine::engine::fault::TranslatedFaults;
use meihua_engine::engine::registry::Entry;
use serde::Serialize;
use serde_json::value::RawValue;
use thiserror::Error;

/// Maximum size of the games in an answer, as bytes of JSON.
const ANSWER_LIMIT: usize = 4 << 20;

/// Why nothing was read or written.
#[derive(Debug, Error)]
enum Failure {
    #[error("expected an even number of hexadecimal digits")]
    Hex,
    #[error("unknown format {0:?}, expected pgn, pgn-chinese, pgn-wxf, pgn-iccs, dhtmlxq, iccs, uci, xqf or json")]
    Format(String),
    #[error("{0}")]
    Read(#[from] crate::RecordError),
    #[error("{0}")]
    Write(#[from] crate::write::WriteError),
    #[error("expected one game as JSON")]
    NoGame,
    #[error("{0}")]
    Project(#[from] FilesError),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("{0}")]
    Move(String),
    #[error("{0:?} has no saved-game format, expected uci or json")]
    NoFormat(&'static str),
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

impl From<&Failure> for Sentence {
    fn from(failure: &Failure) -> Sentence {
        match failure {
            Failure::Hex => "expected an even number of hexadecimal digits".into(),
            Failure::Read(error) => error.into(),
            Failure::Project(error) => error.into(),
            Failure::Position(error) => error.into(),
            Failure::Format(_)
            | Failure::Write(_)
            | Failure::NoGame
            | Failure::Move(_)
            | Failure::NoFormat(_)
            | Failure::Json(_) => Sentence::plain(failure),
        }
    }
}

#[derive(Serialize, Default)]
struct Imported {
    games: Vec<JsonGame>,
    /// The name of the input's format; `None` if it is not a saved-game format.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    /// What was wrong with some of the games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Sentence>,
    /// For a multi-floor tower: what follows `position` to start it, valid for the lifetime of this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    /// Whether there were more games than fit into an answer.
    more: bool,
    /// Why reading stopped, or read nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Sentence>,
    /// Both in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    translated: Option<TranslatedFaults>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Exported {
    Written {
        /// The bytes.
        hex: String,
        /// What the format cannot hold.
        #[serde(skip_serializing_if = "Option::is_none")]
        lost: Option<String>,
    },
    Failed {
        /// The reason why there are none.
        error: String,
    },
}

/// The answer to `import`. Text that fits several games is read as the game named `first`, the current one.
pub(crate) fn import(hex: &str, games: &[Entry], first: &str, words: Option<Words>) -> Box<RawValue> {
    let mut imported = read(hex, games, first)
        .unwrap_or_else(|error| Imported { error: Some((&error).into()), ..Imported::default() });
    imported.translated = TranslatedFaults::of(words, &imported.faults, imported.error.as_ref());
    json(&imported)
}

/// The answer to `export`.
pub(crate) fn export(rest: &str, games: &[Entry]) -> Box<RawValue> {
    let exported = write(rest, games).map(|(bytes, lost)| Exported::Written {
        hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        lost: (!lost.is_nothing()).then(|| lost.to_string()),
    });
    json(&exported.unwrap_or_else(|error| Exported::Failed { error: error.to_string() }))
}

fn read(hex: &str, games: &[Entry], first: &str) -> Result<Imported, Failure> {
    let bytes = unhex(hex).ok_or(Failure::Hex)?;
    if let Some(imported) = read_plain(&decode(&bytes), games, first) {
        return Ok(imported);
    }
    let mut imported = Imported::default();
    if let Some(name) = games.iter().filter_map(|entry| entry.project).find_map(|projects| (projects.keep)(&bytes)) {
        imported.base = Some(format!("project {}", name?));
        return Ok(imported);
    }
    let mut size = 0;
    let found = Games::preferring(first, "import", bytes.as_slice(), games)?;
    imported.format = Some(found.format().name());
    for game in found {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                imported.error = Some((&error).into());
                continue;
            }
        };
        imported.faults.extend(game.faults.iter().map(Sentence::from));
        let game = object(&game);
        size += serde_json::to_string(&game).map_or(0, |text| text.len());
        if size > ANSWER_LIMIT {
            imported.more = true;
            break;
        }
        imported.games.push(game);
    }
    Ok(imported)
}

/// Text of a game without a saved-game format: JSON, a position, or a position with moves.
fn read_plain(text: &str, games: &[Entry], first: &str) -> Option<Imported> {
    let (game, faults) = match serde_json::from_str::<JsonGame>(text) {
        Ok(game) => plain_games::checked(plain_games::entry(games, &game.game)?, &game).ok()?,
        Err(_) => plain_games::read(text, games, first)?,
    };
    Some(Imported { games: vec![game], faults, ..Imported::default() })
}

fn write(rest: &str, games: &[Entry]) -> Result<(Vec<u8>, Lost), Failure> {
    let (format, json) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let (target, mut notation) = target(format)?;
    // The reader recognises JSON by its first brace; this can only be JSON.
    if !json.trim_start().starts_with('{') {
        return Err(Failure::NoGame);
    }
    let object: JsonGame = serde_json::from_str(json)?;
    if let Some(entry) = plain_games::entry(games, &object.game) {
        let (game, faults) = plain_games::checked(entry, &object)?;
        faults.into_iter().next().map_or(Ok(()), |fault| Err(Failure::Move(fault.to_string())))?;
        return match target {
            OutputFormat::Uci => Ok((plain_games::line(&game).into_bytes(), plain_games::lost(&game))),
            OutputFormat::Json => Ok(((serde_json::to_string(&game)? + "\n").into_bytes(), Lost::default())),
            OutputFormat::Pgn | OutputFormat::Dhtmlxq | OutputFormat::Iccs | OutputFormat::Xqf => {
                Err(Failure::NoFormat(entry.name))
            }
        };
    }
    let game = Games::of("export", json.as_bytes(), games)?.next().ok_or(Failure::NoGame)??;
    // No other program reads a PGN of chess in squares.
    if target == OutputFormat::Pgn && game.start.kind().recorder().description.is_some() {
        notation = Notation::San;
    }
    if let Some(fault) = game.faults.first() {
        return Err(Failure::Move(fault.to_string()));
    }
    Ok(target.encode(&game, notation, TextEncoding::Utf8)?)
}

/// The format named by a word, and the notation of moves in PGN.
fn target(format: &str) -> Result<(OutputFormat, Notation), Failure> {
    Ok(match format.to_ascii_lowercase().as_str() {
        "pgn" => (OutputFormat::Pgn, Notation::Wire),
        "pgn-chinese" => (OutputFormat::Pgn, Notation::Chinese),
        "pgn-wxf" => (OutputFormat::Pgn, Notation::Wxf),
        "pgn-iccs" => (OutputFormat::Pgn, Notation::Iccs),
        "dhtmlxq" => (OutputFormat::Dhtmlxq, Notation::Wire),
        "iccs" => (OutputFormat::Iccs, Notation::Iccs),
        "uci" => (OutputFormat::Uci, Notation::Wire),
        "xqf" => (OutputFormat::Xqf, Notation::Wire),
        "json" => (OutputFormat::Json, Notation::Wire),
        other => return Err(Failure::Format(meihua_contracts::text::shorten(other))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::engine::registry::GAMES;
    use serde_json::Value;

    fn json(answer: &RawValue) -> Value {
        serde_json::from_str(answer.get()).unwrap()
    }

    fn hex(text: &str) -> String {
        text.bytes().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn what_the_line_of_a_puzzle_loses_is_said() {
        let of = |moves: &str| {
            let river =
                format!(r#"{{"game":"river","start":"-/-/P3D3 r 2","result":"*","tags":{{}},"moves":[{moves}]}}"#);
            json(&export(&format!("uci {river}"), GAMES))["lost"].clone()
        };
        assert_eq!(of(r#"{"move":"P1D1"}"#), Value::Null);
        let written = r#"{"move":"P1D1","comment":"hi"},{"move":"P1","marks":[5]},{"move":"D2","parent":0}"#;
        assert_eq!(of(written), "1 comment, 1 move of variations, 1 mark");
    }

    #[test]
    fn a_game_comes_back_as_it_went() {
        let pgn = "[Game \"Chinese Chess\"]\n[Red \"<b>\"]\n\n1. C2=5 H8+7 (1... H2+3 {other}) 2. H2+3 {good} 1-0\n";
        let first = json(&import(&hex(pgn), GAMES, "xiangqi", None));
        assert_eq!(first["games"][0]["tags"]["Red"], "<b>", "{first}");
        assert_eq!(first["games"][0]["moves"].as_array().unwrap().len(), 4, "{first}");
        for format in ["pgn", "pgn-chinese", "pgn-wxf", "pgn-iccs", "json"] {
            let written = json(&export(&format!("{format} {}", first["games"][0]), GAMES));
            let again = json(&import(written["hex"].as_str().unwrap(), GAMES, "xiangqi", None));
            assert_eq!(again["games"][0]["moves"], first["games"][0]["moves"], "{format}");
            assert_eq!(again["games"][0]["result"], "1-0");
        }
    }

    #[test]
    fn what_is_no_game_is_said_so() {
        for bad in ["", "0", "zz", "ff00ff", "é"] {
            assert!(json(&import(bad, GAMES, "xiangqi", None))["error"].is_string(), "{bad}");
        }
        for bad in ["", "pgn", "gif {}", "pgn {}", "pgn {\"moves\":1}", "pgn 1. C2=5"] {
            assert!(json(&export(bad, GAMES))["error"].is_string(), "{bad}");
        }
    }
}
