//! A position: both players' stones on a board of some shape.

use super::shape::{Shape, Word};

/// The stones on a board from the view of the side to move. This is plain data: playing a move makes a new position.
///
/// Nothing here checks whether the game is over; see [`Position::is_lost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<S: Shape> {
    /// Size of the board.
    pub shape: S,
    /// Stones of the side to move.
    pub own: S::Word,
    /// Stones of both sides.
    pub all: S::Word,
}

impl<S: Shape> Position<S> {
    /// The empty board.
    pub fn empty(shape: S) -> Self {
        Position { shape, own: S::Word::EMPTY, all: S::Word::EMPTY }
    }

    /// Stones of the opponent.
    #[inline(always)]
    pub fn other(&self) -> S::Word {
        self.own ^ self.all
    }

    /// Number of stones.
    #[inline(always)]
    pub fn stones(&self) -> u32 {
        self.all.count()
    }

    /// The squares to which a stone can fall.
    #[inline(always)]
    pub(crate) fn playable(&self) -> S::Word {
        self.all.plus(self.shape.bottom()) & self.shape.board()
    }

    /// The square to which a stone falls in a column; empty if the column is full or off the board.
    #[inline]
    pub fn landing(&self, column: u32) -> S::Word {
        if column < self.shape.columns() { self.playable() & self.shape.column(column) } else { S::Word::EMPTY }
    }

    /// The position after the side to move has placed a stone on `square`, one of [`Position::playable`].
    #[inline(always)]
    pub fn play(&self, square: S::Word) -> Self {
        Position { shape: self.shape, own: self.other(), all: self.all | square }
    }

    /// The position before the opponent placed a stone on `square`, the top one of its column.
    #[inline(always)]
    pub(crate) fn take_back(&self, square: S::Word) -> Self {
        let all = self.all ^ square;
        Position { shape: self.shape, own: all & !self.own, all }
    }

    /// Empty squares that would complete four for the side to move, playable or not.
    #[inline(always)]
    pub(crate) fn own_threats(&self) -> S::Word {
        completions(self.shape, self.own) & !self.all
    }

    /// Empty squares that would complete four for the opponent, playable or not.
    #[inline(always)]
    pub(crate) fn other_threats(&self) -> S::Word {
        completions(self.shape, self.other()) & !self.all
    }

    /// Whether the opponent has four in a row.
    #[inline]
    pub fn is_lost(&self) -> bool {
        has_four(self.shape, self.other())
    }

    /// Whether the board is full.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.all == self.shape.board()
    }

    /// A number that is unique among positions of this size: for every column, the stones of the side to move below the
    /// first empty square, as binary digits of a sum (Pascal Pons's key).
    #[inline(always)]
    pub fn key(&self) -> S::Word {
        self.own.plus(self.all).plus(self.shape.bottom())
    }

    /// The mirror image of the position.
    pub fn mirrored(&self) -> Self {
        Position { shape: self.shape, own: mirror(self.shape, self.own), all: mirror(self.shape, self.all) }
    }
}

/// A set of squares (or a key, including spare bits) with the columns in reverse order.
#[inline]
pub fn mirror<S: Shape>(shape: S, set: S::Word) -> S::Word {
    let stride = shape.stride();
    let foot = (S::Word::ONE << stride).minus(S::Word::ONE);
    (0..shape.columns()).fold(S::Word::EMPTY, |mirrored, column| {
        mirrored | ((set >> (column * stride)) & foot) << ((shape.columns() - 1 - column) * stride)
    })
}

/// Squares, empty or not, that complete a line of four with three squares of `set`.
#[inline(always)]
pub fn completions<S: Shape>(shape: S, set: S::Word) -> S::Word {
    let up = (set << 1) & (set << 2) & (set << 3);
    let stride = shape.stride();
    let rows = along(set, stride) | along(set, stride + 1) | along(set, stride - 1);
    (up | rows) & shape.board()
}

