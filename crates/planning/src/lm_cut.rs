//! LM-cut: a lower bound on the cost to the goal from disjoint landmarks.
//!
//! Helmert and Domshlak, Landmarks, critical paths and abstractions, ICAPS 2009. In each round, every action is charged
//! to the most expensive fact it asks for; a set of actions of which every relaxed plan needs one (a landmark) is read off
//! as a cut between the start and the facts from which the goal costs nothing more. Its cheapest member is paid and
//! taken off the cost of all. Between rounds only the facts that became cheaper are computed again. Effects under
//! different conditions share the cost of their action, so the landmarks stay disjoint.

use crate::relaxed::Relaxed;
use crate::task::{State, Task};
use meihua_contracts::deadline::Deadline;
use meihua_contracts::random::SplitMix64;

/// How many orders of variables are tried.
const ORDERS: usize = 16;
/// Actions to look at before no more orders are tried.
const TRIAL_WORK: u64 = 20_000_000;
/// What a state without a way to the goal counts for.
const DEAD_END: u64 = 1 << 40;

/// The cost of what cannot be reached.
const NEVER: u64 = u64::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    None,
    /// The goal can be had from here at no cost.
    Goal,
    /// It is reached from the start without crossing into the goal's zone.
    Start,
}

/// The numbers of a fact in one evaluation.
#[derive(Clone, Copy, Debug)]
struct FactData {
    cost: u64,
    zone: Zone,
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
    facts: Vec<FactData>,
    actions: Vec<ActionData>,
    fresh: Vec<ActionData>,
    queue: Buckets,
    /// Actions looked at in all evaluations so far, about.
    pub work: u64,
}

/// A queue for costs that rise: an array of lists while costs are small, a heap beyond.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    lists: Vec<Vec<u32>>,
    at: usize,
    high: std::collections::BinaryHeap<std::cmp::Reverse<(u64, u32)>>,
}

/// Costs below this have a list of their own.
const LISTS: u64 = 1 << 12;

impl Buckets {
    pub(crate) fn push(&mut self, cost: u64, item: u32) {
        if cost >= LISTS {
            return self.high.push(std::cmp::Reverse((cost, item)));
        }
        let cost = cost as usize;
        if cost >= self.lists.len() {
            self.lists.resize_with(cost + 1, Vec::new);
        }
        self.at = self.at.min(cost);
        self.lists[cost].push(item);
    }

    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        while let Some(list) = self.lists.get_mut(self.at) {
            if let Some(item) = list.pop() {
                return Some((self.at as u64, item));
            }
            self.at += 1;
        }
        self.high.pop().map(|std::cmp::Reverse(entry)| entry)
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.high.clear();
        self.at = 0;
    }
}

impl LmCut {
    /// With an order of variables that gives large bounds at the samples, as far as there is time to try.
    pub(crate) fn new(task: &Task, samples: &[State], deadline: &Deadline) -> LmCut {
        let mut order: Vec<u32> = (0..task.sizes.len() as u32).collect();
        let mut best: Option<(u64, LmCut)> = None;
        let mut random = SplitMix64::new(1);
        let mut work = 0;
        for attempt in 0..ORDERS {
            let mut cut = LmCut::with_order(task, &order);
            let in_time = samples.iter().take_while(|_| deadline.look());
            let bounds = in_time.map(|state| cut.bound(task, state));
            let sum = bounds.fold(0, |sum: u64, bound| sum.saturating_add(bound.min(DEAD_END)));
            work += cut.work;
            if best.as_ref().is_none_or(|best| sum > best.0) {
                best = Some((sum, cut));
            }
            if work > TRIAL_WORK || !deadline.look() {
                break;
            }
            match attempt {
                0 => order.reverse(),
                1 => order.sort_by_key(|&variable| (std::cmp::Reverse(task.sizes[variable as usize]), variable)),
                _ => random.shuffle(&mut order),
            }
        }
        best.map_or_else(|| LmCut::plain(task), |(_, cut)| cut)
    }

    /// With the variables as they come.
    pub(crate) fn plain(task: &Task) -> LmCut {
        LmCut::with_order(task, &(0..task.sizes.len() as u32).collect::<Vec<_>>())
    }

    fn with_order(task: &Task, order: &[u32]) -> LmCut {
        let relaxed = Relaxed::new(task, order);
        let mut prices: Vec<u64> = task.operators.iter().map(|operator| operator.cost).collect();
        prices.push(0);
        let mut actions_of = vec![0..0; prices.len()];
        for (action, &operator) in (0..).zip(&relaxed.operator) {
            let range = &mut actions_of[operator as usize];
            *range = if range.start == range.end { action..action + 1 } else { range.start..action + 1 };
        }
        let fresh = |action: u32| ActionData {
            missing: relaxed.conditions.of(action).len() as u32,
            supporter: 0,
            supporter_cost: NEVER,
        };
        let fresh: Vec<ActionData> = (0..relaxed.operator.len() as u32).map(fresh).collect();
        let facts = vec![FactData { cost: NEVER, zone: Zone::None }; relaxed.facts];
        LmCut {
            costs: prices.clone(),
            prices,
            actions_of,
            facts,
            actions: fresh.clone(),
            fresh,
            queue: Buckets::default(),
            work: 0,
            relaxed,
        }
    }

