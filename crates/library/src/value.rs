//! Values of positions: what an analysis of the games found, kept by the keys of the positions, whichever game they are of.

use super::error::LibraryError;
use super::line::Line;
use super::store::Library;
use super::words::in_words;
use meihua_records::GameRecord;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::BufRead;

/// The table. It comes with the first values, so libraries of earlier versions can have it, too.
const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS evaluation(key INTEGER PRIMARY KEY, cp INTEGER, plies INTEGER, nodes INTEGER NOT NULL)";

/// No game ends later.
const MAX_PLIES: u32 = 10_000;

/// The value of a position for the first player: one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionValue {
    /// Centipawns, of which 100 are an even chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Plies to the end: positive if the first player wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<i32>,
}

/// A position of an analysed game: a row of `meihua analyse --jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueRow {
    /// The number of the game.
    pub game: i64,
    /// The plies played, 0 at the start.
    pub ply: usize,
    /// The key of the position.
    pub key: i64,
    /// The move that led there, in wire notation; absent at the start.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The value; absent if nothing is known.
    #[serde(flatten)]
    pub value: PositionValue,
    /// The best move there, in wire notation; absent at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What the move cost its player, in points from 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// `inaccuracy`, `mistake` or `blunder`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The nodes of the search.
    pub nodes: u64,
}

/// The keys of a game's positions, the start first; `None` if the library cannot follow its board.
pub fn keys(record: &GameRecord) -> Option<Vec<i64>> {
    let mut line = Line::new(&record.start)?;
    let mut keys = vec![line.key().0];
    for mv in record.tree.main_line().filter_map(|node| record.tree.mv(node)) {
        line.play(mv.0);
        keys.push(line.key().0);
    }
    Some(keys)
}

impl Library {
    /// Takes the values of rows of JSON, all or none. Of two values of a position, the one of more nodes stays. Returns
    /// the number of values that are new or better.
    ///
    /// # Errors
    /// A line is no row, with its number; or the system's error.
    pub fn import_values(&mut self, rows: impl BufRead) -> Result<u64, LibraryError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(TABLE)?;
        let mut insert = transaction.prepare(
            "INSERT INTO evaluation VALUES(?1, ?2, ?3, ?4) ON CONFLICT(key) DO UPDATE
             SET cp=excluded.cp, plies=excluded.plies, nodes=excluded.nodes WHERE excluded.nodes > nodes",
        )?;
        let mut taken = 0;
        for (number, line) in (1..).zip(rows.lines()) {
            let bad = |error: &dyn std::fmt::Display| LibraryError::Row { line: number, error: error.to_string() };
            let row: ValueRow = serde_json::from_str(&line.map_err(|error| bad(&error))?).map_err(|error| {
                // The row is one line, so of its place only the column says anything.
                bad(&in_words(&error).replace(" at line 1 column ", " at column "))
            })?;
            let PositionValue { cp, plies } = row.value;
            match (cp, plies) {
                (None, None) => {}
                (Some(_), Some(_)) => return Err(bad(&"it has cp and plies; a value is one of them")),
                (None, Some(plies)) if plies.unsigned_abs() > MAX_PLIES => {
                    return Err(bad(&format!("{plies} plies to the end, expected at most {MAX_PLIES}")));
                }
                (Some(_), None) | (None, Some(_)) => {
                    taken += insert.execute(params![row.key, cp, plies, row.nodes])? as u64;
                }
            }
        }
        drop(insert);
        transaction.commit()?;
        Ok(taken)
    }
}

/// Looks up values.
pub(crate) struct Values<'a>(Option<&'a Connection>);

impl Values<'_> {
    /// Those of a library, which may have none.
    pub(crate) fn of(connection: &Connection) -> rusqlite::Result<Values<'_>> {
        let mut known = connection.prepare_cached("SELECT 1 FROM sqlite_schema WHERE name='evaluation'")?;
        Ok(Values(known.exists([])?.then_some(connection)))
    }

    /// The value of a position by its key.
    pub(crate) fn get(&self, key: i64) -> rusqlite::Result<Option<PositionValue>> {
        let Some(connection) = self.0 else { return Ok(None) };
        let mut select = connection.prepare_cached("SELECT cp, plies FROM evaluation WHERE key=?1")?;
        select.query_row([key], |row| Ok(PositionValue { cp: row.get(0)?, plies: row.get(1)? })).optional()
    }
}
