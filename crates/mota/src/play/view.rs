//! What a GUI needs to show a multi-floor tower, and its floor as text.

use crate::play::monster_manual::{BookEntry, book};
use crate::play::puzzle::KeyMove;
use crate::play::route;
use crate::play::walkthrough::{hero, item_name};
use crate::rules::equipment::worn;
use crate::rules::expression::Stat;
use crate::rules::free_walk::FreeWalk;
use crate::rules::hazard::lava;
use crate::rules::keystroke::{Key, OVER, press};
use crate::rules::model::{Block, DIRECTIONS, NETS, Project};
use crate::rules::run::{Halt, Question};
use crate::rules::state::{Ending, State};
use crate::rules::walk::{Ahead, ahead};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use serde::Serialize;
use std::collections::BTreeMap;

/// The floor where the hero is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FloorView {
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its number, from 0.
    pub number: u16,
    /// Numbers of blocks, row by row from the top; 0 where nothing is to be seen.
    pub map: Vec<Vec<u32>>,
    /// What stands on each cell: `floor`, `wall`, `event`, `up`, `down`, `stairs`, or `monster ID`, `item ID`, `door ID`, and
    /// `hazard ID` where a step hurts.
    pub things: Vec<Vec<String>>,
    /// What the tower calls items, doors and hazards of the floor, by their ids; those that it does not name are left out.
    pub names: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HeroView {
    /// Column, from 0 at the left.
    pub x: u8,
    /// Row, from 0 at the top.
    pub y: u8,
    /// Which way he looks: `up`, `down`, `left`, `right`.
    pub direction: &'static str,
    /// Hit points.
    pub hp: i64,
    pub attack: i64,
    pub defence: i64,
    pub magic: i64,
    pub gold: i64,
    pub experience: i64,
    pub level: i64,
}

/// Keys, tools and the like that the hero has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ItemView {
    pub id: String,
    /// What it is called.
    pub name: String,
    pub count: i32,
}

/// What the hero can walk into without anything happening before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TargetView {
    /// Column, from 0 at the left.
    pub x: u8,
    /// Row, from 0 at the top.
    pub y: u8,
    pub name: String,
    /// The route that leads there, the last key onto or into it.
    pub keys: String,
    /// Hp after it; `null` where it asks something, or does what is not understood.
    pub hp: Option<i64>,
}

/// A move that is more than a step, in the words of the tower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ChoiceView {
    /// As it is sent.
    pub r#move: String,
    /// Who asks, what is used or taken off, or the floor that is flown to, as people call it.
    pub name: String,
    /// What is asked, as the tower's file has it; empty where nothing is asked.
    pub question: String,
    /// What the answers read, one after the other; empty for the one that leaves a shop.
    pub answers: Vec<String>,
    /// The gold after it.
    pub gold: i64,
}

impl ChoiceView {
    /// The view of a move; none for a turn, and for a step that asks nothing.
    pub(crate) fn of(project: &Project, state: &State, mv: &KeyMove, after: &State) -> Option<ChoiceView> {
        let (keys, answers) = (mv.keys(), mv.answers());
        let key = *keys.first()?;
        // Nobody asks whether he walks over stairs.
        if answers == [OVER] {
            return None;
        }
        let name = match key {
            Key::Step(way) if !answers.is_empty() => {
                let floor = &project.floors[usize::from(state.floor)];
                name(project, state, floor.beside((state.x, state.y), way)?)
            }
            Key::Use(item) => item_name(project, item as usize).to_owned(),
            Key::Fly(floor) => project.floors[usize::from(floor)].name.clone(),
            Key::Shop(shop) => project.shops.get(usize::from(shop))?.name.clone(),
            Key::TakeOff(slot) => {
                let worn = worn(state, *project.slots.worn.get(usize::from(slot))?)?;
                item_name(project, worn as usize).to_owned()
            }
            Key::Step(_) | Key::Choose(_) | Key::Walk(..) | Key::Turn(_) | Key::Take => return None,
        };
        let asked = (0..answers.len()).map(|given| match press(project, &mut state.clone(), key, &answers[..given]) {
            Err(Halt::Choose(question)) => question,
            Ok(_) | Err(_) => Question::default(),
        });
        let asked: Vec<Question> = asked.collect();
        let word = |text: u32| project.tables.texts.name(text).to_owned();
        let read = |(question, answer): (&Question, &u8)| {
            let place = question.open.iter().position(|open| open == answer);
            place.and_then(|place| question.answers.get(place)).map_or_else(String::new, |&text| word(text))
        };
        Some(ChoiceView {
            r#move: route::text(project, &keys),
            name,
            question: asked.first().map_or_else(String::new, |question| word(question.text)),
            answers: asked.iter().zip(answers).map(read).collect(),
            gold: after.stat(Stat::Money),
        })
    }
}

