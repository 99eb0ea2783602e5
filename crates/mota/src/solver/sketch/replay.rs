//! A plan played by the rules, step by step.

use super::super::moves::{self, Move};
use super::super::polish::{On, decision, make};
use super::super::reach::Reach;
use super::Sketch;
use super::deed::{NOTHING, seen};
use crate::state::{Ending, State};
use std::sync::Arc;

/// Maximum number of times that something is sold at once.
const MAX_TIMES: usize = 30;

/// Maximum number of steps over dangerous cells that are tried in a plan that cannot go on without.
const DETOURS: usize = 200;

/// A move as it was made by the rules.
#[derive(Clone)]
pub(super) struct Step {
    pub mv: Move,
    /// Whether it was made at once, for it cost nothing.
    pub at_once: bool,
    /// The state before it.
    pub before: State,
    /// The state after it.
    pub after: State,
    /// Where the hero could go after it, where the next is a decision.
    pub reach: Option<Arc<Reach>>,
}

impl Step {
    /// The least hp in it.
    pub(super) fn least(&self) -> i64 {
        let hp = self.after.stats[0];
        if self.at_once { hp } else { self.after.lowest.min(hp) }
    }
}

/// The deed that did not do what the sketch says.
pub(super) struct Mismatch {
    pub deed: u32,
    /// Its place in the plan that was tried.
    pub at: usize,
    /// The deeds that could not be done.
    pub failed: Vec<u32>,
}

