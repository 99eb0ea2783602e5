//! The board as rows of FEN letters, and the keys of positions.
//!
//! The library reads moves that were checked when they were added, so a board without rules is enough to follow them;
//! it is many times faster than one with rules, and knows every game whose FEN lists its rows.
//!
//! # The key
//!
//! Keys are stored in libraries and in files made from them, so they never change. The key of a position is the
//! exclusive or of `salt`, a number for each piece, and one more if the second player is to move. The number of a piece
//! with the FEN letter `c` (its ASCII code) on a file and a rank, counted from 0 at the lower left, is
//!
//! ```text
//! mix(salt + (c + 256 file + 65,536 rank) * 9E3779B97F4A7C15)      mix is the last step of SplitMix64
//! salt = FNV-1a("GAME COLUMNSxROWS"), such as "xiangqi 9x10"          a second player to move: mix(salt)
//! ```
//!
//! modulo 2^64. A position and its mirror image are one: the smaller of the two keys stands for both, as a signed
//! number, and moves belong to the board that has it.

use meihua_contracts::fnv::fnv;
use meihua_contracts::random::mix;
use meihua_contracts::side::Side;
use std::sync::Arc;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// An empty square.
pub(crate) const EMPTY: u8 = b'.';

/// What all boards of a size share.
#[derive(Debug, PartialEq, Eq)]
struct Geometry {
    columns: usize,
    /// The square on the other side of the middle file, for each square.
    mirrored: Vec<u16>,
    /// The part of a square in the numbers of its pieces.
    numbers: Vec<u64>,
    /// The number of the board itself.
    salt: u64,
    /// The number for a second player to move.
    second: u64,
}

impl Geometry {
    fn new(name: &str, columns: usize, ranks: usize) -> Geometry {
        let salt = fnv(format!("{name} {columns}x{ranks}").as_bytes());
        let squares = (0..ranks).flat_map(|rank| (0..columns).map(move |file| (file, rank)));
        let number = |(file, rank): (usize, usize)| {
            salt.wrapping_add(((file as u64) << 8 | (rank as u64) << 16).wrapping_mul(GOLDEN))
        };
        let mirrored = |(file, rank): (usize, usize)| (rank * columns + columns - 1 - file) as u16;
        Geometry {
            columns,
            mirrored: squares.clone().map(mirrored).collect(),
            numbers: squares.map(number).collect(),
            salt,
            second: mix(salt),
        }
    }
}

/// A board with the keys of itself and of its mirror image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    geometry: Arc<Geometry>,
    /// Squares from the lower left, rank by rank.
    cells: Vec<u8>,
    keys: [u64; 2],
    side: Side,
}

impl Grid {
    /// The board of a FEN of the game `name`; pieces in hand and further fields are ignored. `None` if its rows are not
    /// equally long.
    pub(crate) fn of(name: &str, fen: &str, side: Side) -> Option<Grid> {
        let rows: Vec<Vec<u8>> = rows(fen)?;
        let columns = rows.first()?.len();
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return None;
        }
        let geometry = Arc::new(Geometry::new(name, columns, rows.len()));
        let turn = if side == Side::Second { geometry.second } else { 0 };
        let keys = [geometry.salt ^ turn; 2];
        let mut grid = Grid { geometry, cells: vec![EMPTY; columns * rows.len()], keys, side };
        for (square, piece) in rows.into_iter().rev().flatten().enumerate() {
            grid.put(square, piece);
        }
        Some(grid)
    }

    /// Becomes a copy of another board.
    pub(crate) fn copy(&mut self, other: &Grid) {
        self.cells.clone_from(&other.cells);
        self.geometry.clone_from(&other.geometry);
        (self.keys, self.side) = (other.keys, other.side);
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.geometry.columns
    }

    /// The pieces, rank by rank from the lower left; [`EMPTY`] where there is none.
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The side to move.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// The key of the position and its mirror image, and whether it is the mirror image that has it.
    #[inline]
    pub(crate) fn key(&self) -> (i64, bool) {
        let [own, mirrored] = self.keys.map(|key| key as i64);
        if mirrored < own { (mirrored, true) } else { (own, false) }
    }

    /// The key of the position alone, for games that may not be mirrored.
    pub(crate) fn own_key(&self) -> i64 {
        self.keys[0] as i64
    }

    /// The square on the other side of the middle file; a square off the board stays.
    #[inline]
    pub(crate) fn mirrored(&self, square: usize) -> usize {
        self.geometry.mirrored.get(square).map_or(square, |&square| usize::from(square))
    }

    #[inline]
    fn number(&self, piece: u8, square: usize) -> u64 {
        let part = self.geometry.numbers.get(square).copied().unwrap_or_default();
        mix(part.wrapping_add(u64::from(piece).wrapping_mul(GOLDEN)))
    }

    /// Puts a piece on a square, or takes it away; returns what was there. A square off the board stays as it is.
    #[inline]
    pub(crate) fn put(&mut self, square: usize, piece: u8) -> u8 {
        let Some(&before) = self.cells.get(square) else { return EMPTY };
        let mirrored = self.mirrored(square);
        for piece in [before, piece] {
            if piece != EMPTY {
                self.keys[0] ^= self.number(piece, square);
                self.keys[1] ^= self.number(piece, mirrored);
            }
        }
        self.cells[square] = piece;
        before
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = !self.side;
        self.keys = self.keys.map(|key| key ^ self.geometry.second);
    }

    /// The lowest empty square of a column.
    pub(crate) fn landing(&self, column: usize) -> Option<usize> {
        let columns = self.columns();
        let squares = (column..self.cells.len()).step_by(columns);
        squares.take_while(|_| column < columns).find(|&square| self.cells[square] == EMPTY)
    }
}

