//! The numbers of a hero that a plan changes: his stats, items, and flags that events count up.

use super::super::debt::{KEYS, Purse, kinds};
use crate::expression::{Expression, Stat};
use crate::model::Project;
use crate::state::{STATS, State};
use crate::value::Value;
use rustc_hash::FxHashMap;

/// The place of gold among the stats.
pub(super) const GOLD: usize = Stat::Money as usize;

/// The most items and flags that are told apart.
pub(super) const SLOTS: usize = 64;

/// What a hero has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub stats: [i64; STATS],
    /// Items and flags, by slot.
    pub slots: [i32; SLOTS],
}

/// What a slot counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Item(u32),
    Flag(u32),
}

/// Which slot counts what.
pub(super) struct Slots {
    all: Vec<Slot>,
    known: FxHashMap<Slot, u8>,
    /// How many of the first slots hold what fights depend on as long as the hero has it.
    lasting: usize,
    /// The slots of keys: yellow, blue, red.
    pub keys: [u8; KEYS],
}

impl Slots {
    /// Those of a project; none where there is no room for them.
    pub(super) fn new(project: &Project) -> Option<Slots> {
        let mut slots = Slots { all: Vec::new(), known: FxHashMap::default(), lasting: 0, keys: [0; KEYS] };
        let mut lasting = vec![project.known.coin, project.known.cross, project.known.amulet];
        project.extra.attack.iter().for_each(|(when, ..)| items(when, &mut lasting));
        lasting.extend(project.extra.melts.iter().map(|&(_, item)| item));
        for item in lasting {
            slots.slot(Slot::Item(item))?;
        }
        slots.lasting = slots.all.len();
        for (kind, item) in kinds(project).into_iter().enumerate() {
            slots.keys[kind] = slots.slot(Slot::Item(item))?;
        }
        Some(slots)
    }

    /// The keys that a hero has: yellow, blue, red.
    pub(super) fn keys_of(&self, numbers: &Numbers) -> [i64; KEYS] {
        self.keys.map(|slot| i64::from(numbers.slots[usize::from(slot)]))
    }

    /// What a hero has of what can be owed.
    pub(super) fn purse(&self, numbers: &Numbers) -> Purse {
        Purse { hp: numbers.stats[0], keys: self.keys_of(numbers) }
    }

    /// The slot of something; none where there are too many.
    pub(super) fn slot(&mut self, what: Slot) -> Option<u8> {
        if let Some(&known) = self.known.get(&what) {
            return Some(known);
        }
        if self.all.len() >= SLOTS {
            return None;
        }
        let slot = self.all.len() as u8;
        self.all.push(what);
        self.known.insert(what, slot);
        Some(slot)
    }

    /// Whether a slot counts items other than keys that may be owed.
    pub(super) fn is_item(&self, slot: u8) -> bool {
        matches!(self.all[usize::from(slot)], Slot::Item(_))
    }

    /// Whether a slot counts items on which fights depend as long as the hero has them.
    pub(super) fn is_lasting(&self, slot: u8) -> bool {
        usize::from(slot) < self.lasting
    }

    /// What the hero of a state has.
    pub(super) fn numbers(&self, state: &State) -> Numbers {
        let mut slots = [0; SLOTS];
        for (slot, what) in slots.iter_mut().zip(&self.all) {
            *slot = match *what {
                Slot::Item(item) => state.item(item) as i32,
                Slot::Flag(flag) => state.flag(flag).number() as i32,
            };
        }
        Numbers { stats: state.stats, slots }
    }

    /// The lasting items that a hero has, a bit each.
    pub(super) fn lasting(&self, numbers: &Numbers) -> u64 {
        let held = numbers.slots[..self.lasting].iter().enumerate();
        held.fold(0, |bits, (slot, &count)| bits | u64::from(count > 0) << slot)
    }

    /// Gives the hero of a state the lasting items of another one, and what some slots count.
    pub(super) fn lend(&self, state: &mut State, numbers: &Numbers, counted: &[u8]) {
        for (slot, what) in self.all[..self.lasting].iter().enumerate() {
            let Slot::Item(item) = *what else { continue };
            let has = i64::from(numbers.slots[slot] > 0);
            if (state.item(item) > 0) != (has > 0) {
                state.set_item(item, has);
            }
        }
        for &slot in counted {
            if let Slot::Flag(flag) = self.all[usize::from(slot)] {
                state.set_flag(flag, Value::Number(f64::from(numbers.slots[usize::from(slot)])));
            }
        }
    }

    /// Another hero, of other attack and defence.
    pub(super) fn stronger(&self, numbers: &Numbers) -> Numbers {
        let mut other = *numbers;
        for (stat, more) in [(1, 17), (2, 13), (3, 5)] {
            other.stats[stat] += more;
        }
        other
    }

    /// Another hero, of no attack and defence.
    pub(super) fn feeble(&self, numbers: &Numbers) -> Numbers {
        let mut other = *numbers;
        other.stats[1..=3].fill(0);
        other
    }

    /// Another hero, of half the attack and defence.
    pub(super) fn weaker(&self, numbers: &Numbers) -> Numbers {
        let mut other = *numbers;
        other.stats[1..=3].iter_mut().for_each(|stat| *stat /= 2);
        other
    }

    /// Another hero, with all the lasting items or none.
    pub(super) fn with_lasting(&self, numbers: &Numbers) -> Numbers {
        let mut other = *numbers;
        let has = i32::from(self.lasting(numbers) == 0);
        other.slots[..self.lasting].fill(has);
        other
    }

    /// Another hero, for whom some slots count one more.
    pub(super) fn counted_up(&self, numbers: &Numbers, counted: &[u8]) -> Numbers {
        let mut other = *numbers;
        for &slot in counted {
            other.slots[usize::from(slot)] += 1;
        }
        other
    }
}

/// Items that an expression asks about.
fn items(expression: &Expression, found: &mut Vec<u32>) {
    match expression {
        Expression::Item(item) | Expression::HasItem(item) => found.push(*item),
        Expression::Not(inner) | Expression::Negative(inner) => items(inner, found),
        Expression::Binary(_, sides) => {
            items(&sides.0, found);
            items(&sides.1, found);
        }
        _ => {}
    }
}
