//! Monotonic time.

use std::time::{Duration, Instant};

/// A stopwatch on the monotonic clock: a jump of the wall clock does not disturb it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Whole milliseconds since the start.
    pub fn millis(&self) -> u64 {
        self.elapsed().as_millis() as u64
    }
}

/// Events a second, from a count and a duration; 0 while no time has passed.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as u128 * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0) as u64
}
