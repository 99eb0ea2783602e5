//! From a problem with parameters to actions and facts without.

mod groups;
mod join;

use crate::read::{Atom, Condition, Cost, Demand, EQUAL, Literal, Problem, Term};
use groups::groups;
use join::{Instance, Join, MAX_SIZE, arguments, join};
use meihua_contracts::text::PositionError;
use rustc_hash::FxHashMap;

/// What is true or false: an atom, or that one is false, where a condition asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fact {
    pub atom: Atom,
    pub is_positive: bool,
}

/// What an action makes true or false where facts hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    pub condition: Vec<u32>,
    pub fact: u32,
    pub value: bool,
}

/// An action with objects for its parameters. Of two effects on the same fact, the later one counts.
#[derive(Clone, Debug)]
pub(crate) struct GroundAction {
    /// Its place among the actions of the whole problem.
    pub number: u32,
    pub schema: usize,
    pub args: Box<[u32]>,
    pub condition: Vec<u32>,
    pub effects: Vec<Effect>,
    pub cost: u64,
}

/// A problem without parameters.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub facts: Vec<Fact>,
    /// Whether a fact is true at the start.
    pub init: Vec<bool>,
    pub actions: Vec<GroundAction>,
    /// The ways in which the goal may hold; none if it cannot.
    pub goals: Vec<Vec<u32>>,
    /// Atoms that are always true.
    pub constants: Vec<Atom>,
}

/// Fills in the parameters; also finds groups of facts of which exactly one is true.
///
/// # Errors
/// There are too many actions, or one has no cost.
pub(crate) fn ground(problem: &Problem) -> Result<(Ground, Vec<Vec<u32>>), PositionError> {
    let join = join(problem)?;
    let mut builder = Builder { problem, join: &join, numbers: FxHashMap::default(), facts: Vec::new(), size: 0 };
    let mut actions = Vec::with_capacity(join.instances.len());
    for instance in &join.instances {
        builder.action(instance, &mut actions)?;
    }
    let mut goals = Vec::new();
    for way in &problem.goals {
        goals.extend(builder.ways(way, &[])?);
    }
    let facts = builder.facts;
    let start: rustc_hash::FxHashSet<&Atom> = problem.init.iter().collect();
    let init: Vec<bool> = facts.iter().map(|fact| start.contains(&fact.atom) == fact.is_positive).collect();
    let mut ground = Ground { facts, init, actions, goals, constants: Vec::new() };
    ground.complement();
    ground.simplify();
    let mut sets = groups(&ground);
    if ground.drop_impossible(&sets) {
        ground.simplify();
        sets = groups(&ground);
    }
    (0..).zip(&mut ground.actions).for_each(|(number, action)| action.number = number);
    let known: rustc_hash::FxHashSet<&Atom> = ground.facts.iter().map(|fact| &fact.atom).collect();
    ground.constants = problem.init.iter().filter(|atom| !known.contains(atom)).cloned().collect();
    ground.constants.dedup();
    Ok((ground, sets))
}

/// Maximum number of sets of facts that a condition may ask for.
const MAX_WAYS: usize = 5_000;

/// Drops sets that contain others.
fn absorb(ways: &mut Vec<Vec<u32>>) {
    ways.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for way in ways.drain(..) {
        let has_all = |less: &Vec<u32>| less.iter().all(|fact| way.binary_search(fact).is_ok());
        if kept.len() <= MAX_WAYS && !kept.iter().any(has_all) {
            kept.push(way);
        }
    }
    *ways = kept;
}

/// Effects where these facts are true, without those that others override.
fn given(effects: &[Effect], facts: &[u32]) -> Vec<Effect> {
    let rest = |effect: &Effect| {
        let rest = effect.condition.iter().copied().filter(|fact| facts.binary_search(fact).is_err());
        Effect { condition: rest.collect(), ..*effect }
    };
    let given: Vec<Effect> = effects.iter().map(rest).collect();
    // The last effect on each fact that happens anyway.
    let anyway = given.iter().enumerate().filter(|(_, effect)| effect.condition.is_empty());
    let last: FxHashMap<u32, usize> = anyway.map(|(index, effect)| (effect.fact, index)).collect();
    let is_kept = |(index, effect): &(usize, Effect)| last.get(&effect.fact).is_none_or(|last| index >= last);
    given.into_iter().enumerate().filter(is_kept).map(|(_, effect)| effect).collect()
}

