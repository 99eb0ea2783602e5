//! The hero's step, and all that it sets off.

use crate::rules::action::{Action, Actions};
use crate::rules::battle::before_battle;
use crate::rules::expression::Stat;
use crate::rules::fight;
use crate::rules::hazard::hazard;
use crate::rules::keystroke::OVER;
use crate::rules::model::{Block, DoorKey, Project, Trigger};
use crate::rules::run::{Halt, Run, When};
use crate::rules::state::{Ending, State};

pub use crate::rules::start::{begin, begin_with};

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The hero stands on another cell, or something happened.
    Done,
    /// The hero came to another floor by stairs, stepped on a free cell, or took what acts at once, and nothing has updated the status
    /// bar. Automatic events wait for his next step, as in a replay of the platform's: [`settle_now`] runs them.
    Waiting,
    /// Nothing happened: a wall, a door without its key, a fight that would kill.
    Blocked,
}

/// What walking into a cell would do.
#[derive(Clone, Copy, Debug)]
pub enum Ahead<'a> {
    /// Nothing.
    Nothing,
    /// A change of floor.
    Stairs(&'a Action),
    /// An event.
    Event(&'a crate::rules::action::Actions),
    /// A fight with a kind of monster.
    Battle(u32),
    /// An item.
    Item(u32),
    /// A door with its keys.
    Door(&'a [DoorKey]),
    /// A block that an item takes away.
    Melts,
    /// What is not understood.
    Unknown(usize),
}

/// On ice nothing happens but that the hero slides on.
static SLIDES: Actions = Actions::new();

/// What walking into a cell of a floor would do, and whether the hero stays outside. Where a block has a script, that is all that is told.
pub fn ahead<'a>(project: &'a Project, state: &State, floor: usize, cell: u16) -> (Ahead<'a>, bool) {
    let (what, outside) = beneath(project, state, floor, cell);
    match state.block(project, floor as u16, cell) {
        Some(block) if !block.script.is_empty() => (Ahead::Event(&block.script), outside),
        Some(_) | None => (what, outside),
    }
}

/// The same without scripts of blocks.
pub(crate) fn beneath<'a>(project: &'a Project, state: &State, floor: usize, cell: u16) -> (Ahead<'a>, bool) {
    let kind = &project.floors[floor];
    let Some(number) = state.floors[floor].visible(cell) else {
        return (if kind.ice.contains(&cell) { Ahead::Event(&SLIDES) } else { Ahead::Nothing }, false);
    };
    let block = project.block(number);
    let event = kind.events[usize::from(cell)].as_deref();
    let outside = event.and_then(|event| event.no_pass).or(block.map(|block| block.no_pass)).unwrap_or(false);
    if let Some(Block { comes_first: true, trigger: Trigger::Event(actions), .. }) = block {
        return (Ahead::Event(actions), outside);
    }
    if let Some(stairs) = kind.stairs.get(&cell) {
        return (Ahead::Stairs(stairs), outside);
    }
    if let Some(event) = event.filter(|event| event.overrides) {
        return (Ahead::Event(&event.actions), outside);
    }
    if project.extra.melts.iter().any(|&(melts, item)| melts == number && state.item(item) > 0) {
        return (Ahead::Melts, true);
    }
    let of_block = match block.map(|block| (&block.trigger, block)) {
        Some((Trigger::Battle, block)) => block.enemy.map(Ahead::Battle),
        Some((Trigger::Item, block)) => block.item.map(Ahead::Item),
        Some((Trigger::Door, block)) => block.keys.as_deref().map(Ahead::Door),
        Some((Trigger::Event(actions), _)) => Some(Ahead::Event(actions)),
        Some((Trigger::Unknown(issue), _)) => Some(Ahead::Unknown(*issue)),
        Some((Trigger::Null, _)) => Some(Ahead::Nothing),
        Some((Trigger::None, _)) | None => None,
    };
    let of_floor = event.map(|event| Ahead::Event(&event.actions));
    (of_block.or(of_floor).unwrap_or(Ahead::Nothing), outside)
}

