//! Evaluation without a hand: what pieces reach, threaten and guard, and how near they are to their goals.

use crate::betza::Mode;
use crate::bits::Bits;
use crate::pieces::{KING, Kind, PAWN, each};
use crate::position::{Position, kind_of};
use crate::rules::Enclosing;
use meihua_contracts::game::Outcome;

/// Centipawns for a piece beside its own king, where all pieces are on the board.
const SHELTER: i32 = 4;
/// Centipawns for a square from which riders could attack the king, if only its own pieces stood there.
const EXPOSURE: i32 = 3;
/// Centipawns for a race that cannot be stopped any more.
const RACE: i32 = 900;
/// Centipawns of pieces with which a side only defends its royal piece.
const FEW: i32 = 350;
/// Centipawns for the right to move.
const TEMPO: i32 = 50;
/// Centipawns for each square on which a drop would give check and that the king's side does not guard.
const DROP_CHECK: i32 = 50;
/// Centipawns by which a piece in hand is worth more, and one on the board less, where captured pieces come back.
const HELD: i32 = 50;
/// Centipawns for a square beside a king that is attacked and not guarded, for each step of the initiative above 1.
const WEAK: i32 = 20;
/// Centipawns for a rank that a king has left its own, where all pieces are on the board.
const KING_ADVANCE: i32 = 8;
/// Centipawns for a piece that reaches the goal if it is to move, if it is not and cannot be taken, and for a king that is
/// not to move.
const ARRIVAL: [i32; 3] = [5_000, 2_000, 300];
/// Centipawns for a pawn beside another, less those for one on the same file as another.
const PHALANX: i32 = 14;
const DOUBLED: i32 = 20;
/// Centipawns for a guarded piece other than a pawn.
const GUARDED: i32 = 10;
/// Pieces worth so much together are those of a middle game, in which passed pawns do not count yet.
const MIDDLE_GAME: i32 = 7_000;
/// The most that the danger of a king can count.
const MOST_DANGER: i32 = 400;

/// What a side's pieces do.
#[derive(Clone, Copy)]
struct View {
    score: i32,
    /// What its passed pawns are worth in an endgame.
    passed: i32,
    /// What its pieces other than royal ones attack.
    attacked: Bits,
    /// How many of its pieces attack squares beside the other's royal pieces, and how strongly.
    attackers: i32,
    units: i32,
    /// What its pieces are worth together.
    force: i32,
}

impl Position {
    /// Centipawns for the side to move.
    pub(crate) fn appraise(&self) -> i32 {
        if self.is_mateless() {
            return 0;
        }
        let royals = [0, 1].map(|side| self.precious(side));
        let rings = royals.map(|royals| royals.around() & self.game.board);
        let pawns = [0, 1].map(|side| self.pawn_attacks(side));
        let views = [0, 1].map(|side| self.view(side, royals[side], rings[1 - side], pawns));
        let [white, black] = [0, 1].map(|side| {
            let (own, other) = (&views[side], &views[1 - side]);
            let mut sum = own.score
                + self.goals(side)
                + self.lines(side)
                + self.arrival(side, other.attacked | royals[1 - side].around());
            if self.game.rules.check_counting {
                sum += 1_200 / i32::from(self.state.checks_left[side].max(1));
            }
            if !self.game.weights.is_misere {
                sum += own.passed * (MIDDLE_GAME - own.force - other.force).max(0) / MIDDLE_GAME;
                sum += self.shape(side)
                    + GUARDED * (own.attacked & self.of_side(side) & !self.of_kind(PAWN)).count() as i32;
                sum += self.hanging(side, own, other) - self.danger(side, royals[side], rings[side], own, other);
                if other.force <= FEW && own.force >= other.force + FEW {
                    sum += self.driven(royals[side], royals[1 - side]);
                }
            }
            sum
        });
        let balance = white - black;
        let tempo = TEMPO * (1 + self.game.weights.initiative) / 2;
        if self.us() == 0 { tempo + balance } else { tempo - balance }
    }

    /// The pieces that a side must not lose: its king, or the last of kinds that may not die out.
    fn precious(&self, side: usize) -> Bits {
        let rules = &self.game.rules;
        let last = rules.pseudo_royal || rules.extinction == Some(Outcome::Loss);
        let last = if last { self.royals() & self.of_side(side) } else { Bits::NONE };
        last | self.of(side, KING)
    }

