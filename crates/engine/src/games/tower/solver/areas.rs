//! Contracts the map: areas that can be walked freely, and the blocks between them.
//!
//! ```text
//! 10 24 11 27        area 0: the hero's, a red gem in it; area 1: a potion
//! 11 51 10 10        block 0: the monster, touches both areas
//! ```
//! An area is a connected set of road and items; its items are taken as soon as it is entered. A block is a decision: a
//! door, a monster, or a gem that may do harm ([`super::harm`]). What is behind the boss does not matter, because the
//! game ends when he dies.

use super::super::state::{Cell, Hero, State, Tower};
use super::super::tile::{Colour, MonsterId, Tile};
use super::harm::Harm;

/// The immediate gain from entering an area or taking a gem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Loot {
    /// Added attack.
    pub attack: i64,
    /// Added defence.
    pub defence: i64,
    /// Added magic defence.
    pub magic: i64,
    /// Added hp.
    pub hp: i64,
    /// Keys, by [`Colour::index`].
    pub keys: [u32; Colour::NUM],
}

impl Loot {
    fn add(&mut self, tower: &Tower, item: Tile) {
        let mut hero = Hero {
            hp: self.hp,
            attack: self.attack,
            defence: self.defence,
            magic: self.magic,
            keys: self.keys,
            at: Cell { row: 0, col: 0 },
        };
        hero.take(item, &tower.values);
        *self = Loot { attack: hero.attack, defence: hero.defence, magic: hero.magic, hp: hero.hp, keys: hero.keys };
    }

    /// Whether there is no gain.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Loot::default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A door, which costs a key.
    Door(Colour),
    /// A monster or the boss, which costs hp.
    Monster(MonsterId),
    /// A gem that may do harm, which costs nothing.
    Gem(Loot),
}

/// A cell that is a decision.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub cell: Cell,
    pub kind: Kind,
    /// The areas it touches.
    pub areas: Vec<usize>,
    /// The blocks it touches directly.
    pub blocks: Vec<usize>,
}

impl Block {
    /// Whether it is the boss.
    pub(crate) fn is_boss(&self) -> bool {
        self.kind == Kind::Monster(MonsterId::BOSS)
    }
}

/// The reachable part of a contracted map.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    /// The loot in each area; area 0 is the hero's.
    pub(crate) loot: Vec<Loot>,
    /// The blocks adjacent to each area.
    pub rim: Vec<Vec<usize>>,
    /// The decisions, those next to the hero first.
    pub blocks: Vec<Block>,
    /// The gems that can do harm.
    pub harm: Harm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Area(usize),
    Block(usize),
}

impl Areas {
    /// Contracts the map of a state.
    pub(crate) fn new(tower: &Tower, state: &State) -> Areas {
        let harm = Harm::of(tower, state);
        let areas = Areas { loot: Vec::new(), rim: Vec::new(), blocks: Vec::new(), harm };
        let mut survey = Survey { tower, state, areas, marks: vec![Mark::None; state.map.len()] };
        survey.flood(state.hero.at);
        let mut next = 0;
        while next < survey.areas.blocks.len() {
            survey.look_behind(next);
            next += 1;
        }
        survey.areas
    }
}

struct Survey<'a> {
    tower: &'a Tower,
    state: &'a State,
    areas: Areas,
    marks: Vec<Mark>,
}

impl Survey<'_> {
    /// The kind of decision that a tile is; `None` if it belongs to an area.
    fn kind(&self, tile: Tile) -> Option<Kind> {
        match tile {
            Tile::Door(colour) => Some(Kind::Door(colour)),
            Tile::Monster(id) => Some(Kind::Monster(id)),
            _ if self.areas.harm.concerns(tile) => {
                let mut loot = Loot::default();
                loot.add(self.tower, tile);
                (!loot.is_empty()).then_some(Kind::Gem(loot))
            }
            _ => None,
        }
    }

    /// Marks the area around a cell and the blocks at its edge.
    fn flood(&mut self, from: Cell) {
        let area = self.areas.loot.len();
        self.areas.loot.push(Loot::default());
        self.areas.rim.push(Vec::new());
        self.marks[self.tower.index(from)] = Mark::Area(area);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            self.areas.loot[area].add(self.tower, self.tower.tile(self.state, cell));
            for next in self.tower.neighbours(cell) {
                let tile = self.tower.tile(self.state, next);
                let index = self.tower.index(next);
                if tile == Tile::Wall {
                    continue;
                }
                if self.kind(tile).is_some() {
                    let block = self.block(next);
                    if !self.areas.blocks[block].areas.contains(&area) {
                        self.areas.rim[area].push(block);
                        self.areas.blocks[block].areas.push(area);
                    }
                } else if self.marks[index] == Mark::None {
                    self.marks[index] = Mark::Area(area);
                    open.push(next);
                }
            }
        }
    }

    /// The number of the block on a cell; assigns one if there is none.
    fn block(&mut self, cell: Cell) -> usize {
        let index = self.tower.index(cell);
        if let Mark::Block(block) = self.marks[index] {
            return block;
        }
        let block = self.areas.blocks.len();
        self.marks[index] = Mark::Block(block);
        if let Some(kind) = self.kind(self.tower.tile(self.state, cell)) {
            self.areas.blocks.push(Block { cell, kind, areas: Vec::new(), blocks: Vec::new() });
        }
        block
    }

    /// Marks what a block touches, unless the game ends with it.
    fn look_behind(&mut self, block: usize) {
        if self.areas.blocks[block].is_boss() {
            return;
        }
        let cell = self.areas.blocks[block].cell;
        let neighbours: Vec<Cell> = self.tower.neighbours(cell).collect();
        for next in neighbours {
            let tile = self.tower.tile(self.state, next);
            if tile == Tile::Wall {
                continue;
            }
            if self.kind(tile).is_some() {
                let other = self.block(next);
                self.areas.blocks[block].blocks.push(other);
            } else if self.marks[self.tower.index(next)] == Mark::None {
                self.flood(next);
            }
        }
    }
}
