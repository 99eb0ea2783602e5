//! Moves of a plan: a step that does something, or a tool, at any place that the hero reaches at no cost.

use super::region::Edge;
use crate::rules::model::Project;
use crate::rules::run::Halt;
use crate::rules::state::{Ending, State};
use crate::rules::tools;
use crate::rules::walk::{Stepped, settle_now, step, take_ahead};

/// A move: where the hero goes, and what he does there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The floor.
    pub floor: u16,
    /// The cell where he stands.
    pub cell: u16,
    /// What he does.
    pub act: Act,
    /// What he answers to the questions that come of it.
    pub script: Vec<u8>,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A step in a direction.
    Step(u8),
    /// An item is used, by a hero who looks in this direction; none where that does not matter.
    Use(u32, Option<u8>),
    /// A shop is opened from afar, by its number.
    Shop(u8),
    /// The item in a direction is taken without a step.
    Take(u8),
    /// What is worn in a slot is taken off.
    TakeOff(u8),
    /// A flight to a floor, by its number.
    Fly(u16),
}

impl Move {
    /// The step of an edge.
    pub fn step(floor: u16, edge: Edge) -> Move {
        Move { floor, cell: edge.from, act: Act::Step(edge.direction), script: Vec::new() }
    }
}

/// Makes a move: puts the hero where it is made, for the way there costs nothing, and does it. Returns whether it could be
/// done.
///
/// # Errors
/// An event needs more answers, or did not run to its end.
pub fn make(project: &Project, state: &mut State, mv: &Move) -> Result<bool, Halt> {
    make_and_settle(project, state, mv).0
}

/// [`make`], and whether something that waits for the hero's next step came before that step: he could have done that first.
fn make_and_settle(project: &Project, state: &mut State, mv: &Move) -> (Result<bool, Halt>, bool) {
    let kind = &project.floors[usize::from(mv.floor)];
    state.floor = mv.floor;
    (state.x, state.y) = kind.at(mv.cell);
    let done = match mv.act {
        Act::Step(direction) => step(project, state, direction, &mv.script)
            .map(|(stepped, used)| (stepped != Stepped::Blocked, stepped == Stepped::Waiting, used)),
        Act::Use(item, looks) => {
            state.direction = looks.unwrap_or(state.direction);
            tools::use_tool(project, state, item, &mv.script).map(|(done, used)| (done, done, used))
        }
        Act::Shop(shop) => tools::open_shop(project, state, shop, &mv.script).map(|(done, used)| (done, done, used)),
        Act::Take(direction) => {
            state.direction = direction;
            take_ahead(project, state, &mv.script).map(|(done, used)| (done, done, used))
        }
        Act::Fly(to) => tools::fly(project, state, to.into(), &mv.script).map(|(done, used)| (done, done, used)),
        Act::TakeOff(slot) => tools::take_off(project, state, slot, &mv.script).map(|(done, used)| (done, false, used)),
    };
    // From here on the hero walks freely, so what waits for his next step comes now.
    let mut came_early = false;
    let done = done.and_then(|(done, waits, used)| {
        if waits {
            let before = state.hash();
            let settled = settle_now(project, state, &mv.script[used..]);
            came_early = settled.is_err() || state.hash() != before;
            settled?;
        }
        Ok(done)
    });
    let done = match done {
        Err(Halt::Over) if state.ending == Ending::Won => Ok(true),
        Err(Halt::Over) => Ok(false),
        other => other,
    };
    (done, came_early)
}

/// Whether a move that was made has changed more than where the hero stands on its floor.
pub fn does(before: &State, after: &State, mv: &Move) -> bool {
    after.stats != before.stats || after.floor != mv.floor || after.hash() != before.hash()
}

/// Makes moves one after the other; whether all of them could be made.
pub fn make_all(project: &Project, state: &mut State, all: &[Move]) -> bool {
    all.iter().all(|mv| matches!(make(project, state, mv), Ok(true)))
}

/// Maximum number of questions answered in one move: bought once, then left.
const MAX_ANSWERS: usize = 3;

/// Maximum number of scripts tried for one move.
const MAX_SCRIPTS: usize = 200;

/// Every way to make a move, with the states that come of it. Returns whether these are all: where more answers can be given than are
/// tried, the same must be asked again after one of the ways, so that the move can be made once more; no event may have come that
/// really waits for the hero's next step, because that step could come first; and no number may have been infinite.
pub(crate) fn all_ways(project: &Project, state: &State, mv: &Move, found: &mut Vec<(Move, State)>) -> bool {
    let (first, known) = (mv, found.len());
    let mut open = vec![mv.clone()];
    let (mut tried, mut is_cut, mut is_early, mut is_odd) = (0, false, false, false);
    while let Some(mv) = open.pop() {
        tried += 1;
        if tried > MAX_SCRIPTS {
            is_cut = true;
            break;
        }
        let mut after = state.clone();
        let (made, came_early) = make_and_settle(project, &mut after, &mv);
        is_early |= came_early;
        match made {
            Ok(true) => found.push((mv, after)),
            Err(Halt::Choose(answers)) if mv.script.len() < MAX_ANSWERS => {
                for answer in answers {
                    let mut next = mv.clone();
                    next.script.push(answer);
                    open.push(next);
                }
            }
            Err(Halt::Choose(_)) => is_cut = true,
            // The platform goes on with such a number.
            Err(Halt::NotFinite) => is_odd = true,
            Ok(false) | Err(_) => {}
        }
    }
    let asks_again = |after: &State| matches!(make(project, &mut after.clone(), first), Err(Halt::Choose(_)));
    !is_early && !is_odd && (!is_cut || found[known..].iter().any(|(_, after)| asks_again(after)))
}
