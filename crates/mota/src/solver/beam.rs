//! Plans for whole towers: floor by floor, a beam over decisions.
//!
//! The search climbs. A level is the highest floor that a state has reached; states are compared with states of their level alone.
//! Before a level is searched, the best plans that lead there are made better. Within it a beam goes from decision to decision,
//! wherever they are made; a state that reaches a higher floor joins the pool of that floor and waits there until its level is
//! searched.

mod limits;

pub use limits::{Limits, MEGABYTES, decisions};

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::climb::{Candidate, Climb, Found, is_better};
use super::debt::Debt;
use super::expand::{Expander, Taken, top};
use super::finish::{Greed, finish};
use super::moves::{self, Move};
use super::polish::{Polished, Polisher};
use super::tree::{ROOT, Tree};
use super::value::Judge;
use super::weights::Weights;
use limits::WIDER;
use meihua_contracts::helpers::{Helper, side_by_side};
use std::cmp::Reverse;
use std::sync::mpsc;
use std::thread;

/// Minimum number of floors that a judge remembers, however little memory there is.
const MIN_FLOORS: usize = 2_000;

/// Waiting states of a level, for each evaluation and state of its width, from which on they are thinned out.
const POOL: usize = 12;

/// Approximate bytes of a remembered floor, with the heroes that were met there.
const FLOOR_BYTES: usize = 3000;

/// Levels from which a plan is brought to its end by greed, the highest first.
const FINISHED: usize = 4;

/// Plans that are offered where none wins.
const FARTHEST: usize = 8;

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of the judge.
    pub judge: usize,
    /// The highest floor that the states of this level have reached.
    pub level: usize,
    /// Layers of this level so far; 0 for a plan that was made better before.
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
    /// What the best plan owes, where something is lent and it wins.
    pub debt: Debt,
}

/// A plan that wins.
#[derive(Clone)]
pub struct Plan {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The state at the end.
    pub end: State,
}

