//! The exceptions. All are a `MeihuaError`, which is a `ValueError`, with the engine's message.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(meihua, MeihuaError, PyValueError, "A request that the engine refused, with the reason.");
create_exception!(meihua, PositionError, MeihuaError, "A text that is not a valid position of the game.");
create_exception!(
    meihua,
    MoveError,
    MeihuaError,
    "A text that is not a move, or a move that is illegal in the position."
);
create_exception!(meihua, RecordError, MeihuaError, "A saved game that cannot be read or written.");

/// A [`MeihuaError`] with this message.
pub fn plain(words: impl std::fmt::Display) -> PyErr {
    MeihuaError::new_err(words.to_string())
}

/// A [`PositionError`] with the engine's message.
pub fn position(error: impl std::fmt::Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// A [`MoveError`] with the engine's message.
pub fn mv(error: impl std::fmt::Display) -> PyErr {
    MoveError::new_err(error.to_string())
}

/// A [`RecordError`] with the engine's message.
pub fn record(error: impl std::fmt::Display) -> PyErr {
    RecordError::new_err(error.to_string())
}
