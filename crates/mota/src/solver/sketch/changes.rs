//! Changes of a plan on the sketch.

use super::Sketch;
use super::ways::Way;

/// Maximum number of consecutive operators in one move.
const MAX_SEGMENT: usize = 8;

/// Maximum distance that operators move.
const MAX_SHIFT: f64 = 600.0;

/// So often is something looked for at random.
pub(super) const TRIES: usize = 12;

/// There is no way to most deeds: so often is one looked for.
const WAYS: usize = 8;

/// Other deeds from a step of the plan on.
pub(super) struct Change {
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
        match self.random.below(if self.is_near { 42 } else { 34 }) {
            0..=3 => self.shift(true),
            4..=7 => self.shift(false),
            8..=9 => self.leave_out(),
            10..=12 => {
                let drops = self.random.below(2) == 0;
                self.exchange(drops)
            }
            13..=18 => self.exchange(true),
            19..=25 => self.trade(),
            26 => self.finale(),
            27..=30 => self.sooner(),
            31..=33 => self.answer(),
            _ => self.settle(),
        }
    }

    /// A place in the plan where a decision is made, and how many go with it.
    fn piece(&mut self) -> Option<(usize, usize)> {
        let count = self.horizon().max(1);
        let longest = if self.random.below(2) == 0 { 1 } else { 1 + self.random.below(MAX_SEGMENT) };
        for _ in 0..TRIES {
            let at = self.random.below(count);
            if !self.deeds[self.base.line[at] as usize].at_once {
                return Some((at, longest.min(count - at)));
            }
        }
        None
    }

    /// A step of the plan from one on, at random.
    fn step_from(&mut self, from: usize) -> usize {
        let last = self.horizon().max(from);
        from + self.random.below(last - from + 1)
    }

    /// Near more often than far.
    pub(super) fn distance(&mut self) -> usize {
        (self.random.unit() * MAX_SHIFT.ln()).exp() as usize
    }

    /// Deeds are done later, or earlier: later what costs much, every now and then.
    fn shift(&mut self, later: bool) -> Option<Change> {
        let count = self.base.line.len() - 1;
        let (at, length) =
            if later && self.random.below(4) == 0 { (self.dear_before(count)?, 1) } else { self.piece()? };
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
        let Way { from, list: new, drop } = (0..WAYS).find_map(|_| self.way())?;
        let (at, length, drops) = drop.map_or((at, length, drops), |drop| (drop, 1, true));
        let line_end = self.base.line.len() - 1;
        let from = from.min(line_end);
        let to = if self.random.below(2) == 0 && drops {
            (at + self.random.below(40)).saturating_sub(self.random.below(40)).clamp(from, line_end)
        } else {
            self.step_from(from)
        };
        let (at, length) = if drops { (at, length) } else { (to, 0) };
        Some(self.replaced(at, length, &new, to))
    }

    /// The plan without `length` deeds from a step on, and with others before another step.
    pub(super) fn replaced(&self, at: usize, length: usize, new: &[u32], to: usize) -> Change {
        let line = &self.base.line;
        let (first, end, list) = if to <= at {
            (to, at + length, [new, &line[to..at], &line[at + length..]].concat())
        } else if to >= at + length {
            (at, to, [&line[at + length..to], new, &line[to..]].concat())
        } else {
            (at, at + length, [new, &line[at + length..]].concat())
        };
        Change { first, list, same: line.len() - end }
    }

    /// Something is bought or sold, and perhaps something else is not: prices rise with what is bought anywhere, so that the one is paid
    /// with the other.
    fn trade(&mut self) -> Option<Change> {
        let line_end = self.base.line.len() - 1;
        let new = self.offer(|sketch, deed| sketch.is_open(deed))?;
        let way = match self.marks.touched.when(self.deeds[new as usize].at) {
            Some(from) => Way { from, list: vec![new], drop: None },
            None => self.way_to(new)?,
        };
        let from = way.from.min(line_end);
        if way.drop.is_some() {
            let to = self.step_from(from);
            return Some(self.placed(&way, to));
        }
        let old = self.offer(|sketch, deed| sketch.marks.done.when(deed).is_some());
        let old = old
            .filter(|_| self.random.below(4) > 0)
            .and_then(|old| self.base.line.iter().position(|&deed| deed == old));
        let to = match old {
            Some(old) if self.random.below(2) == 0 => {
                let far = self.distance();
                if self.random.below(2) == 0 { old.saturating_sub(far) } else { old + far }.clamp(from, line_end)
            }
            _ => self.step_from(from),
        };
        let (at, length) = old.map_or((to, 0), |old| (old, 1));
        Some(self.replaced(at, length, &way.list, to))
    }

    /// A bargain for which something holds.
    fn offer(&mut self, holds: impl Fn(&Self, u32) -> bool) -> Option<u32> {
        for _ in 0..TRIES {
            let deed = *self.offers.get(self.random.below(self.offers.len().max(1)))?;
            if holds(self, deed) {
                return Some(deed);
            }
        }
        None
    }

    /// The hero comes somewhere by what he has not done yet, and wins from there if he can: another way to the end, which is as long as
    /// what it stands for, is never found deed by deed.
    fn finale(&mut self) -> Option<Change> {
        let (&win, line_end) = (self.base.line.last()?, self.base.line.len() - 1);
        let places = self.arrivals.places();
        let place = *places.get(self.random.below(places.len().max(1)))?;
        let comes = self.arrivals.get(place)?;
        let Way { from, list: new, .. } = self.way_to(comes).filter(|way| way.drop.is_none())?;
        let to = line_end.saturating_sub(self.distance()).max(from.min(line_end));
        Some(Change { first: to, list: [new, vec![win]].concat(), same: 0 })
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
