//! A floor of rooms of three by three cells, with walls of one cell between them.

use super::project::Cell;

/// A square of rooms.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    /// Rooms on each side.
    pub(crate) side: usize,
}

impl Grid {
    /// Number of rooms.
    pub(crate) fn rooms(self) -> usize {
        self.side * self.side
    }

    /// Cells on each side.
    pub(crate) fn size(self) -> usize {
        4 * self.side - 1
    }

    /// A cell of a room, by its place in the room.
    pub(crate) fn in_room(self, room: usize, (x, y): Cell) -> Cell {
        (4 * (room % self.side) + x, 4 * (room / self.side) + y)
    }

    pub(crate) fn middle(self, room: usize) -> Cell {
        self.in_room(room, (1, 1))
    }

    /// The cell in the wall between two rooms that are beside each other.
    pub(crate) fn between(self, one: usize, other: usize) -> Cell {
        let ((x, y), (to_x, to_y)) = (self.middle(one), self.middle(other));
        (x.midpoint(to_x), y.midpoint(to_y))
    }

    /// The rooms beside a room.
    pub(crate) fn neighbours(self, room: usize) -> impl Iterator<Item = usize> {
        let place = move |room| (room % self.side, room / self.side);
        let (x, y) = place(room);
        (0..self.rooms()).filter(move |&other| place(other).0.abs_diff(x) + place(other).1.abs_diff(y) == 1)
    }

    /// The cells beside a cell, with the letters of routes.
    pub(crate) fn steps(self, (x, y): Cell) -> impl Iterator<Item = (char, Cell)> {
        let all = [('U', x, y.wrapping_sub(1)), ('D', x, y + 1), ('L', x.wrapping_sub(1), y), ('R', x + 1, y)];
        let is_inside = move |&(_, x, y): &(char, usize, usize)| x < self.size() && y < self.size();
        all.into_iter().filter(is_inside).map(|(letter, x, y)| (letter, (x, y)))
    }
}
