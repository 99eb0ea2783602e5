//! Four in a row in the engine: whatever limits a `go` has, proofs settle what they can.
//!
//! | file | what |
//! |---|---|
//! | [`answer`] | one `go`: openings, first search, proofs, reported lines |
//! | [`candidates`] | the moves, what is proven about each, the next question |
//! | [`term`] | nodes and time, shared by the searches |
//! | [`choice`] | weaker play |
//! | [`eval`] | the exact score in words |

mod answer;
mod candidates;
mod choice;
mod eval;
mod term;

#[cfg(test)]
mod tests;

use super::config::Config;
use super::game_binding::{GameBinding, Prover};
use crate::control::Control;
use crate::games::connect_four::openings::Openings;
use crate::games::connect_four::solver::exact::ExactSolver;
use crate::games::connect_four::solver::{ConnectFourSolver, Effort};
use crate::games::connect_four::{Column, ConnectFour};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::solution::Budget;
pub use eval::distance;

/// A solver that spends at most `budget` per question. It uses no table of openings if `openings` is `None`.
pub fn exact_solver(budget: &Budget, openings: Option<&'static Openings>) -> ExactSolver {
    let mut solver = ConnectFourSolver::new(budget.megabytes);
    solver.set_threads(budget.threads);
    ExactSolver::new(solver, Effort { nodes: budget.nodes, time: budget.movetime }, openings)
}

impl GameBinding for ConnectFour {
    const BENCH: &'static [&'static str] =
        &["7/7/7/7/7/7 w - - 0 1", "7/7/7/3p3/3P3/2pP3 w - - 0 3", "7/7/3p3/2Pp3/2pP3/1PpP3 w - - 0 5"];

    fn prover() -> Option<Box<dyn Prover<Self>>> {
        Some(Box::<ConnectFourProver>::default())
    }

    fn explain(&self, config: &Config) -> String {
        _ = config;
        eval::explain(self)
    }

    fn exact(&self) -> Option<Score> {
        let score = Openings::embedded()?.score(self)?;
        Some(distance(self, score))
    }
}

/// The solver, and the code that answers a `go` with it.
#[derive(Default)]
pub struct ConnectFourProver {
    solver: ConnectFourSolver,
}

impl Prover<ConnectFour> for ConnectFourProver {
    fn prepare(&mut self, megabytes: usize, threads: usize) {
        self.solver.set_megabytes(megabytes);
        self.solver.set_threads(threads);
        // Unpack the table now rather than on the player's clock.
        Openings::embedded();
    }

    fn clear(&mut self) {
        self.solver.clear();
    }

    fn prove(
        &mut self,
        searcher: &mut Searcher<ConnectFour>,
        root: &ConnectFour,
        limits: &Limits<Column>,
        settings: &Settings,
        control: &Control,
        report: &mut (dyn FnMut(Report<Column>) + Send),
    ) -> Found<Column> {
        answer::answer(&mut self.solver, searcher, &answer::Order { root, limits, settings, control }, report)
    }
}
