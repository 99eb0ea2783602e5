//! What ends a proof before it is complete: the client, the nodes, the clock, or another thread that has the answer.

use crate::control::Control;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The bounds of one proof. None set: until it is complete or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effort {
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Time; it does not run while the engine ponders.
    pub time: Option<Duration>,
}

/// Shared by the threads of one proof, which look at it every few hundred nodes.
pub(crate) struct StopCheck<'a> {
    control: &'a Control,
    node_limit: u64,
    time: Option<Duration>,
    /// When the clock began to run.
    begun: OnceLock<Instant>,
    nodes: AtomicU64,
    is_answered: AtomicBool,
}

impl<'a> StopCheck<'a> {
    /// Begins now; while the engine ponders, with the move that it waits for.
    pub(crate) fn new(control: &'a Control, effort: Effort) -> Self {
        let stop_check = StopCheck {
            control,
            node_limit: effort.nodes.unwrap_or(u64::MAX),
            time: effort.time,
            begun: OnceLock::new(),
            nodes: AtomicU64::new(0),
            is_answered: AtomicBool::new(false),
        };
        // A first look starts the clock.
        stop_check.is_late();
        stop_check
    }

    /// Nodes that may still be searched.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes.load(Relaxed))
    }

    /// Whether to stop; `nodes` more have been searched.
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

    /// A thread has the answer (`true`), or the next question is put.
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
