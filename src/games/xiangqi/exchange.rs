//! Static exchange evaluation: who wins the exchange on one square, each side capturing with its cheapest piece.
//!
//! The method is the threshold form known from chess engines (Stockfish's `see_ge`): follow the sequence of captures
//! and stop as soon as the result is clear. In xiangqi captures change more than they do in chess: a piece that leaves
//! may be a cannon's screen or a horse's leg, and one that stays in between may become a screen. So the attackers are
//! looked up anew after every capture. A piece that alone keeps the generals apart does not leave their file.

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use crate::side::Side;

/// Kinds from the cheapest to the dearest.
const BY_VALUE: [PieceKind; PieceKind::NUM] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::General,
];

impl Position {
    /// Whether the exchange that a pseudo-legal move begins brings the mover at least `threshold` centipawns.
    pub fn wins_exchange(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else { return false };
        // `balance` is what the side that has just captured is above its aim, if its piece is lost for nothing.
        let gain = self.piece_on(to).map_or(0, |victim| victim.kind.value());
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance = mover.kind.value() - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let mut side = mover.side;
        let mut won = true;
        loop {
            side = !side;
            let Some((attacker, kind)) = self.cheapest_attacker(side, to, occupied) else { return won };
            occupied = occupied.without(Bitboard::of(attacker));
            won = !won;
            balance = kind.value() - balance;
            // The aim stays reached even if this piece is lost too.
            if balance < i32::from(won) {
                return won;
            }
        }
    }

    /// The piece of `side` with which it would capture on `to`.
    fn cheapest_attacker(&self, side: Side, to: Square, occupied: Bitboard) -> Option<(Square, PieceKind)> {
        let attackers = self.attackers_to(to, occupied) & self.by_side(side);
        if attackers.is_empty() {
            return None;
        }
        let apart = attacks::between(self.king_square(Side::First), self.king_square(Side::Second));
        let shields = apart & occupied;
        let may_leave = if shields.many() || apart.contains(to) { attackers } else { attackers.without(shields) };
        for kind in BY_VALUE {
            if let Some(square) = (may_leave & self.by_kind(kind)).first() {
                let after = occupied.without(Bitboard::of(square));
                let suicide = kind == PieceKind::General && self.general_attacked(side, to, after);
                return (!suicide).then_some((square, kind));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::*;

    /// The most that the exchange brings, found by asking.
    fn worth(position: &str, mv: &str) -> i32 {
        let board = fen::parse(position).unwrap();
        let square = |text: &str| Square::all().find(|square| square.to_string() == text).unwrap();
        let mv = Move::new(square(&mv[..2]), square(&mv[2..])).unwrap();
        (-3000..3000).rev().find(|&threshold| board.wins_exchange(mv, threshold)).unwrap()
    }

    #[test]
    fn plain_exchanges() {
        // A rook takes a pawn: free, then protected by a horse.
        assert_eq!(worth("3k5/9/9/9/9/p8/9/9/9/R4K3 w", "a0a4"), 100);
        assert_eq!(worth("3k5/9/9/1n7/9/p8/9/9/9/R4K3 w", "a0a4"), -900);
        // The horse's leg is blocked: free again.
        assert_eq!(worth("3k5/9/9/1n7/1c7/p8/9/9/9/R4K3 w", "a0a4"), 100);
        // A quiet move onto an attacked square loses the piece.
        assert_eq!(worth("3k5/9/9/9/9/r8/9/9/9/1C3K3 w", "b0a0"), -500);
    }

    #[test]
    fn screens_come_and_go() {
        // The rook in front of its own cannon takes; the cannon loses its screen and cannot retake.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/9/4CK3 w", "e2e5"), -900);
        // With another piece behind it the rook's departure leaves the cannon its screen.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/4N4/4CK3 w", "e2e5"), 100);
        // Rook behind rook.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/4R4/5K3 w", "e2e5"), 100);
    }

    #[test]
    fn generals_stay_apart_and_out_of_check() {
        // The advisor alone keeps the generals apart: it may not leave their file to retake.
        assert_eq!(worth("4k4/4a4/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), 500);
        assert_eq!(worth("3k5/4a4/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), -500);
        // The general retakes what nothing protects, and leaves what is protected.
        assert_eq!(worth("9/5k3/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), -500);
        assert_eq!(worth("9/5k3/5c3/5R3/9/5R3/9/9/9/4K4 w", "f6f7"), 500);
    }
}
