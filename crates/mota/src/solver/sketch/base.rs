//! The plan as it is: its deeds, and what the hero has after each.

use super::super::debt::Tally;
use super::slots::Numbers;

/// The hero before a deed of a plan.
#[derive(Clone, Copy)]
pub(super) struct Hero {
    pub numbers: Numbers,
    /// What was owed so far.
    pub tally: Tally,
    /// A word for the deeds so far.
    pub done: u64,
    /// The deed that has led him to where he is cut off, if he is.
    pub within: Option<u32>,
}

/// Something that is borrowed in a plan.
#[derive(Clone, Copy)]
pub(super) struct Loan {
    /// The step in which it is.
    pub step: usize,
    /// The kind of key; none where it is hp.
    pub kind: Option<usize>,
}

/// A plan as it went.
#[derive(Clone, Default)]
pub(super) struct Base {
    pub line: Vec<u32>,
    /// What the hero has before each, and after the last.
    pub numbers: Vec<Numbers>,
    /// The least hp in each deed.
    pub least: Vec<i64>,
    /// What is owed up to each deed, without it, and with all.
    pub before: Vec<Tally>,
    /// What is owed from each deed on.
    pub after: Vec<Tally>,
    /// A word for the deeds before each.
    pub done: Vec<u64>,
    /// The deed that has led the hero to where he is cut off, if he is, before each.
    pub within: Vec<Option<u32>>,
    /// What is borrowed in them.
    pub(crate) loans: Vec<Loan>,
    /// The next deed from each on that sets or halves the hp.
    pub turns: Vec<usize>,
}

impl Base {
    /// Begins with a hero.
    pub(super) fn begin(&mut self, numbers: Numbers) {
        *self = Base::default();
        self.numbers.push(numbers);
        self.before.push(Tally::default());
        self.done.push(0);
        self.within.push(None);
    }

    /// The hero before a deed.
    pub(super) fn hero(&self, at: usize) -> Hero {
        Hero { numbers: self.numbers[at], tally: self.before[at], done: self.done[at], within: self.within[at] }
    }

    /// Adds what comes of a deed.
    pub(super) fn push(&mut self, hero: Hero, least: i64) {
        self.numbers.push(hero.numbers);
        self.least.push(least);
        self.before.push(hero.tally);
        self.done.push(hero.done);
        self.within.push(hero.within);
    }

    /// Keeps the first deeds.
    pub(super) fn cut(&mut self, count: usize) {
        self.line.truncate(count);
        self.numbers.truncate(count + 1);
        self.least.truncate(count);
        self.before.truncate(count + 1);
        self.done.truncate(count + 1);
        self.within.truncate(count + 1);
    }
}
