//! Plans for whole towers, for as long as there is time: beams with other weights, one after the other.
//!
//! What things are worth differs from tower to tower. So the first two beams have weights of their own, and each further one those
//! of the best beam so far, some of them changed at random: evolution with one parent (Rechenberg, "Evolutionsstrategie", 1973).
//! Every beam has a seed of its own, so that the same command finds the same plan whatever the clock does.

use super::super::expression::Stat;
use super::super::model::Project;
use super::super::state::State;
use super::beam::{Beam, Limits, Plan, Progress};
use super::exact::{self, Verdict};
use super::expand::top;
use super::value::Weights;
use crate::random::SplitMix64;
use std::sync::mpsc;
use std::thread;

/// How long and how wide is searched.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Of each beam.
    pub limits: Limits,
    /// Beams at a time.
    pub threads: usize,
    /// Rounds of so many beams at most; the first that finds a plan is the last unless `improve` is set.
    pub rounds: usize,
    /// Whether to go on for a better plan once there is one.
    pub improve: bool,
}

/// What came of a search.
#[derive(Clone, Default)]
pub struct Outcome {
    /// The best plan that wins.
    pub plan: Option<Plan>,
    /// How many states were made.
    pub states: u64,
    /// The highest floor that was reached.
    pub top: usize,
    /// Whether no plan is better, or none wins where there is none.
    pub proven: bool,
}

/// What came of a beam.
struct Trial {
    weights: Weights,
    plan: Option<Plan>,
    states: u64,
    top: usize,
    score: f64,
}

/// Towers of no more states than these are looked at as a whole.
const SMALL: usize = 10_000;

/// Looks for the best plan from a state: with proof where the tower is small, else for as long as there is time. `stopped` is
/// asked before every state, `report` hears of every layer, with the number of its beam.
pub fn search(
    project: &Project,
    start: &State,
    options: &Options,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(usize, &Progress),
) -> Outcome {
    let mut outcome = Outcome::default();
    let (verdict, states) = exact::solve(project, start, SMALL, stopped);
    outcome.states = states;
    match verdict {
        Verdict::Best(plan) => {
            return Outcome { top: top(&plan.end), plan: Some(plan), proven: true, ..outcome };
        }
        Verdict::Lost => return Outcome { proven: true, ..outcome },
        Verdict::Unknown => {}
    }
    let mut best = (f64::NEG_INFINITY, Weights::default());
    for round in 0..options.rounds {
        let trials = self::round(project, start, options, (round, best.1), stopped, report);
        for trial in trials {
            outcome.states += trial.states;
            outcome.top = outcome.top.max(trial.top);
            if trial.score > best.0 {
                best = (trial.score, trial.weights);
            }
            let hp = |plan: &Option<Plan>| plan.as_ref().map(|plan| plan.end.stat(Stat::Hp));
            if hp(&trial.plan) > hp(&outcome.plan) {
                outcome.plan = trial.plan;
            }
        }
        if stopped() || (outcome.plan.is_some() && !options.improve) {
            break;
        }
    }
    outcome
}

/// Some beams at a time, in the order of their numbers.
fn round(
    project: &Project,
    start: &State,
    options: &Options,
    (round, parent): (usize, Weights),
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(usize, &Progress),
) -> Vec<Trial> {
    let threads = options.threads.max(1);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        let beams: Vec<_> = (round * threads..(round + 1) * threads)
            .map(|number| {
                let send = send.clone();
                let weights = match number {
                    0 => parent,
                    1 => Weights::careful(),
                    _ => varied(parent, number as u64),
                };
                scope.spawn(move || {
                    trial(project, start, options.limits, weights, stopped, &mut |progress| {
                        // Nobody listens once the search is over.
                        let _ = send.send((number, progress.clone()));
                    })
                })
            })
            .collect();
        drop(send);
        for (number, progress) in receive {
            report(number, &progress);
        }
        beams.into_iter().filter_map(|beam| beam.join().ok()).collect()
    })
}

/// One beam.
fn trial(
    project: &Project,
    start: &State,
    limits: Limits,
    weights: Weights,
    stopped: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Progress),
) -> Trial {
    let (mut states, mut top, mut score) = (0, 0, f64::NEG_INFINITY);
    let plan = Beam::new(project, limits, weights).search(start.clone(), stopped, &mut |progress| {
        (states, top) = (progress.states, top.max(progress.top));
        if progress.layer == 1 {
            score = score.max(self::score(progress));
        }
        report(progress);
    });
    if let Some(plan) = &plan {
        score = WON + plan.end.stat(Stat::Hp) as f64;
    }
    Trial { weights, plan, states, top, score }
}

/// More than any score of a beam that does not win.
const WON: f64 = 1e9;

/// How far a beam has come: the level first, then the hero who gets there.
fn score(progress: &Progress) -> f64 {
    let hero = |stat| progress.best.stat(stat) as f64;
    let strength = 20.0 * (hero(Stat::Attack) + hero(Stat::Defence));
    progress.level as f64 * 1e4 + hero(Stat::Hp).min(3000.0) + strength.min(6000.0)
}

/// Weights with some of them changed.
fn varied(parent: Weights, number: u64) -> Weights {
    let mut random = SplitMix64::of_item(0, number);
    // Every fourth goes further.
    let far = if number % 4 == 3 { 1.2 } else { 0.6 };
    let mut weights = parent;
    for weight in weights.all() {
        if random.unit() < 0.4 {
            *weight *= ((random.unit() * 2.0 - 1.0) * far).exp();
        }
    }
    if random.unit() < 0.4 {
        // It is the share that is lost which grows or shrinks.
        let lost = (1.0 - weights.fade) * ((random.unit() * 2.0 - 1.0) * far).exp();
        weights.fade = (1.0 - lost).clamp(0.3, 0.99);
    }
    weights.mend();
    weights
}