/// A search: some judges, each with a beam of its own through every level. Between levels they share what they found.
pub struct Beam<'a> {
    project: &'a Project,
    limits: Limits,
    judges: Vec<Expander<'a>>,
    threads: usize,
    /// States that judges of earlier rounds made.
    before: u64,
    tree: Tree,
    start: Option<State>,
    /// How often plans were made better.
    seed: u64,
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

    /// A search for each of these weights, several at a time.
    pub(crate) fn of_judges(project: &'a Project, limits: Limits, weights: &[Weights], threads: usize) -> Self {
        Beam {
            project,
            limits,
            judges: judges(project, limits, weights),
            threads: threads.max(1),
            before: 0,
            tree: Tree::default(),
            start: None,
            seed: 0,
            pools: vec![Vec::new(); project.floors.len()],
            best: None,
            top: 0,
        }
    }

    /// How many states were made.
    pub fn states(&self) -> u64 {
        self.before + self.judges.iter().map(|judge| judge.states).sum::<u64>()
    }

    /// The levels that states wait on.
    pub fn levels(&self) -> Vec<usize> {
        (0..self.pools.len()).filter(|&level| !self.pools[level].is_empty()).collect()
    }

    /// Searches from a state; the best plan that wins. `stopped` is asked before every state, `report` hears of every layer.
    pub fn search(
        &mut self,
        start: State,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        self.start = Some(start.clone());
        let first = waiting(self.judges.first_mut()?, start, Vec::new());
        let level = top(&first.state);
        self.pools[level].push(first);
        self.climb(level, stopped, report)
    }

    /// Searches once more from a level on, with other judges: they go on from all that was found below, and from what waits on higher
    /// levels, too. Returns the best plan so far.
    pub fn again(
        &mut self,
        weights: &[Weights],
        level: usize,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        self.seed += 1;
        self.before = self.states();
        // Memory of the judges before is given back first.
        self.judges.clear();
        self.judges = judges(self.project, self.limits, weights);
        self.climb(level, stopped, report)
    }

    fn climb(
        &mut self,
        level: usize,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        for level in level..self.pools.len() {
            self.polish(level, stopped, report);
            for times in WIDER.into_iter().take(self.limits.tries) {
                self.level(level, self.limits.width.saturating_mul(times), stopped, report);
                let leads_on = self.pools[level + 1..].iter().any(|pool| !pool.is_empty());
                if leads_on || self.best.is_some() || stopped() {
                    break;
                }
            }
            if stopped() {
                break;
            }
        }
        self.plan()
    }

    /// Searches a level with every judge, so wide.
    fn level(
        &mut self,
        level: usize,
        width: usize,
        stopped: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(&Progress),
    ) {
        let mut pool = std::mem::take(&mut self.pools[level]);
        if pool.is_empty() {
            return;
        }
        if pool.len() > POOL * self.limits.width * self.judges.len() {
            pool = self.best_of(pool, level);
        }
        let limits = Limits { width, ..self.limits };
        let (base, threads, before, pool) = (self.tree.end(), self.threads, self.before, &pool);
        let mut states: Vec<u64> = self.judges.iter().map(|judge| judge.states).collect();
        let (send, receive) = mpsc::channel();
        let parts = deal(&mut self.judges, threads);
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
                report(&Progress { states: before + states.iter().sum::<u64>(), ..progress });
            }
            running.into_iter().filter_map(Helper::join).flatten().collect()
        });
        self.pools[level].clone_from(pool);
        all.sort_by_key(|(number, _)| *number);
        for (_, found) in all {
            self.merge(found);
        }
    }

    /// Makes the best plans of a level better, one for each judge.
    fn polish(&mut self, level: usize, stopped: &(dyn Fn() -> bool + Sync), report: &mut dyn FnMut(&Progress)) {
        let (pool, tree) = (&self.pools[level], &self.tree);
        if pool.is_empty() {
            return;
        }
        let plan_of = |judge: &mut Judge<'_>| {
            let promise = |candidate: &Candidate| candidate.promise(judge, level);
            let best = pool.iter().map(promise).enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
            let best = &pool[best.0];
            let mut moves = tree.line(best.node);
            moves.extend(best.moves.iter().cloned());
            Some(moves)
        };
        let seed = self.seed.wrapping_mul(1000).wrapping_add(level as u64);
        let found = polish_all(
            self.start.as_ref(),
            &mut self.judges,
            self.threads,
            Effort::by_rules(self.limits.effort),
            seed,
            stopped,
            &plan_of,
        );
        for Polished { judge, moves, worth, debt } in found {
            if let Some(best) = self.add(judge, moves) {
                let (top, states, waiting) = (self.top, self.states(), self.pools[level].len());
                report(&Progress { judge, level, layer: 0, best, worth, top, states, width: 1, waiting, debt });
            }
        }
    }

    /// Improves the plan that wins, once for each evaluation, each with a number of decisions.
    pub fn improve(&mut self, effort: u64, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Plan> {
        self.seed += 1;
        let moves = self.best.as_ref().map(|(node, _)| self.tree.line(*node))?;
        let plan_of = |_: &mut Judge<'_>| Some(moves.clone());
        let found = polish_all(
            self.start.as_ref(),
            &mut self.judges,
            self.threads,
            Effort::by_rules(effort),
            self.seed,
            stopped,
            &plan_of,
        );
        for Polished { judge, moves, .. } in found {
            self.add(judge, moves);
        }
        self.plan()
    }

    /// The judges, who remember what they have seen.
    pub(crate) fn into_judges(self) -> Vec<Expander<'a>> {
        self.judges
    }

    /// Goes on by greed from what looks best on some of the highest levels; the plans that win.
    pub fn finish(&mut self, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Vec<Move>> {
        let mut plans = Vec::new();
        for level in self.levels().into_iter().rev().take(FINISHED) {
            let (pool, tree) = (&self.pools[level], &self.tree);
            for expander in &mut self.judges {
                let promise = |candidate: &Candidate| candidate.promise(&mut expander.judge, level);
                let promises = pool.iter().map(promise).enumerate();
                let Some((best, _)) = promises.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
                let greed = Greed { may_owe: true, ..Greed::default() };
                let (rest, end) = finish(expander, &pool[best].state, greed, stopped);
                if end.ending == Ending::Won {
                    let mut moves = tree.line(pool[best].node);
                    moves.extend(pool[best].moves.iter().cloned().chain(rest));
                    plans.push(moves);
                }
            }
        }
        plans
    }

    /// Takes in a plan from elsewhere.
    pub fn adopt(&mut self, plan: &Plan) {
        if is_better(&plan.end, self.best.as_ref()) {
            self.best = Some((self.tree.add(ROOT, plan.moves.clone()), plan.end.clone()));
        }
    }

    /// Plans to the states that wait on the highest level, those with the most hp first.
    pub(super) fn farthest(&self) -> Vec<Plan> {
        let Some(pool) = self.pools.iter().rev().find(|pool| !pool.is_empty()) else { return Vec::new() };
        let mut pool: Vec<&Candidate> = pool.iter().collect();
        pool.sort_by_key(|candidate| Reverse(candidate.state.stats[0]));
        let plan = |candidate: &&Candidate| {
            let moves = self.tree.line(candidate.node).into_iter().chain(candidate.moves.iter().cloned());
            Plan { moves: moves.collect(), end: candidate.state.clone() }
        };
        pool.iter().take(FARTHEST).map(plan).collect()
    }

    /// The best plan that wins.
    fn plan(&self) -> Option<Plan> {
        self.best.as_ref().map(|(node, end)| Plan { moves: self.tree.line(*node), end: end.clone() })
    }

    /// Adds a plan from the start: to those that win, or to those that wait. Returns the state at its end.
    fn add(&mut self, judge: usize, moves: Vec<Move>) -> Option<State> {
        let (mut state, expander) = (self.start.clone()?, self.judges.get_mut(judge)?);
        if !moves::make_all(self.project, &mut state, &moves) {
            return None;
        }
        if state.ending == Ending::Won {
            if is_better(&state, self.best.as_ref()) {
                self.best = Some((self.tree.add(ROOT, moves), state.clone()));
            }
            return Some(state);
        }
        let waits = waiting(expander, state, moves);
        let state = waits.state.clone();
        let level = top(&state);
        self.top = self.top.max(level);
        self.pools[level].push(waits);
        Some(state)
    }

    /// Of states that wait on a level, those that some judge would go on from first.
    fn best_of(&mut self, pool: Vec<Candidate>, level: usize) -> Vec<Candidate> {
        let mut kept = vec![false; pool.len()];
        for expander in &mut self.judges {
            let worth = |candidate: &Candidate| candidate.promise(&mut expander.judge, level) - candidate.idle;
            let judged = pool.iter().map(worth).enumerate();
            let mut judged: Vec<(usize, f64)> = judged.collect();
            judged.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            judged.iter().take(4 * self.limits.width).for_each(|&(number, _)| kept[number] = true);
        }
        pool.into_iter().zip(kept).filter_map(|(candidate, kept)| kept.then_some(candidate)).collect()
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
            && is_better(&end, self.best.as_ref())
        {
            self.best = Some((shift.of(node), end));
        }
    }
}

