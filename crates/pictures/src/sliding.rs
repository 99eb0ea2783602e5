//! A row of sliding blocks and a plan: states one below the other, each with an arrow for the moving tile.

use super::letters::TextStyle;
use super::palette::{ROW_NUMBERS, ROW_PAPER};
use super::sheet::{line, sheet};
use meihua_contracts::puzzle::Puzzle;
use meihua_engine::games::sliding::row::CellContent;
use meihua_engine::games::sliding::{Row, Slide, Sliding};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle};

/// Side of a tile.
const SIDE: f64 = 40.0;
/// Distance between rows.
const ROW: f64 = 66.0;
const MARGIN: f64 = 34.0;
/// Space for the numbers on the right.
const NOTES: f64 = 200.0;
/// Maximum number of states drawn.
const MAX_ROWS: usize = 40;

/// Draws a row and as many states of a plan as fit; `verdict` is a line of text about the plan.
pub(crate) fn draw(problem: &Sliding, start: &Row, plan: &[Slide], verdict: &str) -> Document {
    let cells = start.cells().len() as f64;
    let shown = plan.len().min(MAX_ROWS);
    let style = TextStyle::new(14.0, "#1d2939").left_aligned();
    let width = (cells * SIDE + NOTES).max(style.width(verdict)) + 2.0 * MARGIN;
    let top = MARGIN + 22.0;
    let mut picture = sheet((width, top + (shown as f64 + 1.0) * ROW + 34.0), ROW_PAPER);
    for cell in 0..start.cells().len() {
        let x = MARGIN + (cell as f64 + 0.5) * SIDE;
        picture = picture.add(TextStyle::new(11.0, ROW_NUMBERS).write(&(cell + 1).to_string(), (x, MARGIN + 8.0)));
    }
    let (mut row, mut spent) = (start.clone(), 0);
    for step in 0..=shown {
        let y = top + step as f64 * ROW;
        let mv = plan.get(step).filter(|_| step < shown);
        picture = picture.add(tiles(&row, mv, y));
        let rest = format!("at least {} more", problem.lower_bound(&row));
        // A frame of an animation does not know the cost so far.
        let done = if verdict.is_empty() { rest } else { format!("{} {spent}, {rest}", unit(problem)) };
        picture = picture.add(style.write(&done, (MARGIN + cells * SIDE + 18.0, y + SIDE / 2.0 + 5.0)));
        if let Some(&mv) = mv {
            spent += problem.cost(&row, mv);
            row = problem.apply(&row, mv);
        }
    }
    let rest = if shown < plan.len() { format!(" (the first {shown} moves are shown)") } else { String::new() };
    picture.add(style.write(&format!("{verdict}{rest}"), (MARGIN, top + (shown as f64 + 1.0) * ROW + 8.0)))
}

fn unit(problem: &Sliding) -> &'static str {
    use meihua_contracts::puzzle::PuzzleText;
    problem.objective()
}

fn tiles(row: &Row, mv: Option<&Slide>, y: f64) -> Group {
    let mut group = Group::new();
    for (index, &cell) in row.cells().iter().enumerate() {
        let x = MARGIN + index as f64 * SIDE;
        let (fill, stroke) = match cell {
            CellContent::Black => ("#23272f", "#0c0e12"),
            CellContent::White => ("#ffffff", "#475467"),
            CellContent::Empty => ("none", "#d0d5dd"),
        };
        let tile = Rectangle::new().set("x", x + 2.0).set("y", y).set("width", SIDE - 4.0).set("height", SIDE - 4.0);
        let tile = tile.set("rx", 6).set("fill", fill).set("stroke", stroke).set("stroke-width", 1.6);
        group = group.add(if cell == CellContent::Empty { tile.set("stroke-dasharray", "4 3") } else { tile });
    }
    if let Some(mv) = mv {
        group = group.add(hop(mv, y));
    }
    group
}

/// The path of the moving tile: from below its cell to below the empty one.
fn hop(mv: &Slide, y: f64) -> Group {
    let x = |cell: u16| MARGIN + (f64::from(cell) + 0.5) * SIDE;
    let (from, to, under) = (x(mv.from), x(mv.to), y + SIDE);
    let bow =
        Path::new().set("d", format!("M{from} {under}Q{} {} {to} {}", (from + to) / 2.0, under + 26.0, under + 5.0));
    let side = if from < to { -1.0 } else { 1.0 };
    let tip = (to, under + 2.0);
    Group::new()
        .set("fill", "none")
        .set("stroke", "#d92d20")
        .set("stroke-width", 2.6)
        .set("stroke-linecap", "round")
        .add(bow)
        .add(line(tip, (to + side * 9.0, under + 3.5)))
        .add(line(tip, (to + side * 3.5, under + 10.5)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_of_the_plan_is_drawn() {
        let row = Row::start(1, 1).unwrap();
        let plan = [Slide { from: 0, to: 2 }];
        let text = draw(&Sliding::COST, &row, &plan, "cost 1, proven").to_string();
        assert_eq!((text.matches("#23272f").count(), text.matches("stroke-dasharray").count()), (2, 2));
        assert_eq!(text.matches("#d92d20").count(), 1);
        let long = [Slide { from: 0, to: 2 }, Slide { from: 2, to: 0 }].repeat(100);
        let text = draw(&Sliding::COST, &row, &long, "too long").to_string();
        assert_eq!(text.matches("#23272f").count(), MAX_ROWS + 1);
    }
}