/// The part of a view that is the tower's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ProjectView {
    /// What the tower is called.
    pub title: String,
    /// The floor.
    pub floor: FloorView,
    /// Ids of the floors where the hero has been.
    pub visited: Vec<String>,
    pub hero: HeroView,
    pub items: Vec<ItemView>,
    /// The book of the monsters on the floor.
    pub monsters: Vec<BookEntry>,
    /// What can be walked into now.
    pub targets: Vec<TargetView>,
    /// What can be chosen now: answers to who asks, uses of items, equipment to take off, flights.
    pub choices: Vec<ChoiceView>,
    /// The answers with which the game began, as a route: a record of the platform begins with them.
    pub first_answers: String,
    /// Whether the tower is won.
    pub won: bool,
    /// What the event says that ended the game, as the tower's file has it; empty before the end, and where it says nothing.
    pub end: String,
}

impl ProjectView {
    /// The view of a state.
    pub(crate) fn of(project: &Project, state: &State, choices: Vec<ChoiceView>) -> ProjectView {
        let floors = project.floors.iter().enumerate();
        let visited = floors.filter(|(number, _)| state.has_visited(*number)).map(|(_, floor)| floor.id.clone());
        let items = state.items.iter().enumerate().filter(|(_, count)| **count > 0);
        let item = |(item, &count): (usize, &i32)| {
            let (id, name) = (project.tables.items.name(item as u32), item_name(project, item));
            ItemView { id: id.to_owned(), name: name.to_owned(), count }
        };
        let first_answers: Vec<Key> = project.start.answers.iter().map(|&answer| Key::Choose(answer)).collect();
        ProjectView {
            title: project.title.clone(),
            floor: floor(project, state),
            visited: visited.collect(),
            hero: HeroView {
                x: state.x,
                y: state.y,
                direction: DIRECTIONS[usize::from(state.direction & 3)].0,
                hp: state.stat(Stat::Hp),
                attack: state.stat(Stat::Attack),
                defence: state.stat(Stat::Defence),
                magic: state.stat(Stat::Magic),
                gold: state.stat(Stat::Money),
                experience: state.stat(Stat::Experience),
                level: state.stat(Stat::Level),
            },
            items: items.map(item).collect(),
            monsters: book(project, state),
            targets: targets(project, state),
            choices,
            first_answers: route::text(project, &first_answers),
            won: state.ending == Ending::Won,
            end: project.tables.texts.name(state.end_text).to_owned(),
        }
    }
}

fn floor(project: &Project, state: &State) -> FloorView {
    let floor = &project.floors[usize::from(state.floor)];
    let numbers: Vec<u32> = (0..floor.map.len() as u16).map(|cell| state.here().visible(cell).unwrap_or(0)).collect();
    let things: Vec<String> = (0..floor.map.len() as u16).map(|cell| thing(project, state, cell)).collect();
    let named = |cell: u16| {
        let block = state.block(project, state.floor, cell).filter(|block| block.enemy.is_none())?;
        let (id, name) = (project.tables.texts.name(block.id), block_name(project, block));
        (name != id).then(|| (id.to_owned(), name.to_owned()))
    };
    let width = usize::from(floor.width).max(1);
    FloorView {
        id: floor.id.clone(),
        name: floor.name.clone(),
        number: state.floor,
        map: numbers.chunks(width).map(<[u32]>::to_vec).collect(),
        things: things.chunks(width).map(<[String]>::to_vec).collect(),
        names: (0..floor.map.len() as u16).filter_map(named).collect(),
    }
}

/// What a block is called: by the tower, else by its id.
fn block_name<'a>(project: &'a Project, block: &Block) -> &'a str {
    let names = [block.item.map(|item| item_name(project, item as usize)), Some(project.tables.texts.name(block.name))];
    let named = names.into_iter().flatten().find(|name| !name.is_empty());
    named.unwrap_or_else(|| project.tables.texts.name(block.id))
}

/// What stands on a cell of the hero's floor, as a word and an id.
fn thing(project: &Project, state: &State, cell: u16) -> String {
    let (what, outside) = ahead(project, state, usize::from(state.floor), cell);
    let id = state.block(project, state.floor, cell).map_or("", |block| project.tables.texts.name(block.id));
    match what {
        Ahead::Battle(enemy) => format!("monster {}", project.tables.enemies.name(enemy)),
        Ahead::Item(_) => format!("item {id}"),
        Ahead::Door(_) => format!("door {id}"),
        Ahead::Stairs(_) if id == "upFloor" => "up".to_owned(),
        Ahead::Stairs(_) if id == "downFloor" => "down".to_owned(),
        Ahead::Stairs(_) => "stairs".to_owned(),
        Ahead::Nothing | Ahead::Event(_) if !outside && hurts(project, state, cell) => format!("hazard {id}"),
        Ahead::Nothing => if outside { "wall" } else { "floor" }.to_owned(),
        Ahead::Melts | Ahead::Event(_) | Ahead::Unknown(_) => "event".to_owned(),
    }
}