struct Builder<'a> {
    problem: &'a Problem,
    join: &'a Join<'a>,
    numbers: FxHashMap<Fact, u32>,
    facts: Vec<Fact>,
    /// The size of all actions.
    size: usize,
}

impl Builder<'_> {
    fn number(&mut self, atom: Atom, is_positive: bool) -> u32 {
        let fact = Fact { atom, is_positive };
        let next = self.facts.len() as u32;
        let number = *self.numbers.entry(fact.clone()).or_insert(next);
        if number == next {
            self.facts.push(fact);
        }
        number
    }

    /// The fact that a literal asks for, or whether it holds anyway.
    fn fact(&mut self, literal: &Literal, binding: &[u32]) -> Result<u32, bool> {
        if literal.predicate == EQUAL || !self.join.is_fluent[literal.predicate as usize] {
            return Err(self.join.holds(literal, binding));
        }
        let atom = arguments(literal, binding);
        if self.join.number(&atom).is_none() {
            return Err(!literal.is_positive);
        }
        Ok(self.number(atom, literal.is_positive))
    }

    /// The sets of facts each of which is enough for a condition.
    fn ways(&mut self, demand: &Demand, binding: &[u32]) -> Result<Vec<Vec<u32>>, PositionError> {
        let mut ways = vec![Vec::new()];
        demand.literals.iter().for_each(|literal| self.demand(&mut ways, literal, binding));
        for condition in &demand.rest {
            self.add(&mut ways, condition, binding)?;
        }
        Ok(ways)
    }

    fn demand(&mut self, ways: &mut Vec<Vec<u32>>, literal: &Literal, binding: &[u32]) {
        let fact = match self.fact(literal, binding) {
            Ok(fact) => fact,
            Err(true) => return,
            Err(false) => return ways.clear(),
        };
        let Fact { atom, is_positive } = self.facts[fact as usize].clone();
        let opposite = self.numbers.get(&Fact { atom, is_positive: !is_positive }).copied();
        ways.retain(|way| opposite.is_none_or(|opposite| way.binary_search(&opposite).is_err()));
        for way in ways {
            if let Err(place) = way.binary_search(&fact) {
                way.insert(place, fact);
            }
        }
    }

    fn add(&mut self, ways: &mut Vec<Vec<u32>>, condition: &Condition, binding: &[u32]) -> Result<(), PositionError> {
        match condition {
            Condition::Literal(literal) => self.demand(ways, literal, binding),
            Condition::All(parts) => parts.iter().try_for_each(|part| self.add(ways, part, binding))?,
            Condition::Any(parts) => {
                let before = std::mem::take(ways);
                for part in parts {
                    let mut with = before.clone();
                    self.add(&mut with, part, binding)?;
                    ways.append(&mut with);
                }
                absorb(ways);
                if ways.len() > MAX_WAYS {
                    return Err(PositionError::Impossible(format!(
                        "a condition may hold in more than {MAX_WAYS} ways"
                    )));
                }
            }
        }
        Ok(())
    }

    fn action(&mut self, (index, args): &Instance, actions: &mut Vec<GroundAction>) -> Result<(), PositionError> {
        let schema = &self.problem.schemas[*index];
        let ways = self.ways(&schema.condition, args)?;
        let mut effects: Vec<Effect> = Vec::new();
        // What becomes true wins over what becomes false.
        for value in [false, true] {
            for effect in schema.effects.iter().filter(|effect| effect.literal.is_positive == value) {
                let atom = arguments(&effect.literal, args);
                if self.join.number(&atom).is_none() {
                    continue;
                }
                let fact = self.number(atom, true);
                for condition in self.ways(&effect.condition, args)? {
                    effects.push(Effect { condition, fact, value });
                }
            }
        }
        let cost = schema.cost.iter().map(|cost| self.cost(cost, args)).sum::<Result<u64, _>>()?;
        for condition in ways {
            let effects = given(&effects, &condition);
            self.size += condition.len() + effects.iter().map(|effect| 4 + effect.condition.len()).sum::<usize>();
            actions.push(GroundAction { number: 0, schema: *index, args: args.clone(), condition, effects, cost });
        }
        if self.size > MAX_SIZE {
            return Err(PositionError::Impossible(format!(
                "more than {} actions after parameters are filled in",
                actions.len()
            )));
        }
        Ok(())
    }

    fn cost(&self, cost: &Cost, binding: &[u32]) -> Result<u64, PositionError> {
        let (function, terms) = match cost {
            Cost::Number(number) => return Ok(*number),
            Cost::Value(function, terms) => (*function, terms),
        };
        let object = |term: &Term| match *term {
            Term::Object(object) => object,
            Term::Param(param) => binding[param as usize],
        };
        let args: Vec<u32> = terms.iter().map(object).collect();
        let names: Vec<&str> = args.iter().map(|&object| self.problem.objects[object as usize].as_str()).collect();
        let value = self.problem.values.get(&(function, args)).copied();
        value.ok_or_else(|| {
            PositionError::Impossible(format!(
                "the cost of an action has no value for the objects ({})",
                names.join(" ")
            ))
        })
    }
}

