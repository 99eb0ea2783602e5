//! A bound from many projections, among which the costs of the actions are shared.
//!
//! Seipp, Keller and Helmert, Saturated cost partitioning for optimal classical planning, JAIR 67, 2020: the projections
//! are taken in an order; each takes of the costs what it needs to keep its distances, and leaves the rest to those behind
//! it, so that the sum of all distances is a bound. Several orders are kept, each chosen greedily for a state from a random
//! walk (most distance for the cost taken); the bound is the largest of their sums.

use crate::projection::{DEAD, Projection, states};
use crate::task::{State, Task, sorted};
use meihua_contracts::control::Control;
use meihua_contracts::deadline::Deadline;
use meihua_contracts::random::SplitMix64;
use std::time::Duration;

/// The projections together have this many times the states of the largest.
const LARGEST: usize = 6;
/// Maximum number of projections.
const MAX_PROJECTIONS: usize = 300;
/// Maximum number of orders.
const MAX_ORDERS: usize = 8;
/// Maximum number of states for which orders are tried.
const MAX_SAMPLES: usize = 24;

/// The distances that projections have in an order; those that are all 0 are left out.
type Tables = Vec<(usize, Vec<u32>)>;

/// A bound for each state.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    projections: Vec<Projection>,
    orders: Vec<Tables>,
    /// The number of a state in each projection.
    numbers: Vec<usize>,
}

impl Partition {
    /// Builds it within about the time given, from projections of at most `most` states each.
    pub(crate) fn new(task: &Task, start: &State, most: usize, time: Duration, control: &Control) -> Partition {
        let [half, deadline] = [time / 2, time].map(|time| Deadline::new(Some(time), control));
        let mut partition = Partition::default();
        let costs: Vec<u64> = task.operators.iter().map(|operator| operator.cost).collect();
        let mut whole: Vec<(Vec<u32>, u64)> = Vec::new();
        let mut total = 0;
        for variables in patterns(task, most, &half) {
            let size = states(task, &variables);
            if total + size > LARGEST * most || partition.projections.len() >= MAX_PROJECTIONS || !half.look() {
                continue;
            }
            let Some(projection) = Projection::new(task, variables, &half) else { continue };
            let Some(distances) = projection.distances(&costs, &half) else { break };
            let Some(taken) = projection.saturate(&distances, costs.len(), &half) else { break };
            total += size;
            whole.push((distances, taken.iter().sum()));
            partition.projections.push(projection);
        }
        partition.numbers = vec![0; partition.projections.len()];
        let mut random = SplitMix64::new(1);
        let mut sample = start.clone();
        for index in 0..MAX_SAMPLES {
            if partition.orders.len() >= MAX_ORDERS || (index > 0 && !deadline.look()) {
                break;
            }
            partition.add_order(task, &sample, &whole, &costs, &deadline);
            sample = walk(task, start, &mut random);
        }
        partition
    }

    /// Adds an order for a state, if it gives a larger bound there than the others.
    fn add_order(
        &mut self,
        task: &Task,
        sample: &State,
        whole: &[(Vec<u32>, u64)],
        costs: &[u64],
        deadline: &Deadline,
    ) {
        let before = self.bound(task, sample);
        if before == u64::MAX {
            return;
        }
        let mut order: Vec<(u64, usize)> = Vec::new();
        for (index, (distances, taken)) in whole.iter().enumerate() {
            let distance = distances[self.projections[index].number(task, sample)];
            order.push((u64::from(distance) * 1_000_000 / (taken + 1), index));
        }
        order.sort_unstable_by_key(|&(worth, index)| (std::cmp::Reverse(worth), index));
        let mut left = costs.to_vec();
        let (mut tables, mut sum) = (Tables::new(), 0);
        for (_, index) in order {
            let projection = &self.projections[index];
            // After the deadline, the projections so far are an order, too.
            let Some(distances) = projection.distances(&left, deadline) else { break };
            let Some(taken) = projection.saturate(&distances, left.len(), deadline) else { break };
            left.iter_mut().zip(&taken).for_each(|(left, taken)| *left = left.saturating_sub(*taken));
            sum += u64::from(distances[projection.number(task, sample)]);
            if distances.iter().any(|&distance| distance > 0) {
                tables.push((index, distances));
            }
        }
        if self.orders.is_empty() || sum > before {
            self.orders.push(tables);
        }
    }

