//! Static ordering of quiet moves: whether a move leaves a square attacked by a lesser piece, goes to one, or gives a
//! check that does not lose the piece (the terms are those of Pikafish).

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::net::feature;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use crate::game::{Game, QuietMove};

/// History points per centipawn moved out of or into an attack.
const ATTACKED: i32 = 20;
/// History points for a check.
const CHECK: i32 = 16_384;
/// The most that a check may lose, in centipawns.
const CHECK_LOSS: i32 = -50;

/// The attacked squares and the checking squares of a position, by the kind of the moving piece.
pub(super) struct QuietOrder<'a> {
    position: &'a Position,
    /// Squares attacked by lesser enemy pieces.
    attacked: [Bitboard; PieceKind::NUM],
    /// Squares from which a piece attacks the enemy general.
    checks: [Bitboard; PieceKind::NUM],
}

impl<'a> QuietOrder<'a> {
    /// For the side to move.
    pub(super) fn new(position: &'a Position) -> QuietOrder<'a> {
        let (own, occupied) = (position.side(), position.occupied());
        let attacks = |kind: PieceKind| {
            let pieces = position.pieces(!own, kind);
            pieces.into_iter().fold(Bitboard::EMPTY, |all, from| {
                all | match kind {
                    PieceKind::Cannon => attacks::cannon_captures(from, occupied),
                    _ => attacks::reach(Piece::new(!own, kind), from, occupied),
                }
            })
        };
        let by_pawns = attacks(PieceKind::Pawn);
        let by_guards = by_pawns | attacks(PieceKind::Advisor) | attacks(PieceKind::Elephant);
        let by_minors = by_guards | attacks(PieceKind::Horse) | attacks(PieceKind::Cannon);
        let general = position.general_square(!own);
        let (rook, cannon) = attacks::lines(general, occupied);
        let by_kind = |kind: PieceKind| match kind {
            PieceKind::General | PieceKind::Pawn => Bitboard::EMPTY,
            PieceKind::Advisor | PieceKind::Elephant => by_pawns,
            PieceKind::Horse | PieceKind::Cannon => by_guards,
            PieceKind::Rook => by_minors,
        };
        let checks = |kind: PieceKind| match kind {
            PieceKind::Horse => attacks::horse_origins(general, occupied),
            PieceKind::Rook => rook,
            PieceKind::Cannon => cannon,
            PieceKind::Pawn => attacks::pawn_origins(own, general),
            PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => Bitboard::EMPTY,
        };
        QuietOrder { position, attacked: PieceKind::ALL.map(by_kind), checks: PieceKind::ALL.map(checks) }
    }

    /// The history slots of a quiet move and its ordering bonus.
    #[inline(always)]
    pub(super) fn of(&self, mv: Move) -> QuietMove {
        let (from, to) = (mv.from(), mv.to());
        let history_slot = self.position.history_slot(mv);
        let Some(piece) = self.position.piece_on(from) else {
            return QuietMove { history_slot, piece_to: 0, bonus: 0 };
        };
        let (attacked, checks) = (self.attacked[piece.kind.index()], self.checks[piece.kind.index()]);
        let mut bonus = ATTACKED * piece.kind.value() * (attacked.bit(from) - attacked.bit(to));
        if checks.bit(to) != 0 && self.keeps_piece(mv) {
            bonus += CHECK;
        }
        QuietMove { history_slot, piece_to: feature::number(piece, to), bonus }
    }

    /// Whether a checking piece is not lost. Few moves ask for it, so it is not inlined.
    #[inline(never)]
    fn keeps_piece(&self, mv: Move) -> bool {
        self.position.see_ge(mv, CHECK_LOSS)
    }
}
