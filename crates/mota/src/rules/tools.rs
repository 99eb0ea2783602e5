//! Tools used, and flights.

use crate::read::item_code::Use;
use crate::rules::action::{AHEAD, Arrival, FloorOf};
use crate::rules::fight;
use crate::rules::model::{Project, Tool};
use crate::rules::run::{Halt, Run};
use crate::rules::state::{Ending, State};
use crate::rules::walk::{settle, settle_if_refreshed};

/// Uses a tool. Returns whether it could be used; how many answers of the script were used. Automatic events wait for the next step
/// unless the tool's own event updates the status bar.
///
/// # Errors
/// What follows did not run to its end.
pub fn use_tool(project: &Project, state: &mut State, item: u32, script: &[u8]) -> Result<(bool, usize), Halt> {
    if state.ending != Ending::None {
        return Ok((false, 0));
    }
    let mut run = Run::new(project, state, script);
    let used = run.use_item(item)?;
    if used {
        settle_if_refreshed(&mut run)?;
    }
    Ok((used, run.used))
}

impl Run<'_> {
    /// Uses an item of the bag; whether it could be used.
    ///
    /// # Errors
    /// What follows did not run to its end.
    pub(crate) fn use_item(&mut self, item: u32) -> Result<bool, Halt> {
        let Some(kind) = self.project.items.get(item as usize) else { return Ok(false) };
        let has = self.state.item(item) > 0;
        if !has || kind.how.when.as_ref().is_some_and(|when| !self.holds(when)) {
            // Equipment may be tried on: then nothing happens.
            return Ok(has && kind.equipment.is_some());
        }
        // Equipment leaves the bag as it is put on.
        let left = self.state.item(item) - i64::from(kind.tool && kind.equipment.is_none());
        match (kind.kind, &kind.use_effect) {
            (Some(tool), _) => {
                let used = apply(self, tool, &kind.how)?;
                if used {
                    self.state.set_item(item, left);
                }
                Ok(used)
            }
            (None, Some(effect)) => {
                // The platform takes the tool before it runs the tool's event.
                self.state.set_item(item, left);
                self.inserted(&[effect])?;
                Ok(true)
            }
            (None, None) => Ok(false),
        }
    }
}

/// Takes off what is worn in a slot. Returns whether anything was; how many answers of the script were used.
///
/// # Errors
/// What follows did not run to its end.
pub(crate) fn take_off(project: &Project, state: &mut State, slot: u8, script: &[u8]) -> Result<(bool, usize), Halt> {
    let Some(&flag) = project.slots.worn.get(usize::from(slot)).filter(|_| state.ending == Ending::None) else {
        return Ok((false, 0));
    };
    let mut run = Run::new(project, state, script);
    let done = run.take_off(flag)?;
    settle(&mut run)?;
    Ok((done, run.used))
}

/// What a tool of the platform does; whether it did anything.
fn apply(run: &mut Run<'_>, tool: Tool, how: &Use) -> Result<bool, Halt> {
    match tool {
        Tool::Pickaxe => Ok(break_walls(run, &struck(run, how))),
        Tool::Earthquake => Ok(break_walls(run, &(0..run.state.here().numbers.len() as u16).collect::<Vec<_>>())),
        Tool::IcePickaxe => break_ice(run),
        Tool::Bomb => Ok(bomb(run, how)),
        Tool::BigKey => open_yellow(run),
        Tool::CenterFly => Ok(center_fly(run)),
        Tool::UpFly => fly_level(run, true),
        Tool::DownFly => fly_level(run, false),
    }
}

/// The cells beside a column and row of the hero's floor.
fn beside_at(project: &Project, state: &State, at: (u8, u8)) -> Vec<u16> {
    project.floors[usize::from(state.floor)].neighbours(at).map(|(_, cell)| cell).collect()
}

/// The cells that a tool acts on: the one that the hero faces, or all beside him.
fn struck(run: &Run<'_>, how: &Use) -> Vec<u16> {
    let at = (run.state.x, run.state.y);
    if how.around {
        return beside_at(run.project, run.state, at);
    }
    let floor = &run.project.floors[usize::from(run.state.floor)];
    floor.beside(at, run.state.direction).into_iter().collect()
}

/// Takes away every block of some cells that a test names; whether there was one.
fn clear(run: &mut Run<'_>, cells: impl IntoIterator<Item = u16>, test: impl Fn(&Run<'_>, u16) -> bool) -> bool {
    let floor = usize::from(run.state.floor);
    let mut any = false;
    for cell in cells {
        if test(run, cell) {
            run.state.set_cell(floor, cell, 0, 0);
            any = true;
        }
    }
    any
}

fn break_walls(run: &mut Run<'_>, cells: &[u16]) -> bool {
    clear(run, cells.iter().copied(), |run, cell| {
        run.state.block(run.project, run.state.floor, cell).is_some_and(|block| block.can_break)
    })
}

fn break_ice(run: &mut Run<'_>) -> Result<bool, Halt> {
    let ice = run.project.tables.texts.find("ice");
    let floor = run.state.floor;
    let ahead = run.project.floors[usize::from(floor)].beside((run.state.x, run.state.y), run.state.direction);
    let is_ice = |cell: &u16| run.state.block(run.project, floor, *cell).is_some_and(|block| Some(block.id) == ice);
    let Some(cell) = ahead.filter(is_ice) else { return Ok(false) };
    // The tool's code opens it as a door, so what follows a door follows.
    run.open_door(floor, cell, false)?;
    run.state.set_cell(usize::from(floor), cell, 0, 0);
    Ok(true)
}

