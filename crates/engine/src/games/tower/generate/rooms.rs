//! A floor plan of rooms: the map is repeatedly divided by walls, each with a gate ("recursive division", as for
//! mazes). Walls are on odd rows and columns, gates on even ones, so that no later wall blocks a gate.

use super::Chance;
use crate::games::tower::state::{Cell, Tower};

/// One wall in this many has a second gate.
const SECOND_GATE: usize = 4;

/// A rectangle of cells, including its corners.
#[derive(Clone, Copy, Debug)]
struct Region {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl Region {
    fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn width(&self) -> usize {
        self.right - self.left + 1
    }

    fn can_be_divided(&self) -> bool {
        self.height() >= 3 || self.width() >= 3
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let Region { top, left, bottom, right } = *self;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |col| (row, col)))
    }
}

/// A hole in a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub cell: Cell,
    /// The cells on its two sides.
    pub sides: [Cell; 2],
    /// The rooms on its two sides.
    pub rooms: [usize; 2],
    /// Whether its rooms are also connected another way.
    pub(crate) is_second: bool,
}

impl Gate {
    /// The room on the other side and its cell behind the gate; `None` if the gate does not belong to `room`.
    pub(super) fn leads_to(&self, room: usize) -> Option<(usize, Cell)> {
        let side = self.rooms.iter().position(|&other| other == room)?;
        Some((self.rooms[1 - side], self.sides[1 - side]))
    }
}

/// The rooms of a tower. Without the second gates they form a tree.
pub(super) struct FloorPlan {
    pub rooms: Vec<Vec<Cell>>,
    pub gates: Vec<Gate>,
}

/// The cell at a row and column.
fn cell((row, col): (usize, usize)) -> Cell {
    Cell { row: row as u16, col: col as u16 }
}

impl FloorPlan {
    /// Divides the map of a tower into this number of rooms, or fewer if there is not enough space.
    pub(super) fn new(tower: &Tower, rooms: usize, chance: &mut Chance) -> FloorPlan {
        let whole = Region { top: 0, left: 0, bottom: tower.rows - 1, right: tower.cols - 1 };
        let (mut regions, mut gates) = (vec![whole], Vec::new());
        while regions.len() < rooms {
            let area = |region: &Region| region.height() * region.width();
            let dividable = (0..regions.len()).filter(|&index| regions[index].can_be_divided());
            let Some(largest) = dividable.max_by_key(|&index| area(&regions[index])) else { break };
            let region = regions.swap_remove(largest);
            regions.extend(divide(region, &mut gates, chance));
        }
        let mut room_of = vec![usize::MAX; tower.rows * tower.cols];
        for (number, region) in regions.iter().enumerate() {
            region.cells().for_each(|at| room_of[tower.index(cell(at))] = number);
        }
        gates.iter_mut().for_each(|gate| gate.rooms = gate.sides.map(|side| room_of[tower.index(side)]));
        FloorPlan { rooms: regions.iter().map(|region| region.cells().map(cell).collect()).collect(), gates }
    }

    /// The room separated by the most gates of the tree from another one: a leaf, unless there is only one room.
    pub(super) fn farthest(&self, from: usize) -> usize {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&room) = reached.get(next) {
            let doors = self.gates.iter().filter(|gate| !gate.is_second).filter_map(|gate| gate.leads_to(room));
            let new: Vec<usize> = doors.map(|(other, _)| other).filter(|other| !reached.contains(other)).collect();
            reached.extend(new);
            next += 1;
        }
        reached.last().copied().unwrap_or(from)
    }
}

/// Divides a region by a wall across its longer side, and makes the wall's gates.
fn divide(region: Region, gates: &mut Vec<Gate>, chance: &mut Chance) -> [Region; 2] {
    let Region { top, left, bottom, right } = region;
    let across = region.height() >= 3 && (region.height(), chance.below(2)) > (region.width(), 0);
    let (from, to, begin, end) = if across { (top, bottom, left, right) } else { (left, right, top, bottom) };
    // Not near the edge of a long region, so that rooms are not too narrow.
    let walls = (to - from) / 2;
    let wall = from + 1 + 2 * (walls / 4 + chance.below(walls - 2 * (walls / 4)));
    let mut places: Vec<usize> = (begin..=end).step_by(2).collect();
    chance.shuffle(&mut places);
    let count = if chance.below(SECOND_GATE) == 0 { 2 } else { 1 };
    for (number, &place) in places.iter().take(count).enumerate() {
        let at = |line: usize| cell(if across { (line, place) } else { (place, line) });
        let sides = [at(wall - 1), at(wall + 1)];
        gates.push(Gate { cell: at(wall), sides, rooms: [0; 2], is_second: number > 0 });
    }
    if across {
        [Region { bottom: wall - 1, ..region }, Region { top: wall + 1, ..region }]
    } else {
        [Region { right: wall - 1, ..region }, Region { left: wall + 1, ..region }]
    }
}
