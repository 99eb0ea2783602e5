//! Why a move is illegal, in words.

use super::super::attacks::{self, HALVES, PALACES};
use super::super::bitboard::Bitboard;
use super::super::mv::Move;
use super::super::piece::{Piece, PieceKind, side_name};
use super::super::position::Position;
use crate::sentence;
use crate::sentence::Sentence;

/// Why a move is illegal; `None` if it is legal.
pub fn illegality(position: &Position, mv: Move) -> Option<Sentence> {
    let side = position.side();
    let Some(piece) = position.piece_on(mv.from()) else { return Some("there is no piece to move".into()) };
    let name = piece.kind.name();
    if piece.side != side {
        let (owner, mover) = (side_name(piece.side), side_name(side));
        return Some(sentence!("the {} is {}'s and {} is to move", name, owner, mover));
    }
    if let Some(own) = position.piece_on(mv.to()).filter(|piece| piece.side == side) {
        return Some(sentence!("the same side's {} is there", own.kind.name()));
    }
    if !position.is_pseudo_legal(mv) {
        return Some(wrong_way(position, mv, piece));
    }
    if position.is_safe(mv) {
        return None;
    }
    let reason = match (position.checkers().is_empty(), faces_general(position, mv)) {
        (_, true) => "it leaves the generals facing each other",
        (false, _) => "the general stays in check",
        (true, _) => "it leaves the general in check",
    };
    Some(reason.into())
}

/// Whether the generals face each other after the move.
fn faces_general(position: &Position, mv: Move) -> bool {
    let generals = Bitboard::from_iter([
        if mv.from() == position.general_square(position.side()) {
            mv.to()
        } else {
            position.general_square(position.side())
        },
        position.general_square(!position.side()),
    ]);
    let occupied = position.occupied().without(Bitboard::of(mv.from())) | Bitboard::of(mv.to()) | generals;
    let mut generals = generals.into_iter();
    match (generals.next(), generals.next()) {
        (Some(a), Some(b)) => a.file() == b.file() && !attacks::between(a, b).meets(occupied),
        _ => false,
    }
}

/// What is wrong with a move that the piece cannot make.
fn wrong_way(position: &Position, mv: Move, piece: Piece) -> Sentence {
    let (from, to) = (mv.from(), mv.to());
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    let stay = |region: [Bitboard; 2]| !region[piece.side.index()].contains(to);
    let screens = (attacks::between(from, to) & position.occupied()).count();
    match (piece.kind, files, ranks) {
        (PieceKind::General, 0, 1) | (PieceKind::General, 1, 0) if stay(PALACES) => {
            "the general may not leave the palace".into()
        }
        (PieceKind::Advisor, 1, 1) if stay(PALACES) => "an advisor may not leave the palace".into(),
        (PieceKind::Elephant, 2, 2) if stay(HALVES) => "an elephant may not cross the river".into(),
        (PieceKind::Elephant, 2, 2) => "the elephant is blocked at its eye".into(),
        (PieceKind::Horse, 1, 2) | (PieceKind::Horse, 2, 1) => "the horse is blocked at its leg".into(),
        (PieceKind::Rook, 0, _) | (PieceKind::Rook, _, 0) => "a piece stands in the rook's way".into(),
        (PieceKind::Cannon, 0, _) | (PieceKind::Cannon, _, 0) if position.piece_on(to).is_some() => {
            sentence!("a cannon captures over exactly one piece, here there are {}", screens)
        }
        (PieceKind::Cannon, 0, _) | (PieceKind::Cannon, _, 0) => "a piece stands in the cannon's way".into(),
        (PieceKind::Pawn, 1, 0) => "a pawn moves sideways only after it has crossed the river".into(),
        (PieceKind::Pawn, 0, 1) => "a pawn may not move back".into(),
        (kind @ (PieceKind::Advisor | PieceKind::Elephant), ..) => {
            sentence!("that is not how an {} moves", kind.name())
        }
        (kind, ..) => sentence!("that is not how a {} moves", kind.name()),
    }
}
