//! What a game can do wrong: the causes that the [conformance tests](super::conformance) name.

use crate::game::Outcome;
use crate::text::PositionError;
use thiserror::Error;

/// A rule of [`crate::game::Game`] or [`crate::text::GameText`] that a game broke. Moves stand as `Debug` writes them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Breach {
    /// Making moves and evaluating anew give different values.
    #[error("the evaluator that was given the moves returns {followed}, a new one {fresh}")]
    Evaluator {
        /// Of the evaluator that was given the moves.
        followed: i32,
        /// Of a new one.
        fresh: i32,
    },
    /// The position does not read the FEN that it writes.
    #[error("its own FEN is refused: {0}")]
    OwnFen(#[from] PositionError),
    /// Read from its own FEN the position is another one.
    #[error("read from its own FEN, the {0}")]
    Read(Difference),
    /// A move taken back leaves another position.
    #[error("{what} was taken back, and the {difference}")]
    Unmake {
        /// The move, or the pass.
        what: String,
        /// What it left.
        difference: Difference,
    },
    /// Generator and verdict disagree about the end.
    #[error("the generator ends the game with {generated:?}, the verdict with {verdict:?}")]
    End {
        /// By `generate`.
        generated: Option<Outcome>,
        /// By `verdict`.
        verdict: Option<Outcome>,
    },
    /// Two moves cannot be told apart by their 16 bits, or one has none.
    #[error("moves with the same bits, or with none: {0}")]
    SameBits(String),
    /// `count_moves` is wrong.
    #[error("{listed} moves, and {counted} counted")]
    Count {
        /// Of `generate`.
        listed: usize,
        /// By `count_moves`.
        counted: usize,
    },
    /// Bits of no legal move give one, or those of a legal one none.
    #[error("the bits {bits:#06x} are unpacked into {found}")]
    ForeignBits {
        bits: u16,
        /// What they give.
        found: String,
    },
    /// The bits of a move do not give it back.
    #[error("{0} is not unpacked from its bits")]
    Unpack(String),
    /// Noisy and quiet moves are others than the legal ones.
    #[error("noisy and quiet moves together are not the legal moves")]
    Staged,
    /// A move is noisy and quiet, or on the wrong list.
    #[error("{0} is listed twice, or on the wrong list")]
    Listed(String),
    /// The text of a move does not give it back.
    #[error("{mv} is written {text:?} and not read back")]
    Text { mv: String, text: String },
    /// An index of a table is beyond its size.
    #[error("a table index of {0} is out of range")]
    Slot(String),
    /// The search without pruning and plain negamax differ.
    #[error("to depth {depth} the search returns {found}, negamax {expected}")]
    Search {
        /// In plies.
        depth: u32,
        /// Of the search.
        found: String,
        /// Of negamax.
        expected: String,
    },
}

/// What distinguishes two views of what should be one position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} was {before} and is {after}")]
pub struct Difference {
    /// FEN, key, list of moves, outcome or evaluation.
    pub name: &'static str,
    pub before: String,
    pub after: String,
}
