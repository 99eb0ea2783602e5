//! The formats that games are written in, and the one door to their writers.

use super::super::encoding::TextEncoding;
use super::super::game_record::GameRecord;
use super::{Lost, WriteError, dhtmlxq, json, list, pgn, xqf};
use meihua_contracts::text::Notation;
use std::path::Path;

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum OutputFormat {
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

impl OutputFormat {
    /// The end of a file's name that means a format.
    pub fn of_path(path: &Path) -> Option<OutputFormat> {
        let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
        Some(match extension.as_str() {
            "pgn" => OutputFormat::Pgn,
            "ubb" | "dhtmlxq" => OutputFormat::Dhtmlxq,
            "iccs" | "txt" => OutputFormat::Iccs,
            "json" | "jsonl" | "ndjson" => OutputFormat::Json,
            "uci" => OutputFormat::Uci,
            "xqf" => OutputFormat::Xqf,
            _ => return None,
        })
    }

    /// The end of a file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            OutputFormat::Pgn => "pgn",
            OutputFormat::Dhtmlxq => "ubb",
            OutputFormat::Iccs => "txt",
            OutputFormat::Json => "jsonl",
            OutputFormat::Uci => "uci",
            OutputFormat::Xqf => "xqf",
        }
    }

    /// A game as the bytes of this format, and what of it the format could not hold. `notation` is how PGN writes its moves;
    /// `encoding` is that of PGN, DhtmlXQ and lists.
    ///
    /// # Errors
    /// The format cannot hold the game.
    pub fn encode(
        self,
        game: &GameRecord,
        notation: Notation,
        encoding: TextEncoding,
    ) -> Result<(Vec<u8>, Lost), WriteError> {
        let (text, mut lost) = match self {
            OutputFormat::Pgn => (pgn::write(game, notation), Lost::default()),
            OutputFormat::Dhtmlxq => dhtmlxq::write(game)?,
            OutputFormat::Iccs => list::write(game, Notation::Iccs),
            OutputFormat::Uci => list::write_command(game),
            OutputFormat::Json => return Ok((json::write(game).into_bytes(), Lost::default())),
            OutputFormat::Xqf => return xqf::write(game),
        };
        let (bytes, missing) = encoding.encode(&text);
        lost.cut += missing;
        Ok((bytes.into_owned(), lost))
    }
}
