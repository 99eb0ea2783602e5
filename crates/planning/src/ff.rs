//! The estimate of FF: the cost of a plan in which nothing ever becomes false.
//!
//! Hoffmann and Nebel, The FF planning system, JAIR 14, 2001, with the cheapest way to each fact chosen by the sum of what
//! its action asks for (Keyder and Geffner 2008). The actions of that plan which can be applied at once are preferred.

use crate::lm_cut::Buckets;
use crate::relaxed::Relaxed;
use crate::task::{State, Task};

const NEVER: u64 = u64::MAX;

/// Computes the estimate, with its memory from one state to the next.
#[derive(Debug)]
pub(crate) struct Ff {
    relaxed: Relaxed,
    /// The price of each operator, at least 1; the ways to the goal are free.
    prices: Vec<u64>,
    /// The cost of each fact as a sum, and the action that gives it.
    facts: Vec<(u64, u32)>,
    /// For each action, the conditions that are not reached yet, and its cost so far.
    actions: Vec<(u32, u64)>,
    fresh: Vec<(u32, u64)>,
    queue: Buckets,
    /// Which facts and operators belong to the plan.
    is_marked: Vec<bool>,
    plan: Vec<u32>,
}

/// No action is needed.
const GIVEN: u32 = u32::MAX;

impl Ff {
    /// With a price for each operator, at least 1.
    pub(crate) fn new(task: &Task, price: impl Fn(u64) -> u64) -> Ff {
        let relaxed = Relaxed::new(task, &(0..task.sizes.len() as u32).collect::<Vec<_>>());
        let mut prices: Vec<u64> = task.operators.iter().map(|operator| price(operator.cost).max(1)).collect();
        prices.push(0);
        let start = |action: u32| {
            let price = prices[relaxed.operator[action as usize] as usize];
            (relaxed.conditions.of(action).len() as u32, price)
        };
        let fresh: Vec<(u32, u64)> = (0..relaxed.operator.len() as u32).map(start).collect();
        Ff {
            facts: vec![(NEVER, GIVEN); relaxed.facts],
            actions: fresh.clone(),
            fresh,
            queue: Buckets::default(),
            is_marked: vec![false; relaxed.facts],
            plan: Vec::new(),
            prices,
            relaxed,
        }
    }

    /// The estimate as a sum of prices and the operators that are preferred; `None` if the goal cannot be reached.
    pub(crate) fn estimate(&mut self, task: &Task, state: &State, preferred: &mut Vec<u32>) -> Option<u64> {
        preferred.clear();
        self.explore(task, state);
        let goal = self.relaxed.goal();
        if self.facts[goal as usize].0 == NEVER {
            return None;
        }
        self.extract(goal);
        self.plan.sort_unstable();
        self.plan.dedup();
        let is_applicable = |operator: &&u32| task.holds(&state.0, &task.operators[**operator as usize].condition);
        preferred.extend(self.plan.iter().filter(is_applicable));
        Some(self.plan.iter().map(|&operator| self.prices[operator as usize]).sum())
    }

    /// What the plan costs by the costs of its actions.
    pub(crate) fn plan_cost(&self, task: &Task) -> u64 {
        self.plan.iter().map(|&operator| task.operators[operator as usize].cost).sum()
    }

    fn explore(&mut self, task: &Task, state: &State) {
        let Ff { relaxed, prices: _, facts, actions, queue, .. } = self;
        facts.fill((NEVER, GIVEN));
        actions.copy_from_slice(&self.fresh);
        queue.clear();
        for fact in relaxed.start(task, state) {
            facts[fact as usize] = (0, GIVEN);
            queue.push(0, fact);
        }
        let goal = relaxed.goal();
        while let Some((cost, fact)) = queue.pop() {
            if facts[fact as usize].0 < cost {
                continue;
            }
            if fact == goal {
                return;
            }
            for &action in relaxed.users.of(fact) {
                let (missing, sum) = &mut actions[action as usize];
                *missing -= 1;
                *sum = sum.saturating_add(cost);
                if *missing == 0 {
                    for &effect in relaxed.effects.of(action) {
                        if *sum < facts[effect as usize].0 {
                            facts[effect as usize] = (*sum, action);
                            queue.push(*sum, effect);
                        }
                    }
                }
            }
        }
    }

    /// Collects the operators that lead to a fact.
    fn extract(&mut self, goal: u32) {
        self.is_marked.fill(false);
        self.plan.clear();
        let mut open = vec![goal];
        while let Some(fact) = open.pop() {
            let (_, action) = self.facts[fact as usize];
            if action == GIVEN || std::mem::replace(&mut self.is_marked[fact as usize], true) {
                continue;
            }
            open.extend(self.relaxed.conditions.of(action));
            let operator = self.relaxed.operator[action as usize];
            if (operator as usize) < self.prices.len() - 1 {
                self.plan.push(operator);
            }
        }
    }
}
