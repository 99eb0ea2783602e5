//! Values of expressions and flags, and the names behind their numbers.

use std::collections::HashMap;

/// A value, as events know it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Nothing: a flag that was never set.
    Null,
    /// True or false.
    Bool(bool),
    Number(f64),
    /// A text, by its number among the project's [`Names`].
    Text(u32),
}

impl Value {
    /// Whether a condition of this value holds: all but nothing, false, 0 and the empty text (which is text 0).
    pub fn holds(self) -> bool {
        match self {
            Value::Null => false,
            Value::Bool(bool) => bool,
            Value::Number(number) => number != 0.0 && !number.is_nan(),
            Value::Text(text) => text != Names::EMPTY,
        }
    }

    /// The value as a number; nothing counts 0, a text as no number.
    pub fn number(self) -> f64 {
        match self {
            Value::Null => 0.0,
            Value::Bool(bool) => f64::from(u8::from(bool)),
            Value::Number(number) => number,
            Value::Text(_) => f64::NAN,
        }
    }

    /// The value; 0 where there is nothing.
    pub(crate) fn or_zero(self) -> Value {
        if self == Value::Null { Value::Number(0.0) } else { self }
    }

    /// Whether two values are equal, kinds apart (`==`): 1 and true are.
    pub fn equals(self, other: Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Null, _) | (_, Value::Null) => false,
            (Value::Text(a), Value::Text(b)) => a == b,
            (a, b) => a.number() == b.number(),
        }
    }

    /// A word that is the same for equal values, for hashing.
    pub fn bits(self) -> u64 {
        match self {
            Value::Null => 1,
            Value::Bool(bool) => 2 + u64::from(bool),
            Value::Number(number) => number.to_bits() ^ 0x5bd1_e995,
            Value::Text(text) => u64::from(text) << 8 | 4,
        }
    }
}

/// Names with their numbers, in the order in which they were first met.
#[derive(Clone, Debug, Default)]
pub struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    /// The number of the empty text in [`Names::with_empty`].
    pub const EMPTY: u32 = 0;

    /// Names of which the first is empty.
    pub fn with_empty() -> Self {
        let mut names = Names::default();
        names.number("");
        names
    }

    /// The number of a name, a new one where it was not met before.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// The number of a name that was met before.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The name of a number; empty where no name has it.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
