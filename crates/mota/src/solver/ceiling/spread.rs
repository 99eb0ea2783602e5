//! Where the hero may ever get, taken for more than it is: every monster falls that his blows could wound, every door opens, every choice
//! is made, and what an event may open is open. What is not reached so is never reached.

use super::super::reach::flight_end;
use super::events::Events;
use super::possible::{NOWHERE, Possible};
use super::{NoCeiling, Place};
use crate::action::{Action, Actions, Arrival, EnemyPart, Target};
use crate::model::{Block, Enemy, Tile, Trigger};
use crate::state::{HIDDEN, PRESENT};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Specials by which a monster weakens the hero for a time, is pushed back, comes back, helps from afar, or attacks of itself.
const RESTLESS: [u32; 5] = [13, 18, 23, 26, 27];

/// The special of a monster that makes others stronger.
const HALO: u32 = 25;

/// What the hero does not do.
#[derive(Clone, Default)]
pub(super) struct Without {
    /// He fights nobody on this cell.
    pub fights: Option<Place>,
    /// He does not walk into these cells.
    pub cells: FxHashSet<Place>,
    /// He has no keys for the doors on these cells.
    pub doors: FxHashSet<Place>,
}

/// What may happen in a tower, and where.
pub(super) struct Spread<'e, 'a> {
    events: &'e Events<'a>,
    without: Without,
    /// The most attack that he ever has.
    attack: i64,
    /// Cells where he may stand.
    stands: FxHashSet<Place>,
    /// Cells that he may walk into.
    pub touched: FxHashSet<Place>,
    /// Cells whose block of the start an event may move elsewhere.
    pub moved: FxHashSet<Place>,
    /// Moves of blocks: from where, and to where if they stay.
    shifts: FxHashSet<(Place, Option<Place>)>,
    /// Cells that may be empty though something stands there at first.
    open: FxHashSet<Place>,
    /// Blocks that may come to stand on cells, beside those of the start.
    pub(crate) placed: FxHashMap<Place, FxHashSet<Tile>>,
    /// Cells where what is hidden at first may be shown.
    pub shown: FxHashSet<Place>,
    /// Items that he may have.
    pub items: FxHashSet<u32>,
    /// Lists of actions that may run, and on which cells.
    pub lists: Vec<(&'a Actions, Place)>,
    known: FxHashSet<(*const Actions, Place)>,
    /// Whether an event may change a kind of monster.
    changes_monsters: bool,
    /// Whether there may be a monster that makes others stronger.
    has_halos: bool,
    /// Whether the tower may be won.
    pub wins: bool,
}

impl<'e, 'a> Spread<'e, 'a> {
    /// All that may happen from a state on to a hero who never has more attack than this.
    ///
    /// # Errors
    /// Something whose end cannot be told without playing.
    pub(super) fn new(events: &'e Events<'a>, without: Without, attack: i64) -> Result<Self, NoCeiling> {
        let (project, start) = (events.project, events.start);
        let items = start.items.iter().enumerate().filter(|(_, count)| **count != 0).map(|(item, _)| item as u32);
        let mut spread = Spread {
            events,
            without,
            attack,
            stands: FxHashSet::default(),
            touched: FxHashSet::default(),
            moved: FxHashSet::default(),
            shifts: FxHashSet::default(),
            open: FxHashSet::default(),
            placed: FxHashMap::default(),
            shown: FxHashSet::default(),
            items: items.collect(),
            lists: Vec::new(),
            known: FxHashSet::default(),
            changes_monsters: false,
            has_halos: false,
            wins: false,
        };
        let kind = &project.floors[usize::from(start.floor)];
        spread.stands.extend(kind.cell(start.x.into(), start.y.into()).map(|cell| (start.floor, cell)));
        let mut size = 0;
        while size != spread.size() {
            size = spread.size();
            spread.widen()?;
        }
        spread.check_monsters()?;
        Ok(spread)
    }

