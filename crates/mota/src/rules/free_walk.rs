//! Where the hero walks without anything happening to him, and what he can walk into from there.

use crate::rules::hazard::hazard;
use crate::rules::keystroke::Key;
use crate::rules::model::Project;
use crate::rules::state::State;
use crate::rules::walk::{Ahead, ahead, could_act, is_barred};
use std::collections::VecDeque;

/// The cells of the hero's floor that he reaches without anything happening, and the ways there.
pub(crate) struct FreeWalk {
    /// The cell before each, and the direction of the step from there; none where it is not reached.
    came: Vec<Option<(u16, u8)>>,
    /// Where the hero stands.
    from: u16,
    /// In the order in which they are reached, the hero's own first.
    pub cells: Vec<u16>,
}

/// Something that the hero can walk into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub cell: u16,
    /// The keys that lead there, the last one onto or into it.
    pub keys: Vec<Key>,
}

impl FreeWalk {
    /// From where the hero stands.
    pub(crate) fn of(project: &Project, state: &State) -> FreeWalk {
        let floor = &project.floors[usize::from(state.floor)];
        let from = floor.cell(state.x.into(), state.y.into()).unwrap_or(0);
        let mut calm = FreeWalk { came: vec![None; floor.map.len()], from, cells: vec![from] };
        let mut queue = VecDeque::from([from]);
        // Every step hurts who is poisoned.
        if state.flag(project.known.poison).holds() || !state.survives(0) {
            return calm;
        }
        while let Some(cell) = queue.pop_front() {
            for (direction, next) in steps(project, state, cell) {
                let is_known = next == from || calm.came[usize::from(next)].is_some();
                if !is_known && is_calm(project, state, next) {
                    calm.came[usize::from(next)] = Some((cell, direction));
                    calm.cells.push(next);
                    queue.push_back(next);
                }
            }
        }
        calm
    }

    /// The keys that lead to a cell; none where it is not reached.
    pub(crate) fn keys_to(&self, cell: u16) -> Option<Vec<Key>> {
        let mut keys = Vec::new();
        let mut at = cell;
        while at != self.from {
            let (before, direction) = (*self.came.get(usize::from(at))?)?;
            keys.push(Key::Step(direction));
            at = before;
        }
        keys.reverse();
        Some(keys)
    }

    /// What the hero can walk into, each with the shortest way to it: doors that he can open, monsters that he survives, items,
    /// stairs, events, and cells that cost hp.
    pub(crate) fn targets(&self, project: &Project, state: &State) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for &cell in &self.cells {
            for (direction, next) in steps(project, state, cell) {
                let is_new = next != self.from
                    && self.came[usize::from(next)].is_none()
                    && targets.iter().all(|target| target.cell != next);
                if !is_new {
                    continue;
                }
                let (what, outside) = ahead(project, state, usize::from(state.floor), next);
                if outside && !could_act(project, state, state.floor, what, next) {
                    continue;
                }
                if let Some(mut keys) = self.keys_to(cell) {
                    keys.push(Key::Step(direction));
                    targets.push(Target { cell: next, keys });
                }
            }
        }
        targets
    }
}

/// The steps from a cell of the hero's floor that arrows allow: direction and cell.
fn steps(project: &Project, state: &State, cell: u16) -> impl Iterator<Item = (u8, u16)> {
    let floor = &project.floors[usize::from(state.floor)];
    let steps = floor.neighbours(floor.at(cell));
    steps.filter(move |&(direction, next)| !is_barred(project, state, cell, next, direction))
}

/// Whether nothing happens to who steps on a cell.
fn is_calm(project: &Project, state: &State, cell: u16) -> bool {
    let (what, outside) = ahead(project, state, usize::from(state.floor), cell);
    let leaves = state.block(project, state.floor, cell).is_some_and(|block| !block.out.is_empty());
    let hazard = hazard(project, state, cell);
    let harmless = hazard.damage == 0 && hazard.pushes.is_empty() && hazard.ambushes.is_empty();
    matches!(what, Ahead::Nothing) && !outside && !leaves && harmless
}
