//! The state of a game in a project: what floors, hero and flags have become.
//!
//! Floors, flags and monsters are shared between a state and its copies until one of them changes.

use crate::rules::action::{EnemyPart, Turn};
use crate::rules::expression::Stat;
use crate::rules::model::{Block, DoorKey, Enemy, Project, Tile};
use crate::rules::value::{Names, Value};
use meihua_contracts::random::mix;
use std::sync::Arc;

/// The block of a cell is there.
pub(crate) const PRESENT: u8 = 1;
/// The block of a cell is hidden.
pub(crate) const HIDDEN: u8 = 2;

/// A number of a single monster that an event has set: floor, cell and which number; the number.
type OnCell = ((u16, u16, EnemyPart), f64);

/// How a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It goes on.
    #[default]
    None,
    /// It is won.
    Won,
    /// It is lost.
    Lost,
}

/// What a floor has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorState {
    /// Numbers of blocks, cell by cell.
    pub numbers: Vec<Tile>,
    /// [`PRESENT`] and [`HIDDEN`], cell by cell.
    pub bits: Vec<u8>,
    /// Equal for equal cells.
    pub hash: u64,
}

impl FloorState {
    fn cell_hash(&self, cell: usize) -> u64 {
        // Only tiles above 2^24 reach into the bits of the cell.
        let number = u64::from(self.numbers[cell]) << 8;
        let word = (((cell as u64) << 32) ^ number) | u64::from(self.bits[cell]);
        mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    /// Puts a block on a cell.
    pub fn set(&mut self, cell: u16, number: Tile, bits: u8) {
        let cell = usize::from(cell);
        self.hash = self.hash.wrapping_sub(self.cell_hash(cell));
        self.numbers[cell] = number;
        self.bits[cell] = bits;
        self.hash = self.hash.wrapping_add(self.cell_hash(cell));
    }

    /// The number of the block that is there and not hidden; none where there is none.
    pub fn visible(&self, cell: u16) -> Option<Tile> {
        let cell = usize::from(cell);
        (*self.bits.get(cell)? == PRESENT).then(|| self.numbers[cell])
    }
}

/// The hero's numbers, by [`Stat`]: those before the column.
pub(crate) const STATS: usize = Stat::X as usize;

/// The state of a game.
#[derive(Clone, Debug)]
pub struct State {
    /// The number of the floor where the hero is.
    pub floor: u16,
    /// His column.
    pub x: u8,
    /// His row.
    pub y: u8,
    /// Which way he looks, as an index of [`crate::rules::model::DIRECTIONS`].
    pub direction: u8,
    /// How it stands.
    pub ending: Ending,
    /// What the event says that ended it, a text.
    pub(crate) end_text: u32,
    /// His numbers.
    pub stats: [i64; STATS],
    /// The least hp that he has had since a search set this anew.
    pub lowest: i64,
    /// How many he has of each item.
    pub items: Arc<Vec<i32>>,
    /// Flags.
    pub flags: Arc<Vec<Value>>,
    /// Switches: floor, column, row and letter in one number, and the value; sorted.
    pub switches: Arc<Vec<(u64, Value)>>,
    /// Floors where he has been, a bit each.
    pub visited: Arc<Vec<u64>>,
    /// Shops that were opened to him, a bit each for the first [`MAX_SHOPS`].
    pub(crate) shops: u64,
    /// Numbers of single monsters that events have set; sorted.
    pub(crate) on_cells: Arc<Vec<OnCell>>,
    /// Kinds of monsters, where an event has changed one.
    pub enemies: Arc<Vec<Enemy>>,
    /// Changes with every change of `enemies`.
    pub(crate) enemies_hash: u64,
    /// The specials that any of `enemies` has, a bit each.
    pub specials: u32,
    /// The floors.
    pub floors: Arc<Vec<Arc<FloorState>>>,
    /// The sum of the floors' hashes, each mixed with its number.
    pub floors_hash: u64,
}

impl State {
    /// The state before the tower's first events.
    pub fn new(project: &Project) -> State {
        let floors: Vec<Arc<FloorState>> =
            (0..project.floors.len()).map(|floor| Arc::new(first(project, floor))).collect();
        let mut stats = [0; STATS];
        for &(stat, number) in &project.start.stats {
            if let Some(place) = stats.get_mut(stat as usize) {
                *place = number;
            }
        }
        let mut items = vec![0; project.items.len()];
        for &(item, count) in &project.start.items {
            if let Some(place) = items.get_mut(item as usize) {
                *place = count as i32;
            }
        }
        let mut flags = vec![Value::Null; project.tables.flags.len()];
        for &(flag, value) in &project.start.flags {
            if let Some(place) = flags.get_mut(flag as usize) {
                *place = value;
            }
        }
        let hash = floors
            .iter()
            .enumerate()
            .fold(0_u64, |sum, (floor, state)| sum.wrapping_add(floor_hash(floor, state.hash)));
        State {
            floor: project.start.floor as u16,
            x: project.start.cell.0,
            y: project.start.cell.1,
            direction: project.start.direction,
            ending: Ending::None,
            end_text: Names::EMPTY,
            stats,
            lowest: i64::MAX,
            items: Arc::new(items),
            flags: Arc::new(flags),
            switches: Arc::new(Vec::new()),
            on_cells: Arc::new(Vec::new()),
            visited: Arc::new(vec![0; project.floors.len().div_ceil(64)]),
            shops: 0,
            enemies: Arc::new(project.enemies.clone()),
            enemies_hash: 0,
            specials: all_specials(&project.enemies),
            floors: Arc::new(floors),
            floors_hash: hash,
        }
    }

