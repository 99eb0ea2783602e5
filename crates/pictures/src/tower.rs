//! A picture of a tower: the map, the walk across it, and the targets in order.

use crate::letters::TextStyle;
use crate::palette::{DARK, FLOOR, GEMS, LIGHT, LOCK_LETTERS, LOCKS, OUTLINE, POTIONS, TOWER_NUMBERS, TOWER_PAPER};
use meihua_engine::games::tower::check::Walker;
use meihua_engine::games::tower::pathing::Move;
use meihua_engine::games::tower::{Cell, Colour, Hero, State, Tile, Tower, Treasure};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Polygon, Polyline, Rectangle};

/// Side of a cell.
pub const SIDE: f64 = 44.0;
const MARGIN: f64 = 22.0;
/// Height of the text below the map.
const FOOTER: f64 = 64.0;

/// Draws a state of a tower, the walk of a plan, and a line of text about its end.
pub fn draw(tower: &Tower, state: &State, plan: &[Move], verdict: &str) -> Document {
    let (width, height) = (tower.cols as f64 * SIDE + 2.0 * MARGIN, tower.rows as f64 * SIDE + 2.0 * MARGIN + FOOTER);
    let walk = Walk::of(tower, state, plan);
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", TOWER_PAPER))
        .add(map(tower, state))
        .add(walk.path())
        .add(hero(centre(state.hero.at)))
        .add(walk.numbers())
        .add(footer(tower, &state.hero, verdict))
}

/// The top left corner of a cell.
fn corner(cell: Cell) -> (f64, f64) {
    (MARGIN + f64::from(cell.col) * SIDE, MARGIN + f64::from(cell.row) * SIDE)
}

