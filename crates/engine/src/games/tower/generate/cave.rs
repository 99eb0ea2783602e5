//! A cave, grown from the hero's cell. A wall is removed where it touches the cave on one side, and occasionally where
//! it touches it twice, which makes loops. The boss gets the farthest dead end. Doors and monsters are placed in
//! passages first, items in dead ends first, and monsters are stronger the farther they are from the hero. Nothing
//! guarantees that the boss can be killed.

use super::{Chance, kinds, special, treasure};
use crate::games::tower::combat::{Monster, Version};
use crate::games::tower::state::{Cell, Hero, State, Tower};
use crate::games::tower::tile::{Colour, MonsterId, Tile};
use std::collections::VecDeque;

/// Makes the cave and its contents.
pub(super) fn build(mut tower: Tower, hero: Hero, decisions: usize, chance: &mut Chance) -> (Tower, State) {
    tower.monsters = monsters(chance, &hero, tower.version, kinds(decisions));
    let map = grow(&tower, hero.at, chance);
    let mut state = State { hero, map, won: false };
    furnish(&tower, &mut state, decisions, chance);
    (tower, state)
}

fn monsters(chance: &mut Chance, hero: &Hero, version: Version, kinds: usize) -> [Option<Monster>; MonsterId::NUM] {
    let mut monsters = [None; MonsterId::NUM];
    let codes = (51..51 + kinds as u32).chain([99]);
    for (strength, id) in codes.filter_map(MonsterId::from_code).enumerate() {
        let strength = strength as i64;
        let special = special(chance, version);
        monsters[id.index()] = Some(Monster {
            hp: 10 + 8 * strength + chance.below(40) as i64,
            attack: hero.defence + 1 + chance.below(6 + 2 * strength as usize) as i64,
            defence: (hero.attack - 6 + chance.below(5 + strength as usize / 2) as i64).max(0),
            special,
        });
    }
    monsters
}

/// Grows a cave around a cell.
fn grow(tower: &Tower, from: Cell, chance: &mut Chance) -> Box<[Tile]> {
    let mut map = vec![Tile::Wall; tower.rows * tower.cols].into_boxed_slice();
    map[tower.index(from)] = Tile::Road;
    let mut rim: Vec<Cell> = tower.neighbours(from).collect();
    while !rim.is_empty() {
        let cell = rim.swap_remove(chance.below(rim.len()));
        let touching = tower.neighbours(cell).filter(|&next| map[tower.index(next)] == Tile::Road).count();
        let falls = touching == 1 || (touching == 2 && chance.below(12) == 0);
        if map[tower.index(cell)] == Tile::Wall && falls {
            map[tower.index(cell)] = Tile::Road;
            rim.extend(tower.neighbours(cell));
        }
    }
    map
}

/// Places everything in the cave.
fn furnish(tower: &Tower, state: &mut State, decisions: usize, chance: &mut Chance) {
    let distances = distances(tower, state);
    let farthest = distances.iter().flatten().copied().max().unwrap_or(1).max(1);
    let degree = |state: &State, cell: Cell| {
        tower.neighbours(cell).filter(|&next| tower.tile(state, next) != Tile::Wall).count()
    };
    let mut cells: Vec<Cell> =
        (0..state.map.len()).filter(|&i| distances[i].is_some()).map(|i| tower.cell(i)).collect();
    cells.retain(|&cell| cell != state.hero.at);
    chance.shuffle(&mut cells);
    // The farthest dead end, or the farthest cell if there is none.
    let boss = cells.iter().copied().max_by_key(|&cell| (degree(state, cell) == 1, distances[tower.index(cell)]));
    let Some(boss) = boss else { return };
    state.map[tower.index(boss)] = Tile::Monster(MonsterId::BOSS);
    cells.retain(|&cell| cell != boss);
    // Passages first.
    cells.sort_by_key(|&cell| degree(state, cell) < 2);
    let kinds = kinds(decisions);
    let split = (decisions - 1).min(cells.len());
    let mut doors = Vec::new();
    for &cell in &cells[..split] {
        let far = distances[tower.index(cell)].unwrap_or(0) as usize * kinds / (farthest as usize + 1);
        state.map[tower.index(cell)] = if chance.below(4) == 0 {
            let colour = Colour::ALL[[0, 0, 0, 1, 1, 2][chance.below(6)]];
            doors.push(colour);
            Tile::Door(colour)
        } else {
            let kind = (far + chance.below(3)).saturating_sub(1).min(kinds - 1);
            MonsterId::from_code(51 + kind as u32).map_or(Tile::Road, Tile::Monster)
        };
    }
    // Dead ends first: keys for most doors, then gems and potions.
    let mut rest = cells[split..].to_vec();
    rest.sort_by_key(|&cell| degree(state, cell) >= 2);
    let items = (decisions + decisions / 2).min(rest.len());
    for &cell in &rest[..items] {
        let key = doors.pop().filter(|_| chance.below(6) != 0);
        state.map[tower.index(cell)] = key.map_or_else(|| treasure(chance, tower.version), Tile::Key);
    }
}

/// Number of steps from the hero to every cell of the cave.
fn distances(tower: &Tower, state: &State) -> Vec<Option<u32>> {
    let mut distances = vec![None; state.map.len()];
    distances[tower.index(state.hero.at)] = Some(0);
    let mut open = VecDeque::from([(state.hero.at, 0)]);
    while let Some((cell, steps)) = open.pop_front() {
        for next in tower.neighbours(cell) {
            let slot = &mut distances[tower.index(next)];
            if state.map[tower.index(next)] != Tile::Wall && slot.is_none() {
                *slot = Some(steps + 1);
                open.push_back((next, steps + 1));
            }
        }
    }
    distances
}
