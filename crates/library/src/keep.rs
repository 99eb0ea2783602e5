//! What a library holds, and whether it is whole.

use super::error::LibraryError;
use super::index;
use super::schema::KEYS;
use super::store::{Library, digest};
use super::stored::Parts;
use meihua_contracts::sentence;
use meihua_records::GameRecord;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a library holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Different games.
    pub games: u64,
    /// Games in files that the library had already.
    pub doubles: u64,
    /// The number of each kind of game, by name.
    pub variants: BTreeMap<String, u64>,
    /// Games that the first player won, drawn games, those that the second player won, and games without a result.
    pub results: [u64; 4],
    /// Moves.
    pub plies: u64,
    /// Names of players.
    pub players: u64,
    /// Names of events.
    pub events: u64,
    /// Files.
    pub sources: u64,
    /// Games with comments, variations or annotations.
    pub annotated: u64,
    /// Positions that two games or more reach.
    pub positions: u64,
    /// The first and the last year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<[u32; 2]>,
    /// The size of the file in bytes.
    pub bytes: u64,
}

impl Library {
    /// What the library holds.
    ///
    /// # Errors
    /// The system's error.
    pub fn stats(&self) -> Result<Stats, LibraryError> {
        let number = |sql: &str| self.connection.query_row(sql, [], |row| row.get::<_, Option<u64>>(0));
        let count = |sql: &str| number(sql).map(Option::unwrap_or_default);
        let mut stats = Stats {
            games: count("SELECT count(*) FROM game")?,
            doubles: 0,
            variants: BTreeMap::new(),
            results: [0; 4],
            plies: count("SELECT sum(plies) FROM game")?,
            players: count("SELECT count(*) FROM player")?,
            events: count("SELECT count(*) FROM event")?,
            sources: count("SELECT count(*) FROM source")?,
            annotated: count("SELECT count(DISTINCT game) FROM record")?,
            positions: count("SELECT count(DISTINCT key) FROM position")?,
            years: None,
            bytes: count("SELECT page_count*page_size FROM pragma_page_count, pragma_page_size")?,
        };
        stats.doubles = count("SELECT count(*) FROM origin")?.saturating_sub(stats.games);
        let mut select = self.connection.prepare(
            "SELECT variant.name, count(*) FROM game JOIN variant ON variant.id=variant GROUP BY variant.name",
        )?;
        stats.variants =
            select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
        for (place, code) in [1, 3, 2, 0].into_iter().enumerate() {
            stats.results[place] = count(&format!("SELECT count(*) FROM game WHERE result={code}"))?;
        }
        let years = (number("SELECT min(day)/10000 FROM game")?, number("SELECT max(day)/10000 FROM game")?);
        stats.years = years.0.zip(years.1).map(|(first, last)| [first as u32, last as u32]);
        Ok(stats)
    }

    /// Looks for damage: the database itself, the moves of every game by the rules, and the index of positions.
    /// Returns what is wrong, a line each.
    ///
    /// # Errors
    /// The database cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, LibraryError> {
        let mut select = self.connection.prepare("PRAGMA integrity_check")?;
        let mut wrong: Vec<String> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        wrong.retain(|line| line != "ok");
        if !wrong.is_empty() {
            return Ok(wrong);
        }
        let mut select = self.connection.prepare("SELECT id FROM game ORDER BY id")?;
        let numbers: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        for number in numbers {
            let checked = self.records(number).and_then(|records| self.check_columns(number, records.first()));
            wrong.extend(checked.err().map(|error| format!("game {number}: {error}")));
        }
        for (what, sql) in [
            ("rows of what is not there", "SELECT count(*) FROM pragma_foreign_key_check"),
            ("games without a file", "SELECT count(*) FROM game WHERE id NOT IN (SELECT game FROM origin)"),
            ("comments of no game", "SELECT count(*) FROM comment WHERE rowid NOT IN (SELECT id FROM record)"),
            ("other schemes of keys", &format!("SELECT count(*) FROM meta WHERE name='keys' AND value<>'{KEYS}'")),
        ] {
            let count: u64 = self.connection.query_row(sql, [], |row| row.get(0))?;
            wrong.extend((count > 0).then(|| format!("{what}: {count}")));
        }
        wrong.extend(index::check(&self.connection, self.games)?);
        Ok(wrong)
    }

    /// Compares what is stored of a game with its record.
    ///
    /// # Errors
    /// The library is damaged.
    fn check_columns(&self, number: i64, record: Option<&GameRecord>) -> Result<(), LibraryError> {
        let Some(parts) = record.map(Parts::of).transpose()?.flatten() else { return Ok(()) };
        let mut select =
            self.connection.prepare_cached("SELECT plies, material, digest, moves FROM game WHERE id=?1")?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let (plies, material, stored, moves): (i64, i64, i64, Vec<u8>) = select.query_row([number], row)?;
        // Games with one digest take the numbers after it.
        let is_own = (0..100).contains(&stored.wrapping_sub(digest(&parts)));
        for (column, is_right) in [
            ("plies", plies == parts.moves.len() as i64 / 2),
            ("material", material == parts.material),
            ("digest", is_own),
            ("moves", moves == parts.moves),
        ] {
            if !is_right {
                return Err(LibraryError::Damaged(sentence!("{} do not fit the game", column)));
            }
        }
        Ok(())
    }
}
