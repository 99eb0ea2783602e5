//! Plans without proof: lazy best-first search with preferred actions, then with weights that fall.
//!
//! Richter and Helmert, Preferred operators and deferred evaluation in satisficing planning, ICAPS 2009: a state is
//! estimated only when its turn comes, and waits with the estimate of the state before it. Two queues take turns, one of all
//! actions and one of the preferred; the latter gets many turns more whenever the search makes progress. Once there is a
//! plan, the search begins anew with the cost so far and a weighted estimate (Richter, Thayer and Ruml, The joy of
//! forgetting, ICAPS 2010).

use crate::ff::Ff;
use crate::packed::Packed;
use crate::task::{State, Task};
use meihua_contracts::deadline::Deadline;
use meihua_contracts::puzzle::Puzzle;
use std::collections::{BTreeMap, VecDeque};

/// Turns that the preferred actions gain with progress.
const BOOST: u64 = 1000;
/// No operator: the start.
const NONE: u32 = u32::MAX;

/// What a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A plan and its cost.
    Plan(Vec<u32>, u64),
    /// There are no more states.
    Exhausted,
    Stopped,
}

/// A queue of actions by the value of the state before them, first in first out.
#[derive(Debug, Default)]
struct Queue {
    lists: BTreeMap<u64, VecDeque<(u32, u32)>>,
    turns: u64,
    size: usize,
}

impl Queue {
    fn push(&mut self, value: u64, entry: (u32, u32)) {
        self.lists.entry(value).or_default().push_back(entry);
        self.size += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let mut first = self.lists.first_entry()?;
        let entry = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.size -= 1;
        entry
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cost: u64,
    from: u32,
    operator: u32,
}

/// A search that can be continued.
#[derive(Debug)]
pub(crate) struct Lazy<'a> {
    task: &'a Task,
    /// The weight of the estimate beside the cost so far; without one, the state comes next that seems nearest to the goal.
    weight: Option<u64>,
    /// Only plans that cost less are wanted.
    below: u64,
    ff: Ff,
    states: Packed,
    nodes: Vec<Node>,
    /// All actions, and the preferred ones.
    queues: [Queue; 2],
    least: u64,
    /// States estimated.
    pub count: u64,
}

impl<'a> Lazy<'a> {
    pub(crate) fn new(task: &'a Task, start: &State, weight: Option<u64>, below: u64) -> Lazy<'a> {
        let price = |cost| if weight.is_none() { 1 } else { 1 + cost };
        let mut lazy = Lazy {
            task,
            weight,
            below,
            ff: Ff::new(task, price),
            states: Packed::new(start.0.len()),
            nodes: Vec::new(),
            queues: Default::default(),
            least: u64::MAX,
            count: 0,
        };
        lazy.states.insert(&start.0);
        lazy.nodes.push(Node { cost: 0, from: 0, operator: NONE });
        lazy
    }

    /// Bytes in use, about.
    fn bytes(&self) -> usize {
        let state = 8 * self.task.start.0.len() + 2 * size_of::<u32>() + size_of::<Node>();
        let queued = self.queues.iter().map(|queue| queue.size).sum::<usize>();
        (self.nodes.len() * state + queued * size_of::<(u32, u32)>()) / 2 * 3
    }

    /// Searches until there is a plan, or time, `limit` states or `room` bytes are used up.
    pub(crate) fn run(&mut self, deadline: &Deadline, limit: u64, room: usize) -> Outcome {
        let (mut moves, mut preferred) = (Vec::new(), Vec::new());
        while deadline.tick() {
            // Before a state is taken from the queue, which has to find it there when the search goes on.
            if self.count >= limit || self.bytes() > room {
                return Outcome::Stopped;
            }
            let number = if self.count == 0 {
                0
            } else {
                let Some((from, operator)) = self.next() else { return Outcome::Exhausted };
                match self.reach(from, operator) {
                    Ok(Some(number)) => number,
                    Ok(None) => continue,
                    Err(()) => return Outcome::Stopped,
                }
            };
            let state = State(self.states.words(number as usize).into());
            self.count += 1;
            let Some(estimate) = self.ff.estimate(self.task, &state, &mut preferred) else { continue };
            let cost = self.nodes[number as usize].cost;
            if self.task.is_goal(&state) {
                return Outcome::Plan(self.plan(number), cost);
            }
            if estimate < self.least {
                self.least = estimate;
                self.queues[0].turns += BOOST;
            }
            let value = self
                .weight
                .map_or(estimate, |weight| cost.saturating_add(weight.saturating_mul(self.ff.plan_cost(self.task))));
            moves.clear();
            self.task.moves(&state, &mut moves);
            for (queue, operators) in self.queues.iter_mut().zip([&moves, &preferred]) {
                operators.iter().for_each(|&operator| queue.push(value, (number, operator)));
            }
        }
        Outcome::Stopped
    }

    /// The next action and the state before it, from the queue whose turn it is.
    fn next(&mut self) -> Option<(u32, u32)> {
        let turn = usize::from(self.queues[1].size > 0 && self.queues[1].turns <= self.queues[0].turns);
        let turn = if self.queues[turn].size > 0 { turn } else { 1 - turn };
        self.queues[turn].turns += 1;
        self.queues[turn].pop()
    }

    /// The state after an action, if it is new or reached at less cost; an error without memory for it.
    fn reach(&mut self, from: u32, operator: u32) -> Result<Option<u32>, ()> {
        let cost = self.nodes[from as usize].cost.saturating_add(self.task.operators[operator as usize].cost);
        if cost >= self.below {
            return Ok(None);
        }
        let before = State(self.states.words(from as usize).into());
        let (number, is_new) = self.states.insert(&self.task.apply(&before, operator).0).ok_or(())?;
        let node = Node { cost, from, operator };
        if is_new {
            self.nodes.try_reserve(1).map_err(|_| ())?;
            self.nodes.push(node);
        } else if self.weight.is_none() || cost >= self.nodes[number].cost {
            return Ok(None);
        } else {
            self.nodes[number] = node;
        }
        Ok(Some(number as u32))
    }

    fn plan(&self, end: u32) -> Vec<u32> {
        let before = |node: &&Node| Some(&self.nodes[node.from as usize]);
        let nodes = std::iter::successors(Some(&self.nodes[end as usize]), before);
        let mut plan: Vec<u32> = nodes.map(|node| node.operator).take_while(|&operator| operator != NONE).collect();
        plan.reverse();
        plan
    }
}