/// A step in a direction, an index of [`crate::rules::model::DIRECTIONS`]; the script answers what is asked on the way. Returns what it did and
/// how many answers were used. The state is undefined after an error, but for [`Halt::Over`].
///
/// # Errors
/// Why an event on the way did not run to its end. The game is over: [`Halt::Over`].
pub fn step(project: &Project, state: &mut State, direction: u8, script: &[u8]) -> Result<(Stepped, usize), Halt> {
    if state.ending != Ending::None {
        return Err(Halt::Over);
    }
    let direction = direction & 3;
    state.direction = direction;
    let floor = usize::from(state.floor);
    let kind = &project.floors[floor];
    let from = kind.cell(i32::from(state.x), i32::from(state.y));
    let to = kind.beside((state.x, state.y), direction);
    let (Some(from), Some(to)) = (from, to) else { return Ok((Stepped::Blocked, 0)) };
    if is_barred(project, state, from, to, direction) {
        return Ok((Stepped::Blocked, 0));
    }
    let (what, outside) = ahead(project, state, floor, to);
    if outside && !could_act(project, state, state.floor, what, to) {
        return Ok((Stepped::Blocked, 0));
    }
    let mut run = Run::new(project, state, script);
    let mut is_quiet = false;
    if outside {
        let own = kind.events[usize::from(to)].as_deref().map(|event| &event.actions);
        if let (Ahead::Event(actions), Some(own)) = (&what, own)
            && std::ptr::eq(*actions, own)
        {
            run.face_hero(to, direction);
        }
        act(&mut run, what, to)?;
    } else {
        if enters_death(&run, to) {
            return Ok((Stepped::Blocked, 0));
        }
        leave(&mut run, from, to)?;
        run.start_automatic(When::Step)?;
        if usize::from(run.state.floor) == floor {
            is_quiet = enter(&mut run, to)?;
        }
    }
    let settled = if usize::from(run.state.floor) == floor && !is_quiet {
        settle(&mut run)?;
        true
    } else {
        settle_if_refreshed(&mut run)?
    };
    Ok((if settled { Stepped::Done } else { Stepped::Waiting }, run.used))
}

/// Runs the automatic events if an action has updated the status bar; whether it has. The player's own goal counts in any case.
///
/// # Errors
/// Those of [`settle`]. [`Halt::Over`]: the goal is reached.
pub(crate) fn settle_if_refreshed(run: &mut Run<'_>) -> Result<bool, Halt> {
    run.limit_hp();
    run.rise()?;
    if run.has_refreshed {
        settle(run)?;
    } else if run.project.goal.as_ref().is_some_and(|goal| run.holds(goal)) {
        run.state.ending = Ending::Won;
        return Err(Halt::Over);
    }
    Ok(run.has_refreshed)
}

/// Runs the automatic events that wait for the next step after an arrival ([`Stepped::Arrived`]) or a tool. Returns how many answers
/// of the script were used.
///
/// # Errors
/// Those of [`settle`].
pub(crate) fn settle_now(project: &Project, state: &mut State, script: &[u8]) -> Result<usize, Halt> {
    let mut run = Run::new(project, state, script);
    settle(&mut run)?;
    Ok(run.used)
}

/// Whether a step is forbidden by arrows and the floor's own rules.
pub(crate) fn is_barred(project: &Project, state: &State, from: u16, to: u16, direction: u8) -> bool {
    let kind = &project.floors[usize::from(state.floor)];
    // `cannotIn` names the side that is closed: who walks right enters at the left.
    let opposite = direction ^ 1;
    let has = |mask: Option<u8>, direction: u8| mask.is_some_and(|mask| mask >> direction & 1 == 1);
    let block = |cell| state.block(project, state.floor, cell);
    has(kind.cannot_move.get(&from).copied(), direction)
        || has(kind.cannot_enter.get(&to).copied(), opposite)
        || has(block(from).map(|block| block.cannot_out), direction)
        || has(block(to).map(|block| block.cannot_in), opposite)
}

