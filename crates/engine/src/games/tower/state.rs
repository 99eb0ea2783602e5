//! The tower (what never changes) and its state (what does): the hero, and what is left on the map.
//!
//! Rows and columns count from 0, from the top left corner.

use super::combat::{Monster, Version};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use std::collections::BTreeSet;
use std::fmt;

/// Maximum number of rows, and of columns, of a map.
pub(crate) const MAX_SIDE: usize = 1_000;
/// Maximum number of cells of a map.
pub(crate) const MAX_CELLS: usize = 1 << 16;
/// Maximum number of doors, monsters and gems on a map.
pub(crate) const MAX_DECISIONS: usize = 4096;
/// The largest number in a tower (hp, attack, gem values …), so that sums and products fit into an `i64`.
pub const MAX_NUMBER: i64 = 1_000_000_000;
/// The largest value a hero can reach: a gem or potion of [`MAX_NUMBER`] on every cell.
pub(crate) const MAX_STAT: i64 = MAX_NUMBER * MAX_CELLS as i64;

/// A cell of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row from the top, from 0.
    pub row: u16,
    /// Column from the left, from 0.
    pub col: u16,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// A step to an adjacent cell, given by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `w`, one row up.
    Up,
    /// `s`, one row down.
    Down,
    /// `a`, one column to the left.
    Left,
    /// `d`, one column to the right.
    Right,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The key of this direction: `w`, `s`, `a`, `d`.
    pub const fn key(self) -> char {
        match self {
            Direction::Up => 'w',
            Direction::Down => 's',
            Direction::Left => 'a',
            Direction::Right => 'd',
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// The direction of a key, in either case.
    pub(crate) fn from_key(key: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.key() == key.to_ascii_lowercase())
    }
}

/// The hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hero {
    /// Hit points; always positive.
    pub hp: i64,
    /// Attack.
    pub attack: i64,
    /// Defence.
    pub defence: i64,
    /// Magic defence, which is subtracted from all damage.
    pub magic: i64,
    /// Keys held, by [`Colour::index`].
    pub keys: [u32; Colour::NUM],
    /// The hero's position.
    pub at: Cell,
}

/// A tower: sizes, values, monsters. The contents of the map are in the [`State`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tower {
    /// Rows of the map, at most [`MAX_SIDE`].
    pub rows: usize,
    /// Columns of the map, at most [`MAX_SIDE`].
    pub cols: usize,
    /// The rules.
    pub version: Version,
    /// The values of gems and potions, by [`Treasure::index`].
    pub values: [i64; Treasure::NUM],
    /// The kinds of monsters, by [`MonsterId::index`].
    pub monsters: [Option<Monster>; MonsterId::NUM],
}

/// What changes: the hero, and the contents of the map. Cell `(row, col)` is `map[row * cols + col]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The hero.
    pub hero: Hero,
    /// The tiles, row by row.
    pub map: Box<[Tile]>,
    /// Whether the boss is dead, which ends the game.
    pub won: bool,
}

impl State {
    /// Number of monsters that still stand, including the boss.
    pub fn monsters_left(&self) -> usize {
        self.map.iter().filter(|tile| matches!(tile, Tile::Monster(_))).count()
    }

    /// The kinds of monsters that still stand, each once, in increasing order.
    pub fn monster_kinds(&self) -> BTreeSet<MonsterId> {
        self.map.iter().filter_map(|tile| if let Tile::Monster(id) = tile { Some(*id) } else { None }).collect()
    }
}

impl Tower {
    /// The index of a cell in [`State::map`].
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.row as usize * self.cols + cell.col as usize
    }

    /// The cell at an index of [`State::map`].
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: (index / self.cols) as u16, col: (index % self.cols) as u16 }
    }

    /// The contents of a cell; a wall beyond the edge.
    #[inline]
    pub fn tile(&self, state: &State, cell: Cell) -> Tile {
        let inside = (cell.row as usize) < self.rows && (cell.col as usize) < self.cols;
        if inside { state.map[self.index(cell)] } else { Tile::Wall }
    }

    /// The adjacent cell in a direction; `None` beyond the edge.
    #[inline]
    pub(crate) fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, col) = match direction {
            Direction::Up => (cell.row.checked_sub(1)?, cell.col),
            Direction::Down => (cell.row + 1, cell.col),
            Direction::Left => (cell.row, cell.col.checked_sub(1)?),
            Direction::Right => (cell.row, cell.col + 1),
        };
        ((row as usize) < self.rows && (col as usize) < self.cols).then_some(Cell { row, col })
    }

    /// The adjacent cells on the map.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// The kind of monster for an id; a parsed tower has one for every id on its map.
    #[inline]
    pub fn monster(&self, id: MonsterId) -> Option<&Monster> {
        self.monsters[id.index()].as_ref()
    }
}
