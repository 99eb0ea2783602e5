//! The steps of the retrograde analysis within a row: one placement of Red without its first attacker, against all of
//! Black's.

use super::attackers::MAX_ATTACKERS;
use super::class::{Class, Man, Red, Squares, hits, screen};
use super::codes::CodeSet;
use super::fallen::Fallen;
use super::generate::{After, Counts};
use super::guards::{MAX_PER_KIND, Placement};
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::square::{SQUARES, Square};
use arrayvec::ArrayVec;
use std::borrow::Borrow;

/// For each guard of Black: the byte after the first attacker captures it.
pub(crate) type Captures = [u8; 2 * MAX_PER_KIND];

/// A row of the analysis: one placement of Red without its first attacker, and all of Black's.
pub(crate) struct Row<'a> {
    /// The number of the row.
    pub number: usize,
    /// Possible positions with Red to move, not known to be won or lost.
    pub open: &'a mut [Bitboard],
    /// Possible positions with Black to move in which a lone attacker cannot be captured, not known to be lost.
    pub black: &'a mut [Bitboard],
    /// The bytes of the row; `None` while all rows are read.
    pub losses: &'a mut [u8],
    pub captures: &'a mut [Captures],
    /// What has changed in the row.
    pub change: &'a mut Change,
}

/// What has changed in a row.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Whether this step found losses of Black.
    pub lost: bool,
    /// Whether the last search for wins of Red found any.
    pub won: bool,
    /// The set of steps at which captures win.
    pub captures: CodeSet,
    /// With red to move.
    pub attacker: Counts,
    /// With black to move.
    pub defender: Counts,
    /// The last code at which a win was found, with Black's placement and the attacker's square.
    pub last: Option<(u8, usize, Square)>,
    /// Whether this step found positions lost for Red.
    pub is_lost: bool,
}

