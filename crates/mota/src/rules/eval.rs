//! Expressions worked out.

use crate::rules::expression::{BlockPart, Expression, Function, Operator, Stat};
use crate::rules::value::{Value, leading_number, number_of_text};
use std::cmp::Ordering;

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
    /// A text by its number.
    fn text(&self, text: u32) -> &str;

    /// A value as a number.
    fn number(&self, value: Value) -> f64 {
        match value {
            Value::Text(text) => number_of_text(self.text(text)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.number(),
        }
    }

    /// Whether two values are equal, kinds apart (`==`): 1 and true are.
    fn equal(&self, a: Value, b: Value) -> bool {
        match (a, b) {
            (Value::Null, _) | (_, Value::Null) | (Value::Text(_), Value::Text(_)) => a == b,
            _ => self.number(a) == self.number(b),
        }
    }

    /// How two values are ordered: two texts by their letters, others as numbers.
    fn order(&self, a: Value, b: Value) -> Option<Ordering> {
        match (a, b) {
            (Value::Text(a), Value::Text(b)) => Some(self.text(a).cmp(self.text(b))),
            _ => self.number(a).partial_cmp(&self.number(b)),
        }
    }

    /// The number at the beginning of a value's text.
    fn leading(&self, value: Value, whole: bool) -> f64 {
        match value {
            Value::Text(text) => leading_number(self.text(text), whole),
            Value::Number(number) if whole => number.trunc(),
            Value::Number(number) => number,
            Value::Null | Value::Bool(_) => f64::NAN,
        }
    }
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
            Expression::Ahead(row, steps) => number(scope.ahead(*row, scope.number(steps.value(scope)))),
            Expression::Size(row) => number(scope.size(*row)),
            Expression::Block(part, cell) => {
                scope.block(*part, scope.number(cell.0.value(scope)), scope.number(cell.1.value(scope)))
            }
            Expression::Leading(whole, text) => number(scope.leading(text.value(scope), *whole)),
            Expression::Call(function, arguments) => {
                let mut numbers = arguments.iter().map(|argument| scope.number(argument.value(scope)));
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
            Expression::Negative(inner) => number(-scope.number(inner.value(scope))),
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
    let (a, b) = (scope.number(left), scope.number(right));
    let order = || scope.order(left, right);
    match operator {
        Operator::Equal => Value::Bool(scope.equal(left, right)),
        Operator::Unequal => Value::Bool(!scope.equal(left, right)),
        Operator::Same => Value::Bool(left == right),
        Operator::NotSame => Value::Bool(left != right),
        Operator::Less => Value::Bool(order().is_some_and(Ordering::is_lt)),
        Operator::LessOrEqual => Value::Bool(order().is_some_and(Ordering::is_le)),
        Operator::Greater => Value::Bool(order().is_some_and(Ordering::is_gt)),
        Operator::GreaterOrEqual => Value::Bool(order().is_some_and(Ordering::is_ge)),
        Operator::Add => Value::Number(a + b),
        Operator::Subtract => Value::Number(a - b),
        Operator::Multiply => Value::Number(a * b),
        Operator::Divide => Value::Number(a / b),
        Operator::Remainder => Value::Number(a % b),
        Operator::Or | Operator::And => left,
    }
}
