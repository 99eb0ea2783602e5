//! The squares strictly between two squares on one rank or file.

use super::super::bitboard::Bitboard;
use super::super::square::{FILES, SQUARES, Square};

static BETWEEN: [[Bitboard; SQUARES]; SQUARES] = table();

const fn table() -> [[Bitboard; SQUARES]; SQUARES] {
    let mut table = [[Bitboard::EMPTY; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < from {
            let step = if from / FILES == to / FILES { 1 } else { FILES };
            if from % FILES == to % FILES || step == 1 {
                let mut bits = 0;
                let mut at = to + step;
                while at < from {
                    bits |= 1 << at;
                    at += step;
                }
                table[from][to] = Bitboard::from_bits(bits);
                table[to][from] = Bitboard::from_bits(bits);
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// The squares strictly between two squares on one rank or file; empty for other pairs.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_where_two_rooks_look_at_each_other() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                let ends = Bitboard::of(a) | Bitboard::of(b);
                let aligned = a.file() == b.file() || a.rank() == b.rank();
                let expected = super::super::rook(a, ends) & super::super::rook(b, ends);
                assert_eq!(between(a, b), if aligned { expected.without(ends) } else { Bitboard::EMPTY });
            }
        }
    }
}
