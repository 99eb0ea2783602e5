//! When work has to end: at a moment, or as soon as a stop comes.
//!
//! Every loop of a solver that may run for long counts its small pieces of work here ([`Deadline::tick`]); once in so many
//! of them the clock and the stop flag are looked at. That keeps both out of the profile and the answer to a stop within
//! milliseconds.

use crate::clock::Stopwatch;
use crate::control::Control;
use std::cell::Cell;
use std::time::Duration;

/// Pieces of work between two looks. A piece takes some microseconds at most.
const LOOK_EVERY: u32 = 256;

/// A moment or a stop, whichever comes first. See the [module page](self).
#[derive(Clone, Debug)]
pub struct Deadline<'a> {
    control: &'a Control,
    clock: Stopwatch,
    limit: Option<Duration>,
    /// Time that is left for a last piece of work after the moment or the stop.
    grace: Duration,
    /// When the stop was first seen.
    stopped_at: Cell<Option<Duration>>,
    ticks: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Deadline<'a> {
    /// Starts the clock. `None`: only a stop ends the work.
    pub fn new(limit: Option<Duration>, control: &'a Control) -> Self {
        let (stopped_at, ticks, over) = (Cell::new(None), Cell::new(0), Cell::new(false));
        Deadline { control, clock: Stopwatch::start(), limit, grace: Duration::ZERO, stopped_at, ticks, over }
    }

    /// The same moment and the same stop, with so much time after it for what the answer still needs.
    pub fn with_grace(&self, grace: Duration) -> Self {
        let over = Cell::new(false);
        Deadline { grace, over, ..self.clone() }
    }

    /// Counts a piece of work. False: end now.
    #[inline]
    pub fn tick(&self) -> bool {
        self.work(1)
    }

    /// Counts some pieces of work. False: end now.
    #[inline]
    pub fn work(&self, pieces: u32) -> bool {
        let ticks = self.ticks.get().saturating_add(pieces);
        self.ticks.set(ticks);
        if ticks >= LOOK_EVERY { self.look() } else { !self.over.get() }
    }

    /// Looks at the clock and the stop flag. False: end now.
    pub fn look(&self) -> bool {
        self.ticks.set(0);
        if !self.over.get() {
            let stopped = self.stopped_at.get().is_some() || self.control.stopped();
            if stopped || self.limit.is_some() {
                let now = self.clock.elapsed();
                if stopped && self.stopped_at.get().is_none() {
                    self.stopped_at.set(Some(now));
                }
                let ends = self.stopped_at.get().into_iter().chain(self.limit).min();
                self.over.set(ends.is_some_and(|end| now >= end + self.grace));
            }
        }
        !self.over.get()
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// What is left until the moment; `None` without one.
    pub fn remaining(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.clock.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_and_a_moment_end_the_work() {
        let control = Control::new();
        let open = Deadline::new(None, &control);
        assert!((0..10 * LOOK_EVERY).all(|_| open.tick()));
        let short = Deadline::new(Some(Duration::ZERO), &control);
        assert!((0..LOOK_EVERY).filter(|_| short.tick()).count() < LOOK_EVERY as usize);
        let graceful = short.with_grace(Duration::from_secs(3600));
        assert!((0..10 * LOOK_EVERY).all(|_| graceful.tick()));
        control.stop();
        assert!((0..LOOK_EVERY).filter(|_| open.tick()).count() < LOOK_EVERY as usize);
        assert!(!open.look() && graceful.look());
        assert!(!open.with_grace(Duration::ZERO).look());
    }
}
