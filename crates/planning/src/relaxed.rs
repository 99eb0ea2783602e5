//! The problem in which nothing ever becomes false, as flat arrays: what heuristics compute with.

use crate::task::{State, Task};
use std::ops::Range;

/// Lists of numbers, one behind the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn range(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start as usize..self.ends[index] as usize
    }

    #[inline]
    pub(crate) fn of(&self, index: u32) -> &[u32] {
        &self.items[self.range(index as usize)]
    }

    /// For each of `count` numbers, the lists in which it stands.
    fn inverted(&self, count: usize) -> Lists {
        let mut inverse: Vec<Vec<u32>> = vec![Vec::new(); count];
        for index in 0..self.ends.len() as u32 {
            self.of(index).iter().for_each(|&item| inverse[item as usize].push(index));
        }
        let mut lists = Lists::default();
        inverse.into_iter().for_each(|items| lists.push(items));
        lists
    }
}

/// A relaxed problem. Its facts are the values of all variables, then one that is always true, then the goal; its
/// actions are those of the task, one for each condition of their effects, then one for each way to the goal.
#[derive(Clone, Debug)]
pub(crate) struct Relaxed {
    /// The first fact of each variable, in the order of facts.
    offsets: Vec<(u32, u32)>,
    pub facts: usize,
    /// The operator of each action; the ways to the goal share one more.
    pub operator: Vec<u32>,
    /// The facts each action asks for; at least one.
    pub conditions: Lists,
    /// The facts it makes true.
    pub effects: Lists,
    /// The actions that ask for a fact.
    pub users: Lists,
    /// The actions that make a fact true.
    pub makers: Lists,
}

impl Relaxed {
    /// With the variables in an order: where a heuristic has a choice, it depends on the order of the facts.
    pub(crate) fn new(task: &Task, order: &[u32]) -> Relaxed {
        let mut offsets = vec![0; task.sizes.len()];
        let mut facts = 0;
        for &variable in order {
            offsets[variable as usize] = facts;
            facts += task.sizes[variable as usize];
        }
        let mut is_wanted = vec![false; facts as usize + 2];
        let fact = |&(variable, value): &(u32, u32)| offsets[variable as usize] + value;
        for operator in &task.operators {
            let conditions = operator.changes.iter().flat_map(|change| &change.condition);
            conditions.chain(&operator.condition).for_each(|setting| is_wanted[fact(setting) as usize] = true);
        }
        task.goals.iter().flatten().for_each(|setting| is_wanted[fact(setting) as usize] = true);
        let (always, goal) = (facts, facts + 1);
        let mut relaxed = Relaxed {
            facts: facts as usize + 2,
            operator: Vec::new(),
            conditions: Lists::default(),
            effects: Lists::default(),
            users: Lists::default(),
            makers: Lists::default(),
            offsets: Vec::new(),
        };
        let mut add = |number: u32, mut conditions: Vec<u32>, effects: Vec<u32>| {
            conditions.extend(conditions.is_empty().then_some(always));
            relaxed.operator.push(number);
            relaxed.conditions.push(conditions);
            relaxed.effects.push(effects);
        };
        for (number, operator) in (0..).zip(&task.operators) {
            // Effects under the same condition go together; the unconditional ones are found first.
            let mut rest: Vec<_> = operator
                .changes
                .iter()
                .filter(|change| is_wanted[fact(&(change.variable, change.value)) as usize])
                .collect();
            while let Some(first) = rest.first().map(|change| change.condition.clone()) {
                let effects = rest
                    .iter()
                    .filter(|change| change.condition == first)
                    .map(|change| fact(&(change.variable, change.value)));
                let mut conditions: Vec<u32> = operator.condition.iter().chain(&first).map(fact).collect();
                conditions.sort_unstable();
                let effects = effects.filter(|fact| !conditions.contains(fact)).collect::<Vec<_>>();
                if !effects.is_empty() {
                    add(number, conditions, effects);
                }
                rest.retain(|change| change.condition != first);
            }
        }
        for way in &task.goals {
            let mut conditions: Vec<u32> = way.iter().map(fact).collect();
            conditions.sort_unstable();
            add(task.operators.len() as u32, conditions, vec![goal]);
        }
        relaxed.users = relaxed.conditions.inverted(relaxed.facts);
        relaxed.makers = relaxed.effects.inverted(relaxed.facts);
        Relaxed { offsets: order.iter().map(|&variable| (variable, offsets[variable as usize])).collect(), ..relaxed }
    }

    pub(crate) fn goal(&self) -> u32 {
        self.facts as u32 - 1
    }

    /// The facts that are true in a state.
    pub(crate) fn start<'a>(&'a self, task: &'a Task, state: &'a State) -> impl Iterator<Item = u32> + 'a {
        let of = |&(variable, offset): &(u32, u32)| offset + task.value(&state.0, variable);
        self.offsets.iter().map(of).chain([self.facts as u32 - 2])
    }
}
