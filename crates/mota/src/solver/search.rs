//! Plans for whole towers, for as long as there is time: beams of several judges, one round after the other.
//!
//! What things are worth differs from tower to tower, and from floor to floor. So a beam has several judges, each with weights of
//! its own; the first round has those of players of several kinds, and each further one the same with some of them changed at
//! random. All rounds share what they find: a further one goes on from a level not far below the highest, from all that waits there.
//! Every judge has a seed of its own, so that the same command finds the same plan whatever the clock does.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::beam::{Beam, Limits, Plan, Progress};
use super::exact::{self, Exact, Verdict};
use super::expand::top;
use super::lend::{self, Lent, Owing};
use super::moves::{self, Move};
use super::players::{self, Player};
use super::route::keys_from;
use super::weights::Weights;
use meihua_contracts::random::SplitMix64;
use std::cmp::Reverse;

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
    /// Without one that wins, the plan that comes farthest: to the highest floor, there with the most hp.
    pub farthest: Option<Plan>,
    /// Without one that wins, the plan that wins with the smallest gift, if one was found.
    pub owing: Option<Owing>,
    /// How many states were made.
    pub states: u64,
    /// The highest floor that was reached.
    pub top: usize,
    /// Whether it is proven that no plan is better or, without a plan, that none wins. Never if something that may matter is not understood.
    pub proven: bool,
    /// Whether every state was looked at.
    pub complete: bool,
}

/// Rounds of beams where neither a clock nor a number of nodes ends the search.
pub const ROUNDS: usize = 2;

/// Towers of no more states than these are looked at as a whole.
pub(super) const SMALL: usize = 10_000;

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
    let Exact { verdict, farthest, states } = exact::solve(project, start, SMALL, stopped);
    outcome.states = states;
    // What is not understood may help or hurt; so may other answers before the first step.
    let asks_first = !project.start.answers.is_empty() && project.start.from.is_none();
    let proven = project.doubts.is_empty() && !asks_first && project.goal.is_none();
    match verdict {
        Verdict::Best(plan) => {
            return Outcome { top: top(&plan.end), plan: Some(*plan), proven, complete: true, ..outcome };
        }
        Verdict::Lost => {
            let top = top(&farthest.end);
            return Outcome { top, farthest: Some(farthest), proven, complete: true, ..outcome };
        }
        Verdict::Unknown => {}
    }
    // Whatever happens there is an answer.
    let greedy = players::play(project, start, Player::Greedy, SplitMix64::of_item(0, 0), stopped);
    let Lent { plan: lent, owing, states: made } = lend::search(project, start, options, stopped, &mut |progress| {
        report(0, &Progress { states: states + progress.states, ..progress.clone() });
    });
    let states = states + made;
    outcome.states = states;
    let players = Weights::players();
    let mut beam = Beam::of_judges(project, options.limits, &players, options.threads);
    if let Some(plan) = &lent {
        beam.adopt(plan);
        outcome.top = top(&plan.end);
    }
    let mut walked = Walked::new(project, start);
    walked.see(lent.as_ref());
    outcome.plan = lent;
    outcome.owing = owing;
    for round in 0..options.rounds {
        if stopped() {
            break;
        }
        let mut report =
            |progress: &Progress| report(round, &Progress { states: states + progress.states, ..progress.clone() });
        outcome.plan = if round == 0 {
            beam.search(start.clone(), stopped, &mut report)
        } else if outcome.plan.is_none() || round.is_multiple_of(4) {
            let level = window(&beam.levels(), round as u64);
            beam.again(&varied(&players, round as u64), level, stopped, &mut report)
        } else {
            outcome.plan
        };
        walked.see(outcome.plan.as_ref());
        if outcome.plan.is_some() {
            outcome.plan = beam.improve(options.limits.effort * (round as u64 + 1), stopped);
            walked.see(outcome.plan.as_ref());
        }
        outcome.states = states + beam.states();
        outcome.top = beam.top;
        if stopped() || (outcome.plan.is_some() && !options.improve) {
            break;
        }
    }
    if greedy.end.ending == Ending::Won {
        walked.see(Some(&greedy));
    }
    outcome.plan = walked.best(outcome.plan);
    if outcome.plan.is_none() {
        let mut plans = beam.farthest();
        plans.extend([greedy, farthest]);
        plans.extend(outcome.owing.as_ref().map(|owing| until_short(project, start, &owing.moves)));
        outcome.farthest = far(project, start, plans);
        outcome.top = outcome.farthest.as_ref().map_or(0, |plan| top(&plan.end));
    }
    outcome
}

