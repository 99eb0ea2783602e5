//! The library: opening, adding, removing.

use super::date::day;
use super::error::LibraryError;
use super::stored::{Columns, Parts, join};
use super::{index, schema, stored};
use meihua_contracts::fnv::fnv;
use meihua_engine::engine::game_files;
use meihua_engine::engine::record_game::Recorder;
use meihua_engine::engine::registry::{self, Entry};
use meihua_records::{GameRecord, GameResult, RecordedGame, Tags};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashMap;
use std::path::Path;

/// A library of games: one SQLite file.
pub struct Library {
    pub(crate) connection: Connection,
    pub(crate) games: &'static [Entry],
}

/// What became of a game that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is new; its number in the library.
    New(i64),
    /// The library had it; the number of that game, which now names this source, too.
    Double(i64),
    /// The library cannot follow a board of this game.
    Unknown,
}

/// What an `add` or a `remove` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Changes {
    /// Games that are new, or were removed.
    pub games: u64,
    /// Games that the library had.
    pub doubles: u64,
}

impl Library {
    /// Opens a library of the games of a program.
    ///
    /// # Errors
    /// There is no such file, it is no library, or a newer one.
    pub fn open(path: &Path, games: &'static [Entry]) -> Result<Library, LibraryError> {
        Library::with_own_games(schema::open(path, false)?, games)
    }

    /// With the games that the library describes.
    fn with_own_games(connection: Connection, games: &'static [Entry]) -> Result<Library, LibraryError> {
        let texts = schema::rules(&connection)?;
        let games = texts.iter().try_fold(games, |games, (name, text)| extended(games, name, text))?;
        Ok(Library { connection, games })
    }

    /// The games that the library knows: those of the program, and those that it describes itself.
    pub const fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// Opens a library, or makes one with its first game.
    ///
    /// # Errors
    /// As [`Library::open`], or the file cannot be made.
    pub fn create(path: &Path, games: &'static [Entry]) -> Result<Library, LibraryError> {
        Library::with_own_games(schema::open(path, true)?, games)
    }

    /// Begins to add games. Nothing is kept before [`Adding::commit`].
    ///
    /// # Errors
    /// Another process is writing, or the system's error.
    pub fn adding(&mut self) -> Result<Adding<'_>, LibraryError> {
        let games = self.games;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if schema::is_empty(&transaction)? {
            schema::create(&transaction)?;
        }
        schema::add_rules(&transaction)?;
        Ok(Adding {
            transaction,
            games,
            learnt: Vec::new(),
            names: [None, None, None, None],
            changes: Changes::default(),
            is_index_old: false,
        })
    }

    /// Removes games by their numbers, with their comments and sources.
    ///
    /// # Errors
    /// The system's error; nothing is removed then.
    pub fn remove(&mut self, numbers: &[i64]) -> Result<Changes, LibraryError> {
        let games = self.games;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut changes = Changes::default();
        for number in numbers {
            transaction
                .execute("DELETE FROM comment WHERE rowid IN (SELECT id FROM record WHERE game=?1)", [number])?;
            for table in ["record", "origin"] {
                transaction.prepare_cached(&format!("DELETE FROM {table} WHERE game=?1"))?.execute([number])?;
            }
            changes.games += transaction.prepare_cached("DELETE FROM game WHERE id=?1")?.execute([number])? as u64;
        }
        // Names that no game has any more.
        transaction.execute_batch(
            "DELETE FROM player WHERE id NOT IN (SELECT red FROM game WHERE red NOT NULL)
               AND id NOT IN (SELECT black FROM game WHERE black NOT NULL);
             DELETE FROM event WHERE id NOT IN (SELECT event FROM game WHERE event NOT NULL);
             DELETE FROM source WHERE id NOT IN (SELECT source FROM origin);",
        )?;
        if changes.games > 0 {
            index::rebuild(&transaction, games)?;
        }
        transaction.commit()?;
        Ok(changes)
    }

    /// A game as a record: its first annotated version where there are several.
    ///
    /// # Errors
    /// There is no game of this number, or the library is damaged.
    pub fn record(&self, number: i64) -> Result<GameRecord, LibraryError> {
        let first = self.records(number)?.into_iter().next();
        first.ok_or_else(|| LibraryError::query("number of a game", &number.to_string(), "one that `find` prints"))
    }

    /// A game as records: one, or one for each version with other comments or variations. None if there is no game of
    /// this number.
    ///
    /// # Errors
    /// The library is damaged.
    pub fn records(&self, number: i64) -> Result<Vec<GameRecord>, LibraryError> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant.name, start, moves, result FROM game JOIN variant ON variant.id=variant WHERE game.id=?1",
        )?;
        let row = select
            .query_row([number], |row| {
                let start: Option<String> = row.get(1)?;
                Ok((row.get::<_, String>(0)?, start, row.get::<_, Vec<u8>>(2)?, row.get::<_, u32>(3)?))
            })
            .optional()?;
        let Some((variant, start, moves, result)) = row else { return Ok(Vec::new()) };
        let mut select = self.connection.prepare_cached("SELECT text FROM record WHERE game=?1 ORDER BY id")?;
        let texts: Vec<String> = select.query_map([number], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let texts = if texts.is_empty() { vec![None] } else { texts.iter().map(|text| Some(text.as_str())).collect() };
        let kind = RecordedGame::named(&variant, self.games).ok_or(LibraryError::Game(variant.clone()))?;
        let tags = columns(&self.connection, number)?.tags(kind)?;
        let record = |text: Option<&str>| {
            let record = stored::record(self.games, &variant, start.as_deref(), &moves, text)?;
            Ok(GameRecord { tags: tags.clone(), result: GameResult::from_code(result), ..record })
        };
        texts.into_iter().map(record).collect()
    }
}

