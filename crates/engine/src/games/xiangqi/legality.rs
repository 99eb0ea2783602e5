//! Checks on a single move: can the piece move that way, is its general safe, does it give check?

use super::attacks;
use super::bitboard::Bitboard;
use super::check_info::safe_targets;
use super::mv::Move;
use super::piece::{Piece, PieceKind};
use super::position::Position;

impl Position {
    /// Whether the side to move has a piece that moves this way, whether or not its general is safe.
    #[inline]
    pub(crate) fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to, side) = (mv.from(), mv.to(), self.side());
        match self.piece_on(from) {
            Some(piece) if piece.side == side && !self.by_side(side).contains(to) => {
                attacks::reach(piece, from, self.occupied()).contains(to)
            }
            _ => false,
        }
    }

    /// Whether a pseudo-legal move leaves the own general safe.
    #[inline]
    pub fn is_safe(&self, mv: Move) -> bool {
        let (from, to, side) = (mv.from(), mv.to(), self.side());
        let check_info = self.check_info();
        if from == self.general_square(side) {
            let occupied = self.occupied().without(Bitboard::of(from) | Bitboard::of(to));
            !self.general_attacked(side, to, occupied)
        } else if check_info.checkers.is_empty() && !check_info.pinned.contains(from) {
            !check_info.screen_gap.contains(to)
        } else {
            safe_targets(self, side, from).contains(to)
        }
    }

    /// Whether a move is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv)
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn is_check(&self, mv: Move) -> bool {
        let general = self.general_square(!self.side());
        let step = Bitboard::of(mv.from()) | Bitboard::of(mv.to());
        // Most moves are too far away.
        attacks::vicinity(general).meets(step) && self.is_check_from_vicinity(mv)
    }

    /// Whether a legal move from or to a square of the [`attacks::vicinity`] of the enemy general gives check. The
    /// generals themselves never face each other after a legal move.
    #[inline(never)]
    fn is_check_from_vicinity(&self, mv: Move) -> bool {
        let (from, to, side) = (mv.from(), mv.to(), self.side());
        let general = self.general_square(!side);
        let Some(Piece { kind, .. }) = self.piece_on(from) else { return false };
        if kind == PieceKind::Pawn && attacks::pawn_origins(side, general).contains(to) {
            return true;
        }
        let arrival = Bitboard::of(to);
        let step = Bitboard::of(from) | arrival;
        let occupied = self.occupied().without(Bitboard::of(from)) | arrival;
        let others = self.by_side(side).without(step);
        let own =
            |of_kind: Bitboard, is_mover: bool| of_kind & others | if is_mover { arrival } else { Bitboard::EMPTY };
        let horses = own(self.by_kind(PieceKind::Horse), kind == PieceKind::Horse)
            & attacks::horse_origins(general, Bitboard::EMPTY);
        if !horses.is_empty() && horses.meets(attacks::horse_origins(general, occupied)) {
            return true;
        }
        let cross = attacks::cross(general);
        if !cross.meets(step) {
            return false;
        }
        let cannons = own(self.by_kind(PieceKind::Cannon), kind == PieceKind::Cannon);
        let rooks = own(self.by_kind(PieceKind::Rook), kind == PieceKind::Rook);
        ((rooks | cannons) & cross).into_iter().any(|attacker| {
            let between = attacks::between(general, attacker) & occupied;
            if cannons.contains(attacker) { between.is_single() } else { between.is_empty() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::movegen::{Moves, legal_moves};
    use super::super::random_games::random_positions;

    #[test]
    fn a_check_is_a_move_after_which_the_enemy_is_in_check() {
        let mut found = [0; 2];
        random_positions(60, 160, |board| {
            let mut moves = Moves::new();
            legal_moves(board, &mut moves);
            for mv in moves {
                let mut after = board.clone();
                after.make_move(mv);
                let is_check = !after.checkers().is_empty();
                assert_eq!(board.is_check(mv), is_check, "{mv} in {}", fen::write(board));
                found[usize::from(is_check)] += 1;
            }
        });
        assert!(found[1] > 2_000 && found[0] > 2_000, "{found:?}");
    }
}
