//! The output formats, and the common entry point of their writers.

use super::super::encoding::TextEncoding;
use super::super::game_record::GameRecord;
use super::super::text_encoding::{self, Escape};
use super::{Lost, WriteError, dhtmlxq, json, list, pgn, xqf};
use meihua_contracts::text::Notation;
use std::path::Path;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum OutputFormat {
    /// PGN with comments, variations and marks
    Pgn,
    /// The UBB text of dpxq.com and of forums
    Dhtmlxq,
    /// A plain list of the main line: H2-E2
    Iccs,
    /// One JSON object per game and line
    Json,
    /// One line per game: position fen F moves h2e2 …
    Uci,
    /// XQStudio 1.0, one file per game
    Xqf,
}

impl OutputFormat {
    /// The format for a file extension.
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

    /// The file extension.
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

    /// Encodes a game in this format; also returns what the format could not hold. `notation` is for moves in PGN,
    /// `encoding` for all formats but XQF. Characters that the encoding lacks are escaped so that they are read back;
    /// the words of moves and results become traditional ones in Big5.
    ///
    /// # Errors
    /// The format, or the encoding, cannot hold the game.
    pub fn encode(
        self,
        game: &GameRecord,
        notation: Notation,
        encoding: TextEncoding,
    ) -> Result<(Vec<u8>, Lost), WriteError> {
        let (text, lost) = match self {
            OutputFormat::Pgn => pgn::write_in(game, notation, encoding),
            OutputFormat::Dhtmlxq => dhtmlxq::write_in(game, encoding)?,
            OutputFormat::Iccs => list::write(game, Notation::Iccs),
            OutputFormat::Uci => list::write_command(game),
            OutputFormat::Json => (json::write(game), Lost::default()),
            OutputFormat::Xqf => return xqf::write(game),
        };
        let has_moves = self == OutputFormat::Pgn && notation == Notation::Chinese;
        let bytes = encoding.encode(&text, self.escape(), has_moves).ok_or(WriteError::Encoding(self.name()))?;
        Ok((bytes, lost))
    }

    /// How a character that an encoding lacks is written.
    const fn escape(self) -> Escape {
        match self {
            OutputFormat::Pgn => text_encoding::reference,
            OutputFormat::Dhtmlxq | OutputFormat::Json => text_encoding::unicode_escape,
            OutputFormat::Iccs | OutputFormat::Uci | OutputFormat::Xqf => |_| None,
        }
    }

    /// The name for people.
    const fn name(self) -> &'static str {
        match self {
            OutputFormat::Pgn => "PGN",
            OutputFormat::Dhtmlxq => "DhtmlXQ",
            OutputFormat::Iccs => "a list of moves",
            OutputFormat::Json => "JSON",
            OutputFormat::Uci => "a list of commands",
            OutputFormat::Xqf => "XQF",
        }
    }
}
