//! Groups of facts of which exactly one is true at any time.
//!
//! Helmert, Concise finite-domain representations for PDDL planning tasks, AIJ 173, 2009, section 5: a candidate is a
//! set of predicates whose arguments are shared parameters, but for one that is counted: `at ?package [place]` with
//! `in ?package [truck]`. A candidate stands if no action makes the number of true atoms rise; one that fails is
//! extended by an atom that the action makes false in exchange. Here the actions have their objects already, which makes
//! the test of a candidate exact and short.

use super::{Effect, Fact, Ground};
use crate::task::sorted;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 600;
/// Maximum number of actions to look at, over all candidates.
const MAX_LOOKS: usize = 100_000_000;

/// The atoms of a predicate: for each argument the parameter it shares, or `None` where it is counted.
type Part = (u32, Vec<Option<usize>>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Candidate {
    params: usize,
    /// In order of predicates.
    parts: Vec<Part>,
}

/// Finds groups of facts of which exactly one is true at any time, by their numbers. Together they need not cover all
/// facts, and may overlap.
pub(crate) fn groups(ground: &Ground) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut looks = 0;
    let mut seen: FxHashSet<Candidate> = FxHashSet::default();
    let mut open: VecDeque<Candidate> = VecDeque::new();
    let atoms = ground.facts.iter().filter(|fact| fact.is_positive).map(|fact| &fact.atom);
    for (predicate, arity) in sorted(atoms.map(|(predicate, args)| (*predicate, args.len()))) {
        for counted in (0..arity).map(Some).chain([None]) {
            let shared = (0..arity).filter(|&place| Some(place) != counted);
            let mut arguments = vec![None; arity];
            shared.clone().enumerate().for_each(|(param, place)| arguments[place] = Some(param));
            open.push_back(Candidate { params: shared.count(), parts: vec![(predicate, arguments)] });
        }
    }
    while let Some(candidate) = open.pop_front() {
        if seen.len() >= MAX_CANDIDATES || looks > MAX_LOOKS {
            break;
        }
        if !seen.insert(candidate.clone()) {
            continue;
        }
        match candidate.unbalanced(ground, &mut looks) {
            None => found.extend(candidate.instances(ground)),
            Some(parts) => open.extend(parts.into_iter().map(|part| {
                let mut parts = candidate.parts.clone();
                parts.push(part);
                parts.sort_unstable();
                Candidate { parts, ..candidate }
            })),
        }
    }
    found.extend(ground.opposites().map(|(fact, opposite)| vec![fact, opposite]));
    found
}

impl Candidate {
    /// The parameters of the group that a fact belongs to.
    fn key(&self, fact: &Fact) -> Option<Vec<u32>> {
        let (_, arguments) = self.parts.iter().find(|part| fact.is_positive && part.0 == fact.atom.0)?;
        let mut key = vec![0; self.params];
        for (argument, &object) in arguments.iter().zip(&fact.atom.1) {
            if let Some(param) = argument {
                key[*param] = object;
            }
        }
        Some(key)
    }

    /// `None` if no action makes the number of true facts in a group rise; otherwise the parts that may be added so that
    /// the first such action no longer does.
    fn unbalanced(&self, ground: &Ground, looks: &mut usize) -> Option<Vec<Part>> {
        let keys: Vec<Option<Vec<u32>>> = ground.facts.iter().map(|fact| self.key(fact)).collect();
        for action in &ground.actions {
            *looks += 1;
            // What is true already does not become true.
            let is_new = |effect: &&Effect| effect.value && !action.condition.contains(&effect.fact);
            for add in action.effects.iter().filter(is_new) {
                let Some(key) = &keys[add.fact as usize] else { continue };
                let is_in = |effect: &&Effect| keys[effect.fact as usize].as_ref() == Some(key);
                if action.effects.iter().filter(is_in).filter(|other| other.value).count() > 1 {
                    return Some(Vec::new());
                }
                let exchange = |delete: &&Effect| is_exchange(&action.condition, add, delete);
                if !action.effects.iter().filter(is_in).any(|delete| exchange(&delete)) {
                    let deleted = action.effects.iter().filter(exchange).map(|delete| delete.fact as usize);
                    return Some(deleted.flat_map(|fact| self.parts_for(&ground.facts[fact], key)).collect());
                }
            }
        }
        None
    }

    /// The ways to make a fact belong to the group with these parameters.
    fn parts_for(&self, fact: &Fact, key: &[u32]) -> Vec<Part> {
        let args = &fact.atom.1;
        // All parameters must be among the arguments, and at most one argument may be left.
        if !fact.is_positive || self.key(fact).is_some() || ![key.len(), key.len() + 1].contains(&args.len()) {
            return Vec::new();
        }
        let mut ways: Vec<Vec<Option<usize>>> = vec![vec![None; args.len()]];
        for (param, object) in key.iter().enumerate() {
            let with = |way: &Vec<Option<usize>>, place: usize| {
                let mut way = way.clone();
                (args[place] == *object && way[place].replace(param).is_none()).then_some(way)
            };
            ways = ways.iter().flat_map(|way| (0..args.len()).filter_map(|place| with(way, place))).collect();
        }
        ways.into_iter().map(|way| (fact.atom.0, way)).collect()
    }

    /// The groups with one fact that is true at the start.
    fn instances(&self, ground: &Ground) -> Vec<Vec<u32>> {
        let mut by_key: FxHashMap<Vec<u32>, (Vec<u32>, usize)> = FxHashMap::default();
        for (number, fact) in ground.facts.iter().enumerate() {
            if let Some(key) = self.key(fact) {
                let (facts, weight) = by_key.entry(key).or_default();
                facts.push(number as u32);
                *weight += usize::from(ground.init[number]);
            }
        }
        let one = by_key.into_values().filter(|(facts, weight)| *weight == 1 && facts.len() > 1);
        let mut groups: Vec<Vec<u32>> = one.map(|(facts, _)| facts).collect();
        groups.sort_unstable();
        groups
    }
}

/// Whether an action makes one fact false, and that fact is true, whenever it makes the other true.
fn is_exchange(condition: &[u32], add: &Effect, delete: &Effect) -> bool {
    let is_given = |fact: &u32| condition.contains(fact) || add.condition.contains(fact);
    !delete.value && delete.fact != add.fact && is_given(&delete.fact) && delete.condition.iter().all(is_given)
}
