//! Flights: free where they lead to a region, decisions where more comes of them.

use super::{Reach, Reached, Via, is_awaited};
use crate::plan::region::Cache;
use crate::rules::model::Project;
use crate::rules::state::State;
use crate::rules::tools::lands_below;

impl Reach {
    /// Flies from a region that was reached: down to floors below, up to those above, and to where its own floor is flown to from below.
    pub(super) fn fly(&mut self, project: &Project, state: &State, cache: &mut Cache, from: u16) {
        let at = self.all[usize::from(from)];
        let (here, spot) = (at.floor, self.region(at).and_then(|region| region.fly).unwrap_or(at.entry));
        let count = project.floors.len() as u16;
        if cache.minds_all {
            self.fly_level(project, state, at);
        }
        // Floors that were flown to from a lower floor, or a higher one, need no second flight.
        let flown = &mut self.flown;
        let above = here..flown.lowest.map_or(count, |lowest| lowest.max(here));
        let below = flown.highest.map_or(0, |highest| highest.min(here))..here;
        flown.lowest = Some(flown.lowest.map_or(here, |lowest| lowest.min(here)));
        flown.highest = Some(flown.highest.map_or(here, |highest| highest.max(here)));
        // Under the ground they end elsewhere.
        let own = project.floors[usize::from(here)].underground.then_some(here);
        for to in above.chain(below).chain(own) {
            match landing(project, state, here, to) {
                Landing::No | Landing::Same => {}
                Landing::Cell(cell) => {
                    let is_eventful =
                        || is_awaited(project, state, to) || !project.floors[usize::from(to)].each.is_empty();
                    let is_felt = cache.minds_floors || cache.minds_all && is_eventful();
                    let is_free = !is_felt && self.add(project, state, cache, to, cell, Via::Flight(from)).is_some();
                    if !is_free && cache.minds_all {
                        self.flights.push((here, spot, to));
                    }
                }
            }
        }
    }

    /// Notes flights from each cell of a region that end in the column and row where they begin.
    fn fly_level(&mut self, project: &Project, state: &State, at: Reached) {
        let Some(regions) = self.floors[usize::from(at.floor)].as_ref() else { return };
        let cells = || (0..regions.of.len()).filter(|&cell| regions.of[cell] == at.region).map(|cell| cell as u16);
        let is_level = |to: &u16| matches!(landing(project, state, at.floor, *to), Landing::Same);
        for to in (0..project.floors.len() as u16).filter(is_level) {
            self.flights.extend(cells().map(|cell| (at.floor, cell, to)));
        }
    }
}

/// Where a flight to a floor ends.
pub(super) enum Landing {
    /// It cannot be made, or changes nothing.
    No,
    Cell(u16),
    /// In the column and row where the hero stood.
    Same,
}

pub(super) fn landing(project: &Project, state: &State, from: u16, to: u16) -> Landing {
    let kind = &project.floors[usize::from(to)];
    if !state.has_visited(usize::from(to)) || !kind.fly_to {
        return Landing::No;
    }
    let (point, id) = match lands_below(project, from, to) {
        true => (kind.down, project.known.down_floor),
        false => (kind.up, project.known.up_floor),
    };
    let is_stair = |cell: &u16| state.block(project, to, *cell).is_some_and(|block| block.id == id);
    let stair = || (0..kind.map.len() as u16).find(is_stair);
    match kind.fly_point.or(point).map_or_else(stair, |(x, y)| kind.cell(x.into(), y.into())) {
        Some(cell) => Landing::Cell(cell),
        None if from == to => Landing::No,
        None => Landing::Same,
    }
}

/// The lowest and the highest floor from which the hero flew.
#[derive(Clone, Copy, Default)]
pub(super) struct Flown {
    lowest: Option<u16>,
    highest: Option<u16>,
}
