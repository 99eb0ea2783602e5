//! A problem as the searches see it: variables of several values, packed into words.

use crate::ground::{Ground, GroundAction};
use crate::successors::Successors;
use meihua_contracts::puzzle::Puzzle;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A variable and one of its values.
pub(crate) type Setting = (u32, u32);

/// Values of all variables, packed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(pub(crate) Box<[u64]>);

/// Where the value of a variable is packed.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

/// Sets a variable where others have certain values at the moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change {
    pub condition: Vec<Setting>,
    pub setting: Setting,
}

/// An action. Of two changes to a variable, the later one counts.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    pub condition: Vec<Setting>,
    pub changes: Vec<Change>,
    pub cost: u64,
    /// The number of the action in the whole problem.
    pub action: u32,
}

/// A problem of planning in finite domains.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    fields: Vec<Field>,
    /// The number of values of each variable.
    pub sizes: Vec<u32>,
    pub operators: Vec<Operator>,
    pub start: State,
    /// The ways in which the goal may hold.
    pub goals: Vec<Vec<Setting>>,
    successors: Successors,
    /// The variable and value of each fact.
    pub settings: Vec<Setting>,
}

impl Task {
    /// Chooses variables so that the groups of facts become values of one variable, the largest groups first. For a
    /// part of a problem, `whole` is the task of all of it, with the numbers that the facts have there: states of that
    /// one will be searched from. A part needs no operator that does nothing, and of those that do the same the cheapest
    /// is enough.
    pub(crate) fn new(ground: &Ground, groups: &[Vec<u32>], whole: Option<(&Task, &[u32])>) -> Task {
        let mut settings = cover(ground.facts.len(), groups);
        let count = settings.iter().map(|(variable, _)| *variable as usize + 1).max().unwrap_or(0);
        if whole.is_some() {
            let order = causal_order(ground, &settings, count);
            settings.iter_mut().for_each(|setting| setting.0 = order[setting.0 as usize]);
        }
        let (mut sizes, mut needs_none) = (vec![0; count], vec![true; count]);
        for (&(variable, value), is_true) in settings.iter().zip(&ground.init) {
            sizes[variable as usize] = sizes[variable as usize].max(value + 1);
            needs_none[variable as usize] &= !is_true;
        }
        let mut operators: Vec<Operator> =
            ground.actions.iter().filter_map(|action| operator(action, &settings, &sizes)).collect();
        for (variable, value) in operators.iter().flat_map(|operator| &operator.changes).map(|change| change.setting) {
            needs_none[variable as usize] |= value == sizes[variable as usize];
        }
        if let Some((whole, facts)) = whole {
            // What no operator of the part makes false may have become so before.
            let always_one = whole.always_one(facts, &settings, count);
            needs_none.iter_mut().zip(always_one).for_each(|(needs, always_one)| *needs |= !always_one);
            operators.retain(|operator| !operator.changes.is_empty());
            operators.sort_by(|one, other| {
                (&one.condition, &one.changes, one.cost).cmp(&(&other.condition, &other.changes, other.cost))
            });
            operators.dedup_by(|one, other| one.condition == other.condition && one.changes == other.changes);
        }
        // The last value: none of the facts.
        sizes.iter_mut().zip(&needs_none).for_each(|(size, &needs)| *size += u32::from(needs));
        let goals = ground.goals.iter().filter_map(|way| at_once(way, &settings)).collect();
        let (fields, words) = pack(&sizes);
        let successors = Successors::new(operators.iter().map(|operator| operator.condition.as_slice()), &sizes);
        let start = State(vec![0; words].into());
        let mut task = Task { fields, sizes, operators, start, goals, successors, settings };
        task.start = task.state(|fact| ground.init[fact]);
        task
    }

    /// For each of `count` variables of a part, whether one of its facts is true in every state of this task; `settings`
    /// are those of the part, and `facts` their numbers here.
    fn always_one(&self, facts: &[u32], settings: &[Setting], count: usize) -> Vec<bool> {
        let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (&fact, (variable, _)) in facts.iter().zip(settings) {
            *shared.entry((*variable, self.settings[fact as usize].0)).or_default() += 1;
        }
        let mut always_one = vec![false; count];
        for ((variable, here), facts) in shared {
            always_one[variable as usize] |= facts == self.sizes[here as usize];
        }
        always_one
    }

