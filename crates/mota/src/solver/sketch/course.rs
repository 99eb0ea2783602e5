//! The course of a plan on the sketch of a tower: deed after deed, without the rules.

use super::super::debt::{Purse, Tally};
use super::base::Hero;
use super::deed::{NOTHING, Outcome};
use super::marks::Clock;
use super::slots::{GOLD, Numbers};
use super::{NO_DEED, Sketch};
use crate::state::STATS;
use meihua_contracts::random::mix;

/// Where a course stands.
pub(super) struct Course {
    pub(super) clock: Clock,
    pub(super) numbers: Numbers,
    /// The deeds so far, since it began.
    pub(super) made: Vec<u32>,
    /// The most hp that are owed in each of them, and after all of them.
    pub(super) tally: Tally,
    /// A word that is equal where the same deeds were done.
    pub(super) done: u64,
    pub(super) has_won: bool,
    /// The deed that has led the hero to where he is cut off, if he is.
    within: Option<u32>,
    /// Deeds that wait until he is back.
    held: Vec<u32>,
    /// Deeds that may be possible now.
    ready: Vec<u32>,
    /// Deeds that wait for gold or items.
    poor: Vec<u32>,
    /// Places to be reached.
    open: Vec<u32>,
    /// Places that were reached since the rules were asked last, while notes are made.
    pub(super) fresh: Vec<u32>,
}

impl Course {
    /// One of a hero.
    pub(super) fn new(numbers: Numbers) -> Course {
        Course {
            clock: Clock { limit: 0, trial: 0, step: None },
            numbers,
            made: Vec::new(),
            tally: Tally::default(),
            done: 0,
            has_won: false,
            within: None,
            held: Vec::new(),
            ready: Vec::new(),
            poor: Vec::new(),
            open: Vec::new(),
            fresh: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, clock: Clock, hero: Hero) {
        (self.clock, self.numbers, self.tally) = (clock, hero.numbers, hero.tally);
        (self.done, self.within) = (hero.done, hero.within);
        self.has_won = false;
        self.held.clear();
        self.made.clear();
        self.ready.clear();
        self.poor.clear();
        self.fresh.clear();
    }
}

/// The word of a deed among those that were done.
pub(super) fn word(deed: u32) -> u64 {
    mix(u64::from(deed) + 1)
}

impl Sketch<'_, '_> {
    /// What a deed would do to the hero now; none where that cannot be had.
    pub(super) fn outcome(&mut self, deed: u32, numbers: &Numbers) -> Option<Outcome> {
        let effect = self.deeds[deed as usize].effect;
        self.trials.outcome(effect, &self.slots, numbers)
    }

    /// Does a deed when its turn comes, or notes that it waits; then what waited for it.
    pub(super) fn turn(&mut self, deed: u32) {
        self.attempt(deed);
        self.leave(deed);
        while let Some(next) = self.course.ready.pop() {
            if self.course.has_won {
                return;
            }
            self.attempt(next);
        }
    }

    /// The hero leaves where he is cut off, if it was the turn of what he does there at last and he cannot do it.
    fn leave(&mut self, deed: u32) {
        let Some(head) = self.course.within else { return };
        let head = &self.deeds[head as usize];
        if head.is_visit && head.back_by == Some(deed) && !self.marks.done.has(deed, self.course.clock) {
            self.come_back();
        }
    }

    fn attempt(&mut self, deed: u32) {
        let clock = self.course.clock;
        if self.marks.done.has(deed, clock) {
            return;
        }
        let within = self.course.within;
        if within.is_some() && self.deeds[deed as usize].within != within {
            self.course.held.push(deed);
            self.marks.waits.set(deed, clock);
            return;
        }
        if !self.may(deed) {
            self.marks.waits.set(deed, clock);
            return;
        }
        let effect = self.deeds[deed as usize].effect;
        let outcome = self.trials.outcome(effect, &self.slots, &self.course.numbers);
        match outcome.and_then(|outcome| self.afford(deed, &outcome)) {
            Some((grows, least)) => {
                let before = self.slots.purse(&self.course.numbers);
                let gains = self.grow(deed, &grows);
                self.enact(deed, (before, least), gains);
            }
            None => {
                self.marks.waits.set(deed, clock);
                self.course.poor.push(deed);
            }
        }
    }

