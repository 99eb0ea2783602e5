//! Coordinates: `h2e2` with ranks from 0, `h3e3` and `b3b10` with ranks from 1, and ICCS `H2-E2`.

use super::super::mv::Move;
use super::super::square::Square;

/// The notation with ranks from 1 to 10.
pub fn from_one(mv: Move) -> String {
    let name = |square: Square| format!("{}{}", (b'a' + square.file() as u8) as char, square.rank() + 1);
    name(mv.from()) + &name(mv.to())
}

/// ICCS: `H2-E2`, ranks from 0.
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Parses two squares, with or without `-` between them; with it the text is ICCS, whose ranks count from 0.
pub fn parse(text: &str, ranks_from_one: bool) -> Option<Move> {
    let (from, rest) = square(text)?;
    let (iccs, rest) = rest.strip_prefix('-').map_or((false, rest), |rest| (true, rest));
    let (to, rest) = square(rest)?;
    if !rest.is_empty() {
        return None;
    }
    let lowest = usize::from(ranks_from_one && !iccs);
    let place = |(file, rank): (usize, usize)| Square::new(file, rank.checked_sub(lowest)?);
    Move::new(place(from)?, place(to)?)
}

/// Splits file and rank, as written, off the front.
fn square(text: &str) -> Option<((usize, usize), &str)> {
    let letter = text.chars().next().filter(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='i'))?;
    let file = letter.to_ascii_lowercase() as usize - 'a' as usize;
    let digits = &text[1..];
    let length = if digits.starts_with("10") { 2 } else { 1 };
    let rank = digits.get(..length)?.parse().ok()?;
    Some(((file, rank), &digits[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let read = |text, from_one| parse(text, from_one).map(|mv: Move| mv.to_string());
        assert_eq!(read("h2e2", false).as_deref(), Some("h2e2"));
        assert_eq!(read("H2-E2", false).as_deref(), Some("h2e2"));
        assert_eq!(read("H2-E2", true).as_deref(), Some("h2e2"));
        assert_eq!(read("h3e3", true).as_deref(), Some("h2e2"));
        assert_eq!(read("b3b10", true).as_deref(), Some("b2b9"));
        assert_eq!(read("a10a9", true).as_deref(), Some("a9a8"));
        for text in ["", "h", "h2", "h2e", "h2e22", "h2h2", "j2e2", "h2-", "C2=5", "h2e2q", "炮二平五", "b2b10", "+1a2"]
        {
            assert_eq!(read(text, false), None, "{text}");
        }
        assert_eq!(read("h0e3", true), None);
    }

    #[test]
    fn every_move_round_trips() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(mv.and_then(|mv| parse(&mv.to_string(), false)), mv);
                assert_eq!(mv.and_then(|mv| parse(&from_one(mv), true)), mv);
                assert_eq!(mv.and_then(|mv| parse(&iccs(mv), true)), mv);
            }
        }
    }
}
