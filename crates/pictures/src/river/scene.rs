//! A position of the river: both banks, the boat, and who is where.

use crate::letters::TextStyle;
use crate::sheet::sheet;
use crate::sprites::{self, figure};
use meihua_engine::games::river::{Group as People, River, RiverPosition, Shore};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle};

/// Width of a bank.
const BANK: f64 = 240.0;
/// Width of the water.
const WATER: f64 = 320.0;
/// Height of the picture.
const HEIGHT: f64 = 250.0;
/// The y coordinate of the banks and the water.
const GROUND: f64 = 120.0;
/// Distance between two people.
const PERSON: f64 = 30.0;
/// Maximum number of people drawn on a bank; larger groups are shown as numbers.
const MAX_ASHORE: u32 = 7;
/// Maximum number of people drawn in the boat.
const MAX_ABOARD: u32 = 4;

/// Draws a position and a line of text about it.
pub fn draw(river: &River, position: &RiverPosition, verdict: &str) -> Document {
    let width = 2.0 * BANK + WATER;
    let bank = |x: f64| {
        let bank =
            Rectangle::new().set("x", x).set("y", GROUND).set("width", BANK).set("height", HEIGHT - GROUND - 46.0);
        bank.set("fill", "#8fb36a").set("stroke", "#5d7d3c")
    };
    let water = Rectangle::new().set("x", BANK).set("y", GROUND + 16.0).set("width", WATER);
    let (boat_x, aboard) = match position.dock {
        Shore::Left => (BANK + 80.0, position.boat),
        Shore::Right => (BANK + WATER - 80.0, position.boat),
    };
    let rule = if river.boat_rule { ", priests not outnumbered aboard" } else { "" };
    let colon = if verdict.is_empty() { "" } else { ": " };
    let text = format!("boat for {}{rule}{colon}{verdict}", river.capacity);
    sheet((width, HEIGHT), "#eef5fb")
        .add(water.set("height", HEIGHT - GROUND - 62.0).set("fill", "#7db7e8"))
        .add(waves())
        .add(bank(0.0))
        .add(bank(BANK + WATER))
        .add(crowd(position.left, (BANK / 2.0, GROUND), MAX_ASHORE))
        .add(crowd(position.right, (BANK + WATER + BANK / 2.0, GROUND), MAX_ASHORE))
        .add(hull(boat_x))
        .add(crowd(aboard, (boat_x, GROUND + 12.0), MAX_ABOARD))
        .add(TextStyle::new(15.0, "#1d2939").left_aligned().write(&text, (20.0, HEIGHT - 16.0)))
}

fn waves() -> Group {
    let mut waves = Group::new().set("fill", "none").set("stroke", "#5a9bd3").set("stroke-width", 2);
    for (row, shift) in [(44.0, 12.0), (58.0, 36.0)] {
        for wave in 0..6 {
            let (x, y) = (BANK + shift + f64::from(wave) * 50.0, GROUND + row);
            waves = waves.add(Path::new().set("d", format!("M{x} {y}Q{} {} {} {y}", x + 10.0, y - 8.0, x + 20.0)));
        }
    }
    waves
}

/// The boat, centred on the middle of its deck.
pub fn hull(x: f64) -> Group {
    figure(
        (x, GROUND + 12.0),
        concat!(
            "<path d=\"M-68 -3Q-60 0 -52 0H52Q60 0 68 -3Q64 24 44 26H-44Q-64 24 -68 -3Z\" fill=\"#8a5a2b\" stroke=\"#4a2f14\" ",
            "stroke-width=\"2\"/><path d=\"M-63 9H63M-58 17H58\" stroke=\"#6b4119\" stroke-width=\"1.6\"/>",
            "<path d=\"M-66 -2Q-59 1 -52 1H52Q59 1 66 -2L65 4H-65Z\" fill=\"#b07a3f\"/>"
        ),
    )
}

/// People side by side around a point, devils first; if there are more than `most`, one of each kind with the number
/// below.
fn crowd(people: People, (x, ground): (f64, f64), most: u32) -> Group {
    let counted = people.people() > most;
    let shown = |count: u32| if counted { count.min(1) } else { count };
    let (devils, priests) = (shown(people.devils), shown(people.priests));
    let step = if counted { 3.0 * PERSON } else { PERSON };
    let mut group = Group::new();
    for index in 0..devils + priests {
        let at = (x + (f64::from(index) - f64::from(devils + priests - 1) / 2.0) * step, ground);
        let (figure, count) = if index < devils { (devil(at), people.devils) } else { (priest(at), people.priests) };
        group = group.add(figure);
        if counted {
            group = group.add(TextStyle::new(17.0, "#ffffff").bold().write(&count.to_string(), (at.0, ground + 19.0)));
        }
    }
    group
}

/// A priest, standing on a point.
pub fn priest(at: (f64, f64)) -> Group {
    figure(at, sprites::PRIEST)
}

/// A devil, standing on a point.
pub fn devil(at: (f64, f64)) -> Group {
    figure(at, sprites::DEVIL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    #[test]
    fn everybody_is_drawn_and_a_crowd_is_counted() {
        let (river, position) = River::from_fen("P1D1/P1D1/P1D2 r 2").unwrap();
        let text = draw(&river, &position, "11 crossings").to_string();
        assert_eq!((text.matches("#34495e").count(), text.matches("#c0392b").count()), (3, 4));
        let (river, position) = River::from_fen("10000 3 20").unwrap();
        let text = draw(&river, &position, "").to_string();
        assert_eq!(
            (text.matches("#34495e").count(), text.matches("#c0392b").count()),
            (1, 1),
            "one of each, and numbers"
        );
    }
}
