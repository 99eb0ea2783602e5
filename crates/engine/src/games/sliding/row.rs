//! The cells, and which of them is empty.

use std::fmt::{self, Write};
use std::ops::Range;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CellContent {
    /// A white tile, which belongs to the left of every black one.
    White,
    /// A black tile.
    Black,
    /// Nothing.
    Empty,
}

impl CellContent {
    /// `B`, `W` or `_`.
    pub const fn letter(self) -> char {
        match self {
            CellContent::White => 'W',
            CellContent::Black => 'B',
            CellContent::Empty => '_',
        }
    }
}

/// A row of cells, exactly one of them empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    cells: Box<[CellContent]>,
    empty: u32,
}

impl Row {
    /// Maximum number of cells in a row.
    pub(crate) const MAX_CELLS: usize = 4095;

    /// A row; `None` unless exactly one cell is empty and there are at most [`Row::MAX_CELLS`] cells.
    pub fn new(cells: impl Into<Box<[CellContent]>>) -> Option<Row> {
        let cells = cells.into();
        let empty = cells.iter().position(|&cell| cell == CellContent::Empty)?;
        let single = cells.iter().skip(empty + 1).all(|&cell| cell != CellContent::Empty);
        (single && cells.len() <= Row::MAX_CELLS).then_some(Row { cells, empty: empty as u32 })
    }

    /// A row of `blacks` black tiles, `whites` white ones, and the empty cell at the right end.
    pub fn start(blacks: usize, whites: usize) -> Option<Row> {
        let tiles = [(CellContent::Black, blacks), (CellContent::White, whites), (CellContent::Empty, 1)];
        Row::new(tiles.into_iter().flat_map(|(cell, count)| std::iter::repeat_n(cell, count)).collect::<Vec<_>>())
    }

    /// All cells from left to right.
    pub fn cells(&self) -> &[CellContent] {
        &self.cells
    }

    /// Index of the empty cell, from 0.
    pub fn empty(&self) -> usize {
        self.empty as usize
    }

    /// The tiles from left to right, without the empty cell.
    pub fn tiles(&self) -> impl Iterator<Item = CellContent> + '_ {
        self.cells.iter().copied().filter(|&cell| cell != CellContent::Empty)
    }

    /// Number of tiles of a colour.
    pub fn count(&self, colour: CellContent) -> usize {
        self.cells.iter().filter(|&&cell| cell == colour).count()
    }

    /// The cells from which a tile reaches the empty one by hopping over at most `hop` others, from left to right.
    pub fn sources(&self, hop: usize) -> impl Iterator<Item = usize> + use<> {
        let (empty, reach) = (self.empty(), hop.saturating_add(1));
        let sources: Range<usize> =
            empty.saturating_sub(reach)..empty.saturating_add(reach).saturating_add(1).min(self.cells.len());
        sources.filter(move |&cell| cell != empty)
    }

    /// Moves the tile in this cell into the empty one.
    pub fn slide(&mut self, from: usize) {
        self.cells.swap(from, self.empty as usize);
        self.empty = from as u32;
    }

    /// The row with its cells in reverse order.
    pub fn mirrored(&self) -> Row {
        let cells: Box<[CellContent]> = self.cells.iter().rev().copied().collect();
        Row { empty: (cells.len() - 1) as u32 - self.empty, cells }
    }

    /// The number of pairs of a black tile anywhere to the left of a white one, each of which must be put right.
    pub fn pairs(&self) -> u64 {
        let (mut blacks, mut pairs) = (0, 0);
        for &cell in &self.cells {
            match cell {
                CellContent::Black => blacks += 1,
                CellContent::White => pairs += blacks,
                CellContent::Empty => (),
            }
        }
        pairs
    }

    /// The total distance of the tiles from their goal, measured so that every cell a white tile moves left or a black
    /// one moves right reduces it by one; 0 for a sorted row with the empty cell between the colours.
    ///
    /// It equals twice the number of pairs (two tiles swap places) plus one for each black tile to the left and each
    /// white one to the right of the empty cell.
    pub fn strain(&self) -> u64 {
        let wrong = |(cell, &tile): (usize, &CellContent)| {
            (tile == CellContent::Black && cell < self.empty()) || (tile == CellContent::White && cell > self.empty())
        };
        2 * self.pairs() + self.cells.iter().enumerate().filter(|&cell| wrong(cell)).count() as u64
    }

    /// Whether no black tile is left of a white one.
    pub fn is_sorted(&self) -> bool {
        let mut after_first_black = self.cells.iter().skip_while(|&&cell| cell != CellContent::Black);
        after_first_black.all(|&cell| cell != CellContent::White)
    }
}

/// A row of just the empty cell.
impl Default for Row {
    fn default() -> Self {
        Row { cells: Box::new([CellContent::Empty]), empty: 0 }
    }
}

/// `BBBWWW_`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.iter().try_for_each(|cell| f.write_char(cell.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_empty_cell_and_not_too_long() {
        use CellContent::{Black, Empty, White};
        assert!(Row::new([Black, White]).is_none());
        assert!(Row::new([Empty, White, Empty]).is_none());
        assert!(Row::start(2047, 2047).is_some() && Row::start(2048, 2047).is_none());
        assert_eq!(Row::new([White, Empty, Black]).map(|row| row.empty()), Some(1));
    }

    #[test]
    fn sources_and_pairs() {
        let mut row = Row::start(3, 3).unwrap();
        assert_eq!((row.pairs(), row.is_sorted(), row.count(CellContent::Black)), (9, false, 3));
        assert_eq!(row.sources(2).collect::<Vec<_>>(), [3, 4, 5]);
        row.slide(3);
        assert_eq!(row.sources(2).collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6]);
        row.slide(1);
        assert_eq!((row.pairs(), row.tiles().count()), (9, 6));
        assert_eq!(row.sources(usize::MAX - 1).count(), 6);
    }

    #[test]
    fn strain_changes_by_the_cells_a_tile_moves() {
        let row = |text: &str| Row::new(text.bytes().map(cell).collect::<Vec<_>>()).unwrap();
        for text in ["BBBWWW_", "WB_BWW", "_WBWB", "BWB_WWBB", "WW_BB"] {
            let row = row(text);
            for from in row.sources(3) {
                let mut next = row.clone();
                next.slide(from);
                let left = from as i64 - row.empty() as i64;
                let taken = if row.cells()[from] == CellContent::White { left } else { -left };
                assert_eq!(row.strain() as i64 - next.strain() as i64, taken, "{text} {from}");
            }
        }
        assert_eq!((row("WW_BB").strain(), row("WWBB_").strain()), (0, 2));
    }

    fn cell(letter: u8) -> CellContent {
        match letter {
            b'W' => CellContent::White,
            b'B' => CellContent::Black,
            _ => CellContent::Empty,
        }
    }

    #[test]
    fn sorted_means_no_pairs() {
        for bits in 0..3u32.pow(6) {
            let cells: Vec<CellContent> = (0..6)
                .map(|i| {
                    [CellContent::White, CellContent::Black, CellContent::Empty][(bits / 3u32.pow(i) % 3) as usize]
                })
                .collect();
            if let Some(row) = Row::new(cells) {
                assert_eq!(row.is_sorted(), row.pairs() == 0, "{row:?}");
            }
        }
    }
}
