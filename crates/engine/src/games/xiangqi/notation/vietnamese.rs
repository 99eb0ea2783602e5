//! Vietnamese notation: the letters of the Vietnamese names, and signs for the direction.
//!
//! ```text
//! P2-5    Pháo 2 bình 5   cannon on file 2, sideways, to file 5
//! M8.7    Mã 8 tiến 7     horse on file 8, ahead, to file 7
//! X9/1    Xe 9 thoái 1    rook on file 9, back, one square
//! Tg5.1   Tướng           general; S Sĩ advisor, T Tượng elephant, B Binh (C Chốt) pawn
//! Xt-4    Xe trước        the front one of two rooks on a file; Xs rear, Bg middle
//! Bt3.1                   the front one of two pawns on file 3, if another file also has two or more
//! B23.1                   the second of four or more pawns on file 3
//! ```
//!
//! It says what WXF says, and shares its reader. Some texts are moves in both: `S4.5` is an advisor here and a pawn in
//! WXF.

use super::super::mv::Move;
use super::super::piece::PieceKind;
use super::super::position::Position;
use super::relative::{Naming, Order, Request, Way, file_of, naming, step_of};

/// The letters of the pieces; the last one is another name of the pawn.
const LETTERS: [(&str, PieceKind); 8] = [
    ("Tg", PieceKind::General),
    ("S", PieceKind::Advisor),
    ("T", PieceKind::Elephant),
    ("M", PieceKind::Horse),
    ("X", PieceKind::Rook),
    ("P", PieceKind::Cannon),
    ("B", PieceKind::Pawn),
    ("C", PieceKind::Pawn),
];

/// A move in Vietnamese notation.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_on(mv.from()) else { return mv.to_string() };
    let letter = LETTERS.iter().find(|(_, kind)| *kind == piece.kind).map_or("", |(letter, _)| letter);
    let file = file_of(mv.from(), piece.side);
    let (way, number) = step_of(mv.from(), mv.to(), piece.side);
    let sign = match way {
        Way::Ahead => '.',
        Way::Sideways => '-',
        Way::Back => '/',
    };
    let ordinal = |index: usize, count: usize| match index {
        0 => "t".to_owned(),
        1 if count == 3 => "g".to_owned(),
        _ if index + 1 == count => "s".to_owned(),
        // A digit alone would be a file.
        _ => (index + 1).to_string(),
    };
    let which = match naming(position, mv.from(), piece) {
        Naming::File => file.to_string(),
        Naming::Pair(Order::Front) => "t".to_owned(),
        Naming::Pair(_) => "s".to_owned(),
        Naming::Column { index, count } if count <= 3 => ordinal(index, count),
        Naming::Column { index, count } | Naming::Columns { index, count } => {
            format!("{}{file}", ordinal(index, count))
        }
    };
    format!("{letter}{which}{sign}{number}")
}

/// Parses Vietnamese notation.
pub(super) fn parse(text: &str) -> Option<Request> {
    let (letter, kind) = LETTERS.iter().find(|(letter, _)| text.starts_with(letter))?;
    let mut which: Vec<char> = text[letter.len()..].chars().take(5).collect();
    let digit = |c: char| c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize);
    let number = digit(which.pop()?)?;
    let way = match which.pop()? {
        '.' => Way::Ahead,
        '-' => Way::Sideways,
        '/' => Way::Back,
        _ => return None,
    };
    let order = |c: char| match c {
        't' => Some(Order::Front),
        'g' => Some(Order::Middle),
        's' => Some(Order::Rear),
        c => digit(c).map(Order::Nth),
    };
    let (order, file) = match which[..] {
        [file] if digit(file).is_some() => (None, digit(file)),
        [c] => (Some(order(c)?), None),
        [c, file] => (Some(order(c)?), Some(digit(file)?)),
        _ => return None,
    };
    Some(Request { kind: Some(*kind), file, order, way, number })
}

#[cfg(test)]
mod tests {
    use super::super::super::fen;
    use super::super::super::movegen::{Moves, legal_moves};
    use super::*;

    fn named(fen: &str, mv: &str) -> String {
        let position = fen::parse(fen).unwrap();
        let mut legal = Moves::new();
        legal_moves(&position, &mut legal);
        // Each name means one move.
        for &mv in legal.iter() {
            let request = parse(&write(&position, mv)).unwrap();
            assert_eq!(request.fitting(&position), [mv], "{fen} {}", write(&position, mv));
        }
        legal.iter().find(|legal| legal.to_string() == mv).map(|&mv| write(&position, mv)).unwrap()
    }

    #[test]
    fn names() {
        for (mv, name) in [("h2e2", "P2-5"), ("h0g2", "M2.3"), ("a0a1", "X9.1"), ("c0e2", "T7.5"), ("e0e1", "Tg5.1")] {
            assert_eq!(named(fen::START, mv), name);
        }
        const ROOKS: &str = "5k3/9/9/9/9/9/9/4R4/4R4/3K5 w";
        assert_eq!((named(ROOKS, "e2e3").as_str(), named(ROOKS, "e1e0").as_str()), ("Xt.1", "Xs/1"));
    }

    #[test]
    fn pawns_in_columns() {
        assert_eq!(named("3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w", "e7d7"), "Bg-6");
        assert_eq!(named("3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w", "e7d7"), "B25-6");
        assert_eq!(named("3k5/2P1P4/2P1P4/9/9/9/9/9/9/5K3 w", "c7b7"), "Bs7-8");
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in ["", "P", "P2", "P2=5", "P2-", "P0-5", "p2-5", "Tg", "P2-55", "H2.3", "炮二平五", "P2345-1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
