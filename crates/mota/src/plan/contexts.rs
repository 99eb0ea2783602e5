//! What events remember: flags and switches on which it depends what comes of an operator.
//!
//! Which operator reads which variable is found by probing it once more with a value that another one has given. Operators that share
//! variables have one context: the values of these, numbered as they are met. A shop whose price rises has a context for each purchase, two
//! guards who hold a door together have one for each of them that is left.

use super::probe::{Difference, Prober, Variable, Wealth, set_variable, variable};
use super::probed::{Decision, Outcome, Probed};
use super::survey::Survey;
use crate::rules::value::Value;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Operators that share what events remember.
pub(super) struct Context {
    pub(super) variables: Vec<Variable>,
    /// The values of the variables, first those at the start.
    pub(super) values: Vec<Vec<Value>>,
    /// What comes of each operator, by its number and that of the values; none where it cannot be done.
    pub(super) outcomes: FxHashMap<(usize, usize), (Outcome, usize)>,
    pub(super) members: Vec<usize>,
}

impl Context {
    /// Whether something else comes of an operator with one value than with another: not of a counter that nobody asks.
    fn matters(&self) -> bool {
        let outcome = |member: usize, value: usize| {
            let (Outcome { difference, needs, is_opaque }, _) = self.outcomes.get(&(member, value))?;
            let Difference { numbers, cells, ending, at, .. } = difference;
            Some((numbers, cells, ending, at, needs, is_opaque))
        };
        // With the last values a counter may go beyond what is known.
        let values = if self.values.len() < MAX_VALUES { self.values.len() } else { MAX_VALUES - 1 };
        self.members.iter().any(|&member| (1..values).any(|value| outcome(member, value) != outcome(member, 0)))
    }
}

/// Maximum number of values of one context.
const MAX_VALUES: usize = 64;
/// Maximum number of operators probed to find out who reads what.
const MAX_PROBES: usize = 300_000;
/// Maximum number of values with which a reader is looked for.
const MAX_SAMPLES: usize = 2;

/// The contexts of the operators of a survey. Contents that come to light are probed, too.
pub(super) fn contexts(survey: &mut Survey<'_>) -> Vec<Context> {
    let mut known = 0;
    let mut contexts = Vec::new();
    // What a context brings to light may have one of its own, but hardly twice.
    for _ in 0..3 {
        if known == survey.probed.len() {
            break;
        }
        known = survey.probed.len();
        contexts = groups(survey);
        for context in &mut contexts {
            if survey.is_stopped() {
                break;
            }
            explore(survey, context);
        }
        contexts.retain(Context::matters);
        survey.drain();
    }
    contexts
}

/// Who shares variables.
fn groups(survey: &mut Survey<'_>) -> Vec<Context> {
    let mut samples: BTreeMap<Variable, Vec<Value>> = BTreeMap::new();
    let mut writers: BTreeMap<Variable, BTreeSet<usize>> = BTreeMap::new();
    for (number, probed) in survey.probed.iter().enumerate() {
        for &(variable, value) in &probed.outcome.difference.variables {
            writers.entry(variable).or_default().insert(number);
            let samples = samples.entry(variable).or_default();
            if samples.len() < MAX_SAMPLES && !samples.contains(&value) {
                samples.push(value);
            }
        }
    }
    let events: Vec<usize> = (0..survey.probed.len()).filter(|&number| is_event(&survey.probed[number])).collect();
    let rich = survey.prober.wealthy(Wealth::Rich);
    let mut left = MAX_PROBES;
    let mut found: Vec<(BTreeSet<Variable>, BTreeSet<usize>)> = Vec::new();
    for (&variable, values) in &samples {
        let mut readers = BTreeSet::new();
        for &number in events.iter().take_while(|_| !survey.is_stopped()) {
            let probed = &survey.probed[number];
            let state = survey.with_content(&rich, probed.place, probed.content);
            let reads = values.iter().any(|&value| {
                left = left.saturating_sub(1);
                let mut state = state.clone();
                set_variable(&mut state, variable, value);
                left > 0 && reads(&survey.prober, probed, &state, variable)
            });
            if reads {
                readers.insert(number);
            }
        }
        if readers.is_empty() {
            continue;
        }
        readers.extend(&writers[&variable]);
        // Groups that share an operator are one.
        let mut group = (BTreeSet::from([variable]), readers);
        found.retain(|other| {
            let is_apart = other.1.is_disjoint(&group.1);
            if !is_apart {
                group.0.extend(&other.0);
                group.1.extend(&other.1);
            }
            is_apart
        });
        found.push(group);
    }
    let what = "some of what events remember";
    // No proof may rely on such a graph.
    if left == 0 && !survey.remarks.iter().any(|remark| remark == what) {
        survey.remarks.push(what.to_owned());
    }
    let context = |(variables, members): (BTreeSet<Variable>, BTreeSet<usize>)| Context {
        values: vec![variables.iter().map(|&of| variable(&survey.prober.base, of)).collect()],
        variables: variables.into_iter().collect(),
        outcomes: FxHashMap::default(),
        members: members.into_iter().collect(),
    };
    found.into_iter().map(context).collect()
}

