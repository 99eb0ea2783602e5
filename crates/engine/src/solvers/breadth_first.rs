//! Breadth-first search with counting: the state graph from a start, layer by layer.
//!
//! ```text
//! layer   0      1       2             D
//!       start -> o ----> o --> … --> goal      numbers are assigned in this order, so a layer is a range of numbers
//!           \--> o ----> x
//! ```
//!
//! The forward search ([`explore`]) finds distances and the size of the graph. The backward pass ([`Survey::shortest`])
//! walks the layers from the goal's to the start and adds up, for each state, the shortest plans of its successors one
//! layer on. Big integers arise only for states on a shortest plan, and no list of predecessors is kept. Every move
//! counts as one step, whatever its cost.

use crate::control::Control;
use crate::deadline::Deadline;
use crate::puzzle::{Puzzle, Reversible};
use crate::solution::{Budget, Facts, Solution, Status};
use crate::solvers::meter::Meter;
use crate::solvers::numbering::Numbering;
use num_bigint::BigUint;
use std::ops::Range;

/// How far to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Until the layer of the nearest goal is complete.
    NearestGoal,
    /// The whole graph; goals are expanded like every other state.
    Whole,
}

/// The result of the forward search.
#[derive(Clone, Debug)]
pub struct Survey<P: Puzzle, N: Numbering<P>> {
    puzzle: P,
    numbering: N,
    depth: Vec<u32>,
    /// The start of each layer; the last entry is the number of states.
    layers: Vec<usize>,
    goal_layer: Option<usize>,
    arcs: u64,
    nodes: u64,
    complete: bool,
}

/// The shortest plans from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest<M> {
    /// Length of a shortest plan in steps.
    pub distance: u32,
    /// Number of different plans of that length.
    pub count: BigUint,
    /// Every first move of such a plan.
    pub(crate) first_moves: Vec<M>,
    /// One such plan.
    pub plan: Vec<M>,
}

/// Explores from `start`. The survey is incomplete ([`Survey::is_complete`]) if the budget ran out or `control` asked
/// for a stop; `budget.depth` is ignored.
pub fn explore<P: Puzzle, N: Numbering<P>>(
    puzzle: &P,
    start: &P::State,
    numbering: N,
    extent: Extent,
    budget: &Budget,
    control: &Control,
) -> Survey<P, N> {
    let meter = Meter::new(budget, control);
    explore_by(puzzle, start, numbering, extent, meter)
}

fn explore_by<P: Puzzle, N: Numbering<P>>(
    puzzle: &P,
    start: &P::State,
    mut numbering: N,
    extent: Extent,
    mut meter: Meter,
) -> Survey<P, N> {
    if numbering.number(puzzle, start).is_none() {
        meter.give_up();
    }
    let (mut depth, mut layers, mut arcs) = (vec![0], vec![0, 1], 0);
    let mut goal_layer = puzzle.is_goal(start).then_some(0);
    let mut moves = Vec::new();
    let mut number = 0;
    'search: while number < numbering.count() {
        let layer = layers.len() - 1;
        if number == layers[layer] {
            layers.push(numbering.count());
        }
        let reached = depth[number] as usize;
        if (extent == Extent::NearestGoal && goal_layer == Some(reached)) || !meter.expand() {
            break;
        }
        let state = numbering.state(puzzle, number);
        moves.clear();
        puzzle.moves(&state, &mut moves);
        arcs += moves.len() as u64;
        for &mv in &moves {
            if !meter.tick() {
                break 'search;
            }
            let next = puzzle.apply(&state, mv);
            let met = if depth.try_reserve(1).is_ok() { numbering.number(puzzle, &next) } else { None };
            let Some((_, new)) = met else {
                meter.give_up();
                break 'search;
            };
            if new {
                depth.push(reached as u32 + 1);
                if goal_layer.is_none() && puzzle.is_goal(&next) {
                    goal_layer = Some(reached + 1);
                }
            }
        }
        number += 1;
    }
    if layers.last() != Some(&numbering.count()) {
        layers.push(numbering.count());
    }
    Survey {
        puzzle: puzzle.clone(),
        numbering,
        depth,
        layers,
        goal_layer,
        arcs,
        nodes: meter.nodes(),
        complete: !meter.spent(),
    }
}

