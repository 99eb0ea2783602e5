//! Pieces on squares and nothing else.
//!
//! The repetition rules ask what could be captured if the other side were to move, in past positions and after captures
//! that nobody played. A [`crate::games::xiangqi::Position`] carries key, history and check info; this type is just two
//! small arrays and cheap to copy.

use crate::games::xiangqi::attacks;
use crate::games::xiangqi::{Bitboard, Piece, PieceKind, Position, Square};
use crate::side::Side;

/// The pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    kinds: [Bitboard; PieceKind::NUM],
    sides: [Bitboard; Side::NUM],
}

impl Placement {
    /// The board of a position.
    pub(crate) fn of(position: &Position) -> Placement {
        Placement {
            kinds: PieceKind::ALL.map(|kind| position.by_kind(kind)),
            sides: Side::ALL.map(|side| position.by_side(side)),
        }
    }

    /// The pieces of one side.
    pub(crate) fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The pieces of one kind, of both sides.
    pub(crate) fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        let side = if self.sides[0].contains(square) { Side::First } else { Side::Second };
        PieceKind::ALL.into_iter().find(|&kind| self.kind(kind).contains(square)).map(|kind| Piece::new(side, kind))
    }

    /// The board after the piece on `from` has moved to `to`, capturing anything there.
    pub(crate) fn after(&self, from: Square, to: Square) -> Placement {
        let mut board = *self;
        for set in board.kinds.iter_mut().chain(&mut board.sides) {
            let stays = set.without(Bitboard::of(from) | Bitboard::of(to));
            *set = if set.contains(from) { stays | Bitboard::of(to) } else { stays };
        }
        board
    }

    /// The enemy pieces that `piece` on `square` attacks.
    pub(crate) fn attacked_by(&self, piece: Piece, square: Square) -> Bitboard {
        attacks::reach(piece, square, self.occupied()) & self.side(!piece.side)
    }

    /// The pieces of `side` that attack `square`.
    pub(crate) fn attackers(&self, side: Side, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let (rook, cannon) = attacks::lines(square, occupied);
        let attackers = rook & self.kind(PieceKind::Rook)
            | cannon & self.kind(PieceKind::Cannon)
            | attacks::horse_origins(square, occupied) & self.kind(PieceKind::Horse)
            | attacks::pawn_origins(side, square) & self.kind(PieceKind::Pawn)
            | attacks::elephant(square, occupied) & self.kind(PieceKind::Elephant)
            | attacks::advisor(square) & self.kind(PieceKind::Advisor)
            | attacks::general(square) & self.kind(PieceKind::General);
        attackers & self.side(side)
    }

    /// The enemy pieces that give check to the general of `side`, including the enemy general on an open file.
    pub(crate) fn checkers(&self, side: Side) -> Bitboard {
        let generals = self.kind(PieceKind::General);
        let Some(general) = (generals & self.side(side)).first() else { return Bitboard::EMPTY };
        let facing = attacks::rook(general, self.occupied()) & Bitboard::file(general.file()) & generals;
        self.attackers(!side, general) | facing
    }
}
