//! Checks on a single move: can the piece move that way, is its general safe, does it give check?

use super::attacks;
use super::bitboard::Bitboard;
use super::check_info::safe_targets;
use super::mv::Move;
use super::piece::PieceKind;
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
        let (from, to, side) = (mv.from(), mv.to(), self.side());
        let general = self.general_square(!side);
        let step = Bitboard::of(from) | Bitboard::of(to);
        let Some(piece) = self.piece_on(from) else { return false };
        if !attacks::vicinity(general).meets(step) {
            return false;
        }
        let occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let own = |kind: PieceKind| {
            let before = self.pieces(side, kind);
            if kind == piece.kind { before ^ step } else { before }
        };
        let near = attacks::horse_origins(general, occupied) & own(PieceKind::Horse)
            | attacks::pawn_origins(side, general) & own(PieceKind::Pawn);
        if !near.is_empty() {
            return true;
        }
        // Most moves change no line, or there is nothing on the lines that could attack.
        let (rooks, cannons) = (own(PieceKind::Rook), own(PieceKind::Cannon));
        let facing = Bitboard::file(general.file()) & own(PieceKind::General);
        let cross = attacks::cross(general);
        if !cross.meets(step) || !(rooks | cannons | facing).meets(cross) {
            return false;
        }
        let (rook, cannon) = attacks::lines(general, occupied);
        !(rook & (rooks | facing) | cannon & cannons).is_empty()
    }
}