/// [`completions`] in one direction other than upward; `step` is the distance in bits from square to square.
#[inline(always)]
fn along<W: Word>(set: W, step: u32) -> W {
    let pair_below = (set << step) & (set << (2 * step));
    let pair_above = (set >> step) & (set >> (2 * step));
    (pair_below & ((set << (3 * step)) | (set >> step))) | (pair_above & ((set >> (3 * step)) | (set << step)))
}

/// The lowest squares of all lines of four within `set` in the direction given by `step` bits.
#[inline(always)]
pub(crate) fn fours<W: Word>(set: W, step: u32) -> W {
    let pairs = set & (set >> step);
    pairs & (pairs >> (2 * step))
}

/// Whether `set` contains four in a row.
#[inline(always)]
pub fn has_four<S: Shape>(shape: S, set: S::Word) -> bool {
    let stride = shape.stride();
    !(fours(set, 1) | fours(set, stride - 1) | fours(set, stride) | fours(set, stride + 1)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Board, Standard};
    use super::*;
    use crate::random::SplitMix64;

    /// All lines of four of a board, found by counting rather than shifting: the squares, and whether the line runs
    /// upward.
    fn lines(shape: impl Shape<Word = u128>) -> Vec<(u128, bool)> {
        let (columns, rows) = (shape.columns() as i32, shape.rows() as i32);
        let bit = |c: i32, r: i32| 1u128 << (c as u32 * shape.stride() + r as u32);
        let mut lines = Vec::new();
        for (c, r) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
            for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if (0..columns).contains(&(c + 3 * dc)) && (0..rows).contains(&(r + 3 * dr)) {
                    lines.push(((0..4).fold(0, |line, i| line | bit(c + i * dc, r + i * dr)), dc == 0));
                }
            }
        }
        lines
    }

    #[test]
    fn shifts_find_what_counting_finds() {
        let mut random = SplitMix64::new(7);
        for (columns, rows) in [(7, 6), (9, 7), (8, 8), (10, 6), (9, 5), (4, 4), (3, 9), (5, 3)] {
            let shape = Board::<u128>::new(columns, rows).unwrap();
            let lines = lines(shape);
            for _ in 0..300 {
                let set = (random.next_u64() as u128 | (random.next_u64() as u128) << 64) & shape.board();
                assert_eq!(has_four(shape, set), lines.iter().any(|(line, _)| line & !set == 0));
                // In an upward line only the top square counts, because no stone can slip below others.
                let completes = |square: u128, (line, upward): &(u128, bool)| {
                    line & square != 0 && line & !(set | square) == 0 && (!upward || line >> 1 < square)
                };
                let expected = shape.board().squares().filter(|&s| lines.iter().any(|line| completes(s, line)));
                assert_eq!(completions(shape, set), expected.fold(0, |a, b| a | b));
            }
        }
    }

    #[test]
    fn moves_are_taken_back() {
        let start = Position::empty(Standard);
        let mut position = start;
        let mut played = Vec::new();
        for column in [3, 3, 2, 4, 0, 6, 3] {
            let square = position.landing(column);
            played.push((position, square));
            position = position.play(square);
        }
        for (before, square) in played.into_iter().rev() {
            position = position.take_back(square);
            assert_eq!(position, before);
        }
        assert_eq!(position, start);
    }

    #[test]
    fn a_mirror_swaps_columns() {
        let position = Position::empty(Standard).play(1).play(1 << 7);
        let mirrored = position.mirrored();
        assert_eq!(mirrored.all, 1 << 42 | 1 << 35);
        assert_eq!(mirrored.mirrored(), position);
        assert_eq!(mirror(Standard, position.key()), mirrored.key());
    }

    #[test]
    fn full_columns_take_no_stone() {
        let mut position = Position::empty(Standard);
        for _ in 0..6 {
            position = position.play(position.landing(0));
        }
        assert!(position.landing(0).is_empty());
        assert!(position.landing(7).is_empty());
        assert_eq!(position.playable().count(), 6);
    }
}
