//! Equipment: what is worn in slots, each in the place of what was worn there before.
//!
//! What is put on adds to the hero's numbers, in points and in percent; what is taken off goes back into the bag. A slot, a percentage
//! and what an event has changed of equipment are flags that no event can name, so that states which differ in them differ.

use crate::read::{Reader, number_of};
use crate::rules::action::{Actions, Assign};
use crate::rules::expression::{Stat, Tables};
use crate::rules::model::Project;
use crate::rules::run::{Halt, Run};
use crate::rules::state::{MAX_STAT, State};
use crate::rules::value::Value;
use serde_json::Value as Json;

/// Maximum number of slots.
const MAX_SLOTS: usize = 32;

/// The numbers that percentages raise, with their names in items.js.
const RAISED: [(Stat, &str); 3] = [(Stat::Attack, "atk"), (Stat::Defence, "def"), (Stat::Magic, "mdef")];

/// What wearing an item does.
#[derive(Clone, Debug, Default)]
pub struct Equipment {
    /// Slots that it fits in: the first empty one is filled; where there is only one, what was worn there makes room.
    pub slots: Vec<usize>,
    pub values: Vec<(Stat, i64)>,
    /// Percent added to attack, defence, magic defence.
    pub percents: [f64; RAISED.len()],
    /// What putting it on does.
    pub on: Actions,
    /// What taking it off does.
    pub off: Actions,
}

/// The flags of equipment; empty in a tower without any.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// What is worn in each: the number of the item and 1; nothing where it is empty.
    pub worn: Vec<u32>,
    /// Percent added to attack, defence, magic defence; none where neither equipment nor weakness has percentages.
    pub percents: Option<[u32; RAISED.len()]>,
}

/// A number of equipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// Points for one of the hero's numbers.
    Points(Stat),
    /// Percent, by its place among those of [`Equipment`].
    Percent(usize),
}

impl Bonus {
    /// The number that `setEquip` names by a kind, `value` or `percentage`, and a name.
    pub(crate) fn named(kind: &str, name: &str) -> Option<Bonus> {
        match kind {
            "value" => Stat::named(name).map(Bonus::Points),
            "percentage" => RAISED.iter().position(|(_, known)| *known == name).map(Bonus::Percent),
            _ => None,
        }
    }

    /// What it is in items.js; nothing where it is not there.
    fn of(self, equipment: &Equipment) -> Option<f64> {
        match self {
            Bonus::Points(stat) => {
                equipment.values.iter().find(|&&(of, _)| of == stat).map(|&(_, points)| points as f64)
            }
            Bonus::Percent(place) => Some(equipment.percents[place]).filter(|&percent| percent != 0.0),
        }
    }
}

/// A number of equipment that events change: the item, which number, and the flag with what was added to it.
pub(crate) type Change = (u32, Bonus, u32);

impl Slots {
    /// Makes place for percentages.
    pub(crate) fn raise(&mut self, tables: &mut Tables) {
        self.percents = Some(RAISED.map(|(_, name)| tables.flags.number(&format!("@percent@{name}"))));
    }
}

/// Reads what wearing an item does.
pub(crate) fn read(id: &str, json: &Json, reader: &mut Reader) -> Equipment {
    let part = |name: &str| json.get("equip").and_then(|equip| equip.get(name));
    let slots = match part("type") {
        Some(Json::String(name)) => {
            (0..reader.slot_names.len()).filter(|&slot| reader.slot_names[slot] == *name).collect()
        }
        other => vec![other.and_then(number_of).and_then(|slot| usize::try_from(slot).ok()).unwrap_or(0)],
    };
    let slots: Vec<usize> = slots.into_iter().filter(|&slot| slot < MAX_SLOTS).collect();
    if slots.is_empty() {
        reader.skip("items.js", id, "equipment for no slot");
    }
    let highest = slots.iter().max().map_or(0, |slot| slot + 1);
    for slot in reader.slots.worn.len()..highest {
        reader.slots.worn.push(reader.tables.flags.number(&format!("@slot@{slot}")));
    }
    let mut equipment = Equipment { slots, ..Equipment::default() };
    for (name, value) in part("value").and_then(Json::as_object).into_iter().flatten() {
        match (Stat::named(name), number_of(value)) {
            (Some(stat), Some(value)) => equipment.values.push((stat, value)),
            _ => drop(reader.skip("items.js", id, format!("{name:?} of equipment"))),
        }
    }
    for (name, value) in part("percentage").and_then(Json::as_object).into_iter().flatten() {
        match (RAISED.iter().position(|(_, known)| known == name), value.as_f64()) {
            (Some(place), Some(value)) => equipment.percents[place] = value,
            _ => drop(reader.skip("items.js", id, format!("{name:?} in percent of equipment"))),
        }
    }
    if equipment.percents.iter().any(|&percent| percent != 0.0) {
        reader.slots.raise(&mut reader.tables);
    }
    let mut actions = |name: &str| {
        part(name)
            .or(json.get(name))
            .filter(|event| event.is_array())
            .map_or_else(Vec::new, |event| reader.at("items.js", id).actions(event))
    };
    (equipment.on, equipment.off) = (actions("equipEvent"), actions("unequipEvent"));
    equipment
}

