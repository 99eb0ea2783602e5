//! Files of other programs, one for each format and habit, and what a right reader finds in them.
//!
//! They stand outside the project, in `../shared/formats`, with a table of what they hold; where they are absent one test
//! shows as ignored. `crates/records/tests/` has files of the project's own.

use libtest_mimic::{Failed, Trial};
use meihua::record::encoding::{TextEncoding, decode};
use meihua::record::write::OutputFormat;
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

/// Every format in every encoding and notation gives back a game that it can hold, and otherwise its main line.
fn there_and_back(game: &GameRecord) -> Result<(), Failed> {
    use OutputFormat::{Dhtmlxq, Iccs, Json, Pgn, Uci, Xqf};
    let notations = [Notation::Chinese, Notation::Wxf, Notation::Vietnamese, Notation::Iccs, Notation::Wire];
    let pgn = notations.map(|notation| (Pgn, notation));
    for (format, notation) in
        pgn.into_iter().chain([Dhtmlxq, Iccs, Json, Uci, Xqf].map(|format| (format, Notation::Wire)))
    {
        for encoding in [TextEncoding::Utf8, TextEncoding::Gbk, TextEncoding::Big5] {
            let what = format!("{format:?} {notation:?} {encoding:?}");
            let (bytes, lost) = format.encode(game, notation, encoding)?;
            let mut games = Games::new(&what, bytes.as_slice())?;
            let found = games.next().ok_or("no game")??;
            equal(&what, games.count(), 0)?;
            equal(&what, found.start.fen(), game.start.fen()).or_else(|failed| {
                if lost.counters > 0 {
                    equal(&what, short(&found.start.fen()), short(&game.start.fen()))
                } else {
                    Err(failed)
                }
            })?;
            equal(&what, found.main_line(Notation::Wire), game.main_line(Notation::Wire))?;
            if lost.is_nothing() && !found.same_game(game) {
                equal(&what, found.tags.sorted(), game.tags.sorted())?;
                return Err(format!("{what} changes the moves: {:?}\n{}", found.faults, decode(&bytes)).into());
            }
        }
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
