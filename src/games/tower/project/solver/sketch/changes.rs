//! Changes of a plan on the sketch.

use super::Sketch;
use rustc_hash::FxHashMap;

/// So many deeds in a row are changed at most.
const LONGEST: usize = 8;

/// Deeds move by so many places at most.
const FAR: f64 = 600.0;

/// A deed needs others, and these again others, no further than this.
const DEEP: usize = 4;

/// So often is something looked for at random.
const TRIES: usize = 12;

/// Other deeds from a step of the plan on.
pub struct Change {
    /// The step.
    pub first: usize,
    /// The deeds, to the end.
    pub list: Vec<u32>,
    /// How many of them, at the end, are those of the plan.
    pub same: usize,
}

impl Sketch<'_, '_> {
    /// A change at random.
    pub(super) fn change(&mut self) -> Option<Change> {
        let count = self.base.line.len();
        if count < 3 {
            return None;
        }
        match self.random.below(20) {
            0..=3 => self.shift(true),
            4..=7 => self.shift(false),
            8..=9 => self.leave_out(),
            10..=12 => {
                let drops = self.random.below(2) == 0;
                self.exchange(drops)
            }
            13..=16 => self.exchange(true),
            _ => self.answer(),
        }
    }

    /// A place in the plan where a decision is made, and how many go with it.
    fn piece(&mut self) -> Option<(usize, usize)> {
        let count = self.base.line.len() - 1;
        let longest = if self.random.below(2) == 0 { 1 } else { 1 + self.random.below(LONGEST) };
        for _ in 0..TRIES {
            let at = self.random.below(count);
            if !self.deeds[self.base.line[at] as usize].at_once {
                return Some((at, longest.min(count - at)));
            }
        }
        None
    }

    /// Near more often than far.
    fn distance(&mut self) -> usize {
        (self.random.unit() * FAR.ln()).exp() as usize
    }

    /// Deeds are done later, or earlier.
    fn shift(&mut self, later: bool) -> Option<Change> {
        let (at, length) = self.piece()?;
        let far = self.distance();
        let line = &self.base.line;
        let piece = &line[at..at + length];
        if later {
            let to = (at + length + far).min(line.len() - 1);
            let list = [&line[at + length..to], piece, &line[to..]].concat();
            return Some(Change { first: at, list, same: line.len() - to });
        }
        let to = at.saturating_sub(far);
        let list = [piece, &line[to..at], &line[at + length..]].concat();
        Some(Change { first: to, list, same: line.len() - at - length })
    }

    /// Deeds are left out.
    fn leave_out(&mut self) -> Option<Change> {
        let (at, length) = self.piece()?;
        let line = &self.base.line;
        Some(Change { first: at, list: line[at + length..].to_vec(), same: line.len() - at - length })
    }

    /// Deeds are done that were not, and perhaps others left out for them (`drops`).
    fn exchange(&mut self, drops: bool) -> Option<Change> {
        let (at, length) = if drops { self.piece()? } else { (0, 0) };
        let (from, new) = self.way()?;
        let line_end = self.base.line.len() - 1;
        let from = from.min(line_end);
        let to = if self.random.below(2) == 0 && drops {
            (at + self.random.below(40)).saturating_sub(self.random.below(40)).clamp(from, line_end)
        } else {
            from + self.random.below(line_end - from + 1)
        };
        let line = &self.base.line;
        let (first, end, list) = if !drops {
            (to, to, [&new, &line[to..]].concat())
        } else if to <= at {
            (to, at + length, [&new, &line[to..at], &line[at + length..]].concat())
        } else if to >= at + length {
            (at, to, [&line[at + length..to], &new, &line[to..]].concat())
        } else {
            (at, at + length, [&new, &line[at + length..]].concat())
        };
        Some(Change { first, list, same: line.len() - end })
    }

    /// A deed that is not done, at random.
    fn undone(&mut self) -> Option<u32> {
        for _ in 0..TRIES {
            let number = self.random.below(self.deeds.len()) as u32;
            let deed = &self.deeds[number as usize];
            if !deed.wins && self.is_open(number) {
                return Some(number);
            }
        }
        None
    }