    /// All variables in order.
    pub(crate) fn variables(&self) -> Vec<u32> {
        (0..self.sizes.len() as u32).collect()
    }

    /// The state in which these facts are true.
    pub(crate) fn state(&self, is_true: impl Fn(usize) -> bool) -> State {
        let mut state = self.start.clone();
        let last = (0..).zip(&self.sizes).map(|(variable, size)| (variable, size - 1));
        let facts = (0..self.settings.len()).filter(|&fact| is_true(fact)).map(|fact| self.settings[fact]);
        last.chain(facts).for_each(|setting| self.set(&mut state.0, setting));
        state
    }

    #[inline]
    pub(crate) fn value(&self, state: &[u64], variable: u32) -> u32 {
        let Field { word, shift, mask } = self.fields[variable as usize];
        (state[word as usize] >> shift & mask) as u32
    }

    #[inline]
    pub(crate) fn set(&self, state: &mut [u64], (variable, value): Setting) {
        let Field { word, shift, mask } = self.fields[variable as usize];
        let word = &mut state[word as usize];
        *word = *word & !(mask << shift) | u64::from(value) << shift;
    }

    #[inline]
    pub(crate) fn holds(&self, state: &[u64], settings: &[Setting]) -> bool {
        settings.iter().all(|&(variable, value)| self.value(state, variable) == value)
    }
}

impl Puzzle for Task {
    type State = State;
    /// An operator.
    type Move = u32;

    fn moves(&self, state: &State, moves: &mut Vec<u32>) {
        self.successors.visit(&|variable| self.value(&state.0, variable), &mut |operator| moves.push(operator));
    }

    fn apply(&self, state: &State, operator: u32) -> State {
        let mut next = state.0.clone();
        for change in &self.operators[operator as usize].changes {
            if self.holds(&state.0, &change.condition) {
                self.set(&mut next, change.setting);
            }
        }
        State(next)
    }

    fn cost(&self, _: &State, operator: u32) -> u64 {
        self.operators[operator as usize].cost
    }

    fn is_goal(&self, state: &State) -> bool {
        self.goals.iter().any(|way| self.holds(&state.0, way))
    }
}

/// An action in terms of variables, perhaps without changes; `None` if it cannot be applied.
fn operator(action: &GroundAction, settings: &[Setting], sizes: &[u32]) -> Option<Operator> {
    let condition = at_once(&action.condition, settings)?;
    let mut changes = Vec::new();
    for effect in &action.effects {
        // An effect without a condition happens whenever the action does.
        let given = if effect.condition.is_empty() { &[][..] } else { &action.condition };
        let Some(mut when) = at_once(given.iter().chain(&effect.condition), settings) else { continue };
        when.retain(|setting| !condition.contains(setting));
        let (variable, value) = settings[effect.fact as usize];
        let value = if effect.value { value } else { sizes[variable as usize] };
        changes.push((Change { condition: when, setting: (variable, value) }, effect.fact));
    }
    changes.sort_by_key(|(change, _)| change.setting.0);
    let of_each = changes.chunk_by(|(one, _), (other, _)| one.setting.0 == other.setting.0);
    let changes: Vec<Change> = of_each.flat_map(|same| without_void(same, &condition, sizes, settings)).collect();
    Some(Operator { condition, changes, cost: action.cost, action: action.number })
}

/// In order and without repetition.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.into_iter().collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// The settings of facts in order and without repetition; `None` if a variable would have two values at once.
fn at_once<'a>(facts: impl IntoIterator<Item = &'a u32>, settings: &[Setting]) -> Option<Vec<Setting>> {
    let list = sorted(facts.into_iter().map(|&fact| settings[fact as usize]));
    list.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(list)
}

/// Drops changes that others override, and makes sure that a fact which becomes false leaves other facts of its variable
/// alone. The changes are of one variable, each with its fact.
fn without_void(changes: &[(Change, u32)], condition: &[Setting], sizes: &[u32], settings: &[Setting]) -> Vec<Change> {
    // In a variable of several facts, what becomes true wins over what becomes false.
    let is_fall = |(change, _): &&(Change, u32)| {
        let (variable, value) = change.setting;
        value == sizes[variable as usize] && value > 1
    };
    let (falls, rest): (Vec<_>, Vec<_>) = changes.iter().partition(is_fall);
    let mut kept: Vec<Change> = Vec::new();
    for (change, fact) in falls {
        let setting = settings[*fact as usize];
        let overrides = |(other, _): &&(Change, u32)| other.condition.iter().all(|one| change.condition.contains(one));
        let known = condition.iter().chain(&change.condition).find(|(variable, _)| *variable == setting.0);
        if !rest.iter().any(overrides) && known.is_none_or(|known| *known == setting) {
            kept.push(change.clone());
            if let (None, Some(change)) = (known, kept.last_mut()) {
                change.condition.push(setting);
            }
        }
    }
    kept.extend(rest.into_iter().map(|(change, _)| change.clone()));
    // What is so already need not be made so, unless something else in the action changes it.
    match &kept[..] {
        [change] if condition.contains(&change.setting) => Vec::new(),
        _ => kept,
    }
}

