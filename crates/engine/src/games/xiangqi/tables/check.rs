//! The full check of a table: every value must follow from those one move ahead.

use super::class::{Class, Red};
use super::fallen::Fallen;
use super::forward::{Ahead, best_for_black, best_for_red};
use super::generate::{BLACK_WINS, Counts, Summary};
use super::material::Material;
use super::shares;
use crate::games::xiangqi::square::{SQUARES, Square};
use std::ops::Range;
use thiserror::Error;

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A class that captures lead to is missing.
    #[error("{0} is needed for the check")]
    Missing(Material),
    /// A value does not follow from the next ones.
    #[error(
        "{material}: placement {row}, {column}, attacker on {attacker}: the table says {found}, its moves say {expected}"
    )]
    Value {
        /// The class.
        material: Material,
        /// The attacking side's row ([`Class::row`]).
        row: usize,
        /// The other side's placement.
        column: usize,
        /// The square of the first attacker, with its side as Red.
        attacker: Square,
        /// The byte in the table.
        found: u8,
        /// The byte that should be there.
        expected: u8,
    },
    /// The counts in the header do not match the table.
    #[error("{0}: the counts in its header do not match its positions")]
    Summary(Material),
}

/// Checks a whole table with `threads` threads; `known` gives the classes it depends on, as for
/// [`super::generate::solve`]. Returns the number of positions checked.
///
/// # Errors
/// A fault that was found.
pub fn check<'a>(
    material: Material,
    losses: &'a [u8],
    summary: &Summary,
    known: &dyn Fn(Material) -> Option<&'a [u8]>,
    threads: usize,
) -> Result<u64, CheckError> {
    let all = |needed| if needed == material { Some(losses) } else { known(needed) };
    let missing = CheckError::Missing;
    let ahead = Ahead::new(material, &all).map_err(missing)?;
    let fallen = material.after_loss().map(|(taken, after)| Fallen::new(after, taken, known));
    let fallen = fallen.collect::<Result<Vec<_>, _>>().map_err(missing)?;
    let checker = Checker { class: Class::new(material), losses, ahead, fallen };
    let mut counts = Summary { longest: summary.longest, ..Summary::default() };
    for part in shares::of_rows(checker.class.rows(), threads, |rows| checker.rows(rows)) {
        let part = part?;
        counts.attacker.add(part.attacker);
        counts.defender.add(part.defender);
        counts.plies = counts.plies.max(part.plies);
    }
    let looked_at = counts.attacker.all + counts.defender.all;
    let orders = material.attackers.orders();
    counts.attacker.divide(orders);
    counts.defender.divide(orders);
    if counts == *summary { Ok(looked_at) } else { Err(CheckError::Summary(material)) }
}

/// The data for checking a class.
struct Checker<'a> {
    class: Class,
    losses: &'a [u8],
    ahead: Ahead<'a>,
    fallen: Vec<Fallen>,
}

impl Checker<'_> {
    /// Checks some rows; returns their counts.
    fn rows(&self, rows: Range<usize>) -> Result<Summary, CheckError> {
        let mut counts = Summary::default();
        let mut wins = vec![0; self.class.weak.places.len() * SQUARES];
        for red in rows.filter_map(|row| self.class.red(row)) {
            self.red_to_move(&red, &mut wins, &mut counts)?;
            self.black_to_move(&red, &wins, &mut counts)?;
        }
        Ok(counts)
    }

    /// Computes the values with Red to move for the positions of a row.
    fn red_to_move(&self, red: &Red, wins: &mut [u8], counts: &mut Summary) -> Result<(), CheckError> {
        for (column, black) in self.class.weak.places.iter().enumerate() {
            for attacker in self.class.red_to_move(red, black) {
                let mut loss = |place| self.ahead.loss(place);
                let best = best_for_red(&self.class, (red, column), attacker, &mut loss);
                let best = best.ok_or(CheckError::Missing(self.class.material))?;
                wins[column * SQUARES + attacker.index()] = best;
                count(&mut counts.attacker, best);
                if best < BLACK_WINS {
                    counts.plies = counts.plies.max((2 * u32::from(best)).saturating_sub(1));
                }
            }
        }
        Ok(())
    }

    /// Compares the values of a row with those computed from Black's moves.
    fn black_to_move(&self, red: &Red, wins: &[u8], counts: &mut Summary) -> Result<(), CheckError> {
        let material = self.class.material;
        for (column, black) in self.class.weak.places.iter().enumerate() {
            for attacker in self.class.black_to_move(red, black) {
                let found = self.losses[self.class.index(red.row, column, attacker)];
                let mut win = |column: usize| wins[column * SQUARES + attacker.index()];
                let expected = best_for_black(&self.class, (red, column), attacker, &mut win, &self.fallen);
                if found != expected {
                    return Err(CheckError::Value { material, row: red.row, column, attacker, found, expected });
                }
                count(&mut counts.defender, found);
            }
        }
        Ok(())
    }
}

fn count(counts: &mut Counts, code: u8) {
    counts.all += 1;
    counts.won += u64::from(code > 0 && code < BLACK_WINS);
    counts.lost += u64::from(code >= BLACK_WINS);
}
