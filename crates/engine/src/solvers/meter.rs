//! How much of its budget a solver has used, and whether it may continue.

use crate::control::Control;
use crate::deadline::Deadline;
use crate::solution::Budget;
use std::time::Duration;

/// Counts expanded states, and checks them, the clock and the stop flag against the budget.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    nodes: u64,
    node_limit: u64,
    deadline: Deadline<'a>,
    spent: bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &Budget, control: &'a Control) -> Self {
        Meter::until(budget, &Deadline::new(budget.movetime, control))
    }

    /// With a clock that is already running; `budget.movetime` is ignored.
    pub(crate) fn until(budget: &Budget, deadline: &Deadline<'a>) -> Self {
        let node_limit = budget.nodes.unwrap_or(u64::MAX);
        Meter { nodes: 0, node_limit, deadline: deadline.clone(), spent: false }
    }

    /// Counts one expanded state. Returns `false` if the budget is spent or a stop was requested.
    #[inline]
    pub(crate) fn expand(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.spent = true;
        } else {
            self.nodes += 1;
        }
        self.tick()
    }

    /// Counts a piece of work that is not a state, such as a move. Returns `false` if the run must end.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.spent |= !self.deadline.tick();
        !self.spent
    }

    /// Counts a piece of work and sets the number of states so far. Returns `false` if the run must end.
    pub(crate) fn expand_to(&mut self, nodes: u64) -> bool {
        self.nodes = nodes;
        self.spent |= nodes >= self.node_limit;
        self.tick()
    }

    /// Counts many states at once and checks the clock. Returns `false` if the run must end.
    pub(crate) fn expand_many(&mut self, states: u64) -> bool {
        self.nodes += states;
        self.spent |= self.nodes >= self.node_limit || !self.deadline.look();
        !self.spent
    }

    /// Ends the run for another reason, such as a refused allocation.
    pub(crate) fn give_up(&mut self) {
        self.spent = true;
    }

    /// When the run must end.
    pub(crate) fn deadline(&self) -> &Deadline<'a> {
        &self.deadline
    }

    /// States expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }

    /// Whether the solver had to end before it was done.
    pub(crate) fn spent(&self) -> bool {
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
        assert!((0..1025).filter(|_| meter.expand()).count() < 1024);

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
