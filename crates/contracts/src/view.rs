//! What a GUI needs to show a position, typed by each game.
//!
//! A game provides its own part ([`GamePart`]): any type that serde can serialise, in `games/<game>/view.rs`. The
//! engine adds what all games share (moves, history, verdict), and the protocol writes both as one line of JSON.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::any::Any;

/// The game-specific part of a view. Every serialisable type is one.
pub trait GamePart: Any {
    /// The part as JSON, fields in declaration order; `null` if it cannot be serialised.
    fn json(&self) -> Box<RawValue>;

    /// The part itself, for viewers that know the game.
    fn as_any(&self) -> &dyn Any;
}

/// A value as one line of JSON; `null` if it cannot be serialised, such as a map whose keys are not strings.
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

/// The part for games without a view of their own: the board as text.
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
