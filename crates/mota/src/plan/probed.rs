//! What probing finds: decisions, what comes of them, and what a cell may hold.

use super::moves::Move;
use super::probe::{Difference, Number};
use crate::rules::model::Tile;

/// A floor and a cell of it.
pub(super) type Place = (u16, u16);

/// A decision of a plan as the rules know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Decision {
    /// The hero walks into a cell and gives these answers.
    Walk(Place, Vec<u8>),
    /// He uses a tool where this move is made.
    Use(Move),
}

/// A monster that is fought, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Opponent {
    pub(super) enemy: u32,
    pub(super) place: Place,
}

/// Something that can be done at a cell as long as it holds a certain content.
#[derive(Clone, Debug)]
pub(super) struct Probed {
    pub(super) place: Place,
    /// The number of the content among the cell's.
    pub(super) content: usize,
    /// The first decision, and those that are forced after it: in a room that closes behind the hero.
    pub(super) decisions: Vec<Decision>,
    /// The same, as they were made when it was probed.
    pub(super) moves: Vec<Move>,
    /// Who is fought.
    pub(super) opponents: Vec<Opponent>,
    pub(super) outcome: Outcome,
}

/// What comes of an operator.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// What it changes, but for what the fights cost.
    pub(super) difference: Difference,
    /// The numbers that it needs at least.
    pub(super) needs: Vec<(Number, i64)>,
    /// Whether what it changes depends on the hero's numbers in a way that is not a sum.
    pub(super) is_opaque: bool,
}

/// What a cell may hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub(super) number: Tile,
    pub(super) bits: u8,
    /// Whether the hero walks there at no cost and without anything happening.
    pub(super) is_open: bool,
    /// What he is given who walks there; only where it is open.
    pub(super) gift: Vec<(Number, i64)>,
    /// Where stairs lead that do nothing else.
    pub(super) leads: Option<Place>,
    /// What can be done, by number among [`Survey::probed`](super::survey::Survey).
    pub(super) probed: Vec<usize>,
}