    /// Whether the hero gets to where a deed is done, and what has to be done before it is done.
    fn may(&self, number: u32) -> bool {
        let (deed, clock) = (&self.deeds[number as usize], self.course.clock);
        let near = if deed.stands { &self.marks.reached } else { &self.marks.touched };
        near.has(deed.at, clock)
            && (deed.thing == NOTHING || !self.marks.gone.has(deed.thing, clock))
            && deed.after.iter().chain(&deed.learned).all(|&before| self.marks.done.has(before, clock))
            && deed.needs.iter().all(|&thing| self.marks.gone.has(thing, clock))
            && !deed.barred
    }

    /// What the hero's numbers grow by in a deed, and the least hp in it; none where he lacks gold or items.
    fn afford(&self, number: u32, outcome: &Outcome) -> Option<([i64; STATS], i64)> {
        let own = &self.course.numbers;
        let grows = outcome.of(own.stats[0]);
        if own.stats[GOLD] + grows[GOLD] < 0 {
            return None;
        }
        let deed = &self.deeds[number as usize];
        for &(slot, more) in deed.slots.iter().filter(|&&(_, more)| more < 0) {
            let is_short = own.slots[usize::from(slot)] + more < 0;
            let may_owe = || self.lent && deed.may_owe && self.slots.keys.contains(&slot);
            if is_short && !may_owe() && self.slots.is_item(slot) {
                return None;
            }
        }
        Some((grows, own.stats[0] + outcome.lowest.min(grows[0])))
    }

    /// Lets the hero's numbers grow by a deed; whether he has more gold or items then.
    fn grow(&mut self, number: u32, grows: &[i64; STATS]) -> bool {
        let own = &mut self.course.numbers;
        for (own, grows) in own.stats.iter_mut().zip(grows) {
            *own += grows;
        }
        let mut gains = grows[GOLD] > 0;
        for &(slot, more) in &self.deeds[number as usize].slots {
            own.slots[usize::from(slot)] += more;
            gains |= more > 0;
        }
        gains
    }

    /// Does a deed, after which the hero has his numbers already: with what he had before it, the least hp in it, and whether he has
    /// gained gold or items.
    pub(super) fn enact(&mut self, number: u32, (before, least): (Purse, i64), gains: bool) {
        let after = self.slots.purse(&self.course.numbers);
        self.course.tally.add(before, Purse { hp: least, ..after });
        self.course.made.push(number);
        self.course.done ^= word(number);
        if let Some(step) = &mut self.course.clock.step {
            *step += 1;
        }
        let clock = self.course.clock;
        self.marks.done.set(number, clock);
        self.cross(number);
        if clock.step.is_some() {
            let Course { numbers, tally, done, within, .. } = self.course;
            self.base.push(Hero { numbers, tally, done, within }, least);
        }
        let index = number as usize;
        if self.deeds[index].takes && self.deeds[index].thing != NOTHING {
            self.marks.gone.set(self.deeds[index].thing, clock);
        }
        for next in 0..self.deeds[index].opens.len() {
            self.open(self.deeds[index].opens[next]);
        }
        for next in 0..self.deeds[index].arrives.len() {
            let place = self.deeds[index].arrives[next];
            self.open(place);
            self.reach(place);
        }
        for next in 0..self.deeds[index].frees.len() {
            let place = self.deeds[index].frees[next];
            if self.marks.touched.has(place, clock) && self.marks.opened.has(place, clock) {
                self.reach(place);
            }
        }
        self.course.has_won |= self.deeds[index].wins;
        self.open_together(number);
        for next in 0..self.unlocks[index].len() {
            let next = self.unlocks[index][next];
            if self.marks.waits.has(next, clock) || (!self.is_learning && self.at_once[next as usize]) {
                self.course.ready.push(next);
            }
        }
        if gains && !self.course.poor.is_empty() {
            let poor = std::mem::take(&mut self.course.poor);
            self.course.ready.extend(poor);
        }
    }

