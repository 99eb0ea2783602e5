//! One judge on one level: a beam from decision to decision.

use super::super::state::{Ending, State};
use super::beam::{Limits, Progress};
use super::debt::Debt;
use super::expand::{Child, Expander, top};
use super::moves::Move;
use super::tree::Tree;
use super::value::Judge;
use rustc_hash::FxHashMap;

/// A state that goes on.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) key: u64,
    pub(super) state: State,
    /// Its node, or that of its parent while it has none.
    pub(super) node: u32,
    /// The moves from its parent's node, while it has none.
    pub(super) moves: Vec<Move>,
    pub(super) worth: f64,
    /// What decisions that gained nothing have cost it.
    pub(super) idle: f64,
    /// The shops within reach, a bit each.
    pub(super) shops: u64,
    /// What the way to higher floors costs, in hp.
    pub(super) ahead: f64,
}

impl Candidate {
    /// What it promises to a judge on a level, as if nothing had been idle.
    pub(super) fn promise(&self, judge: &mut Judge<'_>, level: usize) -> f64 {
        judge.promise(&self.state, level, self.shops, self.ahead)
    }
}

/// Whether the end of a plan that wins is better than that of the best so far.
pub(super) fn is_better(end: &State, best: Option<&(u32, State)>) -> bool {
    best.is_none_or(|(_, best)| end.stats[0] > best.stats[0])
}

/// What came of a level.
pub(super) struct Found {
    pub(super) tree: Tree,
    /// States that reached higher floors, by these.
    pub(super) above: Vec<Vec<Candidate>>,
    pub(super) best: Option<(u32, State)>,
}

/// A judge on a level.
pub(super) struct Climb<'e, 'a> {
    expander: &'e mut Expander<'a>,
    limits: Limits,
    level: usize,
    /// States that have gone on from some layer, and the most hp with which one did.
    seen: FxHashMap<u64, i64>,
    pub(super) found: Found,
}

impl<'e, 'a> Climb<'e, 'a> {
    /// An evaluation on a level, whose nodes come after the `base` nodes of another tree.
    pub(super) fn new(expander: &'e mut Expander<'a>, limits: Limits, level: usize, base: u32) -> Self {
        let floors = expander.floors();
        let found = Found { tree: Tree::after(base), above: vec![Vec::new(); floors], best: None };
        Climb { expander, limits, level, seen: FxHashMap::default(), found }
    }

    /// Goes from layer to layer, from the best of a pool on.
    pub(super) fn run(&mut self, pool: &[Candidate], stopped: &dyn Fn() -> bool, report: &mut dyn FnMut(Progress)) {
        let judged = pool.iter().map(|candidate| {
            let worth = candidate.promise(&mut self.expander.judge, self.level) - candidate.idle;
            Candidate { worth, ..candidate.clone() }
        });
        let judged = judged.collect();
        let mut layer = self.keep(judged);
        let (mut highest, mut idle) = (f64::NEG_INFINITY, 0);
        for number in 1..=self.limits.layers {
            let Some(first) = layer.first() else { break };
            report(Progress {
                judge: 0,
                level: self.level,
                layer: number,
                best: first.state.clone(),
                worth: first.worth,
                top: self.top(),
                states: self.expander.states,
                width: layer.len(),
                waiting: self.found.above.iter().map(Vec::len).sum(),
                debt: Debt::default(),
            });
            let mut next = Vec::new();
            let mut sent = f64::NEG_INFINITY;
            for candidate in &layer {
                if stopped() {
                    return;
                }
                sent = sent.max(self.decide(candidate, &mut next));
            }
            idle = if sent > highest || highest == f64::NEG_INFINITY { 0 } else { idle + 1 };
            highest = highest.max(sent);
            if idle > self.limits.patience {
                break;
            }
            layer = self.keep(next);
        }
        for level in self.level + 1..self.found.above.len() {
            self.trim(level);
        }
    }

    /// The highest floor that a state has reached.
    fn top(&self) -> usize {
        self.found.above.iter().rposition(|above| !above.is_empty()).unwrap_or(self.level)
    }

    /// Every decision of a state: what stays on its level goes to `next`. Returns the most that a state promises which leaves it.
    fn decide(&mut self, from: &Candidate, next: &mut Vec<Candidate>) -> f64 {
        let mut children = Vec::new();
        self.expander.expand(&from.state, |child| children.push(child));
        let mut sent = f64::NEG_INFINITY;
        for Child { key, state, moves, opens, gains, shops, ahead } in children {
            if state.ending == Ending::Won {
                if is_better(&state, self.found.best.as_ref()) {
                    let node = self.found.tree.add(from.node, moves);
                    self.found.best = Some((node, state));
                }
                continue;
            }
            if state.ending != Ending::None {
                continue;
            }
            let reached = top(&state);
            let ahead = ahead.unwrap_or(if reached > self.level { 0.0 } else { from.ahead });
            let promised = self.expander.judge.promise(&state, reached, shops, ahead);
            let pays = reached > self.level || promised > from.worth + from.idle;
            let idle = from.idle + if pays || gains { 0.0 } else { self.expander.judge.weights.idle };
            let worth = promised - idle;
            let child = Candidate { key, state, node: from.node, moves, worth, idle, shops, ahead };
            if reached > self.level {
                sent = sent.max(worth);
                self.found.above[reached].push(child);
                if self.found.above[reached].len() > 20 * self.limits.width + 1000 {
                    self.trim(reached);
                }
            } else if opens || pays {
                next.push(child);
            }
        }
        sent
    }

    /// Keeps the most promising of those that wait for a level.
    fn trim(&mut self, level: usize) {
        let waiting = std::mem::take(&mut self.found.above[level]);
        let width = 4 * self.limits.width;
        self.found.above[level] = choose(waiting, width, self.limits.kinds, self.expander, &FxHashMap::default());
    }

    /// The best states of a layer, each once, with nodes of their own.
    fn keep(&mut self, next: Vec<Candidate>) -> Vec<Candidate> {
        let mut kept = choose(next, self.limits.width, self.limits.kinds, self.expander, &self.seen);
        for candidate in &mut kept {
            self.seen.insert(candidate.key, candidate.state.stats[0]);
            let moves = std::mem::take(&mut candidate.moves);
            candidate.node = self.found.tree.add(candidate.node, moves);
        }
        kept
    }
}

/// The most promising states, each once, and not too many of them alike.
fn choose(
    mut all: Vec<Candidate>,
    width: usize,
    kinds: usize,
    expander: &Expander<'_>,
    seen: &FxHashMap<u64, i64>,
) -> Vec<Candidate> {
    all.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.key.cmp(&b.key)));
    let mut kept: Vec<Candidate> = Vec::new();
    let mut own: FxHashMap<u64, i64> = FxHashMap::default();
    let mut alike: FxHashMap<([i64; 3], u32), usize> = FxHashMap::default();
    let most_alike = width.div_ceil(kinds);
    for candidate in all {
        let hp = candidate.state.stats[0];
        let known = |map: &FxHashMap<u64, i64>| map.get(&candidate.key).is_some_and(|&known| known >= hp);
        if known(seen) || known(&own) {
            continue;
        }
        let keys = expander.judge.keys(&candidate.state).map(|count| count.min(5));
        let count = alike.entry((keys, hp.max(1).ilog2())).or_default();
        if *count >= most_alike {
            continue;
        }
        *count += 1;
        own.insert(candidate.key, hp);
        kept.push(candidate);
        if kept.len() >= width {
            break;
        }
    }
    kept
}