/// The shortest plan from `start` with all its possible first moves, or the proof that there is none. If it has more
/// than `budget.depth` steps, it is not returned: the value stays `None`, the status [`Status::Anytime`], and the bound
/// is its length.
pub fn solve<P: Puzzle, N: Numbering<P>>(
    puzzle: &P,
    start: &P::State,
    numbering: N,
    budget: &Budget,
    control: &Control,
) -> Solution<P::Move> {
    let deadline = Deadline::new(budget.movetime, control);
    let survey = explore_by(puzzle, start, numbering, Extent::NearestGoal, Meter::until(budget, &deadline));
    let distance = survey.distance();
    let in_reach = distance.filter(|&steps| budget.depth.is_none_or(|limit| steps <= limit));
    let shortest = in_reach.and_then(|_| survey.shortest_until(&deadline));
    let in_reach = in_reach.filter(|_| shortest.is_some());
    let proven = in_reach.is_some() || (distance.is_none() && survey.is_complete());
    let (plan, best_first_moves) =
        shortest.map_or_else(Default::default, |shortest| (shortest.plan, shortest.first_moves));
    Solution {
        value: in_reach.map(i64::from),
        bound: i64::from(distance.unwrap_or(survey.eccentricity())),
        status: if proven { Status::Proven } else { Status::Anytime },
        plan,
        best_first_moves,
        nodes: survey.nodes(),
        facts: Facts::NONE,
    }
}

/// Facts about the whole graph of states around a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFacts {
    /// Number of shortest plans.
    pub shortest: BigUint,
    /// Number of reachable states, including the start.
    pub reachable: usize,
    /// Number of moves between them, each counted once for both directions, including those beyond the goal.
    pub edges: u64,
    /// The largest distance from the start.
    pub eccentricity: u32,
}

impl GraphFacts {
    /// The facts with their names, in the order used by `solve`.
    pub fn named(&self) -> [(&'static str, String); 4] {
        [
            ("shortest", self.shortest.to_string()),
            ("reachable", self.reachable.to_string()),
            ("edges", self.edges.to_string()),
            ("eccentricity", self.eccentricity.to_string()),
        ]
    }
}

/// The facts of the whole graph around `start`; `None` if the search was stopped or exhausted its budget.
pub fn facts<P: Reversible, N: Numbering<P>>(
    puzzle: &P,
    start: &P::State,
    numbering: N,
    budget: &Budget,
    control: &Control,
) -> Option<GraphFacts> {
    let deadline = Deadline::new(budget.movetime, control);
    let survey = explore_by(puzzle, start, numbering, Extent::Whole, Meter::until(budget, &deadline));
    let shortest = survey.shortest_until(&deadline);
    (survey.is_complete() && deadline.look()).then(|| GraphFacts {
        shortest: shortest.map_or(BigUint::ZERO, |shortest| shortest.count),
        reachable: survey.reachable(),
        edges: survey.edges(),
        eccentricity: survey.eccentricity(),
    })
}

impl<P: Puzzle, N: Numbering<P>> Survey<P, N> {
    /// Whether the search was completed.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// States expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of states found, including the start.
    pub fn reachable(&self) -> usize {
        self.numbering.count()
    }

    /// Largest distance from the start.
    pub fn eccentricity(&self) -> u32 {
        self.depth.last().copied().unwrap_or(0)
    }

    /// Steps to the nearest goal; `None` if none was found.
    pub fn distance(&self) -> Option<u32> {
        self.goal_layer.map(|layer| layer as u32)
    }

    /// The states in the order in which they were found, with their distance from the start.
    pub fn states(&self) -> impl Iterator<Item = (P::State, u32)> + '_ {
        self.depth.iter().enumerate().map(|(number, &depth)| (self.numbering.state(&self.puzzle, number), depth))
    }

