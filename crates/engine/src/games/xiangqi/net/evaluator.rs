//! The network evaluator of a search thread: accumulators updated along the line, but only when needed.

use super::feature::{FeatureSet, VIEWS, feature_set};
use super::kernel::{self, Accumulator, Change};
use super::{Net, Neurons};
use crate::game::Evaluator;
use crate::games::xiangqi::mv::Move;
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::square::SQUARES;
use crate::games::xiangqi::vectors::Level;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The network that evaluates positions. The default is the built-in one.
#[derive(Clone, Debug, PartialEq)]
pub struct XiangqiParams(pub Arc<Net>);

impl Default for XiangqiParams {
    fn default() -> Self {
        XiangqiParams(Arc::clone(Net::built_in()))
    }
}

/// What is known about a position on the line.
#[derive(Clone, Debug)]
struct Ply {
    /// The change made by the move to it; `None` at the root.
    change: Option<Change>,
    /// Whether `sums` are those of this position.
    is_known: bool,
    sums: Accumulator,
}

impl Ply {
    const UNKNOWN: Ply = Ply { change: None, is_known: false, sums: Accumulator([Neurons::ZERO; VIEWS]) };
}

/// Evaluation by a network, owned by a search thread.
#[derive(Clone, Debug)]
pub struct NetEvaluation {
    net: Arc<Net>,
    level: Level,
    /// The plies of the line; those above `top` are memory to be reused.
    plies: Vec<Ply>,
    top: usize,
}

impl Evaluator<Position> for NetEvaluation {
    type EvalParams = XiangqiParams;

    fn new(position: &Position, XiangqiParams(net): &XiangqiParams) -> Self {
        let level = Level::best();
        let mut plies = Vec::with_capacity(64);
        plies.push(Ply { change: None, is_known: true, sums: fresh(level, net, position) });
        NetEvaluation { net: Arc::clone(net), level, plies, top: 0 }
    }

    #[inline]
    fn make(&mut self, before: &Position, mv: Move) {
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(Ply::UNKNOWN);
        }
        let ply = &mut self.plies[self.top];
        ply.is_known = false;
        ply.change = before.piece_on(mv.from()).map(|piece| Change {
            left: feature_set(piece, mv.from()),
            entered: feature_set(piece, mv.to()),
            taken: before.piece_on(mv.to()).map(|victim| feature_set(victim, mv.to())),
        });
    }

    #[inline]
    fn unmake(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.catch_up();
        let sums = &self.plies[self.top].sums;
        // In unit tests every evaluation of every search is verified.
        if cfg!(any(test, debug_assertions)) {
            assert!(*sums == fresh(self.level, &self.net, position), "the accumulators are those of another position");
        }
        kernel::value(self.level, &self.net, sums, position)
    }
}

impl NetEvaluation {
    /// Updates the top accumulator, starting from the last valid one.
    fn catch_up(&mut self) {
        let known = (0..=self.top).rev().find(|&ply| self.plies[ply].is_known).unwrap_or(0);
        for ply in known + 1..=self.top {
            let (below, above) = self.plies.split_at_mut(ply);
            let (Some(before), Some(after)) = (below.last(), above.first_mut()) else { return };
            match after.change {
                Some(change) => kernel::update(self.level, &self.net, &before.sums, &change, &mut after.sums),
                None => after.sums.clone_from(&before.sums),
            }
            after.is_known = true;
        }
    }
}

/// Centipawns for the side to move, computed from scratch.
pub fn evaluate(net: &Net, position: &Position) -> i32 {
    let level = Level::best();
    kernel::value(level, net, &fresh(level, net, position), position)
}

/// The accumulator of a position, computed from scratch.
pub(super) fn fresh(level: Level, net: &Net, position: &Position) -> Accumulator {
    let mut sums = Accumulator([Neurons::ZERO; VIEWS]);
    let mut pieces: ArrayVec<&FeatureSet, SQUARES> = ArrayVec::new();
    for square in position.occupied() {
        pieces.extend(position.piece_on(square).map(|piece| feature_set(piece, square)));
    }
    kernel::refresh(level, net, &pieces, &mut sums);
    sums
}
