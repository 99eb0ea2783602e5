//! Regions: cells of a floor between which the hero walks at no cost, and what lies at their edges.

use crate::rules::action::{Action, Arrival};
use crate::rules::hazard;
use crate::rules::model::Project;
use crate::rules::state::State;
use crate::rules::tools::may_fly_from;
use crate::rules::walk::{Ahead, ahead, is_passed};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// No region.
pub const NONE: u16 = u16::MAX;

/// Something at the edge of a region: a step from one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The cell of the region.
    pub from: u16,
    /// The direction of the step.
    pub direction: u8,
    /// The cell that is walked into.
    pub to: u16,
}

/// Stairs at the edge of a region, and where they lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The step onto the stairs.
    pub edge: Edge,
    /// The floor.
    pub floor: u16,
    /// The cell of that floor.
    pub cell: u16,
}

/// A region.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// What can be walked into, one step each.
    pub edges: Vec<Edge>,
    /// Stairs that do nothing but lead to another floor.
    pub ways: Vec<Way>,
    /// A cell from which the hero may fly.
    pub fly: Option<u16>,
}

/// The regions of a floor.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The [`crate::rules::state::FloorState`]'s hash.
    pub hash: u64,
    /// The region of each cell; [`NONE`] where the hero does not walk at no cost.
    pub of: Vec<u16>,
    /// The regions.
    pub all: Vec<Region>,
}

/// The special of monsters that come back.
pub(super) const COMES_BACK: u32 = 23;

/// As many floors as a small search meets.
pub(crate) const FEW_FLOORS: usize = 100_000;

/// Regions of floors as they were met.
pub struct Cache {
    known: FxHashMap<(u16, u64, u64), Arc<Regions>>,
    /// The most floors that are remembered.
    most: usize,
    /// Whether steps of a poisoned hero are decisions, so that he walks nowhere at no cost, and flights that set something off.
    pub(super) minds_all: bool,
    /// Whether each change of floor is a decision, because monsters may come back.
    pub(super) minds_floors: bool,
}

impl Cache {
    /// For a number of floors; when they are exceeded, all are forgotten.
    pub fn of(most: usize) -> Cache {
        Cache { known: FxHashMap::default(), most, minds_all: false, minds_floors: false }
    }

    /// The same, where each step of a poisoned hero is a decision, and flights that set something off.
    pub(crate) fn of_every_step(most: usize) -> Cache {
        Cache { minds_all: true, ..Cache::of(most) }
    }

    /// What else regions depend on beside their floor: monsters and protection, and what melts an item.
    pub fn context(project: &Project, state: &State) -> u64 {
        let melts = project.extra.melts.iter().fold(0, |bits, &(_, item)| bits << 1 | u64::from(state.item(item) > 0));
        let immune = u64::from(hazard::is_immune(project, state));
        let poison = u64::from(state.flag(project.known.poison).holds());
        state.enemies_hash ^ (immune << 63 | poison << 62 | u64::from(hazard::calmed(project, state)) << 32 | melts)
    }

    /// The regions of a floor, in a [`Cache::context`].
    pub fn regions(&mut self, project: &Project, state: &State, context: u64, floor: u16) -> Arc<Regions> {
        let key = (floor, state.floors[usize::from(floor)].hash, context ^ u64::from(self.minds_floors) << 61);
        if let Some(regions) = self.known.get(&key) {
            return Arc::clone(regions);
        }
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let is_stuck = self.minds_all && state.flag(project.known.poison).holds();
        let regions = Arc::new(find(project, state, floor, (is_stuck, self.minds_floors)));
        self.known.insert(key, Arc::clone(&regions));
        regions
    }
}

/// Whether a cell of the hero's floor is walked at no cost and without anything happening.
pub(crate) fn is_free(project: &Project, state: &State, cell: u16, dangerous: bool) -> bool {
    let (what, outside) = ahead(project, state, usize::from(state.floor), cell);
    matches!(what, Ahead::Nothing) && !outside && is_harmless(project, state, cell, dangerous)
}

/// Whether a cell of the hero's floor has stairs that he may walk over at no cost.
fn is_stepped_over(project: &Project, state: &State, cell: u16, dangerous: bool) -> bool {
    let is_ice = project.floors[usize::from(state.floor)].ice.contains(&cell);
    is_passed(project, state, state.floor, cell) && !is_ice && is_harmless(project, state, cell, dangerous)
}

/// Whether a cell of the hero's floor is entered and left in every direction, without anything that comes of standing there.
fn is_harmless(project: &Project, state: &State, cell: u16, dangerous: bool) -> bool {
    let kind = &project.floors[usize::from(state.floor)];
    if kind.cannot_move.contains_key(&cell) || kind.cannot_enter.contains_key(&cell) {
        return false;
    }
    if let Some(block) = state.block(project, state.floor, cell)
        && (block.cannot_in != 0 || block.cannot_out != 0 || !block.out.is_empty())
    {
        return false;
    }
    !(dangerous && harms(project, state, cell))
}

