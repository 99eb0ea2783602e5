//! Plans for whole towers, for as long as there is time: beams of several judges, one round after the other.
//!
//! What things are worth differs from tower to tower, and from floor to floor. So a beam has several judges, each with weights of
//! its own; the first round has those of players of several kinds, and each further one those of the best round so far, some of
//! them changed at random: evolution with one parent (Rechenberg, "Evolutionsstrategie", 1973).
//! Every judge has a seed of its own, so that the same command finds the same plan whatever the clock does.

use super::super::expression::Stat;
use super::super::model::Project;
use super::super::state::State;
use super::beam::{Beam, Limits, Plan, Progress};
use super::exact::{self, Verdict};
use super::expand::top;
use super::weights::Weights;
use crate::random::SplitMix64;

/// How long and how wide is searched.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Of each judge.
    pub limits: Limits,
    /// Judges at a time.
    pub threads: usize,
    /// Rounds at most; the first that finds a plan is the last unless `improve` is set.
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

/// Rounds of beams where neither a clock nor a number of nodes ends the search.
pub const ROUNDS: usize = 4;

/// Towers of no more states than these are looked at as a whole.
const SMALL: usize = 10_000;

/// Looks for the best plan from a state: with proof where the tower is small, else for as long as there is time. `stopped` is
/// asked before every state, `report` hears of every layer of every judge, with the number of the round.
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
    let mut best = (f64::NEG_INFINITY, Weights::players());
    for round in 0..options.rounds {
        let judges = if round == 0 { best.1.clone() } else { varied(&best.1, round as u64) };
        let mut beam = Beam::of_judges(project, options.limits, &judges, options.threads);
        let (mut score, before) = (f64::NEG_INFINITY, outcome.states);
        let plan = beam.search(start.clone(), stopped, &mut |progress| {
            if progress.layer == 1 {
                score = score.max(self::score(progress));
            }
            report(round, &Progress { states: before + progress.states, ..progress.clone() });
        });
        outcome.states += beam.states();
        outcome.top = outcome.top.max(beam.top);
        let hp = |plan: &Option<Plan>| plan.as_ref().map(|plan| plan.end.stat(Stat::Hp));
        if let Some(hp) = hp(&plan) {
            score = WON + hp as f64;
        }
        if score > best.0 {
            best = (score, judges);
        }
        if hp(&plan) > hp(&outcome.plan) {
            outcome.plan = plan;
        }
        if stopped() || (outcome.plan.is_some() && !options.improve) {
            break;
        }
    }
    outcome
}

/// More than any score of a round that does not win.
const WON: f64 = 1e9;

/// How far a beam has come: the level first, then the hero who gets there.
fn score(progress: &Progress) -> f64 {
    let hero = |stat| progress.best.stat(stat) as f64;
    let strength = 20.0 * (hero(Stat::Attack) + hero(Stat::Defence));
    progress.level as f64 * 1e4 + hero(Stat::Hp).min(3000.0) + strength.min(6000.0)
}

/// Weights of judges with some of them changed.
fn varied(parents: &[Weights], round: u64) -> Vec<Weights> {
    let vary = |(number, &parent): (usize, &Weights)| {
        let mut random = SplitMix64::of_item(round, number as u64);
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
    };
    parents.iter().enumerate().map(vary).collect()
}
