//! The order in which actions run: choices, cases, loops, common events, shops.

use super::{Flow, Halt, Question, Ran, Run};
use crate::rules::action::{Actions, CellList, CellOf, Choice, FloorOf, Target};
use crate::rules::eval::Scope;
use crate::rules::expression::{Expression, INPUTS};
use crate::rules::model::Shop;
use crate::rules::state::{Ending, MAX_SHOPS};
use crate::rules::value::{Names, Value};

impl Run<'_> {
    /// Leaves this number of loops, or all. Outside of loops nothing is left.
    pub(super) fn out_of(&self, loops: u32) -> Flow {
        match loops.min(self.loops) {
            0 => Flow::Next,
            loops => Flow::Break(loops),
        }
    }

    pub(super) fn over(&mut self, ending: Ending, reason: u32) -> Ran {
        self.state.end_text = reason;
        self.state.ending = ending;
        Err(Halt::Over)
    }

    pub(super) fn switch(&mut self, value: &Expression, cases: &[(Option<Expression>, Actions, bool)]) -> Ran {
        let value = self.value(value);
        let mut met = Vec::new();
        for (of, actions, goes_on) in cases {
            if of.as_ref().is_none_or(|of| value == self.value(of)) {
                met.push(actions);
                if !goes_on {
                    break;
                }
            }
        }
        for actions in met {
            match self.list(actions)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// Whether the next answer is this one, which is used then.
    pub(crate) fn takes(&mut self, answer: u8) -> bool {
        let is_next = self.script.get(self.used) == Some(&answer);
        self.used += usize::from(is_next);
        is_next
    }

    /// The choice of the script: counted among those that are shown. What is not `offered` is shown, and cannot be chosen.
    pub(super) fn choice<'c>(&mut self, choices: &'c [Choice], offered: bool) -> Result<Option<&'c Choice>, Halt> {
        let shown: Vec<&Choice> =
            choices.iter().filter(|choice| choice.shown.as_ref().is_none_or(|shown| self.holds(shown))).collect();
        let may = |choice: &&Choice| offered && choice.need.as_ref().is_none_or(|need| self.holds(need));
        let answer = |number: usize, choice: &Choice| choice.input.map_or(number as u8, |input| INPUTS + input);
        let mut answers = shown.iter().enumerate().map(|(number, choice)| (answer(number, choice), *choice));
        let Some(&number) = self.script.get(self.used) else {
            let given = answers.filter(|(_, choice)| may(choice));
            let (open, answers) = given.map(|(number, choice)| (number, choice.text)).unzip();
            let text = shown.first().map_or(0, |choice| choice.question);
            return Err(Halt::Choose(Question { open, answers, at: self.own(), text, id: choices.as_ptr() as usize }));
        };
        match answers.find(|(answer, _)| *answer == number).map(|(_, choice)| choice) {
            Some(choice) if may(&choice) => {
                self.used += 1;
                Ok(Some(choice))
            }
            _ => Err(Halt::BadChoice(number)),
        }
    }

    pub(super) fn choose(&mut self, choices: &[Choice]) -> Ran {
        // The platform does not ask where there is nothing to choose from.
        if !choices.iter().any(|choice| choice.shown.as_ref().is_none_or(|shown| self.holds(shown))) {
            return Ok(Flow::Next);
        }
        match self.choice(choices, true)? {
            Some(choice) => self.list(&choice.actions),
            None => Ok(Flow::Next),
        }
    }

    pub(super) fn loops(&mut self, condition: &Expression, body: &Actions, after: bool) -> Ran {
        let mut first = after;
        while std::mem::take(&mut first) || self.holds(condition) {
            self.tick()?;
            if let Some(flow) = self.turn(body)? {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// The body of a loop, once: how the loop ends by it, if it does. The platform wraps automatic and common events into loops of one turn.
    pub(super) fn turn(&mut self, body: &Actions) -> Result<Option<Flow>, Halt> {
        self.loops += 1;
        let flow = self.list(body)?;
        self.loops -= 1;
        Ok(match flow {
            Flow::Next | Flow::Continue(1) => None,
            Flow::Break(1) => Some(Flow::Next),
            Flow::Break(count) => Some(Flow::Break(count - 1)),
            Flow::Continue(count) => Some(Flow::Continue(count - 1)),
            leaves @ (Flow::Exit | Flow::Revisit) => Some(leaves),
        })
    }

    pub(super) fn count(&mut self, flag: u32, bounds: &[Expression; 3], body: &Actions) -> Ran {
        let [from, to, by] = bounds;
        // As on the platform, the body may change the flag and the bounds; a loop without a step never ends.
        let Value::Number(mut at) = self.value(from) else { return Ok(Flow::Next) };
        loop {
            // What is no number ends the loop.
            let (Value::Number(end), Value::Number(step)) = (self.value(to), self.value(by)) else {
                return Ok(Flow::Next);
            };
            if (step > 0.0 && at > end) || (step < 0.0 && at < end) {
                return Ok(Flow::Next);
            }
            self.tick()?;
            self.state.set_flag(flag, Value::Number(at));
            if let Some(flow) = self.turn(body)? {
                return Ok(flow);
            }
            at = self.scope().number(self.state.flag(flag)) + self.number(by);
            self.state.set_flag(flag, Value::Number(at));
        }
    }

    pub(super) fn insert(&mut self, event: usize, given: &[(u32, Expression)]) -> Ran {
        for (flag, value) in given {
            let value = self.value(value);
            if let Some(issue) = self.joins(Target::Flag(*flag), value) {
                self.refuse(issue)?;
                continue;
            }
            self.state.set_flag(*flag, value);
        }
        match self.project.common.get(event) {
            Some(actions) => Ok(self.turn(actions)?.unwrap_or(Flow::Next)),
            None => Ok(Flow::Next),
        }
    }

    pub(super) fn insert_at(&mut self, floor: FloorOf, list: CellList, cell: &CellOf) -> Ran {
        let Some(floor) = self.floor_number(floor) else { return Ok(Flow::Next) };
        let (kind, cell) = (&self.project.floors[usize::from(floor)], self.cell(floor, cell));
        let actions = cell.and_then(|cell| match list {
            CellList::Events => kind.events[usize::from(cell)].as_deref().map(|event| &event.actions),
            CellList::BeforeBattle => kind.before_battle.get(&cell),
            CellList::AfterBattle => kind.after_battle.get(&cell),
            CellList::AfterGetItem => kind.after_item.get(&cell),
            CellList::AfterOpenDoor => kind.after_door.get(&cell),
        });
        actions.map_or(Ok(Flow::Next), |actions| self.list(actions))
    }

    /// Opens a shop.
    ///
    /// # Errors
    /// What is bought did not run to its end.
    pub(crate) fn shop_from_afar(&mut self, shop: usize) -> Result<(), Halt> {
        self.shop(shop, Names::EMPTY).map(|_| ())
    }

    /// The choices of a shop come back until the last one, which is to leave, is chosen. `before` is the text shown before it, the question of a shop that has none.
    pub(super) fn shop(&mut self, shop: usize, before: u32) -> Ran {
        let Some(Shop { choices, event, previews, .. }) = self.project.shops.get(shop) else { return Ok(Flow::Next) };
        if let Some(event) = event {
            return self.list(event);
        }
        loop {
            // What is bought may close it.
            let is_open = shop >= MAX_SHOPS || self.state.knows_shop(shop);
            if !is_open && !previews {
                return Ok(Flow::Next);
            }
            let leave =
                choices.iter().filter(|choice| choice.shown.as_ref().is_none_or(|s| self.holds(s))).count() as u8;
            if self.takes(leave) {
                return Ok(Flow::Next);
            }
            match self.choice(choices, is_open) {
                Ok(Some(choice)) => match self.turn(&choice.actions)? {
                    Some(flow) => return Ok(flow),
                    None => self.tick()?,
                },
                Ok(None) => return Ok(Flow::Next),
                Err(Halt::Choose(mut question)) => {
                    question.open.push(leave);
                    question.answers.push(Names::EMPTY);
                    if question.text == Names::EMPTY {
                        question.text = before;
                    }
                    return Err(Halt::Choose(question));
                }
                Err(halt) => return Err(halt),
            }
        }
    }
}
