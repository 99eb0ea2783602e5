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

    /// The value as a number; nothing counts 0. Not of a text, which is none here: [`number_of_text`] reads it.
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

/// The number that a whole text is, as JavaScript reads it: 0 for an empty one, no number for any other text.
pub(crate) fn number_of_text(text: &str) -> f64 {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).map_or(f64::NAN, f64::from),
        None if text.is_empty() => 0.0,
        None => decimal(text),
    }
}

/// The number at the beginning of a text, after blanks; without `whole`, what stands behind a point counts.
pub(crate) fn leading_number(text: &str, whole: bool) -> f64 {
    let text = text.trim_start();
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).filter(|_| whole);
    if let Some(digits) = hex {
        let count = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        return number_of_text(&text[..count + 2]);
    }
    let fits = |c: char| c.is_ascii_digit() || (c == '.' && !whole) || c == '-' || c == '+';
    let end = text.find(|c| !fits(c)).unwrap_or(text.len());
    // The longest beginning that is a number.
    (1..=end).rev().map(|end| decimal(&text[..end])).find(|number| !number.is_nan()).unwrap_or(f64::NAN)
}

/// A decimal number; no words, such as that for infinity.
fn decimal(text: &str) -> f64 {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    text.parse().ok().filter(|_| is_plain).unwrap_or(f64::NAN)
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
