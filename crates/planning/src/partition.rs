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
use meihua_contracts::puzzle::Puzzle;
use meihua_contracts::random::SplitMix64;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
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
            let Some((distances, taken)) = projection.distances(&costs, &half) else { break };
            total += size;
            whole.push((distances, taken.iter().sum()));
            partition.projections.push(projection);
        }
        partition.numbers = vec![0; partition.projections.len()];
        for (index, sample) in samples(task, start, 1).take(MAX_SAMPLES).enumerate() {
            if partition.orders.len() >= MAX_ORDERS || (index > 0 && !deadline.look()) {
                break;
            }
            partition.add_order(task, &sample, &whole, &costs, &deadline);
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
        // Most distance for the cost taken.
        let worth = |(distances, taken): &(Vec<u32>, u64), projection: &Projection| {
            u64::from(distances[projection.number(task, sample)]) * 1_000_000 / (taken + 1)
        };
        let worth = whole.iter().zip(&self.projections).map(|(one, projection)| worth(one, projection));
        let mut order: Vec<(Reverse<u64>, usize)> = worth.map(Reverse).zip(0..).collect();
        order.sort_unstable();
        let mut left = costs.to_vec();
        let (mut tables, mut sum) = (Tables::new(), 0);
        for (_, index) in order {
            let projection = &self.projections[index];
            // After the deadline, the projections so far are an order, too.
            let Some((distances, taken)) = projection.distances(&left, deadline) else { break };
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
        for (number, projection) in self.numbers.iter_mut().zip(&self.projections) {
            *number = projection.number(task, state);
        }
        let distance = |(index, distances): &(usize, Vec<u32>)| match distances[self.numbers[*index]] {
            DEAD => None,
            distance => Some(u64::from(distance)),
        };
        let sum = |order: &Tables| order.iter().map(distance).sum::<Option<u64>>().unwrap_or(u64::MAX);
        self.orders.iter().map(sum).max().unwrap_or(0)
    }

    /// How many tables are looked at for a state.
    pub(crate) fn tables(&self) -> usize {
        self.orders.iter().map(Vec::len).sum()
    }
}

/// The start and states near it.
pub(crate) fn samples(task: &Task, start: &State, seed: u64) -> impl Iterator<Item = State> {
    let mut random = SplitMix64::new(seed);
    std::iter::once(start.clone()).chain(std::iter::repeat_with(move || walk(task, start, &mut random)))
}

/// A state some random steps from the start.
fn walk(task: &Task, start: &State, random: &mut SplitMix64) -> State {
    let mut state = start.clone();
    for _ in 0..random.below(60) {
        let mut operators = Vec::new();
        task.moves(&state, &mut operators);
        if operators.is_empty() {
            return start.clone();
        }
        state = task.apply(&state, operators[random.below(operators.len())]);
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
    let mut seen = FxHashSet::default();
    patterns.retain(|pattern| !pattern.is_empty() && states(task, pattern) <= most && seen.insert(pattern.clone()));
    patterns
}

/// For each variable, those that its actions ask for or change as well, and how many do.
fn neighbours(task: &Task, deadline: &Deadline) -> Vec<Vec<(u32, usize)>> {
    let mut counts = FxHashMap::default();
    for operator in task.operators.iter().take_while(|_| deadline.tick()) {
        let conditions = operator.changes.iter().flat_map(|change| &change.condition).chain(&operator.condition);
        let changed = operator.changes.iter().map(|change| change.setting.0);
        let others = sorted(conditions.map(|(variable, _)| *variable).chain(changed));
        for change in &operator.changes {
            for &other in others.iter().filter(|&&other| other != change.setting.0) {
                *counts.entry((change.setting.0, other)).or_insert(0usize) += 1;
            }
        }
    }
    let mut near = vec![Vec::new(); task.sizes.len()];
    counts.into_iter().for_each(|((one, other), count)| near[one as usize].push((other, count)));
    near.iter_mut().for_each(|near| near.sort_unstable_by_key(|&(other, count)| (Reverse(count), other)));
    near
}

/// Adds the variable that is most connected to those of a pattern, while the projection stays small.
fn grow(task: &Task, mut pattern: Vec<u32>, near: &[Vec<(u32, usize)>], limit: usize) -> Vec<u32> {
    let mut weights: FxHashMap<u32, usize> = FxHashMap::default();
    let mut newest = pattern[0];
    loop {
        near[newest as usize].iter().for_each(|&(other, count)| *weights.entry(other).or_default() += count);
        let size = states(task, &pattern);
        let fits = |variable: u32| {
            !pattern.contains(&variable) && size.saturating_mul(task.sizes[variable as usize] as usize) <= limit
        };
        let fitting = weights.iter().filter(|(variable, _)| fits(**variable));
        let best = fitting.max_by_key(|&(&variable, &weight)| (weight, Reverse(variable)));
        let Some((&variable, _)) = best else { break };
        pattern.push(variable);
        newest = variable;
    }
    pattern.sort_unstable();
    pattern
}
