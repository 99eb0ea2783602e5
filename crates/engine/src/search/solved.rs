//! What the search reports about positions that a table of the game knows ([`Game::proven`]).

use crate::game::{Game, MoveList, Outcome, Proven};
use crate::score::MAX_PLY;

/// Extends a line that starts at `root` by best play, if its end is known to be won or lost: the shortest win against
/// the longest defence.
pub(crate) fn continue_line<G: Game>(root: &G, line: &mut Vec<G::Move>) {
    let mut position = root.clone();
    line.iter().for_each(|&mv| position.make(mv));
    while line.len() < MAX_PLY
        && let Some(mv) = best_move(&mut position)
    {
        line.push(mv);
        position.make(mv);
    }
}

/// The best move in a position known to be won or lost.
fn best_move<G: Game>(position: &mut G) -> Option<G::Move> {
    if position.proven().is_none_or(|proven| proven.outcome == Outcome::Draw) || position.history_outcome(0).is_some() {
        return None;
    }
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() {
        return None;
    }
    // Among equal moves, the first.
    moves.as_slice().iter().copied().rev().max_by_key(|&mv| {
        position.make(mv);
        let value = value_after(position);
        position.unmake(mv);
        value
    })
}

/// The value of a position for the side that has just moved; nearer wins are worth more.
fn value_after<G: Game>(position: &G) -> i64 {
    let mut moves = G::Moves::default();
    let end = position.generate(&mut moves).or_else(|| moves.as_slice().is_empty().then_some(G::NO_MOVES));
    let proven = match end.or_else(|| position.history_outcome(1)) {
        Some(outcome) => Some(Proven { outcome, plies: 0 }),
        None => position.proven(),
    };
    match proven {
        Some(Proven { outcome: Outcome::Loss, plies }) => i64::from(u32::MAX) - i64::from(plies),
        Some(Proven { outcome: Outcome::Win, plies }) => i64::from(plies) - i64::from(u32::MAX),
        _ => 0,
    }
}
