//! Finds a plan at once: the empty cell goes back and forth and sorts what it passes.
//!
//! ```text
//! B W W _    to the left: the black tile hops over the whites beside the empty cell, as many as it reaches over
//! _ W W B
//! ```
//!
//! On the way it passes tiles of one colour two cells at a time, which changes nothing. It passes every change of
//! colour between the first black tile and the last white one, so each run puts something right. The plan is longer
//! than that of [`super::sweep`], but moves take almost no time to find: four million of them, for the longest row,
//! take about ten milliseconds.

use crate::deadline::Deadline;
use crate::games::sliding::problem::{Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};

/// Moves between two checks of the deadline.
const LOOK_EVERY: usize = 64;

/// A plan that sorts the row; `None` if the deadline passed first, or if tiles would have to hop but cannot.
pub(crate) fn plan(problem: &Sliding, row: &Row, deadline: &Deadline) -> Option<Vec<Slide>> {
    if row.is_sorted() {
        return Some(Vec::new());
    }
    if problem.hop == 0 {
        return None;
    }
    let mut shuttle = Shuttle { hop: problem.hop, row: row.clone(), pairs: row.pairs(), plan: Vec::new() };
    let mut leftwards = true;
    while shuttle.pairs > 0 {
        if !shuttle.run(leftwards, deadline) {
            return None;
        }
        leftwards = !leftwards;
    }
    Some(shuttle.plan)
}

struct Shuttle {
    hop: usize,
    row: Row,
    pairs: u64,
    plan: Vec<Slide>,
}

impl Shuttle {
    /// Runs in one direction to the last tile that is out of order. Returns `false` if the deadline has passed.
    fn run(&mut self, leftwards: bool, deadline: &Deadline) -> bool {
        // The colour whose tiles hop against the direction, and the one of them that is reached last.
        let hopper = if leftwards { CellContent::Black } else { CellContent::White };
        let is_hopper = |&cell: &CellContent| cell == hopper;
        let cells = self.row.cells();
        let last = if leftwards { cells.iter().position(is_hopper) } else { cells.iter().rposition(is_hopper) };
        let Some(last) = last else { return true };
        while self.pairs > 0 && self.distance(leftwards, last) > 0 {
            if self.plan.len().is_multiple_of(LOOK_EVERY) && !deadline.tick() {
                return false;
            }
            let room = self.distance(leftwards, last);
            let others = (1..=room).take_while(|&tiles| self.ahead(leftwards, tiles) != hopper).count();
            if others == 0 {
                let two = room >= 2 && self.ahead(leftwards, 2) == hopper;
                self.slide(leftwards, if two { 2 } else { 1 });
                continue;
            }
            // Two cells at a time, until the hopping tile reaches over the rest.
            let mut rest = others;
            while rest > self.hop {
                let step = (rest - self.hop).min(2);
                self.slide(leftwards, step);
                rest -= step;
            }
            self.slide(leftwards, rest + 1);
            self.pairs -= rest as u64;
        }
        true
    }

    /// The distance in cells from the empty cell to a cell ahead; 0 if it is not ahead.
    fn distance(&self, leftwards: bool, cell: usize) -> usize {
        let (from, to) = if leftwards { (cell, self.row.empty()) } else { (self.row.empty(), cell) };
        to.saturating_sub(from)
    }

    /// The cell this many cells ahead of the empty one.
    fn ahead(&self, leftwards: bool, cells: usize) -> CellContent {
        let empty = self.row.empty();
        self.row.cells()[if leftwards { empty - cells } else { empty + cells }]
    }

    /// Moves the tile this many cells ahead into the empty one.
    fn slide(&mut self, leftwards: bool, cells: usize) {
        let to = self.row.empty();
        let from = if leftwards { to - cells } else { to + cells };
        self.plan.push(Slide { from: from as u16, to: to as u16 });
        self.row.slide(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::sliding::Objective;
    use crate::games::sliding::solver::plans;

    /// Replays the plan; returns its cost.
    fn check(problem: &Sliding, row: &Row) -> u64 {
        let control = Control::new();
        plans::value(problem, row, &plan(problem, row, &Deadline::new(None, &control)).unwrap())
    }

    #[test]
    fn every_row_of_eight_cells_is_sorted() {
        for hop in [1, 2, 3, 7] {
            plans::rows_of_eight().for_each(|row| _ = check(&Sliding { objective: Objective::Cost, hop }, &row));
        }
    }

    #[test]
    fn long_rows_cost_less_than_twice_the_least() {
        for (hop, most) in [(1, 20_000), (2, 20_000), (30, 20_000)] {
            let row = Row::start(100, 100).unwrap();
            let cost = check(&Sliding { objective: Objective::Cost, hop }, &row);
            assert!(cost <= most, "hop {hop}: {cost}");
        }
    }

    #[test]
    fn no_time_and_no_hop_give_no_plan() {
        let control = Control::new();
        control.stop();
        let stopped = Deadline::new(None, &control);
        assert_eq!(plan(&Sliding::COST, &Row::start(900, 900).unwrap(), &stopped), None);
        let still = Sliding { objective: Objective::Cost, hop: 0 };
        assert_eq!(plan(&still, &Row::start(2, 2).unwrap(), &Deadline::new(None, &Control::new())), None);
    }
}
