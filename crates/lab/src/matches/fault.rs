//! The faults an engine can commit.

use super::declared::SettingError;
use thiserror::Error;

/// Why the greeting failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum GreetError {
    /// The engine did not answer in time.
    #[error("no answer to {hello:?}")]
    Silent {
        /// The line it was sent.
        hello: String,
    },
    /// The process exited, or closed its output.
    #[error("it exited after {hello:?} ({status})")]
    Ended {
        /// The line it was sent.
        hello: String,
        status: String,
    },
}

/// A fault of one engine. All but [`EngineFault::Start`] and [`EngineFault::Setting`] lose the game in
/// which they occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    /// The engine could not be started, or did not answer the greeting.
    #[error("engine {engine} does not start: {reason}")]
    Start {
        /// Name of the engine.
        engine: String,
        /// What was tried and what happened.
        reason: String,
    },
    /// The engine does not offer what the command line sets.
    #[error("engine {engine}: {error}")]
    Setting {
        /// Name of the engine.
        engine: String,
        error: SettingError,
    },
    /// The process exited, or closed its output, during a game.
    #[error("crash ({0})")]
    Crash(String),
    /// No answer, not even after `stop`. The value is the waiting time in seconds.
    #[error("hang (no answer within {0} s)")]
    Hang(u64),
    /// A move that the rules do not allow.
    #[error("illegal move ({0})")]
    IllegalMove(String),
    /// The answer came after the flag fell, by more than the margin. The value is the excess in milliseconds.
    #[error("time loss ({0} ms over)")]
    TimeLoss(u64),
    /// The engine claimed a result that the rules do not support, or refused a legal move of the opponent.
    #[error("false claim ({0})")]
    FalseClaim(String),
}
