//! What expressions read of a state.

use crate::rules::equipment::worn;
use crate::rules::eval::Scope;
use crate::rules::expression::{BlockPart, Stat};
use crate::rules::fight;
use crate::rules::model::Project;
use crate::rules::state::State;
use crate::rules::value::Value;

/// A state within an event.
pub(crate) struct EventContext<'a> {
    pub project: &'a Project,
    pub state: &'a State,
    /// Floor, column and row of the event.
    pub own: (u16, u8, u8),
    /// Numbers that statements named.
    pub(crate) locals: &'a [Value],
}

impl<'a> EventContext<'a> {
    /// A state outside any event.
    pub(crate) fn nothing(project: &'a Project, state: &'a State) -> Self {
        EventContext { project, state, own: (state.floor, state.x, state.y), locals: &[] }
    }
}

/// The key of a switch.
pub(crate) fn switch_key(own: (u16, u8, u8), letter: u8) -> u64 {
    1 << 40 | u64::from(own.0) << 24 | u64::from(own.1) << 16 | u64::from(own.2) << 8 | u64::from(letter)
}

impl Scope for EventContext<'_> {
    fn status(&self, stat: Stat) -> i64 {
        self.state.stat(stat)
    }
    fn direction(&self) -> Value {
        let name = crate::rules::model::DIRECTIONS[usize::from(self.state.direction & 3)].0;
        self.project.tables.texts.find(name).map_or(Value::Null, Value::Text)
    }
    fn item(&self, item: u32) -> i64 {
        self.state.item(item)
    }
    fn wears(&self, item: u32) -> bool {
        self.project.slots.worn.iter().any(|&slot| worn(self.state, slot) == Some(item))
    }
    fn has_visited(&self, id: u32) -> bool {
        let floor = self.project.floors.iter().position(|floor| floor.id_text == id);
        floor.is_some_and(|floor| self.state.has_visited(floor))
    }
    fn flag(&self, flag: u32) -> Value {
        self.state.flag(flag)
    }
    fn switch(&self, letter: u8) -> Value {
        self.state.switch(switch_key(self.own, letter))
    }
    fn constant(&self, name: u32) -> f64 {
        self.project.constants.get(name as usize).copied().unwrap_or(0.0)
    }
    fn local(&self, local: u32) -> Value {
        self.locals.get(local as usize).copied().unwrap_or(Value::Null)
    }
    fn floor_id(&self) -> Value {
        Value::Text(self.project.floors[usize::from(self.state.floor)].id_text)
    }
    fn floor_index(&self) -> usize {
        usize::from(self.state.floor)
    }
    fn ratio(&self) -> f64 {
        self.project.floors[usize::from(self.state.floor)].ratio
    }
    fn can_battle(&self, enemy: u32) -> bool {
        fight::fight(self.project, self.state, enemy, None).is_some_and(|fight| self.state.survives(fight.damage))
    }
    fn own(&self, row: bool) -> f64 {
        f64::from(if row { self.own.2 } else { self.own.1 })
    }
    fn text(&self, text: u32) -> &str {
        self.project.tables.texts.name(text)
    }
    fn ahead(&self, row: bool, steps: f64) -> f64 {
        let (dx, dy) = crate::rules::model::DIRECTIONS[usize::from(self.state.direction & 3)].1;
        let (at, step) = if row { (self.state.y, dy) } else { (self.state.x, dx) };
        f64::from(at) + f64::from(step) * steps
    }
    fn size(&self, row: bool) -> f64 {
        let floor = &self.project.floors[usize::from(self.state.floor)];
        f64::from(if row { floor.height } else { floor.width })
    }
    fn block(&self, part: BlockPart, x: f64, y: f64) -> Value {
        let floor = usize::from(self.state.floor);
        let cell = self.project.floors[floor].cell(x as i32, y as i32);
        let number = cell.and_then(|cell| self.state.here().visible(cell));
        let block = number.and_then(|number| self.project.block(number));
        match part {
            BlockPart::NoPass => {
                Value::Bool(cell.is_some_and(|cell| crate::rules::walk::ahead(self.project, self.state, floor, cell).1))
            }
            BlockPart::Number => Value::Number(f64::from(number.unwrap_or(0))),
            // A cell with nothing but an event.
            BlockPart::Id if number == Some(0) => Value::Text(self.project.known.none),
            BlockPart::Id => block.map_or(Value::Null, |block| Value::Text(block.id)),
            BlockPart::Class => block.map_or(Value::Null, |block| Value::Text(block.class)),
        }
    }
}
