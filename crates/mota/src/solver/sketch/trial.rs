//! Changed plans tried on the sketch.

use super::super::debt::{Purse, Tally};
use super::Sketch;
use super::changes::Change;
use super::deed::{Deed, Hp, half};
use super::marks::Clock;
use rustc_hash::FxHashMap;

/// Steps between two comparisons of the hero with the one of the plan.
const SELDOM: usize = 8;

impl Sketch<'_, '_> {
    /// How well the plan would stand with other deeds from a step on, of which `same` at the end are those of the plan; none where it
    /// would not win, or where the hero comes to these with nothing more than before and fewer hp by more than the slack.
    pub(super) fn tried(&mut self, change: &Change, slack: f64) -> Option<f64> {
        let Change { first, ref list, same } = *change;
        self.trial += 1;
        let clock = Clock { limit: first as u32, trial: self.trial, step: None };
        self.course.begin(clock, self.base.hero(first));
        for (at, &deed) in list.iter().enumerate() {
            let left = list.len() - at;
            if left <= same && at > 0 {
                let joins = self.base.line.len() - left;
                if self.course.done == self.base.done[joins] && self.differs_in_hp(joins) {
                    return Some(self.joined(joins));
                }
                if at % SELDOM == 0 && self.is_worse(joins, slack) {
                    return None;
                }
            }
            self.turn(deed);
            if self.course.has_won {
                return Some(self.standing(&self.course.tally, &self.course.numbers));
            }
        }
        None
    }

    /// Whether the hero has nothing more than in the plan before a step, and fewer hp by more than the slack.
    fn is_worse(&self, step: usize, slack: f64) -> bool {
        let (own, other) = (&self.course.numbers, &self.base.numbers[step]);
        (other.stats[0] - own.stats[0]) as f64 > slack
            && own.stats[1..].iter().zip(&other.stats[1..]).all(|(own, other)| own <= other)
            && own.slots.iter().zip(&other.slots).all(|(own, other)| own <= other)
    }

    /// Whether the hero has what he had in the plan before a step, but for hp.
    fn differs_in_hp(&self, step: usize) -> bool {
        let (own, other) = (&self.course.numbers, &self.base.numbers[step]);
        own.stats[1..] == other.stats[1..] && own.slots == other.slots
    }

    /// What comes of it where all from a step on goes as in the plan, with other hp.
    fn joined(&self, step: usize) -> f64 {
        let base = &self.base;
        let Some(mut end) = base.numbers.last().copied() else { return f64::NEG_INFINITY };
        let mut more = self.course.numbers.stats[0] - base.numbers[step].stats[0];
        let mut tally = self.course.tally;
        tally.add_keys(&base.after[step]);
        let mut at = step;
        while more != 0 && at < base.line.len() {
            let turns = base.turns[at];
            (at..turns).for_each(|at| tally.add_hp(base.numbers[at].stats[0] + more, base.least[at] + more));
            at = turns;
            let Some(&deed) = base.line.get(turns) else { break };
            let hp = base.numbers[turns].stats[0];
            let left = match self.deeds[deed as usize].hp {
                Hp::Kept => more,
                Hp::Set(_) => 0,
                Hp::Halved => more - half(hp + more) + half(hp),
            };
            // What sets the hp may take some before.
            tally.add_hp(hp + more, base.least[turns] + if left == 0 { more } else { left });
            (more, at) = (left, turns + 1);
        }
        tally.add_hp_of(&base.after[at]);
        end.stats[0] += more;
        self.standing(&tally, &end)
    }

    /// Makes other deeds from a step on the plan.
    pub(super) fn take_over(&mut self, first: usize, list: &[u32]) {
        let step = first as u32;
        self.marks.each().into_iter().for_each(|marks| marks.cut(step));
        self.base.cut(first);
        let clock = Clock::of_plan(step);
        self.course.begin(clock, self.base.hero(first));
        for &deed in list {
            self.turn(deed);
            if self.course.has_won {
                break;
            }
        }
        self.base.line.extend_from_slice(&self.course.made);
        self.finish_plan();
    }

