//! Expressions worked out.

use crate::rules::expression::{BlockPart, Expression, Function, Operator, Stat};
use crate::rules::value::Value;

pub trait Scope {
    /// A number of the hero's.
    fn status(&self, stat: Stat) -> i64;
    /// Where the hero looks, a text.
    fn direction(&self) -> Value;
    /// How many of an item.
    fn item(&self, item: u32) -> i64;
    /// Whether the hero wears an item.
    fn wears(&self, item: u32) -> bool;
    /// Whether the hero has been on the floor of this id, a text.
    fn has_visited(&self, id: u32) -> bool;
    fn flag(&self, flag: u32) -> Value;
    /// A switch of the event's own cell.
    fn switch(&self, letter: u8) -> Value;
    /// A number of `values`.
    fn constant(&self, name: u32) -> f64;
    /// A number that a statement named.
    fn local(&self, local: u32) -> Value;
    /// The id of the floor, a text.
    fn floor_id(&self) -> Value;
    /// The number of the floor, from 0.
    fn floor_index(&self) -> usize;
    /// What gems of the floor are multiplied by.
    fn ratio(&self) -> f64;
    /// Whether a monster could be fought.
    fn can_battle(&self, enemy: u32) -> bool;
    /// The column of the event's own cell, or its row.
    fn own(&self, row: bool) -> f64;
    /// The column, or the row, of the cell this number of steps ahead of the hero.
    fn ahead(&self, row: bool, steps: f64) -> f64;
    /// How many columns the floor has, or rows.
    fn size(&self, row: bool) -> f64;
    /// A part of the block on a cell.
    fn block(&self, part: BlockPart, x: f64, y: f64) -> Value;
}

impl Expression {
    /// The value of the expression.
    pub fn value(&self, scope: &impl Scope) -> Value {
        let number = Value::Number;
        match self {
            Expression::Constant(value) => *value,
            Expression::Status(stat) => number(scope.status(*stat) as f64),
            Expression::Direction => scope.direction(),
            Expression::Item(item) => number(scope.item(*item) as f64),
            Expression::HasItem(item) => Value::Bool(scope.item(*item) > 0),
            Expression::Wears(item) => Value::Bool(scope.wears(*item)),
            Expression::HasVisited(id) => Value::Bool(scope.has_visited(*id)),
            Expression::Flag(flag) => scope.flag(*flag).or_zero(),
            Expression::FlagOrNull(flag) => scope.flag(*flag),
            Expression::Switch(letter) => scope.switch(*letter).or_zero(),
            Expression::Constants(name) => number(scope.constant(*name)),
            Expression::Local(local) => scope.local(*local),
            Expression::FloorId => scope.floor_id(),
            Expression::FloorIndex => number(scope.floor_index() as f64),
            Expression::Ratio => number(scope.ratio()),
            Expression::CanBattle(enemy) => Value::Bool(scope.can_battle(*enemy)),
            Expression::Own(row) => number(scope.own(*row)),
            Expression::Ahead(row, steps) => number(scope.ahead(*row, steps.value(scope).number())),
            Expression::Size(row) => number(scope.size(*row)),
            Expression::Block(part, cell) => {
                scope.block(*part, cell.0.value(scope).number(), cell.1.value(scope).number())
            }
            Expression::Call(function, arguments) => {
                let mut numbers = arguments.iter().map(|argument| argument.value(scope).number());
                let first = numbers.next().unwrap_or(f64::NAN);
                number(match function {
                    Function::Round => (first + 0.5).floor(),
                    Function::Floor => first.floor(),
                    Function::Ceil => first.ceil(),
                    Function::Abs => first.abs(),
                    Function::Min => numbers.fold(first, f64::min),
                    Function::Max => numbers.fold(first, f64::max),
                    Function::Power => first.powf(numbers.next().unwrap_or(f64::NAN)),
                })
            }
            Expression::Not(inner) => Value::Bool(!inner.value(scope).holds()),
            Expression::Negative(inner) => number(-inner.value(scope).number()),
            Expression::Binary(operator, sides) => binary(*operator, sides, scope),
            Expression::Either(parts) => {
                if parts.0.value(scope).holds() {
                    parts.1.value(scope)
                } else {
                    parts.2.value(scope)
                }
            }
        }
    }

    /// Whether the condition holds.
    pub fn holds(&self, scope: &impl Scope) -> bool {
        self.value(scope).holds()
    }
}

fn binary(operator: Operator, sides: &(Expression, Expression), scope: &impl Scope) -> Value {
    let left = sides.0.value(scope);
    // Of these the right side counts only where the left one leaves it open.
    match operator {
        Operator::Or => return if left.holds() { left } else { sides.1.value(scope) },
        Operator::And => return if left.holds() { sides.1.value(scope) } else { left },
        _ => {}
    }
    let right = sides.1.value(scope);
    let (a, b) = (left.number(), right.number());
    match operator {
        Operator::Equal => Value::Bool(left.equals(right)),
        Operator::Unequal => Value::Bool(!left.equals(right)),
        Operator::Less => Value::Bool(a < b),
        Operator::LessOrEqual => Value::Bool(a <= b),
        Operator::Greater => Value::Bool(a > b),
        Operator::GreaterOrEqual => Value::Bool(a >= b),
        Operator::Add => Value::Number(a + b),
        Operator::Subtract => Value::Number(a - b),
        Operator::Multiply => Value::Number(a * b),
        Operator::Divide => Value::Number(a / b),
        Operator::Remainder => Value::Number(a % b),
        Operator::Or | Operator::And => left,
    }
}
