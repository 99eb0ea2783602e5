//! Where the hero can go at no cost: over stairs and by flying, from floor to floor.

mod flights;

use super::region::{Cache, Edge, NONE, Region, Regions, Way, steps};
use crate::rules::event_context::EventContext;
use crate::rules::model::Project;
use crate::rules::state::{FloorState, State};
use crate::rules::tools::can_fly;
use crate::rules::walk::{Ahead, ahead, is_barred, is_passed};
use flights::{Flown, Landing, landing};
use meihua_contracts::random::mix;
use std::sync::Arc;

/// How a region was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// The hero stands in it, or beside it: a step.
    Start(Option<Edge>),
    /// By stairs, from the region of this number in the reach; and by a step off the cell where they end, where that is in no region.
    Stairs(u16, Way, Option<Edge>),
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
    pub(crate) via: Via,
}

/// Where the hero can go.
#[derive(Clone, Default)]
pub struct Reach {
    /// The regions, in the order in which they were reached.
    pub all: Vec<Reached>,
    /// The regions of each floor that was looked at.
    pub floors: Vec<Option<Arc<Regions>>>,
    /// What the hero could walk into from where he stands, where that is in no region.
    pub loose: Vec<Edge>,
    /// Stairs that end on a cell of no region, or where an event awaits the hero: climbing them is a decision.
    odd: Vec<(u16, Edge)>,
    /// Flights that are decisions: from a cell of no region, to one of no region, to where something may happen, or to the column and row
    /// where they begin. The floor and the cell where each begins, and the floor where it ends. Noted only where all that is felt is a
    /// decision.
    pub(super) flights: Vec<(u16, u16, u16)>,
    /// The first 128 regions of each floor, a bit each: whether they were reached.
    seen: Vec<u128>,
    /// What regions depend on beside their floor.
    context: u64,
    /// Floors where the hero had been.
    visited: Arc<Vec<u64>>,
    /// From which floors he flew.
    flown: Flown,
}

impl Reach {
    /// Where the hero can go from where he stands.
    pub fn of(project: &Project, state: &State, cache: &mut Cache) -> Reach {
        let floors = vec![None; project.floors.len()];
        Reach::with(project, state, cache, floors, Cache::context(project, state))
    }

    /// [`Reach::of`] a state where most floors are as they were for this one; its regions may come in another order.
    pub fn again(mut self, project: &Project, state: &State, cache: &mut Cache) -> Reach {
        let context = Cache::context(project, state);
        if self.context == context && self.grow(project, state, cache).is_some() {
            return self;
        }
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
        let mut reach = Reach {
            all: Vec::new(),
            floors,
            loose: Vec::new(),
            odd: Vec::new(),
            flights: Vec::new(),
            seen,
            context,
            visited: Arc::clone(&state.visited),
            flown: Flown::default(),
        };
        reach.start(project, state, cache);
        let mut next = 0;
        while next < reach.all.len() {
            reach.leave(project, state, cache, next);
            next += 1;
        }
        reach
    }

    /// Adds where the hero gets from the region of a number: by stairs and by flying.
    fn leave(&mut self, project: &Project, state: &State, cache: &mut Cache, number: usize) {
        let at = self.all[number];
        let (mut ways, mut flies) = (0, false);
        while let Some(region) = self.region(at) {
            let Some(&way) = region.ways.get(ways) else {
                flies = region.fly.is_some();
                break;
            };
            if !self.climb(project, state, cache, number as u16, way) {
                self.odd.push((at.floor, way.edge));
            }
            ways += 1;
        }
        if flies && state.item(project.known.fly) > 0 {
            self.fly(project, state, cache, number as u16);
        }
    }

