//! The full check of a table: every value must follow from those of the positions a move ahead.

use super::class::Class;
use super::forward::{best_for_black, best_for_red};
use super::generate::{BLACK_WINS, Counts, Summary};
use super::guards::Guards;
use super::material::Material;
use crate::games::xiangqi::square::{SQUARES, Square};
use thiserror::Error;

/// A position whose value is not what its moves make of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A class that captures lead to is not there.
    #[error("{0} is needed for the check")]
    Missing(Material),
    /// A value does not follow from the next ones.
    #[error(
        "{material}: placement {row}, {column}, attacker on {attacker}: the table says {found}, its moves say {expected}"
    )]
    Value {
        /// The class.
        material: Material,
        /// The attacker's side's placement.
        row: usize,
        /// The other side's placement.
        column: usize,
        /// Where the attacker stands, its side seen as red.
        attacker: Square,
        /// The byte of the table.
        found: u8,
        /// The byte that belongs there.
        expected: u8,
    },
    /// The counts in the head are not those of the table.
    #[error("{0}: the counts in its head are not those of its positions")]
    Summary(Material),
}

/// Checks a whole table; `known` gives those of classes with fewer guards. Returns the number of positions looked at.
///
/// # Errors
/// The first fault found.
pub fn check<'a>(
    material: Material,
    losses: &[u8],
    summary: &Summary,
    known: &dyn Fn(Guards) -> Option<&'a [u8]>,
) -> Result<u64, CheckError> {
    let class = Class::new(material);
    let (rows, columns) = (class.strong.places.len(), class.weak.places.len());
    let mut counts = Summary { longest: summary.longest, ..Summary::default() };
    let mut wins = vec![0; columns * SQUARES];
    for row in 0..rows {
        wins.fill(0);
        let red = &class.strong.places[row];
        for (column, black) in class.weak.places.iter().enumerate() {
            for attacker in class.red_to_move(red, black) {
                let mut loss = |(weak, row, column, square): (Guards, usize, usize, Square)| {
                    if weak == material.weak {
                        return losses.get((row * columns + column) * SQUARES + square.index()).copied();
                    }
                    let narrow = Class::new(Material { weak, ..material }).weak.places.len();
                    known(weak)?.get((row * narrow + column) * SQUARES + square.index()).copied()
                };
                let best = best_for_red(&class, (row, column), attacker, &mut loss);
                let missing = || CheckError::Missing(material.after_capture().next().unwrap_or(material));
                let best = best.ok_or_else(missing)?;
                wins[column * SQUARES + attacker.index()] = best;
                count(&mut counts.attacker, best);
                if best < BLACK_WINS {
                    counts.plies = counts.plies.max((2 * u32::from(best)).saturating_sub(1));
                }
            }
        }
        for (column, black) in class.weak.places.iter().enumerate() {
            for attacker in class.black_to_move(red, black) {
                let found = losses[(row * columns + column) * SQUARES + attacker.index()];
                let mut win = |column: usize| wins[column * SQUARES + attacker.index()];
                let expected = best_for_black(&class, (row, column), attacker, &mut win);
                if found != expected {
                    return Err(CheckError::Value { material, row, column, attacker, found, expected });
                }
                count(&mut counts.defender, found);
            }
        }
    }
    if counts != *summary {
        return Err(CheckError::Summary(material));
    }
    Ok(counts.attacker.all + counts.defender.all)
}

fn count(counts: &mut Counts, code: u8) {
    counts.all += 1;
    counts.won += u64::from(code > 0 && code < BLACK_WINS);
    counts.lost += u64::from(code >= BLACK_WINS);
}
