//! Four in a row as a [`Game`].

use super::evaluation;
use super::position::Position;
use super::shape::{Board, MAX_SIDE, Shape, Word};
use crate::game::{Game, Outcome, Static};
use crate::random::mix;
use crate::side::Side;
use arrayvec::ArrayVec;

/// A move: the column, counted from 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub u8);

/// The moves of a position, centre first.
pub type Columns = ArrayVec<Column, { MAX_SIDE as usize }>;

/// A game of four in a row on any board of up to 128 bits (see [`super::shape`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    pub(super) position: Position<Board<u128>>,
    pub(super) side: Side,
}

impl ConnectFour {
    /// The empty board of this size; `None` if it is not supported (see [`Board::new`]).
    pub fn empty(columns: u32, rows: u32) -> Option<Self> {
        let shape = Board::new(columns, rows)?;
        Some(ConnectFour { position: Position::empty(shape), side: Side::First })
    }

    /// The stones, for solvers and evaluations.
    pub fn position(&self) -> &Position<Board<u128>> {
        &self.position
    }

    /// The top stone of a column, as column and row from 0; `None` in an empty column.
    pub fn top(&self, Column(column): Column) -> Option<(u32, u32)> {
        let shape = self.position.shape;
        let landing = self.position.landing(u32::from(column));
        let height = if landing.is_empty() { shape.rows() } else { landing.lowest() % shape.stride() };
        Some((u32::from(column), height.checked_sub(1)?))
    }

    /// The columns from the centre outwards, the right one of two first: better moves tend to come first.
    pub(crate) fn centre_first(columns: u32) -> impl Iterator<Item = u32> {
        let centre = columns / 2;
        (0..columns).map(move |i| {
            let distance = i.div_ceil(2);
            if i % 2 == columns % 2 { centre + distance } else { centre - distance }
        })
    }

    /// The number of the square that a stone would fall to, for indexing tables.
    fn landing_index(&self, mv: Column) -> usize {
        self.position.landing(mv.0 as u32).lowest() as usize
    }
}

/// Spreads a key over 64 bits and mixes in the board's size.
fn spread(key: u128, shape: Board<u128>) -> u64 {
    let size = (shape.columns() << 8 | shape.rows()) as u64;
    let folded = key.low() ^ key.high().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ size.wrapping_mul(0xd6e8_feb8_6659_fd93);
    mix(folded)
}

impl Game for ConnectFour {
    type Move = Column;
    type Moves = Columns;
    type Evaluator = Static;

    const HISTORY: usize = 128;
    const PIECE_TO: usize = 128;

    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        spread(self.position.key(), self.position.shape)
    }

    #[inline]
    fn generate(&self, moves: &mut Columns) -> Option<Outcome> {
        if self.position.is_lost() {
            return Some(Outcome::Loss);
        }
        let playable = self.position.playable();
        if playable.is_empty() {
            return Some(Outcome::Draw);
        }
        let shape = self.position.shape;
        let open = ConnectFour::centre_first(shape.columns()).filter(|&c| !(playable & shape.column(c)).is_empty());
        moves.extend(open.map(|column| Column(column as u8)));
        None
    }

    #[inline]
    fn make(&mut self, mv: Column) {
        self.position = self.position.play(self.position.landing(mv.0 as u32));
        self.side = !self.side;
    }

    #[inline]
    fn unmake(&mut self, mv: Column) {
        let shape = self.position.shape;
        let column = shape.column(mv.0 as u32);
        // The landing square of the column moved down by one: its top stone, even in a full column.
        let top = (self.position.all & column).plus(shape.bottom() & column) >> 1;
        self.position = self.position.take_back(top);
        self.side = !self.side;
    }

    #[inline]
    fn pack(mv: Column) -> u16 {
        mv.0 as u16 + 1
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Column> {
        let column = bits.checked_sub(1).filter(|&column| (column as u32) < MAX_SIDE)? as u8;
        let open = !self.position.landing(column as u32).is_empty() && !self.position.is_lost();
        open.then_some(Column(column))
    }

    fn evaluate(&self) -> i32 {
        evaluation::Terms::of(self).total()
    }

    #[inline]
    fn table_key_after(&self, mv: Column) -> u64 {
        spread(self.position.play(self.position.landing(mv.0 as u32)).key(), self.position.shape)
    }

    fn history_slot(&self, mv: Column) -> usize {
        self.landing_index(mv) % Self::HISTORY
    }

    fn piece_to(&self, mv: Column) -> usize {
        self.landing_index(mv) % Self::PIECE_TO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::engine::perft;
    use crate::text::GameText;

    #[test]
    fn the_centre_comes_first() {
        let order = |columns| ConnectFour::centre_first(columns).collect::<Vec<_>>();
        assert_eq!(order(7), [3, 4, 2, 5, 1, 6, 0]);
        assert_eq!(order(8), [4, 3, 5, 2, 6, 1, 7, 0]);
        assert_eq!(order(1), [0]);
        assert_eq!(order(2), [1, 0]);
    }

    #[test]
    fn four_ends_the_game() {
        let mut game = ConnectFour::start();
        for column in [3, 2, 3, 2, 3, 2, 3] {
            let mut moves = Columns::new();
            assert_eq!(game.generate(&mut moves), None);
            assert!(moves.contains(&Column(column)));
            game.make(Column(column));
        }
        assert_eq!(game.generate(&mut Columns::new()), Some(Outcome::Loss));
        assert_eq!(game.unpack(1), None);
    }

    #[test]
    fn perft_of_the_empty_board() {
        // Counts of legal move sequences, ended by a four; the same as those published for Fairy-Stockfish's cfour.
        let leaves = |depth| perft::count(&mut ConnectFour::start(), depth, &Control::new()).unwrap();
        let counts: Vec<u64> = (1..=7).map(leaves).collect();
        assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    }

    #[test]
    fn keys_tell_sizes_apart() {
        let seven = ConnectFour::empty(7, 6).unwrap();
        let nine = ConnectFour::empty(9, 6).unwrap();
        assert_ne!(seven.key(), nine.key());
        let mut played = seven;
        played.make(Column(2));
        assert_eq!(seven.table_key_after(Column(2)), played.key());
    }
}