/// Whether an operator may depend on what events remember: all but fights, doors and items that do nothing else, and tools after which
/// nothing is remembered. A large tower has thousands of cells where a tool can be used.
fn is_event(probed: &Probed) -> bool {
    if matches!(probed.decisions.first(), Some(Decision::Use(_))) {
        return !probed.outcome.difference.variables.is_empty();
    }
    let is_fight = !probed.opponents.is_empty();
    let difference = &probed.outcome.difference;
    !difference.is_plain(probed.place) || (difference.cells.is_empty() && !is_fight)
}

/// Whether something else comes of an operator in a state where a variable has another value.
fn reads(prober: &Prober<'_>, probed: &Probed, state: &crate::rules::state::State, of: Variable) -> bool {
    let Some(after) = prober.after(state, &probed.moves) else { return true };
    let (base, now) = (&probed.outcome.difference, prober.difference(state, &after));
    let is_fight = !probed.opponents.is_empty();
    let numbers = now.numbers.iter().filter(|(number, _)| !is_fight || *number != 0);
    let written = |variables: &[(Variable, Value)]| variables.iter().find(|(other, _)| *other == of).map(|(_, to)| *to);
    let remembers = match (written(&base.variables), written(&now.variables)) {
        (None, None) => true,
        (before, _) => before == Some(variable(&after, of)),
    };
    !remembers
        || !numbers.eq(base.numbers.iter())
        || now.ending != base.ending
        || now.at != base.at
        || now.cells.len() > base.cells.len()
        || !now.cells.iter().all(|change| base.cells.contains(change))
}

/// Finds the values that a context can have, and what comes of its operators with each.
fn explore(survey: &mut Survey<'_>, context: &mut Context) {
    let rich = survey.prober.wealthy(Wealth::Rich);
    let mut next = 0;
    while next < context.values.len() && !survey.is_stopped() {
        let values: Vec<(Variable, Value)> =
            context.variables.iter().copied().zip(context.values[next].iter().copied()).collect();
        for member in context.members.clone() {
            let (place, content, is_fight, moves) = {
                let probed = &survey.probed[member];
                (probed.place, probed.content, !probed.opponents.is_empty(), probed.moves.clone())
            };
            let mut state = survey.with_content(&rich, place, content);
            values.iter().for_each(|&(variable, value)| set_variable(&mut state, variable, value));
            let Some(after) = survey.prober.after(&state, &moves) else { continue };
            let then: Vec<Value> = context.variables.iter().map(|&of| variable(&after, of)).collect();
            let known = context.values.iter().position(|values| *values == then);
            let then = match known {
                Some(known) => known,
                None if context.values.len() < MAX_VALUES => {
                    context.values.push(then);
                    context.values.len() - 1
                }
                None => continue,
            };
            let outcome = survey.outcome(place, content, (&state, &after), &moves, is_fight, &values);
            context.outcomes.insert((member, next), (outcome, then));
        }
        next += 1;
    }
}
