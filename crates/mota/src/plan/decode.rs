//! From a list of wanted operators to a plan: the first one of the list that can be done is, the others wait (serial schedule generation
//! over an activity list: Kolisch, 1996).

use super::bits::{Bits, ones};
use super::graph::{Graph, HP};
use super::situation::{Executor, Situation};

/// What counts as the end of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// One of these operators, which win.
    Win(Vec<u32>),
    /// One of these nodes is reached.
    Reach(Vec<u32>),
}

/// Less than any plan that reaches its goal is worth.
pub(super) const FAILED: i64 = -1_000_000_000_000;

/// What a gate is worth on the way to a goal that is not reached, in hp: more than a fight costs, less than the hp at the end of a plan,
/// which would not be saved for later otherwise. With 100,000 the search of the fifty floors stopped at the fifteenth.
const GATE: i64 = 300;

/// Decodes lists.
pub(super) struct Decoder<'a> {
    pub(super) executor: Executor<'a>,
    /// The situation at the start.
    first: Situation,
    /// What is free at the start.
    opening: Vec<u32>,
    situation: Situation,
    /// What each operator waits for: 0 for what has to be looked at, else one of `locks`.
    lock: Vec<u8>,
    /// A number and how much of it is needed.
    locks: Vec<(u8, i64)>,
    /// Places of the list whose operators are available, by lock.
    ready: Vec<Bits>,
    /// Places of the list that are not done.
    left: Bits,
    /// The first place of each operator in the list, and the next place of the same one; [`NO_PLACE`] behind the last.
    place: Vec<u32>,
    again: Vec<u32>,
    done: Vec<u32>,
    /// Nodes that every plan comes to which reaches the goal.
    pub(super) gates: Vec<u32>,
    /// How many lists were decoded, and how many operators done.
    pub(super) lists: u64,
    pub(super) decisions: u64,
}

const NO_PLACE: u32 = u32::MAX;

