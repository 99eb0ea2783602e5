//! Static exchange evaluation: who wins the exchange on a square if each side captures with its cheapest piece.
//!
//! The method is the threshold form known from chess engines (Stockfish's `see_ge`): follow the sequence of captures
//! and stop as soon as the result is clear. In xiangqi, captures change more than in chess: a departing piece may be a
//! cannon's screen or a horse's leg, and one that remains in between may become a screen. So the attackers are computed
//! anew after every capture. A piece that alone separates the generals does not leave their file.

use super::attacks;
use super::bitboard::Bitboard;
use super::mv::Move;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Square;
use crate::side::Side;

impl Position {
    /// Whether the exchange that starts with a pseudo-legal move wins at least `threshold` centipawns.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let Some(mover) = self.piece_on(mv.from()) else { return false };
        let gain = self.piece_on(mv.to()).map_or(0, |victim| victim.kind.value());
        // How far the mover is above the threshold if its piece is not captured.
        let lead = gain - threshold;
        lead >= 0 && (mover.kind.value() <= lead || self.keeps_lead(mover, mv, lead))
    }

    /// Whether the side of `mover` still reaches its threshold after the captures on its target square. Before them, it
    /// is `lead` centipawns above the threshold, less than the value of that piece.
    #[inline(never)]
    fn keeps_lead(&self, mover: Piece, mv: Move, lead: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        // How far the side that captures next is above its threshold if it then loses nothing.
        let mut balance = mover.kind.value() - lead;
        let mut occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let mut side = mover.side;
        let mut won = true;
        loop {
            side = !side;
            let Some((attacker, kind)) = self.cheapest_attacker(side, to, occupied) else { return won };
            occupied = occupied.without(Bitboard::of(attacker));
            won = !won;
            balance = kind.value() - balance;
            // The threshold is still reached even if this piece is lost too.
            if balance < i32::from(won) {
                return won;
            }
        }
    }

    /// The piece with which `side` would capture on `to`. Kinds are tried from the cheapest up, and only if one of them
    /// is within reach.
    #[inline]
    fn cheapest_attacker(&self, side: Side, to: Square, occupied: Bitboard) -> Option<(Square, PieceKind)> {
        let own = self.by_side(side) & occupied.without(self.pin_blockers(to, occupied));
        let first = |kind: PieceKind, origins: Bitboard| {
            (own & self.by_kind(kind) & origins).first().map(|square| (square, kind))
        };
        let steps = own.meets(attacks::near(to));
        if steps {
            let cheap = first(PieceKind::Pawn, attacks::pawn_origins(side, to))
                .or_else(|| first(PieceKind::Advisor, attacks::advisor(to)))
                .or_else(|| first(PieceKind::Elephant, attacks::elephant(to, occupied)))
                .or_else(|| first(PieceKind::Horse, attacks::horse_origins(to, occupied)));
            if cheap.is_some() {
                return cheap;
            }
        }
        let cross = attacks::cross(to);
        let cannons = own & self.by_kind(PieceKind::Cannon) & cross;
        let between = |from: Square| attacks::between(from, to) & occupied;
        if let Some(cannon) = cannons.into_iter().find(|&from| between(from).is_single()) {
            return Some((cannon, PieceKind::Cannon));
        }
        let rooks = own & self.by_kind(PieceKind::Rook) & cross;
        if let Some(rook) = rooks.into_iter().find(|&from| between(from).is_empty()) {
            return Some((rook, PieceKind::Rook));
        }
        if !steps {
            return None;
        }
        let general = first(PieceKind::General, attacks::general(to));
        general.filter(|&(from, _)| !self.general_attacked(side, to, occupied.without(Bitboard::of(from))))
    }

    /// The piece that alone separates the generals, if it would leave their file by going to `to`.
    #[inline]
    fn pin_blockers(&self, to: Square, occupied: Bitboard) -> Bitboard {
        let [first, second] = Side::ALL.map(|side| self.general_square(side));
        if first.file() != second.file() {
            return Bitboard::EMPTY;
        }
        let apart = attacks::between(first, second);
        let shields = apart & occupied;
        if shields.many() || apart.contains(to) { Bitboard::EMPTY } else { shields }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::random_games::random_positions;
    use super::super::square::SQUARES;
    use super::*;
    use crate::random::SplitMix64;

    /// The maximum that the exchange wins, found by trying thresholds.
    fn worth(position: &str, mv: &str) -> i32 {
        let board = fen::parse(position).unwrap();
        let square = |text: &str| Square::all().find(|square| square.to_string() == text).unwrap();
        let mv = Move::new(square(&mv[..2]), square(&mv[2..])).unwrap();
        (-3000..3000).rev().find(|&threshold| board.see_ge(mv, threshold)).unwrap()
    }

    /// The cheapest of all attackers, found by examining every piece on the board.
    fn cheapest_of_all(board: &Position, side: Side, to: Square, occupied: Bitboard) -> Option<i32> {
        let attackers =
            board.attackers_to(to, occupied).without(board.pin_blockers(to, occupied)) & board.by_side(side);
        let value = |square: Square| board.piece_on(square).map(|piece| piece.kind.value());
        let (general, cheapest) = (board.general_square(side), attackers.into_iter().filter_map(value).min());
        let alone = attackers == Bitboard::of(general);
        let suicide = alone && board.general_attacked(side, to, occupied.without(attackers));
        cheapest.filter(|_| !suicide)
    }

    #[test]
    fn no_cheaper_attacker_is_overlooked() {
        let mut random = SplitMix64::new(7);
        let mut found = [0; 2];
        random_positions(40, 120, |board| {
            let to = Square::from_index(random.below(SQUARES)).unwrap();
            let gone = board.occupied().into_iter().nth(random.below(8)).map_or(Bitboard::EMPTY, Bitboard::of);
            let generals = board.by_kind(PieceKind::General);
            if generals.contains(to) || generals.meets(gone) {
                return;
            }
            let occupied = board.occupied().without(gone) | Bitboard::of(to);
            for side in Side::ALL {
                let quick = board.cheapest_attacker(side, to, occupied).map(|(_, kind)| kind.value());
                assert_eq!(quick, cheapest_of_all(board, side, to, occupied), "{to} in {}", fen::write(board));
                found[usize::from(quick.is_some())] += 1;
            }
        });
        assert!(found.iter().all(|&number| number > 500), "{found:?}");
    }

    #[test]
    fn plain_exchanges() {
        // A rook takes a pawn: free, then protected by a horse.
        assert_eq!(worth("3k5/9/9/9/9/p8/9/9/9/R4K3 w", "a0a4"), 100);
        assert_eq!(worth("3k5/9/9/1n7/9/p8/9/9/9/R4K3 w", "a0a4"), -900);
        // The horse's leg is blocked: free again.
        assert_eq!(worth("3k5/9/9/1n7/1c7/p8/9/9/9/R4K3 w", "a0a4"), 100);
        // A quiet move to an attacked square loses the piece.
        assert_eq!(worth("3k5/9/9/9/9/r8/9/9/9/1C3K3 w", "b0a0"), -500);
    }

    #[test]
    fn screens_come_and_go() {
        // The rook in front of its own cannon captures; the cannon loses its screen and cannot recapture.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/9/4CK3 w", "e2e5"), -900);
        // With another piece behind it, the cannon keeps a screen after the rook leaves.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/4N4/4CK3 w", "e2e5"), 100);
        // Rook behind rook.
        assert_eq!(worth("3k5/9/9/9/r3p4/9/9/4R4/4R4/5K3 w", "e2e5"), 100);
    }

    #[test]
    fn generals_stay_apart_and_out_of_check() {
        // The advisor alone separates the generals: it may not leave their file to recapture.
        assert_eq!(worth("4k4/4a4/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), 500);
        assert_eq!(worth("3k5/4a4/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), -500);
        // The general recaptures unprotected pieces only.
        assert_eq!(worth("9/5k3/5c3/5R3/9/9/9/9/9/4K4 w", "f6f7"), -500);
        assert_eq!(worth("9/5k3/5c3/5R3/9/5R3/9/9/9/4K4 w", "f6f7"), 500);
    }
}
