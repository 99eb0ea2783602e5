//! Ranked tables: the distance of every state to its nearest goal, in one array.
//!
//! ```text
//! distance[rank(state)] = cost of the cheapest plan from state, if there is one
//! ```
//!
//! Filled from the goals outwards, bucket by bucket of equal distance (Dial's form of Dijkstra's algorithm, 1969), so
//! it needs moves that can be taken back at the same price. Once it stands, every hint is a look at the successors.

use crate::control::Control;
use crate::puzzle::{Ranked, Reversible};
use crate::solution::Budget;
use crate::solvers::meter::Meter;
use crate::zeroed::zeroed;
use std::collections::BTreeMap;

/// Distances to the goal. See the [module page](self).
#[derive(Clone, Debug)]
pub struct Table<P: Ranked + Reversible> {
    puzzle: P,
    /// By rank: one more than the distance; 0 where there is no plan, or none found yet.
    distance: Vec<u32>,
    nodes: u64,
}

impl<P: Ranked + Reversible> Table<P> {
    /// Fills the table of all states with the sizes of `state`. `None` where the budget ran out or `control` requested
    /// a stop, where there are too many states for 32-bit ranks, or where the system has no room for them.
    pub fn build(puzzle: &P, state: &P::State, budget: &Budget, control: &Control) -> Option<Self> {
        let ranks = u32::try_from(puzzle.ranks()).ok()?;
        let mut meter = Meter::new(budget, control);
        let mut distance = zeroed::<u32>(ranks as usize)?;
        let mut buckets: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for goal in puzzle.goals(state) {
            distance[puzzle.rank(&goal) as usize] = 1;
            buckets.entry(0).or_default().push(puzzle.rank(&goal) as u32);
        }
        let mut moves = Vec::new();
        while let Some((cost, ranks)) = buckets.pop_first() {
            for rank in ranks {
                if u64::from(distance[rank as usize]) != cost + 1 {
                    continue;
                }
                if !meter.expand() {
                    return None;
                }
                let state = puzzle.unrank(u64::from(rank));
                moves.clear();
                puzzle.moves(&state, &mut moves);
                for &mv in &moves {
                    if !meter.tick() {
                        return None;
                    }
                    let next = puzzle.rank(&puzzle.apply(&state, mv)) as u32;
                    let through = cost + puzzle.cost(&state, mv);
                    let known = distance[next as usize];
                    if known == 0 || through + 1 < u64::from(known) {
                        distance[next as usize] = through as u32 + 1;
                        buckets.entry(through).or_default().push(next);
                    }
                }
            }
        }
        Some(Table { puzzle: puzzle.clone(), distance, nodes: meter.nodes() })
    }

    /// Cost of the cheapest plan from a legal state; `None` where there is none.
    #[inline]
    pub fn distance(&self, state: &P::State) -> Option<u64> {
        self.distance[self.puzzle.rank(state) as usize].checked_sub(1).map(u64::from)
    }

    /// Every move that begins a cheapest plan; empty at a goal and where there is no plan.
    pub fn best_moves(&self, state: &P::State) -> Vec<P::Move> {
        let mut moves = Vec::new();
        let Some(distance) = self.distance(state).filter(|&distance| distance > 0) else { return moves };
        self.puzzle.moves(state, &mut moves);
        moves.retain(|&mv| {
            let rest = self.distance(&self.puzzle.apply(state, mv));
            rest.is_some_and(|rest| rest + self.puzzle.cost(state, mv) == distance)
        });
        moves
    }

    /// A cheapest plan; empty at a goal and where there is none.
    pub fn plan(&self, state: &P::State) -> Vec<P::Move> {
        let (mut plan, mut at) = (Vec::new(), state.clone());
        while let Some(&mv) = self.best_moves(&at).first() {
            plan.push(mv);
            at = self.puzzle.apply(&at, mv);
        }
        plan
    }

    /// States that have a plan: each was expanded once.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The largest distance of all states that have a plan.
    pub fn largest(&self) -> u64 {
        self.distance.iter().max().map_or(0, |&distance| u64::from(distance.saturating_sub(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solvers::toys::Grid;

    #[test]
    fn every_cell_of_a_grid() {
        let grid = Grid { price: 3, ..Grid::open(6, 5) };
        let table = Table::build(&grid, &(0, 0), &Budget::default(), &Control::new()).unwrap();
        for x in 0..6 {
            for y in 0..5 {
                assert_eq!(table.distance(&(x, y)), Some(grid.lower_bound(&(x, y))));
                assert_eq!(table.best_moves(&(x, y)).len(), usize::from(x < 5) + usize::from(y < 4));
            }
        }
        assert_eq!((table.largest(), table.nodes(), table.plan(&(0, 0)).len()), (17, 30, 9));
    }

    #[test]
    fn walls_and_budgets() {
        let grid = Grid { walls: vec![(0, 1), (1, 0)], ..Grid::open(3, 3) };
        let table = Table::build(&grid, &(0, 0), &Budget::default(), &Control::new()).unwrap();
        assert_eq!(table.distance(&(0, 0)), None);
        assert!(table.plan(&(0, 0)).is_empty());
        let budget = Budget { nodes: Some(2), ..Budget::default() };
        assert!(Table::build(&grid, &(0, 0), &budget, &Control::new()).is_none());
    }
}
