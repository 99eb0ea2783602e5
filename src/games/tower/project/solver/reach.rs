//! Where the hero can go at no cost: over stairs and by flying, from floor to floor.

use super::super::model::Project;
use super::super::state::State;
use super::region::{Cache, Edge, Gift, NONE, Region, Regions, Way, steps};
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
#[derive(Default)]
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
        let floors = vec![None; project.floors.len()];
        Reach::with(project, state, cache, floors, Cache::context(project, state))
    }

    /// [`Reach::of`] a state where most floors are as they were for this one.
    pub fn again(self, project: &Project, state: &State, cache: &mut Cache) -> Reach {
        let context = Cache::context(project, state);
        let mut floors = self.floors;
        for (regions, floor) in floors.iter_mut().zip(state.floors.iter()) {
            if self.context != context || regions.as_ref().is_some_and(|regions| regions.hash != floor.hash) {
                *regions = None;
            }
        }
        Reach::with(project, state, cache, floors, context)
    }

    fn with(
        project: &Project,
        state: &State,
        cache: &mut Cache,
        floors: Vec<Option<Arc<Regions>>>,
        context: u64,
    ) -> Reach {
        let seen = vec![0; floors.len()];
        let mut reach = Reach { all: Vec::new(), floors, loose: Vec::new(), odd: Vec::new(), seen, context };
        reach.start(project, state, cache);
        let mut next = 0;
        let mut flown = Flown::default();
        while next < reach.all.len() {
            let at = reach.all[next];
            let (mut ways, mut flies) = (0, false);
            while let Some(region) = reach.region(at) {
                let Some(&way) = region.ways.get(ways) else {
                    flies = region.fly.is_some();
                    break;
                };
                if reach.add(project, state, cache, way.floor, way.cell, Via::Stairs(next as u16, way)).is_none() {
                    reach.odd.push((at.floor, way.edge));
                }
                ways += 1;
            }
            if flies && state.item(project.known.fly) > 0 {
                reach.fly(project, state, cache, next as u16, &mut flown);
            }
            next += 1;
        }
        reach
    }

    fn start(&mut self, project: &Project, state: &State, cache: &mut Cache) {
        let kind = &project.floors[usize::from(state.floor)];
        let Some(cell) = kind.cell(state.x.into(), state.y.into()) else { return };
        let regions = Arc::clone(self.regions(project, state, cache, state.floor));
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
    fn regions(&mut self, project: &Project, state: &State, cache: &mut Cache, floor: u16) -> &Arc<Regions> {
        let context = self.context;
        let known = &mut self.floors[usize::from(floor)];
        known.get_or_insert_with(|| cache.regions(project, state, context, floor))
    }

    /// A region that was reached.
    fn region(&self, at: Reached) -> Option<&Region> {
        self.floors[usize::from(at.floor)].as_ref()?.all.get(usize::from(at.region))
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
        let region = self.regions(project, state, cache, floor).of[usize::from(cell)];
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

    /// Whether a cell lies in a region that was reached.
    pub fn has_cell(&self, floor: u16, cell: u16) -> bool {
        let regions = self.floors.get(usize::from(floor)).and_then(Option::as_ref);
        let region = regions.and_then(|regions| regions.of.get(usize::from(cell))).copied().unwrap_or(NONE);
        region != NONE && self.has(floor, region)
    }

    /// Whether the hero of a state stands in a region that was reached.
    pub fn has_hero(&self, project: &Project, state: &State) -> bool {
        let cell = project.floors[usize::from(state.floor)].cell(state.x.into(), state.y.into());
        cell.is_some_and(|cell| self.has_cell(state.floor, cell))
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

    /// The regions that were reached, and their floors.
    fn regions_of(&self, which: impl Fn(&Reached) -> bool) -> impl Iterator<Item = (u16, &Region)> {
        let those = self.all.iter().filter(move |reached| which(reached));
        those.filter_map(move |&reached| Some((reached.floor, self.region(reached)?)))
    }

    /// Every step that does something, and its floor.
    pub fn edges(&self) -> impl Iterator<Item = (u16, Edge)> + '_ {
        let of_regions = self.regions_of(|_| true);
        let edges = of_regions.flat_map(|(floor, region)| region.edges.iter().map(move |&edge| (floor, edge)));
        edges.chain(self.odd.iter().copied())
    }

    /// The step of [`Reach::edges`] that leads into a cell, in this direction where there is such a one.
    pub fn edge_to(&self, floor: u16, cell: u16, direction: u8) -> Option<Edge> {
        let of_regions = self.regions_of(|reached| reached.floor == floor);
        let odd = self.odd.iter().filter(|(on, _)| *on == floor).map(|(_, edge)| edge);
        let all = of_regions.flat_map(|(_, region)| region.edges.iter()).chain(odd).filter(|edge| edge.to == cell);
        all.min_by_key(|edge| edge.direction != direction).copied()
    }

    /// The steps that may cost nothing, and their floors.
    pub fn gifts(&self) -> impl Iterator<Item = (u16, Gift)> + '_ {
        self.regions_of(|_| true).flat_map(|(floor, region)| region.gifts.iter().map(move |&gift| (floor, gift)))
    }
}

/// The lowest and the highest floor from which the hero flew.
#[derive(Default)]
struct Flown {
    lowest: Option<u16>,
    highest: Option<u16>,
}
