//! Towers from a seed, for tests and measurements.
//!
//! A cave is grown from the hero's cell: a wall falls where it touches the cave on one side, and now and then where it
//! touches it twice, which makes loops. The boss takes the farthest dead end. Doors and monsters stand in passages
//! first, items in dead ends first, monsters the stronger the farther from the hero. Nothing promises that the boss can
//! be killed.

use super::combat::{Monster, Special, Version};
use super::state::{Cell, Hero, MAX_CELLS, MAX_DECISIONS, MAX_SIDE, State, Tower};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use crate::random::SplitMix64;
use std::collections::VecDeque;
use thiserror::Error;

/// What a generated tower is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Rows, 1 to [`MAX_SIDE`].
    pub rows: usize,
    /// Columns, 1 to [`MAX_SIDE`].
    pub cols: usize,
    /// Doors and monsters, the boss among them, as far as there is room.
    pub decisions: usize,
    /// The rules; v2 brings all ten specials.
    pub version: Version,
    /// The hero's hp, at least 1.
    pub hp: i64,
    /// The same recipe gives the same tower.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe { rows: 13, cols: 13, decisions: 30, version: Version::V1, hp: 500, seed: 1 }
    }
}

/// Why a recipe cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadRecipe {
    /// Too few or too many rows or columns.
    #[error("size {0} x {1}: expected 1 to {MAX_SIDE} rows and columns, 2 to {MAX_CELLS} cells")]
    Size(usize, usize),
    /// No boss, or too much.
    #[error("{0} decisions: expected 1 (the boss) to {most}", most = MAX_DECISIONS / 3)]
    Decisions(usize),
    /// A dead hero.
    #[error("hp {0}: expected at least 1")]
    NoHp(i64),
}

/// Makes the tower of a recipe.
pub fn generate(recipe: &Recipe) -> Result<(Tower, State), BadRecipe> {
    let Recipe { rows, cols, decisions, version, hp, seed } = *recipe;
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) || !(2..=MAX_CELLS).contains(&(rows * cols)) {
        return Err(BadRecipe::Size(rows, cols));
    }
    if !(1..=MAX_DECISIONS / 3).contains(&decisions) {
        return Err(BadRecipe::Decisions(decisions));
    }
    if hp < 1 {
        return Err(BadRecipe::NoHp(hp));
    }
    let mut chance = Chance(SplitMix64::new(seed));
    let hero = Hero {
        hp,
        attack: 8 + chance.below(5) as i64,
        defence: 3 + chance.below(6) as i64,
        magic: if chance.below(4) == 0 { chance.below(10) as i64 } else { 0 },
        keys: [0; Colour::NUM],
        at: Cell { row: chance.below(rows) as u16, col: chance.below(cols) as u16 },
    };
    let mut tower =
        Tower { rows, cols, version, values: values(&mut chance, version), monsters: [None; MonsterId::NUM] };
    tower.monsters = monsters(&mut chance, &hero, version, kinds(decisions));
    let map = grow(&tower, hero.at, &mut chance);
    let mut state = State { hero, map, won: false };
    furnish(&tower, &mut state, decisions, &mut chance);
    Ok((tower, state))
}

/// Kinds of monsters for so many decisions.
fn kinds(decisions: usize) -> usize {
    (2 + decisions / 5).min(20)
}

fn values(chance: &mut Chance, version: Version) -> [i64; Treasure::NUM] {
    let gem = 1 + chance.below(3) as i64;
    let potion = 20 + 10 * chance.below(8) as i64;
    let mut values = [gem, gem, 2 + chance.below(8) as i64, potion, 2 * potion, 3 * potion, 4 * potion];
    if version == Version::V1 {
        values[5..].fill(0);
    }
    values
}

fn monsters(chance: &mut Chance, hero: &Hero, version: Version, kinds: usize) -> [Option<Monster>; MonsterId::NUM] {
    let specials = if version == Version::V1 { 5 } else { 10 };
    let mut monsters = [None; MonsterId::NUM];
    let codes = (51..51 + kinds as u32).chain([99]);
    for (strength, id) in codes.filter_map(MonsterId::from_code).enumerate() {
        let strength = strength as i64;
        // Every other monster is plain.
        let number = if chance.below(2) == 0 { 0 } else { chance.below(specials) as i64 };
        monsters[id.index()] = Some(Monster {
            hp: 10 + 8 * strength + chance.below(40) as i64,
            attack: hero.defence + 1 + chance.below(6 + 2 * strength as usize) as i64,
            defence: (hero.attack - 6 + chance.below(5 + strength as usize / 2) as i64).max(0),
            special: Special::from_number(number, version).unwrap_or(Special::Plain),
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

/// Puts everything into the cave.
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
    // The farthest dead end, else the farthest cell.
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

fn treasure(chance: &mut Chance, version: Version) -> Tile {
    use Treasure::{BlueGem, GreenGem, GreenPotion, LargePotion, RedGem, SmallPotion, YellowPotion};
    let many = [RedGem, RedGem, RedGem, BlueGem, BlueGem, BlueGem, GreenGem, SmallPotion, SmallPotion, SmallPotion];
    let few = [LargePotion, YellowPotion, GreenPotion];
    let choice = chance.below(12);
    Tile::Treasure(match (many.get(choice), version) {
        (Some(&treasure), _) => treasure,
        (None, Version::V1) => LargePotion,
        (None, Version::V2) => few[chance.below(3)],
    })
}

/// Steps from the hero to every cell of the cave.
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

/// The random numbers of a tower.
struct Chance(SplitMix64);

impl Chance {
    /// A number from 0 to `count - 1`.
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::format;

    #[test]
    fn generated_towers_are_sound_and_the_same_again() {
        for seed in 0..200 {
            let version = if seed % 2 == 0 { Version::V1 } else { Version::V2 };
            let (rows, cols) = (1 + seed as usize % 9, 2 + seed as usize % 11);
            let recipe = Recipe { rows, cols, decisions: 1 + seed as usize % 20, version, hp: 100, seed };
            let (tower, state) = generate(&recipe).unwrap();
            let text = format::write(&tower, &state, "\n");
            assert_eq!(format::parse(&text), Ok((tower, state)), "{text}");
            let (again, state) = generate(&recipe).unwrap();
            assert_eq!(format::write(&again, &state, "\n"), text);
        }
    }

    #[test]
    fn a_large_tower_has_its_decisions() {
        let recipe = Recipe { rows: 13, cols: 27, decisions: 60, ..Recipe::default() };
        let (_, state) = generate(&recipe).unwrap();
        let decisions = state.map.iter().filter(|tile| matches!(tile, Tile::Door(_) | Tile::Monster(_))).count();
        assert_eq!(decisions, 60);
    }

    #[test]
    fn bad_recipes_are_refused() {
        let good = Recipe::default();
        for bad in [
            Recipe { rows: 0, ..good },
            Recipe { rows: 1, cols: 1, ..good },
            Recipe { cols: MAX_SIDE + 1, ..good },
            Recipe { decisions: 0, ..good },
            Recipe { hp: 0, ..good },
        ] {
            assert!(generate(&bad).is_err(), "{bad:?}");
        }
    }
}
