//! What ends a proof before it is complete: the driver, the nodes, the clock, or another thread that has the answer.

use crate::control::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The bounds of one proof. None set: until it is complete or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effort {
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// Shared by the threads of one proof, which feel it every so many nodes.
pub struct Pulse<'a> {
    control: &'a Control,
    node_limit: u64,
    deadline: Option<Instant>,
    nodes: AtomicU64,
    is_answered: AtomicBool,
}

impl<'a> Pulse<'a> {
    /// Begins now.
    pub fn new(control: &'a Control, effort: Effort) -> Self {
        Pulse {
            control,
            node_limit: effort.nodes.unwrap_or(u64::MAX),
            deadline: effort.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: AtomicU64::new(0),
            is_answered: AtomicBool::new(false),
        }
    }

    /// Whether to stop; `nodes` more have been searched.
    pub fn is_over(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        self.is_spent(total) || self.is_answered.load(Relaxed)
    }

    /// Whether the effort is spent or the driver said stop.
    pub fn is_exhausted(&self) -> bool {
        self.is_spent(self.nodes.load(Relaxed))
    }

    fn is_spent(&self, nodes: u64) -> bool {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        nodes >= self.node_limit || self.control.stopped() || is_late()
    }

    /// A thread has the answer (`true`), or the next question is put.
    pub fn set_answered(&self, is_answered: bool) {
        self.is_answered.store(is_answered, Relaxed);
    }
}
