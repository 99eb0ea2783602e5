//! The plans of a search that the rules have confirmed: the best that wins, or the one that comes farthest.

use super::keys::keys_from;
use super::moves::Move;
use super::prepare::Prepared;
use super::replay::{Played, play};
use super::search::Outcome;
use super::{Plan, top};
use crate::rules::keystroke::Key;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use std::cmp::Reverse;

/// The plans that the rules have confirmed.
pub(super) struct Plans<'a> {
    project: &'a Project,
    start: &'a State,
    prepared: &'a Prepared,
    pub(super) best: Option<Plan>,
    pub(super) farthest: Option<Plan>,
    /// The keys of the best plan, or of the farthest where there is none, and the state after them.
    walk: Option<(Vec<Key>, State)>,
    pub(super) disagreements: usize,
}

impl<'a> Plans<'a> {
    /// No plan yet.
    pub(super) fn new(project: &'a Project, start: &'a State, prepared: &'a Prepared) -> Plans<'a> {
        Plans { project, start, prepared, best: None, farthest: None, walk: None, disagreements: 0 }
    }

    /// Plays operators by the rules.
    pub(super) fn replay(&self, operators: &[u32]) -> Played {
        play(self.project, &self.prepared.base, &self.prepared.graph, operators)
    }

    /// Takes a plan that was played by the rules, if it is better than what is known and its ways can be walked; whether it was.
    pub(super) fn take(&mut self, played: Played) -> bool {
        let moves: Vec<Move> = self.prepared.opening.iter().cloned().chain(played.moves).collect();
        self.take_plan(Plan { moves, end: played.end })
    }

    /// The same of a plan from the start.
    pub(super) fn take_plan(&mut self, mut plan: Plan) -> bool {
        match plan.end.ending {
            Ending::Won => {
                let is_better =
                    |plan: &Plan| self.best.as_ref().is_none_or(|best| plan.end.stats[0] > best.end.stats[0]);
                let walk = if is_better(&plan) { walked(self.project, self.start, &mut plan) } else { None };
                let is_taken = walk.is_some() && is_better(&plan);
                if is_taken {
                    (self.best, self.walk) = (Some(plan), walk);
                }
                is_taken
            }
            Ending::None => self.take_farthest(plan),
            Ending::Lost => false,
        }
    }

    /// Takes a plan that does not win, if it comes farther than what is known and can be walked; whether it was.
    pub(super) fn take_farthest(&mut self, plan: Plan) -> bool {
        let rank = |plan: &Plan| (top(&plan.end), plan.end.stats[0], Reverse(plan.moves.len()));
        let is_better = self.best.is_none() && self.farthest.as_ref().is_none_or(|known| rank(&plan) > rank(known));
        let walk = if is_better { walk_of(self.project, self.start, &plan) } else { None };
        let is_taken = walk.is_some();
        if is_taken {
            (self.farthest, self.walk) = (Some(plan), walk);
        }
        is_taken
    }

    /// What a search came to, with these plans.
    pub(super) fn outcome(self, outcome: Outcome) -> Outcome {
        let shown = self.best.as_ref().or(self.farthest.as_ref());
        Outcome {
            top: shown.map_or(0, |plan| top(&plan.end)),
            farthest: if self.best.is_none() { self.farthest } else { None },
            plan: self.best,
            walk: self.walk,
            disagreements: self.disagreements,
            ..outcome
        }
    }
}

/// The keys of a plan, and the state after them.
fn walk_of(project: &Project, start: &State, plan: &Plan) -> Option<(Vec<Key>, State)> {
    let (keys, states) = keys_from(project, start, &plan.moves).ok()?;
    Some((keys, states.into_iter().last().unwrap_or_else(|| start.clone())))
}

/// The keys of a plan that wins; none where they do not. The plan's end becomes that of the keys: it may be another one than promised
/// where events come of themselves on the way.
pub(super) fn walked(project: &Project, start: &State, plan: &mut Plan) -> Option<(Vec<Key>, State)> {
    let walk = walk_of(project, start, plan)?;
    // A condition that is the goal may hold before the last move.
    if project.goal.is_none() && walk.1.stats != plan.end.stats {
        if walk.1.ending != Ending::Won {
            return None;
        }
        plan.end = walk.1.clone();
    }
    Some(walk)
}
