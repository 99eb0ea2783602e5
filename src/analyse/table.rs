//! The report for a terminal.

use super::review::{MoveReview, Review};
use super::words;
use meihua_contracts::side::Side;
use std::fmt::Write as _;
use textwrap::core::display_width;

/// Plies shown of a better line.
const LINE_PLIES: usize = 6;

/// Writes the table of a game.
pub(crate) fn write(review: &Review, source: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{source}: {}", words::title(review));
    let first = words::side(&review.record.start, Side::First);
    let width = review.moves.iter().map(|mv| display_width(&mv.name)).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "  ply  {}       {first:>7}     %  loss", padded("move", width));
    let _ = writeln!(
        text,
        "    0  {}       {:>7} {:5.1}",
        padded("", width),
        review.start.text(),
        100.0 * review.start.expectation
    );
    for mv in &review.moves {
        text.push_str(row(review, mv, width).trim_end());
        text.push('\n');
    }
    text.push_str(&summary(review));
    text
}

fn row(review: &Review, mv: &MoveReview, width: usize) -> String {
    let glyph = mv.mark.map_or("", |mark| mark.glyph());
    let loss = mv.loss();
    let loss = if loss < 0.05 { String::new() } else { format!("{loss:5.1}") };
    let (score, points) = (mv.after.text(), 100.0 * mv.after.expectation);
    let mut row = format!("{:>5}  {} {glyph:2} {score:>9} {points:5.1} {loss:>5}", ply(mv), padded(&mv.name, width));
    let better = words::better(review, mv, LINE_PLIES).map(|line| format!("better {line}"));
    let told = [words::end(mv), words::delay(review, mv)].into_iter().flatten().map(|note| note.to_string());
    let notes: Vec<String> = told.chain(better).collect();
    row += &format!("  {}", notes.join("; "));
    row
}

fn ply(mv: &MoveReview) -> String {
    format!("{}{}", mv.number, if mv.side == Side::First { "." } else { "…" })
}

fn summary(review: &Review) -> String {
    let mut text = String::new();
    for side in Side::ALL {
        let own = &review.sides[side.index()];
        let Some(accuracy) = own.accuracy else { continue };
        let loss = words::average_loss(own).map_or(String::new(), |loss| format!(", {loss}"));
        let name = words::side(&review.record.start, side);
        let _ = writeln!(text, "{name:6} accuracy {accuracy:.1}%: {}{loss}", words::counts(own));
    }
    if !review.turning_points.is_empty() {
        let moves = review.turning_points.iter().filter_map(|&index| review.moves.get(index));
        let moves: Vec<String> = moves.map(|mv| format!("{} (-{:.1})", mv.numbered(), mv.loss())).collect();
        let _ = writeln!(text, "turning points: {}", moves.join(", "));
    }
    text
}

/// Pads text with spaces, counting Chinese characters as two columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}
