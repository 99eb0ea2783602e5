//! Files of other programs, one for each format and habit, and what a right reader finds in them.
//!
//! They stand outside the project, in `../shared/formats`, with a table of what they hold; where they are absent one test
//! shows as ignored. `crates/records/tests/` has files of the project's own.

use libtest_mimic::{Failed, Trial};
use meihua::record::write::{dhtmlxq, json, pgn, xqf};
use meihua::record::{GameRecord, Games, RecordError};
use meihua::text::Notation;
use std::path::{Path, PathBuf};

/// A row of the table, by the names of its columns.
#[derive(Clone)]
struct Row {
    names: Vec<String>,
    values: Vec<String>,
}

impl Row {
    fn get(&self, name: &str) -> &str {
        let column = self.names.iter().position(|known| known == name).expect("a column");
        self.values.get(column).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> usize {
        self.get(name).parse().unwrap_or_else(|_| panic!("{name} is no number: {:?}", self.get(name)))
    }
}

fn rows(table: &str) -> Vec<Row> {
    let mut lines = table.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let names = lines.next().expect("a head");
    lines.map(|values| Row { names: names.clone(), values }).collect()
}

fn games(path: &Path) -> Result<Vec<GameRecord>, RecordError> {
    Games::open(path)?.collect()
}

/// Board and side: what the table compares.
fn short(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), Failed> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}").into()) }
}

fn check(folder: &Path, row: &Row) -> Result<(), Failed> {
    let path = folder.join(row.get("file"));
    let games = games(&path)?;
    let deleted = row.get("remarks").contains("deleted duplicate");
    let game = games.get(row.number("game") - 1);
    if deleted {
        return equal("a deleted game", game.is_some(), false);
    }
    let game = game.ok_or("there is no such game")?;
    equal("start", short(&game.start.fen()), row.get("initial_fen").to_owned())?;
    equal("plies", game.tree.main_line().count(), row.number("plies"))?;
    let first: Vec<String> = game.main_line(Notation::Wire).into_iter().take(6).collect();
    equal("first moves", first.join(" "), row.get("first6").to_owned())?;
    equal("last position", short(&game.final_fen()), row.get("final_fen").to_owned())?;
    equal("result", game.result.word(), row.get("result"))?;
    if row.number("plies") == row.number("plies_in_file") {
        equal("nodes", game.tree.moves(), row.number("nodes"))?;
        equal("variations", game.tree.variations(), row.number("variations"))?;
        // The table counts none in CBF, which has eight.
        if row.get("format") != "CBF" {
            equal("comments", game.tree.comments(), row.number("comments"))?;
        }
    } else {
        equal("a fault is reported", game.faults.is_empty(), false)?;
    }
    there_and_back(game)
}

/// Every format that can hold the game gives it back.
fn there_and_back(game: &GameRecord) -> Result<(), Failed> {
    let back = |bytes: &[u8], format: &str| -> Result<GameRecord, Failed> {
        let mut games = Games::new(format, bytes)?;
        let found = games.next().ok_or("no game")??;
        equal(format, games.count(), 0)?;
        Ok(found)
    };
    let same = |format: &str, bytes: &[u8]| -> Result<(), Failed> {
        let found = back(bytes, format)?;
        if found.same_game(game) {
            return Ok(());
        }
        equal(format, found.tags.sorted(), game.tags.sorted())?;
        equal(format, found.start.fen(), game.start.fen())?;
        Err(format!("{format} changes the moves: {:?}\n{}", found.faults, String::from_utf8_lossy(bytes)).into())
    };
    for style in [Notation::Chinese, Notation::Wxf, Notation::Iccs, Notation::Wire] {
        same(style.pgn_format(), pgn::write(game, style).as_bytes())?;
    }
    same("JSON", json::write(game).as_bytes())?;
    let (text, lost) = dhtmlxq::write(game)?;
    if lost.is_nothing() {
        same("DhtmlXQ", text.as_bytes())?;
    }
    let (bytes, lost) = xqf::write(game)?;
    if lost.is_nothing() && game.start.fen().ends_with(" 0 1") {
        same("XQF", &bytes)?;
    }
    Ok(())
}

/// A trial for each row of the table; an ignored one where there is no table.
pub(crate) fn trials() -> Vec<Trial> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/formats");
    let folder = std::env::var_os("MEIHUA_FORMATS").map_or(folder, PathBuf::from);
    match std::fs::read_to_string(folder.join("SOURCES.tsv")) {
        Err(_) => vec![Trial::test("files of other programs", || Ok(())).with_ignored_flag(true)],
        Ok(table) => rows(&table)
            .into_iter()
            .map(|row| {
                let name = format!("{}#{}", row.get("file"), row.get("game"));
                let folder = folder.clone();
                Trial::test(name, move || check(&folder, &row))
            })
            .collect(),
    }
}
