//! Retrograde analysis of one class: every position's verdict and the plies to mate under best play.
//!
//! The attacker's side, red, is the only one that can win. Step `n` finds first the positions lost for black in `2n` plies:
//! all its moves lead to positions that red is known to win; then those won for red in `2n + 1`: a move leads to one of the
//! former. What no step reaches is drawn. Captures of black's guards lead to classes with fewer guards, which are solved
//! before (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986). Both sides' placements are
//! numbers and the places of the attacker a set of squares, so that a step looks at ninety positions at once.
//!
//! Red can lose only where it is stalemated, its attacker and guards in each other's way; such positions are few, and what
//! black wins by them is found in the same way from the other end.

use super::class::{Class, screen};
use super::guards::{Guards, Placement, Step};
use super::material::Material;
use crate::control::Control;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::square::{SQUARES, Square};
use std::thread;
use thiserror::Error;

/// What is known of the positions of a class with black, the side without attacker, to move.
///
/// A byte is 0 where black draws, `n + 1` where it is mated or stalemated in `2n` plies, and `255 - n` where it stalemates red
/// in `2n + 1`; its place is
/// `(number of red's placement * black's placements + number of black's placement) * 90 + the attacker's square`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The class.
    pub material: Material,
    /// A byte a position; those of impossible positions are 0.
    pub losses: Vec<u8>,
    /// What is told of the class.
    pub summary: Summary,
}

/// Counts of a class, mirror images counted apart.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// With the attacker's side to move.
    pub attacker: Counts,
    /// With the other side to move.
    pub defender: Counts,
    /// The plies of the longest win, 0 if there is none.
    pub plies: u32,
    /// A position of it with red to move: red's and black's placement and the attacker's square.
    pub longest: Option<(usize, usize, Square)>,
}

/// How many positions end how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// All.
    pub all: u64,
    /// Those that the side with the attacker wins.
    pub won: u64,
    /// Those that it loses.
    pub lost: u64,
}

impl Counts {
    fn add(&mut self, more: Counts) {
        *self = Counts { all: self.all + more.all, won: self.won + more.won, lost: self.lost + more.lost };
    }
}

/// Bytes from here on are wins of black.
pub const BLACK_WINS: u8 = 200;

/// Why a class could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A class that captures lead to has not been solved.
    #[error("{needed} must be made before {material}")]
    Missing {
        /// The class asked for.
        material: Material,
        /// What it needs.
        needed: Material,
    },
    /// Red would have no move after the loss of its attacker, which is not provided for.
    #[error("{0}: guards alone can be stalemated")]
    Stalemate(Material),
    /// A win is longer than a byte can hold.
    #[error("{0}: a win of more than 398 plies, or a loss of more than 110")]
    TooLong(Material),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// Bytes that the analysis of a class takes at its height, its subclasses' tables not counted.
pub fn memory(material: Material) -> usize {
    let class = Class::new(material);
    class.pairs() * (SQUARES + 3 * size_of::<Bitboard>() + size_of::<Captures>())
}

/// For each guard of black's: the step after which red wins by taking it, plus one; 0 for never.
type Captures = [u8; 2 * super::guards::MOST];

/// Solves a class. `known` gives the tables of classes with fewer guards ([`Solved::losses`]).
///
/// # Errors
/// [`GenerateError`]; memory that cannot be had ends the process.
pub fn solve<'a>(
    material: Material,
    known: &dyn Fn(Guards) -> Option<&'a [u8]>,
    threads: usize,
    control: &Control,
) -> Result<Solved, GenerateError> {
    let mut analysis = Analysis::new(material, known, threads.max(1))?;
    if analysis.can_guards_be_stuck() {
        return Err(GenerateError::Stalemate(material));
    }
    for code in 1.. {
        if control.stopped() {
            return Err(GenerateError::Stopped);
        }
        if code >= BLACK_WINS {
            return Err(GenerateError::TooLong(material));
        }
        analysis.find_losses(code);
        analysis.find_wins(code);
        if analysis.is_finished(code) {
            break;
        }
    }
    for code in (0..=u8::MAX).rev() {
        if code < BLACK_WINS {
            return Err(GenerateError::TooLong(material));
        }
        if !analysis.find_black_wins(code) {
            break;
        }
    }
    Ok(analysis.finish())
}

