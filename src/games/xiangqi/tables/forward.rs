//! One move ahead: the value of a position with the attacker's side to move, from the values after its moves.
//!
//! Tables hold only positions in which the other side is to move. This is also what the full check rests on; it shares no
//! step with the retrograde analysis, which goes from positions back to those before.

use super::class::{Class, screen};
use super::generate::BLACK_WINS;
use super::guards::Guards;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::Piece;
use crate::games::xiangqi::square::Square;
use crate::side::Side;

/// A position with black to move: black's guards, the numbers of both placements, the attacker's square.
pub type Place = (Guards, usize, usize, Square);

/// A verdict in a byte, as in [`super::generate::Solved`]. With black to move: 0 a draw, `n + 1` lost in `2n` plies, `255 - n`
/// won in `2n + 1`. With red to move: 0 a draw, `n + 1` won in `2n + 1` plies, `255 - n` lost in `2n`.
pub type Code = u8;

/// What red makes of a position; `None` where `known` does not know a position that counts.
pub fn best_for_red(
    class: &Class,
    (row, column): (usize, usize),
    attacker: Square,
    known: &mut dyn FnMut(Place) -> Option<Code>,
) -> Option<Code> {
    let (red, black) = (&class.strong.places[row], &class.weak.places[column]);
    let occupied = red.all | black.all | Bitboard::of(attacker);
    let weak = class.material.weak;
    // No move at all is lost at once.
    let mut best = 255;
    let mut enter = |code: Code| {
        let value = if code >= BLACK_WINS { code - 1 } else { code };
        if best == 255 || rank(value) > rank(best) {
            best = value;
        }
    };
    let open = screen(red, black);
    let reach = attacks::reach(Piece::new(Side::First, class.material.attacker), attacker, occupied);
    for target in reach.without(occupied) & open {
        enter(known((weak, row, column, target))?);
    }
    for &(square, kind, to) in black.without.iter().filter(|(square, ..)| reach.contains(*square)) {
        if screen(red, &class.after(kind).places[usize::from(to)]).contains(square) {
            enter(known((weak.less(kind), row, usize::from(to), square))?);
        }
    }
    for step in &red.steps {
        let after = usize::from(step.to);
        let is_free = step.target != attacker && !step.eye.contains(attacker);
        if is_free && screen(&class.strong.places[after], black).contains(attacker) {
            enter(known((weak, after, column, attacker))?);
        }
    }
    Some(best)
}

/// How good a code is for red, whoever is to move.
fn rank(code: Code) -> i32 {
    match code {
        0 => 0,
        BLACK_WINS.. => -i32::from(code),
        _ => 255 - i32::from(code),
    }
}

/// What black makes of a position, from what red makes of those after its moves: `known` gives the code with red to move and
/// black's placement of this number.
pub fn best_for_black(
    class: &Class,
    (row, column): (usize, usize),
    attacker: Square,
    known: &mut dyn FnMut(usize) -> Code,
) -> Code {
    let (red, black) = (&class.strong.places[row], &class.weak.places[column]);
    let mut best: Option<Code> = None;
    let mut enter = |code: Code| {
        let value = if code == 0 || code >= BLACK_WINS { code } else { code + 1 };
        if best.is_none_or(|best| rank(value) < rank(best)) {
            best = Some(value);
        }
    };
    for step in black.steps.iter().filter(|step| !step.eye.contains(attacker)) {
        let after = &class.weak.places[usize::from(step.to)];
        if step.target == attacker {
            if screen(red, after) == Bitboard::ALL {
                enter(0);
            }
        } else if class.red_to_move(red, after).contains(attacker) {
            enter(known(usize::from(step.to)));
        }
    }
    // No move at all is lost at once.
    best.unwrap_or(1)
}