    /// Adds where stairs lead; `false` where climbing them is a decision: they end beside no region, or where something else than a step
    /// aside can be done, or an event awaits the hero.
    fn climb(&mut self, project: &Project, state: &State, cache: &mut Cache, from: u16, way: Way) -> bool {
        if is_awaited(project, state, way.floor) {
            return false;
        }
        if self.add(project, state, cache, way.floor, way.cell, Via::Stairs(from, way, None)).is_some() {
            return true;
        }
        // Stairs may end on stairs, or beside a monster: from there he steps aside, unless there is something else to do.
        let (mut any, mut is_all) = (false, true);
        for edge in aside(project, state, way) {
            let is_added =
                self.add(project, state, cache, way.floor, edge.to, Via::Stairs(from, way, Some(edge))).is_some();
            any |= is_added;
            let is_stairs = is_passed(project, state, way.floor, edge.to);
            is_all &= is_added && !is_stairs
                || matches!(ahead(project, state, usize::from(way.floor), edge.to), (Ahead::Nothing, true));
        }
        any && is_all
    }

    /// Becomes the reach of a state where one floor has been opened further, if that is what happened since: most steps do no more.
    /// Nothing is lost then, and only what that floor leads to is looked at. None where that is not so.
    fn grow(&mut self, project: &Project, state: &State, cache: &mut Cache) -> Option<()> {
        let is_plain = self.loose.is_empty() && self.odd.is_empty() && self.visited == state.visited;
        if !is_plain || !self.all.iter().any(|at| at.via == Via::Start(None)) {
            return None;
        }
        let changed = |(regions, floor): (&Option<Arc<Regions>>, &Arc<FloorState>)| {
            regions.as_ref().is_some_and(|regions| regions.hash != floor.hash)
        };
        let mut changed = self.floors.iter().zip(state.floors.iter()).map(changed).enumerate().filter(|(_, is)| *is);
        let floor = changed.next().map_or(state.floor, |(floor, _)| floor as u16);
        if changed.next().is_some() || floor != state.floor {
            return None;
        }
        let mut others = self.all.iter().filter(|at| at.floor != floor);
        if others.any(|at| is_awaited(project, state, at.floor)) {
            return None;
        }
        let old = Arc::clone(self.floors[usize::from(floor)].as_ref()?);
        let new = cache.regions(project, state, self.context, floor);
        let here = project.floors[usize::from(floor)].cell(state.x.into(), state.y.into())?;
        let region = new.of[usize::from(here)];
        let is_open = old.of.iter().zip(&new.of).all(|(old, new)| *old == NONE || *new != NONE);
        if region == NONE || !is_open {
            return None;
        }
        self.floors[usize::from(floor)] = Some(new);
        self.join(floor);
        if !self.holds(floor) {
            return None;
        }
        // He can go back to where he came from: else what was within reach may be so no longer.
        let mut back = self.all.iter().find(|at| at.floor == floor && at.region == region)?;
        while let Via::Stairs(from, ..) | Via::Flight(from) = back.via {
            let before = self.all.get(usize::from(from))?;
            if !self.leads(project, state, back, before) {
                return None;
            }
            back = before;
        }
        let mut next = 0;
        let known = self.all.len();
        while next < self.all.len() {
            if next >= known || self.all[next].floor == floor {
                self.leave(project, state, cache, next);
            }
            next += 1;
        }
        self.odd.is_empty().then_some(())
    }

    /// Whether the ways by which regions were reached from a floor are still there.
    fn holds(&self, floor: u16) -> bool {
        self.all.iter().all(|at| match at.via {
            Via::Stairs(from, way, _) if self.all[usize::from(from)].floor == floor => {
                let region = self.region(self.all[usize::from(from)]);
                region.is_some_and(|region| region.ways.iter().any(|is| (is.floor, is.cell) == (way.floor, way.cell)))
            }
            Via::Flight(from) if self.all[usize::from(from)].floor == floor => {
                self.region(self.all[usize::from(from)]).is_some_and(|region| region.fly.is_some())
            }
            _ => true,
        })
    }

    /// Whether the hero gets from one region to another by stairs or by one flight.
    fn leads(&self, project: &Project, state: &State, from: &Reached, to: &Reached) -> bool {
        let Some(region) = self.region(*from) else { return false };
        if from.floor != to.floor && is_awaited(project, state, to.floor) {
            return false;
        }
        let of = |cell: u16| self.floors[usize::from(to.floor)].as_ref().map(|regions| regions.of[usize::from(cell)]);
        let ends = |way: &Way| match of(way.cell) {
            Some(NONE) => aside(project, state, *way).any(|edge| of(edge.to) == Some(to.region)),
            region => region == Some(to.region),
        };
        if region.ways.iter().any(|way| way.floor == to.floor && ends(way)) {
            return true;
        }
        let flies = region.fly.is_some() && state.item(project.known.fly) > 0;
        let lands = || landing(project, state, from.floor, to.floor);
        flies && matches!(lands(), Landing::Cell(cell) if of(cell) == Some(to.region))
    }

