//! Positions from random games, for tests.

use super::movegen::{Moves, legal_moves};
use super::{Position, fen};
use crate::random::SplitMix64;

/// Visits the positions of `games` random games after each of their first `plies` moves; the same in every run.
pub(crate) fn random_positions(games: u64, plies: usize, mut visit: impl FnMut(&Position)) {
    for game in 0..games {
        let mut position = fen::parse(fen::START).expect("the start position");
        let mut random = SplitMix64::new(game);
        for _ in 0..plies {
            let mut moves = Moves::new();
            legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.make_move(moves[random.below(moves.len())]);
            visit(&position);
        }
    }
}
