//! The background of a picture, and shapes that several pictures share.

use super::letters::round;
use svg::Document;
use svg::node::element::{Line, Rectangle};

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
