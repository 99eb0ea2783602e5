//! Material and square values of every piece on every square, folded at compile time from the half-board rows.

use super::pair::Pair;
use super::weights::Term;
use crate::games::xiangqi::piece::{Piece, PieceKind};
use crate::games::xiangqi::square::{FILES, SQUARES};
use crate::side::Side;

/// The row of square values of a kind.
pub const fn square_row(kind: PieceKind) -> Term {
    match kind {
        PieceKind::General => Term::GENERAL_SQUARE,
        PieceKind::Advisor => Term::ADVISOR_SQUARE,
        PieceKind::Elephant => Term::ELEPHANT_SQUARE,
        PieceKind::Horse => Term::HORSE_SQUARE,
        PieceKind::Rook => Term::ROOK_SQUARE,
        PieceKind::Cannon => Term::CANNON_SQUARE,
        PieceKind::Pawn => Term::PAWN_SQUARE,
    }
}

/// The place of a square (0 to 89) in a row of square values, seen by the owner; files a and i share a place.
pub const fn square_column(side: Side, square: usize) -> usize {
    let (rank, file) = (square / FILES, square % FILES);
    let row = if side as usize == 0 { 9 - rank } else { rank };
    let column = if file > 4 { 8 - file } else { file };
    row * 5 + column
}

/// Material and square value by [`Piece::index`] and square index, positive for red, negative for black.
pub static PSQ: [[Pair; SQUARES]; Piece::NUM] = {
    let mut table = [[Pair::ZERO; SQUARES]; Piece::NUM];
    let mut kind = 0;
    while kind < PieceKind::NUM {
        let mut square = 0;
        while square < SQUARES {
            let row = square_row(PieceKind::ALL[kind]);
            let material = Term::MATERIAL.weight(kind);
            let red = row.weight(square_column(Side::First, square));
            let black = row.weight(square_column(Side::Second, square));
            let red_piece = Piece::new(Side::First, PieceKind::ALL[kind]).index();
            let black_piece = Piece::new(Side::Second, PieceKind::ALL[kind]).index();
            table[red_piece][square] = material.plus(red);
            table[black_piece][square] = Pair::ZERO.minus(material).minus(black);
            square += 1;
        }
        kind += 1;
    }
    table
};
