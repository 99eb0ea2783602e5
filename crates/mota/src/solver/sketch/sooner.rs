//! Something is done sooner, with all that it needs.

use super::Sketch;
use super::changes::{Change, TRIES};
use super::deed::Effect;
use rustc_hash::FxHashSet;

/// More deeds than these are not done sooner for the sake of one.
const MAX_PULLED: usize = 100;

/// Size of the sample of which the dearest deed counts as dear, a power of two: minimum and maximum.
const DEAREST: [u32; 2] = [3, 9];

/// Size of the sample of which the deed that makes the hero strongest is shifted earlier, every other time.
const STRONGEST: usize = 12;

/// Points of strength that what counts in every fight is worth.
const LASTING: i64 = 100;

impl Sketch<'_, '_> {
    /// What gives the hero something is done sooner, after all that it needs: every other time just before something that costs him much.
    pub(super) fn sooner(&mut self) -> Option<Change> {
        let line_end = self.base.line.len() - 1;
        let most = if self.random.below(2) == 0 { 1 } else { STRONGEST };
        let given: Vec<usize> = (0..most).filter_map(|_| self.given(line_end)).collect();
        let at = given.into_iter().max_by_key(|&at| self.strength(self.base.line[at]))?;
        let to = if self.random.below(2) == 0 { self.dear_before(at)? } else { at.saturating_sub(self.distance()) };
        if self.random.below(2) == 0 { self.pulled(at, to) } else { self.led(at, to) }
    }

    /// A step of the plan that gives the hero something.
    fn given(&mut self, line_end: usize) -> Option<usize> {
        (0..TRIES).find_map(|_| {
            let at = self.random.below(line_end);
            self.gives(self.base.line[at]).then_some(at)
        })
    }

    /// How much stronger a deed makes the hero: in attack and defence, or by what counts in every fight from then on.
    fn strength(&self, deed: u32) -> i64 {
        let deed = &self.deeds[deed as usize];
        let stats = match deed.effect {
            Effect::Always(outcome) => outcome.stats[1..=3].iter().sum(),
            Effect::Tried(_) | Effect::Unknown => 0,
        };
        if deed.slots.iter().any(|&(slot, more)| more > 0 && self.slots.is_lasting(slot)) { LASTING } else { stats }
    }

    /// A step of the plan is made before another one, after all that leads there the shortest way, whether the plan does that or not.
    pub(super) fn led(&mut self, at: usize, to: usize) -> Option<Change> {
        let first = self.way_by(self.base.line[at], to)?;
        let line = &self.base.line;
        let known: FxHashSet<u32> = first.iter().copied().collect();
        let last = line.iter().rposition(|deed| known.contains(deed)).filter(|&last| last >= to)?;
        let rest = line[to..=last].iter().filter(|deed| !known.contains(deed));
        let list = first.iter().chain(rest).chain(&line[last + 1..]).copied().collect();
        Some(Change { first: to, list, same: line.len() - last - 1 })
    }

    /// A step of the plan and all that it needs done before another one.
    pub(super) fn pulled(&self, at: usize, to: usize) -> Option<Change> {
        let needed = self.needed(at, to)?;
        let line = &self.base.line;
        let (mut list, mut rest) = (Vec::new(), Vec::new());
        for (step, &deed) in line.iter().enumerate().take(at + 1).skip(to) {
            if needed.contains(&step) { list.push(deed) } else { rest.push(deed) }
        }
        let is_other = !rest.is_empty();
        list.extend(rest);
        list.extend_from_slice(&line[at + 1..]);
        is_other.then(|| Change { first: to, list, same: line.len() - at - 1 })
    }

    /// A step of the plan that costs many hp, before another one.
    pub(super) fn dear_before(&mut self, at: usize) -> Option<usize> {
        let (random, numbers) = (&mut self.random, &self.base.numbers);
        let most = DEAREST[0] as usize + random.below((DEAREST[1] - DEAREST[0]) as usize + 1);
        let steps = (0..1 << most).map(|_| random.below(at));
        steps.max_by_key(|&step| numbers[step].stats[0] - numbers[step + 1].stats[0])
    }

    /// The steps of the plan that one of them needs, from a step on, and it too; none if they are too many.
    fn needed(&self, at: usize, from: usize) -> Option<FxHashSet<usize>> {
        let mut needed = FxHashSet::default();
        let mut open = vec![at];
        while let Some(step) = open.pop() {
            if step < from || !needed.insert(step) {
                continue;
            }
            if needed.len() > MAX_PULLED {
                return None;
            }
            let deed = &self.deeds[self.base.line[step] as usize];
            let near = if deed.stands { &self.marks.reached } else { &self.marks.touched };
            let near = near.when(deed.at);
            let befores = deed.after.iter().chain(&deed.learned).chain(&deed.within);
            let done = befores.filter_map(|&before| self.marks.done.when(before));
            let gone = deed.needs.iter().filter_map(|&thing| self.marks.gone.when(thing));
            let back = deed.back_by.and_then(|back| self.marks.done.when(back));
            open.extend(near.into_iter().chain(done).chain(gone).chain(back).filter_map(|when| when.checked_sub(1)));
            open.extend(self.given_by(step, from));
        }
        Some(needed)
    }

    /// The steps of the plan from one on by which the hero has the tools that a later one needs.
    fn given_by(&self, step: usize, from: usize) -> impl Iterator<Item = usize> {
        let (line, has) = (&self.base.line, &self.base.numbers[from]);
        let deed = &self.deeds[line[step] as usize];
        deed.lacks(has, &self.slots).filter_map(move |slot| {
            (from..step)
                .rev()
                .find(|&at| self.deeds[line[at] as usize].slots.iter().any(|&(other, more)| other == slot && more > 0))
        })
    }
}
