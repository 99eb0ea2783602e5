//! From a quest's answer to a puzzle's solution.

use super::{News, search};
use crate::clock::Stopwatch;
use crate::control::Control;
use crate::quest::{Aim, Errand, Label, Quest, QuestPuzzle};
use crate::solve::solution::{Budget, Progress, Solution, Status};
use std::time::Duration;

/// What is told of a solver under way.
type Report<'a, M> = dyn FnMut(Progress<M>) + 'a;

/// Labels for a first consolation: a budget that is spent, or a driver who wants to stop, still gets a walk.
const QUICK_NODES: u64 = 4096;
/// Between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// Finds the plan of the highest value and proves it; where none is found, the best walk under [`Aim::Consolation`].
///
/// The status tells of the goal alone: a plan proven best, or proven not to exist. With `budget.depth` a plan with more
/// moves is not given, and one that has few enough is proven best only if no longer one is better.
pub fn solve<P: QuestPuzzle>(
    puzzle: &P,
    state: &P::State,
    budget: &Budget,
    control: &Control,
    report: &mut Report<'_, P::Move>,
) -> Solution<P::Move> {
    let mut task = Task { puzzle, state, clock: Stopwatch::start(), report };
    let goal = task.search(Aim::Goal, budget, control);
    let status = if goal.proven { Status::Proven } else { Status::Anytime };
    let best_possible = goal.bound;
    if goal.value.is_none() && !goal.proven && budget.depth.is_some() {
        return too_long(best_possible, goal.nodes);
    }
    let (aim, found) = match goal.value {
        Some(_) => (Aim::Goal, goal),
        None => (Aim::Consolation, task.console(&goal, budget, control)),
    };
    let plan = puzzle.polish(state, puzzle.plan(state, &found.deeds));
    if aim == Aim::Goal && budget.depth.is_some_and(|limit| plan.len() > limit as usize) {
        return too_long(best_possible, found.nodes);
    }
    Solution {
        value: found.value.filter(|_| aim == Aim::Goal),
        bound: best_possible,
        status,
        best_first_moves: plan.first().copied().into_iter().collect(),
        facts: puzzle.facts(state, aim, &plan, found.bound),
        plan,
        nodes: found.nodes,
    }
}

/// No plan was found that has as few moves as asked for.
fn too_long<M>(bound: i64, nodes: u64) -> Solution<M> {
    Solution {
        value: None,
        bound,
        status: Status::Anytime,
        plan: Vec::new(),
        best_first_moves: Vec::new(),
        nodes,
        facts: Vec::new(),
    }
}

/// An outcome in the puzzle's own moves.
struct Found<M> {
    value: Option<i64>,
    deeds: Vec<M>,
    bound: i64,
    proven: bool,
    nodes: u64,
}

struct Task<'a, 'b, P: QuestPuzzle> {
    puzzle: &'a P,
    state: &'a P::State,
    clock: Stopwatch,
    report: &'a mut Report<'b, P::Move>,
}

impl<P: QuestPuzzle> Task<'_, '_, P> {
    fn search(&mut self, aim: Aim, budget: &Budget, control: &Control) -> Found<P::Move> {
        let (puzzle, state) = (self.puzzle, self.state);
        puzzle.with_quest(
            state,
            aim,
            Search { task: self, aim, budget, control, way: Vec::new(), plan: None, told: None },
        )
    }

    /// The best walk where no plan was found: a quick one first, then the best one as far as the budget goes.
    fn console(&mut self, goal: &Found<P::Move>, budget: &Budget, control: &Control) -> Found<P::Move> {
        let quick = Budget { nodes: Some(QUICK_NODES), movetime: None, ..budget.clone() };
        let mut found = self.search(Aim::Consolation, &quick, &Control::new());
        found.nodes += goal.nodes;
        let time = budget.movetime.map(|time| time.saturating_sub(self.clock.elapsed()));
        let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
        let spent = time == Some(Duration::ZERO) || nodes == Some(0) || control.stopped();
        if goal.proven && !found.proven && !spent {
            let full = self.search(Aim::Consolation, &Budget { nodes, movetime: time, ..budget.clone() }, control);
            let nodes = found.nodes + full.nodes;
            let better = if full.value >= found.value { full } else { found };
            found = Found { nodes, ..better };
        }
        found
    }
}

/// A search for one aim.
struct Search<'a, 'b, 'c, P: QuestPuzzle> {
    task: &'a mut Task<'b, 'c, P>,
    aim: Aim,
    budget: &'a Budget,
    control: &'a Control,
    /// The deeds of the best plan so far.
    way: Vec<P::Move>,
    /// That plan, once it has been made.
    plan: Option<Vec<P::Move>>,
    /// When the last report was made.
    told: Option<Duration>,
}

impl<P: QuestPuzzle> Errand<P::Move> for Search<'_, '_, '_, P> {
    type Answer = Found<P::Move>;

    fn run<Q: Quest<Move = P::Move>>(mut self, quest: &Q) -> Found<P::Move> {
        let (budget, control) = (self.budget, self.control);
        let outcome = search(quest, budget, control, &mut |news: News<'_, Q::Deeds>| self.tell(quest, &news));
        let (value, deeds) = match &outcome.best {
            Some((worth, way)) => (Some(*worth), deeds(quest, way)),
            None => (None, Vec::new()),
        };
        Found { value, deeds, bound: outcome.bound, proven: outcome.proven, nodes: outcome.nodes }
    }
}

impl<P: QuestPuzzle> Search<'_, '_, '_, P> {
    fn tell<Q: Quest<Move = P::Move>>(&mut self, quest: &Q, news: &News<'_, Q::Deeds>) {
        if news.is_end {
            (self.way, self.plan) = (deeds(quest, news.way), None);
        }
        let now = self.task.clock.elapsed();
        if self.told.is_some_and(|told| now - told < REPORT_EVERY) {
            return;
        }
        self.told = Some(now);
        let current = if news.is_end { None } else { deeds(quest, news.way).last().copied() };
        // Good plans follow one another quickly, and to make one takes longer than to find it: only what is told is made.
        let plan = match news.best {
            Some(_) => self.plan.get_or_insert_with(|| self.task.puzzle.plan(self.task.state, &self.way)).clone(),
            None => Vec::new(),
        };
        let goal = self.aim == Aim::Goal;
        (self.task.report)(Progress {
            depth: if news.is_end { plan.len() as u32 } else { news.rank as u32 },
            value: news.best.filter(|_| goal),
            bound: if goal { news.bound } else { 0 },
            nodes: news.nodes,
            time: now,
            plan,
            current,
        });
    }
}

/// The deeds on a way, in order.
fn deeds<Q: Quest>(quest: &Q, way: &[Label<Q::Deeds>]) -> Vec<Q::Move> {
    let before = std::iter::once(None).chain(way.iter().map(Some));
    before.zip(way).flat_map(|(from, to)| quest.steps(from, to)).collect()
}
