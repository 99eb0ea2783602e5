//! Towers generated from a seed, for play, tests and measurements.
//!
//! There are two styles: [`rooms`] connected by gates, with a [`story`] that ensures that the boss can be beaten, and
//! the [`cave`], which ensures nothing.

mod cave;
mod rooms;
mod story;

use super::combat::{Special, Version};
use super::state::{Cell, Hero, MAX_CELLS, MAX_DECISIONS, MAX_SIDE, State, Tower};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use crate::random::SplitMix64;
use thiserror::Error;

/// The layout of a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Rooms connected by gates; monsters grow with the hero, and the boss can be beaten.
    Rooms,
    /// A cave in which everything is placed at random: harder to solve than to play.
    #[default]
    Cave,
}

/// The parameters of a generated tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TowerRecipe {
    /// Rows, 1 to [`MAX_SIDE`].
    pub rows: usize,
    /// Columns, 1 to [`MAX_SIDE`].
    pub cols: usize,
    /// Number of doors and monsters, including the boss, as far as there is room.
    pub decisions: usize,
    /// The rules; v2 uses all ten specials.
    pub version: Version,
    /// The hero's hp, at least 1.
    pub hp: i64,
    /// The layout.
    pub style: Style,
    /// The seed. The same recipe gives the same tower.
    pub seed: u64,
}

impl Default for TowerRecipe {
    fn default() -> Self {
        TowerRecipe { rows: 13, cols: 13, decisions: 30, version: Version::V1, hp: 500, style: Style::Cave, seed: 1 }
    }
}

/// Why no tower can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadRecipe {
    /// The numbers of rows or columns are out of range.
    #[error("size {0} x {1}: expected 1 to {MAX_SIDE} rows and columns, 2 to {MAX_CELLS} cells")]
    Size(usize, usize),
    /// There is no boss, or there are too many decisions.
    #[error("{0} decisions: expected 1 (the boss) to {most}", most = MAX_DECISIONS / 3)]
    Decisions(usize),
    /// The hero has no hp.
    #[error("hp {0}: expected at least 1")]
    NoHp(i64),
}

/// Generates a tower.
///
/// # Errors
/// The recipe has numbers out of range.
pub fn generate(recipe: &TowerRecipe) -> Result<(Tower, State), BadRecipe> {
    let TowerRecipe { rows, cols, decisions, version, hp, style, seed } = *recipe;
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
    let values = values(&mut chance, version);
    let tower = Tower { rows, cols, version, values, monsters: [None; MonsterId::NUM] };
    Ok(match style {
        Style::Cave => cave::build(tower, hero, decisions, &mut chance),
        Style::Rooms => story::build(tower, hero, decisions, &mut chance),
    })
}

/// Number of kinds of monsters for a number of decisions.
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

/// A random special; every other monster is plain.
fn special(chance: &mut Chance, version: Version) -> Special {
    let specials = if version == Version::V1 { 5 } else { 10 };
    let number = if chance.below(2) == 0 { 0 } else { chance.below(specials) as i64 };
    Special::from_number(number, version).unwrap_or(Special::Plain)
}

/// The random numbers for a tower.
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
        for seed in 0..400 {
            let version = if seed % 2 == 0 { Version::V1 } else { Version::V2 };
            let style = if seed % 4 < 2 { Style::Cave } else { Style::Rooms };
            let (rows, cols) = (1 + seed as usize % 9, 2 + seed as usize % 11);
            let recipe = TowerRecipe { rows, cols, decisions: 1 + seed as usize % 20, version, hp: 100, style, seed };
            let (tower, state) = generate(&recipe).unwrap();
            let text = format::write(&tower, &state, "\n");
            assert_eq!(format::parse(&text), Ok((tower, state)), "{text}");
            let (again, state) = generate(&recipe).unwrap();
            assert_eq!(format::write(&again, &state, "\n"), text);
        }
    }

    #[test]
    fn a_large_tower_has_its_decisions() {
        for (style, seed) in
            [Style::Cave, Style::Rooms].into_iter().flat_map(|style| (1..=20).map(move |seed| (style, seed)))
        {
            let recipe = TowerRecipe { rows: 13, cols: 27, decisions: 60, style, seed, ..TowerRecipe::default() };
            let (_, state) = generate(&recipe).unwrap();
            let decisions = state.map.iter().filter(|tile| matches!(tile, Tile::Door(_) | Tile::Monster(_))).count();
            assert_eq!(decisions, 60, "{style:?}, seed {seed}");
        }
    }

    #[test]
    fn all_rooms_have_a_way_to_each_other() {
        for seed in 0..50 {
            let recipe =
                TowerRecipe { rows: 9, cols: 14, decisions: 25, style: Style::Rooms, seed, ..TowerRecipe::default() };
            let (tower, state) = generate(&recipe).unwrap();
            let mut reached = vec![tower.index(state.hero.at)];
            let mut next = 0;
            while let Some(&at) = reached.get(next) {
                for cell in tower.neighbours(tower.cell(at)).map(|cell| tower.index(cell)) {
                    if state.map[cell] != Tile::Wall && !reached.contains(&cell) {
                        reached.push(cell);
                    }
                }
                next += 1;
            }
            let open = state.map.iter().filter(|&&tile| tile != Tile::Wall).count();
            assert_eq!(reached.len(), open, "{}", format::write(&tower, &state, "\n"));
        }
    }

    #[test]
    fn bad_recipes_are_refused() {
        let good = TowerRecipe::default();
        for bad in [
            TowerRecipe { rows: 0, ..good },
            TowerRecipe { rows: 1, cols: 1, ..good },
            TowerRecipe { cols: MAX_SIDE + 1, ..good },
            TowerRecipe { decisions: 0, ..good },
            TowerRecipe { hp: 0, ..good },
        ] {
            assert!(generate(&bad).is_err(), "{bad:?}");
        }
    }
}
