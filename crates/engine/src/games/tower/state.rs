//! The tower (what never changes) and its state (what does): the hero, and what still stands on the map.
//!
//! Rows and columns count from 0, from the top left corner.

use super::combat::{Monster, Version};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use std::collections::BTreeSet;
use std::fmt;

/// The most rows or columns a map may have.
pub(crate) const MAX_SIDE: usize = 1_000;
/// The most cells a map may have.
pub(crate) const MAX_CELLS: usize = 1 << 16;
/// The most doors, monsters and gems a map may hold.
pub(crate) const MAX_DECISIONS: usize = 4096;
/// The largest number a tower may hold (hp, attack, gem values…): sums and products of them fit an `i64`.
pub const MAX_NUMBER: i64 = 1_000_000_000;
/// The largest number a hero may have grown to: every cell a gem or potion of [`MAX_NUMBER`].
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

/// A step to a neighbouring cell, by its key.
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

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// The direction of a key, capital or small.
    pub(crate) fn from_key(key: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.key() == key.to_ascii_lowercase())
    }
}

/// The hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hero {
    /// Hit points; always more than 0.
    pub hp: i64,
    /// Attack.
    pub attack: i64,
    /// Defence.
    pub defence: i64,
    /// Magic defence: taken off every damage.
    pub magic: i64,
    /// Keys in hand, by [`Colour::index`].
    pub keys: [u32; Colour::NUM],
    /// Where he stands.
    pub at: Cell,
}

/// A tower: sizes, values, monsters. What stands where is in the [`State`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tower {
    /// Rows of the map, at most [`MAX_SIDE`].
    pub rows: usize,
    /// Columns of the map, at most [`MAX_SIDE`].
    pub cols: usize,
    /// The rules.
    pub version: Version,
    /// What gems and potions add, by [`Treasure::index`].
    pub values: [i64; Treasure::NUM],
    /// The kinds of monsters, by [`MonsterId::index`].
    pub monsters: [Option<Monster>; MonsterId::NUM],
}

/// What changes: the hero, and what stands on the map. Cell `(row, col)` is `map[row * cols + col]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The hero.
    pub hero: Hero,
    /// The tiles, row by row.
    pub map: Box<[Tile]>,
    /// Whether the boss is dead: then the game is over.
    pub won: bool,
}

impl State {
    /// Monsters that still stand, the boss among them.
    pub fn monsters_left(&self) -> usize {
        self.map.iter().filter(|tile| matches!(tile, Tile::Monster(_))).count()
    }

    /// The kinds of monsters that still stand, each once, rising.
    pub fn monster_kinds(&self) -> BTreeSet<MonsterId> {
        self.map.iter().filter_map(|tile| if let Tile::Monster(id) = tile { Some(*id) } else { None }).collect()
    }
}

impl Tower {
    /// Where a cell stands in [`State::map`].
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.row as usize * self.cols + cell.col as usize
    }

    /// The cell of an index into [`State::map`].
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: (index / self.cols) as u16, col: (index % self.cols) as u16 }
    }

    /// What stands on a cell; a wall beyond the rim.
    #[inline]
    pub fn tile(&self, state: &State, cell: Cell) -> Tile {
        let inside = (cell.row as usize) < self.rows && (cell.col as usize) < self.cols;
        if inside { state.map[self.index(cell)] } else { Tile::Wall }
    }

    /// The neighbour of a cell; `None` beyond the rim.
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

    /// The neighbours of a cell on the map.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// The kind of monster behind an id; a tower that was read has one for every id on its map.
    #[inline]
    pub fn monster(&self, id: MonsterId) -> Option<&Monster> {
        self.monsters[id.index()].as_ref()
    }
}
