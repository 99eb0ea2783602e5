//! Endgame knowledge: an advantage that the stronger side's pieces cannot turn into mate is shrunk towards a draw.
//!
//! The cases are the ones every endgame manual begins with: a lone cannon has no screen to fire over; one horse, one
//! cannon or one rook does not break a full guard of advisors and elephants; without a piece across the river nothing
//! threatens.

use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::side::Side;

/// The scale of an advantage that wins as usual.
pub const FULL: i32 = 64;

/// Shrinks `score` (centipawns, red minus black) by what the side that is better can still do.
#[inline(always)]
pub fn scale(position: &Position, score: i32) -> i32 {
    let strong = if score > 0 { Side::First } else { Side::Second };
    score * factor(position, strong) / FULL
}

/// The factor for an advantage of `strong`, in parts of 64.
#[inline(always)]
pub fn factor(position: &Position, strong: Side) -> i32 {
    let own = |kind| position.pieces(strong, kind);
    let number = |kind| own(kind).count();
    let (rooks, horses, cannons) = (number(PieceKind::Rook), number(PieceKind::Horse), number(PieceKind::Cannon));
    let pieces = rooks + horses + cannons;
    if pieces > 1 {
        return FULL;
    }
    let pawns = number(PieceKind::Pawn);
    let guard = |side, kind| position.pieces(side, kind).count();
    let weak = strong.other();
    let full_guard = guard(weak, PieceKind::Advisor) + guard(weak, PieceKind::Elephant) >= 4;
    let screens: Bitboard = own(PieceKind::Advisor) | own(PieceKind::Elephant);
    match (rooks, horses, cannons, pawns) {
        (0, 0, 0, 0) => 2,
        (0, 0, 1, 0) if screens.is_empty() => 2,
        (0, 0, 1, 0) => 12,
        (0, 1, 0, 0) => 16,
        (1, 0, 0, 0) if full_guard => 16,
        (0, _, _, 1) if pieces == 1 && full_guard => 24,
        (0, 0, 0, 1) => 20,
        _ => FULL,
    }
}
