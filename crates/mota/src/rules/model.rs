//! A project as it is read: floors, blocks, monsters, items, events. Nothing in here changes in a game.

mod enemy;

pub use enemy::{Enemy, EnemyNumbers};

use crate::read::report::{Report, Severity};
use crate::rules::action::{Action, Actions, Choice, Target};
use crate::rules::blocks_by_number::Blocks;
use crate::rules::expression::{Expression, Stat, Tables};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;

/// The number of a block on a map.
pub type Tile = u32;

/// Directions as bits: up, down, left, right.
pub(crate) const DIRECTIONS: [(&str, (i8, i8)); 4] =
    [("up", (0, -1)), ("down", (0, 1)), ("left", (-1, 0)), ("right", (1, 0))];

/// A multi-floor tower.
#[derive(Clone, Debug)]
pub struct Project {
    /// What it is called.
    pub title: String,
    /// What its records call it.
    pub name: String,
    /// Its version, as its records have it.
    pub version: String,
    /// The floors, in the order of `floorIds`.
    pub floors: Vec<Floor>,
    /// Kinds of blocks, by number.
    pub blocks: Blocks,
    /// Kinds of monsters, by the number of their id among [`Tables::enemies`].
    pub enemies: Vec<Enemy>,
    /// Items, by the number of their id among [`Tables::items`].
    pub items: Vec<Item>,
    /// Common events, in the order of events.js.
    pub common: Vec<Actions>,
    /// The shops.
    pub shops: Vec<Shop>,
    /// Levels; empty where the tower has none.
    pub levels: Vec<Level>,
    /// `values`, by the number of their name among [`Tables::constants`].
    pub constants: Vec<f64>,
    /// The hero at the start.
    pub start: Start,
    /// Names.
    pub tables: Tables,
    /// What the rules ask about by name.
    pub known: Known,
    /// What the table of the tower adds to the rules.
    pub extra: Extra,
    /// Where equipment is worn.
    pub slots: crate::rules::equipment::Slots,
    /// What is not understood.
    pub report: Report,
    /// What is given no text, by the number of the issue: the text would be added to other values.
    pub(crate) joined: FxHashMap<Target, usize>,
    /// The issues of the report that may matter in a game: where there is one, nothing is proven.
    pub doubts: Vec<usize>,
    /// A condition that is the goal: the tower's own end is none where it does not hold. More hp need not be better then, so nothing
    /// is proven.
    pub(crate) goal: Option<Expression>,
    /// `enableNegativeDamage`: a fight may give hp.
    pub(crate) negative_damage: bool,
    /// `flyNearStair`: the hero flies only from beside stairs.
    pub(crate) fly_near_stairs: bool,
    /// `enableAddPoint`: the common event that comes after a fight that gives points.
    pub(crate) points: Option<usize>,
    /// Flags that last as long as the event that sets them: `temp:` and what common events are given.
    pub(crate) temporary: Vec<u32>,
    /// Whether a fight takes the mana of a skill that is on, and ends it.
    pub(crate) ends_skills: bool,
    /// Whether a monster or an event asks for the hatred.
    pub(crate) counts_hatred: bool,
    /// `betweenAttackMax`: a pincer takes no more than a fight would.
    pub(crate) pincer_max: bool,
    /// `enableGentleClick`: items are taken from beside, too.
    pub(crate) takes_from_beside: bool,
    /// `disableShopOnDamage`: where a cell costs hp, the hero may no longer use shops from afar.
    pub(crate) damage_shuts_shops: bool,
    /// `enableHPMax`: the hero never has more hp than his `hpmax`.
    pub(crate) hp_limited: bool,
    pub(crate) floor_numbers: HashMap<String, usize>,
}

/// A shop.
#[derive(Clone, Debug)]
pub struct Shop {
    /// Its name in routes and events.
    pub id: String,
    /// What it is called where it is opened from afar.
    pub name: String,
    /// What can be bought, as choices that come back until the player leaves.
    pub choices: Vec<Choice>,
    /// Whether its choices are shown while it is closed, though nothing can be bought.
    pub(crate) previews: bool,
    /// What it does instead, where it is a common event.
    pub(crate) event: Option<Actions>,
}

/// A level that the hero's experience raises him to.
#[derive(Clone, Debug)]
pub struct Level {
    /// The experience that it needs.
    pub needs: i64,
    /// Whether reaching it takes this experience.
    pub clears: bool,
    /// What reaching it does.
    pub(crate) actions: Actions,
}

