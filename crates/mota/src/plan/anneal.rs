//! Simulated annealing of lists of wanted operators (Kirkpatrick, Gelatt and Vecchi, 1983), without one weight.

use super::decode::{Decoder, Goal};
use super::graph::{Graph, Operator};
use meihua_contracts::random::SplitMix64;
use std::collections::BTreeSet;

/// The operators that lists are made of.
pub(super) struct Choices {
    /// All of them.
    all: Vec<u32>,
    /// For each operator the others of its cell: other answers.
    siblings: Vec<Vec<u32>>,
    /// Whether an operator may be wanted more than once.
    repeats: Vec<bool>,
    /// The first number that an operator needs, such as that of yellow keys.
    needs: Vec<Option<u8>>,
}

/// How many times operators that can be repeated are in a list at first.
const COPIES: usize = 3;

/// How many places are looked at for an operator that needs the same.
const RIVALS: usize = 20;

/// Lists between two looks at the clock.
const LOOK: u64 = 20;

impl Choices {
    /// The operators of a graph that do not win and may have a price.
    pub(super) fn of(graph: &Graph, is_wanted: impl Fn(u32) -> bool) -> Choices {
        let numbers = 0..graph.operators.len() as u32;
        let winners: Vec<u32> = graph.winners().collect();
        let is_priced = |number: &u32| {
            let operator = &graph.operators[*number as usize];
            let is_free = operator.foes.is_empty()
                && operator
                    .effects
                    .iter()
                    .all(|&effect| graph.effects.get(effect as usize).is_some_and(|e| e.is_harmless));
            !is_free && !winners.contains(number)
        };
        let all: Vec<u32> = numbers.filter(is_priced).filter(|&number| is_wanted(number)).collect();
        let mut siblings = vec![Vec::new(); graph.operators.len()];
        for &number in &all {
            let node = graph.operators[number as usize].node;
            siblings[number as usize] = all
                .iter()
                .copied()
                .filter(|&other| other != number && graph.operators[other as usize].node == node)
                .collect();
        }
        let repeats = graph.operators.iter().map(|operator| operator.repeats).collect();
        let need = |operator: &Operator| {
            let effect = operator.effects.iter().find_map(|&effect| graph.effects.get(effect as usize));
            effect.and_then(|effect| effect.needs.first()).map(|&(number, _)| number)
        };
        let needs = graph.operators.iter().map(need).collect();
        Choices { all, siblings, repeats, needs }
    }

    /// The nodes of the operators.
    pub(super) fn nodes(&self, graph: &Graph) -> BTreeSet<u32> {
        self.all.iter().map(|&operator| graph.operators[operator as usize].node).collect()
    }

    /// A list of everything, in any order.
    pub(super) fn random_list(&self, random: &mut SplitMix64) -> Vec<u32> {
        let mut list = Vec::new();
        for &operator in &self.all {
            let copies = if self.repeats[operator as usize] { COPIES } else { 1 };
            list.extend(std::iter::repeat_n(operator, copies));
        }
        random.shuffle(&mut list);
        list
    }

    /// Changes a list; whether it is another one.
    pub(super) fn change(&self, list: &mut Vec<u32>, random: &mut SplitMix64) -> bool {
        let count = list.len();
        if count >= 3 && random.below(4) == 0 {
            let one = random.below(count);
            if let Some(number) = self.needs[list[one] as usize] {
                return self.exchange_rivals(list, (one, number), random);
            }
        }
        match random.below(10) {
            0 | 1 => self.insert(list, random),
            _ if count < 3 => self.insert(list, random),
            2 | 3 => {
                list.remove(random.below(count));
                if random.below(3) == 0 {
                    list.remove(random.below(count - 1));
                }
                true
            }
            4 => {
                let place = random.below(count);
                let siblings = &self.siblings[list[place] as usize];
                if siblings.is_empty() {
                    return false;
                }
                list[place] = siblings[random.below(siblings.len())];
                true
            }
            5..=7 => {
                move_block(list, random);
                true
            }
            _ => {
                let (one, other) = (random.below(count), random.below(count));
                list.swap(one, other);
                one != other
            }
        }
    }