    /// The hero is cut off by a deed, or back by it: then it is the turn of what was held.
    fn cross(&mut self, number: u32) {
        let clock = self.course.clock;
        if self.is_learning {
            return;
        }
        match self.course.within {
            None => {
                let cut = self.deeds[number as usize].back_by.is_some_and(|back| !self.marks.done.has(back, clock));
                self.course.within = cut.then_some(number);
            }
            Some(head) if self.deeds[head as usize].back_by == Some(number) => {
                self.come_back();
            }
            Some(_) => {}
        }
    }

    /// The hero is no longer cut off: it is the turn of what was held.
    fn come_back(&mut self) {
        self.course.within = None;
        let Course { ready, held, .. } = &mut self.course;
        ready.extend(held.drain(..).rev());
    }

    /// Opens what opens once all of some things are gone, where a deed was the last.
    fn open_together(&mut self, last: u32) {
        // While notes are made, it is not yet linked with itself.
        self.open_joint(last);
        for next in 0..self.joined[last as usize].len() {
            self.open_joint(self.joined[last as usize][next]);
        }
    }

    /// Opens what a deed opens with others, if all of their things are gone.
    fn open_joint(&mut self, deed: u32) {
        let joint = &self.deeds[deed as usize].joint;
        if joint.opens.is_empty() || !joint.things.iter().all(|&thing| self.marks.gone.has(thing, self.course.clock)) {
            return;
        }
        for next in 0..joint.opens.len() {
            self.open(self.deeds[deed as usize].joint.opens[next]);
        }
    }

    /// Opens a place: the hero comes to it if he gets beside it.
    fn open(&mut self, place: u32) {
        let clock = self.course.clock;
        if self.marks.opened.set(place, clock) && self.marks.touched.has(place, clock) {
            self.reach(place);
        }
    }

    /// The hero comes to a place, and from there to all that is open.
    pub(super) fn reach(&mut self, place: u32) {
        let clock = self.course.clock;
        self.course.open.push(place);
        while let Some(place) = self.course.open.pop() {
            let gate = self.gates.get(place);
            if gate.is_some_and(|gate| gate == NO_DEED || !self.marks.done.has(gate, clock)) {
                continue;
            }
            if !self.marks.reached.set(place, clock) {
                continue;
            }
            if self.is_learning {
                self.course.fresh.push(place);
            }
            self.touch(place, true);
            let floor = self.places.floor[place as usize];
            if self.marks.visited.set(floor.into(), clock) && self.flies {
                self.fly(floor);
            }
            for next in 0..self.places.next[place as usize].len() {
                let next = self.places.next[place as usize][next];
                self.touch(next, false);
                if self.marks.opened.has(next, clock) && !self.marks.reached.has(next, clock) {
                    self.course.open.push(next);
                }
            }
        }
    }

    /// The hero comes beside a place, or to it: what stands there may have waited for that.
    fn touch(&mut self, place: u32, stands: bool) {
        let clock = self.course.clock;
        if !self.marks.touched.set(place, clock) && !stands {
            return;
        }
        for next in 0..self.at[place as usize].len() {
            let number = self.at[place as usize][next];
            if (!self.is_learning && self.at_once[number as usize]) || self.marks.waits.has(number, clock) {
                self.course.ready.push(number);
            }
        }
    }

    /// Flights to a floor that is new, and from it.
    fn fly(&mut self, floor: u16) {
        for other in 0..self.places.landings.len() as u16 {
            if other != floor && self.marks.visited.has(other.into(), self.course.clock) {
                let (low, high) = (floor.min(other), floor.max(other));
                let ends = [self.places.landings[usize::from(high)][0], self.places.landings[usize::from(low)][1]];
                self.course.open.extend(ends.into_iter().flatten());
            }
        }
    }
}
