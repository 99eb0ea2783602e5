//! The command line of `convert`.

use clap::Args;
use meihua_console::progress::ProgressArgs;
use meihua_contracts::text::Notation;
use meihua_records::encoding::TextEncoding;
use meihua_records::notation_words::{self, WRITTEN};
use meihua_records::write::OutputFormat;
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
    /// File to write, or folder for one output file per input; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Output format; default: by the file extension of OUT, and PGN on standard output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<OutputFormat>,
    /// Move notation in PGN; default: wxf, or chinese if the language is Chinese
    #[arg(long, value_parser = notation_words::parser(WRITTEN))]
    pub notation: Option<Notation>,
    /// Encoding of all formats but XQF; what it lacks is written as an escape
    #[arg(long, value_enum, default_value_t)]
    pub encoding: TextEncoding,
    /// Leave out games that could not be read whole, or that the format cannot hold whole; the exit status is then 1
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}
