//! The limits of a `go`, nodes and time, shared by the searches that answer it.

use crate::clock::Stopwatch;
use crate::control::Control;
use crate::games::connect_four::Column;
use crate::games::connect_four::solver::Effort;
use crate::search::limits::{Limits, Settings};
use crate::search::time::{Budget, ThinkingTime};
use std::time::Duration;

/// The limits of a `go` and how much of them is used up.
pub(super) struct Term<'a> {
    control: &'a Control,
    budget: Budget,
    node_limit: Option<u64>,
    /// Time since the start.
    pub watch: Stopwatch,
    /// Time on the engine's own clock.
    own_time: ThinkingTime,
    pub nodes: u64,
}

impl<'a> Term<'a> {
    /// Starts now, with at most `node_cap` nodes whatever the limits say.
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

    /// Whether only a proof or a stop ends the search.
    pub(super) fn is_endless(&self) -> bool {
        self.node_limit.is_none() && self.budget.maximum.is_none()
    }

    /// What may still be spent, at most `nodes`; `None` if nothing is left. If the result is already `settled`, only
    /// the usual time for a move counts.
    pub(super) fn effort(&mut self, nodes: u64, settled: bool) -> Option<Effort> {
        let nodes = self.node_limit.map_or(nodes, |limit| nodes.min(limit.saturating_sub(self.nodes)));
        let time = self.time_left(settled);
        let is_over = nodes == 0 || time.is_some_and(|time| time.is_zero()) || self.control.stopped();
        (!is_over).then_some(Effort { nodes: Some(nodes), time })
    }

    /// The effort for a quick check: at most `nodes`, regardless of time.
    pub(super) fn glance(&self, nodes: u64) -> Option<Effort> {
        let nodes = self.node_limit.map_or(nodes, |limit| nodes.min(limit.saturating_sub(self.nodes)));
        (nodes > 0).then_some(Effort { nodes: Some(nodes), time: None })
    }

    /// The time left; `None` if it is unlimited.
    fn time_left(&mut self, settled: bool) -> Option<Duration> {
        let Budget { optimum, maximum, .. } = self.budget;
        let bound = if settled { optimum.or(maximum) } else { maximum }?;
        Some(bound.saturating_sub(self.thinking_time()))
    }

    /// Time used on the engine's own clock; none passes while pondering.
    fn thinking_time(&mut self) -> Duration {
        self.own_time.elapsed(self.watch.elapsed(), self.control).unwrap_or_default()
    }

    /// Limits for the generic search: one `part`-th of what is left, and at most this many nodes.
    pub(super) fn limits(&mut self, part: u32, nodes: Option<u64>, depth: Option<u32>) -> Limits<Column> {
        let left = self.node_limit.map(|limit| (limit.saturating_sub(self.nodes) / u64::from(part)).max(1));
        let nodes = nodes.into_iter().chain(left).min();
        let movetime = self.time_left(false).map(|time| time / part);
        Limits { depth, nodes, movetime, ..Limits::default() }
    }
}