    /// Deeds that are not done, each beside what the one before opens, and the step from which on the first can be done.
    fn way(&mut self) -> Option<(usize, Vec<u32>)> {
        let last = self.undone()?;
        let target = self.deeds[last as usize].at;
        let mut came: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        came.insert(target, None);
        let mut queue = vec![target];
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            if let Some(when) = self.marks.touched.when(place) {
                return self.with_needs(when, self.deeds_to(last, place, &came));
            }
            if let Some(&by) = self.arrivals.get(&place)
                && self.is_open(by)
                && let Some(when) = self.marks.touched.when(self.deeds[by as usize].at)
            {
                let mut all = vec![by];
                all.extend(self.deeds_to(last, place, &came));
                return self.with_needs(when, all);
            }
            let floor = self.places.floor[place as usize];
            let beside = self.places.next[place as usize].len();
            let turn = self.random.below(beside.max(1));
            for number in 0..beside {
                let other = self.places.next[place as usize][(number + turn) % beside];
                let here = self.places.floor[other as usize] == floor;
                if here
                    && !came.contains_key(&other)
                    && (self.opens_up(other) || self.marks.touched.when(other).is_some())
                {
                    came.insert(other, Some(place));
                    queue.push(other);
                }
            }
        }
        None
    }

    /// Whether a deed is not done and may be.
    fn is_open(&self, deed: u32) -> bool {
        self.marks.done.when(deed).is_none() && !self.deeds[deed as usize].barred
    }

    /// Deeds, each after those that it needs and that are not done, and the step from which on the first can be done.
    fn with_needs(&self, when: usize, all: Vec<u32>) -> Option<(usize, Vec<u32>)> {
        let (mut list, mut from) = (Vec::new(), when);
        for deed in all {
            self.need(deed, &mut list, &mut from, 0)?;
        }
        Some((from, list))
    }

    /// Adds a deed to a list, after what it needs.
    fn need(&self, deed: u32, list: &mut Vec<u32>, from: &mut usize, depth: usize) -> Option<()> {
        if depth > DEEP || !self.is_open(deed) {
            return None;
        }
        let what = &self.deeds[deed as usize];
        for &before in what.after.iter().filter(|&&before| self.marks.done.when(before).is_none()) {
            if !list.contains(&before) {
                *from = (*from).max(self.marks.touched.when(self.deeds[before as usize].at)?);
                self.need(before, list, from, depth + 1)?;
            }
        }
        let has = self.base.numbers.last()?;
        for &(slot, grows) in &what.slots {
            if grows < 0 && has.slots[usize::from(slot)] < -grows && self.slots.is_item(slot) && !what.may_owe {
                let givers = self.givers.get(&slot).into_iter().flatten();
                let mut open = givers.copied().filter(|&giver| self.is_open(giver) && !list.contains(&giver));
                let giver = open.next()?;
                self.need(giver, list, from, depth + 1)?;
            }
        }
        list.push(deed);
        Some(())
    }

    /// Whether the hero could come through a place.
    fn opens_up(&self, place: u32) -> bool {
        self.marks.opened.when(place).is_some() || self.blocker(place).is_some()
    }

    /// What is not done and stands on a place.
    fn blocker(&self, place: u32) -> Option<u32> {
        let mut all = self.at[place as usize].iter().copied();
        all.find(|&deed| self.is_open(deed) && self.deeds[deed as usize].takes)
    }

    /// The deeds from a place to the last one.
    fn deeds_to(&self, last: u32, from: u32, came: &FxHashMap<u32, Option<u32>>) -> Vec<u32> {
        let mut all = Vec::new();
        let mut at = from;
        while let Some(Some(next)) = came.get(&at) {
            if self.marks.opened.when(at).is_none() {
                all.extend(self.blocker(at));
            }
            at = *next;
        }
        all.push(last);
        all
    }

    /// A question is answered in another way.
    fn answer(&mut self) -> Option<Change> {
        let count = self.base.line.len() - 1;
        for _ in 0..4 * TRIES {
            let at = self.random.below(count);
            let deed = &self.deeds[self.base.line[at] as usize];
            if deed.decision.script.is_empty() {
                continue;
            }
            let all = &self.at[deed.at as usize];
            let &other = all.get(self.random.below(all.len()))?;
            let is_other = self.deeds[other as usize].thing == deed.thing && self.marks.done.when(other).is_none();
            if is_other {
                let list = [&[other], &self.base.line[at + 1..]].concat();
                return Some(Change { first: at, list, same: self.base.line.len() - at - 1 });
            }
        }
        None
    }
}
