//! The command line of `meihua tables`, and its errors.

use clap::{Args, Subcommand};
use meihua_console::output_file::OutputError;
use meihua_console::progress::ProgressArgs;
use meihua_console::stdout::StdoutError;
use meihua_contracts::text::PositionError;
use meihua_engine::games::xiangqi::tables::check::CheckError;
use meihua_engine::games::xiangqi::tables::generate::GenerateError;
use meihua_engine::games::xiangqi::tables::material::{Material, MaterialError};
use meihua_engine::games::xiangqi::tables::set::LoadError;
use meihua_engine::games::xiangqi::tables::table::EndgameTableError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Make, check and query tables of solved xiangqi endings: attackers with guards against guards alone
///
/// Classes are named by their pieces: RAE-AAEE is a rook, an advisor and an elephant against all four guards, N-K a
/// horse against a bare general, RP-AAEE a rook and a pawn against all guards. Exit status: 0; 1 if a table is missing,
/// bad or cannot be written; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct TablesArgs {
    /// What to do
    #[command(subcommand)]
    pub command: TablesCommand,
}

/// A subcommand of `tables`.
#[derive(Subcommand, Debug, Clone)]
pub enum TablesCommand {
    /// Make the tables of these classes and of all classes they depend on; without classes, all 324 with one attacker.
    /// Existing tables are kept, so run the same command again to continue after an interruption
    Make(MakeArgs),
    /// Check tables: every checksum, and that every value follows from those one move ahead
    Check(CheckArgs),
    /// List the verdicts of the tables in a folder
    List(ListArgs),
    /// Pack tables into an archive, in the form that is built into the program
    Pack(PackArgs),
    /// Show the verdict of a position and of each of its moves
    Probe(ProbeArgs),
}

/// `tables make`.
#[derive(Args, Debug, Clone)]
pub struct MakeArgs {
    /// Classes, such as RA-AEE or RP-AAEE
    pub classes: Vec<Material>,
    /// The folder for the tables
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Maximum memory in megabytes; classes that need more are skipped and listed
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    pub hash: usize,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// `tables check`.
#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// The folder with the tables
    pub folder: PathBuf,
    /// Check only these classes
    pub classes: Vec<Material>,
    /// Check only the checksums
    #[arg(long)]
    pub sums: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// `tables list`.
#[derive(Args, Debug, Clone)]
pub struct ListArgs {
    /// The folder with the tables; default: the built-in ones
    pub folder: Option<PathBuf>,
    /// Print a Markdown table
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// `tables pack`.
#[derive(Args, Debug, Clone)]
pub struct PackArgs {
    /// The folder with the tables
    pub folder: PathBuf,
    /// Classes to pack; default: all in the folder
    pub classes: Vec<Material>,
    /// The archive to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// `tables probe`.
#[derive(Args, Debug, Clone)]
pub struct ProbeArgs {
    /// The position as a FEN
    #[arg(required = true)]
    pub fen: Vec<String>,
    /// Also use the tables in this folder
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Why a subcommand of `tables` failed.
#[derive(Debug, Error)]
pub(crate) enum TablesError {
    /// There is no such class.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file or folder does not hold tables.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A table is damaged.
    #[error("{0}: {1}")]
    Table(Material, EndgameTableError),
    /// A class could not be solved.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A value is wrong.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] OutputError),
    #[error("a table cannot be packed: {0}")]
    Encode(#[from] io::Error),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    /// More memory is needed than may be used.
    #[error("skipped because they need more than --hash {hash}: {classes}")]
    Memory {
        /// The limit in MB.
        hash: usize,
        /// The skipped classes and the megabytes they need.
        classes: String,
    },
    /// No table knows the position.
    #[error("no table contains this position{0}")]
    Unknown(String),
}

impl TablesError {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        if matches!(self, TablesError::Material(_) | TablesError::Position(_)) { 2 } else { 1 }
    }
}
