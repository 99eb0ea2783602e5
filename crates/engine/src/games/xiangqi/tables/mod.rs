//! Endgame tables: one attacker (rook, horse, cannon, pawn) with any guards against guards, solved with proof.
//!
//! [`guards`] numbers the placements of a general and its guards, [`material`] names the classes, and [`class`] is the
//! geometry of one. [`generate`] solves a class by retrograde analysis, and [`check`] verifies the result by
//! [`forward`] moves; both divide their work into [`shares`] for several threads. [`codes`] are sets of table bytes,
//! [`table`] is the file format, and [`blocks`] are the decompressed parts of files. [`probe`] finds a position in a
//! table, and [`set`] holds the available tables. `docs/tables.md` says what they prove, and why the repetition rules
//! cannot change it.

pub mod attackers;
pub(crate) mod blocks;
pub mod check;
pub mod class;
pub(crate) mod codes;
pub(crate) mod fallen;
pub(crate) mod forward;
pub mod generate;
pub mod guards;
pub mod material;
pub mod probe;
pub(crate) mod repetition;
pub(crate) mod row;
pub mod set;
pub(crate) mod shares;
pub mod table;

use super::position::Position;
use crate::game::{Outcome, Proven};
use set::EndingValue;

/// Plies without a capture after which a game is drawn.
const DRAWN_AFTER: u32 = 120;

/// What the tables prove about a position with its actual history.
///
/// A draw is a draw whatever the count of plies without a capture; a win is proven only if it ends before the limit can
/// be reached. The game's own count never runs faster than the plies, because some checks are not counted.
#[inline]
pub fn proven(position: &Position) -> Option<Proven> {
    let (outcome, plies) = match set::probe(position)? {
        EndingValue::Draw => return Some(Proven { outcome: Outcome::Draw, plies: 0 }),
        EndingValue::Win(plies) => (Outcome::Win, plies),
        EndingValue::Loss(plies) => (Outcome::Loss, plies),
    };
    let is_in_time = !position.rules().move_count || position.quiet_plies() + plies <= DRAWN_AFTER;
    is_in_time.then_some(Proven { outcome, plies })
}
