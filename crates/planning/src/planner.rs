//! How a plan is looked for.

use crate::lm_cut::LmCut;
use crate::packed::Packed;
use crate::plan::{Action, Plan, TaskPuzzle};
use crate::task::State;
use meihua_contracts::control::Control;
use meihua_contracts::puzzle::PuzzleBinding;
use meihua_contracts::solution::{Budget, Progress, Solution};
use meihua_engine::solvers::a_star::{self, Guide};
use meihua_engine::solvers::breadth_first::{Extent, explore};
use std::time::Duration;

struct Landmarks(LmCut);

impl Guide<TaskPuzzle> for Landmarks {
    fn bound(&mut self, puzzle: &TaskPuzzle, state: &State) -> u64 {
        self.0.bound(&puzzle.0, state)
    }
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The cheapest plan, with proof.
    Best,
    /// The first plan.
    First,
}

/// Maximum number of states of a graph that is explored for facts about it.
const GRAPH_STATES: u64 = 20_000;
/// Maximum time for it.
const GRAPH_TIME: Duration = Duration::from_millis(200);

impl Plan {
    /// Searches for a plan from `state` until the aim is reached, the budget is spent or `control` asks for a stop.
    pub fn search(
        &self,
        state: &State,
        aim: Aim,
        budget: &Budget,
        control: &Control,
        report: &mut dyn FnMut(Progress<Action>),
    ) -> Solution<Action> {
        let _ = aim;
        let start = self.lean_state(state);
        let words = start.0.len();
        let guide = Landmarks(LmCut::new(&self.lean.0));
        let mut tell = |progress: &Progress<u32>| {
            let Progress { depth, value, bound, nodes, time, .. } = *progress;
            report(Progress { depth, value, bound, nodes, time, plan: self.actions(&progress.plan), current: None });
        };
        let search = (Packed::new(words), guide, u64::MAX);
        let found = a_star::solve_below(&self.lean, &start, search, budget, control, &mut tell);
        let Solution { value, bound, status, nodes, .. } = found;
        Solution { value, bound, status, plan: self.actions(&found.plan), ..Solution::none(nodes) }
    }

    /// The number of states that can be reached, of actions between them, and of shortest plans; nothing if there are
    /// many states.
    pub fn graph_facts(&self, state: &State, budget: &Budget) -> Vec<(&'static str, String)> {
        let nodes = budget.nodes.unwrap_or(u64::MAX).min(GRAPH_STATES);
        let movetime = budget.movetime.unwrap_or(GRAPH_TIME).min(GRAPH_TIME);
        let budget = Budget { nodes: Some(nodes), movetime: Some(movetime), ..budget.clone() };
        let numbering = Packed::new(state.0.len());
        let survey = explore(&self.task, state, numbering, Extent::Whole, &budget, &Control::new());
        if !survey.is_complete() {
            return Vec::new();
        }
        let shortest = survey.shortest().map_or_else(|| "0".to_owned(), |shortest| shortest.count.to_string());
        vec![
            ("shortest", shortest),
            ("reachable", survey.reachable().to_string()),
            ("edges", survey.arcs().to_string()),
        ]
    }
}

impl PuzzleBinding for Plan {
    type Memory = ();

    fn solve(
        &self,
        state: &State,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Action>) + Send),
    ) -> Solution<Action> {
        self.search(state, Aim::Best, budget, control, report)
    }
}
