//! Principal variations: collected during the search, and completed before they are shown.

use crate::game::{Game, MoveList};
use crate::score::MAX_PLY;
use crate::search::table::TranspositionTable;

/// The best line below each ply of the current path. Row `p` starts with the move at ply `p`.
pub(super) struct Lines<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    /// Empty lines for all plies.
    pub(super) fn new() -> Self {
        Lines { rows: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(16)).collect() }
    }

    /// Clears the line of a ply.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// Sets the line of a ply to `mv` followed by the line of the next ply.
    pub(super) fn put(&mut self, ply: usize, mv: M) {
        let (here, below) = self.rows.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The line of a ply.
    pub(super) fn at(&self, ply: usize) -> &[M] {
        &self.rows[ply]
    }
}

/// Appends to a line of one move the reply in the table or, if `any_reply`, the first legal reply. A line whose move
/// ends the game is left unchanged.
pub(super) fn complete<G: Game>(root: &G, table: &TranspositionTable, pv: &mut Vec<G::Move>, any_reply: bool) {
    let [mv] = pv[..] else { return };
    let mut position = root.clone();
    position.make(mv);
    let mut replies = G::Moves::default();
    if position.history_outcome(1).is_some() || position.generate(&mut replies).is_some() {
        return;
    }
    let known = table.view(&position).and_then(|view| view.best);
    pv.extend(known.or_else(|| replies.as_slice().first().copied().filter(|_| any_reply)));
}
