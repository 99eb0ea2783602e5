//! Saved games: from one format to another, as text.

use crate::subject::{Moves, Subject};
use crate::tool::{Answer, Call, Refusal, Tool};
use data_encoding::{BASE64, HEXLOWER};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) fn tools() -> Vec<Tool> {
    vec![Tool::new(
        "convert",
        "Convert",
        "Reads saved games in any format (PGN, XQF, CBL, DhtmlXQ, ICCS, lists of moves, …) and writes them as another. What cannot be read, and what the other format cannot hold, is named.",
        convert,
    )]
}

/// The game as text, or its file in base64.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convert {
    /// The text of the game.
    #[serde(default)]
    text: Option<String>,
    /// Or the bytes of its file, in base64.
    #[serde(default)]
    base64: Option<String>,
    /// `pgn`, `pgn-chinese`, `pgn-wxf`, `pgn-iccs`, `dhtmlxq`, `iccs`, `uci`, `xqf` or `json`.
    to: String,
    /// The game that a text is read as if it fits several; `xiangqi` if left out.
    #[serde(default)]
    game: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Converted {
    /// The format that was read; null if it is not one of saved games.
    format: Option<String>,
    /// The games in it as JSON objects, as docs/records.md describes them.
    games: Vec<Value>,
    /// Whether there are more games than these.
    more: bool,
    /// What could not be read, each with its place and the reason.
    faults: Vec<String>,
    /// What the format that was asked for cannot hold, a line for each game that loses something.
    lost: Vec<String>,
    /// The games in the format that was asked for, if that is text.
    text: Option<String>,
    /// The same as bytes, in base64, if it is not.
    base64: Option<String>,
}

fn convert(given: Convert, call: &Call<'_>) -> Result<Answer<Converted>, Refusal> {
    let bytes = match (given.text, given.base64) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(code)) => {
            let bytes = BASE64.decode(code.as_bytes());
            bytes.map_err(|error| Refusal::plain(format!("base64: {error}")))?
        }
        _ => return Err(Refusal::plain("expected either text or base64")),
    };
    let entry = call.host.games.first().ok_or_else(|| Refusal::plain("there are no games"))?;
    let game = given.game.as_deref().unwrap_or(entry.name);
    let first = Subject { game, position: None, moves: &Moves::default() }.entry(call.host.games)?;
    let imported = entry.saved_games.import(&HEXLOWER.encode(&bytes), call.host.games, first.name, None);
    let mut imported: Value = serde_json::from_str(imported.get()).unwrap_or_default();
    let mut faults: Vec<String> = serde_json::from_value(imported["faults"].take()).unwrap_or_default();
    faults.extend(imported["error"].as_str().map(str::to_owned));
    let games: Vec<Value> = serde_json::from_value(imported["games"].take()).unwrap_or_default();
    if games.is_empty() {
        return Err(Refusal::plain(faults.join("; ")));
    }
    if games.len() > 1 && given.to.eq_ignore_ascii_case("xqf") {
        return Err(Refusal::plain(format!("to: an XQF file holds one game, found {}", games.len())));
    }
    let (mut written, mut lost) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(&games) {
        let exported = entry.saved_games.export(&format!("{} {game}", given.to), call.host.games);
        let exported: Value = serde_json::from_str(exported.get()).unwrap_or_default();
        match exported["hex"].as_str().map(|hex| HEXLOWER.decode(hex.as_bytes())) {
            Some(Ok(bytes)) => written.extend(bytes),
            _ => return Err(Refusal::plain(exported["error"].as_str().unwrap_or("nothing was written"))),
        }
        lost.extend(exported["lost"].as_str().map(|lost| format!("game {number}: {lost}")));
    }
    let (text, base64) = match String::from_utf8(written) {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(BASE64.encode(error.as_bytes()))),
    };
    let mut words = text.clone().unwrap_or_else(|| "The file is in the field base64.".to_owned());
    for fault in &faults {
        words += &format!("\nNot read: {fault}");
    }
    for lost in &lost {
        words += &format!("\nThe format cannot hold of {lost}");
    }
    let (format, more) = (imported["format"].as_str().map(str::to_owned), imported["more"] == true);
    if more {
        words += &format!("\nThere are more games than these {}.", games.len());
    }
    let result = Converted { format, games, more, faults, lost, text, base64 };
    Ok(Answer { position: None, result, text: words, picture: None })
}
