//! Tables of endings: one attacker (rook, horse, cannon, pawn) with any guards against guards, solved with proof.
//!
//! [`guards`] numbers the placements of a general and its guards, [`material`] names the classes, [`class`] is the geometry of
//! one. [`generate`] solves a class by retrograde analysis, [`check`] goes over the result by [`forward`] moves, both by the [`shares`] of several threads; [`codes`] are sets of a table's bytes, [`table`] is
//! its file, [`blocks`] the parts of files that are open. [`probe`] finds the place of a position, [`set`] holds the tables that are at hand. `docs/tables.md` says what
//! they prove and why the rules of repetition cannot change it.

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

/// Plies without capture after which a game is drawn.
const DRAWN_AFTER: u32 = 120;

/// What the tables prove of a position with the history it has.
///
/// A draw is one whatever the count of plies without capture; a win is proven only if it is over before the count can be
/// full. The count as the game keeps it never runs faster than the plies, for some checks are not counted.
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
