//! A quiet position during the search, and the result of a move in it.

use super::super::position::Position;
use super::super::shape::Shape;

/// A quiet position on the current line, with what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Node<S: Shape> {
    pub position: Position<S>,
    pub stones: i32,
    /// Threats of the side to move.
    pub(crate) own_threats: S::Word,
    /// Threats of the opponent.
    pub(crate) other_threats: S::Word,
    /// A lower bound on the score.
    pub lower: i32,
    /// An upper bound on the score.
    pub upper: i32,
}

/// The result of following forced moves from a position.
pub(crate) enum Resolved<S: Shape> {
    /// The score, or a bound on it that answers the question.
    Bound(i32),
    /// A quiet position; the flag says whether it is the same player's turn.
    Quiet(Node<S>, bool),
}

/// A move of a node, given by the quiet position it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child<S: Shape> {
    pub node: Node<S>,
    /// The hash of its key: [`super::table::Table::spread`].
    pub hash: S::Word,
    /// Whether the player who moved in the parent is to move again, because the replies were forced.
    pub(crate) is_same_player: bool,
    /// The order in which to search it: higher comes sooner.
    pub(crate) order_score: i32,
}

impl<S: Shape> Node<S> {
    /// Applies bounds known for this position.
    #[inline(always)]
    pub(crate) fn narrow(&mut self, (lower, upper): (i32, i32)) {
        self.lower = self.lower.max(lower);
        self.upper = self.upper.min(upper);
    }
}

impl<S: Shape> Child<S> {
    /// The child's bounds from the view of its parent's side to move.
    #[inline(always)]
    pub(crate) fn for_parent(&self) -> (i32, i32) {
        let Node { lower, upper, .. } = self.node;
        if self.is_same_player { (lower, upper) } else { (-upper, -lower) }
    }
}
