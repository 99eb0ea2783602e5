//! Plain negamax defines what a fixed-depth search returns, slowly and obviously. Tests use it as their oracle.

use crate::game::{EvalParams, Evaluator, Game, MoveList};
use crate::score::Score;
use crate::search::outcome;

/// The score of `position` over all lines of `depth` plies, with the static evaluation at their ends.
pub fn plain<G: Game>(position: &mut G, depth: u32) -> Score {
    visit(position, depth, 0)
}

fn visit<G: Game>(position: &mut G, depth: u32, ply: usize) -> Score {
    if ply > 0
        && let Some(end) = position.history_outcome(ply)
    {
        return outcome::by_rule(end, ply);
    }
    let mut moves = G::Moves::default();
    let end = position.generate(&mut moves);
    if let Some(end) = end.or_else(|| moves.as_slice().is_empty().then_some(G::NO_MOVES)) {
        return outcome::terminal(end, ply);
    }
    if depth == 0 {
        return outcome::evaluation(G::Evaluator::new(position, &EvalParams::<G>::default()).evaluate(position));
    }
    let mut best = -Score::INFINITE;
    for &mv in moves.as_slice() {
        position.make(mv);
        best = best.max(-visit(position, depth - 1, ply + 1));
        position.unmake(mv);
    }
    best
}
