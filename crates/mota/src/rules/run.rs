//! Events, run: actions change the state; where the player has to choose, a script of choices answers.

mod flow;
mod values;

use crate::rules::action::{Action, Actions, CellOf, FloorOf};
use crate::rules::eval::Scope;
use crate::rules::event_context::EventContext;
use crate::rules::expression::Expression;
use crate::rules::fight;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use crate::rules::value::Value;
use crate::rules::walk::{self, Ahead};
use std::cmp::Reverse;
use std::ops::Deref;
use thiserror::Error;

/// Maximum number of actions in one step of the hero: an event that takes more is an endless loop.
pub(crate) const MAX_ACTIONS: u32 = 10_000;

/// The deepest that events insert each other.
const DEPTH: u32 = 40;

/// Why an event did not run to its end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Halt {
    /// The script has no answer.
    #[error("an answer is missing")]
    Choose(Question),
    /// The script's answer cannot be chosen.
    #[error("the answer {0} cannot be chosen")]
    BadChoice(u8),
    /// Something that is not understood, by its number in the report.
    #[error("something is not understood")]
    Refused(usize),
    /// A number of the hero would be none, infinite, or beyond [`MAX_STAT`](crate::rules::state::MAX_STAT).
    #[error("a number that is not finite or beyond 2^52, expected an amount")]
    NotFinite,
    /// More actions than [`MAX_ACTIONS`].
    #[error("an event runs in a circle")]
    Circle,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// What an event asks. As a slice, the answers that can be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The answers to choose from.
    pub open: Vec<u8>,
    /// What each of them reads, a text; empty where it is to leave a shop.
    pub answers: Vec<u32>,
    /// Floor, column and row of the event.
    pub at: (u16, u8, u8),
    /// What is asked, a text.
    pub text: u32,
    /// Equal for the same question.
    pub(crate) id: usize,
}

impl Deref for Question {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.open
    }
}

impl IntoIterator for Question {
    type Item = u8;
    type IntoIter = std::vec::IntoIter<u8>;

    fn into_iter(self) -> Self::IntoIter {
        self.open.into_iter()
    }
}

/// When automatic events are looked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum When {
    /// Before the first floor: those of any floor.
    Before,
    /// Between a step of the hero's and what the cell does: all.
    Step,
    /// Within an event: all.
    Action,
    /// After a key: all others.
    Rest,
}

/// How a list of actions ended.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break(u32),
    Continue(u32),
    Exit,
    Revisit,
}

type Ran = Result<Flow, Halt>;

/// An event under way.
pub struct Run<'a> {
    /// The tower.
    pub project: &'a Project,
    /// The state.
    pub state: &'a mut State,
    /// The player's choices, in order.
    pub script: &'a [u8],
    /// How many of them were used.
    pub used: usize,
    /// Whether an action has updated the status bar, which is when the platform looks for automatic events.
    pub has_refreshed: bool,
    /// Whether an item acts at once: the platform looks for automatic events before that, as the item leaves its cell, and not after.
    pub(crate) is_gift: bool,
    /// Column and row of the event.
    own: (u8, u8),
    /// The floor that actions without a floor mean: that of the automatic event under way; none: the hero's.
    meant: Option<u16>,
    /// Whether the hero is on no floor yet: then such actions do nothing.
    pub(crate) nowhere: bool,
    /// The automatic events under way, by floor and number: none of them starts again before its end.
    running: Vec<(usize, usize)>,
    /// Before the first step: what is not understood, and left out, by its number in the report.
    pub(crate) skipped: Option<Vec<usize>>,
    locals: Vec<Value>,
    actions: u32,
    depth: u32,
    /// How many loops, automatic and common events are under way, each of which a `break` leaves.
    loops: u32,
    /// How what came between the actions of an event ended, where that event does not simply go on.
    left: Option<Flow>,
}

