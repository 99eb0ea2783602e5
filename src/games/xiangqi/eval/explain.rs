//! `eval`: the evaluation term by term, for a person.

use super::pair::Pair;
use super::psq::{square_column, square_row};
use super::trace::{Counts, Trace};
use super::weights::{Term, WEIGHTS};
use super::{FULL_PHASE, finish, phase, squares_of};
use crate::games::xiangqi::position::Position;
use crate::side::Side;
use std::fmt::Write;

/// All features that count in a position, with material and squares.
pub fn counts(position: &Position) -> Counts {
    let mut counts = Counts::default();
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            counts.add(piece.side, Term::MATERIAL, piece.kind.index(), 1);
            counts.add(piece.side, square_row(piece.kind), square_column(piece.side, square.index()), 1);
        }
    }
    finish(position, squares_of(position), &mut counts);
    counts
}

/// The value of a row for a side.
fn value(counts: &Counts, side: Side, term: Term) -> Pair {
    (0..term.len()).fold(Pair::ZERO, |sum, column| {
        let feature = term.offset() + column;
        sum + WEIGHTS[feature] * counts.of(side, feature)
    })
}

/// A table of the terms: a row each, red's and black's value (middlegame, endgame), the last line for the side to move.
pub fn explain(position: &Position) -> String {
    let counts = counts(position);
    let mut text = format!("{:<26} {:>13} {:>13} {:>13}\n", "term (cp, mid end)", "red", "black", "difference");
    for &term in Term::ALL {
        let [red, black] = Side::ALL.map(|side| value(&counts, side, term));
        if red == Pair::ZERO && black == Pair::ZERO {
            continue;
        }
        let name = term.name().to_lowercase().replace('_', " ");
        let column = |pair: Pair| format!("{:>6} {:>6}", pair.middlegame(), pair.endgame());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<26} {} {} {}", column(red), column(black), column(red - black));
    }
    let mover = if position.side() == Side::First { "red" } else { "black" };
    let _ = write!(
        text,
        "phase {} of {FULL_PHASE}\nevaluation {} cp for the side to move ({mover})",
        phase(position),
        super::evaluate(position)
    );
    text
}