/// Whether what stands on a cell of the hero's floor hurts who steps on it.
fn hurts(project: &Project, state: &State, cell: u16) -> bool {
    let id = |block: &Block| project.tables.texts.name(block.id);
    match state.block(project, state.floor, cell).map(id) {
        Some("lavaNet") => lava(project, state, cell) > 0,
        Some(id) => NETS.contains(&id),
        None => false,
    }
}

fn targets(project: &Project, state: &State) -> Vec<TargetView> {
    let floor = &project.floors[usize::from(state.floor)];
    let view = |target: crate::rules::free_walk::Target| {
        let (x, y) = floor.at(target.cell);
        let mut after = state.clone();
        let pressed = target.keys.iter().try_for_each(|&key| press(project, &mut after, key, &[]).map(drop));
        let ended = after.ending != Ending::None;
        TargetView {
            x,
            y,
            name: name(project, state, target.cell),
            keys: route::text(project, &target.keys),
            hp: (pressed.is_ok() || ended).then(|| after.stat(Stat::Hp)),
        }
    };
    FreeWalk::of(project, state).targets(project, state).into_iter().map(view).collect()
}

/// What stands on a cell of the hero's floor, as people call it.
fn name(project: &Project, state: &State, cell: u16) -> String {
    let called = state.block(project, state.floor, cell).map(|block| block_name(project, block));
    match ahead(project, state, usize::from(state.floor), cell).0 {
        Ahead::Battle(enemy) => project.enemies[enemy as usize].name.clone(),
        Ahead::Item(item) => item_name(project, item as usize).to_owned(),
        Ahead::Stairs(_) => "stairs".to_owned(),
        _ => called.unwrap_or("floor").to_owned(),
    }
}

/// The hero's floor for people: two characters a cell, monsters by their numbers in the book below it.
pub(crate) fn board(project: &Project, state: &State) -> Sentence {
    let floor = &project.floors[usize::from(state.floor)];
    let book = book(project, state);
    let (id, name) = (floor.id.clone(), floor.name.clone());
    let mut lines = vec![sentence!("{}: {} of {} floors, {}", id, state.floor + 1, project.floors.len(), name)];
    lines.extend((0..floor.height).map(|y| {
        let sign = |x: u8| {
            let cell = floor.cell(x.into(), y.into()).unwrap_or(0);
            let is_hero = (x, y) == (state.x, state.y);
            if is_hero { " @".to_owned() } else { glyph(project, state, cell, &book) }
        };
        Sentence::Plain((0..floor.width).map(sign).collect())
    }));
    lines.push(sentence!("column {}, row {}: {}", state.x, state.y, hero(project, state)));
    lines.extend((1..).zip(&book).map(|(number, entry)| {
        let BookEntry { name, hp, attack, defence, .. } = entry;
        let name = format!("{number:>2} {name}");
        sentence!("{}: hp {}, attack {}, defence {}, {}", name, *hp, *attack, *defence, cost(entry))
    }));
    Sentence::lines(lines)
}

/// What a fight with a monster costs, and with how much more attack it costs less.
fn cost(entry: &BookEntry) -> Sentence {
    match (entry.damage, entry.next) {
        (Some(damage), _) if damage <= 0 => "costs nothing".into(),
        (Some(damage), None) => sentence!("costs {} hp", damage),
        (Some(damage), Some(next)) => sentence!("costs {} hp, {} at attack {}", damage, next.damage, next.attack),
        (None, None) => "cannot be fought".into(),
        (None, Some(next)) => sentence!("cannot be fought, costs {} hp at attack {}", next.damage, next.attack),
    }
}

/// Two characters for a cell.
fn glyph(project: &Project, state: &State, cell: u16, book: &[BookEntry]) -> String {
    let (what, outside) = ahead(project, state, usize::from(state.floor), cell);
    let id = state.block(project, state.floor, cell).map_or("", |block| project.tables.texts.name(block.id));
    let letter = id.chars().next().filter(char::is_ascii_alphabetic).unwrap_or('?');
    match what {
        Ahead::Battle(enemy) => {
            let number = book.iter().position(|entry| entry.enemy == enemy).map_or(0, |place| place + 1);
            format!("{number:>2}")
        }
        Ahead::Item(_) => match id {
            "redGem" => "+a".to_owned(),
            "blueGem" => "+d".to_owned(),
            "greenGem" => "+m".to_owned(),
            _ if id.ends_with("Key") => format!(" {letter}"),
            _ if id.ends_with("Potion") => " h".to_owned(),
            _ => " *".to_owned(),
        },
        Ahead::Door(_) => format!("{}|", letter.to_ascii_uppercase()),
        Ahead::Stairs(_) if id == "upFloor" => " ^".to_owned(),
        Ahead::Stairs(_) if id == "downFloor" => " v".to_owned(),
        Ahead::Stairs(_) => " >".to_owned(),
        Ahead::Nothing | Ahead::Event(_) if !outside && hurts(project, state, cell) => " ~".to_owned(),
        Ahead::Nothing => if outside { "##" } else { " ." }.to_owned(),
        Ahead::Melts | Ahead::Event(_) | Ahead::Unknown(_) => " ?".to_owned(),
    }
}
