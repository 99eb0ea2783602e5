//! The command line of `convert`.

use crate::shared::saved_games::OutputArgs;
use clap::Args;
use meihua_console::progress::ProgressArgs;
use std::path::PathBuf;

/// Convert saved games: PGN, DhtmlXQ, XQF, CBR, CBL, move lists and others, recognised by content.
///
/// Whatever the target format cannot hold is counted at the end. A game with a bad move is kept up to that move, and a
/// message says so. Exit status: 0; 1 if a file or a game could not be read or written; 2 for a wrong command line; 3 if
/// everything was written, but some games not whole because of a bad move or other damage.
#[derive(Args, Debug, Clone)]
pub(crate) struct ConvertArgs {
    /// Files and folders to convert; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Leave out games that could not be read whole, or that the format cannot hold whole; the exit status is then 1
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}