    /// A copy that shares nothing with this state: threads that count the same references wait for each other.
    pub(crate) fn unshared(&self) -> State {
        let floors = self.floors.iter().map(|floor| Arc::new(FloorState::clone(floor))).collect();
        State {
            items: Arc::new(Vec::clone(&self.items)),
            flags: Arc::new(Vec::clone(&self.flags)),
            switches: Arc::new(Vec::clone(&self.switches)),
            on_cells: Arc::new(Vec::clone(&self.on_cells)),
            visited: Arc::new(Vec::clone(&self.visited)),
            enemies: Arc::new(Vec::clone(&self.enemies)),
            floors: Arc::new(floors),
            ..self.clone()
        }
    }

    /// A number of the hero's.
    pub fn stat(&self, stat: Stat) -> i64 {
        match stat {
            Stat::X => i64::from(self.x),
            Stat::Y => i64::from(self.y),
            stat => self.stats[stat as usize],
        }
    }

    /// Whether he lives on after so much damage.
    pub fn survives(&self, damage: i64) -> bool {
        damage < self.stats[0]
    }

    /// Whether he has all these keys for a door.
    pub fn has_keys(&self, keys: &[DoorKey]) -> bool {
        keys.iter().all(|key| self.item(key.item) >= key.count)
    }

    /// Gives the hero a number.
    pub fn set_stat(&mut self, stat: Stat, number: i64) {
        if stat == Stat::Hp {
            self.lowest = self.lowest.min(number);
        }
        match stat {
            Stat::X => self.x = number.clamp(0, 255) as u8,
            Stat::Y => self.y = number.clamp(0, 255) as u8,
            stat => self.stats[stat as usize] = number.clamp(-MAX_STAT, MAX_STAT),
        }
    }

    /// How many he has of an item.
    pub fn item(&self, item: u32) -> i64 {
        self.items.get(item as usize).map_or(0, |&count| i64::from(count))
    }

    /// Gives him a number of an item.
    pub fn set_item(&mut self, item: u32, count: i64) {
        if let Some(place) = Arc::make_mut(&mut self.items).get_mut(item as usize) {
            *place = count.clamp(0, i64::from(i32::MAX)) as i32;
        }
    }

    /// A flag.
    pub fn flag(&self, flag: u32) -> Value {
        self.flags.get(flag as usize).copied().unwrap_or(Value::Null)
    }

    pub(crate) fn set_flag(&mut self, flag: u32, value: Value) {
        if let Some(place) = Arc::make_mut(&mut self.flags).get_mut(flag as usize) {
            *place = value;
        }
    }

    /// A switch of a cell.
    pub fn switch(&self, key: u64) -> Value {
        self.switches.binary_search_by_key(&key, |entry| entry.0).map_or(Value::Null, |at| self.switches[at].1)
    }

    /// Sets a switch of a cell.
    pub(crate) fn set_switch(&mut self, key: u64, value: Value) {
        let switches = Arc::make_mut(&mut self.switches);
        match switches.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => switches[at].1 = value,
            Err(at) => switches.insert(at, (key, value)),
        }
    }