/// A number of the hero's as fights count it: raised by what he wears, rounded down.
pub(crate) fn raised(project: &Project, state: &State, stat: Stat) -> i64 {
    let number = state.stat(stat);
    let place = RAISED.iter().position(|(known, _)| *known == stat);
    match project.slots.percents.zip(place) {
        Some((flags, place)) => (number as f64 * (1.0 + state.flag(flags[place]).number() / 100.0)).floor() as i64,
        None => number,
    }
}

/// The item that is worn in a slot.
pub(crate) fn worn(state: &State, slot: u32) -> Option<u32> {
    let number = state.flag(slot).number();
    (number >= 1.0).then(|| number as u32 - 1)
}

impl Run<'_> {
    /// Puts on an item of the bag; what was worn in its slot goes back there.
    ///
    /// # Errors
    /// Those of its events.
    pub(crate) fn put_on(&mut self, item: u32) -> Result<(), Halt> {
        let project = self.project;
        let Some(equipment) = project.items.get(item as usize).and_then(|item| item.equipment.as_deref()) else {
            return Ok(());
        };
        let flags = || equipment.slots.iter().filter_map(|&slot| project.slots.worn.get(slot).copied());
        let empty = flags().find(|&flag| worn(self.state, flag).is_none());
        // Of several slots that are all full none is emptied.
        let only = || flags().next().filter(|_| flags().count() == 1);
        let Some(slot) = empty.or_else(only) else { return Ok(()) };
        self.take_off(slot)?;
        self.state.set_item(item, self.state.item(item) - 1);
        self.state.set_flag(slot, Value::Number(f64::from(item + 1)));
        self.wear(item, equipment, 1);
        self.inserted(&[&equipment.on])
    }

    /// Takes off what is worn in the slot of a flag; whether there was anything.
    ///
    /// # Errors
    /// Those of its events.
    pub(crate) fn take_off(&mut self, slot: u32) -> Result<bool, Halt> {
        let project = self.project;
        let Some(item) = worn(self.state, slot) else { return Ok(false) };
        self.state.set_flag(slot, Value::Null);
        let count = self.state.item(item) + 1;
        self.state.set_item(item, count);
        if let Some(equipment) = project.items.get(item as usize).and_then(|item| item.equipment.as_deref()) {
            self.wear(item, equipment, -1);
            self.inserted(&[&equipment.off])?;
        }
        Ok(true)
    }

    /// Changes a number of equipment, of what is worn, too. A number that items.js lacks is no number until one is set.
    ///
    /// # Errors
    /// It is no number then, or points that are not whole.
    pub(crate) fn set_equipment(
        &mut self,
        (item, bonus, flag): Change,
        assign: Assign,
        value: f64,
    ) -> Result<(), Halt> {
        let project = self.project;
        let Some(equipment) = project.items.get(item as usize).and_then(|item| item.equipment.as_deref()) else {
            return Ok(());
        };
        let (base, added) = (bonus.of(equipment), self.state.flag(flag));
        let old = match (base, added) {
            (None, Value::Null) => f64::NAN,
            (base, added) => base.unwrap_or(0.0) + added.number(),
        };
        let new = assign.apply(old, value);
        let is_whole = matches!(bonus, Bonus::Percent(_)) || new.fract() == 0.0;
        if !is_whole || new.is_nan() || new.abs() > MAX_STAT as f64 {
            return Err(Halt::NotFinite);
        }
        self.state.set_flag(flag, Value::Number(new - base.unwrap_or(0.0)));
        if project.slots.worn.iter().any(|&slot| worn(self.state, slot) == Some(item)) {
            self.add(bonus, new - if old.is_nan() { 0.0 } else { old });
        }
        Ok(())
    }

    /// Adds what an item adds, or takes it away again.
    fn wear(&mut self, item: u32, equipment: &Equipment, sign: i64) {
        for &(stat, value) in &equipment.values {
            let now = self.state.stat(stat);
            self.state.set_stat(stat, now + sign * value);
        }
        self.raise(equipment.percents, sign);
        for &(of, bonus, flag) in &self.project.tables.changed_equipment {
            if of == item {
                self.add(bonus, sign as f64 * self.state.flag(flag).number());
            }
        }
    }

    fn add(&mut self, bonus: Bonus, number: f64) {
        match bonus {
            Bonus::Points(stat) => self.state.set_stat(stat, self.state.stat(stat) + number as i64),
            Bonus::Percent(place) => {
                let mut percents = [0.0; RAISED.len()];
                percents[place] = number;
                self.raise(percents, 1);
            }
        }
    }

    /// Adds percent to attack, defence and magic defence, or takes them away again; the platform keeps one digit behind the point.
    pub(crate) fn raise(&mut self, percents: [f64; RAISED.len()], sign: i64) {
        for (flag, percent) in self.project.slots.percents.into_iter().flatten().zip(percents) {
            let now = ((self.state.flag(flag).number() + sign as f64 * percent) * 10.0).round() / 10.0;
            self.state.set_flag(flag, if now == 0.0 { Value::Null } else { Value::Number(now) });
        }
    }
}
