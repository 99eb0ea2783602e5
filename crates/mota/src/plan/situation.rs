//! The state of a plan on the graph, and what operators do to it.

use super::bits::{Bits, ones};
use super::damage::{Damages, NEVER};
use super::graph::{EXPERIENCE, Effect, Graph, HP, IMPOSSIBLE, LEVEL, MAX_NUMBERS, Numbers, Opaque, Operator};
use super::probe::{PERCENTS, Prober, number, set_number};
use crate::rules::model::Project;
use crate::rules::state::State;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The state of a plan: what is removed, bought and remembered, where the hero gets, and his numbers.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) numbers: Numbers,
    /// What each node holds.
    pub(super) contents: Vec<u8>,
    /// Nodes where the hero can stand.
    pub(super) reached: Bits,
    /// Nodes beside one that was reached.
    touched: Bits,
    /// Nodes whose gift was taken.
    given: Bits,
    /// Operators at what is touched.
    pub(super) available: Bits,
    /// The value of each context.
    pub(super) contexts: Vec<u16>,
    /// Guards that are gone.
    gone: Bits,
    pub(super) has_won: bool,
    /// Operators that have become available since the decoder looked.
    pub(super) news: Vec<u32>,
    /// Whether fights may cost nothing now that did cost something before.
    is_stronger: bool,
}

impl Situation {
    /// A word that is equal for situations that differ in hp alone.
    pub(super) fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.contents, &self.contexts, &self.numbers[1..]).hash(&mut hasher);
        hasher.finish()
    }

    /// Becomes a copy of another situation, in the same memory.
    pub(super) fn copy_from(&mut self, other: &Situation) {
        self.numbers = other.numbers;
        self.contents.clone_from(&other.contents);
        self.reached.copy_from(&other.reached);
        self.touched.copy_from(&other.touched);
        self.given.copy_from(&other.given);
        self.available.copy_from(&other.available);
        self.contexts.clone_from(&other.contexts);
        self.gone.copy_from(&other.gone);
        self.has_won = other.has_won;
        self.news.clone_from(&other.news);
        self.is_stronger = other.is_stronger;
    }
}

/// What is asked most often of an operator, close together.
#[derive(Clone, Copy)]
struct Brief {
    /// What it does; [`IMPOSSIBLE`] where that depends on its context or on the hero's numbers.
    effect: u32,
    /// Who is fought; [`NOBODY`], or [`SEVERAL`].
    foe: u32,
    /// Whether it is never free.
    is_priced: bool,
    /// Whether it needs and takes nothing but hp.
    is_plain: bool,
    /// Whether it may have to wait for others.
    waits: bool,
}

const NOBODY: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

impl Brief {
    fn of(graph: &Graph, operator: &Operator) -> Brief {
        let is_fixed = operator.context.is_none() && operator.opaque.is_none();
        let effects = || operator.effects.iter().filter_map(|&effect| graph.effects.get(effect as usize));
        let is_plain = |effect: &Effect| effect.needs.is_empty() && effect.numbers.iter().all(|&(_, by)| by >= 0);
        Brief {
            effect: if is_fixed { operator.effects[0] } else { IMPOSSIBLE },
            foe: match operator.foes.as_slice() {
                [] => NOBODY,
                [only] => *only,
                _ => SEVERAL,
            },
            is_priced: !effects().any(|effect| effect.is_harmless),
            is_plain: is_fixed && effects().all(is_plain),
            waits: false,
        }
    }
}

/// Does operators on situations of one graph.
pub(super) struct Executor<'a> {
    pub(super) graph: &'a Graph,
    damages: Damages<'a>,
    prober: Prober<'a>,
    /// By operator.
    briefs: Vec<Brief>,
    /// Operators that fight.
    fighters: Bits,
    /// The numbers that are percentages, which may be below 0.
    percents: [bool; MAX_NUMBERS],
    /// What opaque operators do, by operator and numbers, and the effects behind [`Graph::effects`].
    asked: FxHashMap<(u32, u64), u32>,
    own: Vec<Effect>,
    stack: Vec<u32>,
    /// What the rules have taught: operators that wait until others are done.
    waits: FxHashMap<u32, Vec<u32>>,
}

