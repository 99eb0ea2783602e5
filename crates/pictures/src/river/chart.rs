//! The state graph as SVG.
//!
//! ```text
//!   /--------------------------\
//!   | P1D1 |\__/ ~~~~~~ | P2D2 |     left bank, the boat where it docks, right bank
//!   \--------------------------/
//! ```

use super::graph::{Edge, Node, Role, Standing, StateGraph};
use super::layout::{Place, places};
use crate::letters::{TextStyle, round};
use meihua_engine::games::river::Shore;
use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle};

/// Distance between columns.
const COLUMN: f64 = 186.0;
/// Distance between rows.
const ROW: f64 = 60.0;
/// Width of a position.
const WIDTH: f64 = 136.0;
/// Height of a position.
const HEIGHT: f64 = 32.0;
/// Width of the water within it.
const WATER: f64 = 44.0;
const MARGIN: f64 = 30.0;
/// Height of the text below the graph.
const FOOTER: f64 = 70.0;
/// Maximum number of crossings in a graph for which those off the plan are labelled.
const MAX_NAMED: usize = 60;

pub(crate) fn draw(graph: &StateGraph) -> Document {
    let (places, size) = places(graph);
    let width = (size.column as f64 * COLUMN - (COLUMN - WIDTH) + 2.0 * MARGIN).max(760.0);
    let height = size.row as f64 * ROW - (ROW - HEIGHT) + 2.0 * MARGIN + FOOTER;
    let mut edges = Group::new();
    let mut names = Group::new();
    let named = graph.edges.len() <= MAX_NAMED;
    // The plan is drawn last, above everything else.
    let mut order: Vec<&Edge> = graph.edges.iter().collect();
    order.sort_by_key(|edge| matches!(edge.role, Role::Plan));
    for edge in order {
        let (from, to) = (centre(places[edge.from]), centre(places[edge.to]));
        edges = edges.add(stroke(edge.role, from, to));
        if edge.role == Role::Plan || (named && edge.role != Role::Fatal) {
            names = names.add(name(&edge.load.to_string(), from, to));
        }
    }
    let mut nodes = Group::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        nodes = nodes.add(position(node, centre(places[number]), number == 0));
    }
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#fbfaf6"))
        .add(edges)
        .add(names)
        .add(nodes)
        .add(footer(graph, height - FOOTER))
}

fn centre(place: Place) -> (f64, f64) {
    (MARGIN + WIDTH / 2.0 + place.column as f64 * COLUMN, MARGIN + HEIGHT / 2.0 + place.row as f64 * ROW)
}

fn stroke(role: Role, from: (f64, f64), to: (f64, f64)) -> Line {
    let (colour, width) = match role {
        Role::Plan => ("#1c8a3a", 6.0),
        Role::Shortest => ("#7cc48e", 4.0),
        Role::Other => ("#5c6470", 1.8),
        Role::Fatal => ("#d88c84", 1.1),
    };
    let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
    let line = line.set("stroke", colour).set("stroke-width", width);
    if role == Role::Fatal { line.set("stroke-dasharray", "5 4") } else { line }
}

/// The passengers, in the middle of the free part of their line.
fn name(text: &str, from: (f64, f64), to: (f64, f64)) -> Group {
    let (x, y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let style = TextStyle::new(10.5, "#1d1d1d");
    let width = style.width(text) + 6.0;
    let plate = Rectangle::new().set("x", round(x - width / 2.0)).set("y", y - 7.0).set("width", round(width));
    let plate = plate.set("height", 14).set("rx", 4).set("fill", "#fbfaf6");
    Group::new().add(plate).add(style.write(text, (x, y + 3.7)))
}

fn fill(standing: Standing) -> &'static str {
    match standing {
        Standing::OnPlan => "#c9ebd1",
        Standing::Open => "#ffffff",
        Standing::Dead => "#d3d3d3",
        Standing::Lost => "#f6c3bd",
    }
}

