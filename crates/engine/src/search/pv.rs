//! Principal variations: collected while the tree is searched, completed before they are shown.

use crate::game::{Game, MoveList};
use crate::score::MAX_PLY;
use crate::search::table::TranspositionTable;

/// The best line below each ply of the current path. Row `p` begins with the move at ply `p`.
pub(super) struct Lines<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    /// Empty lines for all plies.
    pub(super) fn new() -> Self {
        Lines { rows: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(16)).collect() }
    }

    /// No line at this ply yet.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// `mv` and the line of the next ply are the line of this ply.
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

/// Appends to a line of one move the reply that the table knows or, if `any_reply`, the first legal one. The line stays
/// as it is where its move ends the game.
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
