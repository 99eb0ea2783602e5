//! The keys of a player, one by one: what each does to a state.

use super::expression::Stat;
use super::hazard::hazard;
use super::model::{DIRECTIONS, Project};
use super::run::Halt;
use super::state::{Ending, State};
use super::walk::{self, Ahead, Stepped};
use super::{tools, walk::ahead};
use std::collections::VecDeque;

/// One thing that the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A step, by the index of [`DIRECTIONS`].
    Step(u8),
    /// A flight to a floor.
    Fly(u16),
    /// An item is used.
    Use(u32),
    /// An answer, from 0.
    Choose(u8),
    /// A walk at once, over cells where nothing happens, to a column and row.
    Walk(u8, u8),
    /// A turn in a direction, or clockwise.
    Turn(Option<u8>),
    /// The item ahead is taken without a step.
    Take,
}

/// Begins a game: the state before the first key, and how many of the answers were used.
///
/// # Errors
/// The first events did not run to their end.
pub fn begin(project: &Project, answers: &[u8]) -> Result<(State, usize), Halt> {
    walk::begin_with(project, answers)
}

/// Presses a key; `answers` are given to what it makes the tower ask. Returns whether it did anything, and how many answers were
/// used. The state is undefined after an error, but for [`Halt::Over`].
///
/// # Errors
/// Why an event did not run to its end. The game is over: [`Halt::Over`].
pub fn press(project: &Project, state: &mut State, key: Key, answers: &[u8]) -> Result<(bool, usize), Halt> {
    match key {
        Key::Step(direction) => {
            let (stepped, used) = walk::step(project, state, direction, answers)?;
            Ok((stepped == Stepped::Done, used))
        }
        Key::Fly(floor) => tools::fly(project, state, usize::from(floor), answers),
        Key::Use(item) => tools::use_tool(project, state, item, answers),
        Key::Choose(_) => Ok((false, 0)),
        Key::Walk(x, y) => Ok((walk_at_once(project, state, (x, y)), 0)),
        Key::Turn(way) => {
            // Up, right, down, left, and up again.
            let clockwise = [3, 2, 0, 1];
            state.direction = way.unwrap_or(clockwise[usize::from(state.direction & 3)]) & 3;
            Ok((true, 0))
        }
        Key::Take => walk::take_ahead(project, state, answers),
    }
}

/// Puts the hero on a cell that he reaches without anything happening on the way; whether he does.
fn walk_at_once(project: &Project, state: &mut State, to: (u8, u8)) -> bool {
    let floor = &project.floors[usize::from(state.floor)];
    let cells = (floor.cell(state.x.into(), state.y.into()), floor.cell(to.0.into(), to.1.into()));
    let (Some(from), Some(goal)) = cells else { return false };
    if state.ending != Ending::None || state.flag(project.known.poison).holds() {
        return false;
    }
    let mut seen = vec![false; floor.map.len()];
    seen[usize::from(from)] = true;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == goal {
            (state.x, state.y) = to;
            return true;
        }
        let (x, y) = floor.at(cell);
        for (direction, (_, (dx, dy))) in DIRECTIONS.iter().enumerate() {
            let next = floor.cell(i32::from(x) + i32::from(*dx), i32::from(y) + i32::from(*dy));
            let Some(next) = next.filter(|&next| !seen[usize::from(next)]) else { continue };
            if !walk::is_barred(project, state, cell, next, direction as u8) && is_calm(project, state, next) {
                seen[usize::from(next)] = true;
                queue.push_back(next);
            }
        }
    }
    false
}

/// Whether nothing happens to who steps on a cell.
fn is_calm(project: &Project, state: &State, cell: u16) -> bool {
    let (what, outside) = ahead(project, state, usize::from(state.floor), cell);
    let leaves = state.block(project, state.floor, cell).is_some_and(|block| !block.out.is_empty());
    let hazard = hazard(project, state, cell);
    let harmless = hazard.damage == 0 && hazard.pushes.is_empty() && hazard.ambushes.is_empty();
    matches!(what, Ahead::Nothing) && !outside && !leaves && harmless && state.stat(Stat::Hp) > 0
}
