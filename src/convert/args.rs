//! The command line of `convert`.

use clap::Args;
use meihua_contracts::text::Notation;
use meihua_records::encoding::TextEncoding;
use meihua_records::notation_words::{self, WRITTEN};
use meihua_records::write::OutputFormat;
use std::path::PathBuf;

/// Convert saved games: PGN, DhtmlXQ, XQF, CBR, CBL, lists of moves and others, recognised by their content.
///
/// What the target cannot hold is counted at the end. A game with a bad move keeps the moves before it, and a line
/// shows it. Exit status: 0; 1 if a file or a game could not be read or written; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct ConvertArgs {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,
    /// The file to write, or a folder that gets one file per input; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// The format; if left out, the file extension of OUT decides, and standard output gets PGN
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<OutputFormat>,
    /// The moves in PGN
    #[arg(long, default_value = "chinese", value_parser = notation_words::parser(WRITTEN))]
    pub notation: Notation,
    /// The encoding of PGN, DhtmlXQ and lists
    #[arg(long, value_enum, default_value_t)]
    pub encoding: TextEncoding,
}
