//! What an engine can do wrong, case by case.

use thiserror::Error;

/// Why an engine did not greet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum GreetError {
    /// No answer in time.
    #[error("no answer to {hello:?}")]
    Silent {
        /// What it was sent.
        hello: String,
    },
    /// The process ended, or closed its output.
    #[error("it ended at {hello:?} ({status})")]
    Ended {
        /// What it was sent.
        hello: String,
        status: String,
    },
}

/// A fault of one engine. All but [`EngineFault::Start`] lose the game in which they happen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    /// The engine did not come up: it could not be started, or did not answer its first words.
    #[error("engine {engine} does not start: {reason}")]
    Start {
        /// Name of the engine.
        engine: String,
        /// What was tried and what came.
        reason: String,
    },
    /// The process ended, or closed its output, in the middle of a game.
    #[error("crash ({0})")]
    Crash(String),
    /// No answer, not even after `stop`.
    #[error("hang (no answer within {0} s)")]
    Hang(u64),
    /// An answer that the rules do not allow.
    #[error("illegal move ({0})")]
    IllegalMove(String),
    /// The answer came after the flag fell, by more than the margin. Milliseconds over.
    #[error("time loss ({0} ms over)")]
    TimeLoss(u64),
    /// A result that the rules do not bear out, or a legal move of the opponent refused.
    #[error("false claim ({0})")]
    FalseClaim(String),
}
