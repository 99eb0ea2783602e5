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

/// Bounds on the cost from a state to the nearest goal, for a search that needs more for them than the state.
pub trait Guide<P: Puzzle> {
    /// A lower bound on the cost from here; `u64::MAX` if no goal can be reached. It is asked for once for each state.
    fn bound(&mut self, puzzle: &P, state: &P::State) -> u64;

    /// A better bound that takes longer: it is asked for only when the state's turn has come, once (lazy A* of Tolpin,
    /// Beja, Shimony, Felner and Karpas, 2013).
    fn refine(&mut self, puzzle: &P, state: &P::State, bound: u64) -> u64 {
        let _ = (puzzle, state);
        bound
    }
}

/// The puzzle's own lower bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnBound;

impl<P: Puzzle> Guide<P> for OwnBound {
    fn bound(&mut self, puzzle: &P, state: &P::State) -> u64 {
        puzzle.lower_bound(state)
    }
}

/// The best path to a state so far.
struct Way<M> {
    cost: u64,
    /// The lower bound on the rest.
    bound: u64,
    steps: u32,
    is_refined: bool,
    /// The previous state.
    from: u32,
    /// The move from it; `None` at the start.
    mv: Option<M>,
}

struct Search<'a, P: Puzzle, N, G> {
    puzzle: &'a P,
    numbering: N,
    guide: G,
    /// Only plans that cost less are wanted.
    below: u64,
    ways: Vec<Way<P::Move>>,
    /// Smallest `f` first; among equals the state nearer to a goal, that is, with the higher cost so far.
    queue: BinaryHeap<(Reverse<u64>, u64, Reverse<u32>)>,
}

/// Default memory for the search in MB.
const DEFAULT_MEGABYTES: usize = 2048;

/// How many states fit into the budget's memory. Each state is numbered and has a path and about two queue entries;
/// half as much again is lost to growing tables.
fn room<P: Puzzle>(budget: &Budget, numbering: &impl Numbering<P>) -> usize {
    let megabytes = if budget.megabytes == 0 { DEFAULT_MEGABYTES } else { budget.megabytes };
    let entry = numbering.bytes_each() + size_of::<Way<P::Move>>() + 2 * size_of::<(u64, u64, u32)>();
    (megabytes * (1 << 20) / (entry * 3 / 2)).min(u32::MAX as usize)
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
    solve_below(puzzle, start, (Hashed::default(), OwnBound, u64::MAX), budget, control, report)
}

/// The same with numbers and bounds of one's own, and only for plans that cost less than the last of the three: without
/// such a plan, the value is `None`, and the status proven.
pub fn solve_below<P: Puzzle, N: Numbering<P>, G: Guide<P>>(
    puzzle: &P,
    start: &P::State,
    (numbering, guide, below): (N, G, u64),
    budget: &Budget,
    control: &Control,
    report: &mut dyn FnMut(&Progress<P::Move>),
) -> Solution<P::Move> {
    let room = room(budget, &numbering);
    let mut search = Search { puzzle, numbering, guide, below, ways: Vec::new(), queue: BinaryHeap::new() };
    let mut meter = Meter::new(budget, control);
    let stopped =
        |bound: u64, nodes| Solution { bound: bound as i64, status: Status::Anytime, ..Solution::none(nodes) };
    if !search.open(start, (0, 0, 0), None, 0) {
        return stopped(0, 0);
    }
    let mut bound = search.ways[0].bound;
    while let Some((Reverse(f), cost, Reverse(number))) = search.queue.pop() {
        let way = &search.ways[number as usize];
        if cost > way.cost || f != way.cost.saturating_add(way.bound) {
            continue;
        }
        if f > bound {
            bound = f;
            report(&search.progress(number, bound, &meter));
        }
        let state = search.numbering.state(puzzle, number as usize);
        if puzzle.is_goal(&state) {
            return search.found(number, budget, meter.nodes());
        }
        if search.refine(number, &state) {
            if !meter.tick() {
                return stopped(bound, meter.nodes());
            }
            continue;
        }
        if !meter.expand() || search.numbering.count() > room || !search.expand(number, &state, &mut meter) {
            return stopped(bound, meter.nodes());
        }
    }
    Solution { bound: if below == u64::MAX { 0 } else { below as i64 }, ..Solution::none(meter.nodes()) }
}

