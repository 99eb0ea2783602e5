//! Why the engine refuses a command.

use super::session::ProbeError;
use crate::in_english;
use crate::plain_file::FileError;
use crate::puzzle::FilesError;
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError};
use thiserror::Error;

/// Why a position was not set, or not to its end.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The old position stays.
    Position(#[from] PositionError),
    /// The moves before stay played.
    Move {
        /// Which one, from 1.
        number: usize,
        /// Why.
        error: MoveError,
    },
    /// The file cannot be read. The old position stays.
    File(#[from] FileError),
    /// The file holds no position of the game. The old position stays.
    Content {
        /// The file.
        path: String,
        /// The reason. It never quotes the file, since a client can name any file of the user.
        cause: String,
    },
    /// A saved game is cut short. The moves before that are played.
    Cut {
        /// The file.
        path: String,
        /// Plies that were played.
        plies: usize,
    },
    /// There is no such project, or it is broken. The old position stays.
    Project {
        /// The project.
        path: String,
        /// Why.
        error: FilesError,
    },
    /// The game that is on has no projects. The old position stays.
    NoProjects {
        /// The game.
        game: &'static str,
        /// The games that have.
        expected: String,
    },
    /// The others are banned.
    Ban {
        /// Words that are no legal moves, or too many.
        wrong: usize,
        /// Different words.
        count: usize,
        /// What is wrong with the first one.
        first: MoveError,
    },
    /// The old game stays.
    Game {
        /// What was asked for.
        found: String,
        /// What there is.
        expected: String,
    },
}

impl From<&EngineError> for Sentence {
    fn from(error: &EngineError) -> Sentence {
        use EngineError::{Ban, Content, Cut, File, Game, Move, NoProjects, Position, Project};
        match error {
            Position(error) => sentence!("position: {}; the old position stays", error),
            Move { number, error } => sentence!("position: move {}: {}; the moves before it stay", *number, error),
            File(error) => sentence!("position: file {}; the old position stays", Sentence::plain(error)),
            Content { path, cause } => {
                sentence!("position: file {}: {}; the old position stays", Sentence::quoted(path), cause.clone())
            }
            Cut { path, plies } => {
                let path = Sentence::quoted(path);
                sentence!("position: file {}: the game goes wrong after {} plies; these are played", path, *plies)
            }
            Project { path, error } => {
                let (path, error) = (Sentence::quoted(path), Sentence::plain(error));
                sentence!("position: project {}: {}; the old position stays", path, error)
            }
            NoProjects { game, expected } => {
                let expected = expected.clone();
                sentence!("position: the game {} has no projects, expected {}; the old position stays", *game, expected)
            }
            Ban { wrong, count, first } => {
                sentence!("banmoves: {} of {} words left out, the first: {}", *wrong, *count, first)
            }
            Game { found, expected } => {
                sentence!("unknown game {}, expected one of: {}", Sentence::quoted(found), expected.clone())
            }
        }
    }
}

in_english!(EngineError);

/// Why the table cannot be asked about a position.
#[derive(Debug, Error)]
pub enum LookUpError {
    /// The file cannot be read.
    #[error("file {0}")]
    File(#[from] FileError),
    /// The file holds no position of the game.
    #[error("file {path:?}: {cause}")]
    Content {
        /// The file.
        path: String,
        /// The reason, without quoting the file.
        cause: String,
    },
    /// The position cannot be read, or a move is illegal.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