    /// The monsters that may stand on the floors where the hero gets.
    fn monsters(&self) -> impl Iterator<Item = &'a Enemy> {
        let project = self.events.project;
        let floors: FxHashSet<u16> = self.stands.iter().map(|&(floor, _)| floor).collect();
        let at_start = floors.iter().flat_map(|&floor| &self.events.start.floors[usize::from(floor)].numbers);
        let placed = self.placed.iter().filter(|(place, _)| floors.contains(&place.0)).flat_map(|(_, placed)| placed);
        let numbers: FxHashSet<Tile> = at_start.chain(placed).copied().collect();
        let enemy_of = |number: Tile| project.enemies.get(project.block(number)?.enemy? as usize);
        numbers.into_iter().filter_map(enemy_of)
    }

    /// Looks for monsters that stand elsewhere than they were seen, come back, or take what a cure gives back.
    fn check_monsters(&self) -> Result<(), NoCeiling> {
        let is_restless = |kind: &&Enemy| RESTLESS.into_iter().any(|special| kind.has(special));
        self.monsters().find(is_restless).map_or(Ok(()), |kind| Err(NoCeiling::Monster(kind.name.clone())))
    }

    fn size(&self) -> usize {
        let placed: usize = self.placed.values().map(FxHashSet::len).sum();
        let cells = self.stands.len() + self.touched.len() + self.open.len() + self.shown.len();
        let blocks = placed + self.moved.len() + self.shifts.len();
        cells
            + blocks
            + self.items.len()
            + self.lists.len()
            + usize::from(self.changes_monsters)
            + usize::from(self.has_halos)
    }

    /// Goes on from wherever the hero may stand as far as he can walk.
    fn widen(&mut self) -> Result<(), NoCeiling> {
        let project = self.events.project;
        let floors: FxHashSet<u16> = self.stands.iter().map(|&(floor, _)| floor).collect();
        for (floor, kind) in project.floors.iter().enumerate() {
            let (number, is_reached) = (floor as u16, floors.contains(&(floor as u16)));
            if is_reached || self.events.start.has_visited(floor) {
                self.lands(number, &floors);
            }
            if is_reached {
                self.list(&kind.first, (number, NOWHERE))?;
                self.list(&kind.each, (number, NOWHERE))?;
            }
            for auto in &kind.auto {
                let cell = kind.cell(auto.cell.0.into(), auto.cell.1.into()).unwrap_or(0);
                if !auto.here_only && project.floors.len() > 1 {
                    return Err(NoCeiling::event(project, (number, cell), "an event comes of itself on any floor"));
                }
                if is_reached {
                    self.list(&auto.actions, (number, cell))?;
                }
            }
        }
        let mut queue: Vec<Place> = self.stands.iter().copied().collect();
        while let Some((floor, cell)) = queue.pop() {
            let kind = &project.floors[usize::from(floor)];
            self.touch((floor, cell))?;
            for (_, next) in kind.neighbours(kind.at(cell)) {
                self.touch((floor, next))?;
                if self.is_passable((floor, next)) && self.stands.insert((floor, next)) {
                    queue.push((floor, next));
                }
            }
        }
        self.shift();
        let has_halos = self.monsters().any(|kind| kind.has(HALO));
        self.has_halos |= has_halos;
        self.items.clone().into_iter().try_for_each(|item| self.carry(item))
    }

    /// He may fly to a floor, from below or from above.
    fn lands(&mut self, floor: u16, floors: &FxHashSet<u16>) {
        let kind = &self.events.project.floors[usize::from(floor)];
        let known = self.events.project.known;
        if !kind.fly_to || !self.items.contains(&known.fly) {
            return;
        }
        for (from_below, stairs) in [(true, known.down_floor), (false, known.up_floor)] {
            if !floors.iter().any(|&from| from != floor && (from < floor) == from_below) {
                continue;
            }
            match flight_end(kind, from_below) {
                Some(cell) => {
                    self.stands.insert((floor, cell));
                }
                None => self.lands_on_stairs(floor, stairs),
            }
        }
    }

    /// He may come to the stairs of a floor, or to where he was if they may be gone.
    fn lands_on_stairs(&mut self, floor: u16, stairs: u32) {
        let project = self.events.project;
        let cells = (0..project.floors[usize::from(floor)].map.len() as u16).map(|cell| (floor, cell));
        let is_stairs = |place: &Place| {
            self.blocks(*place).into_iter().any(|number| project.block(number).is_some_and(|block| block.id == stairs))
        };
        let found: Vec<Place> = cells.clone().filter(is_stairs).collect();
        let may_be_gone = found.iter().any(|place| self.open.contains(place) || self.moved.contains(place));
        if found.is_empty() || may_be_gone {
            self.stands.extend(cells);
        } else {
            self.stands.extend(found);
        }
    }