    /// Adds up what is owed from each step on, and how well the plan stands.
    pub(super) fn finish_plan(&mut self) {
        let count = self.base.line.len();
        self.base.turns.resize(count + 1, count);
        self.base.turns[count] = count;
        self.base.after.resize(count + 1, Tally::default());
        self.base.after[count] = Tally::default();
        for step in (0..count).rev() {
            let deed = self.base.line[step] as usize;
            let is_kept = self.deeds[deed].hp == Hp::Kept;
            self.base.turns[step] = if is_kept { self.base.turns[step + 1] } else { step };
            let (before, after) =
                (self.slots.purse(&self.base.numbers[step]), self.slots.purse(&self.base.numbers[step + 1]));
            let mut tally = self.base.after[step + 1];
            tally.add(before, Purse { hp: self.base.least[step], ..after });
            self.base.after[step] = tally;
        }
        self.base.loans = (0..count).flat_map(|step| self.loans_in(step)).collect();
        self.told = self.stands();
    }

    /// Notes for each deed which others may wait for it.
    pub(super) fn link(&mut self) {
        self.unlocks.iter_mut().for_each(Vec::clear);
        self.joined.iter_mut().for_each(Vec::clear);
        self.at_once = self.deeds.iter().map(|deed| deed.at_once).collect();
        let takers = self.all_takers();
        let offer = |deed: &Deed| !deed.decision.script.is_empty() && !deed.is_idle();
        self.offers = (0..self.deeds.len() as u32).filter(|&deed| offer(&self.deeds[deed as usize])).collect();
        self.arrivals.clear();
        self.landings.clear();
        self.openers.clear();
        self.givers.clear();
        self.joints.clear();
        for (number, deed) in self.deeds.iter().enumerate() {
            for &before in deed.after.iter().chain(&deed.learned) {
                self.unlocks[before as usize].push(number as u32);
            }
            for taker in deed.needs.iter().filter_map(|thing| takers.get(thing)).flatten() {
                self.unlocks[*taker as usize].push(number as u32);
            }
            if !deed.joint.opens.is_empty() {
                deed.joint.opens.iter().for_each(|&place| self.joints.insert(place, number as u32));
                for taker in deed.joint.things.iter().filter_map(|thing| takers.get(thing)).flatten() {
                    self.joined[*taker as usize].push(number as u32);
                }
            }
            let elsewhere = deed.opens.iter().filter(|&&place| place != deed.at || deed.stands);
            for &(slot, _) in deed.slots.iter().filter(|(_, grows)| *grows > 0) {
                self.givers.entry(slot).or_default().push(number as u32);
            }
            if self.marks.done.when(number as u32).is_some() {
                deed.arrives.iter().for_each(|&place| self.landings.insert(place, number as u32));
                for &place in elsewhere {
                    if self.openers.get(place).is_none() {
                        self.openers.insert(place, number as u32);
                    }
                }
            } else {
                deed.arrives.iter().for_each(|&place| self.arrivals.insert(place, number as u32));
                elsewhere.for_each(|&place| self.openers.insert(place, number as u32));
            }
        }
        self.takers = takers;
    }

    /// The deeds after which each thing is gone that others are held by.
    fn all_takers(&self) -> FxHashMap<u32, Vec<u32>> {
        let held = self.deeds.iter().flat_map(|deed| deed.needs.iter().chain(&deed.joint.things));
        let mut takers: FxHashMap<u32, Vec<u32>> = held.map(|&thing| (thing, Vec::new())).collect();
        for (number, deed) in self.deeds.iter().enumerate().filter(|(_, deed)| deed.takes) {
            if let Some(all) = takers.get_mut(&deed.thing) {
                all.push(number as u32);
            }
        }
        takers
    }
}
