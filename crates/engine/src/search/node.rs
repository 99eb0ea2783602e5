//! What a node of the tree is: its kind, known when the program is compiled, and its working state.

use crate::score::Score;
use crate::search::entry::TtEntry;

/// The kind of a node. The compiler makes one search function for each.
pub(super) trait NodeType {
    /// Whether the window is open: the node may be on the principal variation.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node searched with a null window, only to learn on which side of it the score lies.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What is known of the node being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// Plies from the root.
    pub ply: usize,
    /// Where its moves begin in the arena.
    pub base: usize,
    /// Plies still to search.
    pub depth: i32,
    /// The side to move has this much for sure.
    pub alpha: Score,
    /// The opponent does not allow more.
    pub beta: Score,
    /// Whether a move that refutes the opponent's last one is expected here.
    pub(crate) cut_node: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The static evaluation as the game gave it, or [`Score::NONE`] in check.
    pub(crate) raw_eval: Score,
    /// What was learnt of the evaluation's error here, in centipawns: the larger, the less is known.
    pub correction: i32,
    /// The static evaluation, corrected by that.
    pub eval: Score,
    /// The best guess of the score so far: the table's score where it is a better guess than the evaluation.
    pub estimate: Score,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
    /// The table's entry, its score made relative to the root.
    pub(crate) tt_entry: Option<TtEntry>,
    /// The table's move, known to be legal.
    pub(crate) tt_move: Option<M>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<M>,
    /// Whether the position is or once was on a principal variation.
    pub(crate) tt_pv: bool,
}

impl<M> Node<M> {
    /// A node about to be entered.
    pub(super) fn new(alpha: Score, beta: Score, depth: i32, ply: usize, cut_node: bool, base: usize) -> Self {
        Node {
            ply,
            base,
            depth,
            alpha,
            beta,
            cut_node,
            in_check: false,
            raw_eval: Score::NONE,
            correction: 0,
            eval: Score::NONE,
            estimate: Score::NONE,
            improving: false,
            tt_entry: None,
            tt_move: None,
            excluded: None,
            tt_pv: false,
        }
    }
}

/// What a ply of the current line leaves for the plies below and above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<M> {
    /// The move made here; `None` for a null move.
    pub mv: Option<M>,
    /// Its [`crate::game::Game::piece_to`].
    pub piece_to: usize,
    /// Its slot in the butterfly history, if it is quiet.
    pub(crate) quiet_slot: Option<usize>,
    /// Its number among the legal moves, from 1.
    pub number: usize,
    /// By how many plies it is being searched less deep.
    pub reduction: i32,
    /// How many of its replies refuted the move before, since the ply above was entered.
    pub(crate) cut_offs: u32,
    /// The corrected static evaluation, or [`Score::NONE`] in check.
    pub eval: Score,
    /// The same before it was corrected.
    pub(crate) raw_eval: Score,
    /// [`Node::tt_pv`].
    pub(crate) tt_pv: bool,
    /// Quiet moves that refuted sibling nodes.
    pub(crate) killers: [Option<M>; 2],
    /// The move that a singular search at this ply leaves out.
    pub(crate) excluded: Option<M>,
}

impl<M> Frame<M> {
    /// A ply not visited yet.
    pub(super) const fn new() -> Self {
        Frame {
            mv: None,
            piece_to: 0,
            quiet_slot: None,
            number: 0,
            reduction: 0,
            cut_offs: 0,
            eval: Score::NONE,
            raw_eval: Score::NONE,
            tt_pv: false,
            killers: [None, None],
            excluded: None,
        }
    }
}

/// A move at the moment it is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub mv: M,
    /// Its number among the legal moves of the node, from 1.
    pub number: usize,
    /// Whether it is noisy.
    pub noisy: bool,
    /// Whether it gives check.
    pub check: bool,
    /// What the histories return for it.
    pub history: i32,
}
