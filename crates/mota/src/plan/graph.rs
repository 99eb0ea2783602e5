//! A tower as a graph: regions and cells that touch each other, and operators with what each needs and changes.

use super::moves::Move;
use super::probe::Change;
use super::probed::{Decision, Opponent, Place};
use rustc_hash::FxHashMap;

/// Maximum number of numbers of the hero's that a plan minds.
pub(super) const MAX_NUMBERS: usize = 32;

/// The hero's numbers: [`Stat`](crate::rules::expression::Stat) by place, then items as [`Graph::numbers`] has them.
pub(super) type Numbers = [i64; MAX_NUMBERS];

/// The places of numbers that the rules of fights and levels ask for.
pub(super) const HP: usize = 0;
pub(super) const ATTACK: usize = 1;
pub(super) const DEFENCE: usize = 2;
pub(super) const EXPERIENCE: usize = 5;
pub(super) const LEVEL: usize = 6;

/// What a node may hold.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeContent {
    /// Whether the hero walks on from there at no cost.
    pub(super) is_open: bool,
    /// What he is given who gets there while it is open.
    pub(super) gift: Vec<(u8, i64)>,
    /// Where stairs lead that are there.
    pub(super) leads: Option<u32>,
    /// What can be done there.
    pub(super) operators: Vec<u32>,
}

/// A region, or a cell that is not always free.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Where the hero gets from here in a step.
    pub(super) next: Vec<u32>,
    /// What it may hold, first what it holds at the start.
    pub(super) contents: Vec<NodeContent>,
}

/// What an operator does.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// The numbers that it needs at least.
    pub(super) needs: Vec<(u8, i64)>,
    /// The numbers that it changes, but for what fights cost.
    pub(super) numbers: Vec<(u8, i64)>,
    /// Nodes, and what they hold then.
    pub(super) nodes: Vec<(u32, u8)>,
    /// The value of its context then.
    pub(super) context: u16,
    /// The node where the hero stands then, where he has left the cell before.
    pub(super) arrives: Option<u32>,
    pub(super) wins: bool,
    /// Whether it can do no harm, but for what fights cost: then it is done as soon as it costs nothing.
    pub(super) is_harmless: bool,
}

/// Something that can be done.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub(super) node: u32,
    pub(super) content: u8,
    pub(super) decisions: Vec<Decision>,
    /// Who is fought, by number among [`Graph::foes`].
    pub(super) foes: Vec<u32>,
    /// The number of its context, if it has one.
    pub(super) context: Option<u16>,
    /// What it does, by the value of its context, by number among [`Graph::effects`]; [`IMPOSSIBLE`] where it cannot be done.
    pub(super) effects: Vec<u32>,
    /// Where what it does depends on the hero's numbers: how the rules are asked.
    pub(super) opaque: Option<Box<Opaque>>,
    /// Whether it may be done more than once.
    pub(super) repeats: bool,
}

/// How the rules are asked what an operator does.
#[derive(Clone, Debug)]
pub(super) struct Opaque {
    pub(super) cell: Change,
    pub(super) moves: Vec<Move>,
    /// The numbers on which the answer depends.
    pub(super) minded: Vec<u8>,
}

/// In the place of an effect: the operator cannot be done.
pub(super) const IMPOSSIBLE: u32 = u32::MAX;

/// Several nodes that hold together what changes when all of them have changed.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The nodes, none of which holds what it held at the start.
    pub(super) nodes: Vec<u32>,
    /// The nodes that change then.
    pub(super) opens: Vec<(u32, u8)>,
    pub(super) wins: bool,
}

/// A level: the experience that it needs, and the numbers that it gives.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) needs: i64,
    pub(super) clears: bool,
    pub(super) numbers: Vec<(u8, i64)>,
}

/// A compiled tower.
#[derive(Clone)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) operators: Vec<Operator>,
    pub(super) effects: Vec<Effect>,
    /// How many contexts there are.
    pub(super) contexts: usize,
    pub(super) foes: Vec<Opponent>,
    pub(super) guards: Vec<Guard>,
    /// The guards that a node belongs to.
    pub(super) guards_of: FxHashMap<u32, Vec<u32>>,
    pub(super) levels: Vec<Level>,
    /// Which number of the hero's is where in [`Numbers`].
    pub(super) numbers: Vec<usize>,
    /// The numbers at the start.
    pub(super) first: Numbers,
    /// Where the hero stands at the start.
    pub(super) start: Vec<u32>,
    /// The node of each cell that has one.
    pub(super) node_of: FxHashMap<Place, u32>,
    /// What the plan cannot rely on, in words.
    pub(super) remarks: Vec<String>,
    /// Whether whatever is true in the graph is true in the tower: no one-way steps, no cells that cost hp, nothing that was left out.
    pub(super) is_faithful: bool,
}

impl Graph {
    /// The operators that win by themselves at the start's context.
    pub(super) fn winners(&self) -> impl Iterator<Item = u32> + '_ {
        let wins = |operator: &Operator| {
            operator.effects.iter().any(|&effect| effect != IMPOSSIBLE && self.effects[effect as usize].wins)
        };
        (0..self.operators.len() as u32).filter(move |&number| wins(&self.operators[number as usize]))
    }
}