/// The moves of a plan that owes something, up to the first that the hero cannot make without a gift.
fn until_short(project: &Project, start: &State, all: &[Move]) -> Plan {
    let mut plan = Plan { moves: Vec::new(), end: start.clone() };
    for mv in all {
        let mut after = plan.end.clone();
        if !matches!(moves::make(project, &mut after, mv), Ok(true)) || after.ending != Ending::None {
            break;
        }
        after.visit(mv.floor.into());
        after.visit(after.floor.into());
        plan.moves.push(mv.clone());
        plan.end = after;
    }
    plan
}

/// Of plans that do not win the one that comes farthest and can be walked.
fn far(project: &Project, start: &State, mut plans: Vec<Plan>) -> Option<Plan> {
    plans.retain(|plan| plan.end.ending == Ending::None);
    plans.sort_by_key(|plan| (Reverse((top(&plan.end), plan.end.stats[0])), plan.moves.len()));
    plans.into_iter().find(|plan| keys_from(project, start, &plan.moves).is_ok())
}

/// The best plan that was walked from the start by the rules alone: a search may end with one that cannot be.
struct Walked<'a> {
    project: &'a Project,
    start: &'a State,
    best: Option<Plan>,
}

impl<'a> Walked<'a> {
    fn new(project: &'a Project, start: &'a State) -> Walked<'a> {
        Walked { project, start, best: None }
    }

    /// Walks a plan that ends with more hp than the best so far.
    fn see(&mut self, plan: Option<&Plan>) {
        let is_better = |plan: &&Plan| self.best.as_ref().is_none_or(|best| plan.end.stats[0] > best.end.stats[0]);
        if let Some(plan) = plan.filter(is_better)
            && keys_from(self.project, self.start, &plan.moves).is_ok()
        {
            self.best = Some(plan.clone());
        }
    }

    /// The best plan that can be walked; without one `last`, with which the search ended.
    fn best(self, last: Option<Plan>) -> Option<Plan> {
        self.best.or(last)
    }
}

/// The level from which a round goes on: mostly one of the highest.
fn window(levels: &[usize], round: u64) -> usize {
    let mut random = SplitMix64::of_item(round, u64::MAX);
    let share = if round.is_multiple_of(3) { 1.0 } else { 0.35 };
    let back = 1 + (random.unit() * share * levels.len() as f64) as usize;
    levels.get(levels.len().saturating_sub(back)).copied().unwrap_or(0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Climb;
    use meihua_contracts::puzzle::PuzzleText;

    #[test]
    fn a_plan_that_cannot_be_walked_does_not_replace_one_that_can() {
        let (climb, start) = Climb::start();
        let verdict = exact::solve(&climb.project, &start.0, SMALL, &|| false).verdict;
        let Verdict::Best(good) = verdict else { panic!("a plan") };
        let mut bad = Plan::clone(&good);
        bad.moves.reverse();
        bad.end.stats[0] += 100;
        let mut walked = Walked::new(&climb.project, &start.0);
        walked.see(Some(&good));
        walked.see(Some(&bad));
        assert_eq!(walked.best(Some(bad.clone())).map(|plan| plan.end.stats[0]), Some(good.end.stats[0]));
        let none = Walked::new(&climb.project, &start.0);
        assert!(none.best(Some(bad)).is_some(), "what it ended with is shown with its fault");
    }
}
