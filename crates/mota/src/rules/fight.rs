//! Fights: what one costs, with every special of the platform and any set of them.

use crate::rules::equipment::raised;
use crate::rules::expression::Stat;
use crate::rules::model::{Enemy, Project};
use crate::rules::special::{Part, Parts, adjust};
use crate::rules::state::State;
use std::borrow::Cow;

/// A monster as it stands in a fight.
#[derive(Clone, Copy, Debug)]
struct Opponent<'a> {
    kind: &'a Enemy,
    hp: f64,
    attack: f64,
    defence: f64,
}

/// What a fight does, before it is fought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// Hp that it costs; below 0 where the tower allows it.
    pub damage: i64,
    /// Cells of monsters that come to help.
    pub helpers: Vec<u16>,
}

/// The numbers of the hero that a fight asks about.
#[derive(Clone, Copy)]
struct Fighter {
    hp: f64,
    attack: f64,
    defence: f64,
    magic: f64,
}

/// What a fight against a kind of monster would cost, on a cell of the hero's floor where it stands on one; none where it
/// cannot be won at any hp.
pub fn fight(project: &Project, state: &State, enemy: u32, cell: Option<u16>) -> Option<Fight> {
    fight_on(project, state, state.floor, enemy, cell)
}

/// What a fight would cost on a cell of another floor, if the hero stood there.
pub(crate) fn fight_on(project: &Project, state: &State, floor: u16, enemy: u32, cell: Option<u16>) -> Option<Fight> {
    let helpers = cell.map_or_else(Vec::new, |cell| helpers(project, state, floor, cell));
    let has_halo = |&helper: &u16| {
        enemy_on(project, state, floor, helper).is_some_and(|helper| state.enemies[helper as usize].has(25))
    };
    // What the platform asks before a fight counts the halos of helpers, who have left their cells when it is fought.
    if helpers.iter().any(has_halo) {
        cost(project, state, (floor, cell), enemy, &helpers, &[]).filter(|&damage| state.survives(damage))?;
    }
    let damage = cost(project, state, (floor, cell), enemy, &helpers, &helpers)?;
    Some(Fight { damage, helpers })
}

/// The hp that a fight with some helpers costs, where the halos of some cells are gone.
fn cost(
    project: &Project,
    state: &State,
    (floor, cell): (u16, Option<u16>),
    enemy: u32,
    helpers: &[u16],
    gone: &[u16],
) -> Option<i64> {
    let hero = Fighter {
        hp: state.stats[0].max(0) as f64,
        attack: raised(project, state, Stat::Attack).max(0) as f64,
        defence: raised(project, state, Stat::Defence).max(0) as f64,
        magic: raised(project, state, Stat::Magic).max(0) as f64,
    };
    let kind = kind_on(state, floor, cell, enemy).filter(|kind| kind.is_known)?;
    let kind = &*kind;
    let has_cross = state.item(project.known.cross) > 0;
    let times = attack_times(project, state, enemy);
    let foe = opponent(project, state, kind, (floor, cell), &hero, gone);
    let mut parts = exchange(project, state, &foe, &hero, times, has_cross)?;
    let [.., before, blow, counter, rounds, damage] = &mut parts;
    let mut so_far = *rounds;
    // Helpers are raised like any monster, but by halos that reach the whole floor alone. Magic defence counts once.
    let bare = Fighter { magic: 0.0, ..hero };
    for &helper in helpers {
        // Each helper strikes in the rounds before its own, too.
        let number = enemy_on(project, state, floor, helper)?;
        let kind = state.enemies.get(number as usize)?;
        let own = self::opponent(project, state, kind, (floor, None), &bare, gone);
        let times = attack_times(project, state, number);
        let [.., early, blow, counter, rounds, _] = exchange(project, state, &own, &bare, times, has_cross)?;
        so_far += rounds;
        *before += lost(project, state, kind, early + (so_far - 1.0) * blow + so_far * counter).floor();
    }
    *rounds = rounds.max(1.0);
    *damage = lost(project, state, kind, *before + (*rounds - 1.0) * *blow + *rounds * *counter - hero.magic);
    adjust(project, state, kind, &mut parts, &[Part::Damage]);
    Some(parts[Part::Damage as usize].floor() as i64)
}

/// What a fight costs whose blows cost this much: hatred and what a monster always takes come on top of it.
fn lost(project: &Project, state: &State, kind: &Enemy, blows: f64) -> f64 {
    let blows = if project.negative_damage { blows } else { blows.max(0.0) };
    let hatred = if kind.has(17) { state.flag(project.known.hatred).number() } else { 0.0 };
    blows + hatred + if kind.has(22) { kind.numbers.fixed } else { 0.0 }
}

/// A kind of monster with what events have made of the one on a cell.
pub(crate) fn kind_on(state: &State, floor: u16, cell: Option<u16>, enemy: u32) -> Option<Cow<'_, Enemy>> {
    let mut kind = Cow::Borrowed(state.enemies.get(enemy as usize)?);
    for &((of, at, part), number) in state.on_cells.iter() {
        if of == floor && Some(at) == cell {
            part.set(kind.to_mut(), number);
        }
    }
    Some(kind)
}

/// The number of the platform's skill that doubles the attack.
pub(crate) const DOUBLE_ATTACK: f64 = 1.0;

/// How many times the attack counts against a kind of monster.
fn attack_times(project: &Project, state: &State, enemy: u32) -> f64 {
    let skill = if state.flag(project.known.skill).number() == DOUBLE_ATTACK { 2.0 } else { 1.0 };
    let scope = crate::rules::event_context::EventContext::nothing(project, state);
    let rules = project.extra.attack.iter().filter(|(_, against, _)| against.contains(&enemy));
    rules.filter(|(when, ..)| when.holds(&scope)).map(|&(.., times)| times as f64).product::<f64>() * skill
}

