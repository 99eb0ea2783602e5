//! The command line of `library`.

use crate::shared::library::QueryArgs;
use crate::shared::saved_games::OutputArgs;
use clap::{Args, Subcommand, ValueEnum};
use meihua_console::progress::ProgressArgs;
use meihua_contracts::side::Side;
use meihua_contracts::text::GameText;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use std::path::PathBuf;

/// Keep a library of games: add files, look games up, explore positions, make opening books.
///
/// A library is one SQLite file. It is the file of --library, else that of the environment variable MEIHUA_LIBRARY,
/// else `library.db` in the user's folder for data. docs/library.md describes it. Exit status: 0; 1 if a file could not
/// be read or the library not be used, or if `check` finds damage; 2 for a wrong command line; 3 if everything was
/// added, but some games not whole.
#[derive(Args, Debug, Clone)]
pub(crate) struct LibraryArgs {
    /// The file of the library
    #[arg(long, global = true, value_name = "FILE")]
    pub library: Option<PathBuf>,
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Subcommand, Debug, Clone)]
pub(crate) enum LibraryCommand {
    /// Add the games of files: every format that `convert` reads, folders and zip archives
    Add(AddArgs),
    /// Find games: by players, dates, results, openings, positions, patterns, material, comments
    Find(FindArgs),
    /// Show what was played in a position
    Explore(ExploreArgs),
    /// Show what the library holds
    Stats {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Take the values of positions from rows of `analyse --library --jsonl`, for the explorer
    ImportValues {
        /// Files of rows; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Look for damage in the library
    Check,
    /// Remove the games that `find` would find
    Remove(RemoveArgs),
    /// Write all games, or those that `find` would find, to a file; or the explorer to a folder
    Export(ExportArgs),
    /// Make an opening book for GUIs (.obk) of the games of xiangqi
    Book(BookArgs),
}

#[derive(Args, Debug, Clone)]
pub(crate) struct AddArgs {
    /// Files, folders and zip archives; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Args, Debug, Clone)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub query: QueryArgs,
    /// Maximum number of games
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print a JSON object for each game
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug, Clone)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub query: QueryArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write the explorer of all games to this folder, as files for a page without a server
    #[arg(long, value_name = "DIR", conflicts_with_all = ["QueryArgs", "OutputArgs"])]
    pub explorer: Option<PathBuf>,
}

#[derive(Args, Debug, Clone)]
pub(crate) struct ExploreArgs {
    /// The position: a FEN, `startpos moves …`, or nothing for the start
    #[arg(value_name = "POSITION")]
    pub position: Vec<String>,
    /// The game
    #[arg(long, value_name = "GAME", default_value = Xiangqi::NAME)]
    pub game: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug, Clone)]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub query: QueryArgs,
    /// Remove every game, if nothing else says which
    #[arg(long)]
    pub all: bool,
}

#[derive(Args, Debug, Clone)]
pub(crate) struct BookArgs {
    /// The book to write
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// In how many games a move was played at least
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..))]
    pub min_games: u32,
    /// Only the moves of this side
    #[arg(long, value_enum)]
    pub side: Option<SideName>,
    /// Only positions this many plies from the start or nearer
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub max_plies: usize,
}

/// A side, as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideName {
    /// The first player
    Red,
    /// The second player
    Black,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Red => Side::First,
            SideName::Black => Side::Second,
        }
    }
}
