//! A picture of a tower: the map, the walk across it, and the targets in order.

use crate::letters::TextStyle;
use crate::palette::{DARK, FLOOR, GEMS, LIGHT, LOCK_LETTERS, LOCKS, OUTLINE, PAPER, POTIONS, TOWER_NUMBERS};
use crate::sprites::{self, figure};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Words;
use meihua_engine::games::tower::check::Walker;
use meihua_engine::games::tower::pathing::Move;
use meihua_engine::games::tower::{Cell, Colour, Hero, MonsterId, State, Tile, Tower, Treasure};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Polygon, Polyline, Rectangle};

/// Side of a cell.
pub const SIDE: f64 = 44.0;
const MARGIN: f64 = 22.0;
/// Height of the text below the map.
const FOOTER: f64 = 64.0;

/// Draws a state of a tower, the walk of a plan, and a line of text about its end; `words` puts the hero's values into those of a
/// language where fonts draw what the pen lacks.
pub fn draw(tower: &Tower, state: &State, plan: &[Move], verdict: &str, words: Option<Words>) -> Document {
    let (width, height) = (tower.cols as f64 * SIDE + 2.0 * MARGIN, tower.rows as f64 * SIDE + 2.0 * MARGIN + FOOTER);
    let walk = Walk::of(tower, state, plan);
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", PAPER))
        .add(map(tower, state))
        .add(walk.path())
        .add(hero(centre(state.hero.at)))
        .add(walk.numbers())
        .add(footer(tower, &state.hero, verdict, words))
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
        Tile::Monster(id) => Some(monster(at, id)),
    }
}

/// A key with a dark outline, since a yellow one is hard to see on the floor, and its letter below. The bows of the
/// three colours have different shapes.
fn key((x, y): (f64, f64), colour: Colour) -> Group {
    let bow = match colour {
        Colour::Yellow => "M-11 -3A5 5 0 0 1 -1 -3A5 5 0 0 1 -11 -3Z",
        Colour::Blue => "M-11 -8H-1V2H-11Z",
        Colour::Red => "M-12 2L-6 -9L0 2Z",
    };
    let shape = format!("{bow}M0 -3H12V2M7 -3V1");
    let stroke = |ink: &str, width: f64| {
        let path =
            Path::new().set("d", shape.as_str()).set("fill", "none").set("stroke", ink).set("stroke-width", width);
        path.set("stroke-linecap", "round")
            .set("stroke-linejoin", "round")
            .set("transform", format!("translate({x} {y})"))
    };
    Group::new()
        .add(stroke(OUTLINE, 6.0))
        .add(stroke(LOCKS[colour.index()], 3.0))
        .add(TextStyle::new(11.0, DARK).bold().write(&letter(colour), (x, y + 17.0)))
}

/// A door of planks in an arch of stone.
fn door((x, y): (f64, f64), colour: Colour) -> Group {
    let art = format!(
        concat!(
            "<path d=\"M3 43V15Q3 2 22 1Q41 2 41 15V43Z\" fill=\"#7d7263\" stroke=\"{outline}\"/>",
            "<path d=\"M7 43V17Q7 6 22 5Q37 6 37 17V43Z\" fill=\"{leaf}\" stroke=\"{outline}\" stroke-width=\"1.5\"/>",
            "<path d=\"M14.5 7V43M29.5 7V43\" stroke=\"#000\" stroke-opacity=\".22\"/>",
            "<path d=\"M7 14H37M7 37H37\" stroke=\"{outline}\" stroke-width=\"2.4\"/>",
            "<circle cx=\"33\" cy=\"26\" r=\"2.3\" fill=\"#fff\" stroke=\"{outline}\"/>"
        ),
        outline = OUTLINE,
        leaf = LOCKS[colour.index()]
    );
    let name = TextStyle::new(15.0, LOCK_LETTERS[colour.index()]).bold();
    Group::new().add(figure((x, y), art)).add(name.write(&letter(colour), (x + SIDE / 2.0, y + SIDE / 2.0 + 6.0)))
}