/// A monster with what mimicry, hardness and halos make of it.
fn opponent<'a>(
    project: &Project,
    state: &State,
    kind: &'a Enemy,
    at: (u16, Option<u16>),
    hero: &Fighter,
    gone: &[u16],
) -> Opponent<'a> {
    let (mut attack, mut defence) = (kind.attack, kind.defence);
    if kind.has(10) {
        (attack, defence) = (hero.attack, hero.defence);
    }
    if kind.has(3) && defence < hero.attack - 1.0 {
        defence = hero.attack - 1.0;
    }
    let halo = halo(project, state, at.0, at.1, gone);
    let with = |number: f64, percent: f64| (number * (1.0 + percent / 100.0)).floor();
    Opponent { kind, hp: with(kind.hp, halo[0]), attack: with(attack, halo[1]), defence: with(defence, halo[2]) }
}

/// What halos add on a floor, in percent, without those of some cells.
fn halo(project: &Project, state: &State, on: u16, cell: Option<u16>, gone: &[u16]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    if state.specials >> 25 & 1 == 0 {
        return sum;
    }
    let floor = &project.floors[usize::from(on)];
    let mut counted = Vec::new();
    for other in 0..floor.map.len() as u16 {
        let Some(number) = enemy_on(project, state, on, other) else { continue };
        let enemy = &state.enemies[number as usize];
        if !enemy.has(25) || gone.contains(&other) {
            continue;
        }
        let reaches = match (enemy.numbers.halo_range, cell) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(range), Some(cell)) => {
                let (a, b) = (floor.at(cell), floor.at(other));
                let (dx, dy) = (f64::from(a.0.abs_diff(b.0)), f64::from(a.1.abs_diff(b.1)));
                dx + dy <= range || (enemy.numbers.halo_square && dx <= range && dy <= range)
            }
        };
        if reaches && (enemy.numbers.halo_adds || !counted.contains(&number)) {
            counted.push(number);
            for (sum, percent) in sum.iter_mut().zip(enemy.numbers.halo) {
                *sum += percent;
            }
        }
    }
    sum
}

/// The monster on a cell of the hero's floor.
pub(crate) fn enemy_at(project: &Project, state: &State, cell: u16) -> Option<u32> {
    enemy_on(project, state, state.floor, cell)
}

/// The monster on a cell of a floor.
pub(crate) fn enemy_on(project: &Project, state: &State, floor: u16, cell: u16) -> Option<u32> {
    state.block(project, floor, cell)?.enemy.filter(|&enemy| (enemy as usize) < state.enemies.len())
}

/// Cells of monsters beside a cell that come to help.
fn helpers(project: &Project, state: &State, on: u16, cell: u16) -> Vec<u16> {
    if state.specials >> 26 & 1 == 0 {
        return Vec::new();
    }
    let floor = &project.floors[usize::from(on)];
    let (x, y) = floor.at(cell);
    let mut all = Vec::new();
    for dy in -1..=1 {
        for dx in -1..=1 {
            let beside = floor.cell(i32::from(x) + dx, i32::from(y) + dy).filter(|&beside| beside != cell);
            let helps =
                |beside: &u16| enemy_on(project, state, on, *beside).is_some_and(|e| state.enemies[e as usize].has(26));
            all.extend(beside.filter(helps));
        }
    }
    all
}

/// The parts of a fight but for its damage as a whole.
fn exchange(
    project: &Project,
    state: &State,
    opponent: &Opponent<'_>,
    hero: &Fighter,
    times: f64,
    has_cross: bool,
) -> Option<Parts> {
    let kind = opponent.kind;
    let mut parts = [opponent.hp, opponent.attack, opponent.defence, 0.0, 0.0, 0.0, 0.0, 0.0];
    adjust(project, state, kind, &mut parts, &[Part::Hp, Part::Attack, Part::Defence]);
    let [mut hp, strength, defence, ..] = parts;
    if kind.has(20) && !has_cross {
        return None;
    }
    let constant =
        |name: &str| project.tables.constants.find(name).and_then(|n| project.constants.get(n as usize)).copied();
    let share = |own: f64, name: &str| if own > 0.0 { own } else { constant(name).unwrap_or(0.0) };
    let attack = hero.attack * times;
    let mut before = 0.0;
    if kind.has(11) {
        let drunk = (hero.hp * kind.numbers.vampire).floor();
        hp += if kind.numbers.heals { drunk } else { 0.0 };
        before += drunk;
    }
    let mut blow = if kind.has(2) { strength } else { strength - hero.defence }.max(0.0);
    for (special, blows) in [(4, 2.0), (5, 3.0), (6, kind.numbers.blows)] {
        if kind.has(special) {
            blow *= blows;
        }
    }
    let counter = if kind.has(8) { (share(kind.numbers.counter, "counterAttack") * attack).floor() } else { 0.0 };
    if kind.has(1) {
        before += blow;
    }
    if kind.has(7) {
        before += (share(kind.numbers.break_armor, "breakArmor") * hero.defence).floor();
    }
    if kind.has(9) {
        before += (share(kind.numbers.purify, "purify") * hero.magic).floor();
    }
    let dealt = attack - defence;
    if dealt <= 0.0 {
        return None;
    }
    parts[0] = hp;
    [parts[3], parts[4], parts[5], parts[6]] = [before, blow, counter, (hp / dealt).ceil()];
    adjust(project, state, kind, &mut parts, &[Part::Before, Part::Blow, Part::Counter, Part::Rounds]);
    Some(parts)
}
