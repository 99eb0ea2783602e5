//! Evaluation without a hand: what pieces are worth, found from how far they reach, and how near they are to their goals.

use crate::betza::{Gait, Mode};
use crate::bits::Bits;
use crate::compiled::{Compiled, OFF};
use crate::pieces::{KING, Kind, PAWN, one};
use crate::position::{Position, kind_of, side_of};
use meihua_contracts::game::Outcome;

/// Centipawns for a square that a piece attacks and moves to from an average square of the empty board.
const REACH: f64 = 55.0;
/// The chance that a rider passes one more square.
const PASSAGE: f64 = 0.7;
/// Centipawns for a square that a piece attacks in the position itself.
const MOBILITY: i32 = 4;
/// Fairy-Stockfish's value of a pawn in the endgame, the unit of `pieceValueMg`.
const PAWN_UNIT: i32 = 208;

/// What a piece of each kind is worth, in centipawns: as the file says, or from its reach.
pub(crate) fn worth(game: &Compiled) -> [i32; 64] {
    let squares: Vec<u8> = game.board.collect();
    std::array::from_fn(|kind| {
        let given = game.rules.values[0][kind];
        let kind = kind as Kind;
        if kind == KING || game.kinds & one(kind) == 0 {
            return 0;
        }
        if given != 0 {
            return given * 100 / PAWN_UNIT;
        }
        let total: f64 = squares.iter().map(|&from| reach(game, kind, from)).sum();
        let promotes = game.rules.promotion_pawns[0] & one(kind) != 0 && game.rules.promotion_pieces[0] != 0;
        let bonus = if promotes || game.rules.promoted[usize::from(kind)] != 0 { 25 } else { 0 };
        (REACH * total / squares.len().max(1) as f64) as i32 + 20 + bonus
    })
}

/// How many squares a piece of White reaches, half for quiet moves and half for captures.
fn reach(game: &Compiled, kind: Kind, from: u8) -> f64 {
    let modes = [Mode::Quiet, Mode::Capture];
    let walks = modes.into_iter().flat_map(|mode| game.walks(0, kind, mode));
    let sum: f64 = walks
        .map(|walk| {
            let (most, mut chance) = match walk.gait {
                Gait::Leap => (1, 1.0),
                Gait::Lame => (1, PASSAGE),
                Gait::Slide(limit) => (if limit == 0 { 16 } else { limit }, 1.0),
                Gait::Hop(_) => (16, 0.5),
                Gait::Grasshopper => (1, 0.8),
            };
            let (mut at, mut sum) = (u16::from(from), 0.0);
            for _ in 0..most {
                at = game.steps[walk.step][usize::from(at)];
                if at == OFF {
                    break;
                }
                sum += chance;
                chance *= PASSAGE;
            }
            sum
        })
        .sum();
    sum / 2.0
}

impl Position {
    /// Centipawns for the side to move.
    pub(crate) fn appraise(&self) -> i32 {
        let [white, black] = [0, 1].map(|side| self.material(side) + self.goals(side) + self.lines(side));
        let balance = white - black;
        if self.us() == 0 { balance + 10 } else { 10 - balance }
    }

    /// Pieces on the board and in hand, a little more for those in the middle and on their way to promotion.
    fn material(&self, side: usize) -> i32 {
        let (game, rules) = (&*self.game, &self.game.rules);
        let mut sum = 0;
        for square in self.of_side(side) {
            let kind = kind_of(self.piece(square));
            let (file, rank) = (i32::from(square % 16), game.relative_rank(side, square));
            let edge = |at: i32, size: i32| at.min(size - 1 - at);
            let middle = edge(file, rules.files).min(3) + edge(rank, rules.ranks).min(3);
            let advance = if rules.promotion_pawns[side] & one(kind) != 0 { 4 * rank } else { 0 };
            let place = if kind == KING { 0 } else { 4 * middle + advance };
            sum += game.worth[usize::from(kind)] + place + self.mobility(side, kind, square);
        }
        for &kind in &game.list {
            sum += self.in_hand(side, kind) as i32 * game.worth[usize::from(kind)] * 9 / 8;
        }
        let checks = if rules.check_counting { 90 * (9 - i32::from(self.state.checks_left[side])) } else { 0 };
        let loser_wins =
            rules.extinction == Some(Outcome::Win) || rules.stalemate == Some(Outcome::Win) && rules.must_capture;
        checks + if loser_wins { -sum } else { sum }
    }

