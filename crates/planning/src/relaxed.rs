//! The problem in which nothing ever becomes false: what heuristics compute with.

use crate::task::{Change, Setting, State, Task, sorted};

/// Lists of numbers, one behind the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// Where each list begins, and the end.
    bounds: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new(lists: &[Vec<u32>]) -> Lists {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        Lists { bounds: std::iter::once(0).chain(ends).collect(), items: lists.concat() }
    }

    /// For each of `count` numbers, the lists in which it stands.
    fn inverted(lists: &[Vec<u32>], count: usize) -> Lists {
        let mut inverse = vec![Vec::new(); count];
        for (index, list) in (0..).zip(lists) {
            list.iter().for_each(|&item| inverse[item as usize].push(index));
        }
        Lists::new(&inverse)
    }

    #[inline]
    pub(crate) fn of(&self, index: u32) -> &[u32] {
        let (start, end) = (self.bounds[index as usize], self.bounds[index as usize + 1]);
        &self.items[start as usize..end as usize]
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
        let fact = |&(variable, value): &Setting| offsets[variable as usize] + value;
        let (always, goal) = (facts, facts + 1);
        let mut is_wanted = vec![false; facts as usize + 2];
        let conditions = task.operators.iter().flat_map(|operator| {
            operator.changes.iter().flat_map(|change| &change.condition).chain(&operator.condition)
        });
        conditions.chain(task.goals.iter().flatten()).for_each(|setting| is_wanted[fact(setting) as usize] = true);
        let (mut operators, mut conditions, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        let mut add = |operator: u32, asked: Vec<u32>, made: Vec<u32>| {
            operators.push(operator);
            conditions.push(if asked.is_empty() { vec![always] } else { asked });
            effects.push(made);
        };
        for (number, operator) in (0..).zip(&task.operators) {
            let is_wanted = |change: &&Change| is_wanted[fact(&change.setting) as usize];
            let mut rest: Vec<&Change> = operator.changes.iter().filter(is_wanted).collect();
            // Effects under the same condition go together; the unconditional ones are found first.
            while let Some(&first) = rest.first() {
                let conditions = sorted(operator.condition.iter().chain(&first.condition).map(fact));
                let same = rest.extract_if(.., |change| change.condition == first.condition);
                let effects = same.map(|change| fact(&change.setting)).filter(|fact| !conditions.contains(fact));
                let effects: Vec<u32> = effects.collect();
                if !effects.is_empty() {
                    add(number, conditions, effects);
                }
            }
        }
        for way in &task.goals {
            add(task.operators.len() as u32, sorted(way.iter().map(fact)), vec![goal]);
        }
        let count = facts as usize + 2;
        Relaxed {
            offsets: order.iter().map(|&variable| (variable, offsets[variable as usize])).collect(),
            facts: count,
            operator: operators,
            users: Lists::inverted(&conditions, count),
            makers: Lists::inverted(&effects, count),
            conditions: Lists::new(&conditions),
            effects: Lists::new(&effects),
        }
    }

    pub(crate) fn goal(&self) -> u32 {
        self.facts as u32 - 1
    }

    /// The facts that are true in a state.
    pub(crate) fn start(&self, task: &Task, state: &State) -> Vec<u32> {
        let of = |&(variable, offset): &(u32, u32)| offset + task.value(&state.0, variable);
        self.offsets.iter().map(of).chain([self.facts as u32 - 2]).collect()
    }
}