/// Whether something would come of walking into what keeps the hero outside.
pub(crate) fn could_act(project: &Project, state: &State, floor: u16, what: Ahead<'_>, cell: u16) -> bool {
    match what {
        Ahead::Nothing => false,
        Ahead::Door(keys) => state.has_keys(keys),
        Ahead::Battle(enemy) => {
            let fight = fight::fight_on(project, state, floor, enemy, Some(cell));
            // What comes before a fight comes before anyone asks what it costs.
            before_battle(project, floor, enemy, cell).iter().any(|actions| !actions.is_empty())
                || fight.is_some_and(|fight| state.survives(fight.damage))
        }
        _ => true,
    }
}

/// Whether stepping on a cell would kill: the platform does not let the hero do that.
fn enters_death(run: &Run<'_>, to: u16) -> bool {
    run.state.here().visible(to).is_none() && !run.state.survives(hazard(run.project, run.state, to).damage)
}

/// Whether the hero may walk over the stairs of a cell instead of climbing them.
pub(crate) fn is_passed(project: &Project, state: &State, floor: u16, cell: u16) -> bool {
    let is_stairs = || matches!(ahead(project, state, floor.into(), cell), (Ahead::Stairs(_), false));
    project.floors[usize::from(floor)].walked_over.contains(&cell) && is_stairs()
}

/// Whether the hero may walk over stairs by a step in a direction.
pub(crate) fn passes(project: &Project, state: &State, direction: u8) -> bool {
    let to = project.floors[usize::from(state.floor)].beside((state.x, state.y), direction);
    to.is_some_and(|to| is_passed(project, state, state.floor, to))
}

/// Does what a cell does to who walks into it.
pub(crate) fn act(run: &mut Run<'_>, what: Ahead<'_>, cell: u16) -> Result<(), Halt> {
    let (project, floor) = (run.project, run.state.floor);
    let place = &project.floors[usize::from(floor)];
    let (x, y) = place.at(cell);
    if let (Ahead::Event(actions), Some(block)) = (what, run.state.block(project, floor, cell))
        && std::ptr::eq(actions, &block.script)
    {
        run.event(actions, x, y)?;
        // The script may have changed what is there.
        let (what, _) = beneath(project, run.state, usize::from(floor), cell);
        return if could_act(project, run.state, floor, what, cell) { act(run, what, cell) } else { Ok(()) };
    }
    match what {
        Ahead::Nothing => Ok(()),
        Ahead::Stairs(Action::ChangeFloor(to, arrival, turn)) => run.change_floor(*to, arrival, turn),
        Ahead::Stairs(action) => run.event(std::slice::from_ref(action), x, y),
        Ahead::Event(actions) => run.event(actions, x, y),
        Ahead::Battle(enemy) => run.meet(enemy, cell),
        Ahead::Door(_) => run.open_door(floor, cell, true),
        Ahead::Item(item) => take(run, item, cell),
        Ahead::Melts => {
            run.state.set_cell(usize::from(floor), cell, 0, 0);
            Ok(())
        }
        Ahead::Unknown(issue) => run.refuse(issue),
    }
}

/// Does within an event what a cell does to who walks into it. A fight is fought there, even one that is lost.
pub(crate) fn touch(run: &mut Run<'_>, what: Ahead<'_>, cell: u16) -> Result<(), Halt> {
    let is_fight = matches!(what, Ahead::Battle(_));
    if is_fight || could_act(run.project, run.state, run.state.floor, what, cell) {
        act(run, what, cell)
    } else {
        Ok(())
    }
}

/// A step ahead within an event, with all that a step of the player sets off.
pub(crate) fn advance(run: &mut Run<'_>) -> Result<(), Halt> {
    run.tick()?;
    let (floor, direction) = (usize::from(run.state.floor), run.state.direction);
    let Some((from, to)) = ends(run.project, run.state, direction) else { return Ok(()) };
    match ahead(run.project, run.state, floor, to) {
        (what, true) => run.trigger(to, what, touch),
        (_, false) => {
            leave(run, from, to)?;
            run.start_automatic(When::Action)?;
            enter(run, to).map(|_| ())
        }
    }
}

