//! The command line of `convert`.

use crate::record::encoding::TextEncoding;
use crate::record::write::list::MoveStyle;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Convert saved games: PGN, DhtmlXQ, XQF, CBR, CBL, lists of moves and others, recognised by their content.
///
/// What the target cannot hold is counted at the end. A game with a bad move keeps the moves before it, and a line
/// shows it. Exit status: 0; 1 if a file or a game could not be read or written; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct ConvertArgs {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,
    /// Write to this file; into this folder a file for each input; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// The format; without it the end of OUT decides, and PGN is written to standard output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<Target>,
    /// The moves in PGN
    #[arg(long, value_enum, default_value_t)]
    pub notation: MoveStyle,
    /// The encoding of PGN, DhtmlXQ and lists
    #[arg(long, value_enum, default_value_t)]
    pub encoding: TextEncoding,
}

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// PGN with comments, variations and marks
    Pgn,
    /// The UBB text of dpxq.com and of forums
    Dhtmlxq,
    /// A plain list of the main line: H2-E2
    Iccs,
    /// A JSON object a game, one a line
    Json,
    /// One line a game: position fen F moves h2e2 …
    Uci,
    /// XQStudio 1.0, a file for each game
    Xqf,
}

impl Target {
    /// The end of a file's name that means a format.
    pub fn of_path(path: &Path) -> Option<Target> {
        let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
        Some(match extension.as_str() {
            "pgn" => Target::Pgn,
            "ubb" | "dhtmlxq" => Target::Dhtmlxq,
            "iccs" | "txt" => Target::Iccs,
            "json" | "jsonl" | "ndjson" => Target::Json,
            "uci" => Target::Uci,
            "xqf" => Target::Xqf,
            _ => return None,
        })
    }

    /// The end of a file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Target::Pgn => "pgn",
            Target::Dhtmlxq => "ubb",
            Target::Iccs => "txt",
            Target::Json => "jsonl",
            Target::Uci => "uci",
            Target::Xqf => "xqf",
        }
    }
}
