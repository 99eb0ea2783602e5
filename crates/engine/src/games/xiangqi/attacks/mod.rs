//! The squares that pieces can reach: table lookups, computed at compile time.
//!
//! [`mod@lines`]: rook and cannon; [`steps`]: all others; [`mod@between`]: the squares between two squares of a line.

pub(crate) mod between;
pub(crate) mod lines;
pub(crate) mod steps;

use super::bitboard::Bitboard;
use super::piece::{Piece, PieceKind};
use super::square::Square;
use crate::side::Side;

pub(crate) use between::between;
pub(crate) use lines::{cannon_captures, lines, rook};
pub(crate) use steps::{
    advisor, cross, elephant, general, horse, horse_leg, horse_origins, near, pawn, pawn_origins, vicinity,
};

/// The squares that a piece on `square` may reach if it may capture anything there, including pieces of its own side.
/// Quiet moves and captures differ only for the cannon: quiet moves are valid where `occupied` is empty, captures where
/// it is not.
#[inline]
pub(crate) fn reach(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind {
        PieceKind::General => general(square),
        PieceKind::Advisor => advisor(square),
        PieceKind::Elephant => elephant(square, occupied),
        PieceKind::Horse => horse(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Cannon => cannon(square, occupied),
        PieceKind::Pawn => pawn(piece.side, square),
    }
}

/// The squares a cannon may reach: the empty ones before the first piece, and the second piece in each direction.
#[inline(always)]
pub(crate) fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (rook, captures) = lines(square, occupied);
    rook.without(occupied) | captures
}

/// The two halves of the board, Red's first.
pub(crate) const HALVES: [Bitboard; Side::NUM] = [Bitboard::from_bits((1 << 45) - 1), Bitboard::from_bits(!0 << 45)];

/// The palaces, Red's first.
pub(crate) const PALACES: [Bitboard; Side::NUM] =
    [Bitboard::from_bits(0x38 | 0x38 << 9 | 0x38 << 18), Bitboard::from_bits(0x38 << 63 | 0x38 << 72 | 0x38 << 81)];
