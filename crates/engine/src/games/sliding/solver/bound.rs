//! Admissible lower bounds for both objectives.
//!
//! **Strain.** A move reduces the strain ([`Row::strain`]) by at most the number of cells its tile moves: `h + 1` for
//! `h` tiles hopped over. A cost of `max(1, h)` reduces it by at most two per unit (most when one tile is hopped over),
//! and a move by at most `k + 1`, where `k` is the maximum number of tiles that can be hopped over. In a sorted row the
//! strain is at most `m`, the larger number of tiles of one colour (with the empty cell at an end). So
//!
//! ```text
//! cost >= (strain - m) / 2        moves >= (strain - m) / (k + 1)
//! ```
//!
//! **Approach.** While the empty cell is deep among tiles of one colour, no move changes the order of the tiles. The
//! first move that does starts with the empty cell at a place `f` with two colours among the next `k + 1` tiles, that
//! is, 1 to `k` tiles from a change of colour. Until then the empty cell has moved `|e - f|` tiles, at most two per
//! unit of cost or `k + 1` per move, and the order is unchanged. In the units above, a plan whose changes start at `f`
//! costs at least `|e - f|`, plus the strain of the row with the empty cell at `f`, minus `m`; the minimum of this sum
//! over all `f` is a bound.
//!
//! **Runs** (for the cost). All `pairs` of a black tile left of a white one must be put right. A move puts right at
//! most as many pairs as it costs. Call it *full* if it puts right exactly that many: a black tile hops right over
//! whites only, or a white one left over blacks only. A full move that takes the empty cell left leaves a white tile to
//! its right; a full move to the right needs a black one there. So full moves in opposite directions never follow each
//! other directly: between the other moves, called *short*, the empty cell runs in one direction. In a run to the left
//! every white tile is hopped over at most once, in a run to the right every black one, so a run puts right at most `m`
//! pairs; a short move puts right at most `k - 1`. With `s` short moves there are at most `s + 1` runs, so
//! `pairs <= (s + 1) m + s (k - 1)`. Each short move costs at least 1 more than the pairs it puts right. The approach
//! consists of moves that put nothing right, outside all runs, and is added:
//!
//! ```text
//! cost >= pairs + (pairs - m) / (m + k - 1) + |e - f| / 2
//! ```

use crate::games::sliding::problem::{Objective, Sliding};
use crate::games::sliding::row::{CellContent, Row};

/// A lower bound on the value of any plan from `row`; `u64::MAX` if the order of the tiles would have to change but
/// cannot.
pub fn lower_bound(problem: &Sliding, row: &Row) -> u64 {
    let pairs = row.pairs();
    if pairs == 0 {
        return 0;
    }
    let k = problem.hop.min(row.cells().len() - 2) as u64;
    if k == 0 {
        return u64::MAX;
    }
    let m = row.count(CellContent::Black).max(row.count(CellContent::White)) as u64;
    let (way, strained_way) = approach(row, k);
    let strain = (2 * pairs + strained_way).saturating_sub(m);
    match problem.objective {
        Objective::Cost => {
            let short = pairs.saturating_sub(m).div_ceil(m + k - 1);
            strain.div_ceil(2).max(pairs + short + way.div_ceil(2))
        }
        Objective::Moves => strain.div_ceil(k + 1),
    }
}

/// Over all places `f` of the empty cell from which a move can change the order of the tiles: the minimum of the
/// distance `|e - f|`, and the minimum of the sum of that distance and the number of tiles on the wrong side of `f`.
fn approach(row: &Row, k: u64) -> (u64, u64) {
    let tiles: Vec<CellContent> = row.tiles().collect();
    let is_change = |place: usize| place > 0 && place < tiles.len() && tiles[place - 1] != tiles[place];
    // The number of tiles to the last change at or left of a place, not counting one at the place itself; then the same
    // to the right.
    let mut from_left = vec![u64::MAX; tiles.len() + 1];
    let mut from_right = from_left.clone();
    for place in 1..=tiles.len() {
        from_left[place] = if is_change(place - 1) { 1 } else { from_left[place - 1].saturating_add(1) };
    }
    for place in (0..tiles.len()).rev() {
        from_right[place] = if is_change(place + 1) { 1 } else { from_right[place + 1].saturating_add(1) };
    }
    // The number of blacks to the left and whites to the right of the place, which starts left of all tiles.
    let mut wrong = row.count(CellContent::White) as u64;
    let (mut way, mut strained_way) = (u64::MAX, u64::MAX);
    for place in 0..=tiles.len() {
        if from_left[place].min(from_right[place]) <= k {
            let distance = place.abs_diff(row.empty()) as u64;
            way = way.min(distance);
            strained_way = strained_way.min(distance + wrong);
        }
        match tiles.get(place) {
            Some(CellContent::Black) => wrong += 1,
            Some(_) => wrong -= 1,
            None => (),
        }
    }
    (way, strained_way)
}
