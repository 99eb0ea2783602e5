//! Solves sliding blocks: exact distances if their table fits into memory, otherwise a plan and a bound.
//!
//! - [`bound`]: lower bounds
//! - [`arrangement`]: numbers the orders of the tiles
//! - [`table`]: exact distances, for thirty-two places of the empty cell at a time
//! - [`exact`]: exact answers from tables; [`meet`]: a best plan by two tables that grow towards each other
//! - [`shuttle`]: a plan at once, for rows of any length
//! - [`sweep`]: a better one

pub(crate) mod arrangement;
pub mod bound;
pub mod exact;
pub(crate) mod meet;
pub(crate) mod shuttle;
pub(crate) mod sweep;
pub(crate) mod table;

/// Shared by the tests of the planners.
#[cfg(test)]
mod plans {
    use crate::games::sliding::problem::{Slide, Sliding};
    use crate::games::sliding::row::{CellContent, Row};

    /// Replays a plan, which must sort the row; returns its value.
    pub(super) fn value(problem: &Sliding, row: &Row, plan: &[Slide]) -> u64 {
        let (mut at, mut value) = (row.clone(), 0);
        for mv in plan {
            assert!(at.sources(problem.hop).any(|from| from == mv.from as usize) && mv.to as usize == at.empty());
            value += problem.price(mv.hopped());
            at.slide(mv.from as usize);
        }
        assert!(at.is_sorted(), "{row}");
        value
    }

    /// Every row of eight cells.
    pub(super) fn rows_of_eight() -> impl Iterator<Item = Row> {
        let cell = |code: u32, place: u32| {
            [CellContent::White, CellContent::Black, CellContent::Empty][(code / 3u32.pow(place) % 3) as usize]
        };
        (0..3u32.pow(8)).filter_map(move |code| Row::new((0..8).map(|place| cell(code, place)).collect::<Vec<_>>()))
    }
}
