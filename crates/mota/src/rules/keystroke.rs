//! The keys of a player, one by one: what each does to a state.

use crate::rules::free_walk::FreeWalk;
use crate::rules::model::Project;
use crate::rules::run::Halt;
use crate::rules::state::{Ending, State};
use crate::rules::tools;
use crate::rules::walk::{self, Stepped};

/// One thing that the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A step, by the index of [`crate::rules::model::DIRECTIONS`].
    Step(u8),
    /// A flight to a floor.
    Fly(u16),
    /// An item is used; equipment is put on.
    Use(u32),
    /// An answer, from 0.
    Choose(u8),
    /// A walk at once, over cells where nothing happens, to a column and row.
    Walk(u8, u8),
    /// A turn in a direction, or clockwise.
    Turn(Option<u8>),
    /// The item ahead is taken without a step.
    Take,
    /// What is worn in a slot is taken off.
    TakeOff(u8),
    /// A shop is opened from afar, by its number.
    Shop(u8),
}

/// The answer that stairs take: the hero walks over them.
pub(crate) const OVER: u8 = u8::MAX;

/// The answers that these keys begin with.
pub fn answers(keys: &[Key]) -> Vec<u8> {
    keys.iter().map_while(|key| if let Key::Choose(answer) = key { Some(*answer) } else { None }).collect()
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
            Ok((stepped != Stepped::Blocked, used))
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
        Key::TakeOff(slot) => tools::take_off(project, state, slot, answers),
        Key::Shop(shop) => tools::open_shop(project, state, shop, answers),
        Key::Take => walk::take_ahead(project, state, answers),
    }
}

/// Puts the hero on a cell that he reaches without anything happening on the way; whether he does.
fn walk_at_once(project: &Project, state: &mut State, to: (u8, u8)) -> bool {
    let goal = project.floors[usize::from(state.floor)].cell(to.0.into(), to.1.into());
    let reached =
        state.ending == Ending::None && goal.is_some_and(|goal| FreeWalk::of(project, state).cells.contains(&goal));
    if reached {
        (state.x, state.y) = to;
    }
    reached
}
