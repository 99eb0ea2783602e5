//! Events followed without playing: what may run of them, and what is known by then.
//!
//! One condition in a list is often settled by what stands before it (a common event that is given the number of its floor); both sides
//! of any other one may run. It is what compilers call abstract interpretation (Cousot and Cousot, 1977), with constants alone.

use super::Place;
use crate::action::{Action, Actions, Arrival, Assign, CellOf, FloorOf, Target};
use crate::expression::Expression;
use crate::model::Project;
use crate::scope::Within;
use crate::state::State;
use crate::value::Value;

/// The cell of what happens on no cell of its own.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The deepest that events insert each other: those of the game stop there.
const DEPTH: u32 = 40;

/// An action that may run: none that only holds others.
pub(super) struct Possible<'a> {
    pub action: &'a Action,
    /// Whether it runs in any case when its list does.
    pub is_certain: bool,
    /// The number of the hero's floor then; none where it is not known.
    pub floor: Option<u16>,
    /// The cells that it names and that lie on their floor; none where they are not known.
    pub cells: Option<Vec<Place>>,
    /// The value that it gives; none where it is not known, and where it gives none.
    pub value: Option<Value>,
}

/// What may run when a list does as the event of a place.
pub(super) fn possible<'a>(project: &'a Project, start: &State, list: &'a Actions, place: Place) -> Vec<Possible<'a>> {
    let mut follower = Follower::new(project, start, place);
    follower.list(list, &mut Known { floor: Some(place.0), flags: Vec::new() });
    follower.found
}

/// [`possible`] for a single action.
pub(super) fn possible_of<'a>(
    project: &'a Project,
    start: &State,
    action: &'a Action,
    place: Place,
) -> Vec<Possible<'a>> {
    let mut follower = Follower::new(project, start, place);
    follower.action(action, &mut Known { floor: Some(place.0), flags: Vec::new() });
    follower.found
}

/// What is known at some point of a list.
#[derive(Clone)]
struct Known {
    floor: Option<u16>,
    flags: Vec<(u32, Value)>,
}

impl Known {
    fn set(&mut self, flag: u32, value: Option<Value>) {
        self.flags.retain(|&(known, _)| known != flag);
        self.flags.extend(value.map(|value| (flag, value)));
    }

    /// What is known whichever of two ways was gone.
    fn meet(&mut self, other: &Known) {
        self.flags.retain(|flag| other.flags.contains(flag));
        if self.floor != other.floor {
            self.floor = None;
        }
    }
}

struct Follower<'a> {
    project: &'a Project,
    /// Any state, with the flags that are known.
    scratch: State,
    place: Place,
    found: Vec<Possible<'a>>,
    depth: u32,
    /// How many conditions or loops there are around.
    inner: u32,
    /// Whether the list or a loop may have been left before.
    left: bool,
}

impl<'a> Follower<'a> {
    fn new(project: &'a Project, start: &State, place: Place) -> Self {
        Follower { project, scratch: start.clone(), place, found: Vec::new(), depth: 0, inner: 0, left: false }
    }

    fn list(&mut self, list: &'a Actions, known: &mut Known) {
        if self.depth >= DEPTH {
            return;
        }
        self.depth += 1;
        for action in list {
            self.action(action, known);
        }
        self.depth -= 1;
    }

    fn action(&mut self, action: &'a Action, known: &mut Known) {
        let project = self.project;
        match action {
            Action::If(condition, yes, no) => match self.value(condition, known).map(Value::holds) {
                Some(true) => self.list(yes, known),
                Some(false) => self.list(no, known),
                None => self.either(&[yes, no], known),
            },
            Action::Switch(value, cases) => self.switch(value, cases, known),
            Action::Choices(choices) => {
                let lists: Vec<_> = choices.iter().map(|choice| &choice.actions).collect();
                self.either(&lists, known);
            }
            Action::While(_, body, _) => self.again(&[body], known),
            Action::For(_, _, body) => self.again(&[body], known),
            Action::OpenShop(shop) => {
                let choices = project.shops.get(*shop).into_iter().flatten();
                self.again(&choices.map(|choice| &choice.actions).collect::<Vec<_>>(), known);
            }
            Action::Break(_) | Action::Continue(_) | Action::Exit => self.left = true,
            Action::Insert(event, given) => {
                for (number, value) in given.iter().enumerate() {
                    let value = self.value(value, known);
                    if let Some(flag) = project.tables.flags.find(&format!("arg{}", number + 1)) {
                        known.set(flag, value);
                    }
                }
                if let Some(list) = project.common.get(*event) {
                    self.list(list, known);
                }
            }
            Action::UseItem(item) => {
                if let Some(list) = project.items.get(*item as usize).and_then(|item| item.use_effect.as_ref()) {
                    self.list(list, known);
                }
            }
            _ => self.plain(action, known),
        }
    }