    /// The number of a state that was found, below [`Survey::reachable`].
    pub fn number(&self, state: &P::State) -> Option<usize> {
        self.numbering.find(&self.puzzle, state)
    }

    /// Number of moves from the states that were expanded.
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// Number of edges in the graph, each counted once though it can be walked both ways.
    pub fn edges(&self) -> u64
    where
        P: Reversible,
    {
        self.arcs / 2
    }

    /// Counts the shortest plans; `None` if no goal was found.
    pub fn shortest(&self) -> Option<Shortest<P::Move>> {
        self.shortest_until(&Deadline::new(None, &Control::new()))
    }

    /// The same; also `None` if the deadline passed.
    pub(crate) fn shortest_until(&self, deadline: &Deadline) -> Option<Shortest<P::Move>> {
        let goal_layer = self.goal_layer.filter(|_| deadline.look())?;
        // One flag per state: whether it is on a shortest plan.
        let mut on_plan = vec![false; self.numbering.count()];
        let mut ways: Vec<BigUint> = Vec::new();
        for number in self.layer(goal_layer) {
            on_plan[number] = self.puzzle.is_goal(&self.numbering.state(&self.puzzle, number));
            ways.push(BigUint::from(u8::from(on_plan[number])));
        }
        for layer in (0..goal_layer).rev() {
            let next = self.layer(layer + 1);
            let mut sums = vec![BigUint::ZERO; self.layer(layer).len()];
            for (number, sum) in self.layer(layer).zip(&mut sums) {
                let go_on = self.for_successors(number, |_, successor| {
                    if next.contains(&successor) && on_plan[successor] {
                        *sum += &ways[successor - next.start];
                        // Longer numbers take more work.
                        return deadline.work(1 + (sum.bits() >> 12) as u32);
                    }
                    deadline.tick()
                });
                if !go_on {
                    return None;
                }
                on_plan[number] = *sum != BigUint::ZERO;
            }
            ways = sums;
        }
        let first_moves = if goal_layer == 0 { Vec::new() } else { self.moves_on_plan(0, &on_plan) };
        let count = ways.swap_remove(0);
        let plan = self.plan(goal_layer, &on_plan, deadline)?;
        Some(Shortest { distance: goal_layer as u32, count, first_moves, plan })
    }