/// The hero at the start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The number of the floor.
    pub floor: usize,
    /// Column and row.
    pub cell: (u8, u8),
    /// Which way he looks, as an index of [`DIRECTIONS`].
    pub direction: u8,
    /// Numbers of his.
    pub stats: Vec<(Stat, i64)>,
    /// Items.
    pub items: Vec<(u32, i64)>,
    /// Flags.
    pub flags: Vec<(u32, crate::rules::value::Value)>,
    /// What comes before the difficulty: the title that events draw.
    pub(crate) canvas: Actions,
    /// What the tower does before the first step.
    pub(crate) actions: Actions,
    /// The difficulties to choose from; empty where there is no choice.
    pub(crate) difficulties: Vec<Difficulty>,
    /// Whether its end is cut off: with no answers that were tried does the game begin otherwise.
    pub(crate) is_cut: bool,
    /// What is left out before the first step, by its number in the report.
    pub(crate) skipped: Vec<usize>,
    /// Which of them is played; the first one unless another is chosen.
    pub difficulty: usize,
    /// What is answered to the questions before the first step, where the player is not asked.
    pub(crate) answers: Vec<u8>,
    /// Where the game begins instead; none for the tower's own start.
    pub from: Option<Box<crate::rules::state::State>>,
}

/// One of the difficulties of a tower.
#[derive(Clone, Debug)]
pub(crate) struct Difficulty {
    /// What records call it.
    pub name: String,
    /// The same, a text.
    pub(crate) text: u32,
    /// What the flag `hard` is set to.
    pub number: f64,
    /// What it does before the first step.
    pub(crate) actions: Actions,
}

/// Names that the rules ask about.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)] // Their ids on the platform.
pub struct Known {
    pub coin: u32,
    pub cross: u32,
    pub fly: u32,
    pub(crate) amulet: u32,
    pub(crate) yellow_door: u32,
    pub(crate) up_floor: u32,
    pub(crate) down_floor: u32,
    /// What flights begin beside, where they do so beside stairs.
    pub(crate) stairs: [u32; 8],
    pub(crate) lava_net: u32,
    pub(crate) none: u32,
    /// The numbers of the blocks `box`, `boxed` and `flower`.
    pub(crate) boxes: [Tile; 3],
    pub(crate) poison: u32,
    pub weak: u32,
    pub(crate) curse: u32,
    pub hatred: u32,
    /// The skill that is on, by its number, and the flag with its name.
    pub(crate) skill: u32,
    pub(crate) skill_name: u32,
    /// The name of no skill, a text.
    pub(crate) no_skill: u32,
    pub hard: u32,
    pub(crate) hard_name: u32,
    pub(crate) shield5: u32,
    /// The flags of [`CALMED`](crate::rules::hazard::CALMED).
    pub(crate) calm: [u32; 5],
    pub(crate) poison_damage: u32,
    pub(crate) weak_value: u32,
    pub(crate) lava_damage: u32,
}

/// What a table of the tower's own adds to the platform's rules.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Where this holds, zones, pincers, repulses, lasers and ambushes do nothing.
    pub immune: Option<Expression>,
    /// Where a condition holds, the attack against these monsters is multiplied by this.
    pub attack: Vec<(Expression, Vec<u32>, i64)>,
    /// Blocks that go away when the hero who has an item walks into them: number of the block, item.
    pub(crate) melts: Vec<(Tile, u32)>,
    /// Rules of specials above 27.
    pub specials: Vec<crate::rules::special::SpecialRule>,
    /// Triggers of blocks, by name.
    pub triggers: HashMap<String, Actions>,
}

/// A kind of block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its id, a text.
    pub id: u32,
    /// Its class, a text.
    pub class: u32,
    /// What the tower calls it, a text; empty where it does not say.
    pub name: u32,
    /// Whether the hero cannot stand on it.
    pub no_pass: bool,
    /// What walking into it does.
    pub trigger: Trigger,
    /// The script that runs before what walking into it or its cell does.
    pub(crate) script: Actions,
    /// Whether its trigger is an event that takes the place of what its cell has.
    pub(crate) comes_first: bool,
    /// Whether the hero slides over it.
    pub(crate) is_ice: bool,
    /// Whether tools break it.
    pub(crate) can_break: bool,
    /// The keys that open it; none for what is no door.
    pub keys: Option<Vec<DoorKey>>,
    /// What opening it does.
    pub(crate) after_door: Actions,
    /// The directions in which it cannot be entered, as bits of [`DIRECTIONS`].
    pub(crate) cannot_in: u8,
    /// The directions in which it cannot be left.
    pub(crate) cannot_out: u8,
    /// What leaving it does.
    pub out: Actions,
    /// What it becomes when it moves, by the index of [`DIRECTIONS`].
    pub(crate) faces: [Option<Tile>; 4],
    /// The monster it is, by number.
    pub enemy: Option<u32>,
    /// The item it is, by number.
    pub item: Option<u32>,
}

