//! Kinds of blocks by their numbers.

use crate::rules::model::{Block, Tile, Trigger};
use crate::rules::value::Names;
use rustc_hash::FxHashMap;

/// The first number of the tiles of tilesets: maps.js need not have them.
pub(crate) const TILESETS: Tile = 10_000;

/// Numbers below this one have a place of their own.
const NEAR: usize = TILESETS as usize;

/// The blocks of maps.js by number, and what stands for tiles of tilesets that it lacks.
#[derive(Clone, Debug)]
pub struct Blocks {
    near: Vec<Option<Block>>,
    far: FxHashMap<Tile, Block>,
    tileset: Block,
}

impl Blocks {
    /// No block yet.
    pub(crate) fn new(texts: &mut Names) -> Blocks {
        Blocks { near: Vec::new(), far: FxHashMap::default(), tileset: Block::wall(texts, "", "tileset") }
    }

    /// Adds a block.
    pub(crate) fn insert(&mut self, number: Tile, block: Block) {
        let place = number as usize;
        if place >= NEAR {
            self.far.insert(number, block);
            return;
        }
        if self.near.len() <= place {
            self.near.resize(place + 1, None);
        }
        if let Some(free) = self.near.get_mut(place) {
            *free = Some(block);
        }
    }

    /// The block of a number; none for the number 0 and for those below 10000 that maps.js lacks.
    pub(crate) fn get(&self, number: Tile) -> Option<&Block> {
        if number < TILESETS {
            return self.near.get(number as usize)?.as_ref();
        }
        Some(self.far.get(&number).unwrap_or(&self.tileset))
    }

    /// The least number of a block that is an item.
    pub(crate) fn number_of(&self, item: u32) -> Option<Tile> {
        let is_item = |block: &Block| block.item == Some(item);
        let near = self.near.iter().position(|block| block.as_ref().is_some_and(is_item));
        let far = || self.far.iter().filter(|(_, block)| is_item(block)).map(|(&number, _)| number).min();
        near.map(|number| number as Tile).or_else(far)
    }
}

impl Block {
    /// Whether it counts before or behind other blocks.
    pub(crate) fn rules_layers(&self) -> bool {
        self.is_ice || self.cannot_in != 0 || self.cannot_out != 0
    }

    /// A block that keeps the hero outside and does nothing.
    pub(crate) fn wall(texts: &mut Names, id: &str, class: &str) -> Block {
        Block {
            id: texts.number(id),
            class: texts.number(class),
            name: texts.number(""),
            no_pass: true,
            trigger: Trigger::None,
            script: Vec::new(),
            comes_first: false,
            is_ice: false,
            can_break: false,
            keys: None,
            after_door: Vec::new(),
            cannot_in: 0,
            cannot_out: 0,
            out: Vec::new(),
            faces: [None; 4],
            enemy: None,
            item: None,
        }
    }
}
