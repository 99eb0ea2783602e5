//! LM-cut: a lower bound on the cost to the goal from disjoint landmarks.
//!
//! Helmert and Domshlak, Landmarks, critical paths and abstractions, ICAPS 2009. In each round, every action is charged
//! to the most expensive fact it asks for; a set of actions of which every relaxed plan needs one (a landmark) is read off
//! as a cut between the start and the facts from which the goal costs nothing more. Its cheapest member is paid and
//! taken off the cost of all. Between rounds only the facts that became cheaper are computed again. Effects under
//! different conditions share the cost of their action, so the landmarks stay disjoint.

use crate::front::{Front, NEVER};
use crate::partition::samples;
use crate::relaxed::Relaxed;
use crate::task::{State, Task, sorted};
use meihua_contracts::deadline::Deadline;
use meihua_contracts::random::SplitMix64;
use std::cmp::Reverse;

/// How many orders of variables are tried, and for how many states.
const ORDERS: usize = 16;
const SAMPLES: usize = 5;
/// Actions to look at before no more orders are tried.
const TRIAL_WORK: u64 = 20_000_000;
/// How many actions are looked at in a piece of work: some microseconds.
const PIECE: usize = 1_000;
/// What a state without a way to the goal counts for.
const DEAD_END: u64 = 1 << 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    None,
    /// The goal can be had from here at no cost.
    Goal,
    /// It is reached from the start without crossing into the goal's zone.
    Start,
}

/// The numbers of an action in one evaluation.
#[derive(Clone, Copy, Debug)]
struct ActionData {
    /// Conditions that are not reached yet.
    missing: u32,
    /// The most expensive of its conditions.
    supporter: u32,
    supporter_cost: u64,
}

/// Computes the bound, with its memory from one state to the next.
#[derive(Clone, Debug)]
pub(crate) struct LmCut {
    relaxed: Relaxed,
    /// The cost of each operator as given; the ways to the goal are free.
    prices: Vec<u64>,
    /// What is left of it.
    costs: Vec<u64>,
    /// The actions of each operator.
    actions_of: Vec<std::ops::Range<u32>>,
    front: Front,
    zones: Vec<Zone>,
    actions: Vec<ActionData>,
    fresh: Vec<ActionData>,
    /// Actions looked at in all evaluations so far, about.
    pub work: u64,
}

impl LmCut {
    /// With an order of variables that gives large bounds at the start and near it, as far as there is time to try.
    pub(crate) fn new(task: &Task, start: &State, deadline: &Deadline) -> LmCut {
        let samples: Vec<State> = samples(task, start, 2).take(SAMPLES).collect();
        let trial = |order: &[u32]| {
            let mut cut = LmCut::with_order(task, order);
            let in_time = samples.iter().take_while(|_| deadline.look());
            let bounds = in_time.map(|state| cut.bound(task, state, &mut |pieces| deadline.work(pieces)).min(DEAD_END));
            (bounds.fold(0, u64::saturating_add), cut)
        };
        let mut order = task.variables();
        let (mut most, mut best) = trial(&order);
        let mut random = SplitMix64::new(1);
        let mut work = best.work;
        for attempt in 1..ORDERS {
            if work > TRIAL_WORK || !deadline.look() {
                break;
            }
            match attempt {
                1 => order.reverse(),
                2 => order.sort_by_key(|&variable| (Reverse(task.sizes[variable as usize]), variable)),
                _ => random.shuffle(&mut order),
            }
            let (sum, cut) = trial(&order);
            work += cut.work;
            if sum > most {
                (most, best) = (sum, cut);
            }
        }
        best
    }

    /// With the variables as they come.
    pub(crate) fn plain(task: &Task) -> LmCut {
        LmCut::with_order(task, &task.variables())
    }

    fn with_order(task: &Task, order: &[u32]) -> LmCut {
        let relaxed = Relaxed::new(task, order);
        let prices: Vec<u64> = task.operators.iter().map(|operator| operator.cost).chain([0]).collect();
        let mut actions_of = vec![0..0; prices.len()];
        for (action, &operator) in (0..).zip(&relaxed.operator) {
            let range = &mut actions_of[operator as usize];
            *range = if range.end == 0 { action } else { range.start }..action + 1;
        }
        let fresh = |action| ActionData {
            missing: relaxed.conditions.of(action).len() as u32,
            supporter: 0,
            supporter_cost: NEVER,
        };
        let fresh: Vec<ActionData> = (0..relaxed.operator.len() as u32).map(fresh).collect();
        LmCut {
            costs: prices.clone(),
            prices,
            actions_of,
            front: Front::new(relaxed.facts),
            zones: vec![Zone::None; relaxed.facts],
            actions: fresh.clone(),
            fresh,
            work: 0,
            relaxed,
        }
    }