fn centre(cell: Cell) -> (f64, f64) {
    let (x, y) = corner(cell);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

fn map(tower: &Tower, state: &State) -> Group {
    let mut group = Group::new();
    for (index, &tile) in state.map.iter().enumerate() {
        let cell = tower.cell(index);
        let (x, y) = corner(cell);
        let fill = if tile == Tile::Wall { "#4a4e57" } else { FLOOR };
        let square = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
        group = group.add(square.set("fill", fill).set("stroke", "#cfc6ae").set("stroke-width", 0.6));
        if let Some(thing) = thing(centre(cell), tile) {
            group = group.add(thing);
        }
    }
    // Rows and columns, as in moves.
    for row in 0..tower.rows {
        let y = MARGIN + (row as f64 + 0.5) * SIDE + 4.0;
        group = group.add(label(&row.to_string(), (MARGIN / 2.0, y), 10.0, TOWER_NUMBERS));
    }
    for col in 0..tower.cols {
        let x = MARGIN + (col as f64 + 0.5) * SIDE;
        group = group.add(label(&col.to_string(), (x, MARGIN - 7.0), 10.0, TOWER_NUMBERS));
    }
    group
}

/// The letter of a colour, because red and blue have the same grey value.
fn letter(colour: Colour) -> String {
    colour.name().chars().take(1).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// What is on a cell, centred on a point; `None` for a road or a wall.
pub fn thing(at: (f64, f64), tile: Tile) -> Option<Group> {
    match tile {
        Tile::Road | Tile::Wall => None,
        Tile::Key(colour) => Some(key(at, colour)),
        Tile::Door(colour) => Some(door((at.0 - SIDE / 2.0, at.1 - SIDE / 2.0), colour)),
        Tile::Treasure(treasure) => Some(item(at, treasure)),
        Tile::Monster(id) => {
            let name = if id.is_boss() { "BOSS".to_owned() } else { id.code().to_string() };
            Some(monster(at, &name, id.is_boss()))
        }
    }
}

/// A key with a dark outline, since a yellow one is hard to see on the floor, and its letter below.
fn key((x, y): (f64, f64), colour: Colour) -> Group {
    let shape = |stroke: &str, width: f64| {
        let ring = Circle::new().set("cx", x - 6.0).set("cy", y - 3.0).set("r", 5.0);
        let bit = [(-1.0, -3.0), (12.0, -3.0), (12.0, 2.0), (12.0, -3.0), (7.0, -3.0), (7.0, 1.0)];
        let bit = Polyline::new().set("points", points(&bit, (x, y)));
        Group::new().set("stroke", stroke).set("stroke-width", width).set("fill", "none").add(ring).add(bit)
    };
    Group::new()
        .add(shape(OUTLINE, 6.0).set("stroke-linecap", "round"))
        .add(shape(LOCKS[colour.index()], 3.0))
        .add(TextStyle::new(11.0, DARK).bold().write(&letter(colour), (x, y + 17.0)))
}

fn door((x, y): (f64, f64), colour: Colour) -> Group {
    let leaf = Rectangle::new().set("x", x + 5.0).set("y", y + 3.0).set("width", SIDE - 10.0).set("height", SIDE - 6.0);
    let knob = Circle::new().set("cx", x + SIDE - 10.0).set("cy", y + SIDE / 2.0).set("r", 2.5).set("fill", LIGHT);
    let name = TextStyle::new(15.0, LOCK_LETTERS[colour.index()]).bold();
    let leaf = leaf.set("rx", 4).set("fill", LOCKS[colour.index()]).set("stroke", OUTLINE).set("stroke-width", 1.5);
    Group::new()
        .add(leaf)
        .add(knob.set("stroke", OUTLINE))
        .add(name.write(&letter(colour), (x + SIDE / 2.0, y + SIDE / 2.0 + 6.0)))
}

/// A gem or a bottle, with its letters as on the map of `d`.
fn item((x, y): (f64, f64), treasure: Treasure) -> Group {
    let gem = |fill: &str, name: &str| {
        let shape = points(&[(0.0, -13.0), (13.0, -2.0), (0.0, 14.0), (-13.0, -2.0)], (x, y));
        let shape = Polygon::new().set("points", shape).set("fill", fill).set("stroke", OUTLINE);
        Group::new().add(shape).add(TextStyle::new(10.0, LIGHT).bold().write(name, (x, y + 3.0)))
    };
    let bottle = |fill: &str, size: f64, name: &str| {
        let neck = Rectangle::new().set("x", x - 2.5).set("y", y - size - 4.0).set("width", 5).set("height", 7);
        let belly = Circle::new().set("cx", x).set("cy", y + 2.0).set("r", size);
        let glass = Group::new().set("stroke", OUTLINE).set("fill", fill).add(neck).add(belly);
        Group::new().add(glass).add(TextStyle::new(10.0, DARK).bold().write(name, (x, y + 5.5)))
    };
    match treasure {
        Treasure::RedGem => gem(GEMS[0], "a"),
        Treasure::BlueGem => gem(GEMS[1], "d"),
        Treasure::GreenGem => gem(GEMS[2], "m"),
        Treasure::SmallPotion => bottle(POTIONS[0], 8.0, "h"),
        Treasure::LargePotion => bottle(POTIONS[1], 11.0, "H"),
        Treasure::YellowPotion => bottle(POTIONS[2], 11.0, "yh"),
        Treasure::GreenPotion => bottle(POTIONS[3], 11.0, "gh"),
    }
}

fn monster((x, y): (f64, f64), name: &str, boss: bool) -> Group {
    let (radius, fill) = if boss { (20.0, "#5b1f4e") } else { (14.0, "#7d5a9c") };
    let body = Circle::new().set("cx", x).set("cy", y).set("r", radius).set("fill", fill).set("stroke", "#2b1a33");
    Group::new().add(body).add(label(name, (x, y + 4.0), 11.0, "#ffffff"))
}

/// The hero, centred on a point.
pub fn hero((x, y): (f64, f64)) -> Group {
    let body = Circle::new().set("cx", x).set("cy", y).set("r", 13).set("fill", "#1c8a5a").set("stroke", "#0d3d28");
    Group::new().add(body).add(label("@", (x, y + 5.0), 14.0, "#ffffff"))
}

fn label(text: &str, at: (f64, f64), size: f64, ink: &'static str) -> Path {
    TextStyle::new(size, ink).write(text, at)
}

fn points(offsets: &[(f64, f64)], (x, y): (f64, f64)) -> String {
    offsets.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect::<Vec<_>>().join(" ")
}

/// The course of a walk.
struct Walk {
    /// The cells walked over, the start first.
    cells: Vec<Cell>,
    /// The targets, in order.
    targets: Vec<Cell>,
}

impl Walk {
    fn of(tower: &Tower, start: &State, plan: &[Move]) -> Walk {
        let mut state = start.clone();
        let mut walk = Walk { cells: vec![state.hero.at], targets: Vec::new() };
        let mut walker = Walker::new(tower);
        for &mv in plan {
            let Some(steps) = walker.walk(&mut state.clone(), mv) else { break };
            for step in steps {
                let from = state.hero.at;
                if tower.step(&mut state, step).is_ok() && state.hero.at != from {
                    walk.cells.push(state.hero.at);
                }
            }
            if let Move::Act(cell) = mv {
                walk.targets.push(cell);
            }
        }
        walk
    }

    /// A line that drifts slightly, so that paths walked twice can be told apart.
    fn path(&self) -> Group {
        let last = self.cells.len().max(2) as f64 - 1.0;
        let place = |(index, &cell): (usize, &Cell)| {
            let (x, y) = centre(cell);
            let shift = (index as f64 / last - 0.5) * SIDE * 0.5;
            (x + shift, y + shift)
        };
        let places: Vec<(f64, f64)> = self.cells.iter().enumerate().map(place).collect();
        let mut group = Group::new().set("fill", "none").set("stroke-width", 2).set("stroke-opacity", 0.75);
        for (index, pair) in places.windows(2).enumerate() {
            // From green at the start to red at the end.
            let hue = 140.0 - 140.0 * index as f64 / last;
            let line = Polyline::new().set("points", points(pair, (0.0, 0.0)));
            group = group.add(line.set("stroke", format!("hsl({hue:.0},85%,38%)")));
        }
        group
    }

    /// The number of each target in its corner.
    fn numbers(&self) -> Group {
        let mut group = Group::new();
        for (index, &cell) in self.targets.iter().enumerate() {
            let (x, y) = corner(cell);
            let plate = Rectangle::new().set("x", x + 1.0).set("y", y + 1.0).set("width", 17).set("height", 12);
            group = group.add(plate.set("rx", 3).set("fill", "#fffdf5").set("fill-opacity", 0.9)).add(label(
                &(index + 1).to_string(),
                (x + 9.5, y + 10.5),
                9.5,
                "#1d1d1d",
            ));
        }
        group
    }
}

fn footer(tower: &Tower, hero: &Hero, verdict: &str) -> Group {
    let y = MARGIN + tower.rows as f64 * SIDE + 24.0;
    let keys: Vec<String> =
        Colour::ALL.iter().map(|colour| format!("{} {}", hero.keys[colour.index()], colour.name())).collect();
    let stats = format!(
        "hero: hp {}, attack {}, defence {}, magic defence {}; keys: {}",
        hero.hp,
        hero.attack,
        hero.defence,
        hero.magic,
        keys.join(", ")
    );
    let style = TextStyle::new(13.0, "#333333").left_aligned();
    Group::new().add(style.write(&stats, (MARGIN, y))).add(style.write(verdict, (MARGIN, y + 22.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_doors_differ_by_more_than_colour() {
        let letters = Colour::ALL.map(letter);
        assert!(letters[0] != letters[1] && letters[1] != letters[2] && letters[0] != letters[2], "{letters:?}");
        for colour in Colour::ALL {
            let stroke = |name: &str, size, at| TextStyle::new(size, "").bold().write(name, at).to_string();
            let path = |text: String| text.split('"').find(|part| part.starts_with('M')).map(str::to_owned).unwrap();
            let name = letter(colour);
            let at = (100.0, 100.0);
            assert!(key(at, colour).to_string().contains(&path(stroke(&name, 11.0, (100.0, 117.0)))), "{name}");
            let middle = (100.0 + SIDE / 2.0, 106.0 + SIDE / 2.0);
            assert!(door(at, colour).to_string().contains(&path(stroke(&name, 15.0, middle))), "{name}");
            assert!(key(at, colour).to_string().contains(OUTLINE), "{name}");
        }
    }
}
