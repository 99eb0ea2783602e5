//! What events do to blocks and to the hero's place.

use crate::rules::action::{Action, CellOf, FloorOf, HeroStep, Step};
use crate::rules::model::{DIRECTIONS, Tile};
use crate::rules::run::{Halt, Run};
use crate::rules::state::{HIDDEN, PRESENT};

impl Run<'_> {
    /// What changes blocks and the hero's place.
    pub(crate) fn blocks(&mut self, action: &Action) -> Result<(), Halt> {
        let floor_of = match action {
            Action::SetBlock(_, floor, _)
            | Action::Hide(floor, ..)
            | Action::Show(floor, _)
            | Action::OpenDoor(floor, ..) => *floor,
            _ => FloorOf::Here,
        };
        let Some(floor) = self.floor_number(floor_of) else { return Ok(()) };
        match action {
            Action::SetBlock(number, _, cells) => {
                for cell in cells {
                    if let Some(cell) = self.cell(floor, cell) {
                        self.put(floor, cell, *number, false);
                    }
                }
            }
            Action::CloseDoor(number, cell) => {
                let is_door = self.project.block(*number).is_some_and(|block| block.keys.is_some());
                let free = self.cell(self.state.floor, cell).filter(|&cell| self.state.here().visible(cell).is_none());
                if let Some(cell) = free.filter(|_| is_door) {
                    self.put(self.state.floor, cell, *number, true);
                }
            }
            Action::Hide(_, cells, removed) => {
                for cell in cells.iter().filter_map(|cell| self.cell(floor, cell)).collect::<Vec<_>>() {
                    self.hide(floor, cell, *removed);
                }
            }
            Action::Show(_, cells) => {
                for cell in cells.iter().filter_map(|cell| self.cell(floor, cell)).collect::<Vec<_>>() {
                    let here = &self.state.floors[usize::from(floor)];
                    let (number, bits) = (here.numbers[usize::from(cell)], here.bits[usize::from(cell)]);
                    self.state.set_cell(usize::from(floor), cell, number, bits & !HIDDEN);
                }
            }
            Action::OpenDoor(_, cell, needs_key) => {
                if let Some(cell) = self.cell(floor, cell) {
                    match floor == self.state.floor {
                        true => self.open_door(floor, cell, *needs_key)?,
                        // Whatever stands there, and without a key.
                        false => self.hide(floor, cell, true),
                    }
                }
            }
            Action::Move(cell, steps, keep, made) => self.block_move(cell, steps, *keep, *made),
            Action::Jump(from, to, keep) => self.jump(from, to, *keep),
            Action::MoveHero(steps) => self.hero_moves(steps),
            Action::ChangePos(cell, turn) => {
                self.state.turn(turn);
                if let Some(cell) = cell.as_ref().and_then(|cell| self.cell(floor, cell)) {
                    (self.state.x, self.state.y) = self.project.floors[usize::from(floor)].at(cell);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts a block on a cell: what the floor has there as event comes back with it. In the place of a hidden block it is hidden, too,
    /// unless it `shows`.
    pub(crate) fn put(&mut self, floor: u16, cell: u16, number: Tile, shows: bool) {
        let kind = &self.project.floors[usize::from(floor)];
        let has_event = kind.events[usize::from(cell)].is_some() || kind.stairs.contains_key(&cell);
        let hidden = self.state.floors[usize::from(floor)].bits[usize::from(cell)] & if shows { 0 } else { HIDDEN };
        let bits = if number != 0 || has_event { PRESENT | hidden } else { 0 };
        self.state.set_cell(usize::from(floor), cell, number, bits);
    }

    fn hide(&mut self, floor: u16, cell: u16, removed: bool) {
        let here = &self.state.floors[usize::from(floor)];
        let (number, bits) = (here.numbers[usize::from(cell)], here.bits[usize::from(cell)]);
        match removed {
            true => self.state.set_cell(usize::from(floor), cell, 0, 0),
            false if bits & PRESENT != 0 => self.state.set_cell(usize::from(floor), cell, number, bits | HIDDEN),
            false => {}
        }
    }

    /// Opens the door or wall on a cell, where there is one, and what follows.
    ///
    /// # Errors
    /// Those of what follows.
    pub(crate) fn open_door(&mut self, floor: u16, cell: u16, needs_key: bool) -> Result<(), Halt> {
        let Some(door) = self.state.block(self.project, floor, cell) else { return Ok(()) };
        let Some(keys) = &door.keys else { return Ok(()) };
        if needs_key {
            if !self.state.has_keys(keys) {
                return Ok(());
            }
            for key in keys.iter().filter(|key| !key.is_kept) {
                let left = self.state.item(key.item) - key.count;
                self.state.set_item(key.item, left);
            }
        }
        self.state.set_cell(usize::from(floor), cell, 0, 0);
        let kind = &self.project.floors[usize::from(floor)];
        let (x, y) = kind.at(cell);
        let of_cell = kind.after_door.get(&cell).map_or(&[][..], Vec::as_slice);
        self.events(&[of_cell, &door.after_door], x, y)
    }

    fn block_move(&mut self, cell: &CellOf, steps: &[HeroStep], keep: bool, made: Option<Tile>) {
        let floor = self.state.floor;
        let Some(from) = self.cell(floor, cell) else { return };
        let Some(number) = made.or_else(|| self.state.here().visible(from)) else { return };
        if made.is_none() {
            self.state.set_cell(usize::from(floor), from, 0, 0);
        }
        let (x, y) = self.project.floors[usize::from(floor)].at(from);
        let (mut to, mut number) = ((i32::from(x), i32::from(y)), number);
        for step in steps {
            if let HeroStep::Way(step) = step {
                to = (to.0 + i32::from(step.0), to.1 + i32::from(step.1));
            }
            if let HeroStep::Way(step) | HeroStep::Look(step) = step {
                number = self.turned(number, *step);
            }
        }
        let to = self.project.floors[usize::from(floor)].cell(to.0, to.1);
        if let (true, Some(to)) = (keep, to) {
            self.land(floor, from, to, number);
        }
    }

    /// Puts down a block that has moved, with the numbers that events have given to the monster.
    pub(crate) fn land(&mut self, floor: u16, from: u16, to: u16, number: Tile) {
        self.put(floor, to, number, true);
        self.state.move_at(floor, from, to);
    }

    /// What a block becomes that moves a step: some look the way that they move.
    pub(crate) fn turned(&self, number: Tile, step: Step) -> Tile {
        let direction = match step {
            (0, rows) if rows < 0 => 0,
            (0, _) => 1,
            (columns, _) if columns < 0 => 2,
            _ => 3,
        };
        self.project.block(number).and_then(|block| block.faces[direction]).unwrap_or(number)
    }

    /// Who has faces turns to the hero, who looks in `direction`, before he speaks.
    pub(crate) fn face_hero(&mut self, cell: u16, direction: u8) {
        let floor = usize::from(self.state.floor);
        let block = self.state.block(self.project, self.state.floor, cell);
        if let Some(face) = block.and_then(|block| block.faces[usize::from(direction ^ 1)]) {
            let bits = self.state.floors[floor].bits[usize::from(cell)];
            self.state.set_cell(floor, cell, face, bits);
        }
    }

    fn jump(&mut self, from: &CellOf, to: &CellOf, keep: bool) {
        let floor = self.state.floor;
        let (Some(from), to) = (self.cell(floor, from), self.cell(floor, to)) else { return };
        let Some(number) = self.state.here().visible(from) else { return };
        self.state.set_cell(usize::from(floor), from, 0, 0);
        if let (true, Some(to)) = (keep, to) {
            self.land(floor, from, to, number);
        }
    }

    fn hero_moves(&mut self, steps: &[HeroStep]) {
        let floor = &self.project.floors[usize::from(self.state.floor)];
        // He may walk over the edge and back.
        let (mut x, mut y) = (i32::from(self.state.x), i32::from(self.state.y));
        for way in steps {
            let ahead = DIRECTIONS[usize::from(self.state.direction & 3)].1;
            let step = match way {
                HeroStep::Way(step) | HeroStep::Look(step) => {
                    // Who walks aslant looks left or right.
                    let looks = if step.0 == 0 { *step } else { (step.0, 0) };
                    let looks = DIRECTIONS.iter().position(|(_, way)| *way == looks);
                    self.state.direction = looks.map_or(self.state.direction, |looks| looks as u8);
                    if matches!(way, HeroStep::Way(_)) { *step } else { (0, 0) }
                }
                HeroStep::Forward => ahead,
                HeroStep::Backward => (-ahead.0, -ahead.1),
            };
            (x, y) = (x + i32::from(step.0), y + i32::from(step.1));
        }
        if let Some(to) = floor.cell(x, y) {
            (self.state.x, self.state.y) = floor.at(to);
        }
    }
}
