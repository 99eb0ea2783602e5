//! Why a word of an event is not understood.

use crate::rules::expression::ExpressionError;
use thiserror::Error;

/// Why a word is not understood.
#[derive(Debug, Error)]
pub enum Refusal {
    /// A part that the word needs is missing.
    #[error("no {0:?}")]
    Missing(String),
    /// The project has nothing of that name.
    #[error("no {what} {name:?}")]
    NoSuch {
        /// What was looked for.
        what: &'static str,
        name: String,
    },
    /// A part is of another kind.
    #[error("{found}, expected {expected}")]
    Unexpected {
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// The word needs a cell.
    #[error("no cell")]
    NoCell,
    /// A case of a `switch` has no value.
    #[error("a case without its value")]
    NoValue,
    /// An expression cannot be read.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
}

/// A part that is not what it should be.
pub(crate) fn unexpected(found: impl Into<String>, expected: &'static str) -> Refusal {
    Refusal::Unexpected { found: found.into(), expected }
}

/// A sign that no assignment has.
pub(crate) fn operator(sign: &str) -> Refusal {
    unexpected(format!("the operator {sign:?}"), "=, += or the like")
}

/// A part that is not there.
pub(crate) fn missing(name: &str) -> Refusal {
    Refusal::Missing(name.to_owned())
}

/// A name that the project does not have.
pub(crate) fn no_such(what: &'static str, name: &str) -> Refusal {
    Refusal::NoSuch { what, name: name.to_owned() }
}