    /// The numbers of a layer.
    fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer]..self.layers[layer + 1]
    }

    /// Visits the successors of a state until `visit` returns `false`; returns whether all were visited.
    fn for_successors(&self, number: usize, mut visit: impl FnMut(P::Move, usize) -> bool) -> bool {
        let state = self.numbering.state(&self.puzzle, number);
        let mut moves = Vec::new();
        self.puzzle.moves(&state, &mut moves);
        for mv in moves {
            if let Some(successor) = self.numbering.find(&self.puzzle, &self.puzzle.apply(&state, mv))
                && !visit(mv, successor)
            {
                return false;
            }
        }
        true
    }

    /// The moves that lead one layer on and stay on a shortest plan.
    fn moves_on_plan(&self, number: usize, on_plan: &[bool]) -> Vec<P::Move> {
        let mut best = Vec::new();
        self.for_successors(number, |mv, successor| {
            if on_plan[successor] && self.depth[successor] == self.depth[number] + 1 {
                best.push(mv);
            }
            true
        });
        best
    }

    fn plan(&self, goal_layer: usize, on_plan: &[bool], deadline: &Deadline) -> Option<Vec<P::Move>> {
        let mut plan = Vec::with_capacity(goal_layer);
        let mut number = 0;
        while plan.len() < goal_layer && deadline.tick() {
            let Some(&mv) = self.moves_on_plan(number, on_plan).first() else { break };
            plan.push(mv);
            let next = self.puzzle.apply(&self.numbering.state(&self.puzzle, number), mv);
            let Some(successor) = self.numbering.find(&self.puzzle, &next) else { break };
            number = successor;
        }
        (plan.len() == goal_layer).then_some(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::numbering::{ByRank, Hashed};
    use crate::solvers::toys::{Grid, OneWay};

    fn survey<N: Numbering<Grid>>(grid: &Grid, numbering: N) -> Survey<Grid, N> {
        explore(grid, &(0, 0), numbering, Extent::Whole, &Budget::default(), &Control::new())
    }

    #[test]
    fn lattice_paths_are_binomials() {
        // From corner to corner of a 21 x 21 grid: C(40, 20) monotone paths, each of 40 steps.
        let grid = Grid::open(21, 21);
        for shortest in [
            survey(&grid, Hashed::default()).shortest().unwrap(),
            survey(&grid, ByRank::new(&grid).unwrap()).shortest().unwrap(),
        ] {
            assert_eq!(shortest.distance, 40);
            assert_eq!(shortest.count, BigUint::from(137_846_528_820u64));
            assert_eq!(shortest.first_moves.len(), 2);
            let end = shortest.plan.iter().fold((0, 0), |at, &mv| grid.apply(&at, mv));
            assert!(grid.is_goal(&end) && shortest.plan.len() == 40);
        }
    }

    #[test]
    fn size_of_the_graph() {
        let grid = Grid::open(4, 3);
        let survey = survey(&grid, Hashed::default());
        assert_eq!((survey.reachable(), survey.edges(), survey.eccentricity()), (12, 3 * 3 + 2 * 4, 5));
        assert!(survey.is_complete());
        assert_eq!(survey.states().filter(|&(_, depth)| depth == 1).count(), 2);
    }

    #[test]
    fn a_walled_off_goal_is_proven_unreachable() {
        let mut grid = Grid::open(3, 3);
        grid.walls = vec![(1, 2), (2, 1)];
        let survey = survey(&grid, Hashed::default());
        assert!(survey.is_complete() && survey.distance().is_none() && survey.shortest().is_none());
        assert_eq!(survey.reachable(), 6);
    }

    #[test]
    fn at_the_goal_the_empty_plan_is_the_only_one() {
        let grid = Grid::open(1, 1);
        let shortest = survey(&grid, Hashed::default()).shortest().unwrap();
        assert_eq!((shortest.distance, shortest.count), (0, BigUint::from(1u8)));
        assert!(shortest.plan.is_empty() && shortest.first_moves.is_empty());
    }

    #[test]
    fn moves_need_not_be_reversible() {
        // 0 -> 1..=3 steps up to 10: tribonacci counts the ways, but only the shortest (4 steps) count here.
        let shortest =
            explore(&OneWay(10), &0, Hashed::default(), Extent::NearestGoal, &Budget::default(), &Control::new())
                .shortest()
                .unwrap();
        // Four steps of 1..=3 that add up to 10: 3+3+3+1 (4 orders) and 3+3+2+2 (6 orders).
        assert_eq!((shortest.distance, shortest.count), (4, BigUint::from(10u8)));
        assert_eq!(shortest.first_moves.len(), 3);
    }

    #[test]
    fn a_budget_ends_it() {
        let budget = Budget { nodes: Some(5), ..Budget::default() };
        let grid = Grid::open(9, 9);
        let survey = explore(&grid, &(0, 0), Hashed::default(), Extent::Whole, &budget, &Control::new());
        assert!(!survey.is_complete());
        assert_eq!(survey.nodes(), 5);
        let solution = solve(&grid, &(0, 0), Hashed::default(), &budget, &Control::new());
        assert_eq!((solution.value, solution.status), (None, Status::Anytime));
        assert!(facts(&grid, &(0, 0), Hashed::default(), &budget, &Control::new()).is_none());
        let budget = Budget { depth: Some(15), ..Budget::default() };
        let solution = solve(&grid, &(0, 0), Hashed::default(), &budget, &Control::new());
        assert_eq!((solution.value, solution.bound, solution.status), (None, 16, Status::Anytime));
    }
}