    /// A lower bound on the cost from a state to the goal; `u64::MAX` if it cannot be reached. `go_on` counts pieces of
    /// work, each of about [`PIECE`] actions looked at; once it says no, the landmarks so far are the bound.
    pub(crate) fn bound(&mut self, task: &Task, state: &State, go_on: &mut dyn FnMut(u32) -> bool) -> u64 {
        let start = self.relaxed.start(task, state);
        self.work += 2 * self.actions.len() as u64;
        self.costs.copy_from_slice(&self.prices);
        self.actions.copy_from_slice(&self.fresh);
        self.front.clear();
        self.front.reach(&start, 0, |_| ());
        self.spread(true);
        let goal = self.relaxed.goal() as usize;
        if self.front.costs[goal] == NEVER {
            return NEVER;
        }
        let mut total = 0u64;
        while self.front.costs[goal] != 0 && go_on(1 + (self.actions.len() / PIECE) as u32) {
            self.work += self.actions.len() as u64;
            self.zones.fill(Zone::None);
            self.mark_goal_zone();
            let cut = self.find_cut(&start);
            let Some(least) = cut.iter().map(|&operator| self.costs[operator as usize]).min() else { break };
            total = total.saturating_add(least);
            for &operator in &cut {
                self.costs[operator as usize] -= least;
            }
            let LmCut { relaxed, costs, front, actions, .. } = self;
            for action in cut.iter().flat_map(|&operator| self.actions_of[operator as usize].clone()) {
                if actions[action as usize].missing == 0 {
                    reach(relaxed, costs, front, action, actions[action as usize].supporter_cost);
                }
            }
            self.spread(false);
        }
        total
    }

    /// Computes the cost of facts by the most expensive condition of their cheapest actions: of all facts at first, later
    /// of those that become cheaper.
    fn spread(&mut self, is_first: bool) {
        let LmCut { relaxed, costs, front, actions, .. } = self;
        while let Some((cost, fact)) = front.pop() {
            for &action in relaxed.users.of(fact) {
                let data = &mut actions[action as usize];
                let before = data.supporter_cost;
                if is_first {
                    data.missing -= 1;
                    data.supporter = fact;
                } else if data.supporter == fact && before > cost {
                    let conditions = relaxed.conditions.of(action).iter();
                    let dearest = conditions.max_by_key(|&&condition| front.costs[condition as usize]);
                    data.supporter = dearest.copied().unwrap_or(fact);
                } else {
                    continue;
                }
                if data.missing > 0 {
                    continue;
                }
                data.supporter_cost = front.costs[data.supporter as usize];
                if data.supporter_cost < before {
                    reach(relaxed, costs, front, action, data.supporter_cost);
                }
            }
        }
    }

    /// Marks the facts from which the goal can be had at no cost.
    fn mark_goal_zone(&mut self) {
        let goal = self.relaxed.goal();
        self.zones[goal as usize] = Zone::Goal;
        let mut open = vec![goal];
        while let Some(fact) = open.pop() {
            for &action in self.relaxed.makers.of(fact) {
                let ActionData { missing, supporter, .. } = self.actions[action as usize];
                if missing == 0
                    && self.costs[self.relaxed.operator[action as usize] as usize] == 0
                    && self.zones[supporter as usize] != Zone::Goal
                {
                    self.zones[supporter as usize] = Zone::Goal;
                    open.push(supporter);
                }
            }
        }
    }

    /// The operators that lead from what is reached from the start into the zone of the goal.
    fn find_cut(&mut self, start: &[u32]) -> Vec<u32> {
        let mut cut = Vec::new();
        let mut open = start.to_vec();
        start.iter().for_each(|&fact| self.zones[fact as usize] = Zone::Start);
        while let Some(fact) = open.pop() {
            for &action in self.relaxed.users.of(fact) {
                let ActionData { missing, supporter, .. } = self.actions[action as usize];
                if supporter != fact || missing > 0 {
                    continue;
                }
                let effects = self.relaxed.effects.of(action);
                if effects.iter().any(|&effect| self.zones[effect as usize] == Zone::Goal) {
                    cut.push(self.relaxed.operator[action as usize]);
                    continue;
                }
                for &effect in effects {
                    if self.zones[effect as usize] == Zone::None {
                        self.zones[effect as usize] = Zone::Start;
                        open.push(effect);
                    }
                }
            }
        }
        sorted(cut)
    }
}

/// Reaches the effects of an action whose most expensive condition has a cost.
#[inline]
fn reach(relaxed: &Relaxed, costs: &[u64], front: &mut Front, action: u32, from: u64) {
    let cost = from.saturating_add(costs[relaxed.operator[action as usize] as usize]);
    front.reach(relaxed.effects.of(action), cost, |_| ());
}
