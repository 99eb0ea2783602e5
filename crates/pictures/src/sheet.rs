//! The background of a picture, and shapes that several pictures share.

use super::letters::round;
use svg::Document;
use svg::node::element::{Group, Line, Polygon, Rectangle};

/// An empty picture with a background colour.
pub(crate) fn sheet((width, height): (f64, f64), colour: &str) -> Document {
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", colour))
}

pub(crate) fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    let line = Line::new().set("x1", round(from.0)).set("y1", round(from.1));
    line.set("x2", round(to.0)).set("y2", round(to.1))
}

/// An arrow that ends `room` before the point it shows.
pub(crate) fn arrow(from: (f64, f64), to: (f64, f64), room: f64, width: f64, colour: &str) -> Group {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let along = |way: f64, aside: f64| (from.0 + ux * way - uy * aside, from.1 + uy * way + ux * aside);
    let (tip, neck) = (length - room, length - room - 2.6 * width);
    let head = [along(tip, 0.0), along(neck, 1.6 * width), along(neck, -1.6 * width)];
    let points: Vec<String> = head.iter().map(|(x, y)| format!("{},{}", round(*x), round(*y))).collect();
    let shaft = line(from, along(neck, 0.0)).set("stroke", colour).set("stroke-width", width);
    Group::new()
        .add(shaft.set("stroke-linecap", "round"))
        .add(Polygon::new().set("points", points.join(" ")).set("fill", colour))
}