    /// He may use an item that he has.
    fn carry(&mut self, item: u32) -> Result<(), NoCeiling> {
        let Some(kind) = self.events.project.items.get(item as usize) else { return Ok(()) };
        if kind.at_once {
            return Ok(());
        }
        if kind.kind.is_some() || kind.equipment.is_some() {
            return Err(NoCeiling::Item(kind.name.clone()));
        }
        let Some(list) = &kind.use_effect else { return Ok(()) };
        // Where he does so is not known, so it may do nothing but note something.
        let place = (self.events.start.floor, NOWHERE);
        let is_note = |action: &Action| {
            matches!(
                action,
                Action::Unknown(_) | Action::SetValue(Target::Flag(_) | Target::Switch(_) | Target::Local(_), ..)
            )
        };
        if !self.events.of(list, place).iter().all(|possible| is_note(possible.action)) {
            return Err(NoCeiling::Item(kind.name.clone()));
        }
        self.list(list, place)
    }

    /// The numbers of the blocks that may be seen on a cell.
    pub(super) fn blocks(&self, place: Place) -> Vec<Tile> {
        let (number, bits) = self.events.at_start(place);
        let is_there = bits & PRESENT != 0 && (bits & HIDDEN == 0 || self.shown.contains(&place));
        let first = is_there.then_some(number);
        first.into_iter().chain(self.placed.get(&place).into_iter().flatten().copied()).collect()
    }

    /// What may come of walking into a cell.
    fn touch(&mut self, place: Place) -> Result<(), NoCeiling> {
        if self.without.cells.contains(&place) {
            return Ok(());
        }
        self.touched.insert(place);
        let project = self.events.project;
        let (floor, cell) = place;
        let kind = &project.floors[usize::from(floor)];
        let event = kind.events[usize::from(cell)].as_deref();
        for number in self.blocks(place) {
            if let Some(Action::ChangeFloor(..)) = kind.stairs.get(&cell) {
                self.stairs(place)?;
                continue;
            }
            let block = project.block(number);
            match block.map(|block| &block.trigger) {
                Some(Trigger::Battle) => self.beat(place, block)?,
                Some(Trigger::Item) => self.take(place, block)?,
                Some(Trigger::Door) if self.opens(place, block) => {
                    self.list_at(kind.after_door.get(&cell), place)?;
                    self.open.insert(place);
                }
                Some(Trigger::Event(list)) => self.list(list, place)?,
                Some(Trigger::Door | Trigger::None | Trigger::Unknown(_)) | None => {}
            }
            self.list_at(event.map(|event| &event.actions), place)?;
            if project.extra.melts.iter().any(|&(melts, _)| melts == number) {
                self.open.insert(place);
            }
            self.list_at(block.map(|block| &block.out), place)?;
        }
        Ok(())
    }

    /// Whether the hero may walk on to a cell.
    fn is_passable(&self, place: Place) -> bool {
        if self.without.cells.contains(&place) {
            return false;
        }
        let project = self.events.project;
        let kind = &project.floors[usize::from(place.0)];
        let event = kind.events[usize::from(place.1)].as_deref();
        let stops = |number: Tile| {
            let block = project.block(number).map(|block| block.no_pass);
            event.and_then(|event| event.no_pass).or(block).unwrap_or(false)
        };
        let is_open = self.open.contains(&place) || self.moved.contains(&place);
        let (first, bits) = self.events.at_start(place);
        is_open || bits != PRESENT || !stops(first)
    }

    /// Whether the hero may have every key of a door.
    fn opens(&self, place: Place, block: Option<&Block>) -> bool {
        let keys = block.and_then(|block| block.keys.as_deref()).unwrap_or_default();
        !self.without.doors.contains(&place) && keys.iter().all(|(key, count)| *count <= 0 || self.items.contains(key))
    }

    /// Whether fights against a kind of monster are decided by attack and defence as they stand.
    pub(super) fn is_plain(&self, enemy: u32) -> bool {
        !self.changes_monsters && !self.has_halos && self.events.is_plain(enemy, &self.items)
    }

