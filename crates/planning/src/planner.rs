//! From a first plan to the proof that none is cheaper.
//!
//! 1. A small graph of states is searched as it is.
//! 2. [`crate::lazy`] looks for a first plan, and then for cheaper ones.
//! 3. A* proves, with bounds from projections ([`crate::partition`]) and, where they pay, from landmarks
//!    ([`crate::lm_cut`]), that nothing is cheaper, or finds what is.
//! 4. If that runs out of memory, step 2 continues.

use crate::lazy::{Lazy, Outcome};
use crate::lm_cut::LmCut;
use crate::packed::Packed;
use crate::partition::Partition;
use crate::plan::{Action, Plan};
use crate::task::{State, Task};
use meihua_contracts::control::Control;
use meihua_contracts::deadline::Deadline;
use meihua_contracts::puzzle::PuzzleBinding;
use meihua_contracts::solution::{Budget, Progress, Solution, Status};
use meihua_engine::solvers::a_star::{self, Guide, OwnBound};
use meihua_engine::solvers::breadth_first::{Extent, explore};
use std::time::Duration;

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The cheapest plan, with proof.
    Best,
    /// The first plan.
    First,
}

/// Maximum number of states of a graph that is explored for facts about it.
const GRAPH_STATES: u64 = 20_000;
/// Maximum time for it.
const GRAPH_TIME: Duration = Duration::from_millis(200);
/// The search without bounds that comes first: how many states it may expand, and how long it may take.
const BLIND_STATES: u64 = 30_000;
const BLIND_TIME: Duration = Duration::from_millis(150);
/// The time for each part of a round, and the states of a projection; proofs take four parts, and the last has no end.
const ROUNDS: [(Option<Duration>, usize); 3] =
    [(Some(Duration::from_millis(50)), 20_000), (Some(Duration::from_millis(600)), 200_000), (None, 600_000)];
/// In the last round, the time for a first plan, for cheaper ones, and for projections, as a part of the whole, and at most.
const SHARE: u32 = 20;
const SHARE_LIMIT: Duration = Duration::from_secs(10);
/// Default memory in MB.
const MEGABYTES: usize = 2048;
/// The weights of the estimate in the search for cheaper plans.
const WEIGHTS: [u64; 4] = [5, 3, 2, 1];

/// The bounds of A*: from projections at once, and from landmarks when a state's turn comes, as long as these are worth
/// their time.
struct Bounds<'a> {
    partition: Partition,
    landmarks: LmCut,
    /// The end of the whole search, for landmarks of large tasks.
    deadline: Deadline<'a>,
    /// Refined states, and by how much in all.
    refined: u64,
    gain: u64,
    /// The least cost of an action above 0, as the unit of a gain.
    unit: u64,
}

/// States after which landmarks are judged.
const TRIAL: u64 = 256;
/// About how many table entries can be looked up while landmarks look at one action once.
const LOOKUPS: f64 = 0.3;
/// The expansion of a state in table lookups.
const EXPANSION: f64 = 300.0;

impl Bounds<'_> {
    /// Whether landmarks make up for their time. A unit of bound is taken to halve the states to expand.
    fn pays(&self) -> bool {
        let mean = self.gain as f64 / (self.refined * self.unit) as f64;
        let work = self.landmarks.work as f64 / self.refined as f64 * LOOKUPS;
        let price = work / (EXPANSION + 5.0 * self.partition.tables() as f64);
        mean >= (1.0 + price).log2() || self.partition.tables() == 0
    }
}

impl Guide<Task> for Bounds<'_> {
    fn bound(&mut self, task: &Task, state: &State) -> u64 {
        self.partition.bound(task, state)
    }

    fn refine(&mut self, task: &Task, state: &State, bound: u64) -> u64 {
        if self.refined >= TRIAL && !self.pays() {
            return bound;
        }
        let better = self.landmarks.bound(task, state, &mut |pieces| self.deadline.work(pieces));
        self.refined += 1;
        if better != u64::MAX {
            self.gain += better.saturating_sub(bound);
        }
        better
    }
}

/// A search for a plan.
struct Run<'a> {
    plan: &'a Plan,
    start: State,
    budget: &'a Budget,
    control: &'a Control,
    deadline: Deadline<'a>,
    report: &'a mut dyn FnMut(Progress<Action>),
    /// The cheapest plan so far, and its cost.
    best: Option<(u64, Vec<u32>)>,
    /// Whether a plan was found that has more steps than allowed, so that what is left out of account may be a plan.
    has_longer: bool,
    bound: u64,
    nodes: u64,
}

