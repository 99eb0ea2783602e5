//! What ends a proof early: the client, the node limit, the clock, or another thread that has the answer.

use crate::control::Control;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limits of one proof. With none set, it runs until it is complete or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effort {
    /// Node limit over all threads.
    pub nodes: Option<u64>,
    /// Time limit; time does not pass while the engine ponders.
    pub time: Option<Duration>,
}

/// Shared by the threads of one proof, which check it every few hundred nodes.
pub(crate) struct StopCheck<'a> {
    control: &'a Control,
    node_limit: u64,
    time: Option<Duration>,
    /// When the clock started.
    begun: OnceLock<Instant>,
    nodes: AtomicU64,
    is_answered: AtomicBool,
}

impl<'a> StopCheck<'a> {
    /// Starts now or, if the engine ponders, when the expected move is played.
    pub(crate) fn new(control: &'a Control, effort: Effort) -> Self {
        let stop_check = StopCheck {
            control,
            node_limit: effort.nodes.unwrap_or(u64::MAX),
            time: effort.time,
            begun: OnceLock::new(),
            nodes: AtomicU64::new(0),
            is_answered: AtomicBool::new(false),
        };
        // The first check starts the clock.
        stop_check.is_late();
        stop_check
    }

    /// Number of nodes that may still be searched.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes.load(Relaxed))
    }

    /// Counts `nodes` more; returns whether to stop.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        self.is_spent(total) || self.is_answered.load(Relaxed)
    }

    /// Whether the effort is spent or the client sent `stop`.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_spent(self.nodes.load(Relaxed))
    }

    fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.node_limit || self.control.stopped() || self.is_late()
    }

    fn is_late(&self) -> bool {
        let Some(time) = self.time else { return false };
        !self.control.is_pondering() && self.begun.get_or_init(Instant::now).elapsed() >= time
    }

    /// Sets whether a thread has the answer; cleared before the next question.
    pub(crate) fn set_answered(&self, is_answered: bool) {
        self.is_answered.store(is_answered, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_passes_while_the_engine_ponders() {
        let control = Control::pondering();
        let stop_check = StopCheck::new(&control, Effort { time: Some(Duration::ZERO), ..Effort::default() });
        assert!(!stop_check.is_exhausted());
        control.ponderhit();
        assert!(stop_check.is_exhausted());
    }

    #[test]
    fn nodes_are_counted_down() {
        let control = Control::new();
        let stop_check = StopCheck::new(&control, Effort { nodes: Some(10), ..Effort::default() });
        assert!(!stop_check.is_over(9) && stop_check.nodes_left() == 1);
        assert!(stop_check.is_over(1) && stop_check.is_exhausted() && stop_check.nodes_left() == 0);
    }
}
