//! A multi-floor tower on one page: every floor in its initial state, the route across them, and its actions in order.

use super::letters::TextStyle;
use super::palette::{DARK, FLOOR, LIGHT, LOCK_LETTERS, LOCKS, OUTLINE, PAPER, TOWER_NUMBERS};
use super::sheet::{line, sheet};
use super::tower::{SIDE, hero, thing};
use meihua_engine::games::tower::{Colour, Tile, Treasure};
use meihua_mota::Project;
use meihua_mota::keystroke::Key;
use meihua_mota::model::{Block, Floor, NETS, Trigger};
use meihua_mota::route::{Pressed, replay_with};
use meihua_mota::state::State;
use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle};

/// Maximum number of floors in a row of the page.
const COLUMNS: usize = 8;
/// Scale of a floor on the page.
const SCALE: f64 = 0.5;
/// Space between floors, around the page, and above a floor for its name, in units of the page.
const GAP: f64 = 14.0;
const TITLE: f64 = 18.0;
/// Height of two lines of text at the top of the page, and of a further one.
const HEAD: f64 = 34.0;
const LINE: f64 = 18.0;

/// A step of a route.
struct Step {
    floor: u16,
    from: (u8, u8),
    to: (u8, u8),
    /// Progress along the route, from 0 to 1.
    progress: f64,
}

/// The traces of a route on the floors.
#[derive(Default)]
struct Trail {
    /// The steps that change the hero's position.
    steps: Vec<Step>,
    /// Actions in order: floor and cell.
    deeds: Vec<(u16, (u8, u8))>,
}

impl Trail {
    fn of(project: &Project, keys: &[Key]) -> (Trail, State) {
        let mut trail = Trail::default();
        let (mut number, count) = (0, keys.len().max(1) as f64);
        let replayed = replay_with(project, keys, &mut |pressed| {
            number += 1;
            let Pressed { before, after, .. } = *pressed;
            let place = |state: &State| (state.x, state.y);
            if before.floor == after.floor && place(before) != place(after) {
                let progress = f64::from(number) / count;
                trail.steps.push(Step { floor: before.floor, from: place(before), to: place(after), progress });
            }
            // The hero acts on the cell one step ahead.
            let is_deed = before.floors_hash != after.floors_hash || !pressed.answers.is_empty();
            if let (true, Key::Step(_)) = (is_deed, pressed.key) {
                let floor = &project.floors[usize::from(before.floor)];
                let ahead = floor.beside(place(before), after.direction);
                trail.deeds.extend(ahead.map(|cell| (before.floor, floor.at(cell))));
            }
        });
        (trail, replayed.state)
    }
}

/// Draws all floors of a project in a state, the route of these keys, and a line of text about it. What the pen cannot write is left
/// to fonts, where there are any.
pub(crate) fn draw(project: &Project, state: &State, keys: &[Key], verdict: &str, has_fonts: bool) -> Document {
    let (trail, _) = Trail::of(&project.from_here(state), keys);
    let size = |part: fn(&Floor) -> u8| {
        let most = project.floors.iter().map(part).max().unwrap_or(1);
        f64::from(most) * SIDE * SCALE
    };
    let (width, height) = (size(|floor| floor.width) + GAP, size(|floor| floor.height) + GAP + TITLE);
    let columns = project.floors.len().clamp(1, COLUMNS);
    let rows = project.floors.len().div_ceil(columns);
    let across = columns as f64 * width + GAP;
    let title = TextStyle::new(15.0, DARK).left_aligned().bold();
    let text = TextStyle::new(12.0, DARK).left_aligned();
    let written = |style: TextStyle, text: &str| -> Vec<(TextStyle, String)> {
        style.lines(text, across - 2.0 * GAP).into_iter().map(|line| (style, line)).collect()
    };
    let lines = [written(title, &project.title), written(text, verdict)].concat();
    let head = HEAD + (lines.len() as f64 - 2.0) * LINE;
    let mut document = sheet((across, rows as f64 * height + GAP + head), PAPER);
    for (number, (style, line)) in lines.iter().enumerate() {
        document = document.add(style.write_any(line, (GAP, GAP + 8.0 + number as f64 * LINE), has_fonts));
    }
    for (number, floor) in project.floors.iter().enumerate() {
        let (column, row) = ((number % columns) as f64, (number / columns) as f64);
        let corner = (GAP + column * width, GAP + head + row * height);
        let name = TextStyle::new(11.0, TOWER_NUMBERS).left_aligned();
        document = document.add(name.write_any(&floor.id, (corner.0, corner.1 + TITLE - 6.0), has_fonts));
        let place = format!("translate({:.1},{:.1}) scale({SCALE})", corner.0, corner.1 + TITLE);
        document = document.add(page_of(project, state, number as u16, &trail).set("transform", place));
    }
    document
}

