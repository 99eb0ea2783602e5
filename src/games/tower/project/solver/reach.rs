//! Where the hero can go at no cost: over stairs and by flying, from floor to floor.

use super::super::model::Project;
use super::super::state::State;
use super::region::{Cache, Edge, NONE, Regions, Way, steps};
use crate::random::mix;
use std::sync::Arc;

/// How a region was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// The hero stands in it, or beside it: a step.
    Start(Option<Edge>),
    /// By stairs, from the region of this number in the reach.
    Stairs(u16, Way),
    /// By flying, from the region of this number in the reach.
    Flight(u16),
}

/// A region that was reached.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The floor.
    pub floor: u16,
    /// The region among the floor's.
    pub region: u16,
    /// The cell where the hero comes in.
    pub entry: u16,
    /// How.
    pub via: Via,
}

/// Where the hero can go.
pub struct Reach {
    /// The regions, in the order in which they were reached.
    pub all: Vec<Reached>,
    /// The regions of each floor that was looked at.
    pub floors: Vec<Option<Arc<Regions>>>,
    /// What the hero could walk into from where he stands, where that is in no region.
    pub loose: Vec<Edge>,
    /// Stairs that end on a cell of no region: climbing them is a decision.
    odd: Vec<(u16, Edge)>,
    /// The first 128 regions of each floor, a bit each: whether they were reached.
    seen: Vec<u128>,
    /// What regions depend on beside their floor.
    context: u64,
}

impl Reach {
    /// Where the hero can go from where he stands.
    pub fn of(project: &Project, state: &State, cache: &mut Cache) -> Reach {
        let count = project.floors.len();
        let mut reach = Reach {
            all: Vec::new(),
            floors: vec![None; count],
            loose: Vec::new(),
            odd: Vec::new(),
            seen: vec![0; count],
            context: Cache::context(project, state),
        };
        reach.start(project, state, cache);
        let mut next = 0;
        let mut flown = Flown::default();
        while next < reach.all.len() {
            let at = reach.all[next];
            let regions = reach.regions(project, state, cache, at.floor);
            let region = &regions.all[usize::from(at.region)];
            for &way in &region.ways {
                if reach.add(project, state, cache, way.floor, way.cell, Via::Stairs(next as u16, way)).is_none() {
                    reach.odd.push((at.floor, way.edge));
                }
            }
            if region.fly.is_some() && state.item(project.known.fly) > 0 {
                reach.fly(project, state, cache, next as u16, &mut flown);
            }
            next += 1;
        }
        reach
    }

    fn start(&mut self, project: &Project, state: &State, cache: &mut Cache) {
        let kind = &project.floors[usize::from(state.floor)];
        let Some(cell) = kind.cell(state.x.into(), state.y.into()) else { return };
        let regions = self.regions(project, state, cache, state.floor);
        if regions.of[usize::from(cell)] != NONE {
            self.add(project, state, cache, state.floor, cell, Via::Start(None));
            return;
        }
        for edge in steps(project, state.floor, cell) {
            if regions.of[usize::from(edge.to)] == NONE {
                self.loose.push(edge);
            } else {
                self.add(project, state, cache, state.floor, edge.to, Via::Start(Some(edge)));
            }
        }
    }

    /// The regions of a floor.
    fn regions(&mut self, project: &Project, state: &State, cache: &mut Cache, floor: u16) -> Arc<Regions> {
        let context = self.context;
        let known = &mut self.floors[usize::from(floor)];
        Arc::clone(known.get_or_insert_with(|| cache.regions(project, state, context, floor)))
    }

    /// Adds the region of a cell; none where it is in none.
    fn add(
        &mut self,
        project: &Project,
        state: &State,
        cache: &mut Cache,
        floor: u16,
        cell: u16,
        via: Via,
    ) -> Option<()> {
        let regions = self.regions(project, state, cache, floor);
        let region = regions.of[usize::from(cell)];
        if region == NONE {
            return None;
        }
        if !self.has(floor, region) {
            self.seen[usize::from(floor)] |= 1_u128.checked_shl(region.into()).unwrap_or(0);
            self.all.push(Reached { floor, region, entry: cell, via });
        }
        Some(())
    }

    /// The regions of a floor that were reached.
    pub fn on(&self, floor: u16) -> impl Iterator<Item = u16> + '_ {
        self.all.iter().filter(move |reached| reached.floor == floor).map(|reached| reached.region)
    }

    /// Whether a region was reached.
    pub fn has(&self, floor: u16, region: u16) -> bool {
        match 1_u128.checked_shl(region.into()) {
            Some(bit) => self.seen[usize::from(floor)] & bit != 0,
            None => self.all.iter().any(|reached| reached.floor == floor && reached.region == region),
        }
    }

    /// Flies from a region that was reached: down to floors below, up to those above.
    fn fly(&mut self, project: &Project, state: &State, cache: &mut Cache, from: u16, flown: &mut Flown) {
        let here = self.all[usize::from(from)].floor;
        let count = project.floors.len() as u16;
        // Floors that were flown to from a lower floor, or a higher one, need no second flight.
        let above = here + 1..flown.lowest.map_or(count, |lowest| lowest.max(here) + 1);
        let below = flown.highest.map_or(0, |highest| highest.min(here))..here;
        flown.lowest = Some(flown.lowest.map_or(here, |lowest| lowest.min(here)));
        flown.highest = Some(flown.highest.map_or(here, |highest| highest.max(here)));
        for to in above.chain(below) {
            let kind = &project.floors[usize::from(to)];
            if !kind.fly_to || !state.has_visited(usize::from(to)) {
                continue;
            }
            let at = kind.fly_point.or(if here <= to { kind.down } else { kind.up });
            if let Some(cell) = at.and_then(|(x, y)| kind.cell(x.into(), y.into())) {
                self.add(project, state, cache, to, cell, Via::Flight(from));
            }
        }
    }

    /// Notes in a state that the hero has been where he can go. Returns a word that is equal where the same regions are reached.
    pub fn visit(&self, state: &mut State) -> u64 {
        for at in &self.all {
            state.visit(usize::from(at.floor));
        }
        let words = self.all.iter().map(|at| mix(u64::from(at.floor) << 16 | u64::from(at.region)));
        words.fold(0, u64::wrapping_add)
    }

    /// Every step that does something: the number of the region it is taken from, and the step.
    pub fn edges(&self) -> impl Iterator<Item = (u16, Edge)> + '_ {
        let of_regions = self.all.iter().flat_map(move |reached| {
            let regions = self.floors[usize::from(reached.floor)].as_ref();
            let region = regions.and_then(|regions| regions.all.get(usize::from(reached.region)));
            region.into_iter().flat_map(|region| region.edges.iter()).map(move |&edge| (reached.floor, edge))
        });
        of_regions.chain(self.odd.iter().copied())
    }
}

/// The lowest and the highest floor from which the hero flew.
#[derive(Default)]
struct Flown {
    lowest: Option<u16>,
    highest: Option<u16>,
}
