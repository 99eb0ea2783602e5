//! Plans for whole towers: floor by floor, a beam over decisions.
//!
//! The search climbs. A level is the highest floor that a state has reached; states are compared with states of their level alone.
//! Within a level a beam goes from decision to decision, wherever they are made; a state that reaches a higher floor joins the
//! pool of that floor and waits there until its level is searched.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::expand::{Child, Expander, top};
use super::moves::Move;
use super::tree::{ROOT, Tree};
use super::weights::Weights;
use crate::helpers::Helper;
use rustc_hash::FxHashMap;
use std::sync::mpsc;
use std::thread;

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
    /// Megabytes for what is remembered of floors and heroes.
    pub megabytes: usize,
}

/// Megabytes where nothing else is asked for.
pub const MEGABYTES: usize = 2048;

/// The fewest floors that a judge remembers, however little memory there is.
const FEWEST: usize = 2_000;

/// About so many bytes does a floor take that is remembered, with the heroes that were met there.
const FLOOR_BYTES: usize = 3000;

impl Limits {
    /// Those for towers of any size, of a width.
    pub const fn of_width(width: usize) -> Limits {
        Limits { width, layers: 300, patience: 15, kinds: 8, megabytes: MEGABYTES }
    }
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
    /// The shops within reach, a bit each.
    shops: u64,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of the judge.
    pub judge: usize,
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

/// What came of a level.
struct Found {
    tree: Tree,
    /// States that reached higher floors, by these.
    above: Vec<Vec<Candidate>>,
    best: Option<(u32, State)>,
}

/// A search: some judges, each with a beam of its own through every level. Between levels they share what they found.
pub struct Beam<'a> {
    limits: Limits,
    judges: Vec<Expander<'a>>,
    threads: usize,
    tree: Tree,
    /// States that wait, by the highest floor that they have reached.
    pools: Vec<Vec<Candidate>>,
    best: Option<(u32, State)>,
    /// The highest floor that any state has reached.
    pub top: usize,
}

impl<'a> Beam<'a> {
    /// A search of one judge.
    pub fn new(project: &'a Project, limits: Limits, weights: Weights) -> Self {
        Beam::of_judges(project, limits, &[weights], 1)
    }

    /// A search of a judge for each of these weights, so many of them at a time.
    pub fn of_judges(project: &'a Project, limits: Limits, weights: &[Weights], threads: usize) -> Self {
        let floors = ((limits.megabytes << 20) / FLOOR_BYTES / weights.len().max(1)).max(FEWEST);
        Beam {
            limits,
            judges: weights.iter().map(|&weights| Expander::new(project, weights, floors)).collect(),
            threads: threads.max(1),
            tree: Tree::default(),
            pools: vec![Vec::new(); project.floors.len()],
            best: None,
            top: 0,
        }
    }

    /// How many states were made.
    pub fn states(&self) -> u64 {
        self.judges.iter().map(|judge| judge.states).sum()
    }

    /// Searches from a state; the best plan that wins. `stopped` is asked before every state, `report` hears of every layer.
    pub fn search(
        &mut self,
        start: State,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        let mut state = start;
        let mut moves = Vec::new();
        let taken = self.judges.first_mut()?.take_free(&mut state, &mut moves);
        let level = top(&state);
        let shops = taken.shops;
        self.pools[level].push(Candidate { key: 0, state, node: ROOT, moves, worth: 0.0, idle: 0.0, shops });
        for level in level..self.pools.len() {
            self.level(level, stopped, report);
            if stopped() {
                break;
            }
        }
        self.best.take().map(|(node, end)| Plan { moves: self.tree.line(node), end })
    }

