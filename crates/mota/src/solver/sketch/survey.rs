//! What else could be done in a tower, as far as one trial shows.

use super::super::moves::{self, Act, Move};
use super::super::polish::{On, decision};
use super::super::region::{Edge, harms, steps, way};
use super::super::uses::uses;
use super::Sketch;
use super::deed::{AMPLE_GOLD, NOTHING};
use super::replay::Step;
use super::slots::GOLD;
use crate::action::Action;
use crate::hazard;
use crate::state::{Ending, State};
use crate::walk::{Ahead, ahead};
use std::sync::Arc;

/// Maximum number of deeds that are tried one after the other, each made possible by the one before.
const MAX_CHAIN: usize = 3;

/// Number of passes between two looks at tools.
const SELDOM: usize = 16;

impl Sketch<'_, '_> {
    /// Notes what could be done beside the plan; none where there is too much to keep in mind.
    pub(super) fn survey(&mut self) -> Option<()> {
        let mut state = self.steps.last()?.before.clone();
        // Whether he has the gold is asked when it is spent.
        state.stats[GOLD] = AMPLE_GOLD;
        for floor in 0..self.project.floors.len() as u16 {
            if (self.stopped)() {
                return None;
            }
            for cell in 0..self.project.floors[usize::from(floor)].map.len() as u16 {
                self.look(&state, floor, cell, 0)?;
            }
        }
        self.hurts()?;
        self.tools()?;
        self.answers()?;
        self.again();
        Some(())
    }

    /// Tries what stands on a cell, unless that is known.
    fn look(&mut self, state: &State, floor: u16, cell: u16, depth: usize) -> Option<()> {
        let Some(number) = state.floors[usize::from(floor)].visible(cell) else { return Some(()) };
        let next = self.things.len() as u32;
        if *self.things.entry((floor, cell, number)).or_insert(next) != next {
            return Some(());
        }
        let what = ahead(self.project, state, usize::from(floor), cell).0;
        let is_plain = |action: &Action| {
            let here = State { floor, ..state.clone() };
            way(self.project, &here, action, cell).is_some()
        };
        match what {
            Ahead::Nothing | Ahead::Unknown(_) => return Some(()),
            Ahead::Stairs(action) if is_plain(action) => return Some(()),
            _ => {}
        }
        let beside = |edge: &Edge| self.places.open[self.places.of(floor, edge.to) as usize];
        let all: Vec<Edge> = steps(self.project, floor, cell).collect();
        let Some(edge) = all.iter().find(|&edge| beside(edge)).or(all.first()) else { return Some(()) };
        let mv = Move { floor, cell: edge.to, act: Act::Step(edge.direction ^ 1), script: Vec::new() };
        let at_once = matches!(what, Ahead::Item(_) | Ahead::Melts) && self.expander.is_free(state, floor, cell);
        self.try_all(state, &mv, at_once, depth)
    }

    /// Notes steps to where the hero is hurt from afar: a way that costs hp, but needs nothing else.
    fn hurts(&mut self) -> Option<()> {
        for floor in 0..self.project.floors.len() as u16 {
            if !hazard::any_on_floor(self.project, &self.bare, usize::from(floor)) {
                continue;
            }
            let here = State { floor, ..self.bare.clone() };
            let all: Vec<(u16, u32)> = self.places.on(floor).collect();
            for (cell, place) in all {
                let what = ahead(self.project, &here, usize::from(floor), cell);
                let is_way = matches!(what, (Ahead::Nothing, false)) && harms(self.project, &here, cell);
                let beside = |edge: &Edge| self.places.open[self.places.of(floor, edge.to) as usize];
                let Some(edge) = steps(self.project, floor, cell).find(|edge| is_way && beside(edge)) else { continue };
                let mv = Move { floor, cell: edge.to, act: Act::Step(edge.direction ^ 1), script: Vec::new() };
                let (made, mut after) = (decision(self.project, &mv)?, here.clone());
                let is_new = !self.of.contains_key(&made);
                if is_new && matches!(moves::make(self.project, &mut after, &mv), Ok(true)) {
                    let number = self.add(made);
                    self.describe(number, &mv, &here, &after)?;
                    self.deeds[number as usize].arrives.push(place);
                    self.deeds[number as usize].barred = false;
                }
            }
        }
        Some(())
    }

    /// Notes every way to make a move.
    fn try_all(&mut self, state: &State, mv: &Move, at_once: bool, depth: usize) -> Option<()> {
        let mut found = Vec::new();
        moves::all_ways(self.project, state, mv, &mut found);
        for (mv, after) in found {
            let made = decision(self.project, &mv)?;
            // All of something is sold: how much that brings depends on how much he has, and it may be sold one by one.
            let is_all = |(had, has): (&i32, &i32)| *had > 1 && *has == 0;
            if !mv.script.is_empty() && state.items.iter().zip(after.items.iter()).any(is_all) {
                continue;
            }
            if after.ending != Ending::None || !moves::does(state, &after, &mv) || self.of.contains_key(&made) {
                continue;
            }
            let number = self.add(made);
            self.describe(number, &mv, state, &after)?;
            self.deeds[number as usize].at_once = at_once;
            self.deeds[number as usize].barred = self.deeds[number as usize].is_idle();
            if after.floor != mv.floor {
                let arrives = self.place_of(&after);
                self.deeds[number as usize].arrives.extend(arrives);
            }
            if depth < MAX_CHAIN {
                self.look_on(state, &after, depth + 1)?;
            }
        }
        Some(())
    }