/// In a byte of a piece: it is promoted.
const PROMOTED: u8 = 0x80;

/// The rows of a FEN from the top, one byte per square; digits are empty squares (`10` is ten of them where a row is
/// longer than nine), brackets hold pieces in hand, `+` stands before a promoted piece, and `~` behind one that looks as
/// if it were not.
pub(crate) fn rows(fen: &str) -> Option<Vec<Vec<u8>>> {
    let board = fen.split_whitespace().next()?;
    let board = board.split('[').next().unwrap_or(board);
    board.split('/').map(row).collect()
}

fn row(text: &str) -> Option<Vec<u8>> {
    const MOST: usize = 64;
    let mut cells = Vec::new();
    let (mut number, mut promoted) = (0, 0);
    for byte in text.bytes() {
        if byte.is_ascii_digit() {
            number = number * 10 + usize::from(byte - b'0');
            continue;
        }
        cells.resize((cells.len() + std::mem::take(&mut number)).min(MOST), EMPTY);
        if !byte.is_ascii_graphic() {
            return None;
        }
        match byte {
            b'+' => promoted = PROMOTED,
            b'~' => {}
            _ => cells.push(byte | std::mem::take(&mut promoted)),
        }
    }
    cells.resize((cells.len() + number).min(MOST), EMPTY);
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of ten positions, which no version may change: libraries hold them.
    #[test]
    fn keys_stay_the_same() {
        let key = |name: &str, fen: &str, side| Grid::of(name, fen, side).unwrap().key();
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        let cannon = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
        let mirrored = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR";
        assert_eq!(key("xiangqi", cannon, Side::Second).0, key("xiangqi", mirrored, Side::Second).0);
        assert_ne!(key("xiangqi", cannon, Side::Second).1, key("xiangqi", mirrored, Side::Second).1);
        let horse = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
        let ending = "3ak4/4a4/9/9/9/9/4P4/9/4K4/9";
        let known = [
            ("xiangqi", start, Side::First, -8_162_854_956_472_388_418),
            ("xiangqi", start, Side::Second, -6_847_630_978_579_485_619),
            ("xiangqi", cannon, Side::Second, 2_466_163_123_994_898_828),
            ("xiangqi", horse, Side::First, -5_708_263_830_252_822_692),
            ("xiangqi", ending, Side::First, -5_571_489_140_003_300_951),
            ("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4", Side::First, -4_852_415_246_731_013_000),
            ("cfour", "7/7/7/7/7/7", Side::First, 5_919_134_374_261_096_837),
            ("cfour", "7/7/7/7/7/3P3", Side::Second, 6_505_767_745_395_383_999),
            ("cfour", "8/8/8/8/8/8/8", Side::First, -4_459_388_975_720_675_885),
            ("othello", "8/8/8/3OX3/3XO3/8/8/8", Side::First, -6_215_853_263_294_233_354),
        ];
        let keys = known.map(|(name, fen, side, _)| key(name, fen, side).0);
        assert_eq!(keys, known.map(|(_, _, _, key)| key));
    }

    #[test]
    fn a_board_of_rows() {
        let mut grid = Grid::of("cfour", "10/10/P9[PPpp] b", Side::Second).unwrap();
        assert_eq!((grid.columns(), grid.cells().len()), (10, 30));
        assert_eq!((grid.landing(0), grid.landing(1), grid.landing(10)), (Some(10), Some(1), None));
        let before = grid.clone();
        assert_eq!(grid.put(10, b'p'), EMPTY);
        assert_ne!(grid.key(), before.key());
        grid.put(10, EMPTY);
        grid.pass();
        grid.pass();
        assert_eq!(grid, before);
        assert_eq!(Grid::of("x", "3/4", Side::First), None);
        assert_eq!(Grid::of("x", "", Side::First), None);
    }
}
