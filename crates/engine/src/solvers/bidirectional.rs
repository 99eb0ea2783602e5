//! Search from both ends: the cheapest plan of a puzzle whose moves can be taken back, with proof.
//!
//! ```text
//! start o---)          (---o goals        two waves of radius half a plan instead of one of a whole plan
//! ```
//!
//! Two uniform-cost searches, the one with the smaller wave next. Whenever a state is known to both, its two halves are a
//! plan. Once the two radii together reach the cost of the best plan found, no cheaper one is left (Nicholson 1966; the
//! rule of stopping is Dreyfus', 1969).

use crate::control::Control;
use crate::puzzle::Reversible;
use crate::solution::{Budget, Facts, Solution, Status};
use crate::solvers::meter::Meter;
use crate::solvers::numbering::{Hashed, Numbering};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cheapest way known between a wave's end and a state.
struct Way<M> {
    cost: u64,
    /// The neighbour nearer to the end, and the move made from it; `None` at the end itself.
    from: Option<(usize, M)>,
}

/// One of the two searches.
struct Wave<P: Reversible> {
    numbering: Hashed<P>,
    ways: Vec<Way<P::Move>>,
    queue: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<P: Reversible> Wave<P> {
    fn new(puzzle: &P, origins: &[P::State]) -> Self {
        let mut wave = Wave { numbering: Hashed::default(), ways: Vec::new(), queue: BinaryHeap::new() };
        for origin in origins {
            wave.reach(puzzle, origin, Way { cost: 0, from: None });
        }
        wave
    }

    /// False: the system has no memory for the state.
    fn reach(&mut self, puzzle: &P, state: &P::State, way: Way<P::Move>) -> bool {
        let Some((number, new)) = self.numbering.number(puzzle, state) else { return false };
        let cost = way.cost;
        if new {
            self.ways.push(way);
        } else if cost < self.ways[number].cost {
            self.ways[number] = way;
        } else {
            return true;
        }
        self.queue.push(Reverse((cost, number)));
        true
    }

    /// The smallest cost not yet expanded.
    fn radius(&self) -> Option<u64> {
        self.queue.peek().map(|Reverse((cost, _))| *cost)
    }

    /// Expands the nearest state; returns the states it reached, all of them unless the meter is spent by then.
    fn advance(&mut self, puzzle: &P, meter: &mut Meter) -> Vec<P::State> {
        let Some(Reverse((cost, number))) = self.queue.pop() else { return Vec::new() };
        if cost > self.ways[number].cost {
            return Vec::new();
        }
        let state = self.numbering.state(puzzle, number);
        let mut moves = Vec::new();
        puzzle.moves(&state, &mut moves);
        let mut reached = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = puzzle.apply(&state, mv);
            let way = Way { cost: cost + puzzle.cost(&state, mv), from: Some((number, mv)) };
            if !meter.tick() {
                break;
            }
            if !self.reach(puzzle, &next, way) {
                meter.give_up();
                break;
            }
            reached.push(next);
        }
        reached
    }

    fn cost(&self, puzzle: &P, state: &P::State) -> Option<u64> {
        self.numbering.find(puzzle, state).map(|number| self.ways[number].cost)
    }

    /// The moves between the wave's end and a state with the states they were made in, nearest to the state first.
    fn trail(&self, puzzle: &P, state: &P::State) -> Vec<(P::State, P::Move)> {
        let mut trail = Vec::new();
        let mut at = self.numbering.find(puzzle, state);
        while let Some((before, mv)) = at.and_then(|number| self.ways[number].from) {
            trail.push((self.numbering.state(puzzle, before), mv));
            at = Some(before);
        }
        trail
    }
}

