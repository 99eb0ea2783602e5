//! The diary of a route: floor by floor what was taken, bought, fought and opened, and what each of it gave and cost.

use crate::play::route::{self, Pressed, Replayed, replay_with};
use crate::rules::expression::Stat;
use crate::rules::keystroke::Key;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use crate::rules::walk::{Ahead, ahead};
use meihua_contracts::sentence::Sentence;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The hero's numbers in a diary, with their names there.
const NUMBERS: [(Stat, &str); 8] = [
    (Stat::Hp, "hp"),
    (Stat::Attack, "attack"),
    (Stat::Defence, "defence"),
    (Stat::Magic, "magic"),
    (Stat::Money, "gold"),
    (Stat::Experience, "experience"),
    (Stat::Level, "level"),
    (Stat::Mana, "mana"),
];

/// A stay on a floor.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// The number of the floor.
    pub floor: u16,
    /// The hero on arrival, in words.
    pub hero: String,
    /// What he did there, in order.
    pub deeds: Vec<Deed>,
}

/// Something that changed more than the hero's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    /// Column and row of what was walked into, or of the hero where it was nothing.
    pub cell: (u8, u8),
    pub what: String,
    /// What changed: the hero's numbers, and items by their names.
    pub changes: Vec<(String, i64)>,
}

/// A door that was opened for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    pub floor: u16,
    pub cell: u16,
    pub name: String,
}

/// A diary, and how the route ended.
pub struct Walkthrough {
    /// The stays on floors, those left out on which nothing was done.
    pub(crate) visits: Vec<Visit>,
    /// Doors that the hero opened with a key and never entered, or came back from with nothing more than before.
    pub(crate) wasted: Vec<Door>,
    /// The replay.
    pub replayed: Replayed,
}

impl Walkthrough {
    /// The diary of a route, up to the first key that is not allowed.
    pub fn of(project: &Project, keys: &[Key]) -> Walkthrough {
        let mut visits: Vec<Visit> = Vec::new();
        let mut doors = Doors::default();
        let arrive =
            |state: &State| Visit { floor: state.floor, hero: hero(project, state).to_string(), deeds: Vec::new() };
        let replayed = replay_with(project, keys, &mut |pressed| {
            doors.see(project, pressed);
            if visits.last().is_none_or(|visit| visit.floor != pressed.before.floor) {
                visits.push(arrive(pressed.before));
            }
            if let (Some(visit), Some(deed)) = (visits.last_mut(), deed(project, pressed)) {
                visit.deeds.push(deed);
            }
            if pressed.before.floor != pressed.after.floor {
                visits.push(arrive(pressed.after));
            }
        });
        visits.retain(|visit| !visit.deeds.is_empty());
        Walkthrough { visits, wasted: doors.wasted(), replayed }
    }

    /// The keys that did nothing for the hero: those left over, then those spent on doors for nothing.
    pub fn wasted_keys(&self, project: &Project) -> Vec<String> {
        let state = &self.replayed.state;
        let left = keys_of_doors(project).into_iter().filter_map(|key| {
            let count = state.item(key);
            (count > 0).then(|| format!("{count} {} left over", item_name(project, key as usize)))
        });
        let spent = self.wasted.iter().map(|Door { floor, cell, name }| {
            let kind = &project.floors[usize::from(*floor)];
            let (x, y) = kind.at(*cell);
            format!("{} {x},{y} {name} opened for nothing", kind.id)
        });
        left.chain(spent).collect()
    }

    /// The diary as text: a paragraph for each stay, a line for each deed.
    pub fn text(&self, project: &Project) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        line(project.title.as_str());
        for visit in &self.visits {
            let floor = &project.floors[usize::from(visit.floor)];
            let name = if floor.name == floor.id { String::new() } else { format!(" ({})", floor.name) };
            line(&format!("\n{}{name}: {}", floor.id, visit.hero));
            for deed in &visit.deeds {
                let changes: Vec<String> =
                    deed.changes.iter().map(|(name, change)| format!("{name} {change:+}")).collect();
                let colon = if changes.is_empty() { "" } else { ": " };
                line(&format!("  {},{} {}{colon}{}", deed.cell.0, deed.cell.1, deed.what, changes.join(", ")));
            }
        }
        let Replayed { state, used, fault, .. } = &self.replayed;
        let end = match (fault, state.ending) {
            (Some(fault), _) => format!("ends before key {}: {fault}", used + 1),
            (None, Ending::Won) => "won".to_owned(),
            (None, Ending::Lost) => "lost".to_owned(),
            (None, Ending::None) => "not won".to_owned(),
        };
        line(&format!("\n{end}: {}", hero(project, state)));
        let wasted = self.wasted_keys(project);
        if !wasted.is_empty() {
            line(&format!("wasted keys: {}", wasted.join("; ")));
        }
        text
    }
}

/// The keys of doors, as items.
pub(crate) fn keys_of_doors(project: &Project) -> BTreeSet<u32> {
    let numbers = project.floors.iter().flat_map(|floor| &floor.map);
    let doors = numbers.filter_map(|&number| project.block(number)?.keys.as_ref());
    doors.flatten().filter(|key| key.count > 0).map(|key| key.item).collect()
}

/// Doors that were opened with keys, until it is known what came of them.
#[derive(Default)]
struct Doors {
    open: Vec<Opened>,
    wasted: Vec<Door>,
}

struct Opened {
    door: Door,
    /// Where the hero stood.
    from: (u8, u8),
    is_entered: bool,
    /// The state with the door open.
    state: State,
}

