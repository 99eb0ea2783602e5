//! The contents of a cell, and its code in the text format.
//!
//! | code | tile | code | tile |
//! |---|---|---|---|
//! | 10 | road | 27 28 | small, large potion |
//! | 11 | wall | 29 30 | yellow, green potion (rules v2) |
//! | 21 22 23 | yellow, blue, red key | 31 32 33 | yellow, blue, red door |
//! | 24 25 26 | red, blue, green gem | 51-70 | monsters |
//! | | | 99 | the boss |

use crate::sentence;
use crate::sentence::Sentence;

/// A colour of keys and doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Yellow: keys 21, doors 31.
    Yellow = 0,
    /// Blue: keys 22, doors 32.
    Blue = 1,
    /// Red: keys 23, doors 33.
    Red = 2,
}

impl Colour {
    /// Number of colours.
    pub const NUM: usize = 3;
    /// All colours, in the order of their codes.
    pub const ALL: [Colour; 3] = [Colour::Yellow, Colour::Blue, Colour::Red];

    /// 0 to 2, for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }
}

/// An item whose value is in the file's line of values, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Treasure {
    /// Raises the attack (24).
    RedGem = 0,
    /// Raises the defence (25).
    BlueGem = 1,
    /// Raises the magic defence (26).
    GreenGem = 2,
    /// Raises the hp (27).
    SmallPotion = 3,
    /// Raises the hp (28).
    LargePotion = 4,
    /// Raises the hp (29; rules v2).
    YellowPotion = 5,
    /// Raises the hp (30; rules v2).
    GreenPotion = 6,
}

impl Treasure {
    /// Number of treasures.
    pub const NUM: usize = 7;
    /// All treasures, in the order of the line of values.
    pub const ALL: [Treasure; 7] = [
        Treasure::RedGem,
        Treasure::BlueGem,
        Treasure::GreenGem,
        Treasure::SmallPotion,
        Treasure::LargePotion,
        Treasure::YellowPotion,
        Treasure::GreenPotion,
    ];

    /// 0 to 6, for indexing the line of values.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Treasure::RedGem => "red gem",
            Treasure::BlueGem => "blue gem",
            Treasure::GreenGem => "green gem",
            Treasure::SmallPotion => "small potion",
            Treasure::LargePotion => "large potion",
            Treasure::YellowPotion => "yellow potion",
            Treasure::GreenPotion => "green potion",
        }
    }
}

/// The code of a kind of monster: 51 to 70, or 99 for the boss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MonsterId(u8);

impl MonsterId {
    /// The boss.
    pub const BOSS: MonsterId = MonsterId(99);
    /// Number of kinds.
    pub const NUM: usize = 21;

    /// The kind with this code; `None` if there is none.
    pub fn from_code(code: u32) -> Option<MonsterId> {
        matches!(code, 51..=70 | 99).then_some(MonsterId(code as u8))
    }

    /// The code in the text format.
    pub const fn code(self) -> u32 {
        self.0 as u32
    }

    /// 0 to 20 (the boss), for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        if self.0 == 99 { 20 } else { self.0 as usize - 51 }
    }

    /// Whether it is the boss.
    #[inline]
    pub const fn is_boss(self) -> bool {
        self.0 == 99
    }
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Free to walk on.
    Road,
    /// Can never be entered.
    Wall,
    /// A key to pick up.
    Key(Colour),
    /// A gem or a potion to pick up.
    Treasure(Treasure),
    /// Costs a key of its colour.
    Door(Colour),
    /// A monster to be fought, or the boss.
    Monster(MonsterId),
}

impl Tile {
    /// The tile with this code; `None` if there is none.
    pub fn from_code(code: u32) -> Option<Tile> {
        Some(match code {
            10 => Tile::Road,
            11 => Tile::Wall,
            21..=23 => Tile::Key(Colour::ALL[code as usize - 21]),
            24..=30 => Tile::Treasure(Treasure::ALL[code as usize - 24]),
            31..=33 => Tile::Door(Colour::ALL[code as usize - 31]),
            _ => Tile::Monster(MonsterId::from_code(code)?),
        })
    }

    /// The code in the text format.
    pub fn code(self) -> u32 {
        match self {
            Tile::Road => 10,
            Tile::Wall => 11,
            Tile::Key(colour) => 21 + colour.index() as u32,
            Tile::Treasure(treasure) => 24 + treasure.index() as u32,
            Tile::Door(colour) => 31 + colour.index() as u32,
            Tile::Monster(id) => id.code(),
        }
    }

    /// Whether it is picked up by walking onto it: keys, gems and potions.
    #[inline]
    pub fn is_item(self) -> bool {
        matches!(self, Tile::Key(_) | Tile::Treasure(_))
    }

    /// What people call it.
    pub fn name(self) -> Sentence {
        match self {
            Tile::Road => "road".into(),
            Tile::Wall => "wall".into(),
            Tile::Key(Colour::Yellow) => "yellow key".into(),
            Tile::Key(Colour::Blue) => "blue key".into(),
            Tile::Key(Colour::Red) => "red key".into(),
            Tile::Treasure(treasure) => treasure.name().into(),
            Tile::Door(Colour::Yellow) => "yellow door".into(),
            Tile::Door(Colour::Blue) => "blue door".into(),
            Tile::Door(Colour::Red) => "red door".into(),
            Tile::Monster(MonsterId::BOSS) => "boss".into(),
            Tile::Monster(id) => sentence!("monster {}", id.code()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_tiles_correspond() {
        let known: Vec<u32> = (0..200).filter(|&code| Tile::from_code(code).is_some()).collect();
        let listed: Vec<u32> = [10, 11].into_iter().chain(21..=33).chain(51..=70).chain([99]).collect();
        assert_eq!(known, listed);
        for code in known {
            assert_eq!(Tile::from_code(code).unwrap().code(), code);
        }
    }

    #[test]
    fn monster_indices_are_distinct() {
        let mut seen = [false; MonsterId::NUM];
        for code in (51..=70).chain([99]) {
            let index = MonsterId::from_code(code).unwrap().index();
            assert!(!std::mem::replace(&mut seen[index], true));
        }
    }
}
