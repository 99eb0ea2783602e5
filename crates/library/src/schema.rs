//! The tables, and opening the file that holds them.

use super::error::LibraryError;
use super::names::plain;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The version of the tables, in `user_version`.
pub(crate) const VERSION: i64 = 1;

/// The scheme of the keys of positions, see [`super::grid`].
pub(crate) const KEYS: &str = "grid 1";

/// `MeiL`, so that `file` and this program tell a library from other databases.
const APPLICATION: i64 = 0x4d65_694c;

/// How long to wait for another process.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tables; `docs/library.md` describes them. Names have no index, which would take as much room again: whoever adds
/// games reads them all first. Columns that are rarely read come last, since SQLite reads rows from
/// their beginning.
const TABLES: &str = "
CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE variant(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE event(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE game(
  id INTEGER PRIMARY KEY, digest INTEGER NOT NULL UNIQUE, variant INTEGER NOT NULL REFERENCES variant,
  plies INTEGER NOT NULL, result INTEGER NOT NULL, material INTEGER NOT NULL,
  red INTEGER REFERENCES player, black INTEGER REFERENCES player, event INTEGER REFERENCES event,
  day INTEGER, opening TEXT, red_rating INTEGER, black_rating INTEGER,
  start TEXT, moves BLOB NOT NULL, date TEXT, site TEXT, round TEXT, tags TEXT);
CREATE INDEX game_red ON game(red);
CREATE INDEX game_black ON game(black);
CREATE TABLE origin(
  game INTEGER NOT NULL REFERENCES game, source INTEGER NOT NULL REFERENCES source, number INTEGER NOT NULL,
  PRIMARY KEY(game, source, number)) WITHOUT ROWID;
CREATE TABLE record(id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game, text TEXT NOT NULL);
CREATE INDEX record_game ON record(game);
CREATE VIRTUAL TABLE comment USING fts5(text, content='', contentless_delete=1);
CREATE TABLE position(
  key INTEGER, move INTEGER, red INTEGER NOT NULL, draws INTEGER NOT NULL, black INTEGER NOT NULL,
  unknown INTEGER NOT NULL, ratings INTEGER NOT NULL, rated INTEGER NOT NULL, first_year INTEGER, last_year INTEGER,
  game INTEGER NOT NULL, PRIMARY KEY(key, move)) WITHOUT ROWID;
";

/// The texts of games that files describe, so that their games can be read without the files. Libraries of earlier
/// programs get the table with the first game that is added.
const RULES: &str =
    "CREATE TABLE IF NOT EXISTS rules(variant INTEGER PRIMARY KEY REFERENCES variant, text TEXT NOT NULL)";

/// The names and the texts of games that files describe.
pub(crate) fn rules(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let is_there = "SELECT EXISTS(SELECT 1 FROM sqlite_schema WHERE name='rules')";
    if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
        return Ok(Vec::new());
    }
    let mut select = connection.prepare("SELECT name, text FROM rules JOIN variant ON variant.id=variant")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Refuses what is there and no regular file: SQLite would wait for a pipe for ever.
///
/// # Errors
/// It is a folder, a pipe or a device.
pub(crate) fn refuse_special(path: &Path) -> Result<(), LibraryError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => Err(LibraryError::Foreign { path: path.to_owned(), expected: "a regular file" }),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Opens a library; with `create`, also one that does not exist yet, whose tables come with the first game.
///
/// # Errors
/// The system's error, or the file is no library, or a newer one.
pub(crate) fn open(path: &Path, create: bool) -> Result<Connection, LibraryError> {
    if !create && !path.exists() {
        return Err(LibraryError::Missing { path: path.to_owned() });
    }
    refuse_special(path)?;
    // A file that may not be written is opened for reading alone; a journal that a killed process left needs writing.
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let foreign = || LibraryError::Foreign { path: path.to_owned(), expected: "a library of games" };
    let application = match pragma("application_id") {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => return Err(foreign()),
        application => application?,
    };
    let version = pragma("user_version")?;
    if application != APPLICATION {
        match is_empty(&connection)? {
            // The first games are still to come, or were interrupted.
            true if create => {}
            true => return Err(LibraryError::Missing { path: path.to_owned() }),
            false => return Err(foreign()),
        }
    }
    if version > VERSION {
        return Err(LibraryError::Newer { path: path.to_owned(), found: version, known: VERSION });
    }
    // The cache holds the changes of most transactions, so that others can read until the commit.
    connection.execute_batch("PRAGMA cache_size=-131072; PRAGMA temp_store=MEMORY;")?;
    connection.set_prepared_statement_cache_capacity(64);
    // Otherwise the planner looks at bound values, and each new one compiles the statement again.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("plain", 1, flags, |context| Ok(plain(context.get_raw(0).as_str()?)))?;
    Ok(connection)
}

/// Whether the database has no tables: a new library, or one whose first transaction was interrupted.
pub(crate) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT NOT EXISTS(SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

/// Makes the table of [`rules`] where it is missing.
pub(crate) fn add_rules(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(RULES)
}

/// Makes the tables of a new library, within the transaction that adds the first game.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.execute_batch(&format!("PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION};"))?;
    connection.execute("INSERT INTO meta VALUES('keys', ?1)", [KEYS])?;
    Ok(())
}