/// The columns of a game that hold its tags.
fn columns(connection: &Connection, number: i64) -> rusqlite::Result<Columns> {
    let mut select = connection.prepare_cached(
        "SELECT red.name, black.name, event.name, site, date, round, opening, red_rating, black_rating, tags FROM game
         LEFT JOIN player red ON red.id=red LEFT JOIN player black ON black.id=black
         LEFT JOIN event ON event.id=event WHERE game.id=?1",
    )?;
    select.query_row([number], |row| {
        Ok(Columns {
            red: row.get(0)?,
            black: row.get(1)?,
            event: row.get(2)?,
            site: row.get(3)?,
            date: row.get(4)?,
            round: row.get(5)?,
            opening: row.get(6)?,
            red_rating: row.get(7)?,
            black_rating: row.get(8)?,
            tags: row.get(9)?,
        })
    })
}

/// The tables of names.
#[derive(Clone, Copy)]
enum Names {
    Variant,
    Player,
    Event,
    Source,
}

/// Games being added, in one transaction. Dropping it leaves the library as it was.
pub struct Adding<'a> {
    transaction: Transaction<'a>,
    games: &'static [Entry],
    /// Games of files whose rules are kept.
    learnt: Vec<Recorder>,
    /// The names of each table with their ids, read at the first use.
    names: [Option<FxHashMap<String, i64>>; 4],
    changes: Changes,
    /// Whether the index of positions says something else than the games.
    is_index_old: bool,
}

