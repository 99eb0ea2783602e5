//! The writers.

pub mod dhtmlxq;
pub mod json;
pub mod list;
pub mod pgn;
pub(crate) mod target;
pub mod xqf;

pub use target::OutputFormat;

use super::game_record::GameRecord;
use meihua_contracts::in_english;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use std::ops::AddAssign;
use thiserror::Error;

/// What a format could not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Lost {
    /// Tags.
    pub tags: usize,
    /// Comments.
    pub comments: usize,
    /// Moves outside the main line.
    pub variations: usize,
    /// Marks.
    pub marks: usize,
    /// Results.
    pub results: usize,
    /// Texts that were cut off, or would not be read back as they are.
    pub cut: usize,
    /// Start positions whose move number, or moves since the last capture, are left out.
    pub counters: usize,
}

impl Lost {
    /// What a list of the main line loses of a game.
    pub(crate) fn all_but_moves(game: &GameRecord) -> Lost {
        let tree = &game.tree;
        let variations = tree.moves() - tree.main_line().count();
        Lost {
            tags: game.tags.len(),
            comments: tree.comments(),
            variations,
            marks: tree.marks_count(),
            ..Lost::default()
        }
    }

    /// Whether nothing was lost.
    pub fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }
}

impl AddAssign for Lost {
    fn add_assign(&mut self, other: Lost) {
        self.tags += other.tags;
        self.comments += other.comments;
        self.variations += other.variations;
        self.marks += other.marks;
        self.results += other.results;
        self.cut += other.cut;
        self.counters += other.counters;
    }
}

impl From<&Lost> for Sentence {
    /// `3 tags, 1 comment`.
    fn from(lost: &Lost) -> Sentence {
        let parts: [(usize, [&'static str; 2]); 7] = [
            (lost.tags, ["{} tag", "{} tags"]),
            (lost.comments, ["{} comment", "{} comments"]),
            (lost.variations, ["{} move of variations", "{} moves of variations"]),
            (lost.marks, ["{} mark", "{} marks"]),
            (lost.results, ["{} result", "{} results"]),
            (lost.cut, ["{} text in full", "{} texts in full"]),
            (lost.counters, ["{} move counter", "{} move counters"]),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        Sentence::list(parts.map(|(count, phrases)| Sentence::counted(count, phrases)))
    }
}

in_english!(Lost);

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The format supports only xiangqi.
    OtherGame(&'static str),
    /// The format has room for only 32 pieces.
    Pieces(&'static str),
    /// Text in the encoding would not be read back as it is.
    Encoding(&'static str),
}

impl From<&WriteError> for Sentence {
    fn from(error: &WriteError) -> Sentence {
        match *error {
            WriteError::OtherGame(format) => sentence!("{} holds games of xiangqi only", format),
            WriteError::Pieces(format) => sentence!("{} has no room for that many pieces of a kind", format),
            WriteError::Encoding(format) => {
                sentence!("{} in this encoding would not be read back as it is written; write UTF-8", format)
            }
        }
    }
}

in_english!(WriteError);