/// Ids of the blocks that hurt who steps on them: hp, poison, weakness, a curse.
pub const NETS: [&str; 4] = ["lavaNet", "poisonNet", "weakNet", "curseNet"];

/// Keys of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorKey {
    /// The item.
    pub item: u32,
    /// How many of it.
    pub count: i64,
    /// Whether the hero keeps them.
    pub is_kept: bool,
}

/// What walking into a block does.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// Nothing of its own.
    None,
    /// Nothing, nor what the cell's event would do: the text `null`.
    Null,
    /// A fight.
    Battle,
    /// The item is taken.
    Item,
    /// The door is opened with its keys.
    Door,
    /// An event.
    Event(Actions),
    /// What is not understood, by its number in the report.
    Unknown(usize),
}

/// An event of a floor on its cell.
#[derive(Clone, Debug)]
pub struct CellEvent {
    /// Whether it is there from the start.
    pub enabled: bool,
    /// Whether the hero cannot stand on it; left to the block where it does not matter.
    pub no_pass: Option<bool>,
    /// Whether it counts before what the block does.
    pub overrides: bool,
    pub(crate) actions: Actions,
}

/// An event that comes of itself when its condition holds.
#[derive(Clone, Debug)]
pub(crate) struct AutoEvent {
    pub cell: (u8, u8),
    pub condition: Expression,
    /// Only on the floor where the hero is.
    pub(crate) here_only: bool,
    /// Whether its condition asks where the hero stands.
    pub(crate) asks_place: bool,
    /// Those with more of it come first.
    pub(crate) priority: i64,
    /// The flag that is set once it came; none where it may come again.
    pub once: Option<u32>,
    /// Whether it is the player's own goal, which counts between his moves only.
    pub(crate) is_goal: bool,
    pub(crate) actions: Actions,
}

/// A floor.
#[derive(Clone, Debug)]
pub struct Floor {
    /// Its id.
    pub id: String,
    /// Its id, a text.
    pub(crate) id_text: u32,
    /// What people call it.
    pub name: String,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// What gems and potions are multiplied by.
    pub ratio: f64,
    /// Numbers of blocks, row by row.
    pub map: Vec<Tile>,
    /// Events, cell by cell.
    pub events: Vec<Option<Box<CellEvent>>>,
    /// Changes of floor, by cell.
    pub stairs: FxHashMap<u16, Action>,
    /// Those that players walk over by a click behind them (`ignoreChangeFloor`).
    pub(crate) walked_over: FxHashSet<u16>,
    /// What comes after a fight, by cell.
    pub(crate) after_battle: FxHashMap<u16, Actions>,
    /// What comes before a fight, by cell.
    pub(crate) before_battle: FxHashMap<u16, Actions>,
    /// What comes after an item, by cell.
    pub(crate) after_item: FxHashMap<u16, Actions>,
    /// What comes after a door, by cell.
    pub(crate) after_door: FxHashMap<u16, Actions>,
    /// Directions in which a cell cannot be left, as bits.
    pub(crate) cannot_move: FxHashMap<u16, u8>,
    /// Directions in which a cell cannot be entered, as bits.
    pub(crate) cannot_enter: FxHashMap<u16, u8>,
    /// Cells on which the hero slides on.
    pub(crate) ice: FxHashSet<u16>,
    /// Events that come of themselves.
    pub(crate) auto: Vec<AutoEvent>,
    /// What comes when the hero is there for the first time.
    pub first: Actions,
    /// What comes each time.
    pub each: Actions,
    /// Where the hero arrives who comes from above.
    pub up: Option<(u8, u8)>,
    /// Where the hero arrives who comes from below.
    pub down: Option<(u8, u8)>,
    /// Where the hero arrives who flies.
    pub(crate) fly_point: Option<(u8, u8)>,
    /// Whether he may fly here.
    pub(crate) fly_to: bool,
    /// Whether it lies under the ground: flights to it from itself end at its stairs up.
    pub(crate) underground: bool,
    /// Whether shops are used from afar here.
    pub(crate) quick_shops: bool,
    /// Whether he may fly away.
    pub(crate) fly_from: bool,
}

