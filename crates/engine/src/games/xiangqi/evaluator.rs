//! Which evaluation is in force, and the state that a searching thread keeps for it.

use super::eval::Evaluation;
use super::mv::Move;
use super::net::Net;
use super::net::evaluator::NetEvaluation;
use super::position::Position;
use crate::game::Evaluator;
use std::sync::{Arc, LazyLock};

/// The network that is built in; `docs/ledger.md` has its making. A test reads it, so that it is never absent.
static BUILT_IN: LazyLock<Option<Arc<Net>>> =
    LazyLock::new(|| Net::decode(include_bytes!("../../../../../nets/xiangqi.net")).ok().map(Arc::new));

/// What positions are evaluated by. The default is the network that is built in.
#[derive(Clone, Debug, PartialEq)]
pub enum XiangqiParams {
    /// The classical evaluation.
    Classical,
    /// A network.
    Net(Arc<Net>),
}

impl Default for XiangqiParams {
    fn default() -> Self {
        BUILT_IN.as_ref().map_or(XiangqiParams::Classical, |net| XiangqiParams::Net(Arc::clone(net)))
    }
}

impl XiangqiParams {
    /// The network, if it is one.
    pub fn net(self) -> Option<Arc<Net>> {
        match self {
            XiangqiParams::Classical => None,
            XiangqiParams::Net(net) => Some(net),
        }
    }
}

/// An evaluation as a searching thread owns it.
#[derive(Clone, Debug)]
pub enum XiangqiEvaluator {
    /// The classical evaluation.
    Classical(Evaluation),
    /// A network.
    Net(NetEvaluation),
}

impl Evaluator<Position> for XiangqiEvaluator {
    type EvalParams = XiangqiParams;

    fn new(position: &Position, params: &XiangqiParams) -> Self {
        match params {
            XiangqiParams::Classical => XiangqiEvaluator::Classical(Evaluation::new(position)),
            XiangqiParams::Net(net) => XiangqiEvaluator::Net(NetEvaluation::new(position, Arc::clone(net))),
        }
    }

    #[inline]
    fn make(&mut self, before: &Position, mv: Move) {
        match self {
            XiangqiEvaluator::Classical(evaluation) => evaluation.make(before, mv),
            XiangqiEvaluator::Net(evaluation) => evaluation.make(before, mv),
        }
    }

    #[inline]
    fn unmake(&mut self) {
        match self {
            XiangqiEvaluator::Classical(evaluation) => evaluation.unmake(),
            XiangqiEvaluator::Net(evaluation) => evaluation.unmake(),
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            XiangqiEvaluator::Classical(evaluation) => evaluation.evaluate(position),
            XiangqiEvaluator::Net(evaluation) => evaluation.evaluate(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_is_built_in_can_be_read() {
        assert!(matches!(XiangqiParams::default(), XiangqiParams::Net(net) if net.about.contains("licence=")));
    }
}
