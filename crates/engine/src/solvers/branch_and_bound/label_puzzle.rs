//! Turns the result for a label problem into a solution of the puzzle.

use super::pass::REPORT_EVERY;
use super::{News, search_until};
use crate::control::Control;
use crate::deadline::Deadline;
use crate::puzzle::label_problem::{Aim, Label, LabelProblem, LabelPuzzle, LabelVisitor, Quick};
use crate::solution::{Budget, Progress, Solution, Status};
use std::time::Duration;

/// Receives the progress of a running solver.
type Report<'a, M> = dyn FnMut(Progress<M>) + 'a;

/// Labels for a first fallback, so that there is a walk even if the budget is spent.
const QUICK_NODES: u64 = 4096;
/// Time after the deadline for decisions found without a search.
const QUICK_GRACE: Duration = Duration::from_millis(6);
/// Time after the deadline for the search of a first fallback.
const FALLBACK_GRACE: Duration = Duration::from_millis(10);
/// Time after the deadline by which the plan is made.
const PLAN_GRACE: Duration = Duration::from_millis(14);
/// Time after the deadline by which the plan is shortened and its facts are found.
const FACTS_GRACE: Duration = Duration::from_millis(20);

/// Finds the plan of the highest value and proves it optimal; if none is found, the best walk under [`Aim::Fallback`].
///
/// The status concerns the goal alone: a plan proven best, or proven not to exist. Plans with more than `budget.depth`
/// moves are not returned, and one that is short enough is proven best only if no longer plan is better. A plan is
/// first sought without a search, so that there is one however little time is left.
pub fn solve<P: LabelPuzzle>(
    puzzle: &P,
    state: &P::State,
    budget: &Budget,
    control: &Control,
    report: &mut Report<'_, P::Move>,
) -> Solution<P::Move> {
    let deadline = Deadline::new(budget.movetime, control);
    let mut task = Task { puzzle, state, deadline: &deadline, report };
    let goal = task.goal(budget);
    let status = if goal.proven { Status::Proven } else { Status::Anytime };
    let best_possible = goal.bound;
    if goal.value.is_none() && !goal.proven && budget.depth.is_some() {
        return too_long(best_possible, goal.nodes);
    }
    let (aim, found) = match goal.value {
        Some(_) => (Aim::Goal, goal),
        None => (Aim::Fallback, task.fallback(&goal, budget)),
    };
    let plan = puzzle.plan(state, &found.decisions, &deadline.with_grace(PLAN_GRACE));
    let late = deadline.with_grace(FACTS_GRACE);
    let plan = puzzle.polish(state, plan, &late);
    if aim == Aim::Goal && budget.depth.is_some_and(|limit| plan.len() > limit as usize) {
        return too_long(best_possible, found.nodes);
    }
    Solution {
        value: found.value.filter(|_| aim == Aim::Goal),
        bound: best_possible,
        status,
        best_first_moves: plan.first().copied().into_iter().collect(),
        facts: puzzle.facts(state, aim, &plan, found.bound, &late),
        plan,
        nodes: found.nodes,
    }
}

/// No plan was found within the allowed number of moves.
fn too_long<M>(bound: i64, nodes: u64) -> Solution<M> {
    Solution { bound, status: Status::Anytime, ..Solution::none(nodes) }
}

/// A result in the puzzle's own moves.
struct Found<M> {
    value: Option<i64>,
    decisions: Vec<M>,
    bound: i64,
    proven: bool,
    nodes: u64,
}

impl<M> Found<M> {
    /// Replaces the decisions by those found without a search if these are worth more.
    fn or_quick(self, quick: Option<Quick<M>>) -> Self {
        match quick {
            Some(Quick { value, decisions }) if self.value.is_none_or(|best| best < value) => {
                Found { value: Some(value), decisions, ..self }
            }
            _ => self,
        }
    }
}

struct Task<'a, 'b, P: LabelPuzzle> {
    puzzle: &'a P,
    state: &'a P::State,
    deadline: &'a Deadline<'a>,
    report: &'a mut Report<'b, P::Move>,
}

impl<P: LabelPuzzle> Task<'_, '_, P> {
    /// The best plan to the goal: first without a search, then as far as the budget allows.
    fn goal(&mut self, budget: &Budget) -> Found<P::Move> {
        let (quick, bound) = self.puzzle.quick(self.state, Aim::Goal, &self.deadline.with_grace(QUICK_GRACE));
        // A plan found without a search may be too long if the length is limited.
        let quick = quick.filter(|_| budget.depth.is_none());
        if let Some(Quick { value, decisions }) = &quick
            && self.deadline.look()
        {
            let plan = self.puzzle.plan(self.state, decisions, &self.deadline.with_grace(QUICK_GRACE));
            let (depth, time) = (plan.len() as u32, self.deadline.elapsed());
            (self.report)(Progress { depth, value: Some(*value), bound, nodes: 0, time, plan, current: None });
        }
        if !self.deadline.look() {
            let none = Found { value: None, decisions: Vec::new(), bound, proven: false, nodes: 0 };
            return none.or_quick(quick);
        }
        let floor = quick.as_ref().map(|quick| quick.value);
        let ask = Ask { aim: Aim::Goal, floor, possible: bound };
        let mut found = self.search(ask, budget, self.deadline);
        found.bound = found.bound.min(bound);
        found.or_quick(quick)
    }

    fn search(&mut self, ask: Ask, budget: &Budget, deadline: &Deadline) -> Found<P::Move> {
        let (puzzle, state) = (self.puzzle, self.state);
        let search = Search { task: self, ask, budget, deadline, best: None, plan: None, reported: None };
        puzzle.with_label_problem(state, ask.aim, deadline, search)
    }

