//! What a client may send to a search or a solver while it runs: stop, and "the move you ponder on was played".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Flags shared by the engine, which sets them, and the searching threads, which look at them every few hundred nodes: a
/// clone is another handle of the same flags.
///
/// Relaxed ordering suffices: the flags carry no data with them.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Looks at the stop flag until it sets itself; 0 is never.
    fuse: AtomicU64,
    /// Called whenever the stop flag is checked, in programs where no other thread can set it.
    listen: Option<fn()>,
}

impl Control {
    /// Nothing yet.
    pub fn new() -> Self {
        Control::default()
    }

    /// For a search that begins on the opponent's time: the clock does not run until [`Control::ponderhit`].
    pub fn pondering() -> Self {
        Control { flags: Arc::new(Flags { pondering: AtomicBool::new(true), ..Flags::default() }) }
    }

    /// The same flags, not yet shared, for work in a thread that has nobody beside it to set them: at each look at the stop flag
    /// `listen` is called first, which may.
    #[must_use]
    pub fn listening(self, listen: fn()) -> Self {
        let is_pondering = self.is_pondering();
        let flags = Flags { pondering: AtomicBool::new(is_pondering), listen: Some(listen), ..Flags::default() };
        Control { flags: Arc::new(flags) }
    }

    /// Stops by itself at look number `looks`, from 1: a search that is stopped there has to be right as well.
    pub fn stopping_after(looks: u64) -> Self {
        Control { flags: Arc::new(Flags { fuse: AtomicU64::new(looks), ..Flags::default() }) }
    }

    /// Asks the search to end soon.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end, for whoever asks it: unlike [`Control::stopped`] this is no look of the search.
    pub fn is_stop_sent(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
    }

    /// Whether the search was asked to end.
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

    /// The expected move was played: from now on the clock runs.
    pub fn ponderhit(&self) {
        self.flags.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search still runs on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Ordering::Relaxed)
    }
}