impl<'a> Decoder<'a> {
    /// Of the situations of an executor.
    pub(super) fn new(mut executor: Executor<'a>) -> Decoder<'a> {
        let graph: &Graph = executor.graph;
        let mut locks: Vec<(u8, i64)> = vec![(0, 0)];
        let lock_of = |operator: &super::graph::Operator| {
            let is_simple = operator.context.is_none() && operator.foes.is_empty() && operator.opaque.is_none();
            let effect = &graph.effects[operator.effects[0] as usize];
            match effect.needs.as_slice() {
                [need] if is_simple && effect.numbers.iter().all(|&(place, by)| place == need.0 || by >= 0) => {
                    let known = locks.iter().position(|lock| lock == need);
                    Some(known.unwrap_or_else(|| {
                        locks.push(*need);
                        locks.len() - 1
                    }) as u8)
                }
                _ => None,
            }
        };
        let lock = graph.operators.iter().map(lock_of).map(|lock| lock.unwrap_or(0)).collect();
        let mut opening = Vec::new();
        let first = executor.start(&mut opening);
        Decoder {
            situation: first.clone(),
            first,
            opening,
            lock,
            ready: vec![Bits::default(); locks.len()],
            locks,
            left: Bits::default(),
            place: vec![NO_PLACE; graph.operators.len()],
            again: Vec::new(),
            done: Vec::new(),
            gates: Vec::new(),
            lists: 0,
            decisions: 0,
            executor,
        }
    }

    /// What a list is worth: the hp at the goal, or less than [`FAILED`] / 2.
    pub(super) fn value(&mut self, list: &[u32], goal: &Goal) -> i64 {
        self.decode(list);
        self.finish(goal)
    }

    /// The operators of a list in the order in which they are done, with what is free, up to the goal; and what the list is worth.
    pub(super) fn plan(&mut self, list: &[u32], goal: &Goal) -> (Vec<u32>, i64) {
        let value = self.value(list, goal);
        (self.done.clone(), value)
    }

    /// Does what a list wants, as far as that can be done.
    pub(super) fn decode(&mut self, list: &[u32]) {
        self.lists += 1;
        self.situation.copy_from(&self.first);
        self.done.clear();
        self.done.extend_from_slice(&self.opening);
        self.index(list);
        loop {
            self.look_at_news();
            let Some(place) = self.next(list) else { break };
            self.left.remove(place);
            self.ready[usize::from(self.lock[list[place as usize] as usize])].remove(place);
            self.decisions += 1;
            self.executor.act(&mut self.situation, list[place as usize], &mut self.done);
            if self.situation.has_won {
                break;
            }
        }
        for &operator in list {
            self.place[operator as usize] = NO_PLACE;
        }
    }

    /// Notes where the list wants what.
    fn index(&mut self, list: &[u32]) {
        self.left.reset(list.len());
        self.ready.iter_mut().for_each(|ready| ready.reset(list.len()));
        self.again.clear();
        self.again.resize(list.len(), NO_PLACE);
        for (place, &operator) in list.iter().enumerate().rev() {
            self.left.insert(place as u32);
            self.again[place] = std::mem::replace(&mut self.place[operator as usize], place as u32);
        }
    }

    /// Makes the places of operators ready that have become available.
    fn look_at_news(&mut self) {
        for &operator in &self.situation.news {
            let mut place = self.place[operator as usize];
            while place != NO_PLACE {
                if self.left.has(place) {
                    self.ready[usize::from(self.lock[operator as usize])].insert(place);
                }
                place = self.again[place as usize];
            }
        }
        self.situation.news.clear();
    }

    /// The first place of the list whose operator can be done.
    fn next(&mut self, list: &[u32]) -> Option<u32> {
        let mut open = [0_u8; 32];
        let mut count = 1;
        for (lock, &(number, least)) in self.locks.iter().enumerate().skip(1) {
            if self.situation.numbers[usize::from(number)] >= least && count < open.len() {
                open[count] = lock as u8;
                count += 1;
            }
        }
        for word in 0..self.left.words().len() {
            let ready = open[..count].iter().fold(0, |all, &lock| all | self.ready[usize::from(lock)].words()[word]);
            for bit in ones(ready) {
                let place = word as u32 * 64 + bit;
                let operator = list[place as usize];
                if !self.situation.available.has(operator) {
                    self.ready[usize::from(self.lock[operator as usize])].remove(place);
                } else if self.executor.can(&self.situation, operator) {
                    return Some(place);
                }
            }
        }
        None
    }

    /// Goes for the goal at the end of a list; what that is worth.
    fn finish(&mut self, goal: &Goal) -> i64 {
        let situation = &mut self.situation;
        if situation.has_won {
            return situation.numbers[HP];
        }
        match goal {
            Goal::Reach(nodes) if nodes.iter().any(|&node| situation.reached.has(node)) => {
                return situation.numbers[HP];
            }
            Goal::Reach(_) => {}
            Goal::Win(winners) => {
                for &operator in winners {
                    if situation.available.has(operator) && self.executor.can(situation, operator) {
                        self.executor.act(situation, operator, &mut self.done);
                        return situation.numbers[HP];
                    }
                }
            }
        }
        FAILED + situation.numbers[HP] + 100 * self.done.len() as i64 + self.passed()
    }

    /// What the gates are worth that a plan has passed; one that is open to it counts half, less what its fight would cost too much.
    fn passed(&mut self) -> i64 {
        let Decoder { situation, executor, gates, .. } = self;
        let graph = executor.graph;
        let mut sum = 0;
        for &gate in gates.iter() {
            if situation.reached.has(gate) {
                sum += GATE;
                continue;
            }
            let content = &graph.nodes[gate as usize].contents[usize::from(situation.contents[gate as usize])];
            let open = content.operators.iter().filter(|&&operator| situation.available.has(operator));
            if let Some(cost) = open.map(|&operator| executor.cost(operator, &situation.numbers)).min() {
                sum += GATE / 2 - cost.saturating_sub(situation.numbers[HP]).clamp(0, 20 * GATE) / 40;
            }
        }
        sum
    }
}