/// Assigns each fact a variable and a value.
fn cover(facts: usize, groups: &[Vec<u32>]) -> Vec<Setting> {
    let mut settings = vec![(u32::MAX, 0); facts];
    let mut variable = 0;
    let mut queue: BinaryHeap<(usize, Reverse<usize>)> =
        groups.iter().enumerate().map(|(index, group)| (group.len(), Reverse(index))).collect();
    while let Some((size, Reverse(index))) = queue.pop() {
        let is_open = |fact: &u32| settings[*fact as usize].0 == u32::MAX;
        let open: Vec<u32> = groups[index].iter().copied().filter(is_open).collect();
        if open.len() == size && size > 1 {
            (0..).zip(open).for_each(|(value, fact)| settings[fact as usize] = (variable, value));
            variable += 1;
        } else if open.len() > 1 {
            queue.push((open.len(), Reverse(index)));
        }
    }
    let open = settings.iter_mut().filter(|setting| setting.0 == u32::MAX);
    open.zip(variable..).for_each(|(setting, variable)| setting.0 = variable);
    settings
}

/// The place of each variable in an order in which those that others depend on come first and those of the goal last.
/// Landmarks are found along it: of two conditions that are equally hard, the one of the earlier variable counts.
fn causal_order(ground: &Ground, settings: &[Setting], count: usize) -> Vec<u32> {
    let variables = |facts: &mut dyn Iterator<Item = u32>| sorted(facts.map(|fact| settings[fact as usize].0));
    let mut arcs: FxHashMap<(u32, u32), u64> = FxHashMap::default();
    for action in &ground.actions {
        let conditions = action.effects.iter().flat_map(|effect| &effect.condition).chain(&action.condition);
        let before = variables(&mut conditions.copied());
        for after in variables(&mut action.effects.iter().map(|effect| effect.fact)) {
            before.iter().filter(|&&one| one != after).for_each(|&one| *arcs.entry((one, after)).or_default() += 1);
        }
    }
    let mut weight = vec![0u64; count];
    let mut behind: Vec<Vec<(u32, u64)>> = vec![Vec::new(); count];
    for ((one, other), arcs) in arcs {
        weight[other as usize] += arcs;
        behind[one as usize].push((other, arcs));
    }
    for variable in variables(&mut ground.goals.iter().flatten().copied()) {
        weight[variable as usize] += 1 << 32;
    }
    let mut queue: BinaryHeap<_> =
        (0..count as u32).map(|variable| Reverse((weight[variable as usize], variable))).collect();
    let mut order = vec![u32::MAX; count];
    let mut next = 0;
    while let Some(Reverse((at, variable))) = queue.pop() {
        if order[variable as usize] == u32::MAX && at == weight[variable as usize] {
            order[variable as usize] = next;
            next += 1;
            for &(other, arcs) in &behind[variable as usize] {
                weight[other as usize] -= arcs;
                queue.push(Reverse((weight[other as usize], other)));
            }
        }
    }
    order
}

/// Places variables in words, none across two of them; also returns the number of words.
fn pack(sizes: &[u32]) -> (Vec<Field>, usize) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&variable| Reverse(sizes[variable]));
    let mut fields = vec![Field { word: 0, shift: 0, mask: 0 }; sizes.len()];
    let (mut word, mut used) = (0, 0);
    for variable in order {
        let width = u32::BITS - (sizes[variable] - 1).leading_zeros();
        if used + width > u64::BITS {
            (word, used) = (word + 1, 0);
        }
        // A variable of one value needs no bits.
        fields[variable] = Field { word, shift: used.min(u64::BITS - 1), mask: (1 << width) - 1 };
        used += width;
    }
    (fields, word as usize + 1)
}