    /// Gives the regions of a floor that were reached the names that they have now; those that have become one are one.
    fn join(&mut self, floor: u16) {
        let mut kept = Vec::with_capacity(self.all.len());
        let mut numbers = Vec::with_capacity(self.all.len());
        self.seen[usize::from(floor)] = 0;
        for at in std::mem::take(&mut self.all) {
            let mut at = at;
            if at.floor == floor {
                let regions = self.floors[usize::from(floor)].as_ref();
                at.region = regions.map_or(NONE, |regions| regions.of[usize::from(at.entry)]);
                let known = kept.iter().position(|known: &Reached| known.floor == floor && known.region == at.region);
                if let Some(known) = known {
                    numbers.push(known as u16);
                    continue;
                }
                self.seen[usize::from(floor)] |= 1_u128.checked_shl(at.region.into()).unwrap_or(0);
            }
            numbers.push(kept.len() as u16);
            kept.push(at);
        }
        for at in &mut kept {
            if let Via::Stairs(from, ..) | Via::Flight(from) = &mut at.via {
                *from = numbers[usize::from(*from)];
            }
        }
        self.all = kept;
    }

    fn start(&mut self, project: &Project, state: &State, cache: &mut Cache) {
        let kind = &project.floors[usize::from(state.floor)];
        let Some(cell) = kind.cell(state.x.into(), state.y.into()) else { return };
        let regions = Arc::clone(self.regions(project, state, cache, state.floor));
        if regions.of[usize::from(cell)] != NONE {
            self.add(project, state, cache, state.floor, cell, Via::Start(None));
            return;
        }
        if cache.minds_all && can_fly(project, state) {
            self.flights.extend((0..project.floors.len() as u16).map(|to| (state.floor, cell, to)));
        }
        let is_open = |edge: &Edge| !is_barred(project, state, edge.from, edge.to, edge.direction);
        for edge in steps(project, state.floor, cell).filter(is_open) {
            let is_free = regions.of[usize::from(edge.to)] != NONE;
            if is_free {
                self.add(project, state, cache, state.floor, edge.to, Via::Start(Some(edge)));
            }
            // Stairs that he may walk over are climbed by the same step.
            if !is_free || is_passed(project, state, state.floor, edge.to) {
                self.loose.push(edge);
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
    pub(crate) fn has_cell(&self, floor: u16, cell: u16) -> bool {
        let regions = self.floors.get(usize::from(floor)).and_then(Option::as_ref);
        let region = regions.and_then(|regions| regions.of.get(usize::from(cell))).copied().unwrap_or(NONE);
        region != NONE && self.has(floor, region)
    }

    /// Whether a region was reached.
    pub fn has(&self, floor: u16, region: u16) -> bool {
        match 1_u128.checked_shl(region.into()) {
            Some(bit) => self.seen[usize::from(floor)] & bit != 0,
            None => self.all.iter().any(|reached| reached.floor == floor && reached.region == region),
        }
    }

    /// Notes in a state that the hero has been wherever he can go: a guess, for he may not come back from there. Returns a word that is
    /// equal where the same regions are reached.
    pub fn visit(&self, state: &mut State) -> u64 {
        self.note(state, |_, _| true)
    }

    /// [`Reach::visit`], but only of floors that he can come back from: what he does then, he can do.
    pub(crate) fn visit_safely(&self, project: &Project, state: &mut State) -> u64 {
        self.note(state, |at, state| self.comes_back(project, state, at))
    }

    fn note(&self, state: &mut State, is_seen: impl Fn(&Reached, &State) -> bool) -> u64 {
        for at in &self.all {
            if !state.has_visited(usize::from(at.floor)) && is_seen(at, state) {
                state.visit(usize::from(at.floor));
            }
        }
        // No word is 0, which `mix` leaves as it is.
        let words = self.all.iter().map(|at| mix((u64::from(at.floor) << 16 | u64::from(at.region)) + 1));
        words.fold(0, u64::wrapping_add)
    }

    /// The floors on the way to a cell of a region that was reached, with its own.
    pub(crate) fn floors_to(&self, floor: u16, cell: u16) -> impl Iterator<Item = u16> + '_ {
        let region = self.floors.get(usize::from(floor)).and_then(Option::as_ref);
        let region = region.and_then(|regions| regions.of.get(usize::from(cell))).copied();
        let last = self.all.iter().find(|at| at.floor == floor && Some(at.region) == region);
        let before = |at: &&Reached| match at.via {
            Via::Start(_) => None,
            Via::Stairs(from, ..) | Via::Flight(from) => self.all.get(usize::from(from)),
        };
        std::iter::successors(last, before).map(|at| at.floor)
    }

    /// Whether the hero can go to a region and still do all that he can do now.
    fn comes_back(&self, project: &Project, state: &State, at: &Reached) -> bool {
        match at.via {
            Via::Start(None) => true,
            // He leaves a cell of no region: he can go to one side of it alone, and what is beside it is left behind.
            Via::Start(Some(_)) => {
                let is_start = |at: &&Reached| matches!(at.via, Via::Start(_));
                self.loose.is_empty() && self.all.iter().filter(is_start).count() == 1
            }
            Via::Stairs(from, ..) | Via::Flight(from) => {
                let before = self.all.get(usize::from(from));
                before.is_some_and(|to| self.leads(project, state, at, to) && self.comes_back(project, state, to))
            }
        }
    }

    /// The regions that were reached, and their floors.
    fn regions_of(&self, which: impl Fn(&Reached) -> bool) -> impl Iterator<Item = (u16, &Region)> {
        let those = self.all.iter().filter(move |reached| which(reached));
        those.filter_map(move |&reached| Some((reached.floor, self.region(reached)?)))
    }

    /// Stairs whose climbing is a decision, and their floors.
    pub(crate) fn odd(&self) -> &[(u16, Edge)] {
        &self.odd
    }

    /// Every step that does something, and its floor.
    pub fn edges(&self) -> impl Iterator<Item = (u16, Edge)> + '_ {
        let of_regions = self.regions_of(|_| true);
        let edges = of_regions.flat_map(|(floor, region)| region.edges.iter().map(move |&edge| (floor, edge)));
        edges.chain(self.odd.iter().copied())
    }

    /// Every step onto stairs that only lead to another floor, and its floor.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (u16, Edge)> + '_ {
        self.regions_of(|_| true).flat_map(|(floor, region)| region.ways.iter().map(move |way| (floor, way.edge)))
    }

