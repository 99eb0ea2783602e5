//! Retrograde analysis of a class: every position's verdict, and the plies to mate under best play.
//!
//! The attacking side, Red, is the one that wins, with few exceptions. Step `n` first finds the positions lost for
//! Black in `2n` plies: those in which all moves lead to known wins of Red. Then it finds those won for Red in `2n + 1`
//! plies: those with a move to one of the former. Positions that no step reaches are draws. Captures of Black's guards
//! lead to classes with fewer guards, which are solved first (K. Thompson, "Retrograde analysis of certain endgames",
//! ICCA Journal 9(3), 1986). Both sides' placements are numbers, and the squares of the first attacker form a set, so a
//! step processes ninety positions at once ([`super::row`]). If Black can capture one of several attackers, a class
//! with fewer attackers gives the value ([`super::fallen`]).
//!
//! Red can lose only by stalemate, when its attacker and guards block each other. Such positions are few, and what
//! Black wins by them is found in the same way from the other end.

use super::class::Class;
use super::codes::CodeSet;
use super::fallen::Fallen;
use super::guards::{Placement, Step};
use super::material::Material;
use super::probe::setup;
use super::repetition::Draws;
use super::row::{Captures, Change, Row};
use crate::control::Control;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::fen;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::helpers::side_by_side;
use thiserror::Error;

/// What is known about the positions of a class with Black, the side without attackers, to move.
///
/// A byte is 0 for a draw, `n + 1` if Black is mated or stalemated in `2n` plies, and `255 - n` if it stalemates Red in
/// `2n + 1`. Its index is `(row * number of Black's placements + Black's placement) * 90 + the first attacker's
/// square`, with the row of [`Class::row`]. Equal attackers appear in all orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedClass {
    /// The class.
    pub material: Material,
    /// One byte per position; 0 for impossible positions.
    pub losses: Vec<u8>,
    /// The statistics of the class.
    pub summary: Summary,
}

/// The statistics of a class, counting mirror images separately.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// With the attacking side to move.
    pub attacker: Counts,
    /// With the other side to move.
    pub defender: Counts,
    /// Length of the longest win in plies; 0 if there is none.
    pub plies: u32,
    /// A position with that win and Red to move: the row, Black's placement and the first attacker's square.
    pub longest: Option<(usize, usize, Square)>,
}

/// The numbers of positions by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// All positions.
    pub all: u64,
    /// Positions won by the side with the attackers.
    pub won: u64,
    /// Positions lost by that side.
    pub lost: u64,
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, more: Counts) {
        *self = Counts { all: self.all + more.all, won: self.won + more.won, lost: self.lost + more.lost };
    }

    /// Corrects counts in which positions were counted once for every order of equal attackers.
    pub fn divide(&mut self, orders: u64) {
        *self = Counts { all: self.all / orders, won: self.won / orders, lost: self.lost / orders };
    }
}

/// Bytes from here on are wins of Black.
pub const BLACK_WINS: u8 = 200;

/// Why a class cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A class that captures lead to has not been solved.
    #[error("{needed} must be made before {material}")]
    Missing {
        /// The class asked for.
        material: Material,
        /// The class it depends on.
        needed: Material,
    },
    /// The repetition rules decide some positions, which a table of positions cannot take into account.
    #[error(
        "{material}: not made, because the repetition rules make its draws uncertain: in {positions} positions, such as {example}, one side can be forced to check or chase for ever"
    )]
    Uncertain {
        /// The class asked for.
        material: Material,
        /// Number of such positions.
        positions: usize,
        /// One of them, as a FEN.
        example: String,
    },
    /// Red would have no move after losing its attacker, which is not supported.
    #[error("{0}: guards alone can be stalemated")]
    Stalemate(Material),
    /// A win is too long for a byte.
    #[error("{0}: a win of more than 398 plies, or a loss of more than 110")]
    TooLong(Material),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// Peak memory in bytes for the analysis of a class, without the tables it depends on.
pub fn memory(material: Material) -> usize {
    let pair = SQUARES + 3 * size_of::<Bitboard>() + size_of::<Captures>();
    let fallen = material.after_loss().map(|(_, after)| Class::new(after).pairs() * (SQUARES + size_of::<Bitboard>()));
    Class::new(material).pairs().saturating_mul(pair).saturating_add(fallen.sum())
}

/// Solves a class. `known` gives the tables of the classes it depends on ([`Material::needs`]), and of those that these
/// depend on by captures of guards ([`SolvedClass::losses`]).
///
/// # Errors
/// [`GenerateError`]; a failed allocation aborts the process.
pub fn solve<'a>(
    material: Material,
    known: &dyn Fn(Material) -> Option<&'a [u8]>,
    threads: usize,
    control: &Control,
) -> Result<SolvedClass, GenerateError> {
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
    analysis.check_draws()?;
    Ok(analysis.finish())
}