/// Whether standing on a cell of the hero's floor costs hp, moves monsters or brings one.
pub(crate) fn harms(project: &Project, state: &State, cell: u16) -> bool {
    let hazard = hazard::hazard(project, state, cell);
    hazard.damage > 0 || !hazard.pushes.is_empty() || !hazard.ambushes.is_empty()
}

/// The regions of a floor as it is; none for a hero who pays for each step, and no ways where each change of floor is a decision.
fn find(project: &Project, state: &State, floor: u16, (pays, minds_floors): (bool, bool)) -> Regions {
    let number = usize::from(floor);
    let kind = &project.floors[number];
    let cells = kind.map.len();
    let dangerous = hazard::any_on_floor(project, state, number);
    let mut here = state.clone();
    here.floor = floor;
    // Stairs that he may walk over are both free and a way.
    let stairs: Vec<bool> = (0..cells).map(|cell| is_stepped_over(project, &here, cell as u16, dangerous)).collect();
    let is_walked = |cell: usize| stairs[cell] || is_free(project, &here, cell as u16, dangerous);
    let free: Vec<bool> = (0..cells).map(|cell| !pays && is_walked(cell)).collect();
    let mut regions = Regions { hash: state.floors[number].hash, of: vec![NONE; cells], all: Vec::new() };
    for first in 0..cells {
        if !free[first] || regions.of[first] != NONE {
            continue;
        }
        let name = regions.all.len() as u16;
        regions.of[first] = name;
        let mut queue = vec![first as u16];
        // What lies beside stairs and another cell is walked into from that one.
        let mut last = Vec::new();
        let mut region = Region::default();
        while let Some(cell) = queue.pop().or_else(|| last.pop()) {
            for edge in steps(project, floor, cell) {
                let to = usize::from(edge.to);
                if !free[to] || stairs[to] {
                    edge_of(project, &here, edge, (dangerous, minds_floors), &mut region);
                }
                if free[to] && regions.of[to] == NONE {
                    regions.of[to] = name;
                    if stairs[to] { &mut last } else { &mut queue }.push(edge.to);
                }
            }
            let is_open = region.fly.is_none_or(|spot| stairs[usize::from(spot)]);
            if is_open && may_fly_from(project, &here, kind.at(cell)) {
                region.fly = Some(cell);
            }
        }
        regions.all.push(region);
    }
    regions
}

/// The steps from a cell.
pub fn steps(project: &Project, floor: u16, cell: u16) -> impl Iterator<Item = Edge> {
    let floor = &project.floors[usize::from(floor)];
    floor.neighbours(floor.at(cell)).map(move |(direction, to)| Edge { from: cell, direction, to })
}

/// Adds a step out of a region to it, where something is to be had.
fn edge_of(project: &Project, state: &State, edge: Edge, (dangerous, minds_floors): (bool, bool), region: &mut Region) {
    if region.edges.iter().any(|other| other.to == edge.to) || region.ways.iter().any(|way| way.edge.to == edge.to) {
        return;
    }
    match ahead(project, state, usize::from(state.floor), edge.to) {
        (Ahead::Nothing, true) => {}
        // The stairs themselves may lie within reach of a monster: then climbing them is a decision.
        (Ahead::Stairs(_), false) if minds_floors || dangerous && harms(project, state, edge.to) => {
            region.edges.push(edge);
        }
        (Ahead::Stairs(action), false) => match way(project, state, action, edge.to) {
            Some((floor, cell)) => region.ways.push(Way { edge, floor, cell }),
            None => region.edges.push(edge),
        },
        _ => region.edges.push(edge),
    }
}

/// Where stairs on a cell of the hero's floor lead that do nothing else. Where the other floor has no such stairs back, he comes to the
/// same column and row.
pub(crate) fn way(project: &Project, state: &State, action: &Action, cell: u16) -> Option<(u16, u16)> {
    let Action::ChangeFloor(floor, arrival, _) = action else { return None };
    let to = floor.number(state.floor, project.floors.len())?;
    let kind = &project.floors[usize::from(to)];
    if !kind.first.is_empty() || !kind.each.is_empty() {
        return None;
    }
    let (place, id) = match arrival {
        Arrival::Down => (kind.down, project.known.down_floor),
        Arrival::Up => (kind.up, project.known.up_floor),
        _ => return None,
    };
    let is_stair = |cell: &u16| state.block(project, to, *cell).is_some_and(|block| block.id == id);
    let (x, y) = match place.or_else(|| (0..kind.map.len() as u16).find(is_stair).map(|cell| kind.at(cell))) {
        Some(place) => place,
        None => project.floors[usize::from(state.floor)].at(cell),
    };
    Some((to, kind.cell(x.into(), y.into())?))
}
