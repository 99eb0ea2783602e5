//! What pieces, squares and goals are worth, found from the rules once a game is compiled.

use crate::betza::{Gait, Mode};
use crate::bits::Bits;
use crate::compiled::{Compiled, OFF};
use crate::pieces::{KING, Kind, each, one};
use crate::rules::Enclosing;
use meihua_contracts::game::Outcome;

/// Centipawns for a square that a piece attacks and moves to from an average square of the empty board, where captured
/// pieces come back or are a burden. Elsewhere the ablest pieces are worth more than their share: a queen more than two rooks.
const REACH: f64 = 50.0;
const ABILITY: f64 = 40.0;
const GROWTH: f64 = 1.3;
/// The chances that a rider passes one more square, that a hopper reaches the next square of its line, and that nothing
/// bars a lame leaper.
const PASSAGE: f64 = 0.7;
const HURDLE: f64 = 0.35;
const FREE_WAY: f64 = 0.85;
/// Centipawns for a square more than from the average square, twice as many with an initiative of 3.
const PLACE: f64 = 4.0;
/// Centipawns for a rank that a piece has advanced in a game with kings, and for one that a pawn has advanced on an outer and on a middle file.
const ADVANCE: i32 = 8;
const PAWN_ADVANCE: [i32; 2] = [2, 22];
/// Centipawns for a square that a piece attacks, times the squares that its kind reaches from the
/// average square and two, and times the initiative.
const MOBILITY: f64 = 70.0;
/// Fairy-Stockfish's value of a pawn in the endgame, the unit of `pieceValueMg`.
const PAWN_UNIT: i32 = 208;

/// The weights of a game, in centipawns where nothing else is said.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    /// A piece of each kind.
    pub(crate) worth: Vec<i32>,
    /// What the best promotion adds to each kind; 0 for pieces that are not promoted to others of the rules' choice.
    pub(crate) promotion: [Vec<i32>; 2],
    /// A square that a piece of each kind attacks in a position: the more it reaches, the less another one counts.
    pub(crate) mobility: Vec<i32>,
    /// By side and kind: a square.
    places: Vec<[i16; 256]>,
    /// By side: how many steps ahead of a square the region of promotion begins; 0 where it does not.
    pub(crate) to_go: [Vec<u8>; 2],
    /// By side: the squares ahead of a square, on its file and those beside it.
    pub(crate) front: [Vec<Bits>; 2],
    /// How much more an attack counts than in chess: drops go on with it at once, and checks or a king on its
    /// goal decide.
    pub(crate) initiative: i32,
    /// Whether who loses his pieces wins.
    pub(crate) is_misere: bool,
}

impl Weights {
    pub(crate) fn of(game: &Compiled) -> Weights {
        let rules = &game.rules;
        let initiative = match rules.flag_piece {
            _ if rules.captures_to_hand || rules.check_counting => 3,
            [KING, KING] => 2,
            _ => 1,
        };
        let is_misere =
            rules.extinction == Some(Outcome::Win) || rules.stalemate == Some(Outcome::Win) && rules.must_capture;
        let (worth, mobility) = (worth(game, is_misere), mobility(game, initiative));
        let mut weights = Weights { worth, mobility, initiative, is_misere, ..Weights::default() };
        for side in 0..2 {
            let best = each(rules.promotion_pieces[side]).map(|kind| weights.worth[usize::from(kind)]).max();
            let gain = |kind: Kind| match best {
                Some(best) if rules.promotion_pawns[side] & one(kind) != 0 => best - weights.worth[usize::from(kind)],
                _ => 0,
            };
            weights.promotion[side] = (0..64).map(gain).map(|gain| gain.max(0)).collect();
            let squares = || 0..=u8::MAX;
            weights.to_go[side] = squares().map(|square| game.to_go(side, square)).collect();
            weights.front[side] = squares().map(|square| game.front(side, square)).collect();
            weights.places.extend(
                (0..64).map(|kind| game.places(side, kind, weights.promotion[side][usize::from(kind)], initiative)),
            );
        }
        weights
    }

    /// What a square is worth to a piece.
    #[inline]
    pub(crate) fn place(&self, side: usize, kind: Kind, square: u8) -> i32 {
        i32::from(self.places[64 * side + usize::from(kind)][usize::from(square)])
    }
}