/// A class reached by a capture of a guard of Black.
pub struct After<'a> {
    /// The captured guard.
    pub taken: PieceKind,
    /// Its table.
    pub losses: &'a [u8],
    /// Black's placements in it.
    pub columns: usize,
    /// The set of bytes that occur in it.
    pub codes: CodeSet,
}

struct Analysis<'a> {
    class: Class,
    after: Vec<After<'a>>,
    fallen: Vec<Fallen>,
    threads: usize,
    red: Vec<Bitboard>,
    black: Vec<Bitboard>,
    /// Losses found in this step.
    fresh: Vec<Bitboard>,
    losses: Vec<u8>,
    captures: Vec<Captures>,
    changes: Vec<Change>,
}

impl<'a> Analysis<'a> {
    fn new(
        material: Material,
        known: &dyn Fn(Material) -> Option<&'a [u8]>,
        threads: usize,
    ) -> Result<Self, GenerateError> {
        let class = Class::new(material);
        let pairs = class.pairs();
        let fallen = material.after_loss().map(|(kind, after)| Fallen::new(after, kind, known));
        let missing = |needed| GenerateError::Missing { material, needed };
        let fallen = fallen.collect::<Result<Vec<_>, _>>().map_err(missing)?;
        let change = Change {
            lost: true,
            won: true,
            captures: CodeSet::default(),
            attacker: Counts::default(),
            defender: Counts::default(),
            last: None,
            is_lost: false,
        };
        let mut analysis = Analysis {
            after: Vec::new(),
            fallen,
            threads,
            red: vec![Bitboard::EMPTY; pairs],
            black: vec![Bitboard::EMPTY; pairs],
            fresh: vec![Bitboard::EMPTY; pairs],
            losses: vec![0; pairs * SQUARES],
            captures: vec![Captures::default(); pairs],
            changes: vec![change; class.rows()],
            class,
        };
        for needed in material.after_capture() {
            let losses = known(needed).ok_or(missing(needed))?;
            analysis.enter_captures(needed, losses);
        }
        analysis.each_row(&mut [], |class, row, _| row.begin(class));
        Ok(analysis)
    }

    /// Enters the values of captures that lead to the class `after`.
    fn enter_captures(&mut self, after: Material, losses: &'a [u8]) {
        let weak = self.class.material.weak;
        let taken = if after.weak.advisors < weak.advisors { PieceKind::Advisor } else { PieceKind::Elephant };
        let (columns, narrow) = (self.class.weak.places.len(), Class::new(after).weak.places.len());
        for (row, captures) in self.captures.chunks_mut(columns).enumerate() {
            let Some(red) = self.class.red(row) else { continue };
            for (place, captures) in self.class.weak.places.iter().zip(captures) {
                for (code, &(square, kind, to)) in captures.iter_mut().zip(&place.without) {
                    // A table read from a file has arbitrary bytes for impossible positions.
                    if kind == taken && self.class.may_capture(&red, (square, kind, to)) {
                        *code = losses[(row * narrow + usize::from(to)) * SQUARES + square.index()];
                    }
                }
            }
        }
        let mut codes = CodeSet::default();
        if self.class.material.attackers.number() > 1 {
            losses.iter().for_each(|&code| codes.insert(code));
        }
        self.after.push(After { taken, losses, columns: narrow, codes });
    }