impl Run<'_> {
    /// The memory for a search, in bytes.
    fn room(&self) -> usize {
        let megabytes = if self.budget.megabytes == 0 { MEGABYTES } else { self.budget.megabytes };
        megabytes << 20
    }

    fn nodes_left(&self) -> u64 {
        self.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes))
    }

    fn is_over(&self) -> bool {
        let is_too_long = self.too_long().is_some_and(|cost| self.bound >= cost);
        !self.deadline.look() || self.nodes_left() == 0 || self.is_proven() || is_too_long
    }

    /// The cost from which on a plan is too long for the depth that was asked for, where that can be told.
    fn too_long(&self) -> Option<u64> {
        let depth = self.budget.depth.filter(|_| !self.plan.has_costs())?;
        Some(u64::from(depth) + 1)
    }

    fn is_proven(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.0 <= self.bound)
    }

    fn below(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |best| best.0)
    }

    /// The end of a part of the work.
    fn share(&self) -> Duration {
        let share = self.budget.movetime.map_or(SHARE_LIMIT, |movetime| (movetime / SHARE).min(SHARE_LIMIT));
        self.deadline.remaining().map_or(share, |left| share.min(left))
    }

    fn tell(&mut self) {
        let plan = self.best.as_ref().map_or_else(Vec::new, |(_, plan)| self.plan.actions(plan));
        (self.report)(Progress {
            depth: plan.len() as u32,
            value: self.best.as_ref().map(|(cost, _)| *cost as i64),
            bound: self.bound as i64,
            nodes: self.nodes,
            time: self.deadline.elapsed(),
            plan,
            current: None,
        });
    }

    fn keep(&mut self, cost: u64, plan: Vec<u32>) {
        if self.budget.depth.is_some_and(|limit| plan.len() > limit as usize) {
            self.has_longer = true;
        } else if cost < self.below() {
            self.best = Some((cost, plan));
            self.tell();
        }
    }

    /// The answer: proven if it is known that nothing is cheaper, and not only nothing of the allowed length.
    fn answer(self, is_at_end: bool) -> Solution<Action> {
        let is_proven = is_at_end && !self.has_longer || self.is_proven();
        let status = if is_proven { Status::Proven } else { Status::Anytime };
        let none = Solution { status, ..Solution::none(self.nodes) };
        let Some((cost, plan)) = self.best else {
            return Solution { bound: if is_proven { 0 } else { self.bound as i64 }, ..none };
        };
        let bound = if is_proven { cost } else { self.bound.min(cost) };
        Solution { value: Some(cost as i64), bound: bound as i64, plan: self.plan.actions(&plan), ..none }
    }

    /// Until when a part of the work may go on.
    fn within(&self, movetime: Option<Duration>) -> Option<Duration> {
        self.deadline.remaining().into_iter().chain(movetime).min()
    }

    /// A* with bounds; returns whether it came to its end.
    fn prove(&mut self, guide: impl Guide<Task>, nodes: u64, movetime: Option<Duration>) -> bool {
        let budget = Budget {
            nodes: Some(nodes.min(self.nodes_left())),
            movetime: self.within(movetime),
            megabytes: self.room() >> 20,
            // A plan that is too long counts, too: nothing is cheaper.
            depth: None,
            ..self.budget.clone()
        };
        let too_long = self.too_long().filter(|&cost| cost < self.below());
        let (start, before, most) = (self.start.clone(), self.nodes, too_long.unwrap_or(self.below()));
        let search = (Packed::new(start.0.len()), guide, most);
        let found = a_star::solve_below(&*self.plan.lean, &start, search, &budget, self.control, &mut |progress| {
            self.nodes = before + progress.nodes;
            if progress.bound as u64 > self.bound {
                self.bound = (progress.bound as u64).min(most);
                self.tell();
            }
        });
        self.nodes = before + found.nodes;
        if let Some(cost) = found.value {
            self.bound = cost as u64;
            self.keep(cost as u64, found.plan);
            // Where each action costs the same, no other plan is shorter.
            return !self.has_longer || !self.plan.has_costs();
        }
        self.bound = self.bound.max((found.bound as u64).min(most));
        // Longer plans were not looked for.
        self.has_longer |= too_long.is_some();
        found.status == Status::Proven
    }

    /// Runs a search without proof for some time; returns whether it came to its end without a plan.
    fn look(&mut self, lazy: &mut Lazy, movetime: Option<Duration>) -> bool {
        let deadline = Deadline::new(self.within(movetime), self.control);
        let before = lazy.count;
        let outcome = lazy.run(&deadline, before.saturating_add(self.nodes_left()), self.room());
        self.nodes += lazy.count - before;
        match outcome {
            Outcome::Plan(plan, cost) => self.keep(cost, plan),
            Outcome::Exhausted => return true,
            Outcome::Stopped => {}
        }
        false
    }

    /// Looks for cheaper plans, with less and less weight on the estimate.
    fn improve(&mut self, movetime: Option<Duration>) {
        let deadline = Deadline::new(movetime, self.control);
        for weight in WEIGHTS {
            // Anew with the same weight as long as that finds something.
            let mut before = u64::MAX;
            while self.below() < before {
                if self.is_over() || !deadline.look() {
                    return;
                }
                before = self.below();
                let mut lazy = Lazy::new(&self.plan.lean, &self.start, Some(weight), before);
                self.look(&mut lazy, deadline.remaining());
            }
        }
    }
}

