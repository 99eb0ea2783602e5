//! From a problem with parameters to actions and facts without.

mod fill;
mod groups;
mod join;

use crate::read::{Atom, Problem};
use fill::{Builder, NO_COST};
use groups::groups;
use join::join;
use meihua_contracts::text::PositionError;
use rustc_hash::{FxHashMap, FxHashSet};

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
#[derive(Clone, Debug)]
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
    let mut builder = Builder::new(problem, &join);
    let mut actions = Vec::with_capacity(join.instances.len());
    for instance in &join.instances {
        builder.action(instance, &mut actions)?;
    }
    let mut goals = Vec::new();
    for way in &problem.goals {
        goals.extend(builder.ways(way, &[])?);
    }
    let facts = std::mem::take(&mut builder.facts);
    let start: FxHashSet<&Atom> = problem.init.iter().collect();
    let init = facts.iter().map(|fact| start.contains(&fact.atom) == fact.is_positive).collect();
    let mut ground = Ground { facts, init, actions, goals, constants: Vec::new() };
    ground.complement();
    ground.simplify();
    let mut sets = groups(&ground);
    if ground.drop_impossible(&sets) {
        ground.simplify();
        sets = groups(&ground);
    }
    if let Some(action) = ground.actions.iter().find(|action| action.cost == NO_COST) {
        builder.cost(action.schema, &action.args)?;
    }
    (0..).zip(&mut ground.actions).for_each(|(number, action)| action.number = number);
    let known: FxHashSet<&Atom> = ground.facts.iter().map(|fact| &fact.atom).collect();
    ground.constants = problem.init.iter().filter(|atom| !known.contains(atom)).cloned().collect();
    ground.constants.dedup();
    Ok((ground, sets))
}

/// Whether facts that a condition asks for are all of a kind.
fn all(condition: &[u32], is_so: &[bool]) -> bool {
    condition.iter().all(|&fact| is_so[fact as usize])
}

/// Keeps the items with their flags set.
fn retain<T>(items: &mut Vec<T>, is_kept: &[bool]) {
    let mut is_kept = is_kept.iter();
    items.retain(|_| is_kept.next() == Some(&true));
}

impl Ground {
    /// The atoms whose opposites are facts, too, with those.
    fn opposites(&self) -> impl Iterator<Item = (u32, u32)> {
        let facts = || (0..).zip(&self.facts);
        let atoms = facts().filter(|(_, fact)| fact.is_positive).map(|(number, fact)| (&fact.atom, number));
        let atoms: FxHashMap<&Atom, u32> = atoms.collect();
        let negative = facts().filter(|(_, fact)| !fact.is_positive);
        negative.filter_map(move |(number, fact)| Some((*atoms.get(&fact.atom)?, number)))
    }

    /// Keeps the opposites of facts true while the facts change.
    fn complement(&mut self) {
        let opposites: FxHashMap<u32, u32> = self.opposites().collect();
        for action in &mut self.actions {
            // Each opposite right behind its fact, so that the later one of two effects counts for both.
            let with_opposite = |effect: &Effect| {
                let fact = opposites.get(&effect.fact);
                let opposite = |&fact| Effect { fact, value: !effect.value, ..effect.clone() };
                std::iter::once(effect.clone()).chain(fact.map(opposite))
            };
            action.effects = action.effects.iter().flat_map(with_opposite).collect();
        }
    }

    /// What can be reached if nothing ever becomes false: which facts, and which actions.
    fn reach(&self) -> (Vec<bool>, Vec<bool>) {
        let mut is_true = self.init.clone();
        let mut is_reached = vec![false; self.actions.len()];
        let mut has_changed = true;
        // Few rounds: the actions stand in the order in which they were found.
        while std::mem::take(&mut has_changed) {
            for (action, is_reached) in self.actions.iter().zip(&mut is_reached) {
                *is_reached = *is_reached || all(&action.condition, &is_true);
                for effect in action.effects.iter().filter(|effect| *is_reached && effect.value) {
                    if !is_true[effect.fact as usize] && all(&effect.condition, &is_true) {
                        is_true[effect.fact as usize] = true;
                        has_changed = true;
                    }
                }
            }
        }
        (is_true, is_reached)
    }