    /// Notes what a deed makes possible: what it puts somewhere, and the tools that it gives.
    fn look_on(&mut self, before: &State, after: &State, depth: usize) -> Option<()> {
        for (floor, (old, new)) in before.floors.iter().zip(after.floors.iter()).enumerate() {
            let changed = |&cell: &u16| old.visible(cell) != new.visible(cell) && new.visible(cell).is_some();
            let cells: Vec<u16> =
                if old.hash == new.hash { Vec::new() } else { (0..new.numbers.len() as u16).filter(changed).collect() };
            for cell in cells {
                self.look(after, floor as u16, cell, depth)?;
            }
        }
        self.use_gained(before, after, depth)
    }

    /// Notes what the tools could do that the hero of a state has and the one of another state has not.
    fn use_gained(&mut self, before: &State, after: &State, depth: usize) -> Option<()> {
        let gained = |item: u32| after.item(item) > before.item(item) && self.project.items[item as usize].tool;
        if (0..self.project.items.len() as u32).any(gained) {
            for here in [self.at_home(after), after.clone()] {
                let reach = self.expander.reach(&here);
                for mv in uses(self.project, &here, &reach) {
                    if matches!(mv.act, Act::Use(item, _) if after.item(item) > before.item(item)) {
                        self.try_all(&here, &mv, false, depth)?;
                    }
                }
            }
        }
        Some(())
    }

    /// A state with the hero where he got farthest in the plan: what stands in his way now need not be there later.
    fn at_home(&self, state: &State) -> State {
        let far = |step: &&Step| step.reach.as_ref().map_or(0, |reach| reach.all.len());
        let home = self.steps.iter().max_by_key(far).map_or(state, |step| &step.after);
        State { floor: home.floor, x: home.x, y: home.y, ..state.clone() }
    }

    /// Notes what tools could do when the plan comes to them, and somewhere on the way.
    fn tools(&mut self) -> Option<()> {
        let gains =
            |step: &&Step| step.after.ending == Ending::None && !Arc::ptr_eq(&step.before.items, &step.after.items);
        let gained: Vec<(State, State)> =
            self.steps.iter().filter(gains).map(|step| (step.before.clone(), step.after.clone())).collect();
        for (before, after) in gained {
            self.use_gained(&before, &after, MAX_CHAIN)?;
        }
        if self.random.below(SELDOM) != 0 {
            return Some(());
        }
        let at = self.random.below(self.steps.len());
        let state = self.steps[at].before.clone();
        let reach = self.expander.reach(&state);
        for mv in uses(self.project, &state, &reach) {
            self.try_all(&state, &mv, false, MAX_CHAIN)?;
        }
        Some(())
    }

    /// Notes what else could have been answered.
    fn answers(&mut self) -> Option<()> {
        let new = |step: &&Step| {
            !step.mv.script.is_empty() && !self.asked.contains(&(step.mv.floor, step.mv.cell, step.mv.act))
        };
        let all: Vec<(State, Move)> =
            self.steps.iter().filter(new).map(|step| (step.before.clone(), step.mv.clone())).collect();
        for (mut state, mv) in all {
            state.stats[GOLD] = AMPLE_GOLD;
            if self.asked.insert((mv.floor, mv.cell, mv.act)) {
                self.try_all(&state, &Move { script: Vec::new(), ..mv }, false, MAX_CHAIN)?;
            }
        }
        Some(())
    }

    /// What can be done more than once can be done once more than the plan does.
    fn again(&mut self) {
        let Some(end) = self.steps.last().map(|step| step.before.clone()) else { return };
        for at in 0..self.base.line.len() {
            let number = self.base.line[at];
            let deed = &self.deeds[number as usize];
            let repeats = !deed.takes && deed.thing != NOTHING && !deed.decision.script.is_empty() && !deed.is_idle();
            let made = deed.decision.clone();
            let clock = self.course.clock;
            let is_done = |all: &Vec<u32>| all.iter().all(|&other| self.marks.done.has(other, clock));
            if !repeats || !matches!(made.on, On::Cell(..)) || !self.of.get(&made).is_some_and(is_done) {
                continue;
            }
            let mut after = end.clone();
            after.stats[GOLD] = AMPLE_GOLD;
            let before = after.stats;
            let can = matches!(moves::make(self.project, &mut after, &self.steps[at].mv), Ok(true));
            if can && (after.stats != before || after.items != end.items) {
                let copy = self.deeds[number as usize].clone();
                let number = self.add(made);
                self.deeds[number as usize] = copy;
            }
        }
    }
}