impl Adding<'_> {
    /// Adds a game: number `number`, from 1, of the file `source`.
    ///
    /// # Errors
    /// The system's error, or the library has games of this name by other rules.
    pub fn add(&mut self, record: &GameRecord, source: &str, number: u64) -> Result<Outcome, LibraryError> {
        let Some(parts) = Parts::of(record)? else { return Ok(Outcome::Unknown) };
        self.learn(record.start.kind())?;
        let mut digest = digest(&parts);
        let outcome = loop {
            match self.stored(digest)? {
                None => {
                    let id = self.insert(record, &parts, digest)?;
                    self.changes.games += 1;
                    self.is_index_old = true;
                    break Outcome::New(id);
                }
                Some((id, variant, start, moves)) => {
                    if moves == parts.moves && start == parts.start && variant == parts.variant {
                        self.join(id, record, parts.opening)?;
                        self.changes.doubles += 1;
                        break Outcome::Double(id);
                    }
                    // Two games with one digest: the next number is free, or has the game.
                    digest = digest.wrapping_add(1);
                }
            }
        };
        let (Outcome::New(id) | Outcome::Double(id)) = outcome else { return Ok(outcome) };
        if let Some(text) = &parts.text {
            self.keep_text(id, text, &parts.comments)?;
        }
        let source = self.name(Names::Source, Some(source))?;
        let mut insert = self.transaction.prepare_cached("INSERT OR IGNORE INTO origin VALUES(?1, ?2, ?3)")?;
        insert.execute(params![id, source, number as i64])?;
        Ok(outcome)
    }

    /// Keeps the rules of a game that a file describes.
    fn learn(&mut self, kind: RecordedGame) -> Result<(), LibraryError> {
        let Some(description) = kind.recorder().description.filter(|description| !description.text.is_empty()) else {
            return Ok(());
        };
        if self.learnt.contains(kind.recorder()) {
            return Ok(());
        }
        self.games = extended(self.games, kind.name(), description.text)?;
        let variant = self.name(Names::Variant, Some(kind.name()))?;
        let mut insert = self.transaction.prepare_cached("INSERT OR IGNORE INTO rules VALUES(?1, ?2)")?;
        insert.execute(params![variant, description.text])?;
        drop(insert);
        self.learnt.push(*kind.recorder());
        Ok(())
    }

    /// What was added so far.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// Builds the index of positions and keeps everything.
    ///
    /// # Errors
    /// The system's error; the library is then as it was before.
    pub fn commit(self) -> Result<Changes, LibraryError> {
        if self.is_index_old {
            index::rebuild(&self.transaction, self.games)?;
        }
        self.transaction.commit()?;
        Ok(self.changes)
    }

    /// The game with a digest: number, name, start and moves.
    #[expect(clippy::type_complexity, reason = "a row")]
    fn stored(&self, digest: i64) -> rusqlite::Result<Option<(i64, String, Option<String>, Vec<u8>)>> {
        let mut select = self.transaction.prepare_cached(
            "SELECT game.id, variant.name, start, moves FROM game JOIN variant ON variant.id=variant WHERE digest=?1",
        )?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        select.query_row([digest], row).optional()
    }

    fn insert(&mut self, record: &GameRecord, parts: &Parts, digest: i64) -> Result<i64, LibraryError> {
        let columns = Columns::of(record.tags.clone(), parts.opening)?;
        let variant = self.name(Names::Variant, Some(parts.variant))?;
        let red = self.name(Names::Player, columns.red.as_deref())?;
        let black = self.name(Names::Player, columns.black.as_deref())?;
        let event = self.name(Names::Event, columns.event.as_deref())?;
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO game(digest, variant, plies, result, material, red, black, event, day, opening, red_rating,
               black_rating, start, moves, date, site, round, tags)
             VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        let id = insert.insert(params![
            digest,
            variant,
            parts.moves.len() / 2,
            record.result.code(),
            parts.material,
            red,
            black,
            event,
            columns.date.as_deref().and_then(day),
            columns.opening,
            columns.red_rating,
            columns.black_rating,
            parts.start,
            parts.moves,
            columns.date,
            columns.site,
            columns.round,
            columns.tags,
        ])?;
        Ok(id)
    }

    /// Adds to a game what another record of it says: its tags, and its result as one of them if it is another one.
    fn join(&mut self, id: i64, record: &GameRecord, opening: Option<&'static str>) -> Result<(), LibraryError> {
        let old = columns(&self.transaction, id)?;
        let mut tags = old.tags(record.start.kind())?;
        let known = tags.clone();
        join(&mut tags, &record.tags);
        let mut select = self.transaction.prepare_cached("SELECT result FROM game WHERE id=?1")?;
        let stored = GameResult::from_code(select.query_row([id], |row| row.get(0))?);
        drop(select);
        if record.result != GameResult::Unknown && record.result != stored {
            join(&mut tags, &one_tag("OtherResult", record.result.word()));
        }
        if tags == known { Ok(()) } else { self.update(id, tags, opening) }
    }

    fn update(&mut self, id: i64, tags: Tags, opening: Option<&'static str>) -> Result<(), LibraryError> {
        self.is_index_old = true;
        let columns = Columns::of(tags, opening)?;
        let red = self.name(Names::Player, columns.red.as_deref())?;
        let black = self.name(Names::Player, columns.black.as_deref())?;
        let event = self.name(Names::Event, columns.event.as_deref())?;
        let mut update = self.transaction.prepare_cached(
            "UPDATE game SET red=?2, black=?3, event=?4, day=?5, opening=?6, red_rating=?7, black_rating=?8, date=?9,
               site=?10, round=?11, tags=?12 WHERE id=?1",
        )?;
        update.execute(params![
            id,
            red,
            black,
            event,
            columns.date.as_deref().and_then(day),
            columns.opening,
            columns.red_rating,
            columns.black_rating,
            columns.date,
            columns.site,
            columns.round,
            columns.tags,
        ])?;
        Ok(())
    }

    /// Keeps an annotated record as text, unless it is there already.
    fn keep_text(&self, id: i64, text: &str, comments: &str) -> rusqlite::Result<()> {
        let mut known = self.transaction.prepare_cached("SELECT 1 FROM record WHERE game=?1 AND text=?2")?;
        if known.exists(params![id, text])? {
            return Ok(());
        }
        let mut insert = self.transaction.prepare_cached("INSERT INTO record(game, text) VALUES(?1, ?2)")?;
        let record = insert.insert(params![id, text])?;
        if !comments.is_empty() {
            let mut insert = self.transaction.prepare_cached("INSERT INTO comment(rowid, text) VALUES(?1, ?2)")?;
            insert.execute(params![record, comments])?;
        }
        Ok(())
    }

    /// The id of a name, which is added if it is new.
    fn name(&mut self, table: Names, name: Option<&str>) -> rusqlite::Result<Option<i64>> {
        let Some(name) = name else { return Ok(None) };
        let (select, insert) = match table {
            Names::Variant => ("SELECT name, id FROM variant", "INSERT INTO variant(name) VALUES(?1)"),
            Names::Player => ("SELECT name, id FROM player", "INSERT INTO player(name) VALUES(?1)"),
            Names::Event => ("SELECT name, id FROM event", "INSERT INTO event(name) VALUES(?1)"),
            Names::Source => ("SELECT name, id FROM source", "INSERT INTO source(name) VALUES(?1)"),
        };
        let known = match &mut self.names[table as usize] {
            Some(known) => known,
            none => {
                let mut select = self.transaction.prepare(select)?;
                let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
                none.insert(rows.collect::<rusqlite::Result<FxHashMap<String, i64>>>()?)
            }
        };
        if let Some(&id) = known.get(name) {
            return Ok(Some(id));
        }
        let id = self.transaction.prepare_cached(insert)?.insert([name])?;
        known.insert(name.to_owned(), id);
        Ok(Some(id))
    }
}

/// These games with that of a text.
///
/// # Errors
/// These have the name for a game with other rules. A text that this program cannot read adds nothing.
fn extended(games: &'static [Entry], name: &str, text: &str) -> Result<&'static [Entry], LibraryError> {
    let Ok(entry) = game_files::described(name, text) else { return Ok(games) };
    let Some(recorder) = entry.recorder else { return Ok(games) };
    match registry::find(games, name) {
        Some(known) if known.recorder != entry.recorder => Err(LibraryError::OtherRules(name.to_owned())),
        Some(_) | None => Ok(game_files::games_of(games, &recorder).unwrap_or(games)),
    }
}

fn one_tag(name: &str, value: &str) -> Tags {
    let mut tags = Tags::default();
    tags.push(name, value);
    tags
}

/// The digest of what makes two games the same: the game, its start, its moves.
pub(crate) fn digest(parts: &Parts) -> i64 {
    let start = parts.start.as_deref().unwrap_or_default();
    fnv(&[parts.variant.as_bytes(), b"\n", start.as_bytes(), b"\n", &parts.moves].concat()) as i64
}