    /// Whether the hero's blows could wound a kind of monster.
    pub(super) fn wounds(&self, enemy: u32) -> bool {
        let Some(kind) = self.events.project.enemies.get(enemy as usize) else { return true };
        !self.is_plain(enemy) || self.attack as f64 > kind.defence
    }

    /// The monster of a cell is beaten.
    fn beat(&mut self, place: Place, block: Option<&Block>) -> Result<(), NoCeiling> {
        let Some(enemy) = block.and_then(|block| block.enemy) else { return Ok(()) };
        if self.without.fights == Some(place) || !self.wounds(enemy) {
            return Ok(());
        }
        let project = self.events.project;
        let kind = &project.floors[usize::from(place.0)];
        let after = kind.after_battle.get(&place.1);
        let wins = |possible: &Possible<'a>| possible.is_certain && matches!(possible.action, Action::Win);
        // Nobody goes on from where the game is won.
        if !after.is_some_and(|list| self.events.of(list, place).iter().any(wins)) {
            self.open.insert(place);
        }
        self.list_at(kind.before_battle.get(&place.1), place)?;
        self.list_at(after, place)?;
        self.list_at(project.enemies.get(enemy as usize).map(|enemy| &enemy.after), place)
    }

    /// The item of a cell is taken.
    fn take(&mut self, place: Place, block: Option<&Block>) -> Result<(), NoCeiling> {
        let project = self.events.project;
        let Some(item) = block.and_then(|block| block.item) else { return Ok(()) };
        self.open.insert(place);
        self.list_at(project.floors[usize::from(place.0)].after_item.get(&place.1), place)?;
        match project.items.get(item as usize).filter(|kind| kind.at_once) {
            Some(kind) => self.list(&kind.effect, place),
            None => {
                self.items.insert(item);
                Ok(())
            }
        }
    }

    /// He takes the stairs of a cell.
    fn stairs(&mut self, place: Place) -> Result<(), NoCeiling> {
        let kind = &self.events.project.floors[usize::from(place.0)];
        let Some(stairs) = kind.stairs.get(&place.1) else { return Ok(()) };
        let all = self.events.of_stairs(stairs, place);
        all.iter().try_for_each(|possible| self.apply(possible, place))
    }

    fn list_at(&mut self, list: Option<&'a Actions>, place: Place) -> Result<(), NoCeiling> {
        list.map_or(Ok(()), |list| self.list(list, place))
    }

    /// Actions may run as an event of a cell.
    fn list(&mut self, list: &'a Actions, place: Place) -> Result<(), NoCeiling> {
        if list.is_empty() || !self.known.insert((std::ptr::from_ref(list), place)) {
            return Ok(());
        }
        self.lists.push((list, place));
        let all: Rc<Vec<Possible<'a>>> = self.events.of(list, place);
        all.iter().try_for_each(|possible| self.apply(possible, place))
    }

    /// An action may run.
    fn apply(&mut self, possible: &Possible<'a>, place: Place) -> Result<(), NoCeiling> {
        let refuse = |what| Err(NoCeiling::event(self.events.project, place, what));
        let Some(cells) = &possible.cells else { return refuse("a cell that is worked out as the event runs") };
        match possible.action {
            Action::Hide(..) => self.open.extend(cells),
            Action::SetBlock(number, ..) => cells.iter().for_each(|&cell| self.put(cell, *number)),
            Action::Show(..) => self.shown.extend(cells),
            Action::OpenDoor(..) => {
                for &(floor, cell) in cells {
                    self.open.insert((floor, cell));
                    self.list_at(self.events.project.floors[usize::from(floor)].after_door.get(&cell), (floor, cell))?;
                }
            }
            Action::Move(_, steps, keeps, made) => {
                let step =
                    steps.iter().fold((0, 0), |sum, step| (sum.0 + i32::from(step.0), sum.1 + i32::from(step.1)));
                for &from in cells {
                    self.moves(from, step, *keeps, *made);
                }
            }
            Action::Jump(_, _, keeps) => {
                let [from, to] = match cells[..] {
                    [from, to] => [from, to],
                    _ => return refuse("a block jumps outside"),
                };
                self.shifts.insert((from, keeps.then_some(to)));
            }
            Action::Trigger(_) | Action::Revisit => return refuse("an event sets off another"),
            Action::InsertAt(..) | Action::PushBox => return refuse("an event sets off another"),
            Action::SetEnemyAt(..) => return refuse("an event changes a single monster"),
            Action::MoveHero(_) | Action::Advance => return refuse("an event moves the hero"),
            Action::ChangePos(_) => self.stands.extend(cells),
            Action::ChangeFloor(floor, arrival) => {
                let Some(here) = possible.floor else { return refuse("a floor that is not known") };
                if let Some(to) = floor.number(here, self.events.project.floors.len()) {
                    self.arrive(to, arrival, cells, place)?;
                }
            }
            Action::Battle(enemy) => {
                let kind = self.events.project.enemies.get(*enemy as usize);
                self.list_at(kind.map(|kind| &kind.after), place)?;
            }
            Action::BattleAt(_) => {
                for &cell in cells {
                    self.touch(cell)?;
                }
            }
            Action::SetValue(Target::Item(item), ..) => {
                self.items.insert(*item);
            }
            Action::SetEnemy(_, EnemyPart::Special, ..) => return refuse("an event gives a monster other specials"),
            Action::SetEnemy(..) => self.changes_monsters = true,
            Action::PutOn(_) | Action::TakeOff(_) => return refuse("an event changes what is worn"),
            Action::Win => self.wins = true,
            _ => {}
        }
        Ok(())
    }

