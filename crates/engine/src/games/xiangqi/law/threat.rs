//! Whether a capture would win a piece, which is what the rules call a threat.
//!
//! The question is asked as if the attacker's side were to move, whoever it is:
//!
//! - the capture must be legal: a pinned piece threatens nothing but what it can capture along the pin. A check that is
//!   already on the board is ignored, because it must be answered in any case (H. G. Muller in Fairy-Stockfish's issue
//!   55: illegal captures do not count, unless they are illegal only for leaving a check unanswered);
//! - a stronger victim is won whether it is protected or not (rule 15 of the Asian rules: cannon or horse attacks
//!   rook);
//! - a victim of the attacker's own kind that could capture it just as well is offered an exchange rather than
//!   threatened (rule 24); a pinned piece or a horse with a blocked leg cannot;
//! - any other victim is won if nothing can *really* recapture: a protector ("root") that is pinned, or a cannon that
//!   loses its screen by the capture, is a false root.

use super::placement::Placement;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::{Bitboard, PieceKind, Square};
use crate::side::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roots {
    /// All pieces that can recapture.
    All,
    /// All except those that protect through the attacker: it stands between them and the victim, so it opens their
    /// line by capturing, and is itself under attack by them as long as it does not capture.
    NotThroughAttacker,
}

/// A board and its checks.
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

    /// Whether the piece on `attacker`, if it were to move, would win the enemy piece on `victim`.
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

    /// Whether a move of `side` exposes its general to no checks other than existing ones.
    fn is_safe(&self, side: Side, from: Square, to: Square) -> bool {
        self.board.after(from, to).checkers(side).without(self.checkers[side.index()]).is_empty()
    }

    /// Whether `side` can recapture on `victim` after the piece on `attacker` has captured there.
    fn is_protected(&self, attacker: Square, victim: Square, side: Side, roots: Roots) -> bool {
        let captured = Scene { board: self.board.after(attacker, victim), checkers: self.checkers };
        captured.board.attackers(side, victim).into_iter().any(|root| {
            let through = attacks::between(root, victim).contains(attacker);
            !(through && roots == Roots::NotThroughAttacker) && captured.is_safe(side, root, victim)
        })
    }
}

/// The strength of a kind as the victim of a chase: a stronger piece may not be chased even if it is protected.
const fn strength(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Rook => 3,
        PieceKind::Horse | PieceKind::Cannon => 2,
        PieceKind::Advisor | PieceKind::Elephant => 1,
        PieceKind::Pawn | PieceKind::General => 0,
    }
}