impl Doors {
    fn see(&mut self, project: &Project, pressed: &Pressed<'_>) {
        let Pressed { before, key, after, .. } = *pressed;
        let kind = &project.floors[usize::from(after.floor)];
        for opened in self.open.iter_mut().filter(|opened| opened.door.floor == after.floor) {
            opened.is_entered |= kind.at(opened.door.cell) == (after.x, after.y);
        }
        let is_back = |opened: &Opened| {
            opened.is_entered && opened.door.floor == after.floor && opened.from == (after.x, after.y)
        };
        for opened in self.open.extract_if(.., |opened| is_back(opened)) {
            if has_nothing_more(&opened.state, after) {
                self.wasted.push(opened.door);
            }
        }
        let Key::Step(direction) = key else { return };
        let Some(cell) = project.floors[usize::from(before.floor)].beside((before.x, before.y), direction) else {
            return;
        };
        if let Ahead::Door(keys) = ahead(project, before, before.floor.into(), cell).0
            && keys.iter().any(|key| key.count > 0 && after.item(key.item) < before.item(key.item))
            && before.floor == after.floor
        {
            let name = name_on(project, before, before.floor, cell);
            let door = Door { floor: before.floor, cell, name };
            self.open.push(Opened { door, from: (before.x, before.y), is_entered: false, state: after.clone() });
        }
    }

    /// The doors that turned out to be opened for nothing, in the order in which that was clear.
    fn wasted(mut self) -> Vec<Door> {
        let left = self.open.into_iter().filter(|opened| !opened.is_entered);
        self.wasted.extend(left.map(|opened| opened.door));
        self.wasted
    }
}

/// Whether a state has no number, item, flag or floor more than an earlier one.
fn has_nothing_more(before: &State, after: &State) -> bool {
    before.stats.iter().zip(&after.stats).all(|(before, after)| after <= before)
        && before.items.iter().zip(after.items.iter()).all(|(before, after)| after <= before)
        && (&before.flags, &before.switches, &before.visited) == (&after.flags, &after.switches, &after.visited)
}

/// The hero in words: his numbers that are not 0, and what he has.
pub fn hero(project: &Project, state: &State) -> Sentence {
    let important = [Stat::Hp, Stat::Attack, Stat::Defence];
    let numbers = NUMBERS.iter().filter_map(|&(stat, name)| {
        let number = state.stat(stat);
        (number != 0 || important.contains(&stat)).then(|| Sentence::from(name).then(format!(" {number}")))
    });
    let items = state.items.iter().enumerate().filter(|(_, count)| **count > 0).map(|(item, &count)| {
        let times = if count > 1 { format!("{count} ") } else { String::new() };
        Sentence::Plain(times + item_name(project, item))
    });
    Sentence::list(numbers.chain(items))
}

/// What an item is called.
pub(crate) fn item_name(project: &Project, item: usize) -> &str {
    match project.items.get(item).map(|item| item.name.as_str()) {
        Some("") | None => project.tables.items.name(item as u32),
        Some(name) => name,
    }
}

/// What a key did; none where it moved the hero only.
fn deed(project: &Project, pressed: &Pressed<'_>) -> Option<Deed> {
    let Pressed { before, key, after, answers } = *pressed;
    if before.hash() == after.hash() && answers.is_empty() {
        return None;
    }
    let changes = changes(project, before, after);
    let new_floor = before.floor != after.floor;
    let (cell, mut what) = match key {
        Key::Use(item) => ((before.x, before.y), format!("{} used", item_name(project, item as usize))),
        Key::Fly(floor) => ((before.x, before.y), format!("flight to {}", route::floor_id(project, floor))),
        Key::Shop(shop) => ((before.x, before.y), format!("shop {} from afar", route::shop_id(project, shop))),
        _ => walked_into(project, before, key),
    };
    // Stairs that cost nothing are no news: the next floor is.
    if new_floor && changes.is_empty() && answers.is_empty() {
        return None;
    }
    if !answers.is_empty() {
        let list: Vec<String> = answers.iter().map(u8::to_string).collect();
        let _ = write!(what, ", answers {}", list.join(" "));
    }
    Some(Deed { cell, what, changes })
}

/// The cell ahead of the hero, and what he walks into there.
fn walked_into(project: &Project, before: &State, key: Key) -> ((u8, u8), String) {
    let direction = if let Key::Step(direction) = key { direction } else { before.direction };
    let floor = &project.floors[usize::from(before.floor)];
    let Some(cell) = floor.beside((before.x, before.y), direction) else {
        return ((before.x, before.y), "on the way".to_owned());
    };
    (floor.at(cell), name_on(project, before, before.floor, cell))
}

/// What the hero meets on a cell of a floor.
pub(crate) fn name_on(project: &Project, state: &State, floor: u16, cell: u16) -> String {
    let block = state.block(project, floor, cell).map(|block| project.tables.texts.name(block.id));
    let what = match ahead(project, state, usize::from(floor), cell).0 {
        Ahead::Battle(enemy) => project.enemies.get(enemy as usize).map(|enemy| enemy.name.as_str()),
        Ahead::Item(item) => Some(item_name(project, item as usize)),
        Ahead::Stairs(_) => Some("stairs"),
        _ => block,
    };
    what.filter(|name| !name.is_empty()).or(block).unwrap_or("on the way").to_owned()
}

/// What became of the hero's numbers and items.
fn changes(project: &Project, before: &State, after: &State) -> Vec<(String, i64)> {
    let numbers = NUMBERS.into_iter().map(|(stat, name)| (name.to_owned(), after.stat(stat) - before.stat(stat)));
    let items = before.items.iter().zip(after.items.iter()).enumerate();
    let items = items
        .map(|(item, (before, after))| (item_name(project, item).to_owned(), i64::from(*after) - i64::from(*before)));
    numbers.chain(items).filter(|(_, change)| *change != 0).collect()
}
