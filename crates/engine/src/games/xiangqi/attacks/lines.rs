//! Rook and cannon: one lookup for the rank, one for the file.
//!
//! The occupancy of a rank is nine adjacent bits. The ten bits of a file are nine apart, five of them in each half of
//! the board (45 bits). A multiplication gathers five such bits: bit `9 i`, times `2^(36 - 8 j)` for `j` in 0 to 4,
//! lands on bit `36 + i` for `j = i`, and no other of the 25 products touches bits 36 to 40 or collides with another,
//! so nothing carries. This has the effect of a PEXT instruction on any machine.

use super::super::bitboard::Bitboard;
use super::super::square::{FILES, RANKS, Square};
use crate::wide;

/// What a rook and a cannon reach along one line.
#[derive(Clone, Copy)]
struct Line {
    /// Up to and including the first piece in each direction.
    rook: u128,
    /// The second piece in each direction.
    cannon: u128,
}

/// By file of the square and occupancy of its rank; results are on rank 0.
static RANK_LINES: [[(u16, u16); 1 << FILES]; FILES] = rank_lines();
/// By rank of the square and occupancy of its file; results are on file a.
static FILE_LINES: [[Line; 1 << RANKS]; RANKS] = file_lines();

/// Walks from `start` in both directions of a line of `length` cells; returns (rook, cannon) as bits along the line.
const fn walk(start: usize, length: usize, occupied: usize) -> (u16, u16) {
    let (mut rook, mut cannon) = (0, 0);
    let mut direction = 0;
    while direction < 2 {
        let mut at = start as isize;
        let mut pieces = 0;
        while pieces < 2 {
            at += if direction == 0 { 1 } else { -1 };
            if at < 0 || at >= length as isize {
                break;
            }
            let hit = occupied >> at & 1 == 1;
            if pieces == 0 {
                rook |= 1 << at;
            } else if hit {
                cannon |= 1 << at;
            }
            pieces += hit as usize;
        }
        direction += 1;
    }
    (rook, cannon)
}

const fn rank_lines() -> [[(u16, u16); 1 << FILES]; FILES] {
    let mut table = [[(0, 0); 1 << FILES]; FILES];
    let mut file = 0;
    while file < FILES {
        let mut occupied = 0;
        while occupied < 1 << FILES {
            table[file][occupied] = walk(file, FILES, occupied);
            occupied += 1;
        }
        file += 1;
    }
    table
}

/// Bits 0 to 9 spread over file a.
const fn spread(bits: u16) -> u128 {
    let mut file = 0;
    let mut rank = 0;
    while rank < RANKS {
        file |= ((bits >> rank & 1) as u128) << (rank * FILES);
        rank += 1;
    }
    file
}

const fn file_lines() -> [[Line; 1 << RANKS]; RANKS] {
    let mut table = [[Line { rook: 0, cannon: 0 }; 1 << RANKS]; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        let mut occupied = 0;
        while occupied < 1 << RANKS {
            let (rook, cannon) = walk(rank, RANKS, occupied);
            table[rank][occupied] = Line { rook: spread(rook), cannon: spread(cannon) };
            occupied += 1;
        }
        rank += 1;
    }
    table
}

/// The occupancy of a rank as nine bits.
#[inline(always)]
const fn rank_bits(occupied: Bitboard, rank: usize) -> usize {
    wide::shr(occupied.bits(), rank * FILES) as usize & ((1 << FILES) - 1)
}

/// The occupancy of a file as ten bits; see the module documentation.
#[inline(always)]
const fn file_bits(occupied: Bitboard, file: usize) -> usize {
    const FILE: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
    const GATHER: u64 = 1 << 36 | 1 << 28 | 1 << 20 | 1 << 12 | 1 << 4;
    let low = (occupied.bits() as u64 >> file & FILE).wrapping_mul(GATHER) >> 36 & 31;
    let high = ((occupied.bits() >> 45) as u64 >> file & FILE).wrapping_mul(GATHER) >> 36 & 31;
    (low | high << 5) as usize
}

/// What a rook on `square` reaches (the empty squares and the first piece in each direction), and what a cannon
/// captures from there (the second piece in each direction).
#[inline(always)]
pub(crate) fn lines(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let (along_rank, over_rank) = RANK_LINES[file][rank_bits(occupied, rank)];
    let along_file = &FILE_LINES[rank][file_bits(occupied, file)];
    let shift = rank * FILES;
    (
        Bitboard::from_bits(wide::shl(along_rank as u128, shift) | wide::shl(along_file.rook, file)),
        Bitboard::from_bits(wide::shl(over_rank as u128, shift) | wide::shl(along_file.cannon, file)),
    )
}

/// What a rook on `square` reaches: the empty squares and the first piece in each direction.
#[inline(always)]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).0
}

/// What a cannon on `square` captures: the second piece in each direction.
#[inline(always)]
pub(crate) fn cannon_captures(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both, by walking the board.
    fn by_walking(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut pieces = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                if pieces == 0 {
                    rook |= Bitboard::of(at);
                } else if pieces == 1 && occupied.contains(at) {
                    cannon |= Bitboard::of(at);
                }
                pieces += usize::from(occupied.contains(at));
            }
        }
        (rook, cannon)
    }

    #[test]
    fn lookups_equal_walks() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u128;
        for _ in 0..200 {
            random = random.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            let occupied = Bitboard::from_bits(random >> 20 & random >> 31);
            for square in Square::all() {
                assert_eq!(lines(square, occupied), by_walking(square, occupied), "{square} {occupied:?}");
            }
        }
    }
}
