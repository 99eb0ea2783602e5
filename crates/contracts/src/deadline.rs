//! When work must end: at a given moment, or as soon as a stop arrives.
//!
//! Every long-running loop of a solver counts its small pieces of work with [`Deadline::tick`]. The clock and the stop
//! flag are checked only once every few hundred pieces, which keeps them out of the profile and still answers a stop
//! within milliseconds.

use crate::clock::Stopwatch;
use crate::control::Control;
use std::cell::Cell;
use std::time::Duration;

/// Maximum number of pieces of work between two checks. Most pieces take a microsecond or less.
const LOOK_EVERY: u32 = 256;
/// Maximum time between two checks: where pieces take longer, the clock is checked more often.
const APART: Duration = Duration::from_millis(1);

/// A moment or a stop, whichever comes first. See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct Deadline<'a> {
    control: &'a Control,
    clock: Stopwatch,
    limit: Option<Duration>,
    /// Time granted after the moment or the stop to finish the last piece of work.
    grace: Duration,
    /// When the stop was first seen.
    stopped_at: Cell<Option<Duration>>,
    ticks: Cell<u32>,
    /// Pieces of work between two checks at present.
    every: Cell<u32>,
    /// When the clock was last checked.
    looked: Cell<Duration>,
    over: Cell<bool>,
}

impl<'a> Deadline<'a> {
    /// Starts the clock. With `None` only a stop ends the work.
    pub fn new(limit: Option<Duration>, control: &'a Control) -> Self {
        Deadline {
            control,
            clock: Stopwatch::start(),
            limit,
            grace: Duration::ZERO,
            stopped_at: Cell::new(None),
            ticks: Cell::new(0),
            every: Cell::new(1),
            looked: Cell::new(Duration::ZERO),
            over: Cell::new(false),
        }
    }

    /// The same deadline, extended by `grace` for whatever the answer still needs.
    pub fn with_grace(&self, grace: Duration) -> Self {
        let over = Cell::new(false);
        Deadline { grace, over, ..self.clone() }
    }

    /// Counts one piece of work. Returns `false` if the work must end now.
    #[inline]
    pub fn tick(&self) -> bool {
        self.work(1)
    }

    /// Counts several pieces of work. Returns `false` if the work must end now.
    #[inline]
    pub fn work(&self, pieces: u32) -> bool {
        let ticks = self.ticks.get().saturating_add(pieces);
        self.ticks.set(ticks);
        if ticks >= self.every.get() { self.look() } else { !self.over.get() }
    }

    /// Checks the clock and the stop flag. Returns `false` if the work must end now.
    pub fn look(&self) -> bool {
        self.ticks.set(0);
        if !self.over.get() {
            let now = self.clock.elapsed();
            self.space_looks(now);
            if self.stopped_at.get().is_none() && self.control.stopped() {
                self.stopped_at.set(Some(now));
            }
            let ends = self.stopped_at.get().into_iter().chain(self.limit).min();
            self.over.set(ends.is_some_and(|end| now >= end + self.grace));
        }
        !self.over.get()
    }

    /// Halves the number of pieces until the next check if the last ones took long, and doubles it if they did not.
    fn space_looks(&self, now: Duration) {
        let apart = now.saturating_sub(self.looked.replace(now));
        let every = self.every.get();
        self.every.set(if apart > APART { every.div_ceil(2) } else { (2 * every).min(LOOK_EVERY) });
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Time left until the deadline; `None` if there is no deadline.
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

    #[test]
    fn large_pieces_are_looked_at_more_often() {
        let control = Control::new();
        let deadline = Deadline::new(None, &control);
        let (mut now, mut spaces) = (Duration::ZERO, Vec::new());
        for piece in [1, 1, 1, 1, 1, 1, 1, 1, 1, 500, 500, 500, 500, 500, 500, 500, 500, 500] {
            now += deadline.every.get() * Duration::from_micros(piece);
            deadline.space_looks(now);
            spaces.push(deadline.every.get());
        }
        assert_eq!(spaces[..9], [2, 4, 8, 16, 32, 64, 128, 256, 256]);
        assert!(spaces[17] <= 4, "{spaces:?}");
    }
}