impl Sketch<'_, '_> {
    /// Plays moves by the rules from the start; none where they do not win.
    pub(super) fn walk(&mut self, all: &[Move]) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let (state, reach) = self.begin(&mut steps);
        let end = self.walk_on(&mut steps, state, reach, all);
        (end.ending == Ending::Won).then_some(steps)
    }

    /// Plays moves by the rules from a state on, as far as they can be made; the state at the end.
    pub(super) fn walk_on(&mut self, steps: &mut Vec<Step>, mut state: State, mut reach: Reach, all: &[Move]) -> State {
        for whole in all {
            for mv in self.parts(&state, whole) {
                if state.ending != Ending::None || (self.stopped)() {
                    break;
                }
                let mut after = state.clone();
                after.lowest = i64::MAX;
                let at = self.project.floors[usize::from(mv.floor)].at(mv.cell);
                let stands = state.floor == mv.floor && at == (state.x, state.y);
                if !stands && !reach.has_cell(mv.floor, mv.cell) {
                    continue;
                }
                let made = !self.is_gone(&mv, &reach) && matches!(moves::make(self.project, &mut after, &mv), Ok(true));
                if !made || self.is_idle(&state, &after, &mv, &reach) {
                    continue;
                }
                (state, reach) = self.note(steps, mv, state, after, reach);
            }
        }
        state
    }

    /// A move in which several things are bought or sold, one after the other, without those for which the hero has not enough; the
    /// move alone where that is not the same. What is sold at once is what others keep for something better.
    fn parts(&self, state: &State, whole: &Move) -> Vec<Move> {
        let mut after = state.clone();
        let Some((&leave, answers)) = whole.script.split_last() else { return vec![whole.clone()] };
        if !self.bargains(&mut after, whole) {
            return vec![whole.clone()];
        }
        let (mut now, mut parts) = (state.clone(), Vec::new());
        for &answer in answers {
            let part = Move { script: vec![answer, leave], ..whole.clone() };
            let mut next = now.clone();
            if !self.bargains(&mut next, &part) {
                continue;
            }
            let single = (0..leave)
                .filter(|&other| other != answer)
                .find_map(|other| self.times(&now, &next, &Move { script: vec![other, leave], ..whole.clone() }));
            parts.extend(single.unwrap_or(vec![part]));
            now = next;
        }
        if has_same(&after, &now) { parts } else { vec![whole.clone()] }
    }

    /// Makes a move; whether it could be made and has changed what the hero has.
    fn bargains(&self, state: &mut State, mv: &Move) -> bool {
        let before = state.clone();
        matches!(moves::make(self.project, state, mv), Ok(true)) && !has_same(&before, state)
    }

    /// A move repeated until it does the same as something else, twice or more; `None` if it never does.
    fn times(&self, before: &State, after: &State, mv: &Move) -> Option<Vec<Move>> {
        let mut now = before.clone();
        for times in 1..=MAX_TIMES {
            if !self.bargains(&mut now, mv) {
                return None;
            }
            if has_same(&now, after) {
                return (times > 1).then(|| vec![mv.clone(); times]);
            }
        }
        None
    }

    /// Plays deeds by the rules, from the step of a number on; what cannot be done is left out. Returns what comes of them
    /// and the first deed that did something else than the sketch says.
    pub(super) fn replay(&mut self, from: usize, list: &[u32]) -> (Vec<Step>, Option<Mismatch>) {
        // What was taken at once belongs to the decision before it.
        let taken = self.steps[from..].iter().take_while(|step| from > 0 && step.at_once).count();
        let mut steps: Vec<Step> = self.steps[..from + taken].to_vec();
        let (mut state, mut reach) = match steps.last() {
            Some(step) => {
                let state = step.after.clone();
                let reach = self.expander.reach(&state);
                (state, reach)
            }
            None => self.begin(&mut steps),
        };
        let (mut mismatch, mut skipped, mut failed) = (None, None, Vec::new());
        let mut detours = DETOURS;
        for (at, &number) in list.iter().enumerate() {
            if state.ending != Ending::None || (self.stopped)() {
                break;
            }
            let deed = &self.deeds[number as usize];
            let decision = deed.decision.clone();
            if let On::Cell(cell, _) = decision.on
                && (deed.takes || deed.thing == NOTHING)
                && (reach.has_cell(decision.floor, cell)
                    || deed.takes && state.floors[usize::from(decision.floor)].visible(cell).is_none())
            {
                skipped = skipped.or(Some((number, at)));
                continue;
            }
            let mut made =
                make(self.project, &state, &reach, &decision).filter(|(_, after)| after.ending != Ending::Lost);
            if made.is_none()
                && !self.deeds[number as usize].is_idle()
                && let Some((ways, there, found)) = self.detour((&state, &reach), &decision, &mut detours)
            {
                (state, reach) = (ways.last().map_or(state, |step| step.after.clone()), there);
                steps.extend(ways);
                made = Some(found);
                mismatch = mismatch.or(Some((number, at)));
            }
            let Some((mv, after)) = made else {
                if self.deeds[number as usize].is_idle() {
                    continue;
                }
                mismatch = mismatch.or(Some((number, at)));
                failed.push(number);
                continue;
            };
            if mismatch.is_none() && !self.is_as_told(number, &state, &after) {
                mismatch = Some((number, at));
            }
            (state, reach) = self.note(&mut steps, mv, state, after, reach);
        }
        // What is gone was not needed, or was never there.
        let mismatch = if state.ending == Ending::Won { mismatch } else { mismatch.or(skipped) };
        (steps, mismatch.map(|(deed, at)| Mismatch { deed, at, failed }))
    }

    /// What is taken at once at the start.
    fn begin(&mut self, steps: &mut Vec<Step>) -> (State, Reach) {
        let mut first = self.start.clone();
        first.lowest = i64::MAX;
        let mut taken = Vec::new();
        let mut after = first.clone();
        let reach = self.expander.reach(&after);
        let reach = self.expander.take_on(&mut after, reach, &mut taken);
        self.taken(steps, first, &taken);
        see(steps, &reach);
        (after, reach)
    }

    /// Notes a decision and what is taken at once after it; the state then, and where the hero can go.
    pub(super) fn note(
        &mut self,
        steps: &mut Vec<Step>,
        mv: Move,
        before: State,
        mut after: State,
        mut reach: Reach,
    ) -> (State, Reach) {
        self.expander.states += 1;
        steps.push(Step { mv, at_once: false, before, after: after.clone(), reach: None });
        if after.ending == Ending::None {
            let first = after.clone();
            let mut taken = Vec::new();
            reach = self.expander.take_on(&mut after, reach, &mut taken);
            self.taken(steps, first, &taken);
            see(steps, &reach);
        }
        (after, reach)
    }

    /// Notes what was taken at once.
    fn taken(&self, steps: &mut Vec<Step>, mut state: State, all: &[Move]) {
        for mv in all {
            let before = state.clone();
            // It was just made so.
            let _ = moves::make(self.project, &mut state, mv);
            steps.push(Step { mv: mv.clone(), at_once: true, before, after: state.clone(), reach: None });
        }
    }

    /// Whether a move walks into what the hero walks through at no cost by now.
    fn is_gone(&self, mv: &Move, reach: &Reach) -> bool {
        let made = decision(self.project, mv);
        made.is_none_or(|made| matches!(made.on, On::Cell(cell, _) if reach.has_cell(mv.floor, cell)))
    }

    /// Whether a move has changed nothing that counts, and the hero is where he gets without it.
    fn is_idle(&self, before: &State, after: &State, mv: &Move, reach: &Reach) -> bool {
        let same = before.stats == after.stats && before.items == after.items && before.visited == after.visited;
        let there = after.floor == mv.floor && reach.has_hero(self.project, after);
        same && before.floors_hash == after.floors_hash && after.ending == Ending::None && there
    }

    /// Whether a deed did by the rules what the sketch says of it.
    fn is_as_told(&mut self, number: u32, before: &State, after: &State) -> bool {
        let numbers = self.slots.numbers(before);
        let Some(outcome) = self.outcome(number, &numbers) else { return false };
        let now = self.slots.numbers(after);
        let slots = &self.deeds[number as usize].slots;
        outcome.of(before.stats[0]) == seen(before, after)
            && slots.iter().all(|&(slot, grows)| {
                let slot = usize::from(slot);
                !self.slots.is_item(slot as u8) || now.slots[slot] - numbers.slots[slot] == grows
            })
    }
}

/// Whether the hero of two states has the same.
fn has_same(one: &State, other: &State) -> bool {
    one.stats == other.stats && one.items == other.items
}

/// Notes where the hero can go after the last step.
fn see(steps: &mut [Step], reach: &Reach) {
    if let Some(last) = steps.last_mut() {
        last.reach = Some(Arc::new(reach.clone()));
    }
}