    /// Searches a level with every judge.
    fn level(&mut self, level: usize, stopped: &(dyn Fn() -> bool + Sync), report: &mut dyn FnMut(&Progress)) {
        let pool = std::mem::take(&mut self.pools[level]);
        if pool.is_empty() {
            return;
        }
        let (base, limits, threads, pool) = (self.tree.end(), self.limits, self.threads, &pool);
        let mut states: Vec<u64> = self.judges.iter().map(|judge| judge.states).collect();
        let (send, receive) = mpsc::channel();
        let mut parts: Vec<Vec<(usize, &mut Expander<'a>)>> = (0..threads).map(|_| Vec::new()).collect();
        for (number, judge) in self.judges.iter_mut().enumerate() {
            parts[number % threads].push((number, judge));
        }
        let mut all: Vec<(usize, Found)> = thread::scope(|scope| {
            let running: Vec<_> = parts
                .into_iter()
                .map(|part| {
                    let send = send.clone();
                    Helper::start(scope, move || {
                        let search = |(number, expander)| {
                            let mut climb = Climb::new(expander, limits, level, base);
                            climb.run(pool, stopped, &mut |progress| {
                                // Nobody listens once the search is over.
                                let _ = send.send(Progress { judge: number, ..progress });
                            });
                            (number, climb.found)
                        };
                        part.into_iter().map(search).collect::<Vec<_>>()
                    })
                })
                .collect();
            drop(send);
            for progress in receive {
                states[progress.judge] = progress.states;
                report(&Progress { states: states.iter().sum(), ..progress });
            }
            running.into_iter().filter_map(Helper::join).flatten().collect()
        });
        all.sort_by_key(|(number, _)| *number);
        for (_, found) in all {
            self.merge(found);
        }
    }

    /// Adds what a judge found on a level.
    fn merge(&mut self, found: Found) {
        let shift = self.tree.join(found.tree);
        for (level, above) in found.above.into_iter().enumerate() {
            if !above.is_empty() {
                self.top = self.top.max(level);
            }
            let waiting = above.into_iter().map(|candidate| Candidate { node: shift.of(candidate.node), ..candidate });
            self.pools[level].extend(waiting);
        }
        if let Some((node, end)) = found.best
            && self.best.as_ref().is_none_or(|(_, best)| end.stats[0] > best.stats[0])
        {
            self.best = Some((shift.of(node), end));
        }
    }
}

/// A judge on a level.
struct Climb<'e, 'a> {
    expander: &'e mut Expander<'a>,
    limits: Limits,
    level: usize,
    /// States that have gone on from some layer, and the most hp with which one did.
    seen: FxHashMap<u64, i64>,
    found: Found,
}

impl<'e, 'a> Climb<'e, 'a> {
    fn new(expander: &'e mut Expander<'a>, limits: Limits, level: usize, base: u32) -> Self {
        let floors = expander.floors();
        let found = Found { tree: Tree::after(base), above: vec![Vec::new(); floors], best: None };
        Climb { expander, limits, level, seen: FxHashMap::default(), found }
    }

    fn run(&mut self, pool: &[Candidate], stopped: &dyn Fn() -> bool, report: &mut dyn FnMut(Progress)) {
        let judged = pool.iter().map(|candidate| {
            let worth = self.expander.judge.worth(&candidate.state, self.level, candidate.shops) - candidate.idle;
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
        for Child { key, state, moves, opens, gains, shops } in children {
            if state.ending == Ending::Won {
                if self.found.best.as_ref().is_none_or(|(_, end)| state.stats[0] > end.stats[0]) {
                    let node = self.found.tree.add(from.node, moves);
                    self.found.best = Some((node, state));
                }
                continue;
            }
            if state.ending != Ending::None {
                continue;
            }
            let reached = top(&state);
            let promised = self.expander.judge.worth(&state, reached, shops);
            let pays = reached > self.level || promised > from.worth + from.idle;
            let idle = from.idle + if pays || gains { 0.0 } else { self.expander.judge.weights.idle };
            let worth = promised - idle;
            let child = Candidate { key, state, node: from.node, moves, worth, idle, shops };
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