impl Row<'_> {
    /// Fills in the possible positions.
    pub(crate) fn begin(&mut self, class: &Class) {
        let Some(red) = class.red(self.number) else { return };
        let is_lone = red.others.is_empty();
        for (column, black) in class.weak.places.iter().enumerate() {
            let possible = class.black_to_move(&red, black);
            self.open[column] = class.red_to_move(&red, black);
            self.black[column] = if is_lone { possible.without(class.losses(&red, black)) } else { possible };
            self.change.attacker.all += u64::from(self.open[column].count());
            self.change.defender.all += u64::from(possible.count());
            for &code in self.captures[column].iter().filter(|&&code| code > 0) {
                self.change.captures.insert(code);
            }
        }
    }

    /// The positions of the row in which every move of Red, if there is any, leads to a win of Black with a code above
    /// `code`.
    pub(crate) fn find_red_losses(
        &mut self,
        class: &Class,
        code: u8,
        (losses, after): (&[u8], &[After<'_>]),
        lost: &mut [Bitboard],
    ) {
        self.change.is_lost = false;
        lost.fill(Bitboard::EMPTY);
        let Some(red) = class.red(self.number) else { return };
        let byte = |row: usize, column: usize, square: Square| losses[class.index(row, column, square)];
        for (column, black) in class.weak.places.iter().enumerate() {
            let mut left = self.open[column];
            for step in class.guard_steps(&red).chain(class.other_steps(&red, black)) {
                if left.is_empty() {
                    break;
                }
                let Some(stepped) = class.red(step.row) else { continue };
                let targets = class.black_to_move(&stepped, black);
                let escapes = (left & targets).without(step.eye).into_iter();
                left = left.without(escapes.filter(|&square| byte(step.row, column, square) <= code).collect());
            }
            for (after, captured) in other_captures(class, &red, black, after) {
                let escapes = (left & captured.hits).into_iter();
                left = left.without(escapes.filter(|&from| after.byte(captured, from) <= code).collect());
            }
            // Few positions are left by now; the first attacker's moves are tried one by one.
            let occupied = red.all | black.all;
            let escapes = |from: Square| {
                let steps =
                    class.black_to_move(&red, black).into_iter().filter(|&to| byte(self.number, column, to) <= code);
                let guards = black.without.iter().zip(&self.captures[column]);
                let captures = guards.filter(|((square, kind, to), known)| {
                    **known <= code && class.may_capture(&red, (*square, *kind, *to))
                });
                steps.into_iter().any(|to| class.origins(to, occupied).contains(from))
                    || captures.into_iter().any(|((square, ..), _)| class.captures(*square, occupied).contains(from))
            };
            lost[column] = left.into_iter().filter(|&from| !escapes(from)).collect();
            self.change.is_lost |= !lost[column].is_empty();
        }
    }

    /// The positions of the row with Black to move that have a move to one that Red has `lost`, or has lost with an
    /// attacker fewer.
    pub(crate) fn find_black_wins(&mut self, class: &Class, code: u8, lost: &[Bitboard], fallen: &[Fallen]) {
        let Some(red) = class.red(self.number) else { return };
        for (open, &lost) in self.open.iter_mut().zip(lost.iter()) {
            *open = open.without(lost);
            self.change.attacker.lost += u64::from(lost.count());
        }
        let ways = Ways::new(class, &red, fallen);
        for (column, black) in class.weak.places.iter().enumerate() {
            let mut won = Bitboard::EMPTY;
            for step in black.steps.iter().filter(|step| !step.eye.meets(red.standing)) {
                let to = usize::from(step.to);
                won |= match ways.other_on(step.target) {
                    Some(way) => way.fallen.with_code(way.row, to, code).without(step.eye),
                    None => lost[to].without(step.eye),
                };
                if ways.first.as_ref().is_some_and(|way| way.fallen.with_code(way.row, to, code).contains(way.square)) {
                    won |= Bitboard::of(step.target);
                }
            }
            let bytes = &mut self.losses[column * SQUARES..][..SQUARES];
            for square in won & class.black_to_move(&red, black) {
                let byte = &mut bytes[square.index()];
                if *byte == 0 {
                    *byte = code;
                    self.change.defender.lost += 1;
                }
            }
        }
    }

    /// Positions lost for Black at this step: every move leads to one that Red wins, or is illegal.
    pub(crate) fn find_losses(&mut self, class: &Class, code: u8, fresh: &mut [Bitboard], fallen: &[Fallen]) {
        let is_new = self.change.won || fallen.iter().any(|fallen| fallen.has(code - 1));
        let was_lost = std::mem::replace(&mut self.change.lost, false);
        let red = if is_new { class.red(self.number) } else { None };
        let Some(red) = red else {
            if was_lost {
                fresh.fill(Bitboard::EMPTY);
            }
            return;
        };
        let ways = Ways::new(class, &red, fallen);
        for (column, place) in class.weak.places.iter().enumerate() {
            let lost = self.without_way_out(&red, place, &ways, self.black[column]);
            fresh[column] = lost;
            if lost.is_empty() {
                continue;
            }
            self.black[column] ^= lost;
            self.change.lost = true;
            self.change.defender.won += u64::from(lost.count());
            let bytes = &mut self.losses[column * SQUARES..][..SQUARES];
            lost.into_iter().for_each(|square| bytes[square.index()] = code);
        }
    }

    /// The first attacker's squares for which no move of Black leads to a position that Red is not known to win.
    #[inline]
    fn without_way_out(&self, red: &Red, black: &Placement, ways: &Ways<'_>, mut lost: Bitboard) -> Bitboard {
        for step in &black.steps {
            if lost.is_empty() {
                break;
            }
            let to = usize::from(step.to);
            if red.others.is_empty() {
                lost &= step.eye | !self.open[to];
                continue;
            }
            if step.eye.meets(red.standing) {
                continue;
            }
            lost &= match ways.other_on(step.target) {
                Some(way) => step.eye | !way.fallen.open(way.row, to),
                None => step.eye | !self.open[to],
            };
            if lost.contains(step.target)
                && ways.first.as_ref().is_some_and(|way| way.fallen.open(way.row, to).contains(way.square))
            {
                lost = lost.without(Bitboard::of(step.target));
            }
        }
        lost
    }

    /// Positions won for Red at this step: a move leads to one that Black loses.
    pub(crate) fn find_wins(
        &mut self,
        class: &Class,
        code: u8,
        (fresh, lost): (&[Bitboard], &[bool]),
        after: &[After<'_>],
    ) {
        self.change.won = false;
        let has_captures = self.change.captures.has(code);
        let after: Vec<&After<'_>> = after.iter().filter(|after| after.codes.has(code)).collect();
        if !self.change.lost && !has_captures && after.is_empty() && !class.neighbours(self.number).any(|row| lost[row])
        {
            return;
        }
        let Some(red) = class.red(self.number) else { return };
        let steps: Vec<_> = class.guard_steps(&red).filter(|step| lost[step.row]).collect();
        let columns = class.weak.places.len();
        for (column, black) in class.weak.places.iter().enumerate() {
            let open = self.open[column];
            if open.is_empty() {
                continue;
            }
            let occupied = red.all | black.all;
            let mut origins = Bitboard::EMPTY;
            for step in &steps {
                origins |= fresh[step.row * columns + column].without(step.eye);
            }
            for step in class.other_steps(&red, black) {
                origins |= fresh[step.row * columns + column].without(step.eye);
            }
            for target in fresh[self.number * columns + column] {
                origins |= class.origins(target, occupied);
            }
            if has_captures {
                let captures = self.captures[column].iter().zip(&black.without).filter(|(known, _)| **known == code);
                captures.for_each(|(_, &(square, ..))| origins |= class.captures(square, occupied));
            }
            for (after, captured) in other_captures(class, &red, black, &after) {
                let left = (captured.hits & open).without(origins).into_iter();
                origins |= left.filter(|&from| after.byte(captured, from) == code).collect();
            }
            self.enter_wins(code, column, origins & open);
        }
    }

    fn enter_wins(&mut self, code: u8, column: usize, won: Bitboard) {
        let Some(square) = won.first() else { return };
        self.open[column] ^= won;
        self.change.won = true;
        self.change.attacker.won += u64::from(won.count());
        if self.change.last.is_none_or(|(last, ..)| last < code) {
            self.change.last = Some((code, column, square));
        }
    }
}

/// A guard of Black captured by an attacker other than the first.
#[derive(Clone, Copy)]
struct Captured {
    /// The row and Black's placement after it.
    row: usize,
    column: usize,
    /// The required squares of the first attacker.
    hits: Bitboard,
}

impl After<'_> {
    /// The byte after a capture, with the first attacker on `square`.
    fn byte(&self, captured: Captured, square: Square) -> u8 {
        self.losses[(captured.row * self.columns + captured.column) * SQUARES + square.index()]
    }
}

/// The captures by Red's other attackers that lead to these classes, if the first attacker is suitably placed.
fn other_captures<'a>(
    class: &'a Class,
    red: &'a Red,
    black: &'a Placement,
    after: &'a [impl Borrow<After<'a>>],
) -> impl Iterator<Item = (&'a After<'a>, Captured)> {
    let occupied = red.all | black.all;
    red.others.iter().enumerate().flat_map(move |(number, man)| {
        black.without.iter().filter_map(move |&(square, kind, to)| {
            let after = after.iter().map(Borrow::borrow).find(|after| after.taken == kind)?;
            let hits = hits(man, square, occupied);
            if hits.is_empty() {
                return None;
            }
            // The capturing piece may have stood between the generals, and so may the guard.
            let row = class.moved(red.row, number, man.square, square);
            let hits = hits & screen(&class.red(row)?, &class.after(kind).places[usize::from(to)]);
            Some((after, Captured { row, column: to.into(), hits }))
        })
    })
}

