//! Why the engine refuses a command.

use super::fault::{Code, Coded, Fault, Translated};
use super::session::ProbeError;
use crate::in_english;
use crate::plain_file::FileError;
use crate::puzzle::FilesError;
use crate::sentence;
use crate::sentence::{Sentence, Words};
use crate::text::{MoveError, PositionError};
use thiserror::Error;

/// Why a position was not set, or not all of its moves were played.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The position cannot be read. No position is set then.
    Position(#[from] PositionError),
    /// A move was refused. The moves before it stay played.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        error: MoveError,
    },
    /// The file cannot be read. No position is set then.
    File(#[from] FileError),
    /// The file does not contain a position of the game. No position is set then.
    Content {
        /// The file.
        path: String,
        /// The reason. It never quotes the file, because a client may name any file of the user; only a file that holds
        /// a whole problem is quoted at the place of its fault.
        cause: Sentence,
    },
    /// A saved game has a bad move. The moves before it are played.
    Cut {
        /// The file.
        path: String,
        /// Number of plies played.
        plies: usize,
    },
    /// The project does not exist or is broken. No position is set then.
    Project {
        /// The project.
        path: String,
        /// The reason.
        error: FilesError,
    },
    /// The current game has no projects. No position is set then.
    NoProjects {
        /// The game.
        game: &'static str,
        /// The games that have projects.
        expected: String,
    },
    /// Some moves could not be banned. The others are.
    Ban {
        /// Number of words that are not legal moves, or that exceed the limit.
        wrong: usize,
        /// Number of different words.
        count: usize,
        /// What is wrong with the first one.
        first: MoveError,
    },
    /// There is no such game. The old game stays.
    Game {
        /// The requested name.
        found: String,
        /// The available games.
        expected: String,
    },
}

impl EngineError {
    /// The fault for a position that could not be set or whose moves could not be played; `words` translates it.
    pub(crate) fn fault(&self, words: Option<Words>) -> Fault {
        let (number, reason) = match self {
            EngineError::Move { number, error } => (Some(*number), Some(Sentence::from(error))),
            EngineError::Position(error) => (None, Some(Sentence::from(error))),
            EngineError::File(_)
            | EngineError::Content { .. }
            | EngineError::Cut { .. }
            | EngineError::Project { .. }
            | EngineError::NoProjects { .. }
            | EngineError::Ban { .. }
            | EngineError::Game { .. } => (None, None),
        };
        let translated =
            words.map(|words| Translated { message: words(&Sentence::from(self)), reason: reason.as_ref().map(words) });
        Fault { number, reason: reason.map(|reason| reason.to_string()), translated, ..Fault::of(self) }
    }

    /// Whether the position itself was refused, rather than one of the moves from it.
    pub(crate) fn leaves_no_position(&self) -> bool {
        match self {
            EngineError::Position(_)
            | EngineError::File(_)
            | EngineError::Content { .. }
            | EngineError::Project { .. }
            | EngineError::NoProjects { .. } => true,
            EngineError::Move { .. } | EngineError::Cut { .. } | EngineError::Ban { .. } | EngineError::Game { .. } => {
                false
            }
        }
    }
}

impl Coded for EngineError {
    fn code(&self) -> Code {
        match self {
            EngineError::Position(error) => error.code(),
            EngineError::Move { error, .. } | EngineError::Ban { first: error, .. } => error.code(),
            EngineError::File(_) => Code::BadFile,
            EngineError::Content { .. } => Code::BadContent,
            EngineError::Cut { .. } => Code::CutGame,
            EngineError::Project { .. } => Code::BadProject,
            EngineError::NoProjects { .. } => Code::NoProjects,
            EngineError::Game { .. } => Code::UnknownGame,
        }
    }
}

impl From<&EngineError> for Sentence {
    fn from(error: &EngineError) -> Sentence {
        use EngineError::{Ban, Content, Cut, File, Game, Move, NoProjects, Position, Project};
        match error {
            Position(error) => sentence!("position: {}; no position is set", error),
            Move { number, error } => sentence!("position: move {}: {}; the moves before it stay", *number, error),
            File(error) => sentence!("position: file {}; no position is set", error),
            Content { path, cause } => {
                sentence!("position: file {}: {}; no position is set", Sentence::quoted(path), cause.clone())
            }
            Cut { path, plies } => {
                let path = Sentence::quoted(path);
                let plies = Sentence::counted(*plies, ["{} ply", "{} plies"]);
                sentence!("position: file {}: the game goes wrong after {}; these are played", path, plies)
            }
            Project { path, error } => {
                sentence!("position: project {}: {}; no position is set", Sentence::quoted(path), error)
            }
            NoProjects { game, expected } => {
                let expected = expected.clone();
                sentence!("position: the game {} has no projects, expected {}; no position is set", *game, expected)
            }
            Ban { wrong, count, first } => {
                sentence!("banmoves: {} of {} words ignored, the first: {}", *wrong, *count, first)
            }
            Game { found, expected } => {
                sentence!("unknown game {}, expected one of: {}", Sentence::quoted(found), expected.clone())
            }
        }
    }
}

in_english!(EngineError);

/// Why a position could not be looked up in the table.
#[derive(Debug, Error)]
pub enum LookUpError {
    /// The file cannot be read.
    #[error("file {0}")]
    File(#[from] FileError),
    /// The file does not contain a position of the game.
    #[error("file {path:?}: {cause}")]
    Content {
        /// The file.
        path: String,
        /// The reason, without quotes from the file.
        cause: Sentence,
    },
    /// The position cannot be read, or a move is illegal.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl Coded for LookUpError {
    fn code(&self) -> Code {
        match self {
            LookUpError::File(_) => Code::BadFile,
            LookUpError::Content { .. } => Code::BadContent,
            LookUpError::Probe(ProbeError::Position(error)) => error.code(),
            LookUpError::Probe(ProbeError::Move(error)) => error.code(),
        }
    }
}
