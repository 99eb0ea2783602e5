//! Arrows for moves: a line of play with its numbers, and a choice between two moves.

use super::letters::{TextStyle, round};
use super::sheet::line;
use meihua_contracts::side::Side;
use svg::node::element::{Circle, Group, Polygon};

/// Colours of the arrows for a line of play, by side.
pub(crate) const ARROWS: [&str; Side::NUM] = ["#c2410c", "#1d4ed8"];
/// Colour of the arrow for a move that was played; the next constant is for a better one.
const PLAYED: &str = "#b42318";
const BETTER: &str = "#15803d";
/// Width of an arrow.
const WIDTH: f64 = 7.0;
/// Distance from its tip to the point it shows.
const ROOM: f64 = 10.0;
/// Radius of the disc with its number.
const BADGE: f64 = 9.0;

type Point = (f64, f64);

/// How large a board is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// Distance between two points of the board.
    pub step: f64,
    /// Radius of a piece.
    pub radius: f64,
}

impl Scale {
    /// An arrow for each move of a line that a side begins, numbered at its start. A move is the points that it goes
    /// through; one of a single point gets a ring.
    pub(crate) fn line(self, first: Side, moves: &[impl AsRef<[Point]>]) -> Group {
        let sides = [first, !first].into_iter().cycle();
        (1..).zip(sides).zip(moves).fold(Group::new(), |group, ((number, side), way)| {
            self.labelled(group, way.as_ref(), ARROWS[side as usize], &format!("{number}"))
        })
    }

    /// The move that was played, `?`, and the one that should have been played, `!`.
    pub(crate) fn choice(self, played: &[Point], better: Option<&[Point]>) -> Group {
        let group = better.map_or_else(Group::new, |way| self.labelled(Group::new(), way, BETTER, "!"));
        self.labelled(group, played, PLAYED, "?")
    }

    /// Adds the arrows of a move with its label to a group.
    fn labelled(self, mut group: Group, way: &[Point], colour: &str, label: &str) -> Group {
        let Some((&from, rest)) = way.split_first() else { return group };
        let (x, y) = if let Some(&to) = rest.first() {
            let mut start = towards(from, to, self.radius);
            for &to in rest {
                group = group.add(arrow(start, to, colour).set("opacity", 0.85));
                start = to;
            }
            self.badge(from, to)
        } else {
            let ring = Circle::new().set("cx", round(from.0)).set("cy", round(from.1)).set("r", self.radius);
            group = group.add(ring.set("fill", "none").set("stroke", colour).set("stroke-width", WIDTH / 2.0));
            (from.0 - self.radius * 0.7, from.1 - self.radius * 0.7)
        };
        let plate = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", BADGE).set("fill", colour);
        group.add(plate).add(TextStyle::new(12.0, "#ffffff").bold().write(label, (x, y + 4.2)))
    }

    /// The place of an arrow's number: on the rim of the piece, so that its character stays readable. An arrow of one
    /// step is as short as its number is wide, so its number is moved aside and back, where no arrow of the previous
    /// move ends.
    fn badge(self, from: Point, to: Point) -> Point {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let is_short = dx.hypot(dy) < 1.2 * self.step;
        towards(from, if is_short { (from.0 - dx - dy, from.1 + dx - dy) } else { to }, self.radius)
    }
}

/// The point at a distance on the way from one point to another.
fn towards(from: Point, to: Point, way: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let share = way / dx.hypot(dy).max(way);
    (from.0 + dx * share, from.1 + dy * share)
}

/// An arrow that ends a little before the point it shows.
fn arrow(from: Point, to: Point, colour: &str) -> Group {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let along = |way: f64, aside: f64| (from.0 + ux * way - uy * aside, from.1 + uy * way + ux * aside);
    let (tip, neck) = (length - ROOM, length - ROOM - 2.6 * WIDTH);
    let head = [along(tip, 0.0), along(neck, 1.6 * WIDTH), along(neck, -1.6 * WIDTH)];
    let points: Vec<String> = head.iter().map(|(x, y)| format!("{},{}", round(*x), round(*y))).collect();
    let shaft = line(from, along(neck, 0.0)).set("stroke", colour).set("stroke-width", WIDTH);
    Group::new()
        .add(shaft.set("stroke-linecap", "round"))
        .add(Polygon::new().set("points", points.join(" ")).set("fill", colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leaves_most_of_its_arrow_free() {
        let scale = Scale { step: 60.0, radius: 26.0 };
        let from = (240.0, 240.0);
        for (file, rank) in [(0, 1), (0, -1), (-1, 0), (1, 0), (1, 1), (1, 2), (0, 4)] {
            let to = (from.0 + f64::from(file) * scale.step, from.1 - f64::from(rank) * scale.step);
            let (start, (x, y)) = (towards(from, to, scale.radius), scale.badge(from, to));
            let length = (to.0 - start.0).hypot(to.1 - start.1) - ROOM;
            let share = |part: f64| {
                let at = towards(start, to, part * length);
                (at.0 - x).hypot(at.1 - y) > BADGE
            };
            let free = (0..=20).filter(|part| share(f64::from(*part) / 20.0)).count();
            assert!(free >= 13, "{file} {rank}: {free} of 21");
        }
    }
}
