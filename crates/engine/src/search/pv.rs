//! Principal variations: collected during the search, and completed before they are shown.

use crate::game::{Game, MoveList};
use crate::score::{MAX_PLY, Score};
use crate::search::table::TranspositionTable;
use crate::search::threats::{Left, ThreatSearch};

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

/// Completes the line of a position `plies` plies from a proven end of the game: a score from the table may be all that the
/// search knows about that end. The moves are those of the table where it has the right distance; otherwise those of a
/// search for threats of at most `nodes` nodes. A line that cannot be completed is left unchanged.
pub(super) fn finish<G: Game>(root: &G, table: &TranspositionTable, pv: &mut Vec<G::Move>, plies: usize, nodes: u64) {
    let mut position = root.clone();
    pv.iter().for_each(|&mv| position.make(mv));
    let mut line = pv.clone();
    while line.len() < plies {
        let left = plies - line.len();
        let rest = known_move(&mut position, table, left).map(|mv| vec![mv]);
        let Some(rest) = rest.or_else(|| forced_line(&mut position, left, nodes)) else { return };
        rest.iter().for_each(|&mv| position.make(mv));
        line.extend(rest);
    }
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() || moves.as_slice().is_empty() {
        *pv = line;
    }
}

/// The move after which the table says that the game ends in the given number of plies.
fn known_move<G: Game>(position: &mut G, table: &TranspositionTable, plies: usize) -> Option<G::Move> {
    let is_won = |position: &G, plies| table.view(position).is_some_and(|view| view.score == Score::win_in(plies));
    if plies % 2 == 1 {
        return table.view(position).filter(|view| view.score == Score::win_in(plies)).and_then(|view| view.best);
    }
    let mut replies = G::Moves::default();
    if position.generate(&mut replies).is_some() {
        return None;
    }
    replies.as_slice().iter().copied().find(|&mv| {
        position.make(mv);
        let lasts = is_won(position, plies - 1);
        position.unmake(mv);
        lasts
    })
}

/// The line of a win for either side within the given number of plies, against the longest defence found.
fn forced_line<G: Game>(position: &mut G, plies: usize, nodes: u64) -> Option<Vec<G::Move>> {
    if plies % 2 == 1 {
        let mut search = ThreatSearch::new(position, nodes);
        return (0..=1).find_map(|quiet| search.prove(Left { plies: plies as u32, quiet }, &mut || false));
    }
    let mut replies = G::Moves::default();
    if position.generate(&mut replies).is_some() {
        return None;
    }
    let share = nodes / replies.as_slice().len().max(1) as u64;
    let mut longest: Option<Vec<G::Move>> = None;
    for &mv in replies.as_slice() {
        position.make(mv);
        let rest = forced_line(position, plies - 1, share);
        position.unmake(mv);
        if let Some(rest) = rest
            && longest.as_ref().is_none_or(|longest| rest.len() >= longest.len())
        {
            longest = Some([vec![mv], rest].concat());
        }
    }
    longest
}
