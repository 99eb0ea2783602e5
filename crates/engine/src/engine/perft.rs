//! Counts the leaves of the tree of legal moves, the standard test of move generation (`go perft N`).
//!
//! At the last ply the moves are counted but not made ("bulk counting").

use crate::control::Control;
use crate::game::{Game, MoveList};

/// Maximum depth. Deeper counts would not finish even with a single move per side, and each ply uses a move list on the
/// stack.
pub(crate) const MAX_DEPTH: u32 = 64;

/// The number of leaves `depth` plies below `position`; `None` if stopped. Ends of the game that depend on history are
/// ignored.
pub fn count<G: Game>(position: &mut G, depth: u32, control: &Control) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(position.count_moves() as u64),
        _ => {}
    }
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() {
        return Some(0);
    }
    if depth > 2 && control.stopped() {
        return None;
    }
    let mut leaves = 0;
    for &mv in moves.as_slice() {
        position.make(mv);
        let below = count(position, depth - 1, control);
        position.unmake(mv);
        leaves += below?;
    }
    Some(leaves)
}

/// Reports the count below each legal move that is asked for, one by one; returns the sum, or `None` if stopped.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    control: &Control,
    is_asked: impl Fn(G::Move) -> bool,
    mut report: impl FnMut(G::Move, u64),
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else { return Some(1) };
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() {
        return Some(0);
    }
    let mut position = position.clone();
    let mut leaves = 0;
    for &mv in moves.as_slice().iter().filter(|&&mv| is_asked(mv)) {
        position.make(mv);
        let count = count(&mut position, below, control);
        position.unmake(mv);
        let count = count?;
        report(mv, count);
        leaves += count;
    }
    Some(leaves)
}
