//! Exact scores of the first plies on 7x6, computed beforehand and built into the program.
//!
//! | file | what |
//! |---|---|
//! | [`levels`] | the positions, enumerated |
//! | [`mod@file`] | the table as bytes |
//!
//! The level of nine stones is stored, and every third level above it; those in between follow by looking one or two
//! plies ahead. `meihua openings` makes the file, `tables/connect_four.bin`. If the program is loaded over a network, it
//! arrives later ([`Openings::hand_over`]).

pub(crate) mod file;
pub mod levels;

use super::game::{Column, ConnectFour};
use super::position::Position;
use super::shape::{Shape, Standard, Word};
use super::solver::score::win_at;
use crate::game::Game;
pub use file::OpeningsError;
use levels::{position, shared_key};
use std::sync::OnceLock;

/// Maximum number of stones in a table's positions.
pub const MAX_STONES: u32 = 9;
/// One level in this many is stored.
const STEP: u32 = 3;

/// The exact scores of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// Indexed by the number of stones; empty for levels that are not stored.
    levels: Vec<Level>,
}

/// The positions of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Level {
    /// Sorted.
    keys: Vec<u64>,
    /// The scores of the keys for the side to move; `None` if unknown.
    scores: Vec<Option<i8>>,
}

/// Whether a level is stored in a table down to `deepest` stones.
fn is_stored(stones: u32, deepest: u32) -> bool {
    deepest.checked_sub(stones).is_some_and(|above| above.is_multiple_of(STEP))
}

/// The file that was handed over.
static HANDED_OVER: OnceLock<&[u8]> = OnceLock::new();

/// The table's file, if there is one yet.
fn file() -> Option<&'static [u8]> {
    #[cfg(feature = "embedded-tables")]
    return Some(include_bytes!("../../../../../../tables/connect_four.bin"));
    #[cfg(not(feature = "embedded-tables"))]
    HANDED_OVER.get().copied()
}

impl Openings {
    /// The built-in table, or the one that was handed over; decompressed when it is first used.
    pub fn embedded() -> Option<&'static Openings> {
        static DECODED: OnceLock<Option<Openings>> = OnceLock::new();
        let decode = |file: &[u8]| {
            let openings = Openings::decode(file);
            openings
                .inspect_err(|error| log::warn!("four in a row is played without its table of openings: {error}"))
                .ok()
        };
        let file = file()?;
        DECODED.get_or_init(|| decode(file)).as_ref()
    }

    /// Uses this file as the built-in table, for a program without the feature `embedded-tables`; a table already there
    /// stays.
    ///
    /// # Errors
    /// The file is not such a table. Whether its scores are whole is only known when it is first used.
    pub fn hand_over(file: Vec<u8>) -> Result<(), OpeningsError> {
        if !Openings::is_table(&file) {
            return Err(OpeningsError::Head);
        }
        HANDED_OVER.get_or_init(|| file.leak());
        Ok(())
    }

    /// A table down to `deepest` stones (at most [`MAX_STONES`]). `known` gives the score of a position by its
    /// [`shared_key`]; unknown scores of upper levels are derived from lower ones.
    pub fn build(deepest: u32, known: &dyn Fn(u64) -> Option<i32>) -> Openings {
        let deepest = deepest.min(MAX_STONES);
        let keys = levels::levels(deepest);
        let mut openings = Openings { levels: vec![Level::default(); keys.len()] };
        for (stones, keys) in
            keys.into_iter().enumerate().rev().filter(|(stones, _)| is_stored(*stones as u32, deepest))
        {
            let score = |&key: &u64| {
                let score = known(key).or_else(|| openings.score_ahead(&position(key)));
                score.and_then(|score| i8::try_from(score).ok())
            };
            let scores = keys.iter().map(score).collect();
            openings.levels[stones] = Level { keys, scores };
        }
        openings
    }

    /// Number of stones in the deepest positions.
    pub fn deepest(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// The number of stored positions, and how many of them have a score.
    pub fn count(&self) -> (usize, usize) {
        let known = |level: &Level| level.scores.iter().flatten().count();
        self.stored().fold((0, 0), |(all, some), level| (all + level.keys.len(), some + known(level)))
    }

    /// The stored positions with a known score, each as its [`shared_key`] and the score for the side to move.
    pub fn scores(&self) -> impl Iterator<Item = (u64, i32)> {
        let known = |(&key, score): (&u64, &Option<i8>)| score.map(|score| (key, i32::from(score)));
        self.stored().flat_map(move |level| level.keys.iter().zip(&level.scores).filter_map(known))
    }

    fn stored(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter().filter(|level| !level.keys.is_empty())
    }

    /// The score of a game on 7x6 for the side to move; `None` if it is not in the table.
    pub fn score(&self, game: &ConnectFour) -> Option<i32> {
        self.score_of(&standard(game)?)
    }

    /// The scores of the columns from left to right, `None` for a full one; the outer `None` if one of them is unknown.
    pub fn columns(&self, game: &ConnectFour) -> Option<Vec<Option<i32>>> {
        let position = standard(game)?;
        let one = |column| {
            let square = position.landing(column);
            if square.is_empty() || position.is_lost() {
                return Some(None);
            }
            self.score_of(&position.play(square)).map(|score| Some(-score))
        };
        (0..Standard.columns()).map(one).collect()
    }

    /// The beginning of a line of best play, as far as the table goes, and the game after it.
    pub fn line(&self, game: &ConnectFour) -> (Vec<Column>, ConnectFour) {
        let (mut game, mut line) = (*game, Vec::new());
        while let Some(column) = self.best_column(&game) {
            line.push(column);
            game.make(column);
        }
        (line, game)
    }

    /// The best column nearest to the centre, if the score and a column that keeps it are known.
    fn best_column(&self, game: &ConnectFour) -> Option<Column> {
        let position = standard(game).filter(|position| !position.is_lost())?;
        let score = self.score_of(&position)?;
        let keeps_score = |&column: &u32| {
            let square = position.landing(column);
            !square.is_empty() && self.score_of(&position.play(square)) == Some(-score)
        };
        ConnectFour::centre_first(Standard.columns()).find(keeps_score).map(|column| Column(column as u8))
    }

    fn score_of(&self, position: &Position<Standard>) -> Option<i32> {
        let (cells, stones) = (Standard.cells() as i32, position.stones());
        if position.is_lost() {
            return Some(-win_at(cells, stones as i32));
        }
        let level = self.levels.get(stones as usize)?;
        if !(position.own_threats() & position.playable()).is_empty() {
            return Some(win_at(cells, stones as i32 + 1));
        }
        if level.keys.is_empty() {
            return self.score_ahead(position);
        }
        let index = level.keys.binary_search(&shared_key(position)).ok()?;
        level.scores[index].map(i32::from)
    }

    /// The best score among the moves of a position, if all of them are known.
    fn score_ahead(&self, position: &Position<Standard>) -> Option<i32> {
        let mut best = None;
        for square in position.playable().squares() {
            let score = -self.score_of(&position.play(square))?;
            best = best.max(Some(score));
        }
        best
    }
}

/// The stones of a game on the board of the table.
fn standard(game: &ConnectFour) -> Option<Position<Standard>> {
    let position = game.position();
    let is_standard = (position.shape.columns(), position.shape.rows()) == (Standard.columns(), Standard.rows());
    is_standard.then(|| Position { shape: Standard, own: position.own.low(), all: position.all.low() })
}

#[cfg(test)]
mod tests;
