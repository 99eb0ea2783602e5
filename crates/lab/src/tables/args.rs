//! The command line of `meihua tables`, and what can go wrong.

use crate::output_file::OutputError;
use clap::{Args, Subcommand};
use meihua_contracts::text::PositionError;
use meihua_engine::games::xiangqi::tables::check::CheckError;
use meihua_engine::games::xiangqi::tables::generate::GenerateError;
use meihua_engine::games::xiangqi::tables::material::{Material, MaterialError};
use meihua_engine::games::xiangqi::tables::set::LoadError;
use meihua_engine::games::xiangqi::tables::table::EndgameTableError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Tables of xiangqi endings: attackers with guards against guards alone, solved
///
/// A class is named by its pieces: RAE-AAEE is a rook, an advisor and an elephant against all four guards, N-K a horse against
/// a bare general, RP-AAEE a rook and a pawn against all guards. Exit status: 0; 1 if a table is missing, bad or cannot be written; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct TablesArgs {
    /// What to do
    #[command(subcommand)]
    pub command: TablesCommand,
}

/// What to do with tables.
#[derive(Subcommand, Debug, Clone)]
pub enum TablesCommand {
    /// Make the tables of these classes and of all they need; of all 324 of one attacker if none is named. Tables that are there are kept, so that
    /// a run that was ended is continued by the same command
    Make(MakeArgs),
    /// Check tables: every checksum, and that every value follows from those a move ahead
    Check(CheckArgs),
    /// List the verdicts of the tables of a folder
    List(ListArgs),
    /// Write an archive of tables, in the form that is built into the program
    Pack(PackArgs),
    /// The verdict of a position and of each move
    Probe(ProbeArgs),
}

/// `tables make`.
#[derive(Args, Debug, Clone)]
pub struct MakeArgs {
    /// Classes, such as RA-AEE or RP-AAEE
    pub classes: Vec<Material>,
    /// The folder of the tables
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Megabytes that may be used; a class that needs more is left out and named
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    pub hash: usize,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// `tables check`.
#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// The folder of the tables
    pub folder: PathBuf,
    /// These classes only
    pub classes: Vec<Material>,
    /// Check the checksums alone
    #[arg(long)]
    pub sums: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// `tables list`.
#[derive(Args, Debug, Clone)]
pub struct ListArgs {
    /// The folder of the tables; the built-in ones if left out
    pub folder: Option<PathBuf>,
    /// As a table in Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// `tables pack`.
#[derive(Args, Debug, Clone)]
pub struct PackArgs {
    /// The folder of the tables
    pub folder: PathBuf,
    /// Classes; all that are there if none is named
    pub classes: Vec<Material>,
    /// The archive
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// `tables probe`.
#[derive(Args, Debug, Clone)]
pub struct ProbeArgs {
    /// The position, a FEN
    #[arg(required = true)]
    pub fen: Vec<String>,
    /// Ask the tables of this folder, too
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Why something could not be done.
#[derive(Debug, Error)]
pub(crate) enum TablesError {
    /// There is no such class.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A file or folder is no table.
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
    /// Standard output is closed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// Memory that may not be used is needed.
    #[error("left out, for they need more than --hash {hash}: {classes}")]
    Memory {
        /// What may be used, MB.
        hash: usize,
        /// Their names and megabytes.
        classes: String,
    },
    /// No table knows the position.
    #[error("no table knows this position{0}")]
    Unknown(String),
}

impl TablesError {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        if matches!(self, TablesError::Material(_) | TablesError::Position(_)) { 2 } else { 1 }
    }
}