    /// Pieces on the board and in hand, where they stand and what they attack.
    fn view(&self, side: usize, royals: Bits, ring: Bits, pawn_attacks: [Bits; 2]) -> View {
        let (game, weights) = (&*self.game, &self.game.weights);
        let mut view = View { score: 0, passed: 0, attacked: Bits::NONE, attackers: 0, units: 0, force: 0 };
        let (own, other, occupied) = (self.of_side(side), self.of_side(1 - side), self.occupied());
        let pawns = self.of_kinds(game.rules.promotion_pawns[1 - side]) & other;
        let free = !own & !pawn_attacks[1 - side];
        let (mut sum, mut mobility) = (0, 0);
        let less = if game.rules.captures_to_hand { HELD } else { 0 };
        for &kind in &game.list {
            let worth = weights.worth[usize::from(kind)];
            for square in self.of(side, kind) {
                view.force += worth;
                sum += worth - less + weights.place(side, kind, square);
                if weights.promotion[side][usize::from(kind)] > 0 {
                    view.passed += self.passed(side, kind, square, pawns);
                }
                if game.is_calm || royals.has(square) {
                    continue;
                }
                let reached = self.reach(side, kind, square, occupied, Mode::Capture);
                view.attacked |= reached;
                if kind != PAWN {
                    mobility += weights.mobility[usize::from(kind)] * (reached & free).count() as i32;
                }
                let near = (reached & ring).count() as i32;
                if near > 0 {
                    view.attackers += 1;
                    view.units += near * (worth / 64).clamp(1, 10);
                }
                for target in reached & other {
                    let more = weights.worth[usize::from(kind_of(self.piece(target)))] - worth;
                    if more > 50 {
                        view.score += weights.initiative * (more / 5).min(80);
                    }
                }
            }
            let held = self.in_hand(side, kind) as i32;
            view.force += held * worth;
            sum += held * (worth + less);
        }
        if game.rules.flip == Enclosing::Reversi {
            // Squares beside the other's stones are where moves can be.
            view.score += 4 * (other.around() & self.open() & !occupied).count() as i32;
        }
        view.score = if weights.is_misere { mobility - sum / 3 } else { view.score + sum + mobility };
        view
    }

    /// What the formation of the pawns is worth.
    fn shape(&self, side: usize) -> i32 {
        let rules = &self.game.rules;
        if rules.promotion_pieces[side] == 0 {
            return 0;
        }
        let pawns = self.of_kinds(rules.promotion_pawns[side] & self.game.kinds) & self.of_side(side);
        let beside = (pawns & (pawns.shift(1, 0) | pawns.shift(-1, 0))).count() as i32;
        let files = (0..rules.files).map(|file| (pawns & Bits::file(file)).count()).filter(|&count| count > 1);
        let initiative = self.game.weights.initiative;
        PHALANX * (1 + initiative) / 2 * beside - DOUBLED * files.sum::<u32>() as i32
    }

    /// What the pawns of a side attack.
    fn pawn_attacks(&self, side: usize) -> Bits {
        let (rules, occupied) = (&self.game.rules, self.occupied());
        let kinds = rules.promotion_pawns[side] & self.game.kinds;
        each(if rules.promotion_pieces[side] == 0 { 0 } else { kinds })
            .flat_map(|kind| self.of(side, kind).map(move |square| (kind, square)))
            .fold(Bits::NONE, |set, (kind, square)| set | self.reach(side, kind, square, occupied, Mode::Capture))
    }

    /// What a pawn gains by being on its way to promotion with no pawn before it.
    fn passed(&self, side: usize, kind: Kind, square: u8, pawns: Bits) -> i32 {
        let weights = &self.game.weights;
        let to_go = i32::from(weights.to_go[side][usize::from(square)]);
        let front = weights.front[side][usize::from(square)];
        if to_go == 0 || front.meets(pawns) {
            return 0;
        }
        let gain = 2 * weights.promotion[side][usize::from(kind)] / (3 * to_go);
        let is_stopped = self.game.ahead(side, square).is_some_and(|next| self.occupied().has(next));
        if is_stopped { gain / 2 } else { gain }
    }

    /// How far a lone royal piece is from the middle, and how near to the other's: where it is mated.
    fn driven(&self, own: Bits, other: Bits) -> i32 {
        let rules = &self.game.rules;
        let (Some(own), Some(other)) = (own.first(), other.first()) else { return 0 };
        let split = |square: u8| (i32::from(square % 16), i32::from(square / 16));
        let ((file, rank), (x, y)) = (split(own), split(other));
        let from_middle = (2 * x - rules.files + 1).abs() + (2 * y - rules.ranks + 1).abs();
        6 * from_middle - 8 * (file - x).abs().max((rank - y).abs())
    }