/// A row of the analysis: one placement of red's, all of black's.
struct Row<'a> {
    number: usize,
    /// Red to move, possible, not known to be won.
    red: &'a mut [Bitboard],
    /// Black to move, possible, the attacker not to be captured, not known to be lost.
    black: &'a mut [Bitboard],
    losses: &'a mut [u8],
    captures: &'a mut [Captures],
    change: &'a mut Change,
}

/// What has become of a row.
#[derive(Clone, Debug)]
struct Change {
    /// Whether this step found losses of black.
    lost: bool,
    /// Whether the last search for wins of red found some.
    won: bool,
    /// The steps at which captures win, as a set.
    captures: [u128; 2],
    attacker: Counts,
    defender: Counts,
    /// The last code at which a win was found, black's placement and the attacker's square.
    last: Option<(u8, usize, Square)>,
    /// Whether this step found positions that red loses.
    is_lost: bool,
}

struct Analysis {
    class: Class,
    threads: usize,
    red: Vec<Bitboard>,
    black: Vec<Bitboard>,
    /// Losses found in this step.
    fresh: Vec<Bitboard>,
    losses: Vec<u8>,
    captures: Vec<Captures>,
    changes: Vec<Change>,
}

impl Analysis {
    fn new<'a>(
        material: Material,
        known: &dyn Fn(Guards) -> Option<&'a [u8]>,
        threads: usize,
    ) -> Result<Self, GenerateError> {
        let class = Class::new(material);
        let pairs = class.pairs();
        let change = Change {
            lost: true,
            won: true,
            captures: [0; 2],
            attacker: Counts::default(),
            defender: Counts::default(),
            last: None,
            is_lost: false,
        };
        let mut analysis = Analysis {
            class,
            threads,
            red: vec![Bitboard::EMPTY; pairs],
            black: vec![Bitboard::EMPTY; pairs],
            fresh: vec![Bitboard::EMPTY; pairs],
            losses: vec![0; pairs * SQUARES],
            captures: vec![Captures::default(); pairs],
            changes: vec![change; class.strong.places.len()],
        };
        for needed in material.after_capture() {
            let table = known(needed.weak).ok_or(GenerateError::Missing { material, needed })?;
            analysis.enter_captures(needed, table);
        }
        analysis.each_row(&mut [], |class, row, _| row.begin(class));
        Ok(analysis)
    }

    /// Enters what captures that lead to the class `after` are worth.
    fn enter_captures(&mut self, after: Material, table: &[u8]) {
        let (columns, narrow) = (self.class.weak.places.len(), Class::new(after).weak.places.len());
        for (row, captures) in self.captures.chunks_mut(columns).enumerate() {
            for (place, captures) in self.class.weak.places.iter().zip(captures) {
                for (code, &(square, kind, to)) in captures.iter_mut().zip(&place.without) {
                    if after.weak == self.class.material.weak.less(kind) {
                        *code = table[(row * narrow + usize::from(to)) * SQUARES + square.index()];
                    }
                }
            }
        }
    }

    /// Does `work` for every row; each gets its own part of `fresh`, if that is not empty.
    fn each_row(&mut self, fresh: &mut [Bitboard], work: impl Fn(&Class, &mut Row<'_>, &mut [Bitboard]) + Sync) {
        let columns = self.class.weak.places.len();
        let mut fresh = fresh.chunks_mut(columns);
        let parts = self.red.chunks_mut(columns).zip(self.black.chunks_mut(columns));
        // While all rows read the losses, no row has a part of its own.
        let mut losses = self.losses.chunks_mut(columns * SQUARES);
        let rows = parts.zip(self.captures.chunks_mut(columns)).zip(&mut self.changes).enumerate();
        let mut rows: Vec<_> = rows
            .map(|(number, (((red, black), captures), change))| {
                let losses = losses.next().unwrap_or_default();
                (Row { number, red, black, losses, captures, change }, fresh.next().unwrap_or_default())
            })
            .collect();
        let (class, work) = (&self.class, &work);
        let share = rows.len().div_ceil(self.threads);
        let all =
            |rows: &mut [(Row<'_>, &mut [Bitboard])]| rows.iter_mut().for_each(|(row, fresh)| work(class, row, fresh));
        let (first, others) = rows.split_at_mut(share);
        thread::scope(|scope| {
            for rows in others.chunks_mut(share) {
                scope.spawn(move || all(rows));
            }
            all(first);
        });
    }

    /// Whether red has no move in some position without its attacker.
    fn can_guards_be_stuck(&self) -> bool {
        let class = &self.class;
        let is_stuck = |red: &Placement, black: &Placement| {
            let open = |step: &Step| screen(&class.strong.places[usize::from(step.to)], black) == Bitboard::ALL;
            screen(red, black) == Bitboard::ALL && !red.steps.iter().any(open)
        };
        class.strong.places.iter().any(|red| class.weak.places.iter().any(|black| is_stuck(red, black)))
    }

    /// Finds the positions that red loses by now, all its moves leading to wins of black of codes above `code`, then the
    /// wins of black that lead there, which get this code. Whether there can be more.
    fn find_black_wins(&mut self, code: u8) -> bool {
        let mut lost = std::mem::take(&mut self.fresh);
        let losses = std::mem::take(&mut self.losses);
        self.each_row(&mut lost, |class, row, lost| row.find_red_losses(class, code, &losses, lost));
        self.losses = losses;
        let is_any = self.changes.iter().any(|change| change.is_lost);
        if is_any {
            self.each_row(&mut lost, |class, row, lost| row.find_black_wins(class, code, lost));
        }
        self.fresh = lost;
        let captures =
            self.changes.iter().fold([0; 2], |all, change| [all[0] | change.captures[0], all[1] | change.captures[1]]);
        is_any || (BLACK_WINS..code).any(|later| has(captures, later))
    }

    fn find_losses(&mut self, code: u8) {
        let mut fresh = std::mem::take(&mut self.fresh);
        self.each_row(&mut fresh, |class, row, fresh| row.find_losses(class, code, fresh));
        self.fresh = fresh;
    }

    fn find_wins(&mut self, code: u8) {
        let fresh = std::mem::take(&mut self.fresh);
        let lost: Vec<bool> = self.changes.iter().map(|change| change.lost).collect();
        self.each_row(&mut [], |class, row, _| row.find_wins(class, code, &fresh, &lost));
        self.fresh = fresh;
    }

    /// Whether no step can find more.
    fn is_finished(&self, code: u8) -> bool {
        !self.changes.iter().any(|change| change.won || change.lost || has_above(change.captures, code))
    }

    fn finish(self) -> Solved {
        let mut summary = Summary::default();
        let mut last = 0;
        for (row, change) in self.changes.iter().enumerate() {
            summary.attacker.add(change.attacker);
            summary.defender.add(change.defender);
            if let Some((code, column, square)) = change.last
                && code > last
            {
                last = code;
                summary.plies = 2 * u32::from(code) - 1;
                summary.longest = Some((row, column, square));
            }
        }
        Solved { material: self.class.material, losses: self.losses, summary }
    }
}

/// Whether a set of codes has a loss of black above `code`.
fn has_above(set: [u128; 2], code: u8) -> bool {
    (code + 1..BLACK_WINS).any(|code| has(set, code))
}

fn has(set: [u128; 2], code: u8) -> bool {
    set[usize::from(code) / 128] >> (code % 128) & 1 != 0
}

impl Row<'_> {
    /// Fills in the positions that are possible.
    fn begin(&mut self, class: &Class) {
        let red = &class.strong.places[self.number];
        for (column, black) in class.weak.places.iter().enumerate() {
            let possible = class.black_to_move(red, black);
            self.red[column] = class.red_to_move(red, black);
            self.black[column] = possible.without(class.losses(red, black));
            self.change.attacker.all += u64::from(self.red[column].count());
            self.change.defender.all += u64::from(possible.count());
            for &code in self.captures[column].iter().filter(|&&code| code > 0) {
                self.change.captures[usize::from(code) / 128] |= 1 << (code % 128);
            }
        }
    }

    /// The positions of the row in which every move of red's, if it has any, leads to a win of black's of a code above `code`.
    fn find_red_losses(&mut self, class: &Class, code: u8, losses: &[u8], lost: &mut [Bitboard]) {
        let (red, columns) = (&class.strong.places[self.number], class.weak.places.len());
        let byte =
            |row: usize, column: usize, square: Square| losses[(row * columns + column) * SQUARES + square.index()];
        self.change.is_lost = false;
        for (column, black) in class.weak.places.iter().enumerate() {
            let occupied = red.all | black.all;
            let mut left = self.red[column];
            for step in &red.steps {
                let after = usize::from(step.to);
                let targets = class.black_to_move(&class.strong.places[after], black);
                let escapes = (left & targets).without(step.eye).into_iter();
                left = left.without(escapes.filter(|&square| byte(after, column, square) <= code).collect());
            }
            // Few are left by now; the attacker's moves are looked for one by one.
            let escapes = |from: Square| {
                let steps =
                    class.black_to_move(red, black).into_iter().filter(|&to| byte(self.number, column, to) <= code);
                let guards = black.without.iter().zip(&self.captures[column]);
                let captures = guards.filter(|((square, kind, to), known)| {
                    let after = &class.after(*kind).places[usize::from(*to)];
                    **known <= code && screen(red, after).contains(*square)
                });
                steps.into_iter().any(|to| class.origins(to, occupied).contains(from))
                    || captures.into_iter().any(|((square, ..), _)| class.captures(*square, occupied).contains(from))
            };
            lost[column] = left.into_iter().filter(|&from| !escapes(from)).collect();
            self.change.is_lost |= !lost[column].is_empty();
        }
    }

    /// The positions of the row with black to move from which a move leads to one that red has `lost`.
    fn find_black_wins(&mut self, class: &Class, code: u8, lost: &[Bitboard]) {
        let red = &class.strong.places[self.number];
        for (open, &lost) in self.red.iter_mut().zip(lost.iter()) {
            *open = open.without(lost);
            self.change.attacker.lost += u64::from(lost.count());
        }
        for (column, black) in class.weak.places.iter().enumerate() {
            let steps = black.steps.iter().map(|step| lost[usize::from(step.to)].without(step.eye));
            let won = steps.fold(Bitboard::EMPTY, |won, more| won | more) & class.black_to_move(red, black);
            let bytes = &mut self.losses[column * SQUARES..][..SQUARES];
            for square in won {
                let byte = &mut bytes[square.index()];
                if *byte == 0 {
                    *byte = code;
                    self.change.defender.lost += 1;
                }
            }
        }
    }

    /// Positions lost for black at this step: every move leads to one that red wins, or is none.
    fn find_losses(&mut self, class: &Class, code: u8, fresh: &mut [Bitboard]) {
        if !self.change.won {
            if self.change.lost {
                fresh.fill(Bitboard::EMPTY);
            }
            self.change.lost = false;
            return;
        }
        self.change.lost = false;
        for (column, place) in class.weak.places.iter().enumerate() {
            let mut lost = self.black[column];
            for step in &place.steps {
                if lost.is_empty() {
                    break;
                }
                lost &= step.eye | !self.red[usize::from(step.to)];
            }
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

    /// Positions won for red at this step: a move leads to one that black loses.
    fn find_wins(&mut self, class: &Class, code: u8, fresh: &[Bitboard], lost: &[bool]) {
        let red = &class.strong.places[self.number];
        let has_captures = has(self.change.captures, code);
        let steps: Vec<_> = red.steps.iter().filter(|step| lost[usize::from(step.to)]).collect();
        self.change.won = false;
        if !self.change.lost && steps.is_empty() && !has_captures {
            return;
        }
        let columns = class.weak.places.len();
        for (column, black) in class.weak.places.iter().enumerate() {
            let open = self.red[column];
            if open.is_empty() {
                continue;
            }
            let occupied = red.all | black.all;
            let mut origins = Bitboard::EMPTY;
            for step in &steps {
                origins |= fresh[usize::from(step.to) * columns + column].without(step.eye);
            }
            for target in fresh[self.number * columns + column] {
                origins |= class.origins(target, occupied);
            }
            if has_captures {
                let captures = self.captures[column].iter().zip(&black.without).filter(|(known, _)| **known == code);
                captures.for_each(|(_, &(square, ..))| origins |= class.captures(square, occupied));
            }
            let won = origins & open;
            if let Some(square) = won.first() {
                self.red[column] ^= won;
                self.change.won = true;
                self.change.attacker.won += u64::from(won.count());
                if self.change.last.is_none_or(|(last, ..)| last < code) {
                    self.change.last = Some((code, column, square));
                }
            }
        }
    }
}
