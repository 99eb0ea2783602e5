//! Monotonic time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A stopwatch on the monotonic clock; jumps of the wall clock do not affect it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch now.
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

/// Whether [`cpu_time`] is CPU time on this system.
pub const COUNTS_CPU: bool = cfg!(unix);

/// CPU time used by the process so far, summed over all threads. On systems that do not count it: the time since some
/// fixed moment.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// CPU time used by the process so far, summed over all threads. On systems that do not count it: the time since some
/// fixed moment.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Events per second; 0 while no time has passed.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as u128 * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0) as u64
}

/// The time since the start of 1970 (UTC), for dates and seeds. Unlike [`Stopwatch`], it may jump.
pub fn calendar() -> Duration {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the calendar")]
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