impl<'a> Run<'a> {
    /// No event yet.
    pub fn new(project: &'a Project, state: &'a mut State, script: &'a [u8]) -> Self {
        Run {
            project,
            state,
            script,
            used: 0,
            has_refreshed: false,
            is_gift: false,
            own: (0, 0),
            meant: None,
            nowhere: false,
            running: Vec::new(),
            skipped: None,
            locals: Vec::new(),
            actions: 0,
            depth: 0,
            loops: 0,
            left: None,
        }
    }

    /// Runs actions as the event of a cell. What follows in the event under way is of that cell, too.
    ///
    /// # Errors
    /// Why they did not run to their end.
    pub fn event(&mut self, actions: &[Action], x: u8, y: u8) -> Result<(), Halt> {
        self.events(&[actions], x, y)
    }

    /// The same, of lists that follow each other.
    ///
    /// # Errors
    /// Why they did not run to their end.
    pub(crate) fn events(&mut self, lists: &[&[Action]], x: u8, y: u8) -> Result<(), Halt> {
        if lists.iter().any(|list| !list.is_empty()) {
            self.own = (x, y);
        }
        self.lists(lists)
    }

    /// Runs actions that have no cell of their own: within an event they are of its cell.
    ///
    /// # Errors
    /// Why they did not run to their end.
    pub(crate) fn inserted(&mut self, lists: &[&[Action]]) -> Result<(), Halt> {
        if self.depth == 0 {
            self.own = (self.state.x, self.state.y);
        }
        self.lists(lists)
    }

    fn lists(&mut self, lists: &[&[Action]]) -> Result<(), Halt> {
        let ran = self.each(lists);
        self.forget();
        ran
    }

    fn each(&mut self, lists: &[&[Action]]) -> Result<(), Halt> {
        for list in lists {
            if self.left.is_some() {
                break;
            }
            let mut ran = self.list(list)?;
            while let (Flow::Revisit, Some(actions)) = (&ran, self.revisited()) {
                ran = self.list(actions)?;
            }
            if self.leaves(ran) {
                break;
            }
        }
        Ok(())
    }

    /// Forgets what is kept for the length of an event, where none goes on.
    fn forget(&mut self) {
        if self.depth == 0 {
            self.project.temporary.iter().for_each(|&flag| self.state.set_flag(flag, Value::Null));
        }
    }

    /// Whether what came between the actions of an event ends more than itself. The event under way ends by it, too, or leaves its loop.
    fn leaves(&mut self, flow: Flow) -> bool {
        let leaves = flow != Flow::Next;
        self.left = Some(flow).filter(|_| leaves && self.depth > 0);
        leaves
    }

    /// Floor, column and row of the event.
    fn own(&self) -> (u16, u8, u8) {
        (self.meant.unwrap_or(self.state.floor), self.own.0, self.own.1)
    }

    /// Does what a cell does: the rest of the event under way is of that cell, too, unless there is nothing but a script.
    ///
    /// # Errors
    /// Why it was not done to its end.
    pub(crate) fn trigger(
        &mut self,
        cell: u16,
        what: Ahead<'_>,
        act: fn(&mut Run<'_>, Ahead<'_>, u16) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let (before, floor) = (self.own, usize::from(self.state.floor));
        let moves = self.state.here().visible(cell).is_some()
            && !matches!(walk::beneath(self.project, self.state, floor, cell).0, Ahead::Nothing);
        if moves {
            self.own = self.project.floors[floor].at(cell);
        }
        act(self, what, cell)?;
        if !moves {
            self.own = before;
        }
        Ok(())
    }

