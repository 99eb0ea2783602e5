//! The actions that can be reached if nothing ever becomes false: conditions are joined with the atoms reached so far.
//!
//! Helmert, Concise finite-domain representations for PDDL planning tasks, AIJ 173, 2009, section 6: atoms are taken
//! one by one, and every condition that an atom may satisfy is completed from the atoms taken before it, beginning with
//! the condition that has the fewest candidates. So the work follows the actions that exist and not all combinations of
//! objects.

use crate::read::{Atom, EQUAL, Literal, Problem, Schema, Term};
use meihua_contracts::text::PositionError;
use rustc_hash::FxHashMap;

/// The value of a parameter that has none yet.
const OPEN: u32 = u32::MAX;
/// Maximum number of candidates to look at.
const MAX_STEPS: u64 = 100_000_000;
/// Maximum size of all actions: their arguments, conditions and effects.
pub(super) const MAX_SIZE: usize = 10_000_000;

/// An action with objects for its parameters.
pub(super) type Instance = (usize, Box<[u32]>);

pub(super) struct Join<'a> {
    problem: &'a Problem,
    /// Whether some action changes a predicate.
    pub(super) is_fluent: Vec<bool>,
    numbers: FxHashMap<Atom, u32>,
    /// The atoms reached, in order; those before `taken` were joined.
    pub(super) atoms: Vec<Atom>,
    taken: usize,
    by_predicate: Vec<Vec<u32>>,
    /// The atoms taken by predicate, place and object.
    by_argument: FxHashMap<(u32, u32, u32), Vec<u32>>,
    /// For each schema and parameter, whether an object fits.
    fits: Vec<Vec<Vec<bool>>>,
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
    let objects = problem.objects.len();
    let fit = |domain: &Vec<u32>| {
        let mut fits = vec![false; objects];
        domain.iter().for_each(|&object| fits[object as usize] = true);
        fits
    };
    let mut join = Join {
        problem,
        numbers: FxHashMap::default(),
        atoms: Vec::new(),
        taken: 0,
        by_predicate: vec![Vec::new(); problem.predicates.len()],
        by_argument: FxHashMap::default(),
        fits: problem.schemas.iter().map(|schema| schema.params.iter().map(fit).collect()).collect(),
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
fn value(term: Term, binding: &[u32]) -> u32 {
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
    /// The number of an atom that was reached.
    pub(super) fn number(&self, atom: &Atom) -> Option<u32> {
        self.numbers.get(atom).copied()
    }

    fn reach(&mut self, atom: Atom) {
        let next = self.atoms.len() as u32;
        if *self.numbers.entry(atom.clone()).or_insert(next) == next {
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
                self.complete(&trigger, &mut vec![OPEN; schema.params.len()], &mut Vec::new())?;
            }
        }
        while self.taken < self.atoms.len() {
            let number = self.taken as u32;
            let (predicate, args) = self.atoms[self.taken].clone();
            self.taken += 1;
            self.by_predicate[predicate as usize].push(number);
            for (place, &object) in args.iter().enumerate() {
                self.by_argument.entry((predicate, place as u32, object)).or_default().push(number);
            }
            for trigger in &triggers[predicate as usize] {
                self.start(trigger, number)?;
            }
        }
        Ok(())
    }

    fn start(&mut self, trigger: &Trigger, number: u32) -> Result<(), PositionError> {
        let mut binding = vec![OPEN; trigger.schema.params.len()];
        if self.bind(trigger, trigger.literal, number, &mut binding, &mut Vec::new()) {
            let conditions = trigger.schema.condition.literals.iter().enumerate();
            let others = conditions.filter(|&(index, literal)| index != trigger.literal && is_joined(literal));
            self.complete(trigger, &mut binding, &mut others.map(|(index, _)| index).collect())?;
        }
        Ok(())
    }

    /// Gives parameters the objects of an atom, and notes which were open; `false` if they do not fit.
    fn bind(&self, trigger: &Trigger, literal: usize, number: u32, binding: &mut [u32], set: &mut Vec<u32>) -> bool {
        let args = &self.atoms[number as usize].1;
        trigger.schema.condition.literals[literal].terms.iter().zip(args).all(|(&term, &object)| match term {
            Term::Object(named) => named == object,
            Term::Param(param) if binding[param as usize] == OPEN => {
                set.push(param);
                binding[param as usize] = object;
                self.fits[trigger.index][param as usize][object as usize]
            }
            Term::Param(param) => binding[param as usize] == object,
        })
    }

    /// The atoms that may satisfy a condition.
    fn candidates(&self, literal: &Literal, binding: &[u32]) -> &[u32] {
        let mut best = self.by_predicate[literal.predicate as usize].as_slice();
        for (place, &term) in literal.terms.iter().enumerate() {
            let object = value(term, binding);
            if object != OPEN {
                let some =
                    self.by_argument.get(&(literal.predicate, place as u32, object)).map_or(&[][..], Vec::as_slice);
                best = if some.len() < best.len() { some } else { best };
            }
        }
        best
    }

    fn complete(
        &mut self,
        trigger: &Trigger,
        binding: &mut Vec<u32>,
        rest: &mut Vec<usize>,
    ) -> Result<(), PositionError> {
        self.steps += 1 + rest.len() as u64;
        if self.steps > MAX_STEPS {
            return Err(PositionError::Impossible("too many combinations of objects for the actions".to_owned()));
        }
        if !self.may_hold(trigger.schema, binding) {
            return Ok(());
        }
        let size = |&place: &usize| self.candidates(&trigger.schema.condition.literals[rest[place]], binding).len();
        let Some(place) = (0..rest.len()).min_by_key(size) else { return self.fill(trigger, binding) };
        let literal = rest.swap_remove(place);
        let newest = self.taken as u32 - 1;
        let candidates = self.candidates(&trigger.schema.condition.literals[literal], binding).to_vec();
        let mut set = Vec::new();
        for number in candidates {
            if literal > trigger.literal || number != newest {
                if self.bind(trigger, literal, number, binding, &mut set) {
                    self.complete(trigger, binding, rest)?;
                }
                set.drain(..).for_each(|param| binding[param as usize] = OPEN);
            }
        }
        rest.push(literal);
        let last = rest.len() - 1;
        rest.swap(place, last);
        Ok(())
    }

    /// Whether no condition is known to be false that is not joined: equality, and atoms that never become true.
    fn may_hold(&self, schema: &Schema, binding: &[u32]) -> bool {
        schema
            .condition
            .literals
            .iter()
            .filter(|literal| !is_joined(literal))
            .all(|literal| self.is_possible(literal, binding))
    }

    fn is_possible(&self, literal: &Literal, binding: &[u32]) -> bool {
        let is_static = literal.predicate == EQUAL || !self.is_fluent[literal.predicate as usize];
        if !is_static || literal.terms.iter().any(|&term| value(term, binding) == OPEN) {
            return true;
        }
        self.holds(literal, binding)
    }

    /// Whether a literal holds whose predicate never changes.
    pub(super) fn holds(&self, literal: &Literal, binding: &[u32]) -> bool {
        let atom = arguments(literal, binding);
        let is_true = if atom.0 == EQUAL { atom.1[0] == atom.1[1] } else { self.numbers.contains_key(&atom) };
        is_true == literal.is_positive
    }

    /// Tries all objects for the parameters that no condition binds.
    fn fill(&mut self, trigger: &Trigger, binding: &mut Vec<u32>) -> Result<(), PositionError> {
        let Some(param) = binding.iter().position(|&object| object == OPEN) else {
            return self.found(trigger, binding);
        };
        for &object in &trigger.schema.params[param] {
            binding[param] = object;
            self.complete(trigger, binding, &mut Vec::new())?;
        }
        binding[param] = OPEN;
        Ok(())
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
            let actions = self.instances.len();
            return Err(PositionError::Impossible(format!(
                "too many actions: more than {actions} after parameters are filled in"
            )));
        }
        self.instances.push((index, binding.into()));
        Ok(())
    }
}
