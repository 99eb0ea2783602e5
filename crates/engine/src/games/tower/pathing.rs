//! Targets and the paths to them.
//!
//! A [`Move`] names the item, door or monster to act on. The path there leads over road and, only if necessary, over
//! items, which are then taken. Among all paths the hero chooses one with the fewest items, and among those a shortest
//! one. So a plan that names every item is followed exactly, and a plan that omits items lying in the way is
//! understood.

use super::rules::Blocked;
use super::state::{Cell, Direction, State, Tower};
use super::tile::Tile;
use crate::in_english;
use crate::sentence;
use crate::sentence::Sentence;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use thiserror::Error;

/// A move of the tower: a target or a single step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Walk to the item, door or monster there, and act on it.
    Act(Cell),
    /// A single key stroke.
    Step(Direction),
}

/// Why a target cannot be acted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unreachable {
    /// There is no such cell.
    Outside,
    /// The cell is empty.
    Nothing(Tile),
    /// No path free of doors and monsters leads there.
    NoWay,
    /// The path is free, but the action is not allowed.
    Blocked(#[from] Blocked),
}

impl From<&Unreachable> for Sentence {
    fn from(unreachable: &Unreachable) -> Sentence {
        match unreachable {
            Unreachable::Outside => "there is no such cell on the map".into(),
            Unreachable::Nothing(tile) => sentence!("{} stands there, nothing to act on", tile.name()),
            Unreachable::NoWay => "no free way leads there".into(),
            Unreachable::Blocked(blocked) => blocked.into(),
        }
    }
}

in_english!(Unreachable);

/// The cheapest paths from the hero to every cell: fewest items, then fewest steps.
///
/// Of several cheapest paths, the one chosen turns to the first possible of [`Direction::ALL`] at every cell, going
/// from the target back to the hero.
#[derive(Clone, Debug)]
pub struct Paths {
    /// By cell: items taken and steps walked; `None` if no free path leads there.
    costs: Vec<Option<(u32, u32)>>,
    from: Cell,
}

impl Paths {
    /// The paths from the hero's position.
    pub fn new(tower: &Tower, state: &State) -> Paths {
        let from = state.hero.at;
        let mut costs = vec![None; state.map.len()];
        costs[tower.index(from)] = Some((0, 0));
        let mut open = BinaryHeap::from([Reverse((0, 0, from))]);
        while let Some(Reverse((items, steps, cell))) = open.pop() {
            let stale = costs[tower.index(cell)] != Some((items, steps));
            if stale || !can_pass(tower.tile(state, cell)) {
                continue;
            }
            for next in tower.neighbours(cell) {
                let tile = tower.tile(state, next);
                let cost = (items + tile.is_item() as u32, steps + 1);
                let slot = &mut costs[tower.index(next)];
                if tile != Tile::Wall && slot.is_none_or(|known| cost < known) {
                    *slot = Some(cost);
                    open.push(Reverse((cost.0, cost.1, next)));
                }
            }
        }
        Paths { costs, from }
    }

    /// Items taken and steps walked on the path to a cell, including the cell; `None` if no free path leads there.
    pub fn cost(&self, tower: &Tower, cell: Cell) -> Option<(u32, u32)> {
        self.costs[tower.index(cell)]
    }

    /// The steps to a cell, the last one onto or against it; `None` if no free path leads there.
    pub fn to(&self, tower: &Tower, state: &State, cell: Cell) -> Option<Vec<Direction>> {
        let mut steps = Vec::new();
        let mut at = cell;
        while at != self.from {
            self.cost(tower, at)?;
            let back = Direction::ALL.into_iter().filter_map(|direction| {
                let before = tower.neighbour(at, direction)?;
                let cost = self.cost(tower, before).filter(|_| can_pass(tower.tile(state, before)))?;
                Some((cost, direction, before))
            });
            let (_, direction, before) = back.min_by_key(|(cost, ..)| *cost)?;
            steps.push(direction.opposite());
            at = before;
        }
        steps.reverse();
        Some(steps)
    }
}

fn can_pass(tile: Tile) -> bool {
    tile == Tile::Road || tile.is_item()
}

impl Tower {
    /// Walks to a target, acts on it and returns the steps. After an error the state is unchanged.
    pub fn act(&self, state: &mut State, target: Cell) -> Result<Vec<Direction>, Unreachable> {
        let ways = Paths::new(self, state);
        self.act_by(&ways, state, target)
    }

    /// Like [`Tower::act`], given the paths for this state.
    fn act_by(&self, ways: &Paths, state: &mut State, target: Cell) -> Result<Vec<Direction>, Unreachable> {
        if state.won {
            return Err(Unreachable::Blocked(Blocked::Over));
        }
        if target.row as usize >= self.rows || target.col as usize >= self.cols {
            return Err(Unreachable::Outside);
        }
        let tile = self.tile(state, target);
        if matches!(tile, Tile::Road | Tile::Wall) {
            return Err(Unreachable::Nothing(tile));
        }
        let steps = ways.to(self, state, target).ok_or(Unreachable::NoWay)?;
        let mut after = state.clone();
        for &direction in &steps {
            self.step(&mut after, direction)?;
        }
        *state = after;
        Ok(steps)
    }

    /// The targets that can be acted on, in map order.
    pub fn targets(&self, state: &State) -> Vec<Cell> {
        if state.won {
            return Vec::new();
        }
        let ways = Paths::new(self, state);
        let cells = (0..state.map.len()).map(|index| self.cell(index));
        cells.filter(|&cell| self.can_act(&ways, state, cell)).collect()
    }

    /// Whether a target can be acted on.
    fn can_act(&self, ways: &Paths, state: &State, target: Cell) -> bool {
        self.hp_after(ways, state, target).is_some()
    }

    /// The hp after acting on a target, without walking there; on the way the hero only takes items. `None` if it
    /// cannot be acted on.
    pub(super) fn hp_after(&self, ways: &Paths, state: &State, target: Cell) -> Option<i64> {
        let tile = self.tile(state, target);
        let (items, _) = ways.cost(self, target).filter(|_| !matches!(tile, Tile::Road | Tile::Wall))?;
        let mut hero = state.hero;
        if items > tile.is_item() as u32 {
            let steps = ways.to(self, state, target)?;
            for direction in &steps[..steps.len().saturating_sub(1)] {
                hero.at = self.neighbour(hero.at, *direction).unwrap_or(hero.at);
                hero.take(self.tile(state, hero.at), &self.values);
            }
        }
        match tile {
            Tile::Door(colour) => (hero.keys[colour.index()] > 0).then_some(hero.hp),
            Tile::Monster(monster) => self.fight(&hero, monster).ok().map(|damage| hero.hp - damage),
            item => {
                hero.take(item, &self.values);
                Some(hero.hp)
            }
        }
    }

    /// Makes a move and returns its steps. After an error the state is unchanged.
    pub fn make(&self, state: &mut State, mv: Move) -> Result<Vec<Direction>, Unreachable> {
        match mv {
            Move::Act(cell) => self.act(state, cell),
            Move::Step(direction) => {
                self.step(state, direction)?;
                Ok(vec![direction])
            }
        }
    }
}
