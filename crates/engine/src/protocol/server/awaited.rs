//! What the server waits for, but not for ever.

use crate::clock::Stopwatch;
use std::time::Duration;

/// How long `quit` waits for the answer of the search that it stops, before the session ends without it.
const LEAVING: Duration = Duration::from_millis(500);

/// How long `readyok` waits for the memory of the table. On a machine without a processor to spare, a large one takes
/// longer, and clients take an engine that does not answer for dead.
const READY_WITHIN: Duration = Duration::from_secs(4);

/// What the server waits for.
pub(super) enum Awaited {
    Nothing,
    /// The memory of the next search, before this many `readyok` are sent.
    Memory {
        owed: usize,
        since: Stopwatch,
    },
    /// The client has sent `quit`: only the answer of the stopped search.
    LastAnswer {
        since: Stopwatch,
    },
}

impl Awaited {
    pub(super) fn is_leaving(&self) -> bool {
        matches!(self, Awaited::LastAnswer { .. })
    }

    /// Whether an `isready` waits for its answer.
    pub(super) fn owes_readyok(&self) -> bool {
        matches!(self, Awaited::Memory { .. })
    }

    /// One more `readyok` waits for the memory of the next search.
    pub(super) fn owe_readyok(&mut self) {
        match self {
            Awaited::Memory { owed, .. } => *owed += 1,
            Awaited::Nothing => *self = Awaited::Memory { owed: 1, since: Stopwatch::start() },
            Awaited::LastAnswer { .. } => {}
        }
    }

    /// The number of `readyok` that are owed; none is any more.
    pub(super) fn take_owed(&mut self) -> usize {
        let Awaited::Memory { owed, .. } = *self else { return 0 };
        *self = Awaited::Nothing;
        owed
    }

    /// Waits for the last answer from now on.
    pub(super) fn leave(&mut self) {
        *self = Awaited::LastAnswer { since: Stopwatch::start() };
    }

    /// How long it may still take; `None` if nothing is awaited.
    pub(super) fn time_left(&self) -> Option<Duration> {
        match self {
            Awaited::Nothing => None,
            Awaited::Memory { since, .. } => Some(READY_WITHIN.saturating_sub(since.elapsed())),
            Awaited::LastAnswer { since } => Some(LEAVING.saturating_sub(since.elapsed())),
        }
    }
}
