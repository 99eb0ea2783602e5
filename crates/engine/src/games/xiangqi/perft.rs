//! Perft: counts the leaves of the legal move tree, the standard test of move generation.

use super::movegen::{Moves, count_legal_moves, legal_moves};
use super::mv::Move;
use super::position::Position;

/// The number of positions `depth` plies on. The last ply is counted without being played (bulk counting).
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_legal_moves(position)),
        _ => divide(position, depth).map(|(_, leaves)| leaves).sum(),
    }
}

/// [`perft`] by legal move; for a depth of at least 1.
pub fn divide(position: &mut Position, depth: u32) -> impl Iterator<Item = (Move, u64)> + '_ {
    let mut moves = Moves::new();
    legal_moves(position, &mut moves);
    moves.into_iter().map(move |mv| {
        position.make_move(mv);
        let leaves = perft(position, depth.saturating_sub(1));
        position.unmake_move();
        (mv, leaves)
    })
}
