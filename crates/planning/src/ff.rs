//! The estimate of FF: the cost of a plan in which nothing ever becomes false.
//!
//! Hoffmann and Nebel, The FF planning system, JAIR 14, 2001, with the cheapest way to each fact chosen by the sum of what
//! its action asks for (Keyder and Geffner 2008). The actions of that plan which can be applied at once are preferred.

use crate::front::{Front, NEVER};
use crate::relaxed::Relaxed;
use crate::task::{State, Task, sorted};

/// Computes the estimate, with its memory from one state to the next.
#[derive(Debug)]
pub(crate) struct Ff {
    relaxed: Relaxed,
    /// The price of each operator; the ways to the goal are free.
    prices: Vec<u64>,
    /// The cost of each fact as a sum.
    front: Front,
    /// The action that gives each fact; [`GIVEN`] if none is needed.
    makers: Vec<u32>,
    /// For each action, the conditions that are not reached yet, and its cost so far.
    actions: Vec<(u32, u64)>,
    fresh: Vec<(u32, u64)>,
    /// The operators of the plan.
    plan: Vec<u32>,
}

const GIVEN: u32 = u32::MAX;

impl Ff {
    /// With a price for each operator, at least 1.
    pub(crate) fn new(task: &Task, price: impl Fn(u64) -> u64) -> Ff {
        let relaxed = Relaxed::new(task, &task.variables());
        let prices = task.operators.iter().map(|operator| price(operator.cost).max(1));
        let prices: Vec<u64> = prices.chain([0]).collect();
        let start = |(action, &operator)| (relaxed.conditions.of(action).len() as u32, prices[operator as usize]);
        let fresh: Vec<(u32, u64)> = (0..).zip(&relaxed.operator).map(start).collect();
        Ff {
            front: Front::new(relaxed.facts),
            makers: vec![GIVEN; relaxed.facts],
            actions: fresh.clone(),
            fresh,
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
        if self.front.costs[goal as usize] == NEVER {
            return None;
        }
        self.plan.clear();
        let mut open = vec![goal];
        while let Some(fact) = open.pop() {
            // Each fact once.
            let action = std::mem::replace(&mut self.makers[fact as usize], GIVEN);
            if action != GIVEN {
                open.extend(self.relaxed.conditions.of(action));
                self.plan.push(self.relaxed.operator[action as usize]);
            }
        }
        self.plan = sorted(self.plan.drain(..).filter(|&operator| (operator as usize) < task.operators.len()));
        let is_applicable = |operator: &&u32| task.holds(&state.0, &task.operators[**operator as usize].condition);
        preferred.extend(self.plan.iter().filter(is_applicable));
        Some(self.plan.iter().map(|&operator| self.prices[operator as usize]).sum())
    }

    /// What the plan costs by the costs of its actions.
    pub(crate) fn plan_cost(&self, task: &Task) -> u64 {
        self.plan.iter().map(|&operator| task.operators[operator as usize].cost).sum()
    }

    fn explore(&mut self, task: &Task, state: &State) {
        let Ff { relaxed, front, makers, actions, .. } = self;
        actions.copy_from_slice(&self.fresh);
        front.clear();
        front.reach(&relaxed.start(task, state), 0, |fact| makers[fact as usize] = GIVEN);
        while let Some((cost, fact)) = front.pop().filter(|&(_, fact)| fact != relaxed.goal()) {
            for &action in relaxed.users.of(fact) {
                let (missing, sum) = &mut actions[action as usize];
                *missing -= 1;
                *sum = sum.saturating_add(cost);
                if *missing == 0 {
                    front.reach(relaxed.effects.of(action), *sum, |effect| makers[effect as usize] = action);
                }
            }
        }
    }
}
