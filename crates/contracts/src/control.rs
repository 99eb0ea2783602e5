//! What a client may send to a running search or solver: "stop", and "the move you are pondering on was played".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Flags that the engine sets and the search threads check every few hundred nodes. A clone is another handle to the
/// same flags.
///
/// Relaxed ordering suffices because no data is published along with a flag.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The number of checks left until the stop flag sets itself; 0 means never.
    fuse: AtomicU64,
    /// Called before each check of the stop flag, for programs in which no other thread could set it.
    listen: Option<fn()>,
}

impl Control {
    /// No flag is set.
    pub fn new() -> Self {
        Control::default()
    }

    /// For a search on the opponent's time: its clock starts at [`Control::ponderhit`].
    pub fn pondering() -> Self {
        Control { flags: Arc::new(Flags { pondering: AtomicBool::new(true), ..Flags::default() }) }
    }

    /// The same flags for a program with a single thread: `listen` is called before each check of the stop flag and may
    /// set it. Call this before the flags are shared.
    #[must_use]
    pub fn listening(self, listen: fn()) -> Self {
        let is_pondering = self.is_pondering();
        let flags = Flags { pondering: AtomicBool::new(is_pondering), listen: Some(listen), ..Flags::default() };
        Control { flags: Arc::new(flags) }
    }

    /// Stops by itself at check number `looks` (from 1). Tests use this to show that a search may be stopped anywhere.
    pub fn stopping_after(looks: u64) -> Self {
        Control { flags: Arc::new(Flags { fuse: AtomicU64::new(looks), ..Flags::default() }) }
    }

    /// Asks the search to stop soon.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was sent. Unlike [`Control::stopped`], this does not count as a check by the search.
    pub fn is_stop_sent(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn stopped(&self) -> bool {
        if self.flags.fuse.load(Ordering::Relaxed) > 0 && self.flags.fuse.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop();
        }
        if let Some(listen) = self.flags.listen {
            listen();
        }
        self.flags.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponderhit(&self) {
        self.flags.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search is still running on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Ordering::Relaxed)
    }
}
