//! Whether a capture would win a piece: what the rule book calls to threaten it.
//!
//! The question is put as if the side of the attacker were to move, whoever it is:
//!
//! - the capture must be legal: a pinned piece threatens nothing but what it can take along the pin. A check that is
//!   already on the board is no obstacle, for it must be answered in any case (H. G. Muller's remark in
//!   Fairy-Stockfish's issue 55: illegal captures do not exist, unless they are illegal only for leaving a check
//!   unanswered);
//! - a stronger victim is won whether it is protected or not (rule 15 of the Asian rules: cannon and horse on rook);
//! - a victim of the attacker's own kind that could capture it just as well is offered an exchange, not threatened
//!   (rule 24); the pinned one and the horse with a blocked leg cannot;
//! - any other victim is won if nothing can *really* retake: a protector ("root") that is pinned, or whose cannon loses
//!   its screen by the capture, is a false root.

use super::placement::Placement;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::{Bitboard, PieceKind, Square};
use crate::side::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roots {
    /// All that can retake.
    All,
    /// All but those that protect through the attacker: it stands between them and the victim, so that it opens their
    /// way by its own capture, and is under their attack itself as long as it has not captured.
    NotThroughAttacker,
}

/// A board with its checks.
pub(crate) struct Scene {
    board: Placement,
    /// By the side whose general is attacked.
    checkers: [Bitboard; Side::NUM],
}

impl Scene {
    pub(crate) fn new(board: Placement) -> Scene {
        Scene { board, checkers: Side::ALL.map(|side| board.checkers(side)) }
    }

    pub(crate) fn board(&self) -> &Placement {
        &self.board
    }

    /// Whether the piece on `attacker`, given the move, would win the enemy piece on `victim`.
    pub(crate) fn wins(&self, attacker: Square, victim: Square, roots: Roots) -> bool {
        let (Some(piece), Some(target)) = (self.board.piece_on(attacker), self.board.piece_on(victim)) else {
            return false;
        };
        if !self.board.attacked_by(piece, attacker).contains(victim) || !self.is_safe(piece.side, attacker, victim) {
            return false;
        }
        if strength(target.kind) > strength(piece.kind) {
            return true;
        }
        let strikes_back = target.kind == piece.kind
            && self.board.attacked_by(target, victim).contains(attacker)
            && self.is_safe(target.side, victim, attacker);
        !strikes_back && !self.is_protected(attacker, victim, target.side, roots)
    }

    /// Whether a move of `side` leaves its general in no check but those that are there already.
    fn is_safe(&self, side: Side, from: Square, to: Square) -> bool {
        self.board.after(from, to).checkers(side).without(self.checkers[side.index()]).is_empty()
    }

    /// Whether `side` can retake on `victim` after the piece on `attacker` has captured there.
    fn is_protected(&self, attacker: Square, victim: Square, side: Side, roots: Roots) -> bool {
        let captured = Scene { board: self.board.after(attacker, victim), checkers: self.checkers };
        captured.board.attackers(side, victim).into_iter().any(|root| {
            let through = attacks::between(root, victim).contains(attacker);
            !(through && roots == Roots::NotThroughAttacker) && captured.is_safe(side, root, victim)
        })
    }
}

/// The rank of a kind among the victims of a chase: a stronger piece may not be chased even if it is protected.
const fn strength(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Rook => 3,
        PieceKind::Horse | PieceKind::Cannon => 2,
        PieceKind::Advisor | PieceKind::Elephant => 1,
        PieceKind::Pawn | PieceKind::General => 0,
    }
}