/// The cells from and to which a step leads; none where it is forbidden.
fn ends(project: &Project, state: &State, direction: u8) -> Option<(u16, u16)> {
    let kind = &project.floors[usize::from(state.floor)];
    let from = kind.cell(i32::from(state.x), i32::from(state.y))?;
    let to = kind.beside((state.x, state.y), direction)?;
    (!is_barred(project, state, from, to, direction)).then_some((from, to))
}

/// Pushes the box ahead of the hero onto a free cell, or onto a flower, and follows it.
pub(crate) fn push_box(run: &mut Run<'_>) -> Result<(), Halt> {
    let (project, floor) = (run.project, run.state.floor);
    let direction = run.state.direction;
    let Some((_, at)) = ends(project, run.state, direction) else { return Ok(()) };
    let kind = &project.floors[usize::from(floor)];
    let Some(to) = kind.beside(kind.at(at), direction) else { return Ok(()) };
    let [r#box, boxed, flower] = project.known.boxes;
    let here = run.state.here();
    let new = match here.visible(to) {
        _ if is_barred(project, run.state, at, to, direction) => return Ok(()),
        None => r#box,
        Some(number) if number == flower => boxed,
        Some(_) => return Ok(()),
    };
    let is_boxed = here.visible(at) == Some(boxed);
    run.put(floor, to, new, false);
    if is_boxed {
        run.put(floor, at, flower, false);
    } else {
        run.state.set_cell(usize::from(floor), at, 0, 0);
    }
    run.has_refreshed = true;
    run.start_automatic(When::Action)?;
    advance(run)
}

/// Takes the item ahead of the hero without a step, or else the first beside him. Returns whether there was one, and how many answers were used.
///
/// # Errors
/// What follows did not run to its end.
pub(crate) fn take_ahead(project: &Project, state: &mut State, script: &[u8]) -> Result<(bool, usize), Halt> {
    let lies = |way: u8| match ends(project, state, way)
        .map(|(_, to)| (to, ahead(project, state, state.floor.into(), to).0))
    {
        Some((cell, Ahead::Item(item))) => Some((cell, item)),
        _ => None,
    };
    let found = [state.direction, 0, 1, 2, 3].into_iter().find_map(lies);
    let Some((cell, item)) = found.filter(|_| state.ending == Ending::None && project.takes_from_beside) else {
        return Ok((false, 0));
    };
    let mut run = Run::new(project, state, script);
    take(&mut run, item, cell)?;
    let is_quiet =
        is_gift(project, item) && !project.floors[usize::from(run.state.floor)].after_item.contains_key(&cell);
    if is_quiet {
        settle_if_refreshed(&mut run)?;
    } else {
        settle(&mut run)?;
    }
    Ok((true, run.used))
}

/// Takes the item of a cell.
fn take(run: &mut Run<'_>, item: u32, cell: u16) -> Result<(), Halt> {
    let floor = run.state.floor;
    let place = &run.project.floors[usize::from(floor)];
    let (x, y) = place.at(cell);
    run.state.set_cell(usize::from(floor), cell, 0, 0);
    let Some(kind) = run.project.items.get(item as usize) else { return Ok(()) };
    if kind.at_once {
        run.is_gift = kind.is_gift;
        let ran = run.event(&kind.effect, x, y);
        run.is_gift = false;
        ran?;
    } else {
        run.gain(item, 1)?;
    }
    match place.after_item.get(&cell) {
        Some(actions) => run.event(actions, x, y),
        None => Ok(()),
    }
}

/// Leaves a cell for another.
fn leave(run: &mut Run<'_>, from: u16, to: u16) -> Result<(), Halt> {
    let floor = run.state.floor;
    let place = &run.project.floors[usize::from(floor)];
    let left = run.state.block(run.project, floor, from);
    (run.state.x, run.state.y) = place.at(to);
    if let Some(block) = left.filter(|block| !block.out.is_empty()) {
        let (x, y) = place.at(from);
        run.event(&block.out, x, y)?;
    }
    if run.state.flag(run.project.known.poison).holds() {
        let lost = run.project.constants.get(run.project.known.poison_damage as usize).copied().unwrap_or(0.0);
        lose_hp(run, lost as i64)?;
    }
    Ok(())
}

/// What comes of a step onto a cell. Returns whether it was nothing after which the platform looks for automatic events.
fn enter(run: &mut Run<'_>, to: u16) -> Result<bool, Halt> {
    let floor = run.state.floor;
    let place = &run.project.floors[usize::from(floor)];
    // An item counts before what the cell costs, unless an event follows it.
    let (what, _) = ahead(run.project, run.state, usize::from(floor), to);
    let comes_first = matches!(what, Ahead::Item(_)) && !place.after_item.contains_key(&to);
    if comes_first {
        run.trigger(to, what, act)?;
    }
    let is_quiet = suffer(run, to)?;
    // After what came of itself, the platform climbs.
    let passes = is_quiet && is_passed(run.project, run.state, floor, to) && run.takes(OVER);
    if !comes_first && run.state.floor == floor && !passes {
        run.trigger(to, what, act)?;
    }
    if place.ice.contains(&to) {
        advance(run)?;
        return Ok(false);
    }
    let gives = comes_first && matches!(what, Ahead::Item(item) if is_gift(run.project, item));
    Ok(is_quiet && (gives || matches!(what, Ahead::Nothing)))
}

/// Whether no automatic event comes of taking an item.
fn is_gift(project: &Project, item: u32) -> bool {
    project.items.get(item as usize).is_some_and(|kind| kind.is_gift)
}

fn lose_hp(run: &mut Run<'_>, lost: i64) -> Result<(), Halt> {
    let (hp, survives) = (run.state.stat(Stat::Hp) - lost, run.state.survives(lost));
    run.state.set_stat(Stat::Hp, if survives { hp } else { 0 });
    if survives {
        return Ok(());
    }
    run.state.ending = Ending::Lost;
    Err(Halt::Over)
}

/// What the cell costs, who is pushed back, and who fights at once. Returns whether nobody was pushed and nobody fought.
fn suffer(run: &mut Run<'_>, cell: u16) -> Result<bool, Halt> {
    let hazard = hazard(run.project, run.state, cell);
    let is_quiet = hazard.pushes.is_empty() && hazard.ambushes.is_empty();
    if hazard.damage > 0 {
        if run.project.damage_shuts_shops {
            run.state.shops = 0;
        }
        lose_hp(run, hazard.damage)?;
    }
    let floor = run.state.floor;
    // Who ambushes is known before anyone is pushed: who is pushed away fights, too, and stays on the map.
    let ambush = |&from: &u16| fight::enemy_at(run.project, run.state, from).map(|enemy| (enemy, from));
    let attackers: Vec<_> = hazard.ambushes.iter().filter_map(ambush).collect();
    for (from, to) in hazard.pushes {
        if let Some(number) = run.state.here().visible(from)
            && run.state.here().visible(to).is_none()
        {
            let place = &run.project.floors[usize::from(floor)];
            let ((x, y), (to_x, to_y)) = (place.at(from), place.at(to));
            let step = (to_x as i8 - x as i8, to_y as i8 - y as i8);
            run.state.set_cell(usize::from(floor), from, 0, 0);
            run.land(floor, from, to, run.turned(number, step));
        }
    }
    // They leave their cells before the first fight, so none of them comes back.
    for &(enemy, from) in &attackers {
        if fight::enemy_at(run.project, run.state, from) == Some(enemy) {
            run.state.set_cell(usize::from(floor), from, 0, 0);
        }
    }
    for (enemy, from) in attackers {
        run.battle(enemy, Some(from))?;
    }
    Ok(is_quiet)
}

/// Events that come of themselves, until none does.
///
/// # Errors
/// One did not run to its end, or they set each other off without end.
pub fn settle(run: &mut Run<'_>) -> Result<(), Halt> {
    run.limit_hp();
    for _ in 0..100 {
        if !run.start_automatic(When::Rest)? {
            return Ok(());
        }
    }
    Err(Halt::Circle)
}
