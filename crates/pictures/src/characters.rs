//! The characters on the pieces and in the river of a xiangqi board, as brush strokes.
//!
//! Red and Black use different characters for most kinds, as on traditional sets. A character is drawn in a box of 100
//! x 100; parts that several of them share (the 亻 of 仕, 俥, 傌) have paths of their own.

use super::brush;
use super::letters::round;
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::{Piece, PieceKind};
use svg::node::element::Path;

/// A part of a character: its strokes, the left edge of its box, and its width relative to a full width of 1.
type Part = (&'static str, f64, f64);

const MAN: &str = "M30 5Q24 28 8 48M23 32L23 95";
const CHARIOT: &str = "M18 19L82 19M24 34L76 34L76 66L24 66L24 34M24 50L76 50M8 80L92 80M50 5L50 96";
const HORSE: &str = "M26 10L26 60M26 10L80 10M26 26L76 26M26 42L76 42M52 10L52 60M26 60L86 60Q87 84 79 93L67 87\
                     M13 72L9 90M28 71L31 86M43 70L47 85M58 69L63 82";
const SCHOLAR: &str = "M8 38L92 38M50 5L50 88M20 89L80 89";
const WRAP: &str =
    "M58 5Q54 24 43 38M54 23L91 23Q92 56 85 67L74 62M53 41L74 41L74 56L53 56M53 41L53 80Q53 91 64 91L86 91Q94 91 94 76";
const FIRE: &str = "M10 34L15 51M38 28L31 46M24 8L24 40Q22 70 5 91M25 54Q31 72 42 82";
const STONE: &str = "M4 15L42 15M24 15Q20 44 4 62M16 47L39 47L39 82L16 82L16 47";
const ELEPHANT: &str = "M40 3Q33 16 16 27M35 12L63 12L52 25M26 26L76 26L76 43L26 43L26 26M51 26L51 43Q40 53 12 60\
                        M43 51Q62 60 59 85Q57 95 45 90M53 61Q40 72 14 78M57 73Q43 87 16 95M80 46Q72 56 61 61M61 64Q71 82 93 89";
const GENERAL: &str = "M31 5L31 95M12 16L12 42M12 42L31 42M7 59L31 59M19 59Q19 80 6 93M58 4Q53 18 40 29\
                       M55 13L87 13Q79 38 44 51M57 24L63 30M51 34L57 40M39 61L95 61M77 49L77 86Q77 95 63 90M51 71L59 81";
const MARSHAL: &str = "M27 4Q23 11 15 17M14 17L14 93M14 18L42 18L42 43L14 43M14 57L42 57L42 87L14 87\
                       M52 29L52 80M52 29L91 29L91 68Q91 79 80 75M71 5L71 97";
const MINISTER: &str =
    "M5 29L46 29M26 5L26 96M25 32Q19 56 5 71M28 42L44 58M56 11L91 11L91 91L56 91L56 11M56 38L91 38M56 64L91 64";
const SOLDIER: &str =
    "M66 5Q48 14 28 17M28 17L28 62M28 38L78 38M58 38L58 62M7 62L93 62M36 70Q29 85 11 94M63 70Q74 83 90 93";
const PRIVATE: &str =
    "M50 4L50 17M14 18L86 18M33 24Q28 41 11 54M29 38L45 53M68 24Q64 41 49 54M65 38L86 55M7 67L93 67M50 55L50 97";

/// The parts of the character on a piece.
fn parts(piece: Piece) -> Vec<Part> {
    let whole = |strokes| vec![(strokes, 0.0, 1.0)];
    let with_man = |strokes| vec![(MAN, 0.0, 1.0), (strokes, 34.0, 0.64)];
    match (piece.kind, piece.side) {
        (PieceKind::General, Side::First) => whole(MARSHAL),
        (PieceKind::General, Side::Second) => whole(GENERAL),
        (PieceKind::Advisor, Side::First) => with_man(SCHOLAR),
        (PieceKind::Advisor, Side::Second) => whole(SCHOLAR),
        (PieceKind::Elephant, Side::First) => whole(MINISTER),
        (PieceKind::Elephant, Side::Second) => whole(ELEPHANT),
        (PieceKind::Horse, Side::First) => with_man(HORSE),
        (PieceKind::Horse, Side::Second) => whole(HORSE),
        (PieceKind::Rook, Side::First) => with_man(CHARIOT),
        (PieceKind::Rook, Side::Second) => whole(CHARIOT),
        (PieceKind::Cannon, Side::First) => vec![(FIRE, 0.0, 1.0), (WRAP, 0.0, 1.0)],
        (PieceKind::Cannon, Side::Second) => vec![(STONE, 0.0, 1.0), (WRAP, 0.0, 1.0)],
        (PieceKind::Pawn, Side::First) => whole(SOLDIER),
        (PieceKind::Pawn, Side::Second) => whole(PRIVATE),
    }
}

/// 一 to 九, the numbers of red's files.
pub(crate) const NUMERALS: [&str; 9] = [
    "M8 50L92 50",
    "M20 28L80 28M8 78L92 78",
    "M18 18L82 18M24 50L76 50M8 84L92 84",
    "M14 18L86 18L86 86L14 86L14 18M38 18Q38 44 24 58M60 18L60 48Q60 54 68 54L84 54",
    "M16 14L84 14M46 14L34 86M22 48L74 48L70 86M6 86L94 86",
    "M48 6L56 20M8 36L92 36M36 50Q28 72 10 92M62 50Q78 70 90 92",
    "M8 46L90 34M42 8L42 78Q42 90 56 90L80 90Q90 90 90 76",
    "M36 18Q32 58 8 88M58 14Q66 58 92 86",
    "M42 6Q42 62 8 92M14 34L70 34L70 78Q70 90 82 90L92 90L92 74",
];

/// 楚 河 漢 界, the names of the river between the two camps.
pub(crate) const RIVER: [&str; 4] = [
    "M6 18L46 18M26 4L26 46M24 20Q18 34 6 42M28 22Q34 32 46 40M54 18L94 18M74 4L74 46M72 20Q66 34 54 42M76 22Q82 32 94 40\
     M16 54L84 54L78 64M50 54L50 90M50 72L76 72M30 62Q26 82 10 94M22 78Q44 92 92 92",
    "M14 8L24 18M6 34L18 42M6 92Q16 78 22 62M32 16L96 16M82 16L82 84Q82 95 66 90M40 36L64 36L64 66L40 66L40 36",
    "M14 8L24 18M6 34L18 42M6 92Q16 78 22 62M34 14L96 14M50 4L50 24M80 4L80 24M44 32L86 32L86 50L44 50L44 32\
     M65 24L65 62M36 62L94 62M30 76L98 76M65 62Q62 86 32 96M66 77Q76 90 96 95",
    "M22 6L78 6L78 44L22 44L22 6M22 25L78 25M50 6L50 44M50 44Q34 62 6 70M51 46Q68 62 94 70M36 62Q36 84 18 95M64 62L64 96",
];

/// Weight of the brush for pieces and for the other characters, in a box of 100.
const HEAVY: f64 = 9.0;
const LIGHT: f64 = 7.5;

/// Draws the character of a piece, centred on a point.
pub(crate) fn piece(piece: Piece, at: (f64, f64), size: f64, ink: &str) -> Path {
    let outlines: String = parts(piece)
        .into_iter()
        .map(|(strokes, left, width)| brush::outlines(strokes, HEAVY, |(x, y)| (left + x * width, y)))
        .collect();
    placed(outlines, at, size, ink)
}

/// Draws strokes, centred on a point.
pub(crate) fn write(strokes: &str, at: (f64, f64), size: f64, ink: &str) -> Path {
    placed(brush::outlines(strokes, LIGHT, |point| point), at, size, ink)
}

fn placed(outlines: String, (x, y): (f64, f64), size: f64, ink: &str) -> Path {
    let corner = |middle: f64| round(middle - size / 2.0);
    let place = format!("translate({} {}) scale({})", corner(x), corner(y), size / 100.0);
    Path::new().set("d", outlines).set("fill", ink).set("stroke", "none").set("transform", place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::moved;
    use std::collections::HashSet;

    #[test]
    fn every_piece_has_a_character_of_its_own_inside_its_box() {
        let drawn: HashSet<String> =
            Piece::all().map(|which| piece(which, (50.0, 50.0), 100.0, "red").to_string()).collect();
        assert_eq!(drawn.len(), 14);
        for which in Piece::all() {
            for (strokes, left, width) in parts(which) {
                let path = moved(strokes, (left, 0.0), (width, 1.0));
                let numbers = path.split(['M', 'L', 'Q', ' ']).filter(|word| !word.is_empty());
                let numbers: Vec<f64> = numbers.map(|word| word.parse().unwrap()).collect();
                assert!(numbers.iter().all(|number| (0.0..=100.0).contains(number)), "{which:?} {path}");
            }
        }
    }
}
