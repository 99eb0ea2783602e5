//! Goals other than the tower's own end: a cell, a floor, a condition.

use crate::rules::action::Action;
use crate::rules::expression::{self, Expression, ExpressionError};
use crate::rules::model::{AutoEvent, CellEvent, Floor, Project};
use crate::rules::value::Names;
use std::str::FromStr;
use thiserror::Error;

/// What counts as won in the place of the tower's own end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// What stands on a cell is beaten, taken, opened or entered.
    Cell {
        /// The id of its floor.
        floor: String,
        /// Its column, from 0.
        x: u8,
        /// Its row, from 0.
        y: u8,
    },
    /// The hero arrives on the floor of this id.
    Floor(String),
    /// An expression holds: `floor == MT10 && hp >= 2000`.
    Condition(String),
}

/// Why there is no such goal.
#[derive(Debug, Error)]
pub enum GoalError {
    /// Nothing is given.
    #[error("no goal, expected a cell such as MT10,6,1, a floor, or a condition such as 'floor == MT10 && hp >= 2000'")]
    Empty,
    /// There is no such floor.
    #[error("no floor {0:?} in this tower")]
    Floor(String),
    /// There is no such cell.
    #[error("column {x}, row {y}: floor {floor} has {width} columns and {height} rows")]
    Cell {
        /// The id of the floor.
        floor: String,
        /// The column that was given.
        x: u8,
        /// The row that was given.
        y: u8,
        /// Columns of the floor.
        width: u8,
        /// Rows of the floor.
        height: u8,
    },
    /// A condition cannot be read.
    #[error(transparent)]
    Condition(#[from] ExpressionError),
}

impl FromStr for Goal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Goal, GoalError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(GoalError::Empty);
        }
        if text.contains(['=', '<', '>', '!', '&', '|', '(']) {
            return Ok(Goal::Condition(text.to_owned()));
        }
        Ok(cell(text).unwrap_or_else(|| Goal::Floor(text.to_owned())))
    }
}

/// A cell as FLOOR,COLUMN,ROW.
fn cell(text: &str) -> Option<Goal> {
    let mut parts = text.rsplitn(3, ',');
    let (y, x, floor) = (parts.next()?, parts.next()?, parts.next()?.trim());
    let number = |part: &str| part.trim().parse().ok();
    (!floor.is_empty()).then_some(Goal::Cell { floor: floor.to_owned(), x: number(x)?, y: number(y)? })
}

impl Project {
    /// The project, won when a goal is reached.
    ///
    /// # Errors
    /// There is no such floor or cell, or the condition cannot be read.
    pub fn with_goal(mut self, goal: &Goal) -> Result<Project, GoalError> {
        match goal {
            Goal::Cell { floor, x, y } => self.win_on(floor, *x, *y)?,
            Goal::Floor(id) => {
                let floor = self.floor_mut(id)?;
                (floor.first, floor.each) = (Vec::new(), vec![Action::Win(Names::EMPTY)]);
            }
            Goal::Condition(text) => {
                let condition = self.condition(text)?;
                self.goal = Some(condition.clone());
                let actions = vec![Action::Win(Names::EMPTY)];
                let goal = AutoEvent {
                    cell: (0, 0),
                    condition,
                    here_only: false,
                    priority: i64::MIN,
                    once: None,
                    asks_place: false,
                    is_goal: true,
                    actions,
                };
                if let Some(floor) = self.floors.first_mut() {
                    floor.auto.insert(0, goal);
                }
            }
        }
        Ok(self)
    }

    fn floor_mut(&mut self, id: &str) -> Result<&mut Floor, GoalError> {
        let floor = self.floor_numbers.get(id).and_then(|&number| self.floors.get_mut(number));
        floor.ok_or_else(|| GoalError::Floor(id.to_owned()))
    }

    fn win_on(&mut self, id: &str, x: u8, y: u8) -> Result<(), GoalError> {
        let floor = self.floor_mut(id)?;
        let Some(cell) = floor.cell(x.into(), y.into()) else {
            let (width, height) = (floor.width, floor.height);
            return Err(GoalError::Cell { floor: id.to_owned(), x, y, width, height });
        };
        for after in [&mut floor.after_battle, &mut floor.after_item, &mut floor.after_door] {
            after.insert(cell, vec![Action::Win(Names::EMPTY)]);
        }
        if let Some(stairs) = floor.stairs.get_mut(&cell) {
            *stairs = Action::Win(Names::EMPTY);
        }
        let number = floor.map[usize::from(cell)];
        match &mut floor.events[usize::from(cell)] {
            Some(event) => event.actions = vec![Action::Win(Names::EMPTY)],
            // Where nothing is, the goal is to stand there.
            none if number == 0 => {
                let actions = vec![Action::Win(Names::EMPTY)];
                *none = Some(Box::new(CellEvent { enabled: true, no_pass: Some(false), overrides: false, actions }));
            }
            None => {}
        }
        Ok(())
    }

    /// A condition on this project.
    fn condition(&mut self, text: &str) -> Result<Expression, GoalError> {
        let is_floor = |name: &str| self.floor_numbers.contains_key(name);
        let tokens = expression::plain_tokens(text, is_floor, |name| self.tables.items.find(name).is_some())?;
        Ok(expression::parse_tokens(&tokens, &mut self.tables)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_floors_and_conditions_are_told_apart() {
        let cell = |floor: &str, x, y| Goal::Cell { floor: floor.to_owned(), x, y };
        let goal = |text: &str| text.parse::<Goal>().expect("a goal");
        assert_eq!(goal("MT10,6,1"), cell("MT10", 6, 1));
        assert_eq!(goal(" a,b , 0, 12"), cell("a,b", 0, 12));
        for text in ["MT10", "MT10,6", ",6,1", "MT10,6,x", "MT10,6,256", "MT10,-1,0"] {
            assert_eq!(goal(text), Goal::Floor(text.to_owned()), "{text:?}");
        }
        assert_eq!(goal("hp >= 2000"), Goal::Condition("hp >= 2000".to_owned()));
        assert!(" ".parse::<Goal>().is_err());
    }
}
