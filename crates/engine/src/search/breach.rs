//! Contract violations of a game, as reported by the [conformance tests](super::conformance).

use crate::game::Outcome;
use crate::text::PositionError;
use thiserror::Error;

/// A rule of [`crate::game::Game`] or [`crate::text::GameText`] that a game broke. Moves are shown by `Debug`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Breach {
    /// Updating the evaluator move by move and evaluating from scratch give different values.
    #[error("the updated evaluator returns {followed}, a fresh one {fresh}")]
    Evaluator {
        /// The value of the evaluator that was updated.
        followed: i32,
        /// The value of a fresh one.
        fresh: i32,
    },
    /// The position cannot be read from its own FEN.
    #[error("its own FEN is refused: {0}")]
    OwnFen(#[from] PositionError),
    /// The position read from its own FEN is different.
    #[error("read from its own FEN, the {0}")]
    Read(Difference),
    /// Taking back a move does not restore the position.
    #[error("after taking back {what}, the {difference}")]
    Unmake {
        /// The move, or the pass.
        what: String,
        /// What differs.
        difference: Difference,
    },
    /// Move generator and verdict disagree about the end of the game.
    #[error("the generator reports {generated:?}, the verdict {verdict:?}")]
    End {
        /// According to `generate`.
        generated: Option<Outcome>,
        /// According to `verdict`.
        verdict: Option<Outcome>,
    },
    /// Two moves have the same 16 bits, or one has none.
    #[error("moves with the same bits, or with none: {0}")]
    SameBits(String),
    /// `count_moves` is wrong.
    #[error("{listed} moves listed, {counted} counted")]
    Count {
        /// Number of moves from `generate`.
        listed: usize,
        /// Number from `count_moves`.
        counted: usize,
    },
    /// Bits that are not a legal move give one, or those of a legal move give none.
    #[error("the bits {bits:#06x} are unpacked into {found}")]
    ForeignBits {
        bits: u16,
        /// What they give.
        found: String,
    },
    /// The bits of a move do not give it back.
    #[error("{0} is not unpacked from its bits")]
    Unpack(String),
    /// Noisy and quiet moves together differ from the legal moves.
    #[error("noisy and quiet moves together are not the legal moves")]
    Staged,
    /// A move is both noisy and quiet, or on the wrong list.
    #[error("{0} is listed twice, or on the wrong list")]
    Listed(String),
    /// The text of a move does not give it back.
    #[error("{mv} is written {text:?}, which is not read back as that move")]
    Text { mv: String, text: String },
    /// A table index is out of range.
    #[error("a table index of {0} is out of range")]
    Slot(String),
    /// The search without pruning differs from plain negamax.
    #[error("to depth {depth} the search returns {found}, negamax {expected}")]
    Search {
        /// Depth in plies.
        depth: u32,
        /// The score of the search.
        found: String,
        /// The score of negamax.
        expected: String,
    },
}

/// A difference between two views of a position that should be the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} was {before} and is {after}")]
pub struct Difference {
    /// FEN, key, list of moves, outcome or evaluation.
    pub name: &'static str,
    pub before: String,
    pub after: String,
}
