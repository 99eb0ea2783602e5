//! What a GUI needs to show a position, typed by each game.
//!
//! A game gives its own part ([`GamePart`]): any type that serde can write, in `games/<game>/view.rs`. What all games have in
//! common (moves, history, verdict) is added by the engine, and the protocol writes both as one line of JSON.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::any::Any;

/// The part of a view that only its game knows. Every type that can be written as JSON is one.
pub trait GamePart: Any {
    /// The part as JSON, its fields in their order; `null` where it cannot be written.
    fn json(&self) -> Box<RawValue>;

    /// The part itself, for a view that knows the game.
    fn as_any(&self) -> &dyn Any;
}

/// A value as JSON, on one line; `null` where it cannot be written, as a map whose keys are no texts.
pub fn json(value: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

impl<T: Serialize + Any> GamePart for T {
    fn json(&self) -> Box<RawValue> {
        json(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The part of a game that brings no view of its own: its board as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Diagram {
    /// The lines of the board, from the top.
    pub diagram: Vec<String>,
}

impl Diagram {
    /// The lines of a text.
    pub(crate) fn of(text: &str) -> Diagram {
        Diagram { diagram: text.lines().map(str::to_owned).collect() }
    }
}