    /// Runs `work` for every row; each gets its own part of `fresh`, unless that is empty.
    fn each_row(&mut self, fresh: &mut [Bitboard], work: impl Fn(&Class, &mut Row<'_>, &mut [Bitboard]) + Sync) {
        let columns = self.class.weak.places.len();
        let mut fresh = fresh.chunks_mut(columns);
        let parts = self.red.chunks_mut(columns).zip(self.black.chunks_mut(columns));
        // While all rows read the losses, no row owns a part of them.
        let mut losses = self.losses.chunks_mut(columns * SQUARES);
        let rows = parts.zip(self.captures.chunks_mut(columns)).zip(&mut self.changes).enumerate();
        let mut rows: Vec<_> = rows
            .map(|(number, (((red, black), captures), change))| {
                let losses = losses.next().unwrap_or_default();
                (Row { number, open: red, black, losses, captures, change }, fresh.next().unwrap_or_default())
            })
            .collect();
        let (class, work) = (&self.class, &work);
        let share = rows.len().div_ceil(self.threads).max(1);
        let all =
            |rows: &mut [(Row<'_>, &mut [Bitboard])]| rows.iter_mut().for_each(|(row, fresh)| work(class, row, fresh));
        side_by_side(rows.chunks_mut(share).map(|rows| move || all(rows)));
    }

    /// Whether Red has no move in some position without attackers.
    fn can_guards_be_stuck(&self) -> bool {
        let places = &self.class.strong.places;
        let is_stuck = |red: &Placement, black: &Placement| {
            let open = |step: &Step| !is_facing(&places[usize::from(step.to)], black);
            !is_facing(red, black) && !red.steps.iter().any(open)
        };
        self.class.material.attackers.number() == 1
            && places.iter().any(|red| self.class.weak.places.iter().any(|black| is_stuck(red, black)))
    }

    /// Finds the positions in which all moves of Red lead to wins of Black with codes above `code`, then the wins of
    /// Black that lead there, which get this code. Returns whether there may be more.
    fn find_black_wins(&mut self, code: u8) -> bool {
        let mut lost = std::mem::take(&mut self.fresh);
        let losses = std::mem::take(&mut self.losses);
        let after = std::mem::take(&mut self.after);
        self.each_row(&mut lost, |class, row, lost| row.find_red_losses(class, code, (&losses, &after), lost));
        (self.losses, self.after) = (losses, after);
        let is_any = self.changes.iter().any(|change| change.is_lost);
        let fallen = std::mem::take(&mut self.fallen);
        if is_any || fallen.iter().any(|fallen| fallen.has(code)) {
            self.each_row(&mut lost, |class, row, lost| row.find_black_wins(class, code, lost, &fallen));
        }
        let is_more = |code| fallen.iter().any(|fallen| fallen.has(code));
        let later = (BLACK_WINS..code).any(is_more);
        (self.fresh, self.fallen) = (lost, fallen);
        let captures = self.changes.iter().map(|change| change.captures);
        let left = captures.chain(self.after.iter().map(|after| after.codes)).fold(CodeSet::default(), CodeSet::join);
        is_any || later || left.has_any(BLACK_WINS..code)
    }

    fn find_losses(&mut self, code: u8) {
        let mut fresh = std::mem::take(&mut self.fresh);
        let mut fallen = std::mem::take(&mut self.fallen);
        // What Red wins after losing an attacker, by the last code, is no longer an escape.
        fallen.iter_mut().for_each(|fallen| fallen.close(code - 1));
        self.each_row(&mut fresh, |class, row, fresh| row.find_losses(class, code, fresh, &fallen));
        (self.fresh, self.fallen) = (fresh, fallen);
    }

    fn find_wins(&mut self, code: u8) {
        let (fresh, after) = (std::mem::take(&mut self.fresh), std::mem::take(&mut self.after));
        let lost: Vec<bool> = self.changes.iter().map(|change| change.lost).collect();
        self.each_row(&mut [], |class, row, _| row.find_wins(class, code, (&fresh, &lost), &after));
        (self.fresh, self.after) = (fresh, after);
    }

    /// Whether further steps cannot find more.
    fn is_finished(&self, code: u8) -> bool {
        let is_left = |change: &Change| change.won || change.lost || change.captures.has_any(code + 1..BLACK_WINS);
        let later = |code| {
            self.after.iter().any(|after| after.codes.has(code)) || self.fallen.iter().any(|fallen| fallen.has(code))
        };
        // A win after the loss of an attacker becomes a loss for Black one step later.
        !self.changes.iter().any(is_left) && !(code..BLACK_WINS).any(later)
    }

    /// Fails if the repetition rules can change a draw.
    fn check_draws(&mut self) -> Result<(), GenerateError> {
        let mut quiet = std::mem::take(&mut self.fresh);
        let draws = Draws {
            class: &self.class,
            losses: &self.losses,
            open: &self.red,
            after: &self.after,
            fallen: &self.fallen,
        };
        let forced = draws.forced(&mut quiet, self.threads);
        self.fresh = quiet;
        let material = self.class.material;
        let Some(&(side, row, column, square)) =
            forced.iter().min_by_key(|(side, row, column, square)| (side.index(), *row, *column, square.index()))
        else {
            return Ok(());
        };
        let position = setup(material, (row, column, square), side).and_then(|setup| setup.build().ok());
        let example = position.map_or_else(String::new, |position| fen::write(&position));
        Err(GenerateError::Uncertain { material, positions: forced.len(), example })
    }

    fn finish(self) -> SolvedClass {
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
        let orders = self.class.material.attackers.orders();
        summary.attacker.divide(orders);
        summary.defender.divide(orders);
        SolvedClass { material: self.class.material, losses: self.losses, summary }
    }
}

/// Whether the generals face each other with only guards on the board.
fn is_facing(red: &Placement, black: &Placement) -> bool {
    red.king.file() == black.king.file() && !attacks::between(red.king, black.king).meets(red.all | black.all)
}
