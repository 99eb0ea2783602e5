//! The plan as it is: its deeds, and what the hero has after each.

use super::slots::Numbers;
use super::tally::Tally;

/// A plan as it went.
#[derive(Clone, Default)]
pub struct Base {
    /// Its deeds.
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
    /// The next deed from each on that sets the hp, whatever they were.
    pub sets: Vec<usize>,
}

impl Base {
    /// Begins with a hero.
    pub fn begin(&mut self, numbers: Numbers) {
        *self = Base::default();
        self.numbers.push(numbers);
        self.before.push(Tally::default());
        self.done.push(0);
    }

    /// Adds what comes of a deed.
    pub fn push(&mut self, numbers: Numbers, least: i64, tally: Tally, done: u64) {
        self.numbers.push(numbers);
        self.least.push(least);
        self.before.push(tally);
        self.done.push(done);
    }

    /// Keeps the first deeds.
    pub fn cut(&mut self, count: usize) {
        self.line.truncate(count);
        self.numbers.truncate(count + 1);
        self.least.truncate(count);
        self.before.truncate(count + 1);
        self.done.truncate(count + 1);
    }
}
