//! Endgame knowledge: an advantage that the stronger side cannot convert into mate is reduced towards a draw.
//!
//! The cases are those with which every endgame manual begins, for a side with at most two officers (rook, horse,
//! cannon) against guards (advisors, elephants) and officers of the other side. How much of the advantage is kept was
//! derived from self-play games, by comparing the results of such positions with their evaluation.
//!
//! | pieces left | draws against | often wins |
//! |---|---|---|
//! | rook | all four guards; a rook; another officer with two guards | else |
//! | horse | an elephant, two guards, an officer | nothing, one advisor |
//! | cannon | anything, without a screen of its own; elephants, an officer | advisors, with a screen |
//! | pawn | any guard | nothing |
//! | horse or cannon and pawn | four guards; half of the time two, or an officer | else |
//! | rook and pawn | a rook with four guards | else |
//! | two cannons | four guards; anything, without a screen | else |
//! | two officers, no pawn | half of the time an officer that is not much less | else |

use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::side::Side;

/// The scale of an advantage that is fully kept.
pub const FULL: i32 = 64;

/// Number of guards that hold against a single rook.
const ALL_GUARDS: u32 = 4;

/// Reduces `score` (centipawns, Red minus Black) according to what the better side can still achieve.
#[inline(always)]
pub fn scale(position: &Position, score: i32) -> i32 {
    let strong = if score > 0 { Side::First } else { Side::Second };
    score * factor(position, strong) / FULL
}

/// The factor for an advantage of `strong`, in 64ths.
#[inline(always)]
pub fn factor(position: &Position, strong: Side) -> i32 {
    let number = |side, kind| position.pieces(side, kind).count();
    let rooks = number(strong, PieceKind::Rook);
    let (horses, cannons) = (number(strong, PieceKind::Horse), number(strong, PieceKind::Cannon));
    if rooks + horses + cannons > 2 {
        return FULL;
    }
    few_officers(position, strong, (rooks, horses, cannons))
}

/// The factor if `strong` has only these few rooks, horses and cannons.
#[inline(never)]
fn few_officers(position: &Position, strong: Side, officers: (u32, u32, u32)) -> i32 {
    let number = |side, kind| position.pieces(side, kind).count();
    let weak = strong.other();
    let (advisors, elephants) = (number(weak, PieceKind::Advisor), number(weak, PieceKind::Elephant));
    let guards = advisors + elephants;
    let kinds = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];
    let alone = kinds.iter().all(|&kind| position.pieces(weak, kind).is_empty());
    let own_guards = number(strong, PieceKind::Advisor) + number(strong, PieceKind::Elephant);
    let rook = number(weak, PieceKind::Rook) > 0;
    let (rooks, horses, cannons) = officers;
    match (rooks, horses, cannons, number(strong, PieceKind::Pawn)) {
        (0, 0, 0, 0) => 2,
        (0, 0, 0, 1) if guards == 0 && alone => 40,
        (0, 0, 0, 1) => 12,
        (0, 0, 1, 0) if own_guards == 0 => 2,
        (0, 0, 1, 0) if elephants == 0 && alone => 40,
        (0, 0, 1, 0) => 6,
        (0, 1, 0, 0) if elephants == 0 && advisors <= 1 && alone => 48,
        (0, 1, 0, 0) => 10,
        (1, 0, 0, 0) if rook => 4,
        (1, 0, 0, 0) if guards >= ALL_GUARDS || !alone && guards >= 2 => 10,
        (1, 0, 0, 1) if rook && guards >= ALL_GUARDS => 20,
        (0, 0, 2, 0) if own_guards == 0 => 6,
        (0, 1, 0, 1) | (0, 0, 1, 1) | (0, 0, 0, 2) | (0, 0, 2, 0) if guards >= ALL_GUARDS => 20,
        (0, 1, 0, 1) | (0, 0, 1, 1) if guards >= 2 || !alone => 36,
        (1, 1, 0, 0) | (1, 0, 1, 0) if rook => 40,
        (0, 2, 0, 0) | (0, 1, 1, 0) | (0, 0, 2, 0) if !alone => 40,
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::fen;

    #[test]
    fn little_is_left_of_what_cannot_be_won() {
        let left = |fen: &str| factor(&fen::parse(fen).expect(fen), Side::First);
        let drawn = [
            ("rook against rook and a guard less", "3k5/9/9/9/9/9/9/r8/R8/3AKA3 w - - 0 1"),
            ("rook against all guards", "2bakab2/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"),
            ("horse against two elephants", "2b1k1b2/9/9/9/9/9/9/9/N8/3K5 w - - 0 1"),
            ("cannon without a screen", "3k5/9/9/9/9/9/9/9/C8/4K4 w - - 0 1"),
            ("pawn against an advisor", "3ak4/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1"),
        ];
        for (name, fen) in drawn {
            assert!(left(fen) < FULL / 4, "{name}: {}", left(fen));
        }
        let won = [
            ("rook against three guards", "3akab2/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"),
            ("horse against the bare general", "3k5/9/9/9/9/9/9/9/N8/4K4 w - - 0 1"),
            ("rook and horse against all guards", "2bakab2/9/9/9/9/9/9/9/RN7/3K5 w - - 0 1"),
        ];
        for (name, fen) in won {
            assert!(left(fen) > FULL / 2, "{name}: {}", left(fen));
        }
    }
}