    /// Gives a number to the monster on a cell, until it is beaten.
    pub(crate) fn set_at(&mut self, floor: u16, cell: u16, part: EnemyPart, number: f64) {
        let (all, key) = (Arc::make_mut(&mut self.on_cells), (floor, cell, part));
        match all.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => all[at].1 = number,
            Err(at) => all.insert(at, (key, number)),
        }
    }

    /// Forgets the numbers of the monster on a cell.
    pub(crate) fn forget_at(&mut self, floor: u16, cell: u16) {
        if !self.on_cells.is_empty() {
            Arc::make_mut(&mut self.on_cells).retain(|((of, at, _), _)| (*of, *at) != (floor, cell));
        }
    }

    /// Takes the numbers of the monster on a cell along to another.
    pub(crate) fn move_at(&mut self, floor: u16, from: u16, to: u16) {
        if self.on_cells.iter().any(|((of, at, _), _)| (*of, *at) == (floor, from)) {
            self.forget_at(floor, to);
            let all = Arc::make_mut(&mut self.on_cells);
            all.iter_mut().filter(|((of, at, _), _)| (*of, *at) == (floor, from)).for_each(|((_, at, _), _)| *at = to);
            all.sort_unstable_by_key(|entry| entry.0);
        }
    }

    /// Turns the hero.
    pub(crate) fn turn(&mut self, turn: &Turn) {
        self.direction = turn[usize::from(self.direction & 3)];
    }

    /// Whether he has been on a floor.
    pub(crate) fn has_visited(&self, floor: usize) -> bool {
        self.visited.get(floor / 64).is_some_and(|word| word >> (floor % 64) & 1 == 1)
    }

    /// Notes that he has been on a floor.
    pub fn visit(&mut self, floor: usize) {
        // Copies of the state share the word until there is something new.
        if !self.has_visited(floor)
            && let Some(word) = Arc::make_mut(&mut self.visited).get_mut(floor / 64)
        {
            *word |= 1 << (floor % 64);
        }
    }

    /// Whether a shop was opened to him, so that he may use it from afar.
    pub(crate) fn knows_shop(&self, shop: usize) -> bool {
        shop < MAX_SHOPS && self.shops >> shop & 1 == 1
    }

    /// Notes whether he may use a shop from afar.
    pub(crate) fn enable_shop(&mut self, shop: usize, enabled: bool) {
        if shop < MAX_SHOPS {
            self.shops = self.shops & !(1 << shop) | u64::from(enabled) << shop;
        }
    }

    /// The floor where he is.
    pub fn here(&self) -> &FloorState {
        &self.floors[usize::from(self.floor)]
    }

    /// The kind of the block that is to be seen on a cell of a floor; none where there is none.
    pub fn block<'p>(&self, project: &'p Project, floor: u16, cell: u16) -> Option<&'p Block> {
        project.block(self.floors[usize::from(floor)].visible(cell)?)
    }

    /// Puts a block on a cell of a floor.
    pub(crate) fn set_cell(&mut self, floor: usize, cell: u16, number: Tile, bits: u8) {
        let floors = Arc::make_mut(&mut self.floors);
        let state = Arc::make_mut(&mut floors[floor]);
        self.floors_hash = self.floors_hash.wrapping_sub(floor_hash(floor, state.hash));
        state.set(cell, number, bits);
        self.floors_hash = self.floors_hash.wrapping_add(floor_hash(floor, state.hash));
    }

    /// A word that is equal for states from which the same can be done, but for the hero's place and the shops that he knows.
    pub fn hash(&self) -> u64 {
        self.hash_with_hp(self.stats[0])
    }

    /// The [`State::hash`] of the state with other hp.
    pub(crate) fn hash_with_hp(&self, hp: i64) -> u64 {
        let mut hash = self.floors_hash ^ mix(self.enemies_hash);
        let mut add = |place: u64, word: u64| hash = hash.wrapping_add(mix(word ^ mix(place)));
        for (place, &stat) in [hp].iter().chain(&self.stats[1..]).enumerate() {
            add(place as u64, stat as u64);
        }
        for (place, &count) in self.items.iter().enumerate().filter(|(_, count)| **count != 0) {
            add(1000 + place as u64, count as u64);
        }
        for (place, value) in self.flags.iter().enumerate().filter(|(_, value)| **value != Value::Null) {
            add(100_000 + place as u64, value.bits());
        }
        for &(key, value) in self.switches.iter() {
            add(key, value.bits());
        }
        for &((floor, cell, part), number) in self.on_cells.iter() {
            let place = u64::from(floor) << 24 | u64::from(cell) << 8 | part as u64;
            add(1 << 41 | place, number.to_bits());
        }
        for (place, &word) in self.visited.iter().enumerate() {
            add(10_000 + place as u64, word);
        }
        hash ^ self.ending as u64
    }
}

/// The specials that any of some kinds of monsters has, a bit each.
pub(crate) fn all_specials(enemies: &[Enemy]) -> u32 {
    enemies.iter().fold(0, |all, enemy| all | enemy.specials)
}

/// Maximum of the hero's numbers; an event that would make one larger is not understood.
pub(crate) const MAX_STAT: i64 = 1 << 52;

/// Maximum number of shops that are used from afar.
pub(crate) const MAX_SHOPS: usize = 64;

fn floor_hash(floor: usize, hash: u64) -> u64 {
    mix(hash ^ mix(floor as u64 + 1))
}

/// A floor before the first step.
fn first(project: &Project, floor: usize) -> FloorState {
    let floor = &project.floors[floor];
    let cells = floor.map.len();
    let mut state = FloorState { numbers: vec![0; cells], bits: vec![0; cells], hash: 0 };
    for cell in 0..cells {
        let event = floor.events[cell].as_deref();
        let number = floor.map[cell];
        if number != 0 || event.is_some() || floor.stairs.contains_key(&(cell as u16)) {
            let hidden = event.is_some_and(|event| !event.enabled);
            state.set(cell as u16, number, PRESENT | if hidden { HIDDEN } else { 0 });
        }
    }
    state
}
