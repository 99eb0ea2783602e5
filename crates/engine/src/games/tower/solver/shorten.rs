//! From decisions to a plan that names every target, and from there to a walk with few key strokes.
//!
//! The order of the decisions comes from the solver and is proven; the walk is not proven shortest. It is found by
//! local search. Starting with the plan that takes every item as early as possible, targets are moved to other
//! positions, or left out, as long as that saves key strokes and the game ends no worse. In the end, no run of up to
//! three targets can be moved by up to [`MAX_SHIFT`] positions, and no target left out, with gain.

use super::super::bfs::Bfs;
use super::super::state::{Cell, State, Tower};
use super::super::tile::{MonsterId, Tile};
use super::harm::Harm;
use crate::deadline::Deadline;
use std::collections::VecDeque;

/// How far a target may be moved in the order.
const MAX_SHIFT: usize = 12;
/// Maximum length of a run of targets moved together.
const MAX_RUN: usize = 3;
/// Number of legs walked before the local search gives up: about 20 ms.
const MAX_LEGS: usize = 20_000;

/// Maximum number of tiles that [`shorten`] keeps in all states of a plan together.
const MAX_TILES: usize = 1 << 24;

/// The plan that makes these decisions in this order and takes all available items before each and after the last,
/// nearest first; if the deadline passes, the same as [`plain_plan`]. Gems that may do harm are decisions and taken
/// only as such.
pub(crate) fn eager_plan(tower: &Tower, state: &State, decisions: &[Cell], deadline: &Deadline) -> Vec<Cell> {
    let harm = Harm::of(tower, state);
    let worth_having = |tile: Tile| tile.is_item() && !harm.concerns(tile);
    let mut bfs = Bfs::new(tower);
    let mut after = state.clone();
    let mut plan = Vec::new();
    for decision in decisions.iter().copied().map(Some).chain([None]) {
        while !after.won
            && let Some(item) = bfs.nearest(tower, &after, worth_having)
        {
            if !deadline.work(16) {
                return plain_plan(tower, state, decisions);
            }
            if bfs.act(tower, &mut after, item).is_none() {
                return plan;
            }
            plan.push(item);
        }
        if let Some(decision) = decision {
            if !deadline.work(16) {
                return plain_plan(tower, state, decisions);
            }
            if bfs.act(tower, &mut after, decision).is_none() {
                return plan;
            }
            plan.push(decision);
        }
    }
    plan
}

/// The plan that makes these decisions and takes all surrounding items before each, in the order in which a flood fill
/// from the hero and then from each decision reaches them; so only bare road remains before any of them. It needs a
/// single pass over the map.
pub(crate) fn plain_plan(tower: &Tower, state: &State, decisions: &[Cell]) -> Vec<Cell> {
    let harm = Harm::of(tower, state);
    let is_open = |tile: Tile| tile == Tile::Road || (tile.is_item() && !harm.concerns(tile));
    let mut seen = vec![false; state.map.len()];
    let mut plan = Vec::new();
    for from in std::iter::once(state.hero.at).chain(decisions.iter().copied()) {
        let index = tower.index(from);
        if from != state.hero.at {
            plan.push(from);
        }
        if state.map[index] == Tile::Monster(MonsterId::BOSS) {
            break;
        }
        seen[index] = true;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for next in tower.neighbours(cell) {
                let index = tower.index(next);
                if !seen[index] && is_open(state.map[index]) {
                    seen[index] = true;
                    if state.map[index].is_item() {
                        plan.push(next);
                    }
                    queue.push_back(next);
                }
            }
        }
    }
    plan
}

/// A plan that ends no worse, with fewer key strokes if one was found by the deadline. If the map is so large that the
/// states of the plan take too much memory, the plan is unchanged. Every target that is acted on must be part of the
/// plan.
pub(crate) fn shorten(tower: &Tower, state: &State, plan: Vec<Cell>, deadline: &Deadline) -> Vec<Cell> {
    if state.map.len() * plan.len() > MAX_TILES || !deadline.look() {
        return plan;
    }
    let mut bfs = Bfs::new(tower);
    let Some(trace) = Trace::of(tower, &mut bfs, state, &plan, deadline) else { return plan };
    let mut search = Shortening { tower, bfs, trace, legs: 0, deadline };
    while search.goes_on() && search.sweep() {}
    search.trace.plan
}