/// What waits at the end of moves from the start, not yet judged: with all that costs nothing taken there.
fn waiting(expander: &mut Expander<'_>, mut state: State, mut moves: Vec<Move>) -> Candidate {
    let Taken { shops, ahead, .. } = expander.take_free(&mut state, &mut moves);
    let ahead = ahead.unwrap_or(0.0);
    Candidate { key: 0, state, node: ROOT, moves, worth: 0.0, idle: 0.0, shops, ahead }
}

/// Judges and their numbers, by the thread that they work in.
fn deal<'j, 'a>(judges: &'j mut [Expander<'a>], threads: usize) -> Vec<Vec<(usize, &'j mut Expander<'a>)>> {
    let mut parts: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, judge) in judges.iter_mut().enumerate() {
        parts[number % threads].push((number, judge));
    }
    parts
}

/// How long a plan is made better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Decisions by the rules.
    pub(super) decisions: u64,
    /// Changes on a sketch of the tower.
    pub(super) changes: u64,
    /// Whether all that is known is done before the end of the plan, first.
    pub(super) does_all: bool,
}

impl Effort {
    /// With a number of decisions by the rules alone.
    pub(super) fn by_rules(decisions: u64) -> Effort {
        Effort { decisions, changes: 0, does_all: false }
    }
}

/// Makes plans from a state better, one that each evaluation names: with decisions by the rules, then with changes on a
/// sketch of the tower.
pub(super) fn polish_all<'a>(
    start: Option<&State>,
    judges: &mut [Expander<'a>],
    threads: usize,
    effort: Effort,
    seed: u64,
    stopped: &(dyn Fn() -> bool + Sync),
    plan_of: &(dyn Fn(&mut Judge<'a>) -> Option<Vec<Move>> + Sync),
) -> Vec<Polished> {
    let Some(start) = start.filter(|_| effort.decisions > 0) else { return Vec::new() };
    let polish = |(number, expander): (usize, &mut Expander<'a>)| {
        let moves = plan_of(&mut expander.judge)?;
        let seed = seed.wrapping_mul(100).wrapping_add(number as u64);
        let mut polisher = Polisher::new(expander, start, &moves, seed, stopped);
        polisher.run(effort.decisions);
        let polished = polisher.best(number);
        Some(if effort.changes > 0 { polished.sketched(expander, start, (effort, seed), stopped) } else { polished })
    };
    let parts =
        deal(judges, threads).into_iter().map(|part| || part.into_iter().filter_map(polish).collect::<Vec<_>>());
    let mut found: Vec<_> = side_by_side(parts).into_iter().flatten().collect();
    found.sort_by_key(|polished| polished.judge);
    found
}

/// Judges with weights of their own, who share the memory.
fn judges<'a>(project: &'a Project, limits: Limits, weights: &[Weights]) -> Vec<Expander<'a>> {
    let floors = ((limits.megabytes << 20) / FLOOR_BYTES / weights.len().max(1)).max(MIN_FLOORS);
    weights.iter().map(|&weights| Expander::new(project, weights, floors)).collect()
}