    /// The step of [`Reach::edges`] that leads into a cell, in this direction where there is such a one.
    pub(crate) fn edge_to(&self, floor: u16, cell: u16, direction: u8) -> Option<Edge> {
        let of_regions = self.regions_of(|reached| reached.floor == floor);
        let odd = self.odd.iter().filter(|(on, _)| *on == floor).map(|(_, edge)| edge);
        let all = of_regions.flat_map(|(_, region)| region.edges.iter()).chain(odd).filter(|edge| edge.to == cell);
        all.min_by_key(|edge| edge.direction != direction).copied()
    }
}

/// Whether an automatic event comes as soon as the hero is on a floor other than his own.
fn is_awaited(project: &Project, state: &State, floor: u16) -> bool {
    floor != state.floor
        && project.floors[usize::from(floor)].auto.iter().any(|event| {
            let own = (floor, event.cell.0, event.cell.1);
            let came = event.once.is_some_and(|flag| state.flag(flag).holds());
            event.here_only && !came && event.condition.holds(&EventContext { project, state, own, locals: &[] })
        })
}

/// The steps off the cell where stairs end.
fn aside(project: &Project, state: &State, way: Way) -> impl Iterator<Item = Edge> {
    let mut there = state.clone();
    there.floor = way.floor;
    steps(project, way.floor, way.cell)
        .filter(move |edge| !is_barred(project, &there, edge.from, edge.to, edge.direction))
}
