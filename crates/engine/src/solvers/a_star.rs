//! A*: the cheapest plan with proof, guided by the puzzle's lower bound.
//!
//! Hart, Nilsson and Raphael 1968. States are expanded in the order of `f = cost so far + lower bound of the rest`. The
//! first goal taken from the queue is cheapest as long as the bound never exceeds the true cost. The bound need not be
//! consistent: a state that is reached again more cheaply is reopened. At every moment, the smallest `f` in the queue
//! is a proven bound on all plans, which an interrupted run reports.

use crate::control::Control;
use crate::puzzle::Puzzle;
use crate::solution::{Budget, Progress, Solution, Status};
use crate::solvers::meter::Meter;
use crate::solvers::numbering::{Hashed, Numbering};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The best path to a state so far.
struct Way<M> {
    cost: u64,
    steps: u32,
    /// The previous state and the move from it; `None` at the start.
    from: Option<(usize, M)>,
}

struct Search<'a, P: Puzzle> {
    puzzle: &'a P,
    numbering: Hashed<P>,
    ways: Vec<Way<P::Move>>,
    /// Smallest `f` first; among equals the state nearer to a goal, that is, with the higher cost so far.
    queue: BinaryHeap<(Reverse<u64>, u64, Reverse<usize>)>,
}

/// Default memory for the search in MB.
const DEFAULT_MEGABYTES: usize = 2048;

/// How many states fit into the budget's memory. Each state is stored twice and has a path and about two queue entries;
/// half as much again is lost to growing tables.
fn room<P: Puzzle>(budget: &Budget) -> usize {
    let megabytes = if budget.megabytes == 0 { DEFAULT_MEGABYTES } else { budget.megabytes };
    let entry = 2 * size_of::<P::State>() + size_of::<Way<P::Move>>() + 2 * size_of::<(u64, u64, usize)>();
    megabytes * (1 << 20) / (entry * 3 / 2)
}

/// Searches for the cheapest plan. If a cheapest plan has more than `budget.depth` steps, it is not returned: the value
/// stays `None` and the status [`Status::Anytime`]. A search that fills `budget.megabytes` ends as if its time were up.
/// `report` is called whenever the proven bound rises.
pub fn solve<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    budget: &Budget,
    control: &Control,
    report: &mut dyn FnMut(&Progress<P::Move>),
) -> Solution<P::Move> {
    let mut search = Search { puzzle, numbering: Hashed::default(), ways: Vec::new(), queue: BinaryHeap::new() };
    let mut meter = Meter::new(budget, control);
    let room = room::<P>(budget);
    let mut bound = puzzle.lower_bound(start);
    if !search.open(start, Way { cost: 0, steps: 0, from: None }) {
        return Solution { bound: bound as i64, status: Status::Anytime, ..Solution::none(0) };
    }
    while let Some((Reverse(f), cost, Reverse(number))) = search.queue.pop() {
        if cost > search.ways[number].cost {
            continue;
        }
        if f > bound {
            bound = f;
            report(&search.progress(number, bound, &meter));
        }
        let state = search.numbering.state(puzzle, number);
        if puzzle.is_goal(&state) {
            return search.found(number, budget, meter.nodes());
        }
        if !meter.expand() || search.numbering.count() > room || !search.expand(number, &state, &mut meter) {
            return Solution { bound: bound as i64, status: Status::Anytime, ..Solution::none(meter.nodes()) };
        }
    }
    Solution::none(meter.nodes())
}

