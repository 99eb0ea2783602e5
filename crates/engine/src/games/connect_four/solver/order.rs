//! Which move to search first: the one that seems to refute soonest.
//!
//! The criterion is the threats after the move. One that the opponent must block at once keeps the initiative. A threat
//! in a row of the mover's own parity decides quiet endings. One above an opponent's threat of the opponent's parity is
//! useless, since the column stops below it. The weights were found by hill climbing on node counts, separately for the
//! two parities; see `docs/ledger/four-in-a-row.md`.

use super::super::game::ConnectFour;
use super::super::position::fours;
use super::super::shape::{MAX_SIDE, Shape, Word};
use super::node::Node;
use arrayvec::ArrayVec;

/// The weights of a move's properties.
struct Weights {
    /// The opponent must reply at once.
    forcing: i32,
    /// Each remaining threat in a row of the mover's parity.
    own_parity: i32,
    /// Each remaining threat in another row.
    other_parity: i32,
    /// Each remaining threat that is one stone from being playable.
    next: i32,
    /// Each remaining threat directly above another.
    stacked: i32,
    /// The move lets the opponent block a threat.
    under_own: i32,
    /// The move creates a threat directly above itself.
    under_new: i32,
    /// A quarter of this for each line of four through the square.
    lines: i32,
    /// The table has a lower bound for the move.
    proven: i32,
}

/// For the player to move when the number of stones is even, then when it is odd.
const WEIGHTS: [Weights; 2] = [
    Weights {
        forcing: 13,
        own_parity: 9,
        other_parity: 8,
        next: 1,
        stacked: 2,
        under_own: -4,
        under_new: 4,
        lines: 0,
        proven: 9,
    },
    Weights {
        forcing: 5,
        own_parity: 10,
        other_parity: 4,
        next: 9,
        stacked: 6,
        under_own: -8,
        under_new: 5,
        lines: 7,
        proven: 9,
    },
];

/// Judges moves on one board size.
pub(crate) struct Order<S: Shape> {
    /// Number of lines of four through each square, by bit number.
    lines: [i32; 128],
    /// The columns from the centre outwards.
    columns: ArrayVec<S::Word, { MAX_SIDE as usize }>,
}

/// A move and its effect on the threats.
pub(crate) struct Candidate<W> {
    pub square: W,
    /// The mover's threats after the move.
    pub(crate) threats: W,
    /// Those of them that are playable.
    pub at_once: W,
}

impl<S: Shape> Order<S> {
    /// Counts the lines of a board.
    pub(crate) fn new(shape: S) -> Self {
        let stride = shape.stride();
        let mut lines = [0; 128];
        for step in [1, stride - 1, stride, stride + 1] {
            for start in fours(shape.board(), step).squares() {
                (0..4).for_each(|i| lines[((start << (i * step)).lowest() & 127) as usize] += 1);
            }
        }
        let columns = ConnectFour::centre_first(shape.columns()).map(|column| shape.column(column)).collect();
        Order { lines, columns }
    }

    /// The columns from the centre outwards; of moves with equal scores, the first one is taken.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &[S::Word] {
        &self.columns
    }

    /// The order score of a move in a quiet position. Higher is better.
    #[inline(always)]
    pub(crate) fn order_score(&self, node: &Node<S>, candidate: &Candidate<S::Word>) -> i32 {
        let shape = node.position.shape;
        let parity = (node.stones & 1) as usize;
        let weights = &WEIGHTS[parity];
        let own_rows = if parity == 0 { shape.odd_rows() } else { !shape.odd_rows() };
        let count = |set: S::Word| set.count() as i32;
        let square = candidate.square;
        let left = candidate.threats & !candidate.at_once;
        let useful = left & !shape.above(node.other_threats & !own_rows);
        let mut order_score =
            weights.own_parity * count(useful & own_rows) + weights.other_parity * count(useful & !own_rows);
        if !candidate.at_once.is_empty() {
            order_score += weights.forcing;
        }
        if !useful.is_empty() {
            let soon = (node.position.all | square).plus(shape.bottom()) << 1;
            order_score += weights.next * count(useful & soon) + weights.stacked * count(useful & (useful << 1));
        }
        if !(square & (node.own_threats >> 1)).is_empty() {
            order_score += weights.under_own;
        } else if !(square & (left >> 1)).is_empty() {
            order_score += weights.under_new;
        }
        order_score + weights.lines * self.lines[(square.lowest() & 127) as usize] / 4
    }

    /// The bonus for a move with a known lower bound.
    #[inline(always)]
    pub(crate) fn proven(stones: i32) -> i32 {
        WEIGHTS[(stones & 1) as usize].proven
    }
}
