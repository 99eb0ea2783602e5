//! Projections of a task to a few of its variables, and exact distances in them (pattern databases).
//!
//! Culberson and Schaeffer, Pattern databases, Computational Intelligence 14, 1998; Edelkamp, Planning with pattern
//! databases, ECP 2001. Distances are computed backwards from the goals: each action is kept as what is so after it and
//! the difference in the number of the state.

use crate::lm_cut::Buckets;
use crate::successors::Successors;
use crate::task::{Setting, State, Task, sorted};
use meihua_contracts::deadline::Deadline;

/// The distance of a state from which no goal can be reached.
pub(crate) const DEAD: u32 = u32::MAX;
/// Maximum number of ways in which one action may be seen in a projection.
const MAX_WAYS: usize = 4096;

/// An action in a projection, backwards.
#[derive(Debug)]
struct Backward {
    operator: u32,
    /// What to add to the number of the state after it.
    step: i64,
}

/// A projection to some variables. Its states have the numbers below [`Projection::states`].
#[derive(Debug)]
pub(crate) struct Projection {
    pub variables: Vec<u32>,
    sizes: Vec<u32>,
    multipliers: Vec<u32>,
    pub states: usize,
    actions: Vec<Backward>,
    /// Finds actions by what is so after them.
    after: Successors,
    goals: Vec<u32>,
}

/// The number of states of a projection.
pub(crate) fn states(task: &Task, variables: &[u32]) -> usize {
    variables.iter().fold(1, |states, &variable| usize::saturating_mul(states, task.sizes[variable as usize] as usize))
}

impl Projection {
    /// Projects to variables in ascending order; `None` if what an action does to them depends on others, or after the
    /// deadline.
    pub(crate) fn new(task: &Task, variables: Vec<u32>, deadline: &Deadline) -> Option<Projection> {
        let sizes: Vec<u32> = variables.iter().map(|&variable| task.sizes[variable as usize]).collect();
        let mut multipliers = Vec::new();
        let mut states = 1;
        for size in &sizes {
            multipliers.push(states as u32);
            states *= *size as usize;
        }
        let mut projection = Projection {
            variables,
            sizes,
            multipliers,
            states,
            actions: Vec::new(),
            after: Successors::default(),
            goals: Vec::new(),
        };
        let mut after = Vec::new();
        for operator in 0..task.operators.len() as u32 {
            deadline.tick().then_some(())?;
            projection.add(task, operator, &mut after)?;
        }
        projection.after = Successors::new(after.iter().map(Vec::as_slice), &projection.sizes);
        let ways: Vec<Vec<Setting>> = task.goals.iter().map(|way| projection.local(way).0).collect();
        projection.goals = (0..states as u32)
            .filter(|&state| {
                ways.iter().any(|way| way.iter().all(|&(place, value)| projection.value(state, place) == value))
            })
            .collect();
        Some(projection)
    }

    /// The settings of variables of the projection, by place, and whether there are no others.
    fn local(&self, settings: &[Setting]) -> (Vec<Setting>, bool) {
        let place = |variable: u32| self.variables.binary_search(&variable).ok().map(|place| place as u32);
        let local: Vec<Setting> =
            settings.iter().filter_map(|&(variable, value)| Some((place(variable)?, value))).collect();
        let is_all = local.len() == settings.len();
        (local, is_all)
    }