impl Floor {
    /// The number of a cell; none outside.
    pub fn cell(&self, x: i32, y: i32) -> Option<u16> {
        let inside = x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.height);
        inside.then(|| (y * i32::from(self.width) + x) as u16)
    }

    /// The cell beside a column and row in a direction, an index of [`DIRECTIONS`]; none outside.
    pub fn beside(&self, (x, y): (u8, u8), direction: u8) -> Option<u16> {
        let (dx, dy) = DIRECTIONS[usize::from(direction & 3)].1;
        self.cell(i32::from(x) + i32::from(dx), i32::from(y) + i32::from(dy))
    }

    /// The cells beside a column and row, each with its direction.
    pub fn neighbours(&self, at: (u8, u8)) -> impl Iterator<Item = (u8, u16)> {
        (0..DIRECTIONS.len() as u8).filter_map(move |direction| Some((direction, self.beside(at, direction)?)))
    }

    /// Column and row of a cell.
    pub fn at(&self, cell: u16) -> (u8, u8) {
        let width = u16::from(self.width).max(1);
        ((cell % width) as u8, (cell / width) as u8)
    }
}

/// An item.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// Whether it acts at once.
    pub at_once: bool,
    /// Whether that is its effect alone, without an event: then no automatic event comes of it.
    pub(crate) is_gift: bool,
    /// Whether it is never used up.
    pub(crate) lasts: bool,
    /// Whether it is spent when it is used.
    pub tool: bool,
    /// What taking it does.
    pub(crate) effect: Actions,
    /// What using it does.
    pub(crate) use_effect: Option<Actions>,
    /// Which tool of the platform it is.
    pub kind: Option<Tool>,
    /// How and when it is used.
    pub how: crate::read::item_code::Use,
    /// Whether it asks where the hero is, or moves him.
    pub(crate) is_local: bool,
    /// What wearing it does.
    pub equipment: Option<Box<crate::rules::equipment::Equipment>>,
}

impl Item {
    /// Whether it is used any number of times, as what switches a skill on and off.
    pub(crate) fn is_switch(&self) -> bool {
        self.lasts && self.use_effect.is_some()
    }
}

/// Tools whose use the platform knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Breaks the wall ahead, or those around.
    Pickaxe,
    /// Breaks the ice ahead.
    IcePickaxe,
    /// Kills the monster ahead, or those around.
    Bomb,
    /// Breaks every wall of the floor.
    Earthquake,
    /// Opens every yellow door of the floor.
    BigKey,
    /// To the cell opposite the centre.
    CenterFly,
    /// To the same cell a floor up.
    UpFly,
    /// To the same cell a floor down.
    DownFly,
}

impl Tool {
    /// The tool of an id.
    pub fn named(id: &str) -> Option<Tool> {
        Some(match id {
            "pickaxe" => Tool::Pickaxe,
            "icePickaxe" => Tool::IcePickaxe,
            "bomb" => Tool::Bomb,
            "earthquake" => Tool::Earthquake,
            "bigKey" => Tool::BigKey,
            "centerFly" => Tool::CenterFly,
            "upFly" => Tool::UpFly,
            "downFly" => Tool::DownFly,
            _ => return None,
        })
    }
}

impl Project {
    /// The project with a game that begins in a state of it.
    pub fn from_here(&self, state: &crate::rules::state::State) -> Project {
        let mut project = self.clone();
        project.start.from = Some(Box::new(state.clone()));
        project
    }

    /// Whether the tower has code of its own in the place of the platform's, or begins with something that is left out: what a plan
    /// does here it need not do there.
    pub fn has_own_code(&self) -> bool {
        !self.start.skipped.is_empty() || self.report.issues.iter().any(|issue| issue.severity == Severity::OwnCode)
    }

    /// What of the tower may matter and is not understood, in words; none where all is. Code of the tower's own comes last.
    pub fn blocked_by(&self) -> Option<String> {
        let issues = self.doubts.iter().filter_map(|&number| self.report.issues.get(number));
        let issue = issues.min_by_key(|issue| issue.severity == Severity::OwnCode)?;
        let what = meihua_contracts::text::shorten(&issue.what.to_string());
        let words = format!("{} {}: {what}", issue.floor, issue.place).replace(char::is_control, " ");
        Some(match self.doubts.len() - 1 {
            0 => words,
            more => format!("{words} and {more} more (--report)"),
        })
    }

    /// The kind of a block; none for the number 0 and for numbers below 10000 that maps.js lacks. From 10000 on those are tiles
    /// of tilesets, which are walls.
    pub fn block(&self, number: Tile) -> Option<&Block> {
        self.blocks.get(number)
    }
}
