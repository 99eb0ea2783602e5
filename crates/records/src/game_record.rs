//! One saved game.

use super::cursor::Cursor;
use super::error::{GameFault, Location, Unread};
use super::result::GameResult;
use super::start::Start;
use super::tags::Tags;
use super::title;
use super::tree::{NodeId, Tree};
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;

/// A saved game: start, moves with variations, comments and annotations, result, tags.
#[derive(Clone, Debug, Default)]
pub struct GameRecord {
    /// The start position.
    pub start: Start,
    /// Event, site, date, round, players and everything else known, except the start position and the result.
    pub tags: Tags,
    /// The recorded result.
    pub result: GameResult,
    /// The moves, all of them legal.
    pub tree: Tree,
    /// Where the game begins in its file; [`Location::Whole`] in formats with one game per file, and in libraries.
    pub place: Location,
    /// What could not be read, at most [`GameRecord::MAX_FAULTS`] entries.
    pub faults: Vec<GameFault>,
    /// Unread text after or within the game. [`super::Games`] takes it out and reports it.
    pub unread: Option<Unread>,
}

impl GameRecord {
    /// Maximum number of faults kept in a record.
    pub const MAX_FAULTS: usize = 16;

    /// Whether there were moves and none of them could be read.
    pub fn is_unread(&self) -> bool {
        !self.faults.is_empty() && self.tree.moves() == 0
    }

    /// The name of a player. PGN from Western programs calls Red White.
    pub fn player(&self, side: Side) -> Option<&str> {
        match side {
            Side::First => self.tags.get("Red").or_else(|| self.tags.get("White")),
            Side::Second => self.tags.get("Black"),
        }
    }

    /// If no player is named, takes the players from a title such as `甲 先胜 乙` or `甲 VS 乙`. Titles that say more than
    /// two names, or that may be about pieces (`马兵 对 双士`), are left alone.
    pub(crate) fn name_players(&mut self) {
        if self.player(Side::First).is_some() || self.player(Side::Second).is_some() {
            return;
        }
        let (names, result) = self.tags.get("Title").map(title::split_result).unwrap_or_default();
        if let Some((red, black)) = title::players(names) {
            self.tags.push("Red", &red);
            self.tags.push("Black", &black);
            if self.result == GameResult::Unknown {
                self.result = result;
            }
        }
    }

    /// The event.
    pub fn event(&self) -> Option<&str> {
        self.tags.get("Event")
    }

    /// The date as written.
    pub fn date(&self) -> Option<&str> {
        self.tags.get("Date")
    }

    /// The main line, in a notation.
    pub fn main_line(&self, notation: Notation) -> Vec<String> {
        let mut cursor = Cursor::new(&self.start);
        let nodes: Vec<NodeId> = self.tree.main_line().collect();
        nodes.into_iter().filter_map(|node| cursor.text_of(&self.tree, node, notation)).collect()
    }

    /// The FEN after the main line.
    pub fn final_fen(&self) -> String {
        let mut cursor = Cursor::new(&self.start);
        if let Some(last) = self.tree.main_line().last() {
            cursor.go_to(&self.tree, last);
        }
        cursor.board().map_or_else(|| self.start.fen(), |board| board.fen())
    }

    /// Whether two records are the same game, regardless of their files and of faults in them: start, result, moves, comments,
    /// annotations, and tags in any order.
    pub fn same_game(&self, other: &GameRecord) -> bool {
        self.start == other.start
            && self.result == other.result
            && self.tags.sorted() == other.tags.sorted()
            && self.tree == other.tree
    }

    /// Records something that could not be read.
    pub(crate) fn add_fault(&mut self, fault: GameFault) {
        if self.faults.len() < GameRecord::MAX_FAULTS {
            self.faults.push(fault);
        }
    }
}