    /// Adds an operator in all ways in which it may be seen here; `None` if that depends on other variables.
    fn add(&mut self, task: &Task, number: u32, after: &mut Vec<Vec<Setting>>) -> Option<()> {
        let operator = &task.operators[number as usize];
        let mut changes = Vec::new();
        for change in &operator.changes {
            let (local, _) = self.local(&[(change.variable, change.value)]);
            if let [(place, value)] = local[..] {
                let (condition, is_all) = self.local(&change.condition);
                is_all.then_some(())?;
                changes.push((condition, place, value));
            }
        }
        if changes.is_empty() {
            return Some(());
        }
        let (given, _) = self.local(&operator.condition);
        // The variables that matter, with their values before.
        let conditions = changes.iter().flat_map(|(condition, ..)| condition).map(|(place, _)| *place);
        let mut open = sorted(conditions.chain(changes.iter().map(|(_, place, _)| *place)));
        open.retain(|place| !given.iter().any(|(known, _)| known == place));
        let ways = open.iter().fold(1, |ways, &place| usize::saturating_mul(ways, self.sizes[place as usize] as usize));
        if ways > MAX_WAYS {
            return None;
        }
        for way in 0..ways {
            let mut before = given.clone();
            let mut rest = way;
            for &place in &open {
                let size = self.sizes[place as usize] as usize;
                before.push((place, (rest % size) as u32));
                rest /= size;
            }
            before.sort_unstable();
            let mut then = before.clone();
            for &(ref condition, place, value) in &changes {
                if condition.iter().all(|setting| before.contains(setting)) {
                    then.iter_mut().filter(|(known, _)| *known == place).for_each(|setting| setting.1 = value);
                }
            }
            if then != before {
                let weight = |settings: &[Setting]| -> i64 {
                    settings
                        .iter()
                        .map(|&(place, value)| i64::from(self.multipliers[place as usize]) * i64::from(value))
                        .sum()
                };
                self.actions.push(Backward { operator: number, step: weight(&before) - weight(&then) });
                after.push(then);
            }
        }
        Some(())
    }

    #[inline]
    fn value(&self, state: u32, place: u32) -> u32 {
        state / self.multipliers[place as usize] % self.sizes[place as usize]
    }

    /// The number of a state of the task here.
    #[inline]
    pub(crate) fn number(&self, task: &Task, state: &State) -> usize {
        let parts = self.variables.iter().zip(&self.multipliers);
        parts.map(|(&variable, &multiplier)| (multiplier * task.value(&state.0, variable)) as usize).sum()
    }

    /// Calls back with each action that leads to a state: its operator and the state before it.
    fn before(&self, state: u32, mut found: impl FnMut(u32, u32)) {
        self.after.visit(&|place| self.value(state, place), &mut |action| {
            let Backward { operator, step } = self.actions[action as usize];
            found(operator, (i64::from(state) + step) as u32);
        });
    }

    /// The distance of each state from the nearest goal, for given costs of the operators; `None` after the deadline.
    pub(crate) fn distances(&self, costs: &[u64], deadline: &Deadline) -> Option<Vec<u32>> {
        let mut distances = vec![DEAD; self.states];
        let mut queue = Buckets::default();
        for &goal in &self.goals {
            distances[goal as usize] = 0;
            queue.push(0, goal);
        }
        while let Some((distance, state)) = queue.pop() {
            if u64::from(distances[state as usize]) < distance {
                continue;
            }
            if !deadline.tick() {
                return None;
            }
            self.before(state, |operator, before| {
                let through = (distance + costs[operator as usize]).min(u64::from(DEAD - 1)) as u32;
                if through < distances[before as usize] {
                    distances[before as usize] = through;
                    queue.push(u64::from(through), before);
                }
            });
        }
        Some(distances)
    }

    /// The least cost of each operator that keeps all distances (Seipp and Helmert 2018); `None` after the deadline.
    pub(crate) fn saturate(&self, distances: &[u32], operators: usize, deadline: &Deadline) -> Option<Vec<u64>> {
        let mut costs = vec![0u64; operators];
        for state in (0..self.states as u32).filter(|&state| distances[state as usize] != DEAD) {
            let after = distances[state as usize];
            if !deadline.tick() {
                return None;
            }
            self.before(state, |operator, before| {
                let cost = &mut costs[operator as usize];
                *cost = (*cost).max(u64::from(distances[before as usize].saturating_sub(after)));
            });
        }
        Some(costs)
    }
}
