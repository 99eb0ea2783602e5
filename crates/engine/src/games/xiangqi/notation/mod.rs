//! Move notation: the wire's and ICCS ([`wire`]), WXF and Chinese ([`relative`]), Vietnamese ([`vietnamese`]), the SAN of
//! Western programs ([`san`], read only), and why a move is refused ([`reason`]).

pub mod reason;
pub mod relative;
pub mod san;
mod vietnamese;
pub mod wire;

use super::mv::Move;
use super::piece::{PieceKind, side_name};
use super::position::Position;
use super::square::Square;
use crate::in_english;
use crate::sentence;
use crate::sentence::Sentence;
use crate::side::Side;
use crate::text::{MoveError, Notation};
use thiserror::Error;

/// Why text that names a piece and a target is not a move in the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// There is no such piece.
    NoPiece {
        /// The side to move.
        side: Side,
        /// The piece named in the text.
        kind: PieceKind,
    },
    /// No piece of this kind may move there.
    NoWay {
        /// The piece named in the text.
        kind: PieceKind,
        /// The target named in the text.
        to: Square,
    },
    /// Several moves fit the text.
    Ambiguous {
        /// One of them.
        first: Move,
        /// Another.
        second: Move,
    },
    /// The rules forbid the move.
    Illegal(Sentence),
}

impl From<&ResolveError> for Sentence {
    fn from(error: &ResolveError) -> Sentence {
        match error {
            ResolveError::NoPiece { side, kind } => sentence!("{} has no such {}", side_name(*side), kind.name()),
            ResolveError::NoWay { kind, to } => sentence!("no {} can go to {}", kind.name(), to.to_string()),
            ResolveError::Ambiguous { first, second } => {
                sentence!("it could be {} or {}", first.to_string(), second.to_string())
            }
            ResolveError::Illegal(reason) => reason.clone(),
        }
    }
}

in_english!(ResolveError);

/// The accepted notations, for error messages.
const SPELLINGS: &str = "h2e2, H2-E2, C2=5 or 炮二平五";

/// Writes a move of the side to move.
pub fn write(position: &Position, mv: Move, notation: Notation) -> String {
    match notation {
        Notation::Wire => mv.to_string(),
        Notation::WireFromOne => wire::from_one(mv),
        Notation::Iccs => wire::iccs(mv),
        Notation::Wxf | Notation::San => named(position, mv, relative::wxf(position, mv), relative::Request::parse),
        Notation::Chinese => named(position, mv, relative::chinese(position, mv), relative::Request::parse),
        Notation::Vietnamese => named(position, mv, vietnamese::write(position, mv), vietnamese::parse),
    }
}

/// The reader of a notation.
type Parse = fn(&str) -> Option<relative::Request>;

/// The text if it names the move, otherwise ICCS: in composed positions, three rooks may stand on a file, or two advisors
/// that can both advance, and then the other notations have no name for a move.
fn named(position: &Position, mv: Move, text: String, parse: Parse) -> String {
    let reads_back = || parse(&text).and_then(|request| request.resolve(position).ok()) == Some(mv);
    if position.oddity().is_none() || reads_back() { text } else { wire::iccs(mv) }
}

/// Parses a legal move in any notation. `ranks_from_one` decides how `h3e3` is read; ICCS always counts from 0. Text that
/// is in WXF and in Vietnamese notation is in WXF if that is legal.
///
/// # Errors
/// [`MoveError::Unreadable`] if the text is not a move in any notation, [`MoveError::Illegal`] with the reason.
pub fn parse(position: &Position, text: &str, ranks_from_one: bool) -> Result<Move, MoveError> {
    let text = text.trim();
    if let Some(mv) = wire::parse(text, ranks_from_one) {
        return match reason::illegality(position, mv) {
            None => Ok(mv),
            Some(reason) => Err(MoveError::illegal(text, reason)),
        };
    }
    let vietnamese = || parse_vietnamese(position, text);
    match relative::Request::parse(text) {
        Some(request) => request.resolve(position).map_err(|error| MoveError::illegal(text, &error)).or_else(|error| {
            // What no piece can do is no attempt at WXF.
            vietnamese().ok_or(error.clone())?.map_err(|other| if request.is_possible() { error } else { other })
        }),
        None => vietnamese().unwrap_or_else(|| Err(MoveError::unreadable(text, SPELLINGS))),
    }
}

/// Parses a legal move in Vietnamese notation; `None` if the text is not in it.
pub fn parse_vietnamese(position: &Position, text: &str) -> Option<Result<Move, MoveError>> {
    let request = vietnamese::parse(text.trim())?;
    Some(request.resolve(position).map_err(|error| MoveError::illegal(text, &error)))
}
