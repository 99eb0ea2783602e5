//! What standing on a cell costs: zones, pincers, repulses, lasers, nets; and who ambushes there.

use crate::rules::event_context::EventContext;
use crate::rules::expression::Stat;
use crate::rules::fight;
use crate::rules::model::{DIRECTIONS, Enemy, Project};
use crate::rules::state::State;
use crate::rules::walk;

/// What a cell does to the hero who steps on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hazard {
    /// Hp that it costs.
    pub damage: i64,
    /// Monsters that are pushed back: from, to.
    pub(crate) pushes: Vec<(u16, u16)>,
    /// Monsters that fight at once.
    pub(crate) ambushes: Vec<u16>,
}

/// Whether a kind of monster makes cells around it dangerous.
fn is_dangerous(enemy: &Enemy) -> bool {
    [15, 16, 18, 24, 27].into_iter().any(|special| enemy.has(special))
}

/// Whether a floor has cells that cost.
pub(crate) fn any_on_floor(project: &Project, state: &State, floor: usize) -> bool {
    let numbers = &state.floors[floor].numbers;
    numbers.iter().enumerate().any(|(cell, &number)| {
        let Some(block) = project.block(number) else { return false };
        let dangerous = block.id == project.known.lava_net
            || block.enemy.is_some_and(|enemy| state.enemies.get(enemy as usize).is_some_and(is_dangerous));
        dangerous && state.floors[floor].visible(cell as u16).is_some()
    })
}

/// The hp that stepping on what stands on a cell of the hero's floor costs by itself.
pub(crate) fn lava(project: &Project, state: &State, cell: u16) -> i64 {
    let block = state.block(project, state.floor, cell);
    if block.is_none_or(|block| block.id != project.known.lava_net) || state.item(project.known.amulet) != 0 {
        return 0;
    }
    project.constants.get(project.known.lava_damage as usize).map_or(0, |&damage| damage as i64)
}

/// Whether the hero is free of what monsters do from afar.
pub(crate) fn is_immune(project: &Project, state: &State) -> bool {
    state.flag(project.known.shield5).holds()
        || project.extra.immune.as_ref().is_some_and(|immune| immune.holds(&EventContext::nothing(project, state)))
}

/// The specials of [`CALMED`] that their flags keep from acting, a bit each.
pub(crate) fn calmed(project: &Project, state: &State) -> u32 {
    let calm = CALMED.into_iter().zip(project.known.calm).filter(|&(_, flag)| state.flag(flag).holds());
    calm.fold(0, |bits, ((special, _), _)| bits | 1 << special)
}

/// The specials that flags of the template keep from acting, and their names.
pub(crate) const CALMED: [(u32, &str); 5] =
    [(15, "no_zone"), (16, "no_betweenAttack"), (18, "no_repulse"), (24, "no_laser"), (27, "no_ambush")];

/// What the cell does, on the hero's floor, as it is now.
pub(crate) fn hazard(project: &Project, state: &State, cell: u16) -> Hazard {
    let mut hazard = Hazard::default();
    let floor = &project.floors[usize::from(state.floor)];
    let here = state.here();
    let (x, y) = floor.at(cell);
    hazard.damage += lava(project, state, cell);
    if is_immune(project, state) {
        return hazard;
    }
    let calmed = calmed(project, state);
    for other in 0..here.numbers.len() as u16 {
        let Some(number) = fight::enemy_at(project, state, other) else { continue };
        let enemy = &state.enemies[number as usize];
        if other == cell || !is_dangerous(enemy) {
            continue;
        }
        let (ox, oy) = floor.at(other);
        let (dx, dy) = (i32::from(x) - i32::from(ox), i32::from(y) - i32::from(oy));
        let near = dx.abs() + dy.abs() == 1 || (enemy.numbers.square && dx.abs() <= 1 && dy.abs() <= 1);
        let range = enemy.numbers.range as i32;
        let in_zone = dx.abs() <= range && dy.abs() <= range && (enemy.numbers.square || dx.abs() + dy.abs() <= range);
        let acts = |special| enemy.has(special) && calmed >> special & 1 == 0;
        if acts(15) && in_zone {
            hazard.damage += enemy.numbers.zone as i64;
        }
        if acts(24) && (dx == 0 || dy == 0) {
            hazard.damage += enemy.numbers.laser as i64;
        }
        if acts(18) && near {
            hazard.damage += enemy.numbers.repulse as i64;
            let behind = floor.cell(i32::from(ox) - dx, i32::from(oy) - dy);
            let free =
                behind.filter(|&to| here.visible(to).is_none() && !is_barred(project, state, other, to, (-dx, -dy)));
            hazard.pushes.extend(free.map(|to| (other, to)));
        }
        if acts(27) && near && !is_barred(project, state, other, cell, (dx, dy)) {
            hazard.ambushes.push(other);
        }
    }
    if calmed >> 16 & 1 == 0 {
        hazard.damage += pincer(project, state, x, y, hazard.damage);
    }
    hazard
}

/// Whether arrows or the floor's own rules keep a monster from a step, as they would the hero; never from a diagonal one.
fn is_barred(project: &Project, state: &State, from: u16, to: u16, step: (i32, i32)) -> bool {
    let direction = DIRECTIONS.iter().position(|&(_, (dx, dy))| (i32::from(dx), i32::from(dy)) == step);
    direction.is_some_and(|direction| walk::is_barred(project, state, from, to, direction as u8))
}

/// What a cell between two monsters of a kind costs: half of what hp is left by then.
fn pincer(project: &Project, state: &State, x: u8, y: u8, before: i64) -> i64 {
    let floor = &project.floors[usize::from(state.floor)];
    let enemy = |dx: i32, dy: i32| {
        let cell = floor.cell(i32::from(x) + dx, i32::from(y) + dy)?;
        fight::enemy_at(project, state, cell).filter(|&enemy| state.enemies[enemy as usize].has(16))
    };
    let pairs = [(enemy(-1, 0), enemy(1, 0)), (enemy(0, -1), enemy(0, 1))];
    let mut between = pairs.into_iter().filter(|(a, b)| a.is_some() && a == b).filter_map(|(a, _)| a).peekable();
    let left = state.stat(Stat::Hp) - before;
    if between.peek().is_none() || left <= 1 {
        return 0;
    }
    let half = left / 2;
    if !project.pincer_max {
        return half;
    }
    between.filter_map(|enemy| fight::fight(project, state, enemy, None)).map(|fight| fight.damage).fold(half, i64::min)
}