    fn put(&mut self, place: Place, number: Tile) {
        self.placed.entry(place).or_default().insert(number);
        // What stood there is gone; what is put there is passed as soon as it can be.
        let stops = self.events.project.block(number).is_some_and(|block| block.no_pass);
        if !stops {
            self.open.insert(place);
        }
    }

    /// What stands on a cell may be moved, or made and moved.
    fn moves(&mut self, from: Place, (dx, dy): (i32, i32), keeps: bool, made: Option<Tile>) {
        let kind = &self.events.project.floors[usize::from(from.0)];
        let (x, y) = kind.at(from.1);
        let to = kind.cell(i32::from(x) + dx, i32::from(y) + dy).filter(|_| keeps).map(|cell| (from.0, cell));
        match (made, to) {
            (Some(made), Some(to)) => self.put(to, made),
            (Some(_), None) => {}
            (None, to) => {
                self.shifts.insert((from, to));
            }
        }
    }

    /// Whatever stands on cells may leave them for others, or for nowhere.
    fn shift(&mut self) {
        for (from, to) in self.shifts.iter().copied().collect::<Vec<_>>() {
            self.moved.insert(from);
            if let Some(to) = to {
                self.blocks(from).into_iter().for_each(|number| self.put(to, number));
            }
        }
    }

    /// The hero comes to another floor.
    fn arrive(&mut self, to: u16, arrival: &Arrival, cells: &[Place], place: Place) -> Result<(), NoCeiling> {
        let project = self.events.project;
        let kind = &project.floors[usize::from(to)];
        let cell = |(x, y): (u8, u8)| kind.cell(x.into(), y.into());
        let of_block = |id: u32| {
            let all = 0..kind.map.len() as u16;
            all.filter(move |&cell| project.block(kind.map[usize::from(cell)]).is_some_and(|block| block.id == id))
        };
        let mut found: Vec<u16> = match arrival {
            Arrival::Cell(_) => cells.iter().map(|at| at.1).collect(),
            Arrival::Down if kind.down.is_some() => kind.down.and_then(cell).into_iter().collect(),
            Arrival::Up if kind.up.is_some() => kind.up.and_then(cell).into_iter().collect(),
            Arrival::Down => of_block(project.known.down_floor).collect(),
            Arrival::Up => of_block(project.known.up_floor).collect(),
            Arrival::Block(id) => of_block(*id).collect(),
            Arrival::Same => Vec::new(),
        };
        if found.is_empty() {
            // He comes to the column and row where he was: on the stairs, or beside them.
            let from = &project.floors[usize::from(place.0)];
            if !from.stairs.contains_key(&place.1) {
                return Err(NoCeiling::event(project, place, "the hero arrives where he stood"));
            }
            let beside = from.neighbours(from.at(place.1)).map(|(_, cell)| cell);
            found.extend(beside.chain([place.1]).filter_map(|own| cell(from.at(own))));
        }
        self.stands.extend(found.into_iter().map(|cell| (to, cell)));
        Ok(())
    }
}