    /// A lower bound on the cost from a state to the goal; `u64::MAX` if it cannot be reached.
    pub(crate) fn bound(&mut self, task: &Task, state: &State) -> u64 {
        let start: Vec<u32> = self.relaxed.start(task, state).collect();
        self.work += 2 * self.relaxed.operator.len() as u64;
        self.costs.copy_from_slice(&self.prices);
        self.actions.copy_from_slice(&self.fresh);
        self.facts.fill(FactData { cost: NEVER, zone: Zone::None });
        self.explore(&start);
        let goal = self.relaxed.goal() as usize;
        if self.facts[goal].cost == NEVER {
            return NEVER;
        }
        let (mut total, mut cut) = (0u64, Vec::new());
        while self.facts[goal].cost != 0 {
            self.work += self.relaxed.operator.len() as u64;
            self.facts.iter_mut().for_each(|fact| fact.zone = Zone::None);
            self.mark_goal_zone();
            self.find_cut(&start, &mut cut);
            let Some(least) = cut.iter().map(|&operator| self.costs[operator as usize]).min() else { break };
            total = total.saturating_add(least);
            for &operator in &cut {
                self.costs[operator as usize] -= least;
            }
            self.update(&cut);
        }
        total
    }

    /// The cost of each fact by the most expensive condition of its cheapest action.
    fn explore(&mut self, start: &[u32]) {
        let LmCut { relaxed, costs, facts, actions, queue, .. } = self;
        queue.clear();
        for &fact in start {
            facts[fact as usize].cost = 0;
            queue.push(0, fact);
        }
        while let Some((cost, fact)) = queue.pop() {
            if facts[fact as usize].cost < cost {
                continue;
            }
            for &action in relaxed.users.of(fact) {
                let data = &mut actions[action as usize];
                data.missing -= 1;
                if data.missing == 0 {
                    (data.supporter, data.supporter_cost) = (fact, cost);
                    let after = cost.saturating_add(costs[relaxed.operator[action as usize] as usize]);
                    for &effect in relaxed.effects.of(action) {
                        if after < facts[effect as usize].cost {
                            facts[effect as usize].cost = after;
                            queue.push(after, effect);
                        }
                    }
                }
            }
        }
    }

    /// Computes what became cheaper after these operators did.
    fn update(&mut self, cut: &[u32]) {
        let LmCut { relaxed, costs, actions_of, facts, actions, queue, .. } = self;
        queue.clear();
        let reach = |action: u32, from: u64, facts: &mut [FactData], queue: &mut Buckets| {
            let after = from.saturating_add(costs[relaxed.operator[action as usize] as usize]);
            for &effect in relaxed.effects.of(action) {
                if after < facts[effect as usize].cost {
                    facts[effect as usize].cost = after;
                    queue.push(after, effect);
                }
            }
        };
        for action in cut.iter().flat_map(|&operator| actions_of[operator as usize].clone()) {
            if actions[action as usize].missing == 0 {
                reach(action, actions[action as usize].supporter_cost, facts, queue);
            }
        }
        while let Some((cost, fact)) = queue.pop() {
            if facts[fact as usize].cost < cost {
                continue;
            }
            for &action in relaxed.users.of(fact) {
                let data = actions[action as usize];
                if data.supporter != fact || data.missing > 0 || data.supporter_cost <= cost {
                    continue;
                }
                let conditions = relaxed.conditions.of(action).iter();
                let Some(&supporter) = conditions.max_by_key(|&&condition| facts[condition as usize].cost) else {
                    continue;
                };
                let supporter_cost = facts[supporter as usize].cost;
                actions[action as usize] = ActionData { supporter, supporter_cost, ..data };
                if supporter_cost < data.supporter_cost {
                    reach(action, supporter_cost, facts, queue);
                }
            }
        }
    }

    /// Marks the facts from which the goal can be had at no cost.
    fn mark_goal_zone(&mut self) {
        let LmCut { relaxed, costs, facts, actions, .. } = self;
        let goal = relaxed.goal();
        facts[goal as usize].zone = Zone::Goal;
        let mut open = vec![goal];
        while let Some(fact) = open.pop() {
            for &action in relaxed.makers.of(fact) {
                let data = &actions[action as usize];
                if data.missing == 0
                    && costs[relaxed.operator[action as usize] as usize] == 0
                    && facts[data.supporter as usize].zone != Zone::Goal
                {
                    facts[data.supporter as usize].zone = Zone::Goal;
                    open.push(data.supporter);
                }
            }
        }
    }

    /// The operators that lead from what is reached from the start into the zone of the goal.
    fn find_cut(&mut self, start: &[u32], cut: &mut Vec<u32>) {
        let LmCut { relaxed, facts, actions, .. } = self;
        cut.clear();
        let mut open: Vec<u32> = Vec::new();
        for &fact in start {
            facts[fact as usize].zone = Zone::Start;
            open.push(fact);
        }
        while let Some(fact) = open.pop() {
            for &action in relaxed.users.of(fact) {
                let data = &actions[action as usize];
                if data.supporter != fact || data.missing > 0 {
                    continue;
                }
                let effects = relaxed.effects.of(action);
                if effects.iter().any(|&effect| facts[effect as usize].zone == Zone::Goal) {
                    cut.push(relaxed.operator[action as usize]);
                    continue;
                }
                for &effect in effects {
                    if facts[effect as usize].zone == Zone::None {
                        facts[effect as usize].zone = Zone::Start;
                        open.push(effect);
                    }
                }
            }
        }
        cut.sort_unstable();
        cut.dedup();
    }
}
