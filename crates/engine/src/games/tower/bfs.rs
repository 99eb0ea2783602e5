//! Shortest paths over bare road, as walked by a plan that names every target.

use super::state::{Cell, Direction, State, Tower};
use super::tile::Tile;

/// Scratch space for breadth-first searches, reused each time.
#[derive(Clone, Debug)]
pub(super) struct Bfs {
    /// By cell: the last search that reached it, and its distance in that search.
    seen: Vec<(u32, u32)>,
    search: u32,
    queue: Vec<Cell>,
}

impl Bfs {
    pub(super) fn new(tower: &Tower) -> Self {
        Bfs { seen: vec![(0, 0); tower.rows * tower.cols], search: 0, queue: Vec::new() }
    }

    /// Walks to a target over bare road, as [`Tower::act`] would, and acts on it. Returns the number of key strokes.
    /// `None`, with the state unchanged, if no road leads there or the action is not allowed.
    pub(super) fn act(&mut self, tower: &Tower, state: &mut State, target: Cell) -> Option<usize> {
        if matches!(tower.tile(state, target), Tile::Road | Tile::Wall) {
            return None;
        }
        let steps = self.distance(tower, state, target)?;
        let (back, before) = self.step_back(tower, target, steps)?;
        let from = std::mem::replace(&mut state.hero.at, before);
        if tower.step(state, back.opposite()).is_err() {
            state.hero.at = from;
            return None;
        }
        Some(steps as usize + 1)
    }

    /// The steps of [`Tower::act`] to a target over bare road, the last one onto or against it; `None` if there is no
    /// such road.
    pub(super) fn way(&mut self, tower: &Tower, state: &State, target: Cell) -> Option<Vec<Direction>> {
        if matches!(tower.tile(state, target), Tile::Road | Tile::Wall) {
            return None;
        }
        let mut steps = self.distance(tower, state, target)?;
        let mut way = Vec::with_capacity(steps as usize + 1);
        let mut at = target;
        loop {
            let (back, before) = self.step_back(tower, at, steps)?;
            way.push(back.opposite());
            if steps == 0 {
                break;
            }
            (at, steps) = (before, steps - 1);
        }
        way.reverse();
        Some(way)
    }

    /// The nearest cell accepted by `wanted` with only bare road before it; among equals, the first one on the map.
    pub(super) fn nearest(&mut self, tower: &Tower, state: &State, wanted: impl Fn(Tile) -> bool) -> Option<Cell> {
        self.begin(tower, state);
        let (mut next, mut found) = (0, None);
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let (_, steps) = self.seen[tower.index(cell)];
            if found.is_some_and(|(nearest, _)| steps >= nearest) {
                break;
            }
            for neighbour in tower.neighbours(cell) {
                if wanted(state.map[tower.index(neighbour)]) {
                    found = found.min(Some((steps + 1, neighbour))).or(Some((steps + 1, neighbour)));
                }
            }
            self.spread(tower, state, cell, steps);
        }
        found.map(|(_, cell)| cell)
    }

    /// The first direction that leads from a cell back to one reached in this number of steps; all of those have been
    /// reached.
    fn step_back(&self, tower: &Tower, cell: Cell, steps: u32) -> Option<(Direction, Cell)> {
        let seen = |cell: Cell| self.seen[tower.index(cell)] == (self.search, steps);
        let mut ends = Direction::ALL.into_iter().filter_map(|back| Some((back, tower.neighbour(cell, back)?)));
        ends.find(|&(_, cell)| seen(cell))
    }

    /// Starts a search at the hero.
    fn begin(&mut self, tower: &Tower, state: &State) {
        self.search += 1;
        self.queue.clear();
        self.queue.push(state.hero.at);
        self.seen[tower.index(state.hero.at)] = (self.search, 0);
    }

    /// Continues from a cell to the bare road around it.
    fn spread(&mut self, tower: &Tower, state: &State, cell: Cell, steps: u32) {
        for neighbour in tower.neighbours(cell) {
            let index = tower.index(neighbour);
            if state.map[index] == Tile::Road && self.seen[index].0 != self.search {
                self.seen[index] = (self.search, steps + 1);
                self.queue.push(neighbour);
            }
        }
    }

    /// Number of steps to the nearest cell of road beside the target.
    fn distance(&mut self, tower: &Tower, state: &State, target: Cell) -> Option<u32> {
        self.begin(tower, state);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let (_, steps) = self.seen[tower.index(cell)];
            if cell.row.abs_diff(target.row) + cell.col.abs_diff(target.col) == 1 {
                return Some(steps);
            }
            self.spread(tower, state, cell, steps);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::pathing::Move;
    use crate::puzzle::{Puzzle, PuzzleText};

    /// [`Bfs`] and [`Tower::act`] agree on every target of a random game.
    #[test]
    fn roads_are_ways_without_items() {
        let (tower, mut state) = Tower::start();
        let mut bfs = Bfs::new(&tower);
        let mut compared = 0;
        for turn in 0..40 {
            let targets = tower.targets(&state);
            for &target in &targets {
                let (mut by_road, mut by_way) = (state.clone(), state.clone());
                let keys = tower.act(&mut by_way, target).unwrap().len();
                let way = bfs.way(&tower, &state, target);
                if let Some(walked) = bfs.act(&tower, &mut by_road, target) {
                    assert_eq!(way, tower.act(&mut state.clone(), target).ok(), "{target}");
                    assert_eq!((walked, &by_road), (keys, &by_way), "{target}");
                    compared += 1;
                }
            }
            let Some(&target) = targets.get(turn * 7 % targets.len().max(1)) else { break };
            state = tower.apply(&state, Move::Act(target));
        }
        assert!(compared > 50, "{compared}");
    }
}