impl<P: Puzzle> Search<'_, P> {
    /// Queues a state if this path to it is the best so far: cheapest, then shortest. Returns `false` if the system has
    /// no memory for it.
    fn open(&mut self, state: &P::State, way: Way<P::Move>) -> bool {
        let Some((number, new)) = self.numbering.number(self.puzzle, state) else { return false };
        if !new && (way.cost, way.steps) >= (self.ways[number].cost, self.ways[number].steps) {
            return true;
        }
        if self.queue.try_reserve(1).is_err() || self.ways.try_reserve(1).is_err() {
            return false;
        }
        let f = way.cost.saturating_add(self.puzzle.lower_bound(state));
        self.queue.push((Reverse(f), way.cost, Reverse(number)));
        if new {
            self.ways.push(way);
        } else {
            self.ways[number] = way;
        }
        true
    }

    /// Queues the successors of a state. Returns `false` if time or memory ran out.
    fn expand(&mut self, number: usize, state: &P::State, meter: &mut Meter) -> bool {
        let (cost, steps) = (self.ways[number].cost, self.ways[number].steps);
        let mut moves = Vec::new();
        self.puzzle.moves(state, &mut moves);
        for mv in moves {
            let cost = cost + self.puzzle.cost(state, mv);
            let way = Way { cost, steps: steps + 1, from: Some((number, mv)) };
            if !meter.tick() || !self.open(&self.puzzle.apply(state, mv), way) {
                return false;
            }
        }
        true
    }

    fn plan(&self, mut number: usize) -> Vec<P::Move> {
        let mut plan = Vec::new();
        while let Some((before, mv)) = self.ways[number].from {
            plan.push(mv);
            number = before;
        }
        plan.reverse();
        plan
    }

    fn progress(&self, number: usize, bound: u64, meter: &Meter) -> Progress<P::Move> {
        Progress {
            depth: self.ways[number].steps,
            value: None,
            bound: bound as i64,
            nodes: meter.nodes(),
            time: meter.elapsed(),
            plan: Vec::new(),
            current: None,
        }
    }

    fn found(&self, goal: usize, budget: &Budget, nodes: u64) -> Solution<P::Move> {
        let value = self.ways[goal].cost as i64;
        if budget.depth.is_some_and(|limit| self.ways[goal].steps > limit) {
            return Solution { bound: value, status: Status::Anytime, ..Solution::none(nodes) };
        }
        Solution { value: Some(value), bound: value, plan: self.plan(goal), ..Solution::none(nodes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::toys::{Grid, OneWay};

    fn solve_grid(grid: &Grid, budget: Budget) -> Solution<(i32, i32)> {
        solve(grid, &(0, 0), &budget, &Control::new(), &mut |_| ())
    }

    #[test]
    fn a_perfect_bound_walks_straight_to_the_goal() {
        let grid = Grid { price: 4, ..Grid::open(30, 20) };
        let solution = solve_grid(&grid, Budget::default());
        assert_eq!((solution.value, solution.status), (Some(29 + 19 * 4), Status::Proven));
        assert_eq!(solution.nodes, 48);
        let end = solution.plan.iter().fold((0, 0), |at, &mv| grid.apply(&at, mv));
        assert!(grid.is_goal(&end));
    }

    #[test]
    fn round_a_wall() {
        // The only gap in the wall is in the top row: going down again costs as much as going up.
        let grid = Grid { walls: (1..9).map(|y| (4, y)).collect(), ..Grid::open(9, 9) };
        assert_eq!(solve_grid(&grid, Budget::default()).value, Some(16));
        let grid = Grid { walls: (0..8).map(|y| (4, y)).chain((1..9).map(|y| (6, y))).collect(), ..Grid::open(9, 9) };
        assert_eq!(solve_grid(&grid, Budget::default()).value, Some(16 + 16));
    }

    #[test]
    fn no_way_is_proven_and_a_budget_leaves_a_bound() {
        let grid = Grid { walls: vec![(1, 2), (2, 1)], ..Grid::open(3, 3) };
        let solution = solve_grid(&grid, Budget::default());
        assert_eq!((solution.value, solution.status, solution.nodes), (None, Status::Proven, 6));
        let solution = solve_grid(&Grid::open(9, 9), Budget { nodes: Some(3), ..Budget::default() });
        assert_eq!((solution.value, solution.status, solution.bound), (None, Status::Anytime, 16));
        let solution = solve_grid(&Grid::open(9, 9), Budget { depth: Some(15), ..Budget::default() });
        assert_eq!((solution.value, solution.status, solution.bound), (None, Status::Anytime, 16));
        let control = Control::new();
        control.stop();
        let grid = Grid { walls: vec![(98, 99), (99, 98)], ..Grid::open(100, 100) };
        let solution = solve(&grid, &(0, 0), &Budget::default(), &control, &mut |_| ());
        assert_eq!((solution.value, solution.status), (None, Status::Anytime));
    }

    #[test]
    fn without_a_bound_it_is_uniform_cost_search() {
        let mut bounds = Vec::new();
        let solution =
            solve(&OneWay(100), &0, &Budget::default(), &Control::new(), &mut |progress| bounds.push(progress.bound));
        assert_eq!((solution.value, solution.plan.len()), (Some(34), 34));
        assert_eq!(bounds, (1..=34).collect::<Vec<i64>>());
    }
}
