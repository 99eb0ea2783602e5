//! What a solver has used of its budget, and whether it may go on.

use crate::clock::Stopwatch;
use crate::control::Control;
use crate::solve::solution::Budget;
use std::time::Duration;

/// Looking at the clock and at the driver's flags once in so many states keeps both out of the profile.
const LOOK_EVERY: u64 = 1024;

/// Counts expanded states and compares them, the clock and the driver's wish with the budget.
#[derive(Debug)]
pub struct Meter<'a> {
    nodes: u64,
    node_limit: u64,
    deadline: Option<Duration>,
    clock: Stopwatch,
    control: &'a Control,
    spent: bool,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(budget: &Budget, control: &'a Control) -> Self {
        Meter {
            nodes: 0,
            node_limit: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.movetime,
            clock: Stopwatch::start(),
            control,
            spent: false,
        }
    }

    /// Counts one expanded state. False: the budget is spent or the driver said stop, so end now.
    #[inline]
    pub fn expand(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.spent = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK_EVERY) {
                self.look();
            }
        }
        !self.spent
    }

    /// Counts the states that another counter has reached. False: end now.
    pub fn expand_to(&mut self, nodes: u64) -> bool {
        let is_round = self.nodes / LOOK_EVERY != nodes / LOOK_EVERY;
        self.nodes = nodes;
        self.spent |= nodes >= self.node_limit;
        if is_round {
            self.look();
        }
        !self.spent
    }

    /// Counts many states at once and looks at the clock. False: end now.
    pub fn expand_many(&mut self, states: u64) -> bool {
        self.nodes += states;
        self.spent |= self.nodes >= self.node_limit;
        self.look();
        !self.spent
    }

    fn look(&mut self) {
        self.spent |= self.control.stopped() || self.deadline.is_some_and(|limit| self.clock.elapsed() >= limit);
    }

    /// States expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Whether the solver was told to end before it was done.
    pub fn spent(&self) -> bool {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stop_and_time_end_a_run() {
        let control = Control::new();
        let mut meter = Meter::new(&Budget { nodes: Some(3), ..Budget::default() }, &control);
        assert_eq!((0..9).filter(|_| meter.expand()).count(), 3);
        assert_eq!(meter.nodes(), 3);

        let mut meter = Meter::new(&Budget { movetime: Some(Duration::ZERO), ..Budget::default() }, &control);
        assert!((0..LOOK_EVERY + 1).filter(|_| meter.expand()).count() < LOOK_EVERY as usize);

        let mut meter = Meter::new(&Budget::default(), &control);
        assert!(meter.expand_many(5));
        control.stop();
        assert!(!meter.expand_many(5));
        assert!(meter.spent());

        let control = Control::new();
        let mut meter = Meter::new(&Budget { nodes: Some(5), ..Budget::default() }, &control);
        assert!(meter.expand_to(2) && meter.expand_to(4) && !meter.expand_to(5));
    }
}