/// Kills the monsters that a bomb strikes: no gold, and nothing follows.
fn bomb(run: &mut Run<'_>, how: &Use) -> bool {
    clear(run, struck(run, how), |run, cell| can_bomb(run.project, run.state, how, run.state.floor, cell))
}

/// Whether bombs kill what stands on a cell.
pub(crate) fn can_bomb(project: &Project, state: &State, how: &Use, floor: u16, cell: u16) -> bool {
    let enemy = fight::enemy_on(project, state, floor, cell).and_then(|enemy| state.enemies.get(enemy as usize));
    enemy.is_some_and(|enemy| enemy.is_known && !enemy.no_bomb && how.below.is_none_or(|below| enemy.hp < below))
}

fn open_yellow(run: &mut Run<'_>) -> Result<bool, Halt> {
    let floor = run.state.floor;
    let mut any = false;
    for cell in 0..run.state.here().numbers.len() as u16 {
        let block = run.state.block(run.project, floor, cell);
        if block.is_some_and(|block| block.id == run.project.known.yellow_door) {
            run.open_door(floor, cell, false)?;
            any = true;
        }
    }
    Ok(any)
}

fn center_fly(run: &mut Run<'_>) -> bool {
    let floor = &run.project.floors[usize::from(run.state.floor)];
    let (x, y) = (floor.width - 1 - run.state.x, floor.height - 1 - run.state.y);
    let is_free = floor.cell(x.into(), y.into()).is_some_and(|cell| run.state.here().visible(cell).is_none());
    if is_free {
        (run.state.x, run.state.y) = (x, y);
    }
    is_free
}

fn fly_level(run: &mut Run<'_>, up: bool) -> Result<bool, Halt> {
    let way = if up { FloorOf::Next } else { FloorOf::Before };
    // The last floor is its own next one.
    let Some(to) = run.floor_number(way).filter(|&to| to != run.state.floor) else { return Ok(false) };
    let floor = &run.project.floors[usize::from(to)];
    let cell = floor.cell(run.state.x.into(), run.state.y.into());
    if cell.is_none_or(|cell| run.state.floors[usize::from(to)].visible(cell).is_some()) {
        return Ok(false);
    }
    run.change_floor(way, &Arrival::Same, &AHEAD)?;
    Ok(true)
}

/// Whether the hero can fly from where he stands.
pub(crate) fn can_fly(project: &Project, state: &State) -> bool {
    state.item(project.known.fly) > 0 && may_fly_from(project, state, (state.x, state.y))
}

/// Whether flights begin at a column and row of the hero's floor.
pub(crate) fn may_fly_from(project: &Project, state: &State, at: (u8, u8)) -> bool {
    let floor = &project.floors[usize::from(state.floor)];
    let own = floor.cell(at.0.into(), at.1.into());
    let is_stairs = |cell: u16| {
        let block = state.block(project, state.floor, cell);
        block.is_some_and(|block| project.known.stairs.contains(&block.id))
    };
    let near_stairs = || beside_at(project, state, at).into_iter().chain(own).any(is_stairs);
    floor.fly_from && (!project.fly_near_stairs || near_stairs())
}

/// Whether flights to a floor end where the stairs from below do.
pub(crate) fn lands_below(project: &Project, from: u16, to: u16) -> bool {
    from < to || from == to && !project.floors[usize::from(to)].underground
}

/// Flies to a floor, which may be the hero's own. Returns whether he could. Automatic events wait for his next step unless something on arrival updates the
/// status bar.
///
/// # Errors
/// What the floor does on arrival did not run to its end.
pub fn fly(project: &Project, state: &mut State, to: usize, script: &[u8]) -> Result<(bool, usize), Halt> {
    let Some(floor) = project.floors.get(to) else { return Ok((false, 0)) };
    let may = state.ending == Ending::None && floor.fly_to && state.has_visited(to) && can_fly(project, state);
    if !may {
        return Ok((false, 0));
    }
    let arrival = if lands_below(project, state.floor, to as u16) { Arrival::Down } else { Arrival::Up };
    let mut run = Run::new(project, state, script);
    match floor.fly_point {
        Some(at) => run.arrive(to as u16, at)?,
        None => run.change_floor(FloorOf::At(to), &arrival, &AHEAD)?,
    }
    settle_if_refreshed(&mut run)?;
    Ok((true, run.used))
}

/// Whether the hero may use a shop from afar.
pub(crate) fn may_shop(project: &Project, state: &State, shop: usize) -> bool {
    shop < project.shops.len() && state.knows_shop(shop) && project.floors[usize::from(state.floor)].quick_shops
}

/// Opens a shop from afar. Returns whether he could; how many answers of the script were used.
///
/// # Errors
/// What is bought did not run to its end.
pub(crate) fn open_shop(project: &Project, state: &mut State, shop: u8, script: &[u8]) -> Result<(bool, usize), Halt> {
    if state.ending != Ending::None || !may_shop(project, state, usize::from(shop)) {
        return Ok((false, 0));
    }
    let mut run = Run::new(project, state, script);
    run.shop_from_afar(usize::from(shop))?;
    settle_if_refreshed(&mut run)?;
    Ok((true, run.used))
}
