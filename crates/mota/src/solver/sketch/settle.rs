//! Changes where something is borrowed: what repairs a plan is tried where it fails (min-conflicts: Minton, Johnston, Philips and
//! Laird, 1992).

use super::super::debt::KEYS;
use super::Sketch;
use super::base::Loan;
use super::changes::{Change, TRIES};

/// Maximum distance, in operators, of a predecessor that is inserted.
const BEFORE: usize = 40;

impl Sketch<'_, '_> {
    /// Something that is borrowed is not, or less of it: what costs it is done later or not at all, or what gives it is done sooner.
    pub(super) fn settle(&mut self) -> Option<Change> {
        let loan = self.loan()?;
        let end = self.base.line.len() - 1;
        match self.random.below(4) {
            0 => {
                let to = loan.step + 1 + self.distance();
                Some(self.later(loan.step, to.min(end)))
            }
            1 => {
                let spends = self.spent(loan)?;
                let to = loan.step + 1 + if self.random.below(2) == 0 { 0 } else { self.distance() };
                Some(self.later(spends, to.min(end)))
            }
            2 => {
                let gives = self.given_after(loan, end)?;
                let to = self.near_before(loan.step);
                if self.random.below(2) == 0 { self.pulled(gives, to) } else { self.led(gives, to) }
            }
            _ => {
                let gives = self.undone_giver(loan)?;
                let way = self.way_to(gives)?;
                let to = self.near_before(loan.step).max(way.from).min(end);
                Some(self.placed(&way, to))
            }
        }
    }

    /// A step of the plan is made before another, later one.
    fn later(&self, at: usize, to: usize) -> Change {
        let line = &self.base.line;
        let to = to.max(at + 1);
        Change { first: at, list: [&line[at + 1..to], &line[at..=at], &line[to..]].concat(), same: line.len() - to }
    }

    /// A random step at most this far before another one.
    fn near_before(&mut self, step: usize) -> usize {
        step.saturating_sub(self.random.below(BEFORE))
    }

    /// Something that is borrowed, each as likely as the other.
    fn loan(&mut self) -> Option<Loan> {
        self.base.loans.get(self.random.below(self.base.loans.len().max(1))).copied()
    }

    /// The step up to which a change is looked for: what is done after something is borrowed does not pay it back, so every other time it
    /// is one soon after such a step, and else the last.
    pub(super) fn horizon(&mut self) -> usize {
        let end = self.base.line.len() - 1;
        if !self.is_near || self.random.below(2) == 0 {
            return end;
        }
        self.loan().map_or(end, |loan| (loan.step + BEFORE).min(end))
    }

    /// What is borrowed in a step of the plan.
    pub(super) fn loans_in(&self, step: usize) -> impl Iterator<Item = Loan> {
        let [before, after] = [step, step + 1].map(|at| self.slots.purse(&self.base.numbers[at]));
        let keys = (0..KEYS).filter(move |&kind| after.keys[kind] < before.keys[kind].min(0)).map(Some);
        let hp = (self.base.least[step] < before.hp.min(1)).then_some(None);
        keys.chain(hp).map(move |kind| Loan { step, kind })
    }

    /// A step before what is borrowed, at random, that costs such a key; for hp one that costs many.
    fn spent(&mut self, loan: Loan) -> Option<usize> {
        let Some(kind) = loan.kind else { return self.dear_before(loan.step.max(1)) };
        let slot = self.slots.keys[kind];
        let to = (loan.step + 1).saturating_sub(self.distance());
        (0..=to.min(loan.step)).rev().find(|&step| self.slot_of(self.base.line[step], slot) < 0)
    }

    /// A step after what is borrowed that gives such a key; for hp one that gives anything.
    fn given_after(&mut self, loan: Loan, end: usize) -> Option<usize> {
        let from = loan.step + 1 + self.distance();
        (from..end).find(|&step| self.is_giver(self.base.line[step], loan))
    }

    /// A deed that is not done and gives such a key; for hp one that gives anything.
    fn undone_giver(&mut self, loan: Loan) -> Option<u32> {
        (0..4 * TRIES).find_map(|_| {
            let deed = self.random.below(self.deeds.len()) as u32;
            let holds = !self.deeds[deed as usize].wins && self.is_open(deed) && self.is_giver(deed, loan);
            holds.then_some(deed)
        })
    }

    fn is_giver(&self, deed: u32, loan: Loan) -> bool {
        match loan.kind {
            Some(kind) => self.slot_of(deed, self.slots.keys[kind]) > 0,
            None => self.gives(deed),
        }
    }

    /// By how much a deed changes a slot.
    fn slot_of(&self, deed: u32, slot: u8) -> i32 {
        self.deeds[deed as usize].slots.iter().find(|&&(other, _)| other == slot).map_or(0, |&(_, more)| more)
    }
}