fn page_of(project: &Project, state: &State, number: u16, trail: &Trail) -> Group {
    let floor = &project.floors[usize::from(number)];
    let (width, height) = (f64::from(floor.width) * SIDE, f64::from(floor.height) * SIDE);
    let ground = Rectangle::new().set("width", width).set("height", height).set("fill", FLOOR).set("stroke", OUTLINE);
    let mut group = Group::new().add(ground);
    for cell in 0..floor.map.len() as u16 {
        let (x, y) = floor.at(cell);
        let drawn = state.block(project, number, cell).and_then(|block| block_at(project, block, centre((x, y))));
        if let Some(drawn) = drawn {
            group = group.add(drawn);
        } else if floor.stairs.contains_key(&cell) {
            group = group.add(sign(centre((x, y)), ">"));
        }
    }
    for &Step { from, to, progress, .. } in trail.steps.iter().filter(|step| step.floor == number) {
        // Paths walked twice are drawn side by side.
        let shift = (progress - 0.5) * SIDE * 0.5;
        let [from, to] = [from, to].map(|cell| {
            let (x, y) = centre(cell);
            (x + shift, y + shift)
        });
        let hue = 140.0 - 140.0 * progress;
        group = group.add(line(from, to).set("stroke", format!("hsl({hue:.0},85%,38%)")).set("stroke-width", 4));
    }
    if state.floor == number {
        group = group.add(hero(centre((state.x, state.y))));
    }
    for (order, &(_, cell)) in trail.deeds.iter().enumerate().filter(|(_, deed)| deed.0 == number) {
        group = group.add(plate(cell, order + 1));
    }
    group
}

fn centre((x, y): (u8, u8)) -> (f64, f64) {
    ((f64::from(x) + 0.5) * SIDE, (f64::from(y) + 0.5) * SIDE)
}

/// The number of an action in the corner of its cell.
fn plate((x, y): (u8, u8), number: usize) -> Group {
    let (x, y) = (f64::from(x) * SIDE, f64::from(y) * SIDE);
    let paper = Rectangle::new().set("x", x + 1.0).set("y", y + 1.0).set("width", 26).set("height", 15).set("rx", 3);
    let text = TextStyle::new(12.0, DARK).write(&number.to_string(), (x + 14.0, y + 13.0));
    Group::new().add(paper.set("fill", "#fffdf5").set("fill-opacity", 0.9)).add(text)
}

