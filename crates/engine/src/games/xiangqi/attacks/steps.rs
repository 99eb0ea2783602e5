//! General, advisor, elephant, horse and pawn: tables by square, and for horse and elephant also by the occupancy of
//! the four squares that can block them.
//!
//! ```text
//!  legs of the horse (N), by direction      eyes of the elephant (B), and the legs of a horse that comes to B
//!        . . 3 . .                                . . . . .
//!        . 1 N 2 .                                . 2 . 3 .
//!        . . 0 . .                                . . B . .
//!                                                 . 0 . 1 .
//! ```

use super::super::bitboard::Bitboard;
use super::super::square::{SQUARES, Square};
use super::{HALVES, PALACES};
use crate::side::Side;
use crate::wide;

/// File and rank steps along rank and file, in the order of the legs.
const STRAIGHT: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// File and rank steps along the diagonals, in the order of the eyes.
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Targets by square and by the four blocking squares (bit d is set if direction d is blocked).
type Blocked = [[Bitboard; 16]; SQUARES];

static HORSE: Blocked = blocked_table(Stepper::Horse);
static HORSE_ORIGINS: Blocked = blocked_table(Stepper::HorseOrigins);
static ELEPHANT: Blocked = blocked_table(Stepper::Elephant);
static GENERAL: [Bitboard; SQUARES] = palace_table(STRAIGHT);
static ADVISOR: [Bitboard; SQUARES] = palace_table(DIAGONAL);
static PAWN: [[Bitboard; SQUARES]; Side::NUM] = [pawn_table(Side::First, 1), pawn_table(Side::Second, 1)];
static PAWN_ORIGINS: [[Bitboard; SQUARES]; Side::NUM] = [pawn_table(Side::First, -1), pawn_table(Side::Second, -1)];

/// See [`near`].
static NEAR: [Bitboard; SQUARES] = near_table();
/// See [`cross`].
static CROSS: [Bitboard; SQUARES] = cross_table();
/// See [`vicinity`].
static VICINITY: [Bitboard; SQUARES] = vicinity_table();

#[derive(Clone, Copy)]
enum Stepper {
    Horse,
    HorseOrigins,
    Elephant,
}

/// The set with one more square, `files` and `ranks` away from `from`, if that is on the board.
const fn with(set: Bitboard, from: Square, files: i32, ranks: i32) -> Bitboard {
    match from.offset(files, ranks) {
        Some(to) => Bitboard::from_bits(set.bits() | Bitboard::of(to).bits()),
        None => set,
    }
}

const fn intersect(a: Bitboard, b: Bitboard) -> Bitboard {
    Bitboard::from_bits(a.bits() & b.bits())
}

/// The targets in one unblocked direction.
const fn one_direction(stepper: Stepper, from: Square, direction: usize) -> Bitboard {
    let (dx, dy) = STRAIGHT[direction];
    let (ex, ey) = DIAGONAL[direction];
    let none = Bitboard::EMPTY;
    match stepper {
        // Two squares ahead, and one to each side of that.
        Stepper::Horse => with(with(none, from, 2 * dx + dy, 2 * dy + dx), from, 2 * dx - dy, 2 * dy - dx),
        // The leg is the diagonal neighbour; the horse is beyond it, to one side.
        Stepper::HorseOrigins => with(with(none, from, 2 * ex, ey), from, ex, 2 * ey),
        Stepper::Elephant => {
            let home = if from.rank() < 5 { HALVES[0] } else { HALVES[1] };
            intersect(with(none, from, 2 * ex, 2 * ey), home)
        }
    }
}

const fn blocked_table(stepper: Stepper) -> Blocked {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut blocked = 0;
        while blocked < 16 {
            let mut targets = 0;
            let mut direction = 0;
            while direction < 4 {
                if blocked >> direction & 1 == 0 {
                    targets |= one_direction(stepper, from, direction).bits();
                }
                direction += 1;
            }
            table[index][blocked] = Bitboard::from_bits(targets);
            blocked += 1;
        }
        index += 1;
    }
    table
}

const fn palace_table(steps: [(i32, i32); 4]) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut side = 0;
        while side < Side::NUM {
            if PALACES[side].contains(from) {
                let mut direction = 0;
                while direction < 4 {
                    let (files, ranks) = steps[direction];
                    let target = intersect(with(Bitboard::EMPTY, from, files, ranks), PALACES[side]);
                    table[index] = Bitboard::from_bits(table[index].bits() | target.bits());
                    direction += 1;
                }
            }
            side += 1;
        }
        index += 1;
    }
    table
}

