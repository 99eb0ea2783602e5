//! `eval`: the evaluation term by term, for a person.

use super::pair::Pair;
use super::psq::{square_column, square_row};
use super::trace::{Counts, Trace};
use super::weights::{Term, WEIGHTS};
use super::{FULL_PHASE, finish, phase, squares_of};
use crate::games::xiangqi::piece::side_name;
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

/// A table of the terms: a row each, red's and black's value and their difference (middlegame, endgame), and what the
/// difference counts at the phase of this position; then their sum, and the evaluation for the side to move. Several lines,
/// no trailing newline.
pub fn explain(position: &Position) -> String {
    let counts = counts(position);
    let phase = phase(position);
    let head = ["red", "black", "difference", "now"];
    let mut text =
        format!("{:<26} {:>13} {:>13} {:>13} {:>6}\n", "term (cp, mid end)", head[0], head[1], head[2], head[3]);
    let mut total = Pair::ZERO;
    for &term in Term::ALL {
        let [red, black] = Side::ALL.map(|side| value(&counts, side, term));
        if red == Pair::ZERO && black == Pair::ZERO {
            continue;
        }
        let name = term.name().to_lowercase().replace('_', " ");
        let column = |pair: Pair| format!("{:>6} {:>6}", pair.middlegame(), pair.endgame());
        let difference = red - black;
        let now = difference.blend(phase, FULL_PHASE);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<26} {} {} {} {now:>6}", column(red), column(black), column(difference));
        total += difference;
    }
    let now = total.blend(phase, FULL_PHASE);
    let _ = write!(
        text,
        "{:<54} {:>6} {:>6} {now:>6}\nphase {phase} of {FULL_PHASE}: {FULL_PHASE} counts the first number of a pair, 0 the second",
        "sum, red less black",
        total.middlegame(),
        total.endgame(),
    );
    let evaluation = super::evaluate(position);
    let for_red = if position.side() == Side::First { evaluation } else { -evaluation };
    if (for_red - now).abs() > 1 {
        let _ = write!(text, "\nshrunk to {for_red} for red: too little material to win with");
    }
    let _ = write!(text, "\nevaluation {evaluation} cp for the side to move ({})", side_name(position.side()));
    text
}
