//! Puzzles whose answers are known by a formula, for the solvers' tests.

use crate::puzzle::{Puzzle, Ranked, Reversible};

/// A rook on a grid with walls, from one corner to the opposite one, one cell per step.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub width: i32,
    pub height: i32,
    pub walls: Vec<(i32, i32)>,
    /// The cost of a vertical step; a horizontal one costs 1.
    pub price: u64,
}

impl Grid {
    pub(super) fn open(width: i32, height: i32) -> Self {
        Grid { width, height, walls: Vec::new(), price: 1 }
    }
}

impl Puzzle for Grid {
    type State = (i32, i32);
    type Move = (i32, i32);

    fn moves(&self, &(x, y): &(i32, i32), moves: &mut Vec<(i32, i32)>) {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let to = (x + dx, y + dy);
            let inside = (0..self.width).contains(&to.0) && (0..self.height).contains(&to.1);
            if inside && !self.walls.contains(&to) {
                moves.push((dx, dy));
            }
        }
    }

    fn apply(&self, &(x, y): &(i32, i32), (dx, dy): (i32, i32)) -> (i32, i32) {
        (x + dx, y + dy)
    }

    fn cost(&self, _: &(i32, i32), (_, dy): (i32, i32)) -> u64 {
        if dy == 0 { 1 } else { self.price }
    }

    fn is_goal(&self, &state: &(i32, i32)) -> bool {
        state == (self.width - 1, self.height - 1)
    }

    fn lower_bound(&self, &(x, y): &(i32, i32)) -> u64 {
        (self.width - 1 - x) as u64 + (self.height - 1 - y) as u64 * self.price
    }
}

impl Reversible for Grid {
    fn goals(&self, _: &(i32, i32)) -> Vec<(i32, i32)> {
        vec![(self.width - 1, self.height - 1)]
    }
}

impl Ranked for Grid {
    fn ranks(&self) -> u64 {
        (self.width * self.height) as u64
    }

    fn rank(&self, &(x, y): &(i32, i32)) -> u64 {
        (y * self.width + x) as u64
    }

    fn unrank(&self, rank: u64) -> (i32, i32) {
        (rank as i32 % self.width, rank as i32 / self.width)
    }
}

/// Count from 0 to a number by ones, twos and threes. Nothing can be taken back, and the bound is 0.
#[derive(Clone, Debug)]
pub(crate) struct OneWay(pub u32);

impl Puzzle for OneWay {
    type State = u32;
    type Move = u32;

    fn moves(&self, &state: &u32, moves: &mut Vec<u32>) {
        moves.extend((1..=3).filter(|step| state + step <= self.0));
    }

    fn apply(&self, &state: &u32, step: u32) -> u32 {
        state + step
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.0
    }
}