impl Plan {
    /// Searches for a plan from `state` until the aim is reached, the budget is spent or `control` asks for a stop.
    pub fn search(
        &self,
        state: &State,
        aim: Aim,
        budget: &Budget,
        control: &Control,
        report: &mut dyn FnMut(Progress<Action>),
    ) -> Solution<Action> {
        let task = &self.lean;
        let start = self.lean_state(state);
        let deadline = Deadline::new(budget.movetime, control);
        let mut run = Run {
            plan: self,
            start,
            budget,
            control,
            deadline,
            report,
            best: None,
            has_longer: false,
            bound: 0,
            nodes: 0,
        };
        let trial = Deadline::new(Some(run.share()), control);
        let mut landmarks = match aim {
            Aim::Best => LmCut::new(task, &run.start, &trial),
            Aim::First => LmCut::plain(task),
        };
        run.bound = landmarks.bound(task, &run.start, &mut |pieces| run.deadline.work(pieces));
        if run.bound == u64::MAX {
            return run.answer(true);
        }
        if aim == Aim::Best && run.prove(OwnBound, BLIND_STATES, Some(BLIND_TIME)) {
            return run.answer(true);
        }
        if run.is_over() {
            return run.answer(false);
        }
        let start = run.start.clone();
        let mut first = Lazy::new(task, &start, None, u64::MAX);
        if aim == Aim::First {
            let is_proven = run.look(&mut first, None);
            return run.answer(is_proven);
        }
        let unit = task.operators.iter().map(|operator| operator.cost).filter(|&cost| cost > 0).min().unwrap_or(1);
        for (time, most) in ROUNDS {
            let part = time.unwrap_or(run.share());
            if run.best.is_none() && run.look(&mut first, Some(part)) {
                return run.answer(true);
            }
            if run.best.is_some() && time != ROUNDS[0].0 {
                run.improve(Some(part));
            }
            if run.is_over() {
                return run.answer(false);
            }
            let partition = Partition::new(task, &start, most, part, control);
            let (landmarks, deadline) = (landmarks.clone(), run.deadline.clone());
            let bounds = Bounds { partition, landmarks, deadline, refined: 0, gain: 0, unit };
            if run.prove(bounds, u64::MAX, time.map(|time| 4 * time)) {
                return run.answer(true);
            }
        }
        // The memory is full, or the time is over.
        if run.best.is_none() && run.look(&mut first, None) {
            return run.answer(true);
        }
        run.improve(None);
        run.answer(false)
    }

    /// The number of states that can be reached, of actions between them, and of shortest plans; nothing if there are
    /// many states.
    pub fn graph_facts(&self, state: &State, budget: &Budget) -> Vec<(&'static str, String)> {
        let nodes = budget.nodes.unwrap_or(u64::MAX).min(GRAPH_STATES);
        let movetime = budget.movetime.unwrap_or(GRAPH_TIME).min(GRAPH_TIME);
        let budget = Budget { nodes: Some(nodes), movetime: Some(movetime), ..budget.clone() };
        let numbering = Packed::new(state.0.len());
        let survey = explore(self, state, numbering, Extent::Whole, &budget, &Control::new());
        if !survey.is_complete() {
            return Vec::new();
        }
        let mut facts = vec![("reachable", survey.reachable().to_string()), ("edges", survey.arcs().to_string())];
        // Where actions have costs, the shortest plan need not be the cheapest one.
        if !self.has_costs() {
            let count = survey.shortest().map_or_else(|| "0".to_owned(), |shortest| shortest.count.to_string());
            facts.insert(0, ("shortest", count));
        }
        facts
    }
}

impl PuzzleBinding for Plan {
    type Memory = ();

    fn solve(
        &self,
        state: &State,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Action>) + Send),
    ) -> Solution<Action> {
        self.search(state, Aim::Best, budget, control, report)
    }

    /// Landmarks of a large task would take longer than an answer may.
    fn outlook(&self, state: &State) -> i64 {
        self.goals_left(state) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    #[test]
    fn landmarks_are_a_bound_wherever_they_are_cut_short() {
        let (plan, start) = Plan::start();
        let (task, start) = (&plan.lean, plan.lean_state(&start));
        let mut landmarks = LmCut::plain(task);
        let mut bound = |most: u32| {
            let mut pieces = 0;
            let mut go_on = |work| {
                pieces += work;
                pieces <= most
            };
            landmarks.bound(task, &start, &mut go_on)
        };
        let bounds: Vec<u64> = (0..20).map(&mut bound).collect();
        assert_eq!((bounds[0], bounds[19]), (0, bound(u32::MAX)));
        assert!(bounds[19] > 1 && bounds.is_sorted(), "{bounds:?}");
    }

    #[test]
    fn a_stop_ends_the_preparations() {
        let (plan, start) = Plan::start();
        let (task, start) = (&plan.lean, plan.lean_state(&start));
        let run = |control: &Control| {
            let deadline = Deadline::new(None, control);
            let work = LmCut::new(task, &start, &deadline).work;
            (work, Partition::new(task, &start, 1_000, Duration::from_secs(3_600), control).tables())
        };
        let control = Control::new();
        let (work, tables) = run(&control);
        assert!(work > 0 && tables > 0);
        control.stop();
        assert_eq!(run(&control), (0, 0));
    }
}
