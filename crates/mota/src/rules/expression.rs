//! The expressions of events: what they read, how they are parsed, how they are worked out. Never by running code.

mod parser;

pub use parser::{Parser, parse};

pub(crate) use parser::{asks_place, parse_tokens, plain_tokens};

use crate::rules::action::{Assign, Target};
use crate::rules::equipment::Change;
use crate::rules::value::{Names, Value};
use rustc_hash::FxHashSet;
use thiserror::Error;

/// Why a text is no expression that is known here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ExpressionError {
    /// A sign that no expression has.
    #[error("the sign {0:?}, expected an operator, a name or a number")]
    Sign(char),
    /// Digits that are no number.
    #[error("{0:?}, expected a number")]
    Number(String),
    /// A text without its end.
    #[error("{0:?}, expected a closing quote")]
    Quote(String),
    /// A name or function that is not known.
    #[error("the name {0:?}, expected status:, item:, flag:, switch:, core.values or a known function")]
    Name(String),
    /// Another token was expected.
    #[error("{found}, expected {expected}")]
    Token {
        /// What stands there.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Texts put together, which are not known here.
    #[error("a text with something added to it, expected numbers")]
    Joined,
    /// More operators than any expression needs.
    #[error("more than {0} operators, expected fewer")]
    Operators(usize),
    /// More parentheses in each other than any expression needs.
    #[error("nested deeper than {0} levels, expected fewer")]
    Depth(usize),
}

/// A number of the hero's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stat {
    /// Hit points.
    Hp,
    /// Attack.
    Attack,
    /// Defence.
    Defence,
    /// Magic defence: what a fight's damage is lessened by.
    Magic,
    /// Gold.
    Money,
    /// Experience.
    Experience,
    /// Level.
    Level,
    /// Mana.
    Mana,
    /// The most hit points that he may have, where the tower has such a limit.
    MaxHp,
    /// Column, from 0.
    X,
    /// Row, from 0.
    Y,
}

impl Stat {
    /// The number of a name as events spell it.
    pub fn named(name: &str) -> Option<Stat> {
        Some(match name {
            "hp" => Stat::Hp,
            "atk" => Stat::Attack,
            "def" => Stat::Defence,
            "mdef" => Stat::Magic,
            "money" => Stat::Money,
            "exp" | "experience" => Stat::Experience,
            "lv" => Stat::Level,
            "mana" => Stat::Mana,
            "hpmax" => Stat::MaxHp,
            "x" => Stat::X,
            "y" => Stat::Y,
            _ => return None,
        })
    }
}

/// The flag that holds the name of the difficulty.
pub(crate) const HARD_NAME: &str = "@hard";

/// What is read of the block on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockPart {
    /// Its id, a text; nothing where there is no block.
    Id,
    /// Its class, a text; nothing where there is no block.
    Class,
    /// Its number; 0 where there is no block.
    Number,
    /// Whether it keeps the hero outside.
    NoPass,
}

/// A function of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// To the nearest whole number, halves up.
    Round,
    /// Down to a whole number.
    Floor,
    /// Up to a whole number.
    Ceil,
    /// Without its sign.
    Abs,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The first to the power of the second.
    Power,
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The signs say it.
pub enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Same,
    NotSame,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A value that stands there.
    Constant(Value),
    /// A number of the hero's.
    Status(Stat),
    /// Where the hero looks: `up`, `down`, `left` or `right`.
    Direction,
    /// How many of an item the hero has.
    Item(u32),
    /// Whether the hero has an item.
    HasItem(u32),
    /// Whether the hero wears an item.
    Wears(u32),
    /// Whether the hero has been on the floor of this id, a text.
    HasVisited(u32),
    /// A flag; 0 if it was never set.
    Flag(u32),
    /// A flag; [`Value::Null`] if it was never set.
    FlagOrNull(u32),
    /// A switch of the event's own cell; 0 if it was never set.
    Switch(u8),
    /// A number of the project's `values`, by its name.
    Constants(u32),
    /// A number that a statement before gave a name.
    Local(u32),
    /// The id of the floor.
    FloorId,
    /// The number of the floor, from 0.
    FloorIndex,
    /// What gems and potions of the floor are multiplied by.
    Ratio,
    /// Whether a monster could be fought now.
    CanBattle(u32),
    /// The column of the event's own cell, or its row.
    Own(bool),
    /// The column, or the row, of the cell this number of steps ahead of the hero.
    Ahead(bool, Box<Expression>),
    /// How many columns the floor has, or rows.
    Size(bool),
    /// A part of the block on a cell of the floor.
    Block(BlockPart, Box<(Expression, Expression)>),
    /// The number at the beginning of a text; the flag: the whole number.
    Leading(bool, Box<Expression>),
    /// A function.
    Call(Function, Vec<Expression>),
    /// Not.
    Not(Box<Expression>),
    /// The negative.
    Negative(Box<Expression>),
    /// An operator.
    Binary(Operator, Box<(Expression, Expression)>),
    /// A condition and its two values.
    Either(Box<(Expression, Expression, Expression)>),
}

