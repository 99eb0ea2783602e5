//! A single key stroke: its effect, or why it is not allowed.

use super::combat::Unhurt;
use super::state::{Direction, Hero, State, Tower};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use crate::in_english;
use crate::sentence;
use crate::sentence::Sentence;
use thiserror::Error;

/// The effect of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEvent {
    /// The hero walked.
    Walked,
    /// The hero walked onto an item and took it.
    Took(Tile),
    /// The hero opened a door with a key and now stands in its place.
    Opened(Colour),
    /// The hero fought and won; he stays where he was.
    Fought {
        /// The monster.
        monster: MonsterId,
        /// The hp it cost.
        damage: i64,
    },
}

/// Why a step is not allowed. The state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Blocked {
    /// The game is over because the boss is dead.
    Over,
    /// The edge of the map.
    Rim,
    /// A wall is in the way.
    Wall,
    /// The hero has no key for the door.
    NoKey(Colour),
    /// The hero cannot hurt the monster.
    Unhurt {
        /// The monster.
        monster: MonsterId,
        /// The attack and the defence.
        unhurt: Unhurt,
    },
    /// The monster would kill the hero.
    Deadly {
        /// The monster.
        monster: MonsterId,
        /// The hp the fight would cost.
        damage: i64,
        /// The hero's hp.
        hp: i64,
    },
}

impl From<&Blocked> for Sentence {
    fn from(blocked: &Blocked) -> Sentence {
        match *blocked {
            Blocked::Over => "the game is over: the boss is dead".into(),
            Blocked::Rim => "the way leads off the map".into(),
            Blocked::Wall => "a wall is in the way".into(),
            Blocked::NoKey(Colour::Yellow) => "no yellow key for the door".into(),
            Blocked::NoKey(Colour::Blue) => "no blue key for the door".into(),
            Blocked::NoKey(Colour::Red) => "no red key for the door".into(),
            Blocked::Unhurt { monster, unhurt: Unhurt { attack, defence } } => {
                sentence!("{} cannot be hurt: attack {} does not pierce defence {}", named(monster), attack, defence)
            }
            Blocked::Deadly { monster, damage, hp } => {
                sentence!("{} would cost {} of {} hp", named(monster), damage, hp)
            }
        }
    }
}

/// A monster's name in a sentence.
fn named(monster: MonsterId) -> Sentence {
    if monster.is_boss() { "boss".into() } else { sentence!("monster {}", monster.code()) }
}

in_english!(Blocked);

impl Hero {
    /// Takes an item whose value is in `values`.
    pub fn take(&mut self, item: Tile, values: &[i64; Treasure::NUM]) {
        match item {
            Tile::Key(colour) => self.keys[colour.index()] += 1,
            Tile::Treasure(treasure) => {
                let value = values[treasure.index()];
                match treasure {
                    Treasure::RedGem => self.attack += value,
                    Treasure::BlueGem => self.defence += value,
                    Treasure::GreenGem => self.magic += value,
                    _ => self.hp += value,
                }
            }
            Tile::Road | Tile::Wall | Tile::Door(_) | Tile::Monster(_) => {}
        }
    }
}

impl Tower {
    /// The hp a fight with this monster would cost the hero, or why he may not start it.
    pub fn fight(&self, hero: &Hero, monster: MonsterId) -> Result<i64, Blocked> {
        let Some(kind) = self.monster(monster) else { return Err(Blocked::Wall) };
        let damage =
            kind.damage(hero.attack, hero.defence, hero.magic).map_err(|unhurt| Blocked::Unhurt { monster, unhurt })?;
        if hero.hp > damage { Ok(damage) } else { Err(Blocked::Deadly { monster, damage, hp: hero.hp }) }
    }

    /// Takes one step: walks, takes, opens or fights.
    pub fn step(&self, state: &mut State, direction: Direction) -> Result<StepEvent, Blocked> {
        if state.won {
            return Err(Blocked::Over);
        }
        let target = self.neighbour(state.hero.at, direction).ok_or(Blocked::Rim)?;
        let index = self.index(target);
        let tile = state.map[index];
        let event = match tile {
            Tile::Wall => return Err(Blocked::Wall),
            Tile::Road => StepEvent::Walked,
            Tile::Key(_) | Tile::Treasure(_) => {
                state.hero.take(tile, &self.values);
                StepEvent::Took(tile)
            }
            Tile::Door(colour) => {
                let keys = &mut state.hero.keys[colour.index()];
                *keys = keys.checked_sub(1).ok_or(Blocked::NoKey(colour))?;
                StepEvent::Opened(colour)
            }
            Tile::Monster(monster) => {
                let damage = self.fight(&state.hero, monster)?;
                state.hero.hp -= damage;
                state.won = monster.is_boss();
                StepEvent::Fought { monster, damage }
            }
        };
        state.map[index] = Tile::Road;
        if !matches!(event, StepEvent::Fought { .. }) {
            state.hero.at = target;
        }
        Ok(event)
    }
}