    /// The event of the own cell, if it is visible there.
    fn revisited(&self) -> Option<&'a Actions> {
        let (floor, x, y) = self.own();
        let kind = &self.project.floors[usize::from(floor)];
        let cell = kind.cell(x.into(), y.into())?;
        self.state.floors[usize::from(floor)].visible(cell)?;
        kind.events[usize::from(cell)].as_deref().map(|event| &event.actions)
    }

    /// Raises the hero's level and starts the automatic events whose conditions hold, as the platform does whenever the status bar is updated. Returns whether
    /// one came that comes once.
    ///
    /// # Errors
    /// One did not run to its end.
    pub(crate) fn start_automatic(&mut self, when: When) -> Result<bool, Halt> {
        if self.left.is_some() || self.is_gift {
            return Ok(false);
        }
        if when != When::Step {
            self.rise()?;
        }
        let project = self.project;
        let mut due = Vec::new();
        for (floor, kind) in project.floors.iter().enumerate() {
            for (number, event) in kind.auto.iter().enumerate() {
                let here = floor == usize::from(self.state.floor);
                let was = event.once.is_some_and(|flag| self.state.flag(flag).holds());
                let comes = match when {
                    When::Before => !event.here_only && !event.is_goal,
                    When::Step => event.asks_place || !event.is_goal,
                    When::Action => !event.is_goal,
                    When::Rest => !event.asks_place,
                };
                let waits = was || (event.here_only && !here);
                if !comes || waits || self.running.contains(&(floor, number)) || !self.holds(&event.condition) {
                    continue;
                }
                if let Some(flag) = event.once {
                    self.state.set_flag(flag, Value::Bool(true));
                }
                due.push((floor, number));
            }
        }
        due.sort_by_key(|&(floor, number)| {
            let event = &project.floors[floor].auto[number];
            (Reverse(event.priority), floor, event.cell, number)
        });
        let mut came = false;
        self.running.extend(&due);
        for &(floor, number) in &due {
            let event = &project.floors[floor].auto[number];
            let before = (self.own, self.meant);
            self.own = event.cell;
            self.meant = (!event.is_goal).then_some(floor as u16);
            let ran = self.turn(&event.actions);
            self.forget();
            (self.own, self.meant) = before;
            self.running.retain(|&running| running != (floor, number));
            came |= event.once.is_some();
            if let Some(flow) = ran?
                && self.leaves(flow)
            {
                break;
            }
        }
        Ok(came)
    }

    fn scope(&self) -> EventContext<'_> {
        EventContext { project: self.project, state: self.state, own: self.own(), locals: &self.locals }
    }

    fn value(&self, expression: &Expression) -> Value {
        expression.value(&self.scope())
    }

    fn number(&self, expression: &Expression) -> f64 {
        self.scope().number(self.value(expression))
    }

    pub(crate) fn holds(&self, expression: &Expression) -> bool {
        self.value(expression).holds()
    }

    /// Something that is not understood: left out before the first step.
    ///
    /// # Errors
    /// Later it is refused.
    pub(crate) fn refuse(&mut self, issue: usize) -> Result<(), Halt> {
        self.skipped.as_mut().map(|skipped| skipped.push(issue)).ok_or(Halt::Refused(issue))
    }

    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        self.actions += 1;
        if self.actions > MAX_ACTIONS { Err(Halt::Circle) } else { Ok(()) }
    }

    fn list(&mut self, actions: &[Action]) -> Ran {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Halt::Circle);
        }
        for action in actions {
            self.tick()?;
            let flow = match self.action(action)? {
                Flow::Next => self.left.take().unwrap_or(Flow::Next),
                flow => flow,
            };
            if flow != Flow::Next {
                self.depth -= 1;
                return Ok(flow);
            }
        }
        self.depth -= 1;
        Ok(Flow::Next)
    }

    fn action(&mut self, action: &Action) -> Ran {
        match action {
            Action::If(condition, yes, no) => return self.list(if self.holds(condition) { yes } else { no }),
            Action::Switch(value, cases) => return self.switch(value, cases),
            Action::Choices(choices) => return self.choose(choices),
            Action::While(condition, body, after) => return self.loops(condition, body, *after),
            Action::For(flag, bounds, body) => return self.count(*flag, bounds, body),
            Action::Break(count) => return Ok(self.out_of(*count)),
            Action::Continue(count) => {
                let outer = (count - 1).min(self.loops);
                return Ok(if outer < self.loops { Flow::Continue(outer + 1) } else { self.out_of(outer) });
            }
            Action::Exit => return Ok(Flow::Exit),
            Action::Insert(event, given) => return self.insert(*event, given),
            Action::OpenShop(shop, before) => {
                self.state.enable_shop(*shop, true);
                return self.shop(*shop, *before);
            }
            Action::EnableShop(shop, enabled) => self.state.enable_shop(*shop, *enabled),
            Action::UseItem(item) => drop(self.use_item(*item)?),
            Action::Unknown(issue) => return self.refuse(*issue).map(|()| Flow::Next),
            Action::InsertAt(floor, list, cell) => return self.insert_at(*floor, *list, cell),
            Action::Win(reason) => {
                let reached = self.project.goal.as_ref().is_none_or(|goal| self.holds(goal));
                return self.over(if reached { Ending::Won } else { Ending::Lost }, *reason);
            }
            Action::Lose(reason) => return self.over(Ending::Lost, *reason),
            Action::Advance => return walk::advance(self).map(|()| Flow::Next),
            Action::PushBox => return walk::push_box(self).map(|()| Flow::Next),
            Action::Battle(enemy) => self.battle(*enemy, None)?,
            Action::BattleAt(cell) => {
                let cell = self.cell(self.state.floor, cell);
                if let Some(cell) = cell
                    && let Some(enemy) = fight::enemy_at(self.project, self.state, cell)
                {
                    self.battle(enemy, Some(cell))?;
                }
            }
            Action::Trigger(cell) => {
                if let Some(cell) = self.cell(self.state.floor, cell) {
                    let (what, _) = walk::ahead(self.project, self.state, usize::from(self.state.floor), cell);
                    self.trigger(cell, what, walk::touch)?;
                }
            }
            Action::Revisit => return Ok(self.revisited().map_or(Flow::Next, |_| Flow::Revisit)),
            Action::ChangeFloor(floor, arrival, turn) => self.change_floor(*floor, arrival, turn)?,
            Action::SetValue(target, assign, value) => self.set_value(*target, *assign, value)?,
            Action::SetEnemy(enemy, part, assign, value) => self.set_enemy(*enemy, *part, *assign, value),
            Action::SetEquipment(change, assign, value) => {
                let value = self.number(value);
                self.set_equipment(*change, *assign, value)?;
            }
            Action::SetEnemyAt(floor, cells, change) => self.set_enemy_at(*floor, cells, change.as_ref()),
            Action::Debuff(kinds) => self.debuff(*kinds),
            Action::Cure(cured) => self.cure(*cured),
            Action::PutOn(item) => self.put_on(*item)?,
            Action::TakeOff(slot) => {
                if let Some(&slot) = self.project.slots.worn.get(*slot) {
                    self.take_off(slot)?;
                }
            }
            Action::Show(..) | Action::MoveHero(_) | Action::ChangePos(..) => {
                return self.blocks(action).map(|()| Flow::Next);
            }
            _ => self.blocks(action)?,
        }
        self.has_refreshed |= !self.is_gift;
        self.start_automatic(When::Action)?;
        Ok(Flow::Next)
    }

    pub(crate) fn floor_number(&self, floor: FloorOf) -> Option<u16> {
        match (floor, self.meant) {
            (FloorOf::Here, _) if self.nowhere => None,
            (FloorOf::Here, Some(meant)) => Some(meant),
            _ => floor.number(self.state.floor, self.project.floors.len()),
        }
    }

    /// The cell of a floor that an event names; none outside.
    pub(crate) fn cell(&self, floor: u16, cell: &CellOf) -> Option<u16> {
        let (x, y) = (self.number(&cell.0), self.number(&cell.1));
        self.project.floors[usize::from(floor)].cell(x as i32, y as i32)
    }
}
