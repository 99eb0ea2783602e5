//! How long a `go` may last: its nodes and its time, shared by the searches that answer it.

use crate::clock::Stopwatch;
use crate::control::Control;
use crate::games::connect_four::Column;
use crate::games::connect_four::solver::Effort;
use crate::search::limits::{Limits, Settings};
use crate::search::time::{Budget, ThinkingTime};
use std::time::Duration;

/// The bounds of a `go` and what of them is used up.
pub(super) struct Term<'a> {
    control: &'a Control,
    budget: Budget,
    node_limit: Option<u64>,
    /// Since the start.
    pub watch: Stopwatch,
    /// Time on the own clock.
    own_time: ThinkingTime,
    pub nodes: u64,
}

impl<'a> Term<'a> {
    /// Begins now; at most `node_cap` nodes, whatever the limits.
    pub(super) fn new(
        limits: &Limits<Column>,
        settings: &Settings,
        node_cap: Option<u64>,
        control: &'a Control,
    ) -> Self {
        Term {
            control,
            budget: Budget::new(limits, settings),
            node_limit: limits.nodes.into_iter().chain(node_cap).min(),
            watch: Stopwatch::start(),
            own_time: ThinkingTime::new(control),
            nodes: 0,
        }
    }

    /// Whether nothing but a proof or a stop ends it.
    pub(super) fn is_endless(&self) -> bool {
        self.node_limit.is_none() && self.budget.maximum.is_none()
    }

    /// What may still be spent, at most `nodes`; `None` if nothing may. Where the result is `settled` already, only the
    /// time that a move usually takes.
    pub(super) fn effort(&mut self, nodes: u64, settled: bool) -> Option<Effort> {
        let nodes = self.node_limit.map_or(nodes, |limit| nodes.min(limit.saturating_sub(self.nodes)));
        let time = self.time_left(settled);
        let is_over = nodes == 0 || time.is_some_and(|time| time.is_zero()) || self.control.stopped();
        (!is_over).then_some(Effort { nodes: Some(nodes), time })
    }

    /// What a glance may take: at most `nodes`, whatever the time.
    pub(super) fn glance(&self, nodes: u64) -> Option<Effort> {
        let nodes = self.node_limit.map_or(nodes, |limit| nodes.min(limit.saturating_sub(self.nodes)));
        (nodes > 0).then_some(Effort { nodes: Some(nodes), time: None })
    }

    /// The time left; `None` where it is not bounded.
    fn time_left(&mut self, settled: bool) -> Option<Duration> {
        let Budget { optimum, maximum, .. } = self.budget;
        let bound = if settled { optimum.or(maximum) } else { maximum }?;
        Some(bound.saturating_sub(self.thinking_time()))
    }

    /// Time on the own clock; none passes while pondering.
    fn thinking_time(&mut self) -> Duration {
        self.own_time.elapsed(self.watch.elapsed(), self.control).unwrap_or_default()
    }

    /// Limits for the generic search, which may take one `part` of what is left, and at most this many nodes.
    pub(super) fn limits(&mut self, part: u32, nodes: Option<u64>, depth: Option<u32>) -> Limits<Column> {
        let left = self.node_limit.map(|limit| (limit.saturating_sub(self.nodes) / u64::from(part)).max(1));
        let nodes = nodes.into_iter().chain(left).min();
        let movetime = self.time_left(false).map(|time| time / part);
        Limits { depth, nodes, movetime, ..Limits::default() }
    }
}
