//! The places of a tower: each region as it is at the start, and every other cell alone.

use super::super::expand::Expander;
use super::super::reach::{Reach, flight_end};
use super::super::region::{NONE, steps, way};
use crate::model::Project;
use crate::state::State;
use rustc_hash::FxHashMap;

/// Places, and how the hero gets from one to the next.
pub(super) struct Places {
    /// The place of each cell of each floor.
    of: Vec<Vec<u32>>,
    /// The places beside each one, by a step or by stairs.
    pub next: Vec<Vec<u32>>,
    /// The floor of each.
    pub floor: Vec<u16>,
    /// The cells of each.
    pub cells: Vec<Vec<u16>>,
    /// Whether it is open from the start.
    pub open: Vec<bool>,
    /// Where flights to each floor end: from below, and from above.
    pub(crate) landings: Vec<[Option<u32>; 2]>,
}

impl Places {
    /// Those of a project: as they are at the start, and for a hero who is no longer free of what monsters do from afar. Who loses that on
    /// his way does not get past them as he did before.
    pub(super) fn new(project: &Project, expander: &mut Expander<'_>, start: &State, bare: Option<&State>) -> Places {
        let mut places =
            Places { of: vec![], next: vec![], floor: vec![], cells: vec![], open: vec![], landings: vec![] };
        for floor in 0..project.floors.len() as u16 {
            let (regions, bare) = (expander.regions(start, floor), bare.map(|bare| expander.regions(bare, floor)));
            let mut known: FxHashMap<(u16, u16), u32> = FxHashMap::default();
            let mut of = Vec::with_capacity(regions.of.len());
            for (cell, &region) in regions.of.iter().enumerate() {
                let name = (region, bare.as_ref().map_or(region, |bare| bare.of[cell]));
                let is_open = name.0 != NONE && name.1 != NONE;
                let place = if is_open { known.get(&name).copied() } else { None };
                let place = place.unwrap_or_else(|| places.add(floor, is_open));
                if is_open {
                    known.insert(name, place);
                }
                places.cells[place as usize].push(cell as u16);
                of.push(place);
            }
            places.of.push(of);
        }
        places.join(project, start);
        places
    }

    fn add(&mut self, floor: u16, open: bool) -> u32 {
        self.cells.push(Vec::new());
        self.next.push(Vec::new());
        self.floor.push(floor);
        self.open.push(open);
        self.floor.len() as u32 - 1
    }

    fn join(&mut self, project: &Project, start: &State) {
        for (number, floor) in project.floors.iter().enumerate() {
            let here = State { floor: number as u16, ..start.clone() };
            for cell in 0..floor.map.len() as u16 {
                let place = self.of(number as u16, cell);
                for edge in steps(project, number as u16, cell) {
                    let beside = self.of(number as u16, edge.to);
                    self.link(place, beside);
                    let stairs = floor.stairs.get(&edge.to).and_then(|action| way(project, &here, action, edge.to));
                    if let Some((to, arrival)) = stairs {
                        self.link(place, self.of(to, arrival));
                    }
                }
            }
            let ends = [true, false].map(|from_below| flight_end(floor, from_below));
            self.landings.push(ends.map(|end| end.map(|cell| self.of(number as u16, cell))));
        }
    }

    fn link(&mut self, from: u32, to: u32) {
        let next = &mut self.next[from as usize];
        if from != to && !next.contains(&to) {
            next.push(to);
        }
    }

    /// The place of a cell.
    pub(super) fn of(&self, floor: u16, cell: u16) -> u32 {
        self.of[usize::from(floor)][usize::from(cell)]
    }

    /// Whether the hero gets to a place by the rules.
    pub(super) fn is_in(&self, reach: &Reach, place: u32) -> bool {
        let floor = self.floor[place as usize];
        self.cells[place as usize].iter().any(|&cell| reach.has_cell(floor, cell))
    }

    /// The cells of a floor, each with its place.
    pub(super) fn on(&self, floor: u16) -> impl Iterator<Item = (u16, u32)> + '_ {
        self.of[usize::from(floor)].iter().enumerate().map(|(cell, &place)| (cell as u16, place))
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.floor.len()
    }
}
