//! Which evaluation is in force, and the state that a searching thread keeps for it.

use super::eval::Evaluation;
use super::mv::Move;
use super::net::Net;
use super::net::evaluator::NetEvaluation;
use super::position::Position;
use crate::game::Evaluator;
use std::sync::{Arc, LazyLock};

/// The network that is built in; `docs/ledger.md` tells how it was made. A test reads it, so that it is never absent.
static BUILT_IN: LazyLock<Option<Arc<Net>>> =
    LazyLock::new(|| Net::decode(include_bytes!("../../../nets/xiangqi.net")).ok().map(Arc::new));

/// What positions are evaluated by. The default is the network that is built in.
#[derive(Clone, Debug, PartialEq)]
pub enum Knowledge {
    /// The terms written by hand.
    Written,
    /// A network.
    Net(Arc<Net>),
}

impl Default for Knowledge {
    fn default() -> Self {
        BUILT_IN.as_ref().map_or(Knowledge::Written, |net| Knowledge::Net(Arc::clone(net)))
    }
}

impl Knowledge {
    /// The network, if it is one.
    pub fn net(self) -> Option<Arc<Net>> {
        match self {
            Knowledge::Written => None,
            Knowledge::Net(net) => Some(net),
        }
    }
}

/// An evaluation as a searching thread owns it.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The terms written by hand.
    Written(Evaluation),
    /// A network.
    Net(NetEvaluation),
}

impl Evaluator<Position> for Judge {
    type Knowledge = Knowledge;

    fn new(position: &Position, knowledge: &Knowledge) -> Self {
        match knowledge {
            Knowledge::Written => Judge::Written(Evaluation::new(position)),
            Knowledge::Net(net) => Judge::Net(NetEvaluation::new(position, Arc::clone(net))),
        }
    }

    #[inline]
    fn make(&mut self, before: &Position, mv: Move) {
        match self {
            Judge::Written(evaluation) => evaluation.make(before, mv),
            Judge::Net(evaluation) => evaluation.make(before, mv),
        }
    }

    #[inline]
    fn unmake(&mut self) {
        match self {
            Judge::Written(evaluation) => evaluation.unmake(),
            Judge::Net(evaluation) => evaluation.unmake(),
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Judge::Written(evaluation) => evaluation.evaluate(position),
            Judge::Net(evaluation) => evaluation.evaluate(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_is_built_in_can_be_read() {
        assert!(matches!(Knowledge::default(), Knowledge::Net(net) if net.about.contains("licence=")));
    }
}