    /// The best walk if no plan was found: first a quick one, then the best one as far as the budget allows.
    fn fallback(&mut self, goal: &Found<P::Move>, budget: &Budget) -> Found<P::Move> {
        let (quick, bound) = self.puzzle.quick(self.state, Aim::Fallback, &self.deadline.with_grace(QUICK_GRACE));
        let late = self.deadline.with_grace(FALLBACK_GRACE);
        let mut found = Found { value: None, decisions: Vec::new(), bound, proven: false, nodes: goal.nodes };
        let ask = Ask { aim: Aim::Fallback, floor: None, possible: goal.bound };
        if late.look() {
            let few = Budget { nodes: Some(QUICK_NODES), ..budget.clone() };
            let first = self.search(ask, &few, &late);
            found = Found { nodes: goal.nodes + first.nodes, bound: first.bound.min(bound), ..first };
        }
        let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
        if goal.proven && !found.proven && nodes != Some(0) && self.deadline.look() {
            let full = self.search(ask, &Budget { nodes, ..budget.clone() }, self.deadline);
            let nodes = found.nodes + full.nodes;
            let better = if full.value >= found.value { full } else { found };
            found = Found { nodes, ..better };
        }
        found.or_quick(quick)
    }
}

/// The purpose of a search.
#[derive(Clone, Copy)]
struct Ask {
    aim: Aim,
    /// The value of a plan known before the search.
    floor: Option<i64>,
    /// The highest value a plan to the goal may still have, whatever this search is for.
    possible: i64,
}

/// A search for one aim.
struct Search<'a, 'b, 'c, P: LabelPuzzle> {
    task: &'a mut Task<'b, 'c, P>,
    ask: Ask,
    budget: &'a Budget,
    deadline: &'a Deadline<'a>,
    /// The best end whose decisions are known.
    best: Option<(i64, Vec<P::Move>)>,
    /// The plan for that end, once it has been made.
    plan: Option<Vec<P::Move>>,
    /// When the last report was made.
    reported: Option<Duration>,
}

impl<P: LabelPuzzle> LabelVisitor<P::Move> for Search<'_, '_, '_, P> {
    type Answer = Found<P::Move>;

    fn run<Q: LabelProblem<Move = P::Move>>(mut self, problem: &Q) -> Found<P::Move> {
        let (budget, deadline) = (self.budget, self.deadline);
        let outcome =
            search_until(problem, budget, deadline, &mut |news: News<'_, Q::Decisions>| self.report(problem, &news));
        if let Some((value, way)) = &outcome.best
            && self.best.as_ref().is_none_or(|best| best.0 < *value)
        {
            // The deadline passed while the decisions for this end were looked up.
            let late = deadline.with_grace(QUICK_GRACE);
            self.best = decisions(problem, way, &late).map(|decisions| (*value, decisions)).or(self.best.take());
        }
        let value = outcome.best.as_ref().map(|best| best.0);
        let is_known = self.best.as_ref().map(|best| best.0) == value;
        let (value, decisions) = self.best.map_or((None, Vec::new()), |(value, decisions)| (Some(value), decisions));
        Found { value, decisions, bound: outcome.bound, proven: outcome.proven && is_known, nodes: outcome.nodes }
    }
}

impl<P: LabelPuzzle> Search<'_, '_, '_, P> {
    fn report<Q: LabelProblem<Move = P::Move>>(&mut self, problem: &Q, news: &News<'_, Q::Decisions>) {
        if news.is_end
            && let Some(value) = news.best
            && let Some(decisions) = decisions(problem, news.way, self.deadline)
        {
            (self.best, self.plan) = (Some((value, decisions)), None);
        }
        let now = self.task.deadline.elapsed();
        if self.reported.is_some_and(|reported| now - reported < REPORT_EVERY) {
            return;
        }
        self.reported = Some(now);
        let current = match news.way {
            _ if news.is_end => None,
            [before, label] => problem.steps(Some(before), label).last().copied(),
            _ => None,
        };
        // Good plans follow one another quickly, and making one takes longer than finding it, so only those that are
        // reported are made.
        let known = self.best.as_ref().filter(|best| self.ask.floor.is_none_or(|floor| best.0 >= floor));
        let plan = match known {
            Some((_, decisions)) => {
                let (task, deadline) = (&self.task, self.deadline);
                self.plan.get_or_insert_with(|| task.puzzle.plan(task.state, decisions, deadline)).clone()
            }
            None => Vec::new(),
        };
        let goal = self.ask.aim == Aim::Goal;
        (self.task.report)(Progress {
            depth: if news.is_end { plan.len() as u32 } else { news.rank as u32 },
            value: known.map(|best| best.0).filter(|_| goal),
            bound: if goal { news.bound.min(self.ask.possible) } else { self.ask.possible },
            nodes: news.nodes,
            time: now,
            plan,
            current,
        });
    }
}

/// The decisions along a path, in order; `None` if the deadline passed before all of them were looked up.
fn decisions<Q: LabelProblem>(problem: &Q, way: &[Label<Q::Decisions>], deadline: &Deadline) -> Option<Vec<Q::Move>> {
    let before = std::iter::once(None).chain(way.iter().map(Some));
    let mut decisions = Vec::new();
    for (from, to) in before.zip(way) {
        decisions.extend(problem.steps(from, to));
        if !deadline.work(8) {
            return None;
        }
    }
    Some(decisions)
}
