//! The course of a game as a picture: the first player's expectation after every ply, with marked moves as dots.

use crate::marks::Mark;
use crate::review::Review;
use crate::words;
use meihua_contracts::side::Side;
use meihua_games::language::Language;
use meihua_games::say;
use std::fmt::Write as _;
use svg::node::element::{Anchor, Circle, Group, Line, Path, Rectangle, Text, Title};
use svg::{Document, Node};

/// Size of the picture.
const SIZE: (f64, f64) = (880.0, 240.0);
/// Margins for the numbers on the left and below.
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 12.0;

/// The colour of a mark, also used in the report.
pub const fn colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#8a6d00",
        Mark::Mistake => "#b54708",
        Mark::Blunder => "#b42318",
    }
}

/// The radius of a dot: the worse the move, the larger.
const fn radius(mark: Mark) -> f64 {
    match mark {
        Mark::Inaccuracy => 3.5,
        Mark::Mistake => 5.0,
        Mark::Blunder => 6.5,
    }
}

/// Draws the graph. Each dot links to the row `{id}p{ply}` of the report.
pub fn draw(review: &Review, id: &str, language: Language) -> Document {
    let points = review.expectations();
    let at = |ply: usize, expectation: f64| {
        let across = (SIZE.0 - LEFT - RIGHT) * ply as f64 / (points.len() - 1).max(1) as f64;
        (LEFT + across, TOP + (SIZE.1 - TOP - BOTTOM) * (1.0 - expectation))
    };
    let mut picture =
        Document::new().set("viewBox", (0.0, 0.0, SIZE.0, SIZE.1)).set("role", "img").set("class", "graph").add(
            Title::new(language.text(say!("what {} could expect, ply by ply", words::player(review, Side::First)))),
        );
    let (from, to) = (at(0, 1.0), at(points.len().saturating_sub(1), 0.0));
    let field = Rectangle::new().set("x", from.0).set("y", from.1).set("width", to.0 - from.0);
    picture = picture.add(field.set("height", to.1 - from.1).set("fill", "#3f3f46"));
    picture = picture.add(area(&points, &at)).add(scale(&at, points.len() - 1));
    for mv in review.moves.iter().filter(|mv| mv.mark.is_some()) {
        let Some(mark) = mv.mark else { continue };
        let (x, y) = at(mv.ply, mv.after.expectation);
        let dot = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", radius(mark));
        let dot = dot.set("fill", colour(mark)).set("stroke", "#ffffff").set("stroke-width", 1.5);
        let title = Title::new(format!("{} {}", mv.numbered(), mark.glyph()));
        picture = picture.add(Anchor::new().set("href", format!("#{id}p{}", mv.ply)).add(dot.add(title)));
    }
    picture
}

/// The area below the curve belongs to the first player.
fn area(points: &[f64], at: &dyn Fn(usize, f64) -> (f64, f64)) -> Group {
    let mut curve = String::new();
    for (ply, &expectation) in points.iter().enumerate() {
        let (x, y) = at(ply, expectation);
        // Writing to a string cannot fail.
        let _ = write!(curve, "{}{} {}", if ply == 0 { "M" } else { "L" }, round(x), round(y));
    }
    let (right, left) = (at(points.len().saturating_sub(1), 0.0), at(0, 0.0));
    let closed = format!("{curve}L{} {}L{} {}Z", round(right.0), round(right.1), round(left.0), round(left.1));
    Group::new()
        .add(Path::new().set("d", closed).set("fill", "#f3d9d2"))
        .add(Path::new().set("d", curve).set("fill", "none").set("stroke", "#c2410c").set("stroke-width", 2))
}

/// Grid lines and numbers: points on the left, full moves below.
fn scale(at: &dyn Fn(usize, f64) -> (f64, f64), plies: usize) -> Group {
    let mut group = Group::new().set("font-size", 12).set("fill", "#52525b");
    let label = |text: String, (x, y): (f64, f64), anchor: &str| {
        let mut label = Text::new(text).set("x", round(x)).set("y", round(y));
        label.assign("text-anchor", anchor);
        label
    };
    for points in [0, 25, 50, 75, 100] {
        let (x, y) = at(0, f64::from(points) / 100.0);
        let (right, _) = at(plies, 0.0);
        let rule = Line::new().set("x1", x).set("x2", round(right)).set("y1", round(y)).set("y2", round(y));
        let width = if points == 50 { 1.5 } else { 0.6 };
        group = group.add(rule.set("stroke", "#a1a1aa").set("stroke-width", width));
        group = group.add(label(format!("{points}%"), (x - 6.0, y + 4.0), "end"));
    }
    let step = [10, 20, 50, 100, 200, 500, 1000].into_iter().find(|step| plies / (2 * step) <= 12).unwrap_or(2000);
    for number in (step..=plies.div_ceil(2)).step_by(step) {
        let (x, y) = at(2 * number - 1, 0.0);
        group = group.add(label(number.to_string(), (x, y + 18.0), "middle"));
    }
    group
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