fn position(node: &Node, (x, y): (f64, f64), is_start: bool) -> Group {
    let (left, right) = (node.position.ashore(Shore::Left), node.position.ashore(Shore::Right));
    let solved = right.is_empty();
    let (rim, width) = if is_start || solved { ("#1d1d1d", 2.6) } else { ("#7b8088", 1.2) };
    let plate = plate((x, y), fill(node.standing)).set("stroke", rim).set("stroke-width", width);
    let water = Rectangle::new().set("x", x - WATER / 2.0).set("y", y - HEIGHT / 2.0 + 5.0).set("width", WATER);
    let water = water.set("height", HEIGHT - 10.0).set("rx", 3).set("fill", "#a9d3f0");
    let side = if node.position.dock == Shore::Left { -1.0 } else { 1.0 };
    let style = TextStyle::new(12.0, "#1d1d1d");
    let bank = (WIDTH / 2.0 + WATER / 2.0) / 2.0;
    Group::new()
        .add(plate)
        .add(water)
        .add(boat((x + side * (WATER / 2.0 - 11.0), y)))
        .add(style.write(&left.to_string(), (x - bank, y + 4.3)))
        .add(style.write(&right.to_string(), (x + bank, y + 4.3)))
}

fn plate((x, y): (f64, f64), fill: &str) -> Rectangle {
    let plate = Rectangle::new().set("x", x - WIDTH / 2.0).set("y", y - HEIGHT / 2.0);
    plate.set("width", WIDTH).set("height", HEIGHT).set("rx", 9).set("fill", fill)
}

fn boat((x, y): (f64, f64)) -> Path {
    let hull =
        format!("M{} {}L{} {}L{} {}L{} {}Z", x - 9.0, y - 3.0, x + 9.0, y - 3.0, x + 5.5, y + 5.0, x - 5.5, y + 5.0);
    Path::new().set("d", hull).set("fill", "#8a5a2b").set("stroke", "#4a2f14").set("stroke-width", 1)
}

/// A legend: what is shown, and what the colours mean.
fn footer(graph: &StateGraph, top: f64) -> Group {
    let people = graph.river.people;
    let (nodes, edges) = graph.reachable();
    let rule = if graph.river.boat_rule { ", priests not outnumbered aboard" } else { "" };
    let plan = match graph.distance {
        Some(crossings) => format!("{crossings} crossings"),
        None => "no plan".to_owned(),
    };
    let text = format!(
        "{} priests, {} devils, a boat for {}{rule}: {plan}, {nodes} positions can be reached, {edges} crossings join them",
        people.priests, people.devils, graph.river.capacity
    );
    let mut footer =
        Group::new().add(TextStyle::new(14.0, "#1d1d1d").left_aligned().write(&text, (MARGIN, top + 18.0)));
    let entries = [
        (Standing::OnPlan, "on a shortest plan"),
        (Standing::Open, "the goal can be reached"),
        (Standing::Dead, "dead: it cannot"),
        (Standing::Lost, "lost: more devils than priests"),
    ];
    let (mut x, style) = (MARGIN, TextStyle::new(12.0, "#333333").left_aligned());
    for (standing, meaning) in entries.into_iter().filter(|&(standing, _)| graph.count(standing) > 0) {
        let key =
            Rectangle::new().set("x", round(x)).set("y", top + 34.0).set("width", 22).set("height", 14).set("rx", 4);
        footer = footer.add(key.set("fill", fill(standing)).set("stroke", "#7b8088"));
        footer = footer.add(style.write(meaning, (x + 29.0, top + 45.5)));
        x += 29.0 + style.width(meaning) + 24.0;
    }
    footer
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;
    use meihua_engine::games::river::River;

    #[test]
    fn all_is_drawn() {
        let (river, start) = River::start();
        let graph = StateGraph::new(&river, &start, 100).unwrap();
        let text = draw(&graph).to_string();
        assert_eq!(text.matches("<line").count(), graph.edges.len());
        assert_eq!(text.matches("#1c8a3a").count(), 11, "the plan");
        assert_eq!(text.matches("#8a5a2b").count(), graph.nodes.len(), "a boat in every position");
    }
}
