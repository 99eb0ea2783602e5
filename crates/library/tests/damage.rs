//! Files that are no library, newer, damaged, in use.

use crate::helpers::{Temporary, add, library, random_games};
use meihua_engine::engine::registry::GAMES;
use meihua_library::{Book, Library, LibraryError, Query};
use rusqlite::Connection;
use std::fs;

fn refusal(file: &Temporary) -> String {
    let opened = Library::open(&file.0, GAMES).err().map(|error| error.to_string());
    let created = Library::create(&file.0, GAMES).err().map(|error| error.to_string());
    assert_eq!(opened, created);
    opened.unwrap()
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let file = Temporary::new(".db");
    assert!(matches!(Library::open(&file.0, GAMES), Err(LibraryError::Missing { .. })));
    assert!(!file.0.exists());
    let text = "not a database, but long enough to be taken for a page of one ".repeat(100);
    fs::write(&file.0, &text).unwrap();
    assert!(refusal(&file).ends_with("is not a library of games"));
    assert!(Book::open(&file.0, GAMES).is_err());
    assert_eq!(fs::read_to_string(&file.0).unwrap(), text);
    let other = Temporary::new(".db");
    Connection::open(&other.0).unwrap().execute_batch("CREATE TABLE t(x)").unwrap();
    assert!(refusal(&other).ends_with("is not a library of games"));
    assert!(Book::open(&other.0, GAMES).err().unwrap().to_string().contains("a library or an .obk book"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_at_once() {
    let pipe = Temporary::new(".pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe.0).status().unwrap().success());
    assert!(refusal(&pipe).ends_with("is not a regular file"));
    assert!(Book::open(&pipe.0, GAMES).is_err());
}

#[test]
fn a_newer_library_is_refused() {
    let (library, file) = library("h2e2\n");
    drop(library);
    Connection::open(&file.0).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(refusal(&file).contains("written by a newer version: its schema is 99"));
}

#[test]
fn nothing_is_kept_before_the_commit() {
    let (mut library, _file) = library("h2e2\n");
    let before = library.stats().unwrap();
    let mut adding = library.adding().unwrap();
    let text = random_games("xiangqi", 5, 10);
    for game in meihua_records::Games::of("", text.as_bytes(), GAMES).unwrap() {
        adding.add(&game.unwrap(), "x", 1).unwrap();
    }
    drop(adding);
    assert_eq!(library.stats().unwrap(), before);
}

#[test]
fn damage_is_found_and_never_a_panic() {
    let (library, file) = library(&random_games("xiangqi", 80, 40));
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    drop(library);
    let whole = fs::read(&file.0).unwrap();
    let (mut found, mut tried) = (0, 0);
    for at in (0..whole.len()).step_by(997) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5a;
        fs::write(&file.0, &bytes).unwrap();
        tried += 1;
        let Ok(library) = Library::open(&file.0, GAMES) else {
            found += 1;
            continue;
        };
        // Whatever the answers are, they are answers.
        found += usize::from(library.check().map_or(true, |wrong| !wrong.is_empty()));
        _ = library.find(&Query::default());
        _ = library.stats();
    }
    assert!(found * 10 > tried, "{found} of {tried}");
    // A move that is not legal, and an index that says something else.
    fs::write(&file.0, &whole).unwrap();
    Connection::open(&file.0)
        .unwrap()
        .execute_batch("UPDATE game SET moves=x'0102' WHERE id=3; UPDATE position SET red=red+1;")
        .unwrap();
    let wrong = Library::open(&file.0, GAMES).unwrap().check().unwrap();
    assert!(
        wrong.iter().any(|line| line.starts_with("game 3:")) && wrong.iter().any(|line| line.contains("index")),
        "{wrong:?}"
    );
}

#[test]
fn columns_that_lie_are_found() {
    let (library, file) = library("[Red \"a\"]\n\n1. h2e2 {b} h9g7 *\n\n[Red \"c\"]\n\n1. h2h9 i9h9 *\n");
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    drop(library);
    let whole = fs::read(&file.0).unwrap();
    for (sql, said) in [
        ("UPDATE game SET plies=-5 WHERE id=1", "game 1: the library is damaged: plies do"),
        ("UPDATE game SET material=-1 WHERE id=2", "game 2: the library is damaged: material do"),
        ("UPDATE game SET digest=digest-1", "game 2: the library is damaged: digest do"),
        ("UPDATE game SET moves=(SELECT moves FROM game WHERE id=2) WHERE id=1", "game 1: the library is damaged: "),
        ("UPDATE game SET red=77 WHERE id=1", "rows of what is not there: 1"),
        ("DELETE FROM game WHERE id=1", "rows of what is not there: 2"),
        ("DELETE FROM origin", "games without a file: 2"),
        ("DELETE FROM record", "comments of no game: 1"),
        ("UPDATE meta SET value='grid 2' WHERE name='keys'", "other schemes of keys: 1"),
    ] {
        fs::write(&file.0, &whole).unwrap();
        Connection::open(&file.0).unwrap().execute_batch(&format!("PRAGMA foreign_keys=OFF; {sql}")).unwrap();
        let wrong = Library::open(&file.0, GAMES).unwrap().check().unwrap();
        assert!(wrong.iter().any(|line| line.starts_with(said)), "{sql}: {wrong:?}");
    }
}

#[test]
fn a_reader_sees_the_old_library_while_another_adds() {
    let (mut writer, file) = library(&random_games("xiangqi", 10, 10));
    let reader = Library::open(&file.0, GAMES).unwrap();
    let before = reader.stats().unwrap().games;
    let adding = writer.adding().unwrap();
    assert_eq!(reader.stats().unwrap().games, before);
    drop(adding);
    add(&mut writer, &random_games("cfour", 10, 10), "more");
    assert!(reader.stats().unwrap().games > before);
}
