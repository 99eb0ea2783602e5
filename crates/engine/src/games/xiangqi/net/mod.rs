//! The network: an evaluation learnt from games (NNUE: Yu Nasu, 2018, for shogi; the perspective form is from
//! Stockfish).
//!
//! ```text
//! features of view v ──> accumulator v: WIDTH numbers = biases + a row of weights for each piece    v = 0 … 3
//! accumulators       ──> clipped to 0 … 1 and squared, times the output weights of the bucket: two views of the side to
//!                        move with one set, two of the other side with another, + bias ──> centipawns
//! ```
//!
//! A move changes two or three features in each view, so the accumulators are updated along the search line
//! ([`evaluator`]), but only when an evaluation is needed. [`feature`] defines the views. Numbers are 16-bit integers
//! in units of 1 / [`QA`] and 1 / [`QB`]; the arithmetic ([`kernel`]) gives the same bits on every processor. Finally,
//! [`scale`] reduces an advantage that cannot be won. [`mod@file`] reads and writes networks; `meihua train` makes
//! them.

pub mod evaluator;
pub(crate) mod explain;
pub mod feature;
pub mod file;
pub mod kernel;
pub mod scale;
#[cfg(test)]
pub(crate) mod tests;

use crate::fnv::fnv;
use crate::games::xiangqi::position::Position;
use feature::FEATURES;
use std::sync::{Arc, LazyLock};

static BUILT_IN_FILE: &[u8] = include_bytes!("../../../../../../nets/xiangqi.net");

/// A hash of the built-in network: whether two programs have the same.
pub fn built_in_hash() -> u64 {
    fnv(BUILT_IN_FILE)
}

/// The built-in network; `docs/ledger/evaluation.md` describes its making. A test reads it.
static BUILT_IN: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let net = Net::decode(BUILT_IN_FILE);
    Arc::new(net.unwrap_or_else(|error| unreachable!("the network that is built in is whole: {error}")))
});

/// Neurons per view.
pub const WIDTH: usize = 128;

/// Sets of output weights, by the number of pieces on the board.
pub const BUCKETS: usize = 8;

/// An activation of 1 as an integer in the accumulators.
pub const QA: i32 = 255;

/// An output weight of 1 as an integer; trained weights stay below a third.
pub const QB: i32 = 256;

/// The largest output weight, whose product with an activation still fits into 16 bits.
pub const MAX_OUTPUT: i16 = 127;

/// The largest weight of a feature, so that 32 pieces and a bias cannot exceed 16 bits.
pub const MAX_FEATURE: i16 = (i16::MAX as i32 / 33) as i16;

/// Maximum number of pieces on a board in a game.
const MAX_PIECES: usize = 32;

/// One number per neuron of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Neurons(pub [i16; WIDTH]);

impl Neurons {
    /// All zero.
    pub const ZERO: Neurons = Neurons([0; WIDTH]);
}

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// How it was made: `key=value` words on one line.
    pub about: String,
    /// A row for each feature, in units of 1 / [`QA`], and a row of zeros for the unused index.
    rows: Vec<Neurons>,
    /// The initial values of the accumulators, in the same units.
    bias: Neurons,
    /// By bucket: for the views of the side to move and for those of the other side, in units of 1 / [`QB`].
    output: [[Neurons; 2]; BUCKETS],
    /// By bucket, in units of 1 / ([`QA`] [`QB`]).
    output_bias: [i32; BUCKETS],
    /// Centipawns for an output of 1.
    scale: i32,
}

impl Net {
    /// The built-in network.
    pub fn built_in() -> &'static Arc<Net> {
        &BUILT_IN
    }

    /// The row of a feature; zeros for the unused index.
    #[inline(always)]
    fn row(&self, feature: u16) -> &[i16; WIDTH] {
        &self.rows[usize::from(feature).min(FEATURES)].0
    }

    /// Centipawns for the side to move, computed from scratch.
    pub fn evaluate(&self, position: &Position) -> i32 {
        evaluator::evaluate(self, position)
    }
}

/// The bucket for a number of pieces.
#[inline(always)]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) * BUCKETS / MAX_PIECES;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
