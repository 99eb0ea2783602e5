//! Plans for whole towers: floor by floor, a beam over decisions.
//!
//! The search climbs. A level is the highest floor that a state has reached; states are compared with states of their level alone.
//! Within a level a beam goes from decision to decision, wherever they are made; a state that reaches a higher floor joins the
//! pool of that floor and waits there until its level is searched.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::expand::{Child, Expander, top};
use super::moves::Move;
use super::value::Weights;
use rustc_hash::FxHashMap;

/// How wide and how long is searched.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States that go on from each layer.
    pub width: usize,
    /// Layers of a level at most.
    pub layers: usize,
    /// Layers of a level that send nothing better up before it ends.
    pub patience: usize,
    /// No more than one in so many of these states has the same keys.
    pub kinds: usize,
}

impl Limits {
    /// Those for towers of any size, of a width.
    pub const fn of_width(width: usize) -> Limits {
        Limits { width, layers: 300, patience: 15, kinds: 8 }
    }
}

/// A state of the search.
struct Node {
    /// The node that it came from; none for the first.
    parent: u32,
    /// The moves from there.
    moves: Vec<Move>,
}

/// A state that goes on.
#[derive(Clone)]
struct Candidate {
    key: u64,
    state: State,
    /// Its node, or that of its parent while it has none.
    node: u32,
    /// The moves from its parent's node, while it has none.
    moves: Vec<Move>,
    worth: f64,
    /// What decisions that gained nothing have cost it.
    idle: f64,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The highest floor that the states of this level have reached.
    pub level: usize,
    /// Layers of this level so far.
    pub layer: usize,
    /// The best state of the last one.
    pub best: State,
    /// What it promises.
    pub worth: f64,
    /// The highest floor that any state has reached.
    pub top: usize,
    /// How many states were made.
    pub states: u64,
    /// How many are in the layer.
    pub width: usize,
    /// How many wait above.
    pub waiting: usize,
}

/// A plan that wins.
#[derive(Clone)]
pub struct Plan {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The state at the end.
    pub end: State,
}

/// A search.
pub struct Beam<'a> {
    expander: Expander<'a>,
    limits: Limits,
    nodes: Vec<Node>,
    /// States that have gone on from some layer, and the most hp with which one did.
    seen: FxHashMap<u64, i64>,
    /// States that wait, by the highest floor that they have reached.
    pools: Vec<Vec<Candidate>>,
    best: Option<(u32, State)>,
    top: usize,
}

/// No node.
const ROOT: u32 = u32::MAX;

impl<'a> Beam<'a> {
    /// A search from the start of a tower.
    pub fn new(project: &'a Project, limits: Limits, weights: Weights) -> Self {
        Beam {
            expander: Expander::new(project, weights),
            limits,
            nodes: Vec::new(),
            seen: FxHashMap::default(),
            pools: vec![Vec::new(); project.floors.len()],
            best: None,
            top: 0,
        }
    }

    /// Searches from a state; the best plan that wins. `stopped` is asked before every state, `report` hears of every layer.
    pub fn search(
        &mut self,
        start: State,
        stopped: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        let mut state = start;
        let mut moves = Vec::new();
        let taken = self.expander.take_free(&mut state, &mut moves);
        let level = top(&state);
        let worth = self.expander.judge.worth(&state, level, taken.shops);
        self.pools[level].push(Candidate { key: 0, state, node: ROOT, moves, worth, idle: 0.0 });
        for level in level..self.pools.len() {
            self.level(level, stopped, report);
            if stopped() {
                break;
            }
        }
        self.best.take().map(|(node, end)| Plan { moves: self.line(node), end })
    }

    /// Searches a level.
    fn level(&mut self, level: usize, stopped: &dyn Fn() -> bool, report: &mut dyn FnMut(&Progress)) {
        let pool = std::mem::take(&mut self.pools[level]);
        let mut layer = self.keep(pool);
        let (mut highest, mut idle) = (f64::NEG_INFINITY, 0);
        for number in 1..=self.limits.layers {
            let Some(first) = layer.first() else { return };
            let progress = Progress {
                level,
                layer: number,
                best: first.state.clone(),
                worth: first.worth,
                top: self.top,
                states: self.expander.states,
                width: layer.len(),
                waiting: self.pools[level + 1..].iter().map(Vec::len).sum(),
            };
            report(&progress);
            let mut next = Vec::new();
            let mut sent = f64::NEG_INFINITY;
            for candidate in &layer {
                if stopped() {
                    return;
                }
                sent = sent.max(self.decide(candidate, level, &mut next));
            }
            idle = if sent > highest || highest == f64::NEG_INFINITY { 0 } else { idle + 1 };
            highest = highest.max(sent);
            if idle > self.limits.patience {
                return;
            }
            layer = self.keep(next);
        }
    }

    /// Every decision of a state: what stays on its level goes to `next`. Returns the most that a state promises which leaves it.
    fn decide(&mut self, from: &Candidate, level: usize, next: &mut Vec<Candidate>) -> f64 {
        let mut children = Vec::new();
        self.expander.expand(&from.state, |child| children.push(child));
        let mut sent = f64::NEG_INFINITY;
        for Child { key, state, moves, opens, gains, shops } in children {
            if state.ending == Ending::Won {
                if self.best.as_ref().is_none_or(|(_, end)| state.stats[0] > end.stats[0]) {
                    let node = self.node(from.node, moves);
                    self.best = Some((node, state));
                }
                continue;
            }
            if state.ending != Ending::None {
                continue;
            }
            let reached = top(&state);
            let promised = self.expander.judge.worth(&state, reached, shops);
            let pays = reached > level || promised > from.worth + from.idle;
            let idle = from.idle + if pays || gains { 0.0 } else { self.expander.judge.weights.idle };
            let worth = promised - idle;
            let child = Candidate { key, state, node: from.node, moves, worth, idle };
            if reached > level {
                self.top = self.top.max(reached);
                sent = sent.max(worth);
                self.wait(reached, child);
            } else if opens || pays {
                next.push(child);
            }
        }
        sent
    }

    /// Puts a state into the pool of its level.
    fn wait(&mut self, level: usize, candidate: Candidate) {
        self.pools[level].push(candidate);
        if self.pools[level].len() > 20 * self.limits.width + 1000 {
            let pool = std::mem::take(&mut self.pools[level]);
            let kept = choose(pool, 4 * self.limits.width, self.limits.kinds, &self.expander, &FxHashMap::default());
            self.pools[level] = kept;
        }
    }

    /// The best states of a layer, each once, with nodes of their own.
    fn keep(&mut self, next: Vec<Candidate>) -> Vec<Candidate> {
        let mut kept = choose(next, self.limits.width, self.limits.kinds, &self.expander, &self.seen);
        for candidate in &mut kept {
            self.seen.insert(candidate.key, candidate.state.stats[0]);
            let moves = std::mem::take(&mut candidate.moves);
            candidate.node = self.node(candidate.node, moves);
        }
        kept
    }

    fn node(&mut self, parent: u32, moves: Vec<Move>) -> u32 {
        self.nodes.push(Node { parent, moves });
        self.nodes.len() as u32 - 1
    }

    /// The moves to a node.
    fn line(&self, node: u32) -> Vec<Move> {
        let mut lists = Vec::new();
        let mut at = node;
        while let Some(node) = self.nodes.get(at as usize) {
            lists.push(&node.moves);
            at = node.parent;
        }
        lists.into_iter().rev().flatten().cloned().collect()
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
