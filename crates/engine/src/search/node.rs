//! A node of the tree: its kind, known at compile time, and its working state.

use crate::score::Score;
use crate::search::entry::TtEntry;
use crate::search::history::CorrectionRows;

/// The kind of a node. The compiler generates one search function for each.
pub(super) trait NodeType {
    /// Whether the window is open: the node may be on the principal variation.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node with a null window, searched only to learn on which side of it the score is.
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

/// The state of the node being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// Plies from the root.
    pub ply: usize,
    /// The start of its moves in the arena.
    pub base: usize,
    /// Plies still to search.
    pub depth: i32,
    /// What the side to move is sure to get.
    pub alpha: Score,
    /// What the opponent will allow at most.
    pub beta: Score,
    /// Whether a refutation of the opponent's last move is expected here.
    pub(crate) cut_node: bool,
    /// Whether the side to move is in check, or has to respond otherwise ([`crate::game::Game::must_respond`]).
    pub in_check: bool,
    /// The static evaluation as returned by the game, or [`Score::NONE`] in check.
    pub(crate) raw_eval: Score,
    /// The learnt correction of the evaluation in centipawns; the larger it is, the less certain the evaluation.
    pub correction: i32,
    /// The corrected static evaluation.
    pub eval: Score,
    /// The best estimate of the score so far: the table's score if that is better than the evaluation.
    pub estimate: Score,
    /// Whether the side to move is better off than two plies ago.
    pub improving: bool,
    /// The table's entry, its score made relative to the root.
    pub(crate) tt_entry: Option<TtEntry>,
    /// The table's move, checked to be legal.
    pub(crate) tt_move: Option<M>,
    /// The move excluded by a singular search.
    pub(crate) excluded: Option<M>,
    /// Whether the position is or once was on a principal variation.
    pub(crate) tt_pv: bool,
}

impl<M> Node<M> {
    /// A node that is about to be entered.
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

/// What a ply of the current line stores for the plies below and above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<M> {
    /// The move made here; `None` for a null move.
    pub mv: Option<M>,
    /// Its kind, [`crate::game::Game::piece_to`].
    pub piece_to: usize,
    /// Its slot in the butterfly history, if it is quiet.
    pub(crate) quiet_slot: Option<usize>,
    /// Its number among the legal moves, from 1.
    pub number: usize,
    /// By how many plies its search is reduced.
    pub reduction: i32,
    /// How many of its replies refuted the previous move since the ply above was entered.
    pub(crate) cut_offs: u32,
    /// The corrected static evaluation, or [`Score::NONE`] in check.
    pub eval: Score,
    /// The static evaluation before correction.
    pub(crate) raw_eval: Score,
    /// [`Node::tt_pv`].
    pub(crate) tt_pv: bool,
    /// Quiet moves that refuted sibling nodes.
    pub(crate) killers: [Option<M>; 2],
    /// The move excluded by a singular search at this ply.
    pub(crate) excluded: Option<M>,
    /// The slots of the position before the move in the table of continuation corrections.
    pub(super) correction_rows: CorrectionRows,
}

impl<M> Frame<M> {
    /// A ply that has not been visited.
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
            correction_rows: [None; 2],
        }
    }
}

/// A move while it is being judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub mv: M,
    /// Its number among the legal moves of the node, from 1.
    pub number: usize,
    /// Whether it is noisy.
    pub noisy: bool,
    /// Whether it gives check.
    pub check: bool,
    /// Its history score.
    pub history: i32,
}
