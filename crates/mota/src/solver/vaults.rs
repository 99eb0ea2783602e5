//! What lies shut in behind walls: rooms without a door, which only a tool opens.
//!
//! A pickaxe is worth what the best of these rooms holds that is still shut, wherever it is. So a search does not spend it on the
//! first wall that it meets.

use super::super::action::{Action, Actions, Arrival, CellOf, FloorOf};
use super::super::model::{Project, Tile, Trigger};
use super::super::state::FloorState;
use super::survey::constant;

/// A room without a door, which a single wall parts from where the hero may stand.
#[derive(Debug)]
pub(super) struct Vault {
    pub cells: Vec<u16>,
    /// The walls around it.
    walls: Vec<u16>,
}

impl Vault {
    /// Whether all of its walls stand.
    pub(super) fn is_shut(&self, project: &Project, floor: &FloorState) -> bool {
        self.walls.iter().all(|&cell| floor.visible(cell).is_some_and(|number| is_wall(project, number)))
    }
}

/// The vaults of each floor, as the project begins.
pub(super) fn vaults(project: &Project) -> Vec<Vec<Vault>> {
    let mut open: Vec<Vec<bool>> = project.floors.iter().map(|floor| vec![false; floor.map.len()]).collect();
    let mut ways_in = open.clone();
    for (number, floor) in project.floors.iter().enumerate() {
        let by_cell = [&floor.after_battle, &floor.before_battle, &floor.after_item, &floor.after_door];
        let lists = floor.events.iter().flatten().map(|event| &event.actions);
        let lists = lists.chain(floor.auto.iter().map(|event| &event.actions)).chain([&floor.first, &floor.each]);
        let mut marks = Marks { project, floor: number as u16, open: &mut open, ways_in: &mut ways_in };
        lists.chain(by_cell.into_iter().flat_map(|lists| lists.values())).for_each(|actions| marks.read(actions, 0));
        floor.stairs.values().for_each(|action| marks.act(action, 0));
        let points = [floor.up, floor.down, floor.fly_point].into_iter().flatten();
        let points = points.filter_map(|(x, y)| floor.cell(x.into(), y.into()));
        for cell in points.chain(floor.stairs.keys().copied()) {
            ways_in[number][usize::from(cell)] = true;
        }
    }
    let start = project.start.cell;
    let first = &project.floors[project.start.floor];
    if let Some(cell) = first.cell(start.0.into(), start.1.into()) {
        ways_in[project.start.floor][usize::from(cell)] = true;
    }
    (0..project.floors.len()).map(|floor| on_floor(project, floor, &open[floor], &ways_in[floor])).collect()
}

/// Whether a block stands in the way and tools break it.
fn is_wall(project: &Project, number: Tile) -> bool {
    project.block(number).is_some_and(|block| block.no_pass && block.can_break)
}

/// The rooms of a floor into which no cell of `ways_in` leads, where all walls but those of `open` stand.
fn on_floor(project: &Project, number: usize, open: &[bool], ways_in: &[bool]) -> Vec<Vault> {
    let floor = &project.floors[number];
    let is_closed = |cell: usize| {
        let block = project.block(floor.map[cell]);
        let scenery = block.is_some_and(|block| {
            block.no_pass
                && block.keys.as_ref().is_none_or(Vec::is_empty)
                && block.enemy.is_none()
                && matches!(block.trigger, Trigger::None)
        });
        scenery && !open[cell] && floor.events[cell].is_none()
    };
    let mut seen = vec![false; floor.map.len()];
    let mut vaults = Vec::new();
    for first in 0..floor.map.len() {
        if seen[first] || is_closed(first) {
            continue;
        }
        seen[first] = true;
        let mut vault = Vault { cells: vec![first as u16], walls: Vec::new() };
        let mut next = 0;
        while let Some(&cell) = vault.cells.get(next) {
            for (_, to) in floor.neighbours(floor.at(cell)) {
                if is_closed(to.into()) {
                    vault.walls.push(to);
                } else if !std::mem::replace(&mut seen[usize::from(to)], true) {
                    vault.cells.push(to);
                }
            }
            next += 1;
        }
        vault.walls.retain(|&wall| is_wall(project, floor.map[usize::from(wall)]));
        vault.walls.sort_unstable();
        vault.walls.dedup();
        let outside = |cell: u16| !is_closed(cell.into()) && !vault.cells.contains(&cell);
        let is_near = vault.walls.iter().any(|&wall| floor.neighbours(floor.at(wall)).any(|(_, cell)| outside(cell)));
        if is_near && !vault.cells.iter().any(|&cell| ways_in[usize::from(cell)]) {
            vaults.push(vault);
        }
    }
    vaults
}

/// Maximum nesting of the events that are read.
const MAX_NESTING: usize = 8;

/// What events do to cells.
struct Marks<'m> {
    project: &'m Project,
    floor: u16,
    /// Cells that some event opens, by floor.
    open: &'m mut [Vec<bool>],
    /// Cells where some event puts the hero, by floor.
    ways_in: &'m mut [Vec<bool>],
}

impl Marks<'_> {
    fn read(&mut self, actions: &Actions, depth: usize) {
        if depth < MAX_NESTING {
            actions.iter().for_each(|action| self.act(action, depth));
        }
    }

    fn act(&mut self, action: &Action, depth: usize) {
        match action {
            Action::If(_, yes, no) => {
                self.read(yes, depth + 1);
                self.read(no, depth + 1);
            }
            Action::Switch(_, cases) => cases.iter().for_each(|(_, actions, _)| self.read(actions, depth + 1)),
            Action::Choices(choices) => choices.iter().for_each(|choice| self.read(&choice.actions, depth + 1)),
            Action::While(_, actions, _) | Action::For(_, _, actions) => self.read(actions, depth + 1),
            Action::Insert(number, _) => {
                let project = self.project;
                project.common.get(*number).into_iter().for_each(|actions| self.read(actions, depth + 1));
            }
            Action::SetBlock(_, floor, cells) | Action::Hide(floor, cells, _) | Action::Show(floor, cells) => {
                cells.iter().for_each(|at| self.mark(*floor, at, false));
            }
            Action::OpenDoor(floor, at, _) => self.mark(*floor, at, false),
            Action::ChangePos(at) => self.mark(FloorOf::Here, at, true),
            Action::ChangeFloor(floor, Arrival::Cell(at)) => self.mark(*floor, at, true),
            _ => {}
        }
    }

    fn mark(&mut self, floor: FloorOf, at: &CellOf, is_way_in: bool) {
        let Some(floor) = floor.number(self.floor, self.project.floors.len()) else { return };
        if let Some(cell) = constant(self.project, floor, at) {
            let marks = if is_way_in { &mut *self.ways_in } else { &mut *self.open };
            marks[usize::from(floor)][usize::from(cell)] = true;
        }
    }
}
