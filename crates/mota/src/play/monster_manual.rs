//! The book of monsters: what each kind on the hero's floor costs him now, and what he needs to pay less.

use crate::rules::expression::Stat;
use crate::rules::fight::{enemy_on, fight_on};
use crate::rules::model::Project;
use crate::rules::state::State;
use serde::Serialize;

/// A kind of monster on the hero's floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BookEntry {
    /// Its number among the tower's monsters.
    #[serde(skip)]
    pub enemy: u32,
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How many of it are on the floor.
    pub count: usize,
    /// Hit points.
    pub hp: i64,
    pub attack: i64,
    pub defence: i64,
    /// Gold for it.
    pub gold: i64,
    /// Experience for it.
    pub experience: i64,
    /// Its specials, by number.
    pub specials: Vec<u64>,
    /// What the table calls those of its specials that are the tower's own.
    pub own_specials: Vec<String>,
    /// Hp that a fight with the first of them costs; `null` where it cannot be fought.
    pub damage: Option<i64>,
    /// The least attack with which it costs less; `null` where none is near.
    pub next: Option<Threshold>,
}

/// What more attack is good for: the least with which a fight costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Threshold {
    pub attack: i64,
    /// Hp that the fight costs then.
    pub damage: i64,
}

/// How much more attack is tried.
const NEAR: i64 = 500;

/// The kinds of monsters that stand on the hero's floor, in the order of its cells.
pub(crate) fn book(project: &Project, state: &State) -> Vec<BookEntry> {
    let mut all: Vec<BookEntry> = Vec::new();
    for cell in 0..project.floors[usize::from(state.floor)].map.len() as u16 {
        let Some(enemy) = enemy_on(project, state, state.floor, cell) else { continue };
        match all.iter_mut().find(|entry| entry.enemy == enemy) {
            Some(entry) => entry.count += 1,
            None => all.extend(entry(project, state, enemy, cell)),
        }
    }
    all
}

fn entry(project: &Project, state: &State, enemy: u32, cell: u16) -> Option<BookEntry> {
    let kind = state.enemies.get(enemy as usize)?;
    let mut specials: Vec<u64> = (1..=27).filter(|&special| kind.has(special)).map(u64::from).collect();
    let own: Vec<_> = kind.own.iter().filter_map(|&rule| project.extra.specials.get(usize::from(rule))).collect();
    specials.extend(own.iter().map(|rule| rule.number));
    let damage = damage(project, state, enemy, cell);
    Some(BookEntry {
        enemy,
        id: project.tables.enemies.name(enemy).to_owned(),
        name: kind.name.clone(),
        count: 1,
        hp: kind.hp as i64,
        attack: kind.attack as i64,
        defence: kind.defence as i64,
        gold: kind.money,
        experience: kind.experience,
        specials,
        own_specials: own.iter().map(|rule| rule.name.clone()).collect(),
        damage,
        next: next(project, state, enemy, cell, damage),
    })
}

fn damage(project: &Project, state: &State, enemy: u32, cell: u16) -> Option<i64> {
    let refused = state.enemies.get(enemy as usize).is_some_and(|kind| kind.unknown.is_some());
    let fight = fight_on(project, state, state.floor, enemy, Some(cell)).filter(|_| !refused);
    fight.map(|fight| fight.damage)
}

fn next(project: &Project, state: &State, enemy: u32, cell: u16, now: Option<i64>) -> Option<Threshold> {
    let mut stronger = state.clone();
    let attack = state.stat(Stat::Attack);
    // Who cannot hurt it needs more than its defence first.
    let first = match now {
        Some(_) => attack + 1,
        None => (attack + 1).max(state.enemies.get(enemy as usize)?.defence as i64 + 1),
    };
    (first..first.saturating_add(NEAR)).find_map(|attack| {
        stronger.set_stat(Stat::Attack, attack);
        let damage = damage(project, &stronger, enemy, cell)?;
        now.is_none_or(|now| damage < now).then_some(Threshold { attack, damage })
    })
}