/// The results of Black's captures of attackers from a row, if there is more than one attacker.
struct Ways<'a> {
    /// After the capture of the first attacker: the square of the second, which becomes the first.
    first: Option<Way<'a>>,
    /// After the capture of each of the others: its square.
    others: ArrayVec<Way<'a>, MAX_ATTACKERS>,
}

struct Way<'a> {
    fallen: &'a Fallen,
    row: usize,
    square: Square,
}

impl<'a> Ways<'a> {
    fn new(class: &Class, red: &Red, fallen: &'a [Fallen]) -> Ways<'a> {
        let place = class.place_of(red.row);
        let squares: Squares = red.others.iter().map(|man| man.square).collect();
        let of = |kind| fallen.iter().find(|fallen| fallen.taken == kind);
        let first = squares.split_first().and_then(|(&square, rest)| {
            let fallen = of(class.material.attackers.first())?;
            Some(Way { fallen, row: fallen.class.row(place, rest), square })
        });
        let other = |(number, man): (usize, &Man)| {
            let mut rest = squares.clone();
            rest.remove(number);
            let fallen = of(man.kind)?;
            Some(Way { fallen, row: fallen.class.row(place, &rest), square: man.square })
        };
        Ways { first, others: red.others.iter().enumerate().filter_map(other).collect() }
    }

    /// The capture of the attacker on a square, if it is one of the others.
    #[inline]
    fn other_on(&self, target: Square) -> Option<&Way<'a>> {
        self.others.iter().find(|way| way.square == target)
    }
}