/// What is on a cell; `None` if the cell is open and does nothing.
fn block_at(project: &Project, block: &Block, at: (f64, f64)) -> Option<Group> {
    let id = project.tables.texts.name(block.id);
    if let Some(tile) = known(id) {
        return thing(at, tile);
    }
    if !block.no_pass && NETS.contains(&id) {
        return Some(net(at));
    }
    Some(match (block.enemy, block.item, &block.trigger) {
        (Some(enemy), ..) => {
            let body = Circle::new().set("cx", at.0).set("cy", at.1).set("r", 16).set("fill", "#7d5a9c");
            let letters: String = project.tables.enemies.name(enemy).chars().filter(char::is_ascii).take(2).collect();
            Group::new()
                .add(body.set("stroke", "#2b1a33"))
                .add(TextStyle::new(14.0, LIGHT).write(&letters, (at.0, at.1 + 5.0)))
        }
        (_, Some(_), _) => sign(at, id.get(..1).unwrap_or("?")),
        (.., Trigger::Door) => door(at, id),
        (.., Trigger::Event(_)) => sign(at, "!"),
        _ if id == "upFloor" => sign(at, "U"),
        _ if id == "downFloor" => sign(at, "D"),
        _ if block.no_pass && project.tables.texts.name(block.class).starts_with("npc") => sign(at, "?"),
        _ if block.no_pass => {
            let wall = Rectangle::new().set("x", at.0 - SIDE / 2.0).set("y", at.1 - SIDE / 2.0);
            Group::new().add(wall.set("width", SIDE).set("height", SIDE).set("fill", "#4a4e57"))
        }
        _ => return None,
    })
}

/// Blocks that also occur in single-floor towers.
fn known(id: &str) -> Option<Tile> {
    Some(match id {
        "yellowKey" => Tile::Key(Colour::Yellow),
        "blueKey" => Tile::Key(Colour::Blue),
        "redKey" => Tile::Key(Colour::Red),
        "yellowDoor" => Tile::Door(Colour::Yellow),
        "blueDoor" => Tile::Door(Colour::Blue),
        "redDoor" => Tile::Door(Colour::Red),
        "redGem" => Tile::Treasure(Treasure::RedGem),
        "blueGem" => Tile::Treasure(Treasure::BlueGem),
        "greenGem" => Tile::Treasure(Treasure::GreenGem),
        "redPotion" => Tile::Treasure(Treasure::SmallPotion),
        "bluePotion" => Tile::Treasure(Treasure::LargePotion),
        "yellowPotion" => Tile::Treasure(Treasure::YellowPotion),
        "greenPotion" => Tile::Treasure(Treasure::GreenPotion),
        _ => return None,
    })
}

/// A door of a colour that single-floor towers lack, with the first letter of its id.
fn door(at: (f64, f64), id: &str) -> Group {
    let leaf = Rectangle::new().set("x", at.0 - 17.0).set("y", at.1 - 19.0).set("width", 34).set("height", 38);
    let letter = id.chars().next().filter(char::is_ascii).map(|letter| letter.to_ascii_uppercase().to_string());
    let leaf = leaf.set("rx", 4).set("fill", LOCKS[1]).set("fill-opacity", 0.6).set("stroke", OUTLINE);
    let style = TextStyle::new(15.0, LOCK_LETTERS[0]).bold();
    Group::new().add(leaf).add(style.write(letter.as_deref().unwrap_or("D"), (at.0, at.1 + 6.0)))
}

/// A net on the ground that hurts.
fn net((x, y): (f64, f64)) -> Group {
    let threads = Path::new().set("d", "M-16 -8L8 16M-16 -16L16 16M-8 -16L16 8M-16 8L8 -16M-16 16L16 -16M-8 16L16 -8");
    let threads = threads.set("fill", "none").set("stroke", "#b3261e").set("stroke-width", 2.5);
    Group::new().add(threads.set("transform", format!("translate({x} {y})")))
}

/// A sign on a small plate.
fn sign(at: (f64, f64), text: &str) -> Group {
    let plate = Rectangle::new().set("x", at.0 - 13.0).set("y", at.1 - 13.0).set("width", 26).set("height", 26);
    let plate = plate.set("rx", 5).set("fill", LIGHT).set("stroke", OUTLINE);
    Group::new().add(plate).add(TextStyle::new(17.0, DARK).bold().write(text, (at.0, at.1 + 6.0)))
}