/// A gem or a bottle, with its letters as on the map of `d`.
fn item((x, y): (f64, f64), treasure: Treasure) -> Group {
    // Each kind of gem is cut in its own way.
    let gem = |fill: &str, cut: &[(f64, f64)], name: &str| {
        let shape = Polygon::new().set("points", points(cut, (x, y))).set("fill", fill).set("stroke", OUTLINE);
        let facets = concat!(
            "<path d=\"M0 -12L-10 -2H10Z\" fill=\"#fff\" fill-opacity=\".3\"/>",
            "<path d=\"M0 13L10 -2H4Z\" fill-opacity=\".18\"/>"
        );
        let name = TextStyle::new(10.0, LIGHT).bold().write(name, (x, y + 3.0));
        Group::new().add(shape).add(figure((x, y), facets)).add(name)
    };
    let diamond = [(0.0, -14.0), (13.0, -2.0), (0.0, 15.0), (-13.0, -2.0)];
    let shield = [(-13.0, -12.0), (13.0, -12.0), (13.0, 3.0), (0.0, 14.0), (-13.0, 3.0)];
    let hexagon = [(-7.0, -13.0), (7.0, -13.0), (15.0, 0.0), (7.0, 13.0), (-7.0, 13.0), (-15.0, 0.0)];
    let bottle = |fill: &str, size: f64, name: &str| {
        let neck = Rectangle::new().set("x", x - 2.5).set("y", y - size - 4.0).set("width", 5).set("height", 7);
        let belly = Circle::new().set("cx", x).set("cy", y + 2.0).set("r", size);
        let glass = Group::new().set("stroke", OUTLINE).set("fill", fill).add(neck).add(belly);
        let cork = format!("<path d=\"M-3.5 {}h7v3.4h-7z\" fill=\"#9a6a35\" stroke=\"{OUTLINE}\"/>", -size - 6.4);
        let gleam = format!(
            "<path d=\"M{} 1Q{} -4 {} {}\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"1.8\"/>",
            2.5 - size,
            3.0 - size,
            5.5 - size,
            4.5 - size
        );
        Group::new()
            .add(glass)
            .add(figure((x, y), cork + &gleam))
            .add(TextStyle::new(10.0, DARK).bold().write(name, (x, y + 5.5)))
    };
    match treasure {
        Treasure::RedGem => gem(GEMS[0], &diamond, "a"),
        Treasure::BlueGem => gem(GEMS[1], &shield, "d"),
        Treasure::GreenGem => gem(GEMS[2], &hexagon, "m"),
        Treasure::SmallPotion => bottle(POTIONS[0], 8.0, "h"),
        Treasure::LargePotion => bottle(POTIONS[1], 11.0, "H"),
        Treasure::YellowPotion => bottle(POTIONS[2], 11.0, "yh"),
        Treasure::GreenPotion => bottle(POTIONS[3], 11.0, "gh"),
    }
}

/// A monster with its number; the boss needs none.
fn monster((x, y): (f64, f64), id: MonsterId) -> Group {
    if id.is_boss() {
        return figure((x, y), sprites::BOSS);
    }
    let number = TextStyle::new(8.5, DARK).bold().write(&id.code().to_string(), (x + 14.0, y - 13.0));
    Group::new().add(figure((x, y), sprites::monster(id.index()))).add(number)
}

/// The hero, centred on a point.
pub fn hero(at: (f64, f64)) -> Group {
    figure(at, sprites::HERO)
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

fn footer(tower: &Tower, hero: &Hero, verdict: &str, words: Option<Words>) -> Group {
    let y = MARGIN + tower.rows as f64 * SIDE + 24.0;
    let [yellow, blue, red] = hero.keys;
    let stats = sentence!(
        "hero: hp {}, attack {}, defence {}, magic defence {}; keys: {} yellow, {} blue, {} red",
        hero.hp,
        hero.attack,
        hero.defence,
        hero.magic,
        yellow,
        blue,
        red
    );
    let stats = words.map_or_else(|| stats.to_string(), |words| words(&stats));
    let style = TextStyle::new(13.0, "#333333").left_aligned();
    let line = |text: &str, y: f64| style.write_any(text, (MARGIN, y), words.is_some());
    Group::new().add(line(&stats, y)).add(line(verdict, y + 22.0))
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