/// Looks for the cheapest plan. With `budget.depth` a cheapest plan of more steps is not given: the value stays `None`,
/// the status [`Status::Anytime`].
pub fn solve<P: Reversible>(puzzle: &P, start: &P::State, budget: &Budget, control: &Control) -> Solution<P::Move> {
    let mut meter = Meter::new(budget, control);
    let mut waves = [Wave::new(puzzle, std::slice::from_ref(start)), Wave::new(puzzle, &puzzle.goals(start))];
    let mut best = puzzle.is_goal(start).then(|| (0, start.clone()));
    let bound = loop {
        // An empty queue: that end's whole component is known, and so is every plan in it.
        let (Some(near), Some(far)) = (waves[0].radius(), waves[1].radius()) else { break None };
        if best.as_ref().is_some_and(|&(cost, _)| near + far >= cost) || !meter.expand() {
            break Some(near + far);
        }
        let side = usize::from(waves[1].queue.len() < waves[0].queue.len());
        for state in waves[side].advance(puzzle, &mut meter) {
            let (Some(a), Some(b)) = (waves[0].cost(puzzle, &state), waves[1].cost(puzzle, &state)) else { continue };
            if best.as_ref().is_none_or(|&(cost, _)| a + b < cost) {
                best = Some((a + b, state));
            }
        }
        // A state that was not expanded to the end says nothing of what lies beyond it.
        if meter.spent() {
            break Some(near + far);
        }
    };
    let plan = best.as_ref().map_or_else(Vec::new, |(_, meeting)| join(puzzle, &waves, meeting));
    let too_long = budget.depth.is_some_and(|limit| plan.len() > limit as usize);
    let value = best.map(|(cost, _)| cost as i64);
    let status = if meter.spent() || too_long { Status::Anytime } else { Status::Proven };
    let bound = value.into_iter().chain(bound.map(|bound| bound as i64)).min().unwrap_or(0);
    Solution {
        value: value.filter(|_| !too_long),
        bound,
        status,
        plan: if too_long { Vec::new() } else { plan },
        best_first_moves: Vec::new(),
        nodes: meter.nodes(),
        facts: Facts::NONE,
    }
}

/// The plan through a state that both waves know: the near half turned round, the far half with its moves taken back.
fn join<P: Reversible>(puzzle: &P, waves: &[Wave<P>; 2], meeting: &P::State) -> Vec<P::Move> {
    let near = waves[0].trail(puzzle, meeting).into_iter().rev().map(|(_, mv)| mv);
    let far = waves[1].trail(puzzle, meeting);
    near.chain(far.into_iter().map(|(before, mv)| puzzle.inverse(&before, mv))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solvers::a_star;
    use crate::solvers::toys::Grid;

    /// A grid with pseudo-random walls (a linear congruence of the cell and a seed).
    fn maze(seed: i32) -> Grid {
        let mut grid = Grid { price: 1 + seed as u64 % 3, ..Grid::open(12, 9) };
        let cells = (0..12).flat_map(|x| (0..9).map(move |y| (x, y)));
        grid.walls = cells.filter(|&(x, y)| (x * 37 + y * 101 + seed * 53 + x * y * seed) % 7 < 2).collect();
        grid.walls.retain(|&cell| cell != (0, 0) && cell != (11, 8));
        grid
    }

    #[test]
    fn equals_a_star_on_mazes() {
        let (mut solved, mut unsolvable) = (0, 0);
        for seed in 0..60 {
            let grid = maze(seed);
            let one = a_star::solve(&grid, &(0, 0), &Budget::default(), &Control::new(), &mut |_| ());
            let two = solve(&grid, &(0, 0), &Budget::default(), &Control::new());
            assert_eq!((one.value, one.status), (two.value, two.status), "seed {seed}");
            let (mut at, mut cost) = ((0, 0), 0);
            for &mv in &two.plan {
                cost += grid.cost(&at, mv);
                at = grid.apply(&at, mv);
            }
            assert_eq!(two.value.is_some(), grid.is_goal(&at), "seed {seed}");
            assert_eq!(cost as i64, two.value.unwrap_or(0), "seed {seed}");
            *if two.value.is_some() { &mut solved } else { &mut unsolvable } += 1;
        }
        assert!(solved > 5 && unsolvable > 5, "{solved} {unsolvable}");
    }

    #[test]
    fn the_empty_plan_and_the_bounds() {
        assert_eq!(solve(&Grid::open(1, 1), &(0, 0), &Budget::default(), &Control::new()).value, Some(0));
        let budget = Budget { nodes: Some(4), ..Budget::default() };
        let solution = solve(&Grid::open(20, 20), &(0, 0), &budget, &Control::new());
        assert_eq!((solution.value, solution.status), (None, Status::Anytime));
        assert!((1..=38).contains(&solution.bound));
        let budget = Budget { depth: Some(37), ..Budget::default() };
        let solution = solve(&Grid::open(20, 20), &(0, 0), &budget, &Control::new());
        assert_eq!((solution.value, solution.bound, solution.status), (None, 38, Status::Anytime));
    }
}
