//! Random numbers whose exclusive or is the key of a position (Zobrist 1970).

use super::piece::{Piece, PieceKind};
use super::square::{SQUARES, Square};
use crate::random::mix;

pub(crate) const BLACK_TO_MOVE: u64 = split_mix(0);

static PIECES: [[u64; SQUARES]; Piece::NUM] = table();

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// Number of parts of a position that have their own keys.
pub(crate) const PARTS: usize = 6;

/// The part to which a piece belongs: pawns 0, guards and generals 1, each side's rooks 2 and 3, its horses and cannons
/// 4 and 5.
#[inline(always)]
pub(crate) const fn part(piece: Piece) -> usize {
    match piece.kind {
        PieceKind::Pawn => 0,
        PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => 1,
        PieceKind::Rook => 2 + piece.side.index(),
        PieceKind::Horse | PieceKind::Cannon => 4 + piece.side.index(),
    }
}

const fn table() -> [[u64; SQUARES]; Piece::NUM] {
    let mut table = [[0; SQUARES]; Piece::NUM];
    let mut index = 0;
    while index < Piece::NUM * SQUARES {
        table[index / SQUARES][index % SQUARES] = split_mix(index as u64 + 1);
        index += 1;
    }
    table
}

/// The nth number of the SplitMix64 sequence (Steele, Lea, Flood 2014) from a fixed seed.
const fn split_mix(n: u64) -> u64 {
    mix((n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x4D65_6968_7561_0005))
}
