//! Probing: something is done on a copy of the state, and the difference is what it does. No word of the event language is known here.

use super::moves::{self, Move};
use crate::rules::model::{Project, Tile};
use crate::rules::state::{Ending, STATS, State};
use crate::rules::value::Value;
use std::sync::Arc;

/// A number of the hero's: below [`STATS`] that of a [`Stat`](crate::rules::expression::Stat), above it the count of an item, above [`PERCENTS`]
/// a percentage that equipment adds, in hundredths, by its flag.
pub(super) type Number = usize;

/// The first number that is a percentage: more than a tower has items, and small enough for the 32 bits of WebAssembly.
pub(super) const PERCENTS: Number = 1 << 24;

/// Something that events remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Variable {
    /// A flag, by its number among the project's.
    Flag(u32),
    /// A switch of a cell, by its key.
    Switch(u64),
}

/// What a cell has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Change {
    pub(super) floor: u16,
    pub(super) cell: u16,
    pub(super) number: Tile,
    pub(super) bits: u8,
}

/// What something has changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    /// The numbers that changed, and by how much.
    pub(super) numbers: Vec<(Number, i64)>,
    /// The cells that changed, as they are then.
    pub(super) cells: Vec<Change>,
    /// What events remember, where it changed.
    pub(super) variables: Vec<(Variable, Value)>,
    pub(super) ending: Ending,
    /// Where the hero stands then: floor and cell.
    pub(super) at: (u16, u16),
    /// Whether a kind of monster has changed.
    pub(super) enemies: bool,
}

/// How rich a hero is who is probed with. What an event does to both in the same way does not depend on his numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wealth {
    Rich,
    Richer,
}

/// Does things on copies of one state.
pub(super) struct Prober<'a> {
    pub(super) project: &'a Project,
    pub(super) base: State,
}

impl Prober<'_> {
    /// The state with a hero who can pay and survive everything.
    pub(super) fn wealthy(&self, wealth: Wealth) -> State {
        let mut state = self.base.clone();
        let factor = if wealth == Wealth::Rich { 10 } else { 13 };
        let numbers = [100_000_000, 1_000_000, 100_000, 10_000, 1_000_000, 1_000_000];
        for (place, number) in numbers.into_iter().enumerate() {
            // Experience would make the next fight raise his level.
            if place < 5 || self.project.levels.is_empty() {
                state.stats[place] = number * factor;
            }
        }
        if self.project.hp_limited {
            state.stats[STATS - 1] = 1 << 40;
        }
        for (item, kind) in self.project.items.iter().enumerate() {
            if kind.tool {
                state.set_item(item as u32, 5 * factor);
            }
        }
        state
    }

    /// Every way to make a move, with the states that come of it, and whether these are all; the shortest scripts of answers come first.
    pub(super) fn ways(&self, state: &State, mv: &Move) -> (Vec<(Move, State)>, bool) {
        let mut found = Vec::new();
        let are_all = moves::all_ways(self.project, state, mv, &mut found);
        found.sort_by(|a, b| (a.0.script.len(), &a.0.script).cmp(&(b.0.script.len(), &b.0.script)));
        (found, are_all)
    }

    /// The state after moves; none where one of them cannot be made.
    pub(super) fn after(&self, state: &State, moves: &[Move]) -> Option<State> {
        let mut after = state.clone();
        moves::make_all(self.project, &mut after, moves).then_some(after)
    }

    /// What was changed between two states.
    pub(super) fn difference(&self, before: &State, after: &State) -> Difference {
        let stats = before.stats.iter().zip(&after.stats).enumerate();
        let items = before.items.iter().zip(after.items.iter()).enumerate();
        let numbers = stats.map(|(stat, (before, after))| (stat, after - before));
        let numbers = numbers.chain(items.map(|(item, (before, after))| (STATS + item, i64::from(after - before))));
        let percents = self.project.slots.percents;
        let raised = percents.into_iter().flatten().map(|flag| PERCENTS + flag as usize);
        let numbers = numbers.chain(raised.map(|of| (of, number(after, of) - number(before, of))));
        let is_percent = |flag: usize| percents.is_some_and(|flags| flags.contains(&(flag as u32)));
        let mut variables = Vec::new();
        if !Arc::ptr_eq(&before.flags, &after.flags) {
            let flags = before.flags.iter().zip(after.flags.iter()).enumerate();
            let flags = flags.filter(|(flag, (old, new))| old != new && !is_percent(*flag));
            variables.extend(flags.map(|(flag, (_, &new))| (Variable::Flag(flag as u32), new)));
        }
        let switches = after.switches.iter().filter(|(key, value)| before.switch(*key) != *value);
        variables.extend(switches.map(|&(key, value)| (Variable::Switch(key), value)));
        let kind = &self.project.floors[usize::from(after.floor)];
        let at = (after.floor, kind.cell(after.x.into(), after.y.into()).unwrap_or(0));
        Difference {
            numbers: numbers.filter(|(_, by)| *by != 0).collect(),
            cells: changes(before, after),
            variables,
            ending: after.ending,
            at,
            enemies: before.enemies_hash != after.enemies_hash,
        }
    }
}

/// The cells that differ between two states, as they are in the second.
fn changes(before: &State, after: &State) -> Vec<Change> {
    let mut changes = Vec::new();
    for (floor, (old, new)) in before.floors.iter().zip(after.floors.iter()).enumerate() {
        if Arc::ptr_eq(old, new) || old.hash == new.hash {
            continue;
        }
        for cell in 0..old.numbers.len() {
            if (old.numbers[cell], old.bits[cell]) != (new.numbers[cell], new.bits[cell]) {
                let (number, bits) = (new.numbers[cell], new.bits[cell]);
                changes.push(Change { floor: floor as u16, cell: cell as u16, number, bits });
            }
        }
    }
    changes
}

/// Gives a variable a value.
pub(super) fn set_variable(state: &mut State, variable: Variable, value: Value) {
    match variable {
        Variable::Flag(flag) => state.set_flag(flag, value),
        Variable::Switch(key) => state.set_switch(key, value),
    }
}

/// The value of a variable.
pub(super) fn variable(state: &State, variable: Variable) -> Value {
    match variable {
        Variable::Flag(flag) => state.flag(flag),
        Variable::Switch(key) => state.switch(key),
    }
}

/// A number of the hero's.
pub(super) fn number(state: &State, number: Number) -> i64 {
    match (number.checked_sub(PERCENTS), number.checked_sub(STATS)) {
        (Some(flag), _) => (state.flag(flag as u32).number() * 100.0).round() as i64,
        (None, Some(item)) => state.item(item as u32),
        (None, None) => state.stats[number],
    }
}

/// Gives the hero a number.
pub(super) fn set_number(state: &mut State, number: Number, value: i64) {
    match (number.checked_sub(PERCENTS), number.checked_sub(STATS)) {
        (Some(flag), _) => {
            let percent = if value == 0 { Value::Null } else { Value::Number(value as f64 / 100.0) };
            state.set_flag(flag as u32, percent);
        }
        (None, Some(item)) => state.set_item(item as u32, value),
        (None, None) => state.stats[number] = value,
    }
}
