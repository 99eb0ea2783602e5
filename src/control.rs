//! What a driver may say to a search or a solver while it runs: stop, and "the move you ponder on was played".

use std::sync::atomic::{AtomicBool, Ordering};

/// Flags shared by the engine, which sets them, and the searching threads, which look at them every few hundred nodes.
///
/// Relaxed ordering suffices: the flags carry no data with them.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Nothing said yet.
    pub fn new() -> Self {
        Control::default()
    }

    /// For a search that begins on the opponent's time: the clock does not run until [`Control::ponderhit`].
    pub fn pondering() -> Self {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Asks the search to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: from now on the clock runs.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search still runs on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
