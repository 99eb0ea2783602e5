//! Openings of xiangqi by position: the codes of ECCO (A00 to E99) and the names of their families.
//!
//! The table has positions, so a game that reaches one by another order of moves has the same opening. It was learnt from
//! one half of a collection of 29,027 different games with codes, and names 85.7 % of the other half as their files do
//! (`make_openings.py`); what is in dispute is mostly the last digit.

use super::line::Line;
use super::names::plain;
use super::pattern::squares;
use super::value::keys;
use meihua_records::{GameRecord, Start};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::LazyLock;

/// Lines of positions with their codes; its first lines say how to read it.
const LINES: &str = include_str!("openings.tsv");

/// The families: the beginning of their codes, and their names in English and Chinese.
const FAMILIES: &[(&str, &str, &str)] = &[
    ("A0", "Other openings", "其他开局"),
    ("A1", "Elephant opening", "飞相局"),
    ("A2", "Elephant against palcorner or central cannon", "飞相对士角炮或中炮"),
    ("A3", "Elephant against cross-palace cannon and others", "飞相对过宫炮及其他"),
    ("A4", "Horse opening", "起马局"),
    ("A5", "Palcorner cannon", "仕角炮局"),
    ("A6", "Cross-palace cannon", "过宫炮局"),
    ("B0", "Central cannon against other defences", "中炮对其他"),
    ("B1", "Central cannon against single horse", "中炮对单提马及其他"),
    ("B2", "Central cannon against three-step tiger", "中炮对左三步虎"),
    ("B3", "Central cannon against sandwiched horses", "中炮对反宫马"),
    ("B4", "Central cannon against sandwiched horses", "中炮对反宫马"),
    ("B5", "Central cannon against sandwiched horses", "中炮对反宫马"),
    ("C", "Central cannon against screen horses", "中炮对屏风马"),
    ("D0", "Same-direction cannons", "顺炮局"),
    ("D1", "Same-direction cannons: filed against ranked chariot", "顺炮直车对横车"),
    ("D2", "Same-direction cannons", "顺炮局"),
    ("D", "Opposite-direction cannons", "列炮局"),
    ("E0", "Pawn opening", "仙人指路局"),
    ("E4", "Pawn against pawn", "对兵局"),
    ("E", "Pawn against 3rd-file cannon", "仙人指路对卒底炮"),
];

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opening {
    /// The code, such as C70.
    pub code: &'static str,
    /// The name of its family.
    pub name: &'static str,
    /// The name in Chinese.
    pub chinese: &'static str,
}

impl Opening {
    fn of(code: &'static str) -> Opening {
        let family = FAMILIES.iter().find(|(beginning, ..)| code.starts_with(beginning));
        let (name, chinese) = family.map_or((code, code), |&(_, name, chinese)| (name, chinese));
        Opening { code, name, chinese }
    }
}

/// The codes by the keys of positions.
static TABLE: LazyLock<FxHashMap<i64, &'static str>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    let start = Line::new(&Start::default());
    let mut moves: Vec<u16> = Vec::new();
    for row in LINES.lines().filter(|row| !row.starts_with('#')) {
        let mut columns = row.split('\t');
        let (Some(code), Some(shared), Some(rest)) = (columns.next(), columns.next(), columns.next()) else { continue };
        moves.truncate(shared.parse().unwrap_or(0));
        moves.extend(rest.split_whitespace().filter_map(squares));
        let Some(mut line) = start.clone() else { continue };
        moves.iter().for_each(|&mv| _ = line.play(mv));
        table.insert(line.key().0, code);
    }
    table
});

/// Follows a game and remembers the last position with a code.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    is_on: bool,
    found: Option<&'static str>,
}

impl Search {
    /// At the start of a game; only games of xiangqi from its usual start have openings.
    pub(crate) fn new(start: &Start) -> Search {
        Search { is_on: start.xiangqi().is_some() && start.is_usual(), found: None }
    }

    /// The same for a position that is looked at: the moves that led to it may not be known.
    pub(crate) fn of(start: &Start) -> Search {
        Search { is_on: start.xiangqi().is_some(), found: None }
    }

    /// A position of the game, in order, by its key.
    #[inline]
    pub(crate) fn visit(&mut self, key: i64) {
        if self.is_on
            && let Some(code) = TABLE.get(&key)
        {
            self.found = Some(code);
        }
    }

    /// The code of the last position in the table.
    pub(crate) fn found(&self) -> Option<&'static str> {
        self.found
    }

    /// The opening of the last position in the table.
    pub(crate) fn opening(&self) -> Option<Opening> {
        self.found.map(Opening::of)
    }
}

/// How many plies of a game of xiangqi lead to positions of the table of openings.
pub fn book_plies(record: &GameRecord) -> usize {
    let keys = keys(record).filter(|_| record.start.xiangqi().is_some()).unwrap_or_default();
    keys.iter().rposition(|key| TABLE.contains_key(key)).unwrap_or(0)
}

/// The beginnings of the codes that a person means: a code or its beginning, or part of the name of a family.
pub(crate) fn beginnings(text: &str) -> Vec<String> {
    let is_code = text.len() <= 3
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().skip(1).all(|c| c.is_ascii_digit());
    if is_code {
        return vec![text.to_ascii_uppercase()];
    }
    let wanted = plain(text);
    let families = FAMILIES
        .iter()
        .filter(|(_, name, chinese)| name.to_lowercase().contains(&wanted) || chinese.contains(wanted.as_str()));
    families.map(|&(beginning, ..)| beginning.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(moves: &str) -> Option<&'static str> {
        let mut line = Line::new(&Start::default()).unwrap();
        let mut search = Search::new(&Start::default());
        for mv in moves.split_whitespace() {
            line.play(squares(mv).unwrap());
            search.visit(line.key().0);
        }
        search.found()
    }

    #[test]
    fn openings_are_known_by_position() {
        let elephant = code("g0e2 h7d7 h0g2 g6g5").unwrap();
        assert!(elephant.starts_with("A3"), "{elephant}");
        // Another order of moves, and the mirror image.
        assert_eq!(code("h0g2 g6g5 g0e2 h7d7"), Some(elephant));
        assert_eq!(code("c0e2 b7f7 b0c2 c6c5"), Some(elephant));
        assert!(code("h2e2 h9g7 h0g2 i9h9 b2d2 b9c7").unwrap().starts_with("C5"));
        assert_eq!(code(""), None);
    }

    #[test]
    fn every_row_of_the_table_has_a_family_and_a_position_of_its_own() {
        assert_eq!(TABLE.len(), LINES.lines().filter(|row| !row.starts_with('#')).count());
        assert!(TABLE.values().all(|code| Opening::of(code).name != *code));
    }

    #[test]
    fn a_code_or_part_of_a_name() {
        assert_eq!(beginnings("c4"), ["C4"]);
        assert_eq!(beginnings("反宫马"), ["B3", "B4", "B5"]);
        assert_eq!(beginnings("Screen"), ["C"]);
        assert!(beginnings("Sicilian").is_empty());
    }
}
