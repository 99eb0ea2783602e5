//! The actions that can be reached if nothing ever becomes false: conditions are joined with the atoms reached so far.
//!
//! Helmert, Concise finite-domain representations for PDDL planning tasks, AIJ 173, 2009, section 6: atoms are taken
//! one by one, and every condition that an atom may satisfy is completed from the atoms taken before it, beginning with
//! the condition that has the fewest candidates. So the work follows the actions that exist and not all combinations of
//! objects.

use crate::read::{Atom, EQUAL, Literal, Problem, Schema, Term};
use meihua_contracts::sentence;
use meihua_contracts::text::PositionError;
use rustc_hash::{FxHashMap, FxHashSet};

/// The value of a parameter that has none yet.
const OPEN: u32 = u32::MAX;
/// Maximum number of candidates to look at.
const MAX_STEPS: u64 = 100_000_000;
/// Maximum size of all actions: their arguments, conditions and effects.
pub(super) const MAX_SIZE: usize = 10_000_000;

/// An action with objects for its parameters.
pub(super) type Instance = (usize, Box<[u32]>);

/// What atoms are found by: their predicate, or that with the place and object of an argument.
type Key = (u32, Option<(u32, u32)>);

pub(super) struct Join<'a> {
    problem: &'a Problem,
    /// Whether some action changes a predicate.
    pub(super) is_fluent: Vec<bool>,
    reached: FxHashSet<Atom>,
    /// The atoms reached, in order; those before `taken` were joined.
    atoms: Vec<Atom>,
    taken: usize,
    /// The atoms taken.
    index: FxHashMap<Key, Vec<u32>>,
    pub(super) instances: Vec<Instance>,
    steps: u64,
    size: usize,
}

/// What is being joined.
struct Trigger<'s> {
    index: usize,
    schema: &'s Schema,
    /// The condition that the newest atom satisfies; those before it need older ones, so that nothing is found twice.
    literal: usize,
}

pub(super) fn join(problem: &Problem) -> Result<Join<'_>, PositionError> {
    let mut is_fluent = vec![false; problem.predicates.len()];
    for effect in problem.schemas.iter().flat_map(|schema| &schema.effects) {
        is_fluent[effect.literal.predicate as usize] = true;
    }
    let mut join = Join {
        problem,
        reached: FxHashSet::default(),
        atoms: Vec::new(),
        taken: 0,
        index: FxHashMap::default(),
        instances: Vec::new(),
        steps: 0,
        size: 0,
        is_fluent,
    };
    // Atoms that never change come first: only then is a condition on them complete.
    let mut init = problem.init.clone();
    init.sort_by_key(|atom| join.is_fluent[atom.0 as usize]);
    init.into_iter().for_each(|atom| join.reach(atom));
    join.run()?;
    Ok(join)
}

/// Whether a condition is joined: an atom that must be true.
fn is_joined(literal: &Literal) -> bool {
    literal.is_positive && literal.predicate != EQUAL
}

/// The object at a place; `OPEN` if it is not known yet.
pub(super) fn value(term: Term, binding: &[u32]) -> u32 {
    match term {
        Term::Object(object) => object,
        Term::Param(param) => binding[param as usize],
    }
}

/// The arguments of a literal.
pub(super) fn arguments(literal: &Literal, binding: &[u32]) -> Atom {
    (literal.predicate, literal.terms.iter().map(|&term| value(term, binding)).collect())
}

