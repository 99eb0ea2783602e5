//! A quiet position on the way, and what a move makes of one.

use super::super::position::Position;
use super::super::shape::Shape;

/// A quiet position of the current line, with what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Node<S: Shape> {
    pub position: Position<S>,
    pub stones: i32,
    /// Threats of the side to move.
    pub(crate) own_threats: S::Word,
    /// Threats of the opponent.
    pub(crate) other_threats: S::Word,
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

/// What forced play makes of a position.
pub(crate) enum Resolved<S: Shape> {
    /// A bound of the score that answers the question, or the score.
    Bound(i32),
    /// A quiet position; whether it is the same player's turn there.
    Quiet(Node<S>, bool),
}

/// A move of a node: the quiet position it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child<S: Shape> {
    pub node: Node<S>,
    /// The hash of its key: [`super::table::Table::spread`].
    pub hash: S::Word,
    /// Whether the mover of the parent is to move again, his opponent's replies having been forced.
    pub(crate) is_same_player: bool,
    /// How soon it is to be looked at: higher is sooner.
    pub(crate) order_score: i32,
}

impl<S: Shape> Node<S> {
    /// Takes over bounds that are known of this position.
    #[inline(always)]
    pub(crate) fn narrow(&mut self, (lower, upper): (i32, i32)) {
        self.lower = self.lower.max(lower);
        self.upper = self.upper.min(upper);
    }
}

impl<S: Shape> Child<S> {
    /// The bounds of the child as its parent's mover sees them.
    #[inline(always)]
    pub(crate) fn for_parent(&self) -> (i32, i32) {
        let Node { lower, upper, .. } = self.node;
        if self.is_same_player { (lower, upper) } else { (-upper, -lower) }
    }
}