/// With `way` 1, the targets of a pawn; with -1, the squares it comes from.
const fn pawn_table(side: Side, way: i32) -> [Bitboard; SQUARES] {
    let ahead = if matches!(side, Side::First) { way } else { -way };
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut set = with(Bitboard::EMPTY, from, 0, ahead);
        if HALVES[side.other().index()].contains(from) {
            set = with(with(set, from, 1, 0), from, -1, 0);
        }
        table[index] = set;
        index += 1;
    }
    table
}

const fn near_table() -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let pieces = GENERAL[at].bits() | ADVISOR[at].bits() | ELEPHANT[at][0].bits() | HORSE_ORIGINS[at][0].bits();
        let pawns = PAWN_ORIGINS[0][at].bits() | PAWN_ORIGINS[1][at].bits();
        table[at] = Bitboard::from_bits(pieces | pawns);
        at += 1;
    }
    table
}

const fn cross_table() -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let lines = Bitboard::file(square.file()).bits() | Bitboard::rank(square.rank()).bits();
        table[index] = Bitboard::from_bits(lines & !Bitboard::of(square).bits());
        index += 1;
    }
    table
}

const fn vicinity_table() -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut set = Bitboard::from_bits(CROSS[index].bits() | Bitboard::of(square).bits());
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = DIAGONAL[direction];
            set = with(with(with(set, square, files, ranks), square, 2 * files, ranks), square, files, 2 * ranks);
            direction += 1;
        }
        table[index] = set;
        index += 1;
    }
    table
}

/// The squares around `square`, shifted so that the lowest relevant one is bit 0; a guard row below keeps the shift
/// positive. Neighbours beyond the left and right edges are wrong, but no table entry depends on them.
#[inline(always)]
fn around(square: Square, occupied: Bitboard, lowest: usize) -> usize {
    wide::shr(occupied.bits() << lowest, square.index()) as usize
}

/// The four neighbours along rank and file as four bits.
#[inline(always)]
fn legs(square: Square, occupied: Bitboard) -> usize {
    let bits = around(square, occupied, 9);
    bits & 1 | bits >> 7 & 2 | bits >> 8 & 4 | bits >> 15 & 8
}

/// The four diagonal neighbours as four bits.
#[inline(always)]
fn eyes(square: Square, occupied: Bitboard) -> usize {
    let bits = around(square, occupied, 10);
    bits & 1 | bits >> 1 & 2 | bits >> 16 & 4 | bits >> 17 & 8
}

/// The targets of a general on `square`; none outside the palaces.
#[inline(always)]
pub(crate) fn general(square: Square) -> Bitboard {
    GENERAL[square.index()]
}

/// The targets of an advisor on `square`; none outside the palaces.
#[inline(always)]
pub(crate) fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// The targets of an elephant on `square`, within its half of the board. The relation is symmetric.
#[inline(always)]
pub(crate) fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][eyes(square, occupied)]
}

/// The targets of a horse on `square`.
#[inline(always)]
pub(crate) fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][legs(square, occupied)]
}

/// The squares from which a horse would reach `square`. They differ from [`horse`], because the leg is next to the
/// horse.
#[inline(always)]
pub(crate) fn horse_origins(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_ORIGINS[square.index()][eyes(square, occupied)]
}

/// The leg of a horse that moves from `horse` to `target`, a horse's move away; otherwise some neighbour of `target`,
/// or none.
#[inline]
pub(crate) fn horse_leg(horse: Square, target: Square) -> Bitboard {
    let files = (horse.file() as i32 - target.file() as i32).signum();
    let ranks = (horse.rank() as i32 - target.rank() as i32).signum();
    target.offset(files, ranks).map_or(Bitboard::EMPTY, Bitboard::of)
}

/// The squares from which a piece other than a rook or a cannon may reach `square` if nothing blocks it.
#[inline(always)]
pub(crate) fn near(square: Square) -> Bitboard {
    NEAR[square.index()]
}

/// The other squares on the rank and file of `square`.
#[inline(always)]
pub(crate) fn cross(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// The squares where a departure or arrival can change the attacks on `square` by pieces other than elephants and
/// advisors: its rank and file, and the squares of horses and their legs.
#[inline(always)]
pub(crate) fn vicinity(square: Square) -> Bitboard {
    VICINITY[square.index()]
}

/// The targets of a pawn of `side` on `square`.
#[inline(always)]
pub(crate) fn pawn(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// The squares from which a pawn of `side` would reach `square`.
#[inline(always)]
pub(crate) fn pawn_origins(side: Side, square: Square) -> Bitboard {
    PAWN_ORIGINS[side.index()][square.index()]
}