impl Join<'_> {
    /// Whether an atom may become true.
    pub(super) fn is_reached(&self, atom: &Atom) -> bool {
        self.reached.contains(atom)
    }

    fn reach(&mut self, atom: Atom) {
        if self.reached.insert(atom.clone()) {
            self.atoms.push(atom);
        }
    }

    fn run(&mut self) -> Result<(), PositionError> {
        let problem = self.problem;
        // The conditions that atoms of a predicate may satisfy.
        let mut triggers: Vec<Vec<Trigger>> = problem.predicates.iter().map(|_| Vec::new()).collect();
        for (index, schema) in problem.schemas.iter().enumerate() {
            for (literal, condition) in schema.condition.literals.iter().enumerate().filter(|(_, one)| is_joined(one)) {
                triggers[condition.predicate as usize].push(Trigger { index, schema, literal });
            }
            if !schema.condition.literals.iter().any(is_joined) {
                let trigger = Trigger { index, schema, literal: 0 };
                self.complete(&trigger, &vec![OPEN; schema.params.len()], &[])?;
            }
        }
        while let Some((predicate, args)) = self.atoms.get(self.taken).cloned() {
            let number = self.taken as u32;
            self.taken += 1;
            for key in std::iter::once(None).chain((0..).zip(args).map(Some)) {
                self.index.entry((predicate, key)).or_default().push(number);
            }
            for trigger in &triggers[predicate as usize] {
                let mut binding = vec![OPEN; trigger.schema.params.len()];
                if self.bind(trigger, trigger.literal, number, &mut binding) {
                    let conditions = trigger.schema.condition.literals.iter().enumerate();
                    let others = conditions.filter(|&(index, literal)| index != trigger.literal && is_joined(literal));
                    self.complete(trigger, &binding, &others.map(|(index, _)| index).collect::<Vec<_>>())?;
                }
            }
        }
        Ok(())
    }

    /// Gives parameters the objects of an atom; `false` if they do not fit.
    fn bind(&self, trigger: &Trigger, literal: usize, number: u32, binding: &mut [u32]) -> bool {
        let args = &self.atoms[number as usize].1;
        trigger.schema.condition.literals[literal].terms.iter().zip(args).all(|(&term, &object)| match term {
            Term::Param(param) if binding[param as usize] == OPEN => {
                binding[param as usize] = object;
                trigger.schema.params[param as usize].binary_search(&object).is_ok()
            }
            _ => value(term, binding) == object,
        })
    }

    /// The atoms that may satisfy a condition: the fewest that are indexed for it.
    fn candidates(&self, literal: &Literal, binding: &[u32]) -> &[u32] {
        let args = (0..).zip(&literal.terms).map(|(place, &term)| (place, value(term, binding)));
        let keys = std::iter::once(None).chain(args.filter(|(_, object)| *object != OPEN).map(Some));
        let lists = keys.map(|key| self.index.get(&(literal.predicate, key)).map_or(&[][..], Vec::as_slice));
        lists.min_by_key(|list| list.len()).unwrap_or_default()
    }

    /// Finds all actions that satisfy the rest of the joined conditions, too.
    fn complete(&mut self, trigger: &Trigger, binding: &[u32], rest: &[usize]) -> Result<(), PositionError> {
        self.steps += 1 + rest.len() as u64;
        if self.steps > MAX_STEPS {
            return Err(PositionError::impossible("too many combinations of objects for the actions"));
        }
        let literals = &trigger.schema.condition.literals;
        if !literals.iter().filter(|literal| !is_joined(literal)).all(|literal| self.is_possible(literal, binding)) {
            return Ok(());
        }
        let size = |&place: &usize| self.candidates(&literals[rest[place]], binding).len();
        let Some(place) = (0..rest.len()).min_by_key(size) else { return self.fill(trigger, binding) };
        let mut rest = rest.to_vec();
        let literal = rest.swap_remove(place);
        let newest = self.taken as u32 - 1;
        let mut bound = binding.to_vec();
        for number in self.candidates(&literals[literal], binding).to_vec() {
            bound.copy_from_slice(binding);
            if (literal > trigger.literal || number != newest) && self.bind(trigger, literal, number, &mut bound) {
                self.complete(trigger, &bound, &rest)?;
            }
        }
        Ok(())
    }

    /// Whether a literal is not known to be false: equality, and atoms that no action changes.
    fn is_possible(&self, literal: &Literal, binding: &[u32]) -> bool {
        let is_static = literal.predicate == EQUAL || !self.is_fluent[literal.predicate as usize];
        !is_static || literal.terms.iter().any(|&term| value(term, binding) == OPEN) || self.holds(literal, binding)
    }

    /// Whether a literal holds whose predicate never changes.
    pub(super) fn holds(&self, literal: &Literal, binding: &[u32]) -> bool {
        let atom = arguments(literal, binding);
        let is_true = if atom.0 == EQUAL { atom.1[0] == atom.1[1] } else { self.is_reached(&atom) };
        is_true == literal.is_positive
    }

    /// Tries all objects for the parameters that no condition binds.
    fn fill(&mut self, trigger: &Trigger, binding: &[u32]) -> Result<(), PositionError> {
        let Some(param) = binding.iter().position(|&object| object == OPEN) else {
            return self.found(trigger, binding);
        };
        let mut bound = binding.to_vec();
        trigger.schema.params[param].iter().try_for_each(|&object| {
            bound[param] = object;
            self.complete(trigger, &bound, &[])
        })
    }

    fn found(&mut self, trigger: &Trigger, binding: &[u32]) -> Result<(), PositionError> {
        let Trigger { index, schema, .. } = *trigger;
        self.size += schema.condition.literals.len() + schema.params.len() + 4;
        for effect in &schema.effects {
            if effect.condition.literals.iter().all(|literal| self.is_possible(literal, binding)) {
                self.size += 2 + effect.condition.literals.len();
                if effect.literal.is_positive {
                    self.reach(arguments(&effect.literal, binding));
                }
            }
        }
        if self.size > MAX_SIZE {
            // A quantifier or a disjunction within another one multiplies the ways.
            let ways = self.instances.iter().filter(|(other, _)| *other == index).count();
            return Err(PositionError::impossible(sentence!(
                "too many ways to do the action {}: more than {}, one for each choice of its parameters and quantifiers",
                schema.name.clone(),
                ways
            )));
        }
        self.instances.push((index, binding.into()));
        Ok(())
    }
}
