//! The report for a terminal.

use super::review::{MoveReview, Review};
use super::words;
use crate::shared::columns::{left, right};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_games::language::Language;
use meihua_games::say;
use std::fmt::Write as _;
use textwrap::core::display_width;

/// Plies shown of a better line.
const LINE_PLIES: usize = 6;

/// Writes the table of a game.
pub(crate) fn write(review: &Review, source: &str, language: Language) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{source}: {}", language.text(words::title(review)));
    let first = language.text(words::side(&review.record.start, Side::First));
    let [ply, mv, loss] = [say!("ply"), say!("move"), say!("loss")].map(|head| language.text(head));
    let width = review.moves.iter().map(|mv| display_width(&mv.name)).max().unwrap_or(0).max(4);
    let (ply, first, loss) = (right(&ply, 5), right(&first, 7), right(&loss, 5));
    let _ = writeln!(text, "{ply}  {}       {first}     % {loss}", left(&mv, width));
    let _ = writeln!(
        text,
        "    0  {}       {:>7} {:5.1}",
        left("", width),
        review.start.text(),
        100.0 * review.start.expectation
    );
    for mv in &review.moves {
        text.push_str(row(review, mv, width, language).trim_end());
        text.push('\n');
    }
    text.push_str(&summary(review, language));
    text
}

fn row(review: &Review, mv: &MoveReview, width: usize, language: Language) -> String {
    let glyph = mv.mark.map_or("", |mark| mark.glyph());
    let loss = mv.loss();
    let loss = if loss < 0.05 { String::new() } else { format!("{loss:5.1}") };
    let (score, points) = (mv.after.text(), 100.0 * mv.after.expectation);
    let mut row = format!("{:>5}  {} {glyph:2} {score:>9} {points:5.1} {loss:>5}", ply(mv), left(&mv.name, width));
    let better = words::better(review, mv, LINE_PLIES).map(|line| say!("better {}", Sentence::plain(line)));
    let notes = [words::end(mv), words::delay(review, mv), better].into_iter().flatten();
    row += &format!("  {}", language.text(words::notes(notes)));
    row
}

fn ply(mv: &MoveReview) -> String {
    format!("{}{}", mv.number, if mv.side == Side::First { "." } else { "…" })
}

fn summary(review: &Review, language: Language) -> String {
    let mut text = String::new();
    for side in Side::ALL {
        let own = &review.sides[side.index()];
        let Some(accuracy) = own.accuracy else { continue };
        let counts = Sentence::list([words::counts(own)].into_iter().chain(words::average_loss(own)));
        let name = language.text(words::side(&review.record.start, side));
        let accuracy = say!("accuracy {}%: {}", Sentence::plain(format!("{accuracy:.1}")), counts);
        let _ = writeln!(text, "{} {}", left(&name, 6), language.text(accuracy));
    }
    if !review.turning_points.is_empty() {
        let moves = review.turning_points.iter().filter_map(|&index| review.moves.get(index));
        let moves: Vec<String> = moves.map(|mv| format!("{} (-{:.1})", mv.numbered(), mv.loss())).collect();
        let _ = writeln!(text, "{}", language.text(say!("turning points: {}", Sentence::plain(moves.join(", ")))));
    }
    text
}
