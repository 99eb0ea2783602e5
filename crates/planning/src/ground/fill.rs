//! The facts and effects of actions whose parameters are known; disjunctions are written out.

use super::join::{Instance, Join, MAX_SIZE, arguments, value};
use super::{Effect, Fact, GroundAction};
use crate::read::{Atom, Cost, Demand, EQUAL, Literal, Problem};
use meihua_contracts::sentence;
use meihua_contracts::text::PositionError;
use rustc_hash::FxHashMap;

/// Maximum number of sets of facts that a condition may ask for.
const MAX_WAYS: usize = 5_000;
/// Of an action whose cost has no value.
pub(super) const NO_COST: u64 = u64::MAX;

/// Drops sets of facts that contain others, and refuses too many of them.
fn narrow(ways: &mut Vec<Vec<u32>>, is_last: bool) -> Result<(), PositionError> {
    if !is_last && ways.len() <= 4 * MAX_WAYS {
        return Ok(());
    }
    ways.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<u32>> = Vec::new();
    for way in ways.drain(..) {
        let has_all = |less: &Vec<u32>| less.iter().all(|fact| way.binary_search(fact).is_ok());
        if kept.len() <= MAX_WAYS && !kept.iter().any(has_all) {
            kept.push(way);
        }
    }
    *ways = kept;
    if ways.len() > MAX_WAYS {
        return Err(PositionError::impossible(sentence!("a condition may hold in more than {} ways", MAX_WAYS)));
    }
    Ok(())
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

pub(super) struct Builder<'a> {
    problem: &'a Problem,
    join: &'a Join<'a>,
    numbers: FxHashMap<Fact, u32>,
    pub(super) facts: Vec<Fact>,
    /// The size of all actions.
    size: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(problem: &'a Problem, join: &'a Join<'a>) -> Self {
        Builder { problem, join, numbers: FxHashMap::default(), facts: Vec::new(), size: 0 }
    }

    fn number(&mut self, atom: Atom, is_positive: bool) -> u32 {
        let fact = Fact { atom, is_positive };
        let next = self.facts.len() as u32;
        let number = *self.numbers.entry(fact.clone()).or_insert(next);
        if number == next {
            self.facts.push(fact);
        }
        number
    }

    /// The sets of facts each of which is enough for a condition.
    pub(super) fn ways(&mut self, demand: &Demand, binding: &[u32]) -> Result<Vec<Vec<u32>>, PositionError> {
        let mut ways = vec![Vec::new()];
        demand.literals.iter().for_each(|literal| self.demand(&mut ways, literal, binding));
        for condition in &demand.rest {
            condition.demand(&mut ways, &mut |ways, literal| self.demand(ways, literal, binding), &narrow)?;
        }
        Ok(ways)
    }

    fn demand(&mut self, ways: &mut Vec<Vec<u32>>, literal: &Literal, binding: &[u32]) {
        let (atom, is_positive) = (arguments(literal, binding), literal.is_positive);
        let is_static = literal.predicate == EQUAL || !self.join.is_fluent[literal.predicate as usize];
        if is_static || !self.join.is_reached(&atom) {
            let holds = if is_static { self.join.holds(literal, binding) } else { !is_positive };
            return ways.retain(|_| holds);
        }
        let opposite = self.numbers.get(&Fact { atom: atom.clone(), is_positive: !is_positive });
        ways.retain(|way| opposite.is_none_or(|opposite| way.binary_search(opposite).is_err()));
        let fact = self.number(atom, is_positive);
        for way in ways {
            if let Err(place) = way.binary_search(&fact) {
                way.insert(place, fact);
            }
        }
    }

    /// Adds an action, once for each way in which its condition may hold.
    pub(super) fn action(
        &mut self,
        (index, args): &Instance,
        actions: &mut Vec<GroundAction>,
    ) -> Result<(), PositionError> {
        let schema = &self.problem.schemas[*index];
        let ways = self.ways(&schema.condition, args)?;
        if ways.is_empty() {
            return Ok(());
        }
        let mut effects: Vec<Effect> = Vec::new();
        // What becomes true wins over what becomes false.
        for value in [false, true] {
            for effect in schema.effects.iter().filter(|effect| effect.literal.is_positive == value) {
                let atom = arguments(&effect.literal, args);
                if !self.join.is_reached(&atom) {
                    continue;
                }
                let fact = self.number(atom, true);
                for condition in self.ways(&effect.condition, args)? {
                    effects.push(Effect { condition, fact, value });
                }
            }
        }
        // Whether it can ever be done, and must have a cost, is known later.
        let cost = self.cost(*index, args).unwrap_or(NO_COST);
        for condition in ways {
            let effects = given(&effects, &condition);
            self.size += condition.len() + effects.iter().map(|effect| 4 + effect.condition.len()).sum::<usize>();
            actions.push(GroundAction { number: 0, schema: *index, args: args.clone(), condition, effects, cost });
        }
        if self.size > MAX_SIZE {
            return Err(PositionError::impossible(sentence!(
                "more than {} actions after parameters are filled in",
                actions.len()
            )));
        }
        Ok(())
    }

    /// The cost of an action.
    ///
    /// # Errors
    /// A function of it has no value.
    pub(super) fn cost(&self, schema: usize, args: &[u32]) -> Result<u64, PositionError> {
        self.problem.schemas[schema].cost.iter().map(|cost| self.part(cost, args)).sum()
    }

    fn part(&self, cost: &Cost, binding: &[u32]) -> Result<u64, PositionError> {
        let (function, terms, place) = match cost {
            Cost::Number(number) => return Ok(*number),
            Cost::Value(function, terms, place) => (*function, terms, place),
        };
        let args: Vec<u32> = terms.iter().map(|&term| value(term, binding)).collect();
        let objects = args.iter().map(|&object| format!(" {}", self.problem.objects[object as usize]));
        let found = format!("({}{})", self.problem.functions[function as usize], objects.collect::<String>());
        let missing = || PositionError::syntax(place.clone(), &found, "a function with a value in :init");
        self.problem.values.get(&(function, args)).copied().ok_or_else(missing)
    }
}
