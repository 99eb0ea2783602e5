//! Exchanges and what moves gain at once, for the order of moves and the quiescence search.

use crate::bits::Bits;
use crate::moves::{Deed, Move};
use crate::pieces::{KING, Kind, PAWN};
use crate::position::{Position, kind_of, side_of};

impl Position {
    /// Whether the exchange on a square that begins with a capture wins at least this many centipawns. Each side
    /// takes with its cheapest piece, or stops.
    pub(crate) fn exchange(&self, mv: Move, threshold: i32) -> bool {
        let worth = |square: u8| self.game.weights.worth[usize::from(kind_of(self.piece(square)))];
        let mut balance = self.prize(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let mut stake = self.game.weights.worth[usize::from(self.mover(mv))];
        let mut occupied = self.occupied().without(mv.from).with(mv.to);
        let mut side = 1 - self.us();
        loop {
            // Whether the first player is still content if the other takes now.
            let attackers = self.attackers(mv.to, side, occupied).without(mv.to);
            let cheapest = attackers.min_by_key(|&square| if self.is_king(square) { i32::MAX } else { worth(square) });
            let Some(next) = cheapest else { return true };
            balance -= stake;
            if balance >= 0 {
                return true;
            }
            occupied.remove(next);
            let back = self.attackers(mv.to, 1 - side, occupied).without(mv.to);
            let cheapest = back.min_by_key(|&square| if self.is_king(square) { i32::MAX } else { worth(square) });
            let Some(reply) = cheapest else { return false };
            balance += worth(next);
            if balance < 0 {
                return false;
            }
            stake = worth(reply);
            occupied.remove(reply);
            side = 1 - self.us();
        }
    }

    fn is_king(&self, square: u8) -> bool {
        kind_of(self.piece(square)) == KING
    }

    /// What a move captures and gains by promotion.
    pub(crate) fn prize(&self, mv: Move) -> i32 {
        let worth = |kind: Kind| self.game.weights.worth[usize::from(kind)];
        let victim = match mv.deed {
            Deed::Passant => self.passant_victim(mv.to).map_or(0, |square| worth(kind_of(self.piece(square)))),
            Deed::Castle | Deed::Pass => 0,
            Deed::Jump(_) => 100 * mv.path.squares().len() as i32,
            _ if self.piece(mv.to) != 0 && side_of(self.piece(mv.to)) != self.us() => worth(kind_of(self.piece(mv.to))),
            _ => 0,
        };
        let blown = if self.game.rules.blast && self.is_capture(mv) { self.blown(mv) } else { 0 };
        let kind = self.mover(mv);
        let grown = match mv.deed {
            Deed::Promote(goal) => worth(goal) - worth(kind),
            Deed::PromotePiece => worth(self.game.rules.promoted[usize::from(kind)]) - worth(kind),
            _ => 0,
        };
        victim + grown + blown
    }

    /// What an explosion takes besides the captured piece, less what it costs.
    fn blown(&self, mv: Move) -> i32 {
        const ROYAL: i32 = 5_000;
        let near = Bits::of(mv.to).around().without(mv.to).without(mv.from) & self.men() & !self.of_kind(PAWN);
        let worth = |square: u8| {
            let royal = if self.state.royals.has(square) { ROYAL } else { 0 };
            let piece = self.piece(square);
            let worth = royal + self.game.weights.worth[usize::from(kind_of(piece))];
            if side_of(piece) == self.us() { -worth } else { worth }
        };
        near.map(worth).sum::<i32>() - self.game.weights.worth[usize::from(self.mover(mv))]
    }
}