    /// What holds no other action.
    fn plain(&mut self, action: &'a Action, known: &mut Known) {
        let value = match action {
            Action::SetValue(_, _, value) | Action::SetEnemy(.., value) => self.value(value, known),
            _ => None,
        };
        let cells = self.cells(action, known);
        let is_certain = self.inner == 0 && !self.left;
        self.found.push(Possible { action, is_certain, floor: known.floor, cells, value });
        match action {
            Action::SetValue(Target::Flag(flag), assign, _) => {
                known.set(*flag, value.filter(|_| *assign == Assign::Set));
            }
            // What follows a door, a fight and an arrival runs in between, and may set any flag.
            Action::ChangeFloor(floor, _) => {
                known.floor = known.floor.and_then(|here| floor.number(here, self.project.floors.len()));
                known.flags.clear();
            }
            Action::OpenDoor(..) | Action::Battle(_) | Action::BattleAt(_) => known.flags.clear(),
            _ => {}
        }
    }

    fn switch(&mut self, value: &'a Expression, cases: &'a [(Option<Expression>, Actions, bool)], known: &mut Known) {
        let value = self.value(value, known);
        let of = |case: &Option<Expression>| case.as_ref().map(|of| self.value(of, known));
        let of: Vec<Option<Option<Value>>> = cases.iter().map(|(case, ..)| of(case)).collect();
        let is_known = of.iter().all(|case| !matches!(case, Some(None)));
        let Some(value) = value.filter(|_| is_known) else {
            if cases.iter().any(|(.., goes_on)| *goes_on) {
                known.flags.clear();
            }
            let none = std::iter::once(NOTHING);
            return self.either(&cases.iter().map(|(_, list, _)| list).chain(none).collect::<Vec<_>>(), known);
        };
        let mut falls = false;
        for ((_, list, goes_on), of) in cases.iter().zip(of) {
            if !falls && of.flatten().is_some_and(|of| !value.equals(of)) {
                continue;
            }
            self.list(list, known);
            if !goes_on {
                return;
            }
            falls = true;
        }
    }

    /// One of some lists.
    fn either(&mut self, lists: &[&'a Actions], known: &mut Known) {
        let before = known.clone();
        self.inner += 1;
        for (number, list) in lists.iter().enumerate() {
            let mut after = before.clone();
            self.list(list, &mut after);
            if number == 0 {
                *known = after;
            } else {
                known.meet(&after);
            }
        }
        self.inner -= 1;
    }

    /// Lists that may run any number of times.
    fn again(&mut self, lists: &[&'a Actions], known: &mut Known) {
        known.flags.clear();
        let floor = known.floor;
        self.inner += 1;
        for list in lists {
            self.list(list, known);
            known.flags.clear();
        }
        self.inner -= 1;
        if known.floor != floor {
            known.floor = None;
        }
    }

    fn value(&self, expression: &Expression, known: &Known) -> Option<Value> {
        if let Expression::Constant(value) = expression {
            return Some(*value);
        }
        let floor = known.floor.filter(|_| self.is_known(expression, known))?;
        let mut state = State { floor, ..self.scratch.clone() };
        known.flags.iter().for_each(|&(flag, value)| state.set_flag(flag, value));
        let (x, y) = self.own();
        let scope = Within { project: self.project, state: &state, own: (self.place.0, x, y), locals: &[] };
        Some(expression.value(&scope))
    }

    /// Column and row of the event.
    fn own(&self) -> (u8, u8) {
        let (floor, cell) = self.place;
        if cell == NOWHERE { (0, 0) } else { self.project.floors[usize::from(floor)].at(cell) }
    }

    /// Whether the value of an expression depends on nothing that is not known.
    fn is_known(&self, expression: &Expression, known: &Known) -> bool {
        expression.every_leaf(&mut |leaf| match leaf {
            Expression::Own(_) => self.place.1 != NOWHERE,
            Expression::Flag(flag) | Expression::FlagOrNull(flag) => known.flags.iter().any(|(known, _)| known == flag),
            leaf => leaf.is_fixed(),
        })
    }

    /// The cells that an action names.
    fn cells(&self, action: &Action, known: &Known) -> Option<Vec<Place>> {
        let (floor, cells): (FloorOf, Vec<&CellOf>) = match action {
            Action::SetBlock(_, floor, cells) | Action::Hide(floor, cells, _) | Action::Show(floor, cells) => {
                (*floor, cells.iter().collect())
            }
            Action::OpenDoor(floor, cell, _) | Action::ChangeFloor(floor, Arrival::Cell(cell)) => (*floor, vec![cell]),
            Action::Move(cell, ..) | Action::ChangePos(cell) | Action::BattleAt(cell) => (FloorOf::Here, vec![cell]),
            Action::Jump(from, to, _) => (FloorOf::Here, vec![from, to]),
            _ => return Some(Vec::new()),
        };
        let here = match floor {
            FloorOf::At(number) => number as u16,
            _ => known.floor?,
        };
        let Some(number) = floor.number(here, self.project.floors.len()) else { return Some(Vec::new()) };
        let kind = &self.project.floors[usize::from(number)];
        let mut found = Vec::with_capacity(cells.len());
        for (x, y) in cells {
            let [x, y] = [x, y].map(|of| self.value(of, known).map(Value::number));
            found.extend(kind.cell(x? as i32, y? as i32).map(|cell| (number, cell)));
        }
        Some(found)
    }
}

/// No action.
const NOTHING: &Actions = &Actions::new();