impl<P: Puzzle, N: Numbering<P>, G: Guide<P>> Search<'_, P, N, G> {
    /// Queues a state if this path to it is the best so far: cheapest, then shortest. The path has a cost, a number of
    /// steps and a previous state. `least` is the bound of that state less the cost of the move, which is a bound here,
    /// too (pathmax). Returns `false` if the system has no memory for it.
    fn open(
        &mut self,
        state: &P::State,
        (cost, steps, from): (u64, u32, u32),
        mv: Option<P::Move>,
        least: u64,
    ) -> bool {
        let Some((number, new)) = self.numbering.number(self.puzzle, state) else { return false };
        if !new && (cost, steps) >= (self.ways[number].cost, self.ways[number].steps) {
            return true;
        }
        if self.queue.try_reserve(1).is_err() || self.ways.try_reserve(1).is_err() {
            return false;
        }
        if new {
            let bound = self.guide.bound(self.puzzle, state).max(least);
            self.ways.push(Way { cost, bound, steps, is_refined: false, from, mv });
        } else {
            let way = &mut self.ways[number];
            (way.cost, way.steps, way.from, way.mv) = (cost, steps, from, mv);
            way.bound = way.bound.max(least);
        }
        self.queue(number as u32);
        true
    }

    /// Queues a state, unless no wanted plan leads through it.
    fn queue(&mut self, number: u32) {
        let Way { cost, bound, .. } = self.ways[number as usize];
        let f = cost.saturating_add(bound);
        if f < self.below {
            self.queue.push((Reverse(f), cost, Reverse(number)));
        }
    }

    /// Asks for a better bound of a state, once. Returns whether its turn is over because the bound is larger.
    fn refine(&mut self, number: u32, state: &P::State) -> bool {
        let Way { bound, is_refined, .. } = self.ways[number as usize];
        if is_refined {
            return false;
        }
        let better = self.guide.refine(self.puzzle, state, bound).max(bound);
        let way = &mut self.ways[number as usize];
        (way.bound, way.is_refined) = (better, true);
        if better > bound {
            self.queue(number);
        }
        better > bound
    }

    /// Queues the successors of a state. Returns `false` if time or memory ran out.
    fn expand(&mut self, number: u32, state: &P::State, meter: &mut Meter) -> bool {
        let Way { cost, steps, bound, .. } = self.ways[number as usize];
        let mut moves = Vec::new();
        self.puzzle.moves(state, &mut moves);
        for mv in moves {
            let price = self.puzzle.cost(state, mv);
            let path = (cost.saturating_add(price), steps + 1, number);
            let next = self.puzzle.apply(state, mv);
            if !meter.tick() || !self.open(&next, path, Some(mv), bound.saturating_sub(price)) {
                return false;
            }
        }
        true
    }

    fn plan(&self, mut number: u32) -> Vec<P::Move> {
        let mut plan = Vec::new();
        while let Some(mv) = self.ways[number as usize].mv {
            plan.push(mv);
            number = self.ways[number as usize].from;
        }
        plan.reverse();
        plan
    }

    fn progress(&self, number: u32, bound: u64, meter: &Meter) -> Progress<P::Move> {
        Progress {
            depth: self.ways[number as usize].steps,
            value: None,
            bound: bound as i64,
            nodes: meter.nodes(),
            time: meter.elapsed(),
            plan: Vec::new(),
            current: None,
        }
    }

    fn found(&self, goal: u32, budget: &Budget, nodes: u64) -> Solution<P::Move> {
        let way = &self.ways[goal as usize];
        let value = way.cost as i64;
        if budget.depth.is_some_and(|limit| way.steps > limit) {
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