/// A plan with the states it leads through.
struct Trace {
    plan: Vec<Cell>,
    /// `states[i]` is the state before target `i`; the last one is the end.
    states: Vec<State>,
    /// Number of key strokes in each leg.
    keys: Vec<usize>,
}

impl Trace {
    /// `None` if the plan cannot be walked over bare road, or not by the deadline.
    fn of(tower: &Tower, bfs: &mut Bfs, state: &State, plan: &[Cell], deadline: &Deadline) -> Option<Trace> {
        let mut states = vec![state.clone()];
        let mut keys = Vec::new();
        for &target in plan {
            if !deadline.work(16) {
                return None;
            }
            let mut after = states[states.len() - 1].clone();
            keys.push(bfs.act(tower, &mut after, target)?);
            states.push(after);
        }
        Some(Trace { plan: plan.to_vec(), states, keys })
    }
}

struct Shortening<'a> {
    tower: &'a Tower,
    bfs: Bfs,
    trace: Trace,
    legs: usize,
    deadline: &'a Deadline<'a>,
}

/// Whether one end is no worse than another.
fn no_worse(end: &State, than: &State) -> bool {
    end.won == than.won && end.monsters_left() <= than.monsters_left() && end.hero.hp >= than.hero.hp
}

impl Shortening<'_> {
    /// Whether there is time for more.
    fn goes_on(&self) -> bool {
        self.legs < MAX_LEGS && self.deadline.work(4)
    }

    /// Tries every change once; returns whether one of them helped.
    fn sweep(&mut self) -> bool {
        let mut helped = false;
        for at in 0..self.trace.plan.len() {
            helped |= self.leave_out(at);
            for run in 1..=MAX_RUN {
                for shift in 1..=MAX_SHIFT {
                    helped |= self.rotate(at, at + run, at + run + shift);
                    helped |= self.rotate(at, at + shift, at + shift + run);
                }
            }
        }
        helped
    }

    /// Leaves a target out.
    fn leave_out(&mut self, at: usize) -> bool {
        if at >= self.trace.plan.len() || !self.goes_on() {
            return false;
        }
        let mut rest = self.trace.plan[at..].to_vec();
        rest.remove(0);
        self.replace(at, self.trace.plan.len(), rest)
    }

    /// Moves the targets `from..middle` after the targets `middle..to`.
    fn rotate(&mut self, from: usize, middle: usize, to: usize) -> bool {
        if to > self.trace.plan.len() || !self.goes_on() {
            return false;
        }
        let mut window = self.trace.plan[from..to].to_vec();
        window.rotate_left(middle - from);
        self.replace(from, to, window)
    }

    /// Replaces the targets `from..to` if that saves key strokes and the game ends no worse.
    fn replace(&mut self, from: usize, to: usize, targets: Vec<Cell>) -> bool {
        let old: usize = self.trace.keys[from..to].iter().sum();
        let mut state = self.trace.states[from].clone();
        let (mut states, mut keys) = (Vec::new(), Vec::new());
        let mut new = 0;
        let mut old = old;
        let mut next = to;
        for &target in &targets {
            if !self.walk(&mut state, target, &mut new, &mut states, &mut keys) || new > old + SLACK {
                return false;
            }
        }
        // Continues until both reach the same state again.
        let mut plan = targets;
        while state != self.trace.states[next] {
            let Some(&target) = self.trace.plan.get(next) else { break };
            old += self.trace.keys[next];
            next += 1;
            plan.push(target);
            if !self.walk(&mut state, target, &mut new, &mut states, &mut keys) || new > old + SLACK {
                return false;
            }
        }
        if new >= old || !no_worse(&state, &self.trace.states[next]) {
            return false;
        }
        self.trace.plan.splice(from..next, plan);
        self.trace.keys.splice(from..next, keys);
        self.trace.states.splice(from + 1..=next, states);
        true
    }

    /// Walks one leg; returns whether it can be walked.
    fn walk(
        &mut self,
        state: &mut State,
        target: Cell,
        total: &mut usize,
        states: &mut Vec<State>,
        keys: &mut Vec<usize>,
    ) -> bool {
        self.legs += 1;
        self.deadline.work(16);
        let Some(steps) = self.bfs.act(self.tower, state, target) else { return false };
        *total += steps;
        states.push(state.clone());
        keys.push(steps);
        true
    }
}

/// A change that takes this many more key strokes on the way is given up.
const SLACK: usize = 16;
