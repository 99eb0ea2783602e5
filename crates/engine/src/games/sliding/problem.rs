//! The rules: legal moves, their cost, and the goal.

use crate::games::sliding::row::Row;
use crate::games::sliding::solver::bound;
use crate::puzzle::{Puzzle, Reversible};

/// What a plan should minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The sum of the moves' costs.
    Cost,
    /// The number of moves.
    Moves,
}

/// A problem: the objective and the reach of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sliding {
    /// The objective.
    pub objective: Objective,
    /// Maximum number of tiles to hop over; with 0, tiles only slide and their order never changes.
    pub hop: usize,
}

/// A move of a tile into the empty cell. Cells are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The cell of the tile before the move.
    pub from: u16,
    /// The cell that was empty.
    pub to: u16,
}

impl Slide {
    /// The move that undoes this one, in the mirrored row of `cells` cells.
    pub(crate) const fn mirrored_back(self, cells: usize) -> Slide {
        let last = cells as u16 - 1;
        Slide { from: last - self.to, to: last - self.from }
    }

    /// The number of tiles it hops over.
    pub const fn hopped(self) -> usize {
        self.from.abs_diff(self.to) as usize - 1
    }
}

impl Sliding {
    /// The default reach.
    pub const HOP: usize = 2;

    /// Least cost with the default reach.
    pub const COST: Sliding = Sliding { objective: Objective::Cost, hop: Sliding::HOP };

    /// Fewest moves with the default reach.
    pub const MOVES: Sliding = Sliding { objective: Objective::Moves, hop: Sliding::HOP };

    /// The price of hopping over this many tiles, under the objective.
    pub const fn price(&self, hopped: usize) -> u64 {
        match self.objective {
            Objective::Cost if hopped > 1 => hopped as u64,
            _ => 1,
        }
    }
}

impl Puzzle for Sliding {
    type State = Row;
    type Move = Slide;

    fn moves(&self, row: &Row, moves: &mut Vec<Slide>) {
        let to = row.empty() as u16;
        moves.extend(row.sources(self.hop).map(|from| Slide { from: from as u16, to }));
    }

    fn apply(&self, row: &Row, mv: Slide) -> Row {
        let mut next = row.clone();
        next.slide(mv.from as usize);
        next
    }

    fn cost(&self, _: &Row, mv: Slide) -> u64 {
        self.price(mv.hopped())
    }

    fn is_goal(&self, row: &Row) -> bool {
        row.is_sorted()
    }

    fn lower_bound(&self, row: &Row) -> u64 {
        bound::lower_bound(self, row)
    }
}

impl Reversible for Sliding {
    /// The sorted row with the empty cell in every place.
    fn goals(&self, row: &Row) -> Vec<Row> {
        use crate::games::sliding::row::CellContent::{Black, Empty, White};
        let (whites, blacks) = (row.count(White), row.count(Black));
        let sorted = [vec![White; whites], vec![Black; blacks]].concat();
        let with_empty = |place: usize| Row::new([&sorted[..place], &[Empty], &sorted[place..]].concat());
        (0..=sorted.len()).filter_map(with_empty).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices() {
        let slide = |from, to| Slide { from, to };
        let row = Row::start(3, 3).unwrap();
        for (mv, cost) in [(slide(5, 6), 1), (slide(4, 6), 1), (slide(3, 6), 2), (slide(6, 0), 5)] {
            assert_eq!((Sliding::COST.cost(&row, mv), Sliding::MOVES.cost(&row, mv)), (cost, 1));
        }
    }

    #[test]
    fn moves_can_be_taken_back() {
        let row = Row::start(3, 3).unwrap();
        let mut moves = Vec::new();
        Sliding::COST.moves(&row, &mut moves);
        assert_eq!(moves, [3, 4, 5].map(|from| Slide { from, to: 6 }));
        for mv in moves {
            let next = Sliding::COST.apply(&row, mv);
            assert_eq!(Sliding::COST.apply(&next, Slide { from: mv.to, to: mv.from }), row);
        }
    }

    #[test]
    fn goals_are_all_sorted_rows() {
        let goals = Sliding::COST.goals(&Row::start(2, 3).unwrap());
        assert_eq!(goals.len(), 6);
        assert!(goals.iter().all(|row| Sliding::COST.is_goal(row)));
    }
}
