//! What every command that reads a library asks: which file it is, which of its games are meant, and why it cannot be used.

use clap::Args;
use etcetera::{BaseStrategy, HomeDirError};
use meihua_contracts::in_english;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::registry::Entry;
use meihua_games::say;
use meihua_library::{LibraryError, Query, Request};
use std::env;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a library cannot be used.
#[derive(Debug, Error)]
pub(crate) enum LibraryFailure {
    File { path: PathBuf, error: LibraryError },
    Query(#[from] LibraryError),
    NoFolder(#[from] HomeDirError),
}

impl From<&LibraryFailure> for Sentence {
    fn from(failure: &LibraryFailure) -> Sentence {
        use LibraryError::{Foreign, Missing, Newer};
        match failure {
            // These name the file themselves.
            LibraryFailure::File { error: error @ (Foreign { .. } | Missing { .. } | Newer { .. }), .. }
            | LibraryFailure::Query(error) => error.into(),
            LibraryFailure::File { path, error } => say!("{}: {}", Sentence::quoted(path), error),
            LibraryFailure::NoFolder(error) => {
                say!("no folder for data ({}); name a file with --library", Sentence::plain(error))
            }
        }
    }
}

in_english!(LibraryFailure);

impl LibraryFailure {
    /// An error of the library in this file.
    pub(crate) fn of(path: &Path, error: LibraryError) -> LibraryFailure {
        LibraryFailure::File { path: path.to_owned(), error }
    }

    /// Whether the command line is wrong.
    pub(crate) const fn is_misuse(&self) -> bool {
        matches!(
            self,
            LibraryFailure::NoFolder(_)
                | LibraryFailure::Query(
                    LibraryError::Query { .. }
                        | LibraryError::Game(_)
                        | LibraryError::Position(_)
                        | LibraryError::Unnamed(..)
                        | LibraryError::Move(_)
                )
        )
    }
}

/// What games must be like, all of it at once.
#[derive(Args, Debug, Clone)]
pub(crate) struct QueryArgs {
    /// The game; default: xiangqi where a position, pattern, material or sequence is given
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Part of the name of a player; twice for both
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// Part of the name of the player with Red (in other games the first player)
    #[arg(long, value_name = "NAME")]
    pub red: Option<String>,
    /// Part of the name of the player with Black
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// Part of the name of the event
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// Games from this date on: 1999, 1999-12 or 1999-12-31
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Games up to this date
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// The result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true)]
    pub result: Option<String>,
    /// The beginning of an opening's code, or part of its name: C4, 屏风马
    #[arg(long, value_name = "CODE")]
    pub opening: Option<String>,
    /// The number of plies: 40, 40-80, 40- or -80
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub plies: Option<String>,
    /// Words of a comment, in this order
    #[arg(long, value_name = "TEXT")]
    pub comment: Option<String>,
    /// Part of the name of a source file
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
    /// A position, whatever the order of moves: a FEN, or `startpos moves …`; its mirror image counts, too
    #[arg(long, value_name = "FEN")]
    pub position: Option<String>,
    /// Part of a board: a FEN in which ? is anything and . is empty; a whole board stands where it is
    #[arg(long, value_name = "FEN")]
    pub pattern: Option<String>,
    /// The pieces of Red and of Black: 'RNP RC'; advisors and elephants count where they are named
    #[arg(long, value_name = "PIECES")]
    pub material: Option<String>,
    /// In how many positions in a row the material must be there; default: 1
    #[arg(long, value_name = "N", requires = "material", value_parser = clap::value_parser!(u32).range(1..))]
    pub lasting: Option<u32>,
    /// Moves (h2e2) and patterns in this order, with anything between them
    #[arg(long, value_name = "STEPS")]
    pub sequence: Option<String>,
    /// Numbers of games, as `find` prints them
    #[arg(long, value_name = "N")]
    pub number: Vec<i64>,
}

impl QueryArgs {
    /// The query.
    ///
    /// # Errors
    /// A position, pattern, material or sequence cannot be read.
    pub(crate) fn query(&self, games: &[Entry]) -> Result<Query, LibraryError> {
        self.request().query(games)
    }

    fn request(&self) -> Request {
        Request {
            game: self.game.clone(),
            player: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result.clone(),
            opening: self.opening.clone(),
            plies: self.plies.clone(),
            comment: self.comment.clone(),
            source: self.source.clone(),
            position: self.position.clone(),
            pattern: self.pattern.clone(),
            material: self.material.clone(),
            lasting: self.lasting,
            sequence: self.sequence.clone(),
            number: self.number.clone(),
            limit: None,
            offset: None,
        }
    }
}

/// The file of the library: as named, else by the environment, else in the user's folder for data.
pub(crate) fn path(named: Option<&Path>) -> Result<PathBuf, LibraryFailure> {
    named.map_or_else(default_path, |path| Ok(path.to_owned()))
}

/// The file of the library if none is named.
pub(crate) fn default_path() -> Result<PathBuf, LibraryFailure> {
    if let Some(path) = env::var_os("MEIHUA_LIBRARY").filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(path));
    }
    let folders = etcetera::choose_base_strategy();
    Ok(folders?.data_dir().join("meihua").join("library.db"))
}
