//! Plans that owe something, made better until they owe nothing: for towers that no narrow beam wins.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::beam::{Beam, Limits, Plan, Progress, polish_all};
use super::debt::LARGE;
use super::expand::top;
use super::moves::{self, Move};
use super::polish::Polished;
use super::search::Options;
use super::weights::Weights;

/// The beam that looks for a first plan is no wider.
const WIDTH: usize = 2;

/// It makes so many times fewer changes of what it finds than a search without a loan.
const FEWER: u64 = 50;

/// Decisions between two reports, for each judge.
const EACH: u64 = 2_000_000;

/// A plan that owes nothing is made better with so many times the decisions that were allowed to find it.
const IMPROVED: u64 = 2;

/// Looks for a plan that owes nothing. Returns it, and how many states were made.
pub fn search(
    project: &Project,
    start: &State,
    options: &Options,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> (Option<Plan>, u64) {
    let limits =
        Limits { width: options.limits.width.min(WIDTH), effort: options.limits.effort / FEWER, ..options.limits };
    let players = Weights::players();
    let count = options.threads.clamp(1, players.len());
    let mut beam = Beam::of_judges(project, limits, &players[..count], options.threads);
    let lent = State { credit: LARGE, ..start.clone() };
    let mut plans: Vec<Vec<Move>> =
        beam.search(lent.clone(), stopped, report).into_iter().map(|plan| plan.moves).collect();
    plans.extend(beam.finish(stopped));
    let mut made = beam.states();
    let mut judges = beam.into_judges();
    let mut polish = |from: &State, moves: &[Move], decisions: u64, seed: u64| {
        let before = judges.iter().map(|judge| judge.states).sum::<u64>();
        let plan_of = |_: &mut _| Some(moves.to_vec());
        let found = polish_all(Some(from), &mut judges, options.threads, decisions, seed, stopped, &plan_of);
        made += judges.iter().map(|judge| judge.states).sum::<u64>() - before;
        let best = found.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth))?;
        let best = Owing { end: play(project, from, &best.moves)?, polished: best };
        report(&best.progress(made));
        Some(best)
    };
    let effort = options.limits.owing / count as u64;
    let each = EACH.min(effort / 10);
    let tried = plans.iter().enumerate().filter_map(|(number, moves)| polish(&lent, moves, each, number as u64));
    let best = tried.max_by(|a, b| a.polished.worth.total_cmp(&b.polished.worth));
    let Some(mut best) = best else { return (None, made) };
    let mut done = each * plans.len() as u64;
    while !best.polished.debt.is_none() && done < effort && !stopped() {
        done += each.max(1);
        if let Some(better) = polish(&lent, &best.polished.moves, each, done) {
            best = better;
        }
    }
    let is_free = best.polished.debt.is_none();
    let effort = if is_free && options.improve { done + IMPROVED * effort } else { done };
    while done < effort && !stopped() {
        done += each.max(1);
        if let Some(better) = polish(start, &best.polished.moves, each, done) {
            best = better;
        }
    }
    let moves = best.polished.moves;
    let plan = play(project, start, &moves).map(|end| Plan { moves, end });
    (plan, made)
}

/// A plan that wins and may owe something.
struct Owing {
    polished: Polished,
    end: State,
}

impl Owing {
    fn progress(&self, states: u64) -> Progress {
        let Polished { judge, worth, debt, .. } = self.polished;
        let level = top(&self.end);
        let best = self.end.clone();
        Progress { judge, level, layer: 0, best, worth, top: level, states, width: 1, waiting: 0, debt }
    }
}

/// The state at the end of moves that win, from a state.
fn play(project: &Project, start: &State, all: &[Move]) -> Option<State> {
    let mut state = start.clone();
    (moves::make_all(project, &mut state, all) && state.ending == Ending::Won).then_some(state)
}