    /// A lower bound on the cost to the goal; `u64::MAX` if it cannot be reached.
    pub(crate) fn bound(&mut self, task: &Task, state: &State) -> u64 {
        let Partition { projections, orders, numbers } = self;
        for (number, projection) in numbers.iter_mut().zip(projections) {
            *number = projection.number(task, state);
        }
        let mut best = 0;
        for order in orders {
            let mut sum = 0;
            for (index, distances) in order {
                match distances[numbers[*index]] {
                    DEAD => return u64::MAX,
                    distance => sum += u64::from(distance),
                }
            }
            best = best.max(sum);
        }
        best
    }

    /// How many tables are looked at for a state.
    pub(crate) fn tables(&self) -> usize {
        self.orders.iter().map(Vec::len).sum()
    }
}

/// The start and some states near it.
pub(crate) fn samples(task: &Task, start: &State) -> Vec<State> {
    let mut random = SplitMix64::new(2);
    std::iter::once(start.clone()).chain((1..5).map(|_| walk(task, start, &mut random))).collect()
}

/// A state some random steps from the start.
fn walk(task: &Task, start: &State, random: &mut SplitMix64) -> State {
    let mut state = start.clone();
    for _ in 0..random.below(60) {
        let mut operators = Vec::new();
        task.applicable(&state.0, |operator| operators.push(operator));
        if operators.is_empty() {
            return start.clone();
        }
        state = task.after(&state, operators[random.below(operators.len())]);
    }
    state
}

/// Sets of variables to project to, in ascending order.
fn patterns(task: &Task, most: usize, deadline: &Deadline) -> Vec<Vec<u32>> {
    let goals = sorted(task.goals.iter().flatten().map(|(variable, _)| *variable));
    let near = neighbours(task, deadline);
    let mut patterns: Vec<Vec<u32>> = goals.iter().map(|&goal| vec![goal]).collect();
    // Each goal with the variables that its actions ask for, as many as fit.
    for limit in [most / 5, most / 100] {
        patterns.extend(goals.iter().map(|&goal| grow(task, vec![goal], &near, limit)));
    }
    // Goals together, as many as fit: tiles of a puzzle.
    let mut bin: Vec<u32> = Vec::new();
    for &goal in &goals {
        if states(task, &bin).saturating_mul(task.sizes[goal as usize] as usize) > most {
            patterns.push(std::mem::take(&mut bin));
        }
        bin.push(goal);
    }
    patterns.push(bin);
    // Pairs.
    for &goal in &goals {
        patterns.extend(near[goal as usize].iter().map(|&(other, _)| vec![goal.min(other), goal.max(other)]));
    }
    for (index, &one) in goals.iter().enumerate() {
        patterns.extend(goals[index + 1..].iter().map(|&other| vec![one, other]));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    patterns.retain(|pattern| !pattern.is_empty() && states(task, pattern) <= most && seen.insert(pattern.clone()));
    patterns
}

/// For each variable, those that its actions ask for or change as well, and how many do.
fn neighbours(task: &Task, deadline: &Deadline) -> Vec<Vec<(u32, usize)>> {
    let mut counts = rustc_hash::FxHashMap::default();
    for operator in task.operators.iter().take_while(|_| deadline.tick()) {
        let conditions = operator.changes.iter().flat_map(|change| &change.condition).chain(&operator.condition);
        let changed = operator.changes.iter().map(|change| change.variable);
        let others = sorted(conditions.map(|(variable, _)| *variable).chain(changed));
        for change in &operator.changes {
            for &other in others.iter().filter(|&&other| other != change.variable) {
                *counts.entry((change.variable, other)).or_insert(0usize) += 1;
            }
        }
    }
    let mut near = vec![Vec::new(); task.sizes.len()];
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|&((one, other), count)| (one, std::cmp::Reverse(count), other));
    counts.into_iter().for_each(|((one, other), count)| near[one as usize].push((other, count)));
    near
}

/// Adds the variable that is most connected to those of a pattern, while the projection stays small.
fn grow(task: &Task, mut pattern: Vec<u32>, near: &[Vec<(u32, usize)>], limit: usize) -> Vec<u32> {
    let mut weights: rustc_hash::FxHashMap<u32, usize> = rustc_hash::FxHashMap::default();
    let mut newest = pattern[0];
    loop {
        near[newest as usize].iter().for_each(|&(other, count)| *weights.entry(other).or_default() += count);
        let size = states(task, &pattern);
        let fits = |variable: u32| {
            !pattern.contains(&variable) && size.saturating_mul(task.sizes[variable as usize] as usize) <= limit
        };
        let best = weights
            .iter()
            .filter(|(variable, _)| fits(**variable))
            .max_by_key(|&(variable, weight)| (*weight, std::cmp::Reverse(*variable)));
        let Some((&variable, _)) = best else { break };
        pattern.push(variable);
        newest = variable;
    }
    pattern.sort_unstable();
    pattern
}
