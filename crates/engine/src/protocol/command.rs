//! What can be sent to the engine, independent of dialect: the lines of UCI, UCCI and UGI all become a [`Command`]
//! ([`super::command_line`]).

use crate::engine::base::Base;
use crate::engine::fault::{Code, Coded};
use crate::engine::go::Go;
use crate::text::shorten;
use thiserror::Error;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Universal Chess Interface.
    #[default]
    Uci,
    /// Universal Chinese Chess Protocol.
    Ucci,
    /// Universal Game Interface.
    Ugi,
    /// Answers as JSON, one object per line.
    Json,
}

/// A query of UGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is the first player to move?
    FirstPlayersTurn,
    /// Who has won?
    Result,
}

/// A position with moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position before the moves.
    pub base: Base,
    /// The moves.
    pub moves: Vec<String>,
    /// A word that was found where `moves` was expected: what follows it is not known to be moves.
    pub stray: Option<String>,
}

impl PositionCommand {
    /// What is wrong with the line.
    pub(crate) fn error(&self) -> Option<CommandError> {
        let found = shorten(self.stray.as_ref()?);
        Some(CommandError::Word { command: "position", found, expected: "the word \"moves\" before the moves" })
    }
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`, `ucci`, `ugi`, `json`: identify yourself.
    Hello(Dialect),
    /// `isready`.
    IsReady,
    /// `ucinewgame`, `uccinewgame`, `uginewgame`, `newgame`.
    NewGame,
    /// `debug on|off`.
    Debug(bool),
    /// `setoption …`, not yet parsed: only the table of options knows which names contain spaces.
    SetOption(String),
    /// `position …`, `fen …`, `startpos …`.
    Position(PositionCommand),
    /// `banmoves …`.
    BanMoves(Vec<String>),
    /// `go …`; the error is about a word that could not be parsed.
    Go(Box<Go>, Option<CommandError>),
    /// `ponderhit [draw]`.
    PonderHit {
        /// Whether the move came with a draw offer.
        draw: bool,
    },
    /// `stop`.
    Stop,
    /// `probe …`.
    Probe(PositionCommand),
    /// `query …`.
    Query(Query),
    /// `quit`.
    Quit,
    /// `d`.
    Show,
    /// `eval`.
    Eval,
    /// `moves`.
    Moves,
    /// `view`.
    View,
    /// `import HEX`, not yet parsed.
    Import(String),
    /// `export FORMAT JSON`, not yet parsed.
    Export(String),
    /// `explore`.
    Explore,
    /// `library …`, not yet parsed.
    Library(String),
    /// `flip`.
    Flip,
    /// `undo [N]`.
    Undo(usize),
    /// `redo [N]`.
    Redo(usize),
    /// `bench [DEPTH]`.
    Bench(Option<u32>),
    /// `genfens N seed S book B`, not yet parsed.
    GenFens(String),
    /// `help`.
    Help,
    /// Understood, but there is nothing to do: an empty line, `register …`.
    Nothing,
}

/// When to execute a command that arrives while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// At once.
    Now,
    /// At once, unless an earlier line is waiting: it only asks about the position.
    Aside,
    /// Once the engine is idle.
    Idle,
}

/// Why a line cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The line contains no known command.
    #[error("unknown command {found:?}, {}", expected(*.meant))]
    Unknown {
        /// The beginning of the line.
        found: String,
        /// The command that its first word resembles.
        meant: Option<&'static str>,
    },
    /// A number is missing or malformed.
    #[error("{command}: {word}: found {found:?}, expected a whole number")]
    Number {
        /// The command.
        command: &'static str,
        /// The word before the number.
        word: String,
        /// What was found instead of the number; empty at the end of the line.
        found: String,
    },
    /// A word is not among those expected.
    #[error("{command}: found {found:?}, expected {expected}")]
    Word {
        /// The command.
        command: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl Coded for CommandError {
    fn code(&self) -> Code {
        match self {
            CommandError::Unknown { .. } => Code::UnknownCommand,
            CommandError::Number { .. } => Code::BadNumber,
            CommandError::Word { .. } => Code::BadWord,
        }
    }
}

impl Command {
    /// When to execute the command.
    pub(crate) fn urgency(&self) -> Urgency {
        match self {
            Command::IsReady
            | Command::Debug(_)
            | Command::PonderHit { .. }
            | Command::Stop
            | Command::Probe(_)
            | Command::Quit
            | Command::Nothing => Urgency::Now,
            Command::Show
            | Command::Eval
            | Command::Moves
            | Command::View
            | Command::Import(_)
            | Command::Export(_)
            | Command::Explore
            | Command::Library(_)
            | Command::Query(_)
            | Command::Help => Urgency::Aside,
            Command::Hello(_)
            | Command::NewGame
            | Command::SetOption(_)
            | Command::Position(_)
            | Command::BanMoves(_)
            | Command::Go(..)
            | Command::Flip
            | Command::Undo(_)
            | Command::Redo(_)
            | Command::Bench(_)
            | Command::GenFens(_) => Urgency::Idle,
        }
    }
}

fn expected(meant: Option<&str>) -> String {
    match meant {
        Some(word) => format!("did you mean {word:?}? `help` lists the commands"),
        None => "expected a command of UCI, UCCI or UGI; `help` lists them".to_owned(),
    }
}
