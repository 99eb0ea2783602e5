//! What a GUI needs to show sliding blocks.

use super::problem::{Objective, Sliding};
use super::row::{CellContent, Row};
use super::solver::bound;
use serde::Serialize;

/// The price of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Price {
    /// The cell of the tile, from 1.
    pub from: usize,
    /// The empty cell, from 1.
    pub to: usize,
    /// Number of tiles hopped over.
    pub hops: usize,
    /// What the move adds to the plan's value: its cost, or 1 if moves are counted.
    pub price: u64,
}

/// The sliding blocks' own part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SlidingView {
    /// The cells from left to right: `B`, `W`, and `_` for the empty one.
    pub row: String,
    /// What a plan should minimise: `cost` or `moves`.
    pub objective: &'static str,
    /// Maximum number of tiles to hop over.
    pub hop: usize,
    /// The legal moves with their prices.
    pub prices: Vec<Price>,
    /// A lower bound on the value of every plan from here, as A\* estimates it; `None` if it is proven that there is no
    /// plan.
    pub bound: Option<u64>,
}

impl SlidingView {
    /// The view of a row.
    pub(crate) fn of(sliding: &Sliding, row: &Row) -> SlidingView {
        let empty = row.empty();
        let price = |from: usize| {
            let hops = from.abs_diff(empty).saturating_sub(1);
            Price { from: from + 1, to: empty + 1, hops, price: sliding.price(hops) }
        };
        SlidingView {
            row: row.cells().iter().map(|cell: &CellContent| cell.letter()).collect(),
            objective: if sliding.objective == Objective::Cost { "cost" } else { "moves" },
            hop: sliding.hop,
            prices: row.sources(sliding.hop).map(price).collect(),
            bound: Some(bound::lower_bound(sliding, row)).filter(|&bound| bound != u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::PuzzleText;

    #[test]
    fn a_hop_over_two_costs_two() {
        let (sliding, row) = Sliding::from_fen("BBBWWW_ cost").unwrap();
        let view = SlidingView::of(&sliding, &row);
        assert_eq!((view.row.as_str(), view.objective, view.hop), ("BBBWWW_", "cost", 2));
        let prices: Vec<_> = view.prices.iter().map(|price| (price.from, price.to, price.price)).collect();
        assert_eq!(prices, [(4, 7, 2), (5, 7, 1), (6, 7, 1)]);
        assert!(view.bound.is_some_and(|bound| (5..=15).contains(&bound)), "{:?}", view.bound);
    }

    #[test]
    fn the_bound_of_a_solved_row_is_zero() {
        let (sliding, row) = Sliding::from_fen("WW_BB cost").unwrap();
        assert_eq!(SlidingView::of(&sliding, &row).bound, Some(0));
    }
}