    /// Exchanges an operator with one that needs the same number, such as two doors of one colour: the first of them gets the key.
    fn exchange_rivals(&self, list: &mut [u32], (one, number): (usize, u8), random: &mut SplitMix64) -> bool {
        let is_rival = |&other: &usize| other != one && self.needs[list[other] as usize] == Some(number);
        let rival = (0..RIVALS).map(|_| random.below(list.len())).find(is_rival);
        if let Some(other) = rival {
            list.swap(one, other);
        }
        rival.is_some()
    }

    fn insert(&self, list: &mut Vec<u32>, random: &mut SplitMix64) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let operator = self.all[random.below(self.all.len())];
        if !self.repeats[operator as usize] && list.contains(&operator) {
            return false;
        }
        list.insert(random.below(list.len() + 1), operator);
        true
    }
}

/// Moves a block of up to half of the list, short ones mostly, to another place, near ones mostly.
fn move_block(list: &mut [u32], random: &mut SplitMix64) {
    let count = list.len();
    let from = random.below(count);
    let length =
        if random.below(3) == 0 { (random.unit() * (count as f64 / 2.0).max(2.0).ln()).exp() as usize } else { 1 };
    let length = length.clamp(1, count - from);
    let distance = 1 + (random.unit().powi(2) * count as f64) as usize;
    if random.below(2) == 0 {
        let to = (from + distance).min(count - length);
        if to > from {
            list[from..to + length].rotate_left(length);
        }
    } else {
        let to = from.saturating_sub(distance);
        list[to..from + length].rotate_right(length);
    }
}

/// How long is annealed, and how hot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// Lists that are decoded.
    pub(super) lists: u64,
    /// The loss of hp that is accepted with a chance of 1/e, at the start.
    pub(super) hot: f64,
    /// The same at the end.
    pub(super) cold: f64,
}

/// A list and what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) list: Vec<u32>,
    pub(super) value: i64,
}

/// A list under annealing.
pub(super) struct Annealing {
    list: Vec<u32>,
    value: i64,
    pub(super) best: Best,
    schedule: Schedule,
    /// How many lists were tried.
    number: u64,
    random: SplitMix64,
    changed: Vec<u32>,
}

impl Annealing {
    /// Of a list.
    pub(super) fn new(
        decoder: &mut Decoder<'_>,
        goal: &Goal,
        list: Vec<u32>,
        schedule: Schedule,
        random: SplitMix64,
    ) -> Annealing {
        let value = decoder.value(&list, goal);
        let best = Best { list: list.clone(), value };
        Annealing { list, value, best, schedule, number: 0, random, changed: Vec::new() }
    }

    /// Whether the schedule is through.
    pub(super) fn is_over(&self) -> bool {
        self.number >= self.schedule.lists
    }

    /// Tries this number of lists at one temperature, or fewer where it is stopped.
    pub(super) fn go_on(
        &mut self,
        decoder: &mut Decoder<'_>,
        choices: &Choices,
        goal: &Goal,
        lists: u64,
        stopped: &dyn Fn() -> bool,
    ) {
        let Schedule { hot, cold, lists: all } = self.schedule;
        let heat = hot * (cold / hot).powf(self.number as f64 / all as f64);
        self.number += lists;
        for list in 0..lists {
            // Lists of large towers take long.
            if list % LOOK == LOOK - 1 && stopped() {
                return;
            }
            self.changed.clone_from(&self.list);
            if !choices.change(&mut self.changed, &mut self.random) {
                continue;
            }
            let new = decoder.value(&self.changed, goal);
            if new >= self.value || self.random.unit() < ((new - self.value) as f64 / heat).exp() {
                std::mem::swap(&mut self.list, &mut self.changed);
                self.value = new;
                if new > self.best.value {
                    self.best.value = new;
                    self.best.list.clone_from(&self.list);
                }
            }
        }
    }

    /// Forgets a best list that is not what it seemed, as things are known now.
    pub(super) fn correct(&mut self, decoder: &mut Decoder<'_>, goal: &Goal) {
        self.value = decoder.value(&self.list, goal);
        self.best = Best { list: self.list.clone(), value: self.value };
    }
}