    /// What the squares are worth that a piece reaches now.
    fn mobility(&self, side: usize, kind: Kind, square: u8) -> i32 {
        if kind == KING || kind == PAWN || self.game.is_calm {
            return 0;
        }
        let reached = self.reach(side, kind, square, self.occupied(), Mode::Capture) & !self.of_side(side);
        MOBILITY * reached.count() as i32
    }

    /// The nearness of pieces to the squares that they have to reach.
    fn goals(&self, side: usize) -> i32 {
        let rules = &self.game.rules;
        let region = rules.flag_region[side] & self.game.board;
        if region.is_empty() {
            return 0;
        }
        let far = (rules.files.max(rules.ranks)) as u32;
        let mut reached = self.of(side, rules.flag_piece[side]);
        let nearness = |near: u32| (far - near.min(far)).pow(2) as i32;
        let mut sum = 0;
        // Rings around the region, from the inside.
        let mut ring = region;
        for near in 0..=far {
            let here = reached & ring;
            sum += nearness(near) * here.count() as i32;
            reached &= !here;
            if reached.is_empty() {
                break;
            }
            ring = ring.around() & self.game.board;
        }
        let needed = rules.flag_count.max(1);
        sum * 3 / needed as i32
    }

    /// Rows that may still become long enough.
    fn lines(&self, side: usize) -> i32 {
        let rules = &self.game.rules;
        if rules.connect < 2 {
            return 0;
        }
        let own = self.of_kinds(rules.connect_kinds & self.game.kinds) & self.of_side(side);
        let open = self.game.board & !self.of_side(1 - side) & !self.state.walls;
        let mut sum = 0;
        for (x, y) in rules.lines() {
            let free = (1..rules.connect).fold(open, |row, _| row & row.shift(x, y));
            for end in free {
                let mut at = Bits::of(end);
                let mut count = 0;
                for _ in 0..rules.connect {
                    count += u32::from(at.meets(own));
                    at = at.shift(-x, -y);
                }
                sum += (1 << (2 * count.min(8))) - 1;
            }
        }
        let value = if rules.connect_value == Some(Outcome::Loss) { -sum } else { sum };
        2 * value
    }

    /// Whether the exchange on a square that begins with a capture wins at least so many centipawns: the side that is to
    /// take takes with its cheapest piece, or stops.
    pub(crate) fn exchange(&self, mv: crate::moves::Move, threshold: i32) -> bool {
        let worth = |square: u8| self.game.worth[usize::from(kind_of(self.piece(square)))];
        let mut balance = self.prize(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let mut stake = self.game.worth[usize::from(self.mover(mv))];
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
    pub(crate) fn prize(&self, mv: crate::moves::Move) -> i32 {
        use crate::moves::Deed;
        let worth = |kind: Kind| self.game.worth[usize::from(kind)];
        let victim = match mv.deed {
            Deed::Passant => self.passant_victim(mv.to).map_or(0, |square| worth(kind_of(self.piece(square)))),
            Deed::Castle | Deed::Pass => 0,
            Deed::Jump(_) => 100 * mv.path.squares().len() as i32,
            _ if self.piece(mv.to) != 0 && side_of(self.piece(mv.to)) != self.us() => worth(kind_of(self.piece(mv.to))),
            _ => 0,
        };
        let kind = self.mover(mv);
        let grown = match mv.deed {
            Deed::Promote(goal) => worth(goal) - worth(kind),
            Deed::PromotePiece => worth(self.game.rules.promoted[usize::from(kind)]) - worth(kind),
            _ => 0,
        };
        victim + grown
    }
}