impl<'a> Executor<'a> {
    /// Of a graph that was compiled from a state.
    pub(super) fn new(project: &'a Project, base: &State, graph: &'a Graph) -> Executor<'a> {
        let mut fighters = Bits::below(graph.operators.len());
        for (number, operator) in graph.operators.iter().enumerate() {
            if !operator.foes.is_empty() {
                fighters.insert(number as u32);
            }
        }
        Executor {
            graph,
            damages: Damages::new(project, base, graph),
            prober: Prober { project, base: base.clone() },
            briefs: graph.operators.iter().map(|operator| Brief::of(graph, operator)).collect(),
            fighters,
            percents: std::array::from_fn(|place| graph.numbers.get(place).is_some_and(|&of| of >= PERCENTS)),
            asked: FxHashMap::default(),
            own: Vec::new(),
            stack: Vec::new(),
            waits: FxHashMap::default(),
        }
    }

    /// The situation at the start, with all that is free taken; `done` gets the operators that were.
    pub(super) fn start(&mut self, done: &mut Vec<u32>) -> Situation {
        let (nodes, operators) = (self.graph.nodes.len(), self.graph.operators.len());
        let mut situation = Situation {
            numbers: self.graph.first,
            contents: vec![0; nodes],
            reached: Bits::below(nodes),
            touched: Bits::below(nodes),
            given: Bits::below(nodes),
            available: Bits::below(operators),
            contexts: vec![0; self.graph.contexts],
            gone: Bits::below(self.graph.guards.len()),
            has_won: false,
            news: Vec::new(),
            is_stronger: true,
        };
        for &node in &self.graph.start {
            self.reach(&mut situation, node);
        }
        self.take_free(&mut situation, done);
        // The decoder has seen none of them.
        situation.news = situation.available.iter().collect();
        situation
    }

    /// Makes an operator wait until another one is done.
    pub(super) fn order(&mut self, first: u32, then: u32) {
        self.waits.entry(then).or_default().push(first);
        self.briefs[then as usize].waits = true;
    }

    /// Takes an operator out of every plan.
    pub(super) fn forbid(&mut self, operator: u32) {
        // It waits for itself.
        self.order(operator, operator);
    }

    /// Whether what an operator waits for is not done.
    fn is_held(&self, situation: &Situation, operator: u32) -> bool {
        let is_open = |&first: &u32| {
            let first = &self.graph.operators[first as usize];
            situation.contents[first.node as usize] == first.content
        };
        self.briefs[operator as usize].waits && self.waits.get(&operator).is_some_and(|all| all.iter().any(is_open))
    }

    /// What is free at the start, and then what is done as long as there is one operator only that can be; nothing where there is a choice
    /// at once.
    pub(super) fn forced(&mut self) -> Vec<u32> {
        let mut done = Vec::new();
        let mut situation = self.start(&mut done);
        let mut forced = 0;
        loop {
            let available: Vec<u32> = situation.available.iter().collect();
            let mut able = available.into_iter().filter(|&operator| self.can(&situation, operator));
            let (Some(only), None) = (able.next(), able.next()) else { break };
            self.act(&mut situation, only, &mut done);
            if situation.has_won || done.len() > 10_000 {
                return Vec::new();
            }
            forced = done.len();
        }
        done.truncate(forced);
        done
    }

    /// The number of what an operator does now; none where it cannot be done whatever the hero has.
    #[inline]
    fn effect_number(&mut self, situation: &Situation, operator: u32) -> Option<u32> {
        let brief = self.briefs[operator as usize].effect;
        if brief != IMPOSSIBLE {
            return Some(brief);
        }
        let of = &self.graph.operators[operator as usize];
        let value = of.context.map_or(0, |context| situation.contexts[usize::from(context)]);
        let effect = *of.effects.get(usize::from(value))?;
        match &of.opaque {
            _ if effect == IMPOSSIBLE => None,
            None => Some(effect),
            Some(opaque) => self.ask(situation, operator, effect, opaque),
        }
    }

    #[inline]
    fn effect(&self, number: u32) -> &Effect {
        let known = self.graph.effects.len();
        self.graph.effects.get(number as usize).unwrap_or_else(|| &self.own[number as usize - known])
    }

    /// Asks the rules what an operator does to a hero with these numbers.
    fn ask(&mut self, situation: &Situation, operator: u32, like: u32, opaque: &Opaque) -> Option<u32> {
        let key = opaque.minded.iter().fold(0_u64, |key, &place| {
            (key ^ situation.numbers[usize::from(place)] as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
        });
        if let Some(&known) = self.asked.get(&(operator, key)) {
            return (known != IMPOSSIBLE).then_some(known);
        }
        let mut state = self.prober.base.clone();
        state.set_cell(usize::from(opaque.cell.floor), opaque.cell.cell, opaque.cell.number, opaque.cell.bits);
        for (place, &of) in self.graph.numbers.iter().enumerate() {
            set_number(&mut state, of, situation.numbers[place]);
        }
        let after = self.prober.after(&state, &opaque.moves);
        let after = after.filter(|after| !self.prober.difference(&state, after).is_nothing());
        let effect = after.map(|after| {
            let by = |(place, &of): (usize, &usize)| (place as u8, number(&after, of) - number(&state, of));
            let numbers = self.graph.numbers.iter().enumerate().map(by).filter(|(_, by)| *by != 0).collect();
            Effect { numbers, needs: Vec::new(), ..self.graph.effects[like as usize].clone() }
        });
        let answer = effect.map_or(IMPOSSIBLE, |effect| {
            self.own.push(effect);
            (self.graph.effects.len() + self.own.len() - 1) as u32
        });
        self.asked.insert((operator, key), answer);
        (answer != IMPOSSIBLE).then_some(answer)
    }

    /// What all fights of an operator cost; [`NEVER`] where one cannot be won.
    #[inline]
    pub(super) fn cost(&mut self, operator: u32, numbers: &Numbers) -> i64 {
        match self.briefs[operator as usize].foe {
            NOBODY => return 0,
            SEVERAL => {}
            foe => return self.damages.of(foe, numbers),
        }
        let mut sum = 0_i64;
        let graph = self.graph;
        for &foe in &graph.operators[operator as usize].foes {
            sum = sum.saturating_add(self.damages.of(foe, numbers));
        }
        sum
    }

    /// Whether an operator that is available can be done.
    #[inline]
    pub(super) fn can(&mut self, situation: &Situation, operator: u32) -> bool {
        let numbers = &situation.numbers;
        if self.is_held(situation, operator) {
            return false;
        }
        if self.briefs[operator as usize].is_plain {
            return self.cost(operator, numbers) < numbers[HP];
        }
        let Some(number) = self.effect_number(situation, operator) else { return false };
        let cost = self.cost(operator, numbers);
        let effect = self.effect(number);
        cost < numbers[HP]
            && effect.needs.iter().all(|&(place, least)| numbers[usize::from(place)] >= least)
            && effect.numbers.iter().all(|&(place, by)| {
                let number = usize::from(place);
                by >= 0 || numbers[number] + by >= i64::from(place == 0) || self.percents[number]
            })
    }

    /// Does an operator that can be done, and then all that is free; `done` gets every operator.
    pub(super) fn act(&mut self, situation: &mut Situation, operator: u32, done: &mut Vec<u32>) {
        self.apply(situation, operator);
        done.push(operator);
        if !situation.has_won {
            self.take_free(situation, done);
        }
    }

    fn apply(&mut self, situation: &mut Situation, operator: u32) {
        let Some(number) = self.effect_number(situation, operator) else { return };
        let cost = self.cost(operator, &situation.numbers);
        debug_assert_ne!(cost, NEVER);
        situation.numbers[HP] -= cost;
        let graph = self.graph;
        let of = &graph.operators[operator as usize];
        let own_content = situation.contents[of.node as usize];
        let known = graph.effects.len();
        let mut taken = None;
        let effect = match graph.effects.get(number as usize) {
            Some(effect) => effect,
            None => taken.insert(self.own[number as usize - known].clone()),
        };
        self.give(situation, &effect.numbers);
        if effect.wins {
            situation.has_won = true;
            return;
        }
        let mut moved = false;
        if let Some(context) = of.context {
            let value = &mut situation.contexts[usize::from(context)];
            moved = *value != effect.context;
            *value = effect.context;
        }
        for &(node, content) in &effect.nodes {
            self.put(situation, node, content);
        }
        if let Some(node) = effect.arrives {
            self.reach(situation, node);
        }
        // What changes nothing is not done again, and what is free only once.
        let is_same = !moved && situation.contents[of.node as usize] == own_content;
        if is_same && (effect.numbers.is_empty() || !of.repeats || effect.is_harmless) {
            situation.available.remove(operator);
        }
    }

    /// Changes numbers, and raises the hero's level if his experience is enough for it.
    #[inline]
    fn give(&self, situation: &mut Situation, numbers: &[(u8, i64)]) {
        for &(place, by) in numbers {
            situation.numbers[usize::from(place)] += by;
            situation.is_stronger |= (1..=3).contains(&place) || self.percents[usize::from(place)];
            if usize::from(place) == EXPERIENCE {
                self.rise(situation);
            }
        }
    }

    fn rise(&self, situation: &mut Situation) {
        let graph = self.graph;
        while let Some(level) = graph.levels.get(situation.numbers[LEVEL].max(1) as usize) {
            if situation.numbers[EXPERIENCE] < level.needs {
                break;
            }
            situation.numbers[LEVEL] = situation.numbers[LEVEL].max(1) + 1;
            situation.numbers[EXPERIENCE] -= if level.clears { level.needs } else { 0 };
            for &(place, by) in &level.numbers {
                situation.numbers[usize::from(place)] += by;
            }
            situation.is_stronger = true;
        }
    }

    /// The hero gets to a node, and to all that is open from there.
    fn reach(&mut self, situation: &mut Situation, node: u32) {
        let graph = self.graph;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(node);
        while let Some(node) = stack.pop() {
            if !situation.reached.add(node) {
                continue;
            }
            self.take_gift(situation, node);
            let here = &graph.nodes[node as usize].contents[usize::from(situation.contents[node as usize])];
            if here.is_open {
                offer(situation, &here.operators);
                stack.extend(here.leads);
            }
            for &next in &graph.nodes[node as usize].next {
                if !situation.touched.add(next) {
                    continue;
                }
                let content = &graph.nodes[next as usize].contents[usize::from(situation.contents[next as usize])];
                if content.is_open {
                    stack.push(next);
                } else {
                    offer(situation, &content.operators);
                }
            }
        }
        self.stack = stack;
    }

    fn take_gift(&self, situation: &mut Situation, node: u32) {
        let content = &self.graph.nodes[node as usize].contents[usize::from(situation.contents[node as usize])];
        if content.is_open && !content.gift.is_empty() && situation.given.add(node) {
            self.give(situation, &content.gift);
        }
    }

    /// Puts something on a node.
    fn put(&mut self, situation: &mut Situation, node: u32, content: u8) {
        let graph = self.graph;
        let place = node as usize;
        if situation.contents[place] == content {
            return;
        }
        let old = &graph.nodes[place].contents[usize::from(situation.contents[place])];
        old.operators.iter().for_each(|&operator| situation.available.remove(operator));
        situation.contents[place] = content;
        situation.given.remove(node);
        let new = &graph.nodes[place].contents[usize::from(content)];
        if new.is_open {
            if situation.reached.has(node) {
                self.take_gift(situation, node);
                new.leads.iter().for_each(|&to| self.reach(situation, to));
            } else if situation.touched.has(node) {
                self.reach(situation, node);
            }
        } else {
            situation.reached.remove(node);
            if situation.touched.has(node) {
                offer(situation, &new.operators);
            }
        }
        if let Some(guards) = graph.guards_of.get(&node) {
            for &guard in guards {
                self.watch(situation, guard);
            }
        }
    }

    /// Opens what a group of guards holds once they are gone.
    fn watch(&mut self, situation: &mut Situation, number: u32) {
        let graph = self.graph;
        let guard = &graph.guards[number as usize];
        let are_gone = guard.nodes.iter().all(|&node| situation.contents[node as usize] != 0);
        if are_gone && situation.gone.add(number) {
            situation.has_won |= guard.wins;
            for &(node, content) in &guard.opens {
                self.put(situation, node, content);
            }
        }
    }

    /// Does all that costs nothing and can do no harm.
    fn take_free(&mut self, situation: &mut Situation, done: &mut Vec<u32>) {
        let mut looked = 0;
        loop {
            while let Some(&operator) = situation.news.get(looked) {
                looked += 1;
                if situation.available.has(operator) && self.is_free(situation, operator) {
                    self.apply(situation, operator);
                    done.push(operator);
                }
                if situation.has_won {
                    return;
                }
            }
            if !std::mem::take(&mut situation.is_stronger) {
                return;
            }
            for word in 0..situation.available.words().len() {
                for bit in ones(situation.available.words()[word] & self.fighters.words()[word]) {
                    let operator = word as u32 * 64 + bit;
                    if situation.available.has(operator) && self.is_free(situation, operator) {
                        self.apply(situation, operator);
                        done.push(operator);
                    }
                }
            }
        }
    }

    #[inline]
    fn is_free(&mut self, situation: &Situation, operator: u32) -> bool {
        let brief = self.briefs[operator as usize];
        if self.is_held(situation, operator) {
            return false;
        }
        if brief.is_priced || (brief.is_plain && self.cost(operator, &situation.numbers) != 0) {
            return false;
        }
        let Some(number) = self.effect_number(situation, operator) else { return false };
        self.effect(number).is_harmless && self.cost(operator, &situation.numbers) == 0
    }
}

/// Makes operators available.
#[inline]
fn offer(situation: &mut Situation, operators: &[u32]) {
    for &operator in operators {
        situation.available.insert(operator);
        situation.news.push(operator);
    }
}