    /// What a side gains by the other's pieces that it attacks and that nothing guards.
    fn hanging(&self, side: usize, own: &View, other: &View) -> i32 {
        let loose = self.of_side(1 - side) & own.attacked & !other.attacked;
        loose.map(|square| self.game.weights.worth[usize::from(kind_of(self.piece(square)))] / 8 + 3).sum()
    }

    /// How much a side's royal pieces are in danger, less what shelters them.
    fn danger(&self, side: usize, royals: Bits, ring: Bits, own: &View, other: &View) -> i32 {
        if ring.is_empty() {
            return 0;
        }
        let (mut units, mut attackers) = (other.units, other.attackers);
        let weak = (ring & other.attacked & !own.attacked).count() as i32;
        units += 4 * weak;
        let held = self.in_hand(1 - side, 0).min(8) as i32;
        if held > 0 {
            let holes = (ring & !own.attacked & !self.occupied()).count() as i32;
            units += held * (2 + holes);
            attackers += 1;
        }
        let danger = if attackers >= 2 { (units * units / 16).min(MOST_DANGER) } else { units };
        let initiative = self.game.weights.initiative;
        let mut sum = danger / 2 + WEAK * (initiative - 1) * weak;
        let mut exposure = 0;
        for square in royals {
            exposure += EXPOSURE * self.exposure(square, side)
                + KING_ADVANCE * initiative * self.game.relative_rank(side, square);
            if held > 0 {
                sum += DROP_CHECK * self.drop_checks(side, square, ring | own.attacked);
            }
        }
        let shelter = SHELTER * initiative * (ring & self.of_side(side)).count() as i32;
        sum + (exposure - shelter) * other.force.min(3_000) / 3_000
    }

    /// On how many squares that are not guarded the other side could drop a piece to give check, at most four for each kind.
    fn drop_checks(&self, side: usize, king: u8, guarded: Bits) -> i32 {
        let free = self.open() & !self.occupied() & !guarded;
        let held = self.game.list.iter().filter(|&&kind| self.in_hand(1 - side, kind) > 0);
        held.map(|&kind| {
            let squares = self.reach(side, kind, king, self.occupied(), Mode::Capture) & free;
            (squares & self.drop_squares(1 - side, kind)).count().min(4) as i32
        })
        .sum()
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
        let unstoppable = if needed == 1 && rules.flag_piece[side] != KING { self.unstoppable(side) } else { 0 };
        sum * 3 / needed as i32 + unstoppable
    }

    /// What a piece is worth that reaches the goal with its next move: its side wins if it is to move, or if the other side
    /// cannot take it.
    fn arrival(&self, side: usize, guarded: Bits) -> i32 {
        let rules = &self.game.rules;
        let goal = rules.flag_region[side] & self.open();
        if goal.is_empty() || rules.flag_count > 1 {
            return 0;
        }
        let (piece, occupied, other) = (rules.flag_piece[side], self.occupied(), self.of_side(1 - side));
        let goal = if piece == KING { goal & !guarded } else { goal };
        let arrives = |square: u8| {
            let kind = kind_of(self.piece(square));
            let quiet = self.reach(side, kind, square, occupied, Mode::Quiet) & !occupied;
            (quiet | self.reach(side, kind, square, occupied, Mode::Capture) & other).meets(goal)
        };
        let mut runners = self.of(side, piece) & goal.around();
        let [wins, threatens, approaches] = ARRIVAL;
        let value = match piece {
            _ if side == self.us() => wins,
            KING => approaches,
            _ => {
                runners &= !guarded;
                threatens
            }
        };
        if runners.any(arrives) { value } else { 0 }
    }

    /// What a race is worth that no piece of the other side can stop any more: none is in the widening way ahead.
    fn unstoppable(&self, side: usize) -> i32 {
        let (rules, ahead) = (&self.game.rules, if side == 0 { 1 } else { -1 });
        let back = |set: Bits| {
            let set = set.shift(0, -ahead);
            set | set.shift(1, 0) | set.shift(-1, 0)
        };
        // The squares from which a piece of the other side can still stop a race.
        let others = self.of_side(1 - side);
        let stopped = (0..rules.ranks).fold(Bits::NONE, |stopped, _| stopped | back(stopped | others));
        let runners = self.of(side, rules.flag_piece[side]) & !stopped;
        // The squares that are a number of steps from the goal.
        let mut from = rules.flag_region[side] & self.game.board;
        for steps in 1..=if runners.is_empty() { 0 } else { rules.ranks } {
            from = back(from);
            if from.meets(runners) {
                return RACE - RACE / 12 * steps;
            }
        }
        0
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
}