impl Compiled {
    /// Steps from a square straight ahead to the region of promotion.
    fn to_go(&self, side: usize, square: u8) -> u8 {
        let (mut at, region) = (Some(square), self.rules.promotion_region[side] & self.board);
        for steps in 0..16 {
            match at {
                Some(square) if region.has(square) => return steps,
                Some(square) => at = self.ahead(side, square),
                None => break,
            }
        }
        0
    }

    fn front(&self, side: usize, square: u8) -> Bits {
        let (mut at, mut front) = (Bits::of(square), Bits::NONE);
        while !at.is_empty() {
            at = at.shift(0, if side == 0 { 1 } else { -1 });
            front |= at | at.shift(1, 0) | at.shift(-1, 0);
        }
        front & self.board
    }

    fn places(&self, side: usize, kind: Kind, promotion: i32, initiative: i32) -> [i16; 256] {
        let mut places = [0; 256];
        if kind == KING || self.kinds & one(kind) == 0 {
            return places;
        }
        let reaches: Vec<f64> = self.board.map(|from| reach(self, side, kind, from)).collect();
        let average = reaches.iter().sum::<f64>() / reaches.len().max(1) as f64;
        for (square, reach) in self.board.zip(reaches) {
            let files = self.rules.files;
            let middle = files - (2 * i32::from(square % 16) - files + 1).abs();
            let [outer, inner] = PAWN_ADVANCE;
            let step = match promotion {
                1.. => outer + (inner - outer) * middle / files,
                _ if self.kinds & one(KING) == 0 || self.rules.flag_piece[side] == kind => 0,
                _ => ADVANCE,
            };
            let advance = step * self.relative_rank(side, square);
            let turned = if self.rules.flip == Enclosing::Reversi { self.stability(square) } else { 0 };
            places[usize::from(square)] =
                (PLACE * f64::from(1 + initiative) / 2.0 * (reach - average)) as i16 + (advance + turned) as i16;
        }
        places
    }

    /// How safe a stone is from being enclosed: much in a corner, a little at an edge, less than nothing beside a corner.
    fn stability(&self, square: u8) -> i32 {
        let edge = |at: u8, size: i32| i32::from(at).min(size - 1 - i32::from(at));
        match (edge(square % 16, self.rules.files), edge(square / 16, self.rules.ranks)) {
            (0, 0) => 90,
            (0 | 1, 0 | 1) => -20,
            (0, _) | (_, 0) => 6,
            _ => 0,
        }
    }
}

/// What a piece of each kind is worth: as the file says, or from its reach.
fn worth(game: &Compiled, is_misere: bool) -> Vec<i32> {
    let of_kind = |kind: Kind| {
        let given = game.rules.values[0][usize::from(kind)];
        if kind == KING || game.kinds & one(kind) == 0 {
            return 0;
        }
        if given != 0 {
            return given * 100 / PAWN_UNIT;
        }
        if game.rules.flip == Enclosing::Reversi {
            return 2;
        }
        let total: f64 = game.board.map(|from| reach(game, 0, kind, from)).sum();
        let bonus = if game.rules.promoted[usize::from(kind)] != 0 { 25 } else { 0 };
        let reach = total / f64::from(game.board.count().max(1));
        let able = if is_misere || game.rules.captures_to_hand { REACH * reach } else { ABILITY * reach.powf(GROWTH) };
        able as i32 + 20 + bonus
    };
    (0..64).map(of_kind).collect()
}

fn mobility(game: &Compiled, initiative: i32) -> Vec<i32> {
    let squares = f64::from(game.board.count().max(1));
    let of_kind = |kind: Kind| {
        let reaches = game.board.map(|from| reach(game, 0, kind, from)).sum::<f64>();
        (MOBILITY * f64::from(initiative) / (reaches / squares + 2.0)) as i32
    };
    (0..64).map(of_kind).collect()
}

/// How many squares a piece reaches, half for quiet moves and half for captures.
fn reach(game: &Compiled, side: usize, kind: Kind, from: u8) -> f64 {
    let modes = [Mode::Quiet, Mode::Capture];
    let walks = modes.into_iter().flat_map(|mode| game.walks(side, kind, mode));
    let sum: f64 = walks
        .map(|walk| {
            let (most, mut chance) = match walk.gait {
                Gait::Leap => (1, 1.0),
                Gait::Lame => (1, FREE_WAY),
                Gait::Slide(limit) => (if limit == 0 { 16 } else { limit }, 1.0),
                Gait::Hop(_) => (16, HURDLE),
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