impl Expression {
    /// Does something with each of the expressions whose value it may have.
    fn each_outcome(&self, act: &mut impl FnMut(&Expression)) {
        match self {
            Expression::Either(parts) => {
                parts.1.each_outcome(act);
                parts.2.each_outcome(act);
            }
            Expression::Binary(Operator::Or | Operator::And, sides) => {
                sides.0.each_outcome(act);
                sides.1.each_outcome(act);
            }
            other => act(other),
        }
    }

    /// What it reads, if that may have been given a text.
    fn source(&self) -> Option<Target> {
        match *self {
            Expression::Flag(flag) | Expression::FlagOrNull(flag) => Some(Target::Flag(flag)),
            Expression::Switch(letter) => Some(Target::Switch(letter)),
            Expression::Local(local) => Some(Target::Local(local)),
            _ => None,
        }
    }

    fn is_text(&self) -> bool {
        matches!(
            self,
            Expression::Constant(Value::Text(_))
                | Expression::Direction
                | Expression::FloorId
                | Expression::Block(BlockPart::Id | BlockPart::Class, _)
        )
    }
}

/// The names that expressions of a project share.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Texts: ids of blocks, classes, floors, and all that stands in quotes.
    pub texts: Names,
    /// Items, by id.
    pub items: Names,
    /// Flags.
    pub flags: Names,
    /// Monsters, by id.
    pub enemies: Names,
    /// The names of `values`.
    pub constants: Names,
    /// Names that statements give.
    pub(crate) locals: Names,
    /// Codes of keys, clicks and typed numbers that events ask for, at most [`INPUTS`].
    pub(crate) inputs: Vec<i64>,
    /// Numbers of equipment that events change.
    pub(crate) changed_equipment: Vec<Change>,
    /// Whether any expression reads the hero's hp: then more of them may be worse.
    pub(crate) reads_hp: bool,
    /// Whether any expression asks what the hero wears: then it may help to take it off.
    pub(crate) reads_worn: bool,
    /// Whether anything asks where the hero stands or which way he looks: then it counts from which side he comes.
    pub(crate) reads_place: bool,
    /// What is added up somewhere.
    pub(crate) added: FxHashSet<Target>,
    /// What is given a text, or what something else has; none for a text.
    pub(crate) given: Vec<(Target, Option<Target>)>,
}

/// Answers from this one on stand for [`Tables::inputs`]: a choice has fewer. So many there may be.
pub(crate) const INPUTS: u8 = 50;

impl Tables {
    /// The number of a code among the inputs; none where there are too many.
    pub(crate) fn input(&mut self, code: i64) -> Option<u8> {
        let known = self.inputs.iter().position(|&known| known == code);
        let number = known.unwrap_or_else(|| {
            self.inputs.push(code);
            self.inputs.len() - 1
        });
        u8::try_from(number).ok().filter(|&number| number < INPUTS)
    }

    /// Notes that a value is added to another.
    ///
    /// # Errors
    /// It may be a text.
    pub(crate) fn adds(&mut self, value: &Expression) -> Result<(), ExpressionError> {
        let mut is_text = false;
        value.each_outcome(&mut |outcome| {
            is_text |= outcome.is_text();
            self.added.extend(outcome.source());
        });
        if is_text { Err(ExpressionError::Joined) } else { Ok(()) }
    }

    /// Notes that a value is given to something.
    ///
    /// # Errors
    /// It may be a text, and is added to what is there.
    pub(crate) fn gives(&mut self, to: Target, assign: Assign, value: &Expression) -> Result<(), ExpressionError> {
        match assign {
            Assign::Add => {
                self.added.insert(to);
                return self.adds(value);
            }
            Assign::Set => value.each_outcome(&mut |outcome| {
                let source = outcome.source();
                self.given.extend((source.is_some() || outcome.is_text()).then_some((to, source)));
            }),
            // Numbers, whatever they are worked out from.
            Assign::Subtract
            | Assign::Multiply
            | Assign::Divide
            | Assign::Remainder
            | Assign::Power
            | Assign::Quotient
            | Assign::Least
            | Assign::Most => {}
        }
        Ok(())
    }

    /// What may hold a text and is added up: texts put together are not known here.
    pub(crate) fn joined(&self) -> Vec<Target> {
        let mut texts = FxHashSet::default();
        loop {
            let known = texts.len();
            for &(to, source) in &self.given {
                if source.is_none_or(|source| texts.contains(&source)) {
                    texts.insert(to);
                }
            }
            if texts.len() == known {
                let mut all: Vec<Target> = self.given.iter().map(|given| given.0).collect();
                let mut seen = FxHashSet::default();
                all.retain(|to| texts.contains(to) && self.added.contains(to) && seen.insert(*to));
                return all;
            }
        }
    }
}

impl Default for Tables {
    fn default() -> Self {
        let names = Names::default;
        let texts = Names::with_empty();
        Tables {
            texts,
            items: names(),
            flags: names(),
            enemies: names(),
            constants: names(),
            changed_equipment: Vec::new(),
            locals: names(),
            inputs: Vec::new(),
            reads_hp: false,
            reads_worn: false,
            reads_place: false,
            added: FxHashSet::default(),
            given: Vec::new(),
        }
    }
}
