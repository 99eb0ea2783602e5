//! Projections of a task to a few of its variables, and exact distances in them (pattern databases).
//!
//! Culberson and Schaeffer, Pattern databases, Computational Intelligence 14, 1998; Edelkamp, Planning with pattern
//! databases, ECP 2001. Distances are computed backwards from the goals: each action is kept as what is so after it and
//! the difference in the number of the state.

use crate::front::Front;
use crate::successors::Successors;
use crate::task::{Setting, State, Task, sorted};
use meihua_contracts::deadline::Deadline;

/// The distance of a state from which no goal can be reached.
pub(crate) const DEAD: u32 = u32::MAX;
/// Maximum number of ways in which one action may be seen in a projection.
const MAX_WAYS: u32 = 4096;

/// A projection to some variables.
#[derive(Debug)]
pub(crate) struct Projection {
    variables: Vec<u32>,
    sizes: Vec<u32>,
    multipliers: Vec<u32>,
    states: u32,
    /// The actions backwards: each operator with what to add to the number of the state after it.
    actions: Vec<(u32, i64)>,
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
        let multipliers = sizes.iter().scan(1, |states, size| Some(std::mem::replace(states, *states * size)));
        let mut projection = Projection {
            multipliers: multipliers.collect(),
            states: sizes.iter().product(),
            variables,
            sizes,
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
        let ways: Vec<Vec<Setting>> = task.goals.iter().map(|way| projection.local(way)).collect();
        let holds = |state, way: &[Setting]| way.iter().all(|&(place, value)| projection.value(state, place) == value);
        let goals = (0..projection.states).filter(|&state| ways.iter().any(|way| holds(state, way)));
        projection.goals = goals.collect();
        Some(projection)
    }

    /// The settings of variables of the projection, by place.
    fn local(&self, settings: &[Setting]) -> Vec<Setting> {
        let place = |variable: &u32| self.variables.binary_search(variable).ok().map(|place| place as u32);
        settings.iter().filter_map(|(variable, value)| Some((place(variable)?, *value))).collect()
    }

    /// Adds an operator in all ways in which it may be seen here; `None` if that depends on other variables.
    fn add(&mut self, task: &Task, number: u32, after: &mut Vec<Vec<Setting>>) -> Option<()> {
        let operator = &task.operators[number as usize];
        let mut changes = Vec::new();
        for change in &operator.changes {
            if let [setting] = self.local(&[change.setting])[..] {
                let condition = self.local(&change.condition);
                (condition.len() == change.condition.len()).then_some(())?;
                changes.push((condition, setting));
            }
        }
        if changes.is_empty() {
            return Some(());
        }
        let given = self.local(&operator.condition);
        // The variables that matter, with their values before.
        let settings = changes.iter().flat_map(|(condition, setting)| condition.iter().chain([setting]));
        let mut open = sorted(settings.map(|(place, _)| *place));
        open.retain(|place| !given.iter().any(|(known, _)| known == place));
        let ways = open.iter().fold(1, |ways, &place| u32::saturating_mul(ways, self.sizes[place as usize]));
        if ways > MAX_WAYS {
            return None;
        }
        for way in 0..ways {
            let mut rest = way;
            let free = open.iter().map(|&place| {
                let size = self.sizes[place as usize];
                let value = rest % size;
                rest /= size;
                (place, value)
            });
            let before = sorted(given.iter().copied().chain(free));
            let mut then = before.clone();
            for (condition, setting) in &changes {
                if condition.iter().all(|one| before.contains(one)) {
                    then.iter_mut().filter(|known| known.0 == setting.0).for_each(|known| *known = *setting);
                }
            }
            if then != before {
                let part = |&(place, value): &Setting| i64::from(self.multipliers[place as usize] * value);
                let step = before.iter().map(part).sum::<i64>() - then.iter().map(part).sum::<i64>();
                self.actions.push((number, step));
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
            let (operator, step) = self.actions[action as usize];
            found(operator, (i64::from(state) + step) as u32);
        });
    }

    /// The distance of each state from the nearest goal, for given costs of the operators, and the least costs that keep
    /// all distances (Seipp and Helmert 2018); `None` after the deadline.
    pub(crate) fn distances(&self, costs: &[u64], deadline: &Deadline) -> Option<(Vec<u32>, Vec<u64>)> {
        let mut front = Front::new(self.states as usize);
        front.reach(&self.goals, 0, |_| ());
        while let Some((distance, state)) = front.pop() {
            deadline.tick().then_some(())?;
            self.before(state, |operator, before| {
                let through = (distance + costs[operator as usize]).min(u64::from(DEAD - 1));
                front.reach(&[before], through, |_| ());
            });
        }
        let distances: Vec<u32> = front.costs.into_iter().map(|cost| cost.min(u64::from(DEAD)) as u32).collect();
        let mut taken = vec![0u64; costs.len()];
        for (state, &after) in (0..).zip(&distances).filter(|(_, distance)| **distance != DEAD) {
            deadline.tick().then_some(())?;
            self.before(state, |operator, before| {
                let taken = &mut taken[operator as usize];
                *taken = (*taken).max(u64::from(distances[before as usize].saturating_sub(after)));
            });
        }
        Some((distances, taken))
    }
}
