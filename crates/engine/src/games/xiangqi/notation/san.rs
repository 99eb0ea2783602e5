//! The short algebraic notation of Western programs, read only: `Che3`, `Nxd5`, `g5`, `gxg5`, `Rfe7`, `Ci9+`.
//!
//! The parts are the letter of the piece (none or `P` for a pawn), the file or rank or both that it comes from if
//! several pieces could go there, `x` for a capture, the target, and `+` or `#`. XBoard counts ranks from 0, pychess
//! from 1.

use super::super::movegen::{Moves, legal_moves};
use super::super::mv::Move;
use super::super::piece::PieceKind;
use super::super::position::Position;
use super::super::square::Square;
use super::ResolveError;

/// A move as described by text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Request {
    kind: PieceKind,
    file: Option<usize>,
    rank: Option<usize>,
    to: Square,
}

/// The legal move that is meant; `None` if the text is not in this notation, which excludes coordinates (`h2e2`,
/// `H2-E2`).
pub fn parse(position: &Position, text: &str, ranks_from_one: bool) -> Option<Result<Move, ResolveError>> {
    let request = read(text, usize::from(ranks_from_one))?;
    Some(match request.fitting(position)[..] {
        [mv] => Ok(mv),
        [first, second, ..] => Err(ResolveError::Ambiguous { first, second }),
        [] => Err(ResolveError::NoWay { kind: request.kind, to: request.to }),
    })
}

/// The legal moves that may be meant; `None` if the text is not in this notation.
pub fn readings(position: &Position, text: &str, ranks_from_one: bool) -> Option<Vec<Move>> {
    Some(read(text, usize::from(ranks_from_one))?.fitting(position))
}

impl Request {
    fn fitting(&self, position: &Position) -> Vec<Move> {
        let mut legal = Moves::new();
        legal_moves(position, &mut legal);
        let fits = |mv: &&Move| {
            let from = mv.from();
            mv.to() == self.to
                && position.piece_on(from).is_some_and(|piece| piece.kind == self.kind)
                && self.file.is_none_or(|file| file == from.file())
                && self.rank.is_none_or(|rank| rank == from.rank())
        };
        legal.iter().filter(fits).copied().collect()
    }
}

/// The rank in text of this form; `g5` and `c2e4` are ambiguous by themselves, and the latter does not count.
pub fn has_rank(text: &str) -> Option<&str> {
    read(text, 0).or_else(|| read(text, 1))?;
    let text = text.trim_end_matches(['+', '#']);
    let start = text.rfind(|letter: char| !letter.is_ascii_digit())?;
    text.get(start + 1..)
}

fn read(text: &str, lowest: usize) -> Option<Request> {
    let text = text.trim_end_matches(['+', '#']);
    if !(2..=8).contains(&text.len()) || !text.is_ascii() {
        return None;
    }
    let (head, to) = target(text, lowest)?;
    let (letter, rest) = match head.as_bytes().first() {
        Some(letter) if letter.is_ascii_uppercase() => (*letter, &head[1..]),
        _ => (b'P', head),
    };
    let kind = match letter {
        b'K' => PieceKind::General,
        b'A' => PieceKind::Advisor,
        b'E' | b'B' => PieceKind::Elephant,
        b'H' | b'N' => PieceKind::Horse,
        b'R' => PieceKind::Rook,
        b'C' => PieceKind::Cannon,
        b'P' => PieceKind::Pawn,
        _ => return None,
    };
    let capture = rest.ends_with('x');
    let from = rest.strip_suffix('x').unwrap_or(rest);
    let (file, digits) = match from.bytes().next() {
        Some(letter @ b'a'..=b'i') => (Some(usize::from(letter - b'a')), &from[1..]),
        _ => (None, from),
    };
    let rank = match digits {
        "" => None,
        digits => Some(digits.parse::<usize>().ok()?.checked_sub(lowest)?),
    };
    // Two squares without a letter are coordinates.
    let is_coordinates = !head.starts_with(|letter: char| letter.is_ascii_uppercase()) && rank.is_some() && !capture;
    (!is_coordinates).then_some(Request { kind, file, rank, to })
}

/// Splits the target square off the end: a lower-case letter and one or two digits.
fn target(text: &str, lowest: usize) -> Option<(&str, Square)> {
    let letter = text.rfind(|letter: char| letter.is_ascii_lowercase())?;
    let file = usize::from(text.as_bytes()[letter].checked_sub(b'a')?);
    let rank = text[letter + 1..].parse::<usize>().ok()?.checked_sub(lowest)?;
    Some((&text[..letter], Square::new(file, rank)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::fen;

    fn read_from_start(text: &str, from_one: bool) -> Option<String> {
        let position = fen::parse(fen::START).unwrap();
        parse(&position, text, from_one).map(|found| found.map_or_else(|error| error.to_string(), |mv| mv.to_string()))
    }

    #[test]
    fn pieces_pawns_and_where_they_come_from() {
        let found = |text| read_from_start(text, false).unwrap();
        assert_eq!(found("Che2"), "h2e2");
        assert_eq!(found("Ce2"), "it could be b2e2 or h2e2");
        assert_eq!(found("Nc2"), "b0c2");
        assert_eq!(found("Hg2+"), "h0g2");
        assert_eq!(found("Cbxb9"), "b2b9");
        assert_eq!(found("g4"), "g3g4");
        assert_eq!(found("Pg4"), "g3g4");
        assert_eq!(found("Ke2"), "no general can go to e2");
        assert_eq!(read_from_start("Cbxb10", true).as_deref(), Some("b2b9"));
        assert_eq!(read_from_start("A4e2", true).as_deref(), Some("no advisor can go to e1"));
    }

    #[test]
    fn other_notations_are_left_alone() {
        for text in
            ["h2e2", "H2-E2", "H2E2", "C2=5", "c2.5", "炮二平五", "", "e", "x5", "j3", "1-0", "e99999999999999999999"]
        {
            assert_eq!(read_from_start(text, false), None, "{text}");
        }
        assert_eq!(has_rank("Cbxb10+"), Some("10"));
        assert_eq!(has_rank("h2e2"), None);
    }
}