    /// The part of the problem that may help to reach the goal, and its facts in the order of their numbers here.
    ///
    /// What is false may help as well as what is true, for it may keep an effect from happening: a fact that is wanted
    /// false has a condition of an effect that does harm.
    pub(crate) fn relevant(&self) -> (Ground, Vec<u32>) {
        // For each fact, whether it is wanted false and whether it is wanted true.
        let mut is_wanted = vec![[false; 2]; self.facts.len()];
        self.goals.iter().flatten().for_each(|&fact| is_wanted[fact as usize][1] = true);
        let mut is_kept = vec![false; self.actions.len()];
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for (action, is_kept) in self.actions.iter().zip(&mut is_kept) {
                let helps = |effect: &Effect| is_wanted[effect.fact as usize][usize::from(effect.value)];
                let harms = |effect: &Effect| is_wanted[effect.fact as usize][usize::from(!effect.value)];
                *is_kept = *is_kept || action.effects.iter().any(helps);
                if *is_kept {
                    let mut wanted: Vec<(u32, usize)> = action.condition.iter().map(|&fact| (fact, 1)).collect();
                    for effect in &action.effects {
                        let with = |value| effect.condition.iter().map(move |&fact| (fact, value));
                        wanted.extend(helps(effect).then(|| with(1)).into_iter().flatten());
                        wanted.extend(harms(effect).then(|| with(0)).into_iter().flatten());
                    }
                    for (fact, value) in wanted {
                        has_changed |= !std::mem::replace(&mut is_wanted[fact as usize][value], true);
                    }
                }
            }
        }
        let mut part = self.clone();
        retain(&mut part.actions, &is_kept);
        let is_known: Vec<bool> = is_wanted.iter().map(|wanted| wanted.contains(&true)).collect();
        let kept = part.keep(&is_known);
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
        let (is_true, is_reached) = self.reach();
        retain(&mut self.actions, &is_reached);
        self.goals.retain(|way| all(way, &is_true));
        let mut is_constant = self.init.clone();
        for action in &mut self.actions {
            action.effects.retain(|effect| is_true[effect.fact as usize] && all(&effect.condition, &is_true));
            let deleted = action.effects.iter().filter(|effect| !effect.value);
            deleted.for_each(|effect| is_constant[effect.fact as usize] = false);
        }
        let is_kept: Vec<bool> = is_true.iter().zip(is_constant).map(|(&is_true, is)| is_true && !is).collect();
        self.keep(&is_kept);
    }

    /// Drops the other facts, and gives these new numbers; returns the old ones.
    fn keep(&mut self, is_kept: &[bool]) -> Vec<u32> {
        let kept: Vec<u32> = (0..).zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(fact, _)| fact).collect();
        let mut numbers = vec![0; is_kept.len()];
        (0..).zip(&kept).for_each(|(number, &fact)| numbers[fact as usize] = number);
        let renumber = |condition: &mut Vec<u32>| {
            condition.retain(|&fact| is_kept[fact as usize]);
            condition.iter_mut().for_each(|fact| *fact = numbers[*fact as usize]);
        };
        for action in &mut self.actions {
            renumber(&mut action.condition);
            action.effects.retain(|effect| is_kept[effect.fact as usize]);
            for effect in &mut action.effects {
                renumber(&mut effect.condition);
                effect.fact = numbers[effect.fact as usize];
            }
        }
        self.goals.iter_mut().for_each(renumber);
        retain(&mut self.facts, is_kept);
        retain(&mut self.init, is_kept);
        kept
    }
}
