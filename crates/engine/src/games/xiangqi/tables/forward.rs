//! Looks one move ahead: computes the value of a position with the attacking side to move from the values after its
//! moves.
//!
//! Tables contain only positions in which the other side is to move. The full check also relies on this code; it shares
//! nothing with the retrograde analysis, which goes from positions to their predecessors.

use super::class::{Class, Red, Squares, screen};
use super::fallen::Fallen;
use super::generate::BLACK_WINS;
use super::guards::Guards;
use super::material::Material;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::Piece;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::side::Side;
use arrayvec::ArrayVec;

/// A position with Black to move: Black's guards, the row, the number of Black's placement, the first attacker's
/// square.
pub(crate) type Place = (Guards, usize, usize, Square);

/// A verdict as a byte, as in [`super::generate::Solved`]. With Black to move: 0 is a draw, `n + 1` lost in `2n` plies,
/// `255 - n` won in `2n + 1`. With Red to move: 0 is a draw, `n + 1` won in `2n + 1` plies, `255 - n` lost in `2n`.
pub(crate) type Code = u8;

/// The tables that Red's moves may lead to: that of the class and those after captures of guards.
pub(crate) struct Ahead<'a> {
    tables: ArrayVec<(Guards, usize, &'a [u8]), 3>,
}

impl<'a> Ahead<'a> {
    /// The tables for a class.
    ///
    /// # Errors
    /// A table that is not `known`.
    pub(crate) fn new(material: Material, known: &dyn Fn(Material) -> Option<&'a [u8]>) -> Result<Ahead<'a>, Material> {
        let needed = std::iter::once(material).chain(material.after_capture());
        let table =
            |needed: Material| Ok((needed.weak, Class::new(needed).weak.places.len(), known(needed).ok_or(needed)?));
        Ok(Ahead { tables: needed.map(table).collect::<Result<_, _>>()? })
    }

    /// The byte for a position.
    #[inline]
    pub(crate) fn loss(&self, (weak, row, column, square): Place) -> Option<u8> {
        let (_, columns, losses) = self.tables.iter().find(|(guards, ..)| *guards == weak)?;
        losses.get((row * columns + column) * SQUARES + square.index()).copied()
    }
}

/// The best result for Red in a position; `None` if `known` lacks a position that matters.
pub(crate) fn best_for_red(
    class: &Class,
    (red, column): (&Red, usize),
    attacker: Square,
    known: &mut dyn FnMut(Place) -> Option<Code>,
) -> Option<Code> {
    let (row, black) = (red.row, &class.weak.places[column]);
    let occupied = red.all | black.all | Bitboard::of(attacker);
    let weak = class.material.weak;
    // Having no move loses at once.
    let mut best = 255;
    let mut enter = |code: Code| {
        let value = if code >= BLACK_WINS { code - 1 } else { code };
        if best == 255 || rank(value) > rank(best) {
            best = value;
        }
    };
    let open = screen(red, black);
    let reach = class.reach(attacker, occupied);
    for target in reach.without(occupied) & open {
        enter(known((weak, row, column, target))?);
    }
    for &(square, kind, to) in black.without.iter().filter(|(square, ..)| reach.contains(*square)) {
        if class.may_capture(red, (square, kind, to)) {
            enter(known((weak.less(kind), row, usize::from(to), square))?);
        }
    }
    for step in class.guard_steps(red).chain(class.other_steps(red, black)) {
        let is_free = step.target != attacker && !step.eye.contains(attacker);
        if is_free && class.red(step.row).is_some_and(|red| screen(&red, black).contains(attacker)) {
            enter(known((weak, step.row, column, attacker))?);
        }
    }
    for (number, man) in red.others.iter().enumerate() {
        let reach = attacks::reach(Piece::new(Side::First, man.kind), man.square, occupied);
        for &(square, kind, to) in black.without.iter().filter(|(square, ..)| reach.contains(*square)) {
            let row = class.moved(row, number, man.square, square);
            let after = &class.after(kind).places[usize::from(to)];
            if class.red(row).is_some_and(|red| screen(&red, after).contains(attacker)) {
                enter(known((weak.less(kind), row, usize::from(to), attacker))?);
            }
        }
    }
    Some(best)
}

/// How good a code is for Red, whoever is to move.
fn rank(code: Code) -> i32 {
    match code {
        0 => 0,
        BLACK_WINS.. => -i32::from(code),
        _ => 255 - i32::from(code),
    }
}

/// The best result for Black, from the results for Red after its moves: `known` gives the code with Red to move and
/// this placement of Black, `fallen` the code after the loss of an attacker.
pub(crate) fn best_for_black(
    class: &Class,
    (red, column): (&Red, usize),
    attacker: Square,
    known: &mut dyn FnMut(usize) -> Code,
    fallen: &[Fallen],
) -> Code {
    let black = &class.weak.places[column];
    let mut best: Option<Code> = None;
    let mut enter = |code: Code| {
        let value = if code == 0 || code >= BLACK_WINS { code } else { code + 1 };
        if best.is_none_or(|best| rank(value) < rank(best)) {
            best = Some(value);
        }
    };
    let squares = class.squares(red, attacker);
    let standing = red.standing | Bitboard::of(attacker);
    for step in black.steps.iter().filter(|step| !step.eye.meets(standing)) {
        let after = &class.weak.places[usize::from(step.to)];
        let code = match squares.iter().position(|&square| square == step.target) {
            Some(_) if squares.len() == 1 => (screen(red, after) == Bitboard::ALL).then_some(0),
            Some(number) => {
                let places = (class.place_of(red.row), usize::from(step.to));
                after_loss(class, fallen, places, (&squares, number))
            }
            None => class.red_to_move(red, after).contains(attacker).then(|| known(usize::from(step.to))),
        };
        code.into_iter().for_each(&mut enter);
    }
    // Having no move loses at once.
    best.unwrap_or(1)
}

/// The result for Red after losing the attacker with this number; `None` if Black may not capture it.
fn after_loss(
    class: &Class,
    fallen: &[Fallen],
    (place, column): (usize, usize),
    (squares, number): (&Squares, usize),
) -> Option<Code> {
    let kind = class.material.attackers.kinds().get(number).copied()?;
    let fallen = fallen.iter().find(|fallen| fallen.taken == kind)?;
    let mut left = squares.clone();
    left.remove(number);
    let (&first, others) = left.split_first()?;
    fallen.code(fallen.class.row(place, others), column, first)
}