impl Ground {
    /// Keeps the opposites of facts true while the facts change.
    fn complement(&mut self) {
        let atoms: FxHashMap<&Atom, u32> = (0..)
            .zip(&self.facts)
            .filter(|(_, fact)| fact.is_positive)
            .map(|(number, fact)| (&fact.atom, number))
            .collect();
        let mut opposite: Vec<Option<u32>> = vec![None; self.facts.len()];
        for (number, fact) in (0..).zip(&self.facts).filter(|(_, fact)| !fact.is_positive) {
            if let Some(&of) = atoms.get(&fact.atom) {
                opposite[of as usize] = Some(number);
            }
        }
        for action in &mut self.actions {
            // Each opposite right behind its fact, so that the later one of two effects counts for both.
            let with_opposite = |effect: Effect| {
                let fact = opposite[effect.fact as usize];
                let other = fact.map(|fact| Effect { fact, value: !effect.value, condition: effect.condition.clone() });
                std::iter::once(effect).chain(other)
            };
            action.effects = std::mem::take(&mut action.effects).into_iter().flat_map(with_opposite).collect();
        }
    }

    /// What can be reached if nothing ever becomes false: which facts, and which actions.
    fn reach(&self) -> (Vec<bool>, Vec<bool>) {
        let mut is_true = self.init.clone();
        let mut is_reached = vec![false; self.actions.len()];
        // The actions that wait for a fact.
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); self.facts.len()];
        let mut open: Vec<u32> = (0..self.actions.len() as u32).collect();
        while let Some(number) = open.pop() {
            let action = &self.actions[number as usize];
            let missing =
                |condition: &[u32], is_true: &[bool]| condition.iter().copied().find(|&fact| !is_true[fact as usize]);
            if let Some(fact) = missing(&action.condition, &is_true) {
                waiting[fact as usize].push(number);
                continue;
            }
            is_reached[number as usize] = true;
            for effect in action
                .effects
                .iter()
                .filter(|effect| effect.value && !is_true[effect.fact as usize])
                .collect::<Vec<_>>()
            {
                if let Some(fact) = missing(&effect.condition, &is_true) {
                    waiting[fact as usize].push(number);
                } else if !std::mem::replace(&mut is_true[effect.fact as usize], true) {
                    open.append(&mut waiting[effect.fact as usize]);
                }
            }
        }
        (is_true, is_reached)
    }

    /// The part of the problem that may help to reach the goal, and its facts in the order of their numbers here.
    pub(crate) fn relevant(&self) -> (Ground, Vec<u32>) {
        let mut is_wanted = vec![false; self.facts.len()];
        self.goals.iter().flatten().for_each(|&fact| is_wanted[fact as usize] = true);
        let mut is_kept = vec![false; self.actions.len()];
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for (action, is_kept) in self.actions.iter().zip(&mut is_kept) {
                *is_kept =
                    *is_kept || action.effects.iter().any(|effect| effect.value && is_wanted[effect.fact as usize]);
                if *is_kept {
                    let effects = action.effects.iter().filter(|effect| is_wanted[effect.fact as usize]);
                    let conditions: Vec<u32> =
                        effects.flat_map(|effect| &effect.condition).chain(&action.condition).copied().collect();
                    for fact in conditions {
                        has_changed |= !std::mem::replace(&mut is_wanted[fact as usize], true);
                    }
                }
            }
        }
        let kept: Vec<u32> = (0..self.facts.len() as u32).filter(|&fact| is_wanted[fact as usize]).collect();
        let mut numbers = vec![u32::MAX; self.facts.len()];
        (0..).zip(&kept).for_each(|(number, &fact)| numbers[fact as usize] = number);
        let actions =
            self.actions.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept).map(|(action, _)| action.clone());
        let mut part = Ground {
            init: self.init.clone(),
            facts: self.facts.clone(),
            actions: actions.collect(),
            goals: self.goals.clone(),
            constants: Vec::new(),
        };
        part.renumber(&numbers);
        (part, kept)
    }

    /// Drops actions that ask for two facts of a group at once; returns whether there were any.
    fn drop_impossible(&mut self, groups: &[Vec<u32>]) -> bool {
        let mut groups_of: Vec<Vec<u32>> = vec![Vec::new(); self.facts.len()];
        for (number, group) in (0..).zip(groups) {
            group.iter().for_each(|&fact| groups_of[fact as usize].push(number));
        }
        let mut seen = vec![usize::MAX; groups.len()];
        let before = self.actions.len();
        let mut stamp = 0;
        self.actions.retain(|action| {
            stamp += 1;
            let mut all = action.condition.iter().flat_map(|&fact| &groups_of[fact as usize]);
            all.all(|&group| std::mem::replace(&mut seen[group as usize], stamp) != stamp)
        });
        self.actions.len() < before
    }

    /// Drops what is not reached, and facts that are always true.
    fn simplify(&mut self) {
        let (is_true, is_reached) = &self.reach();
        let mut reached = is_reached.iter();
        self.actions.retain(|_| reached.next() == Some(&true));
        let possible = |condition: &[u32]| condition.iter().all(|&fact| is_true[fact as usize]);
        let mut is_deleted = vec![false; self.facts.len()];
        for action in &mut self.actions {
            action.effects.retain(|effect| is_true[effect.fact as usize] && possible(&effect.condition));
            action
                .effects
                .iter()
                .filter(|effect| !effect.value)
                .for_each(|effect| is_deleted[effect.fact as usize] = true);
        }
        let is_constant = |fact: u32| self.init[fact as usize] && !is_deleted[fact as usize];
        let mut numbers = vec![u32::MAX; self.facts.len()];
        let mut kept = 0;
        for fact in 0..self.facts.len() as u32 {
            if is_true[fact as usize] && !is_constant(fact) {
                numbers[fact as usize] = kept;
                kept += 1;
            }
        }
        self.goals.retain(|way| possible(way));
        self.renumber(&numbers);
    }

    /// Gives facts other numbers, and drops those without.
    fn renumber(&mut self, numbers: &[u32]) {
        let is_kept = |fact: &u32| numbers[*fact as usize] != u32::MAX;
        let renumber = |condition: &mut Vec<u32>| {
            condition.retain(is_kept);
            condition.iter_mut().for_each(|fact| *fact = numbers[*fact as usize]);
        };
        for action in &mut self.actions {
            renumber(&mut action.condition);
            action.effects.retain(|effect| is_kept(&effect.fact));
            for effect in &mut action.effects {
                renumber(&mut effect.condition);
                effect.fact = numbers[effect.fact as usize];
            }
        }
        self.actions.retain(|action| !action.effects.is_empty());
        self.goals.iter_mut().for_each(renumber);
        let mut numbers_of = numbers.iter();
        self.facts.retain(|_| numbers_of.next() != Some(&u32::MAX));
        let mut numbers_of = numbers.iter();
        self.init.retain(|_| numbers_of.next() != Some(&u32::MAX));
    }
}
