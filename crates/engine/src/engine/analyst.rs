//! Searches and solvers of this crate's games, for other crates. None of these functions is generic, so each search is
//! compiled here once, with everything inlined, and not again in every crate that uses it.

use super::river::numbering;
use crate::control::Control;
use crate::games::connect_four::position::Position as ConnectFourPosition;
use crate::games::connect_four::shape::Standard;
use crate::games::connect_four::solver::Effort;
use crate::games::connect_four::solver::prover::Prover;
use crate::games::connect_four::solver::stop_check::StopCheck;
use crate::games::river::{River, RiverPosition};
use crate::games::tower::pathing::Move as TowerMove;
use crate::games::tower::{State as TowerState, Tower};
use crate::games::xiangqi::{Move, Position};
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::search::solved;
use crate::search::table::TableError;
use crate::solution::{Budget, Progress, Solution};
use crate::solvers::branch_and_bound;
use crate::solvers::breadth_first::{self, GraphFacts};
use crate::solvers::numbering::Hashed;

/// The search of xiangqi, with its table.
pub struct Analyst {
    searcher: Searcher<Position>,
}

impl Analyst {
    /// An analyst with a small table and the given number of threads.
    pub fn new(threads: usize) -> Analyst {
        let mut searcher = Searcher::new();
        searcher.set_threads(threads);
        Analyst { searcher }
    }

    /// Sets the size of the table in megabytes.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.searcher.set_hash(megabytes)
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches a position until the limits or `control` end it; see [`Searcher::search`].
    pub fn search(
        &mut self,
        root: &Position,
        limits: &Limits<Move>,
        settings: &Settings,
        control: &Control,
        report: &mut (dyn FnMut(Report<Move>) + Send),
    ) -> Found<Move> {
        self.searcher.search(root, limits, settings, control, report)
    }
}

/// Extends a line that begins at `root` by best play, as long as the endgame tables know how it ends.
pub fn continue_line(root: &Position, line: &mut Vec<Move>) {
    solved::continue_line(root, line);
}

/// A prover for four in a row on the standard board. Threads may share it.
pub struct StandardProver(Prover<Standard>);

impl StandardProver {
    /// A prover with a table of this size; `None` if there is not enough memory.
    pub fn new(megabytes: usize) -> Option<StandardProver> {
        let prover = Prover::new(Standard, megabytes)?;
        prover.table().open_up();
        Some(StandardProver(prover))
    }

    /// How full the table is, in permille.
    pub fn fill(&self) -> u32 {
        self.0.table().fill()
    }

    /// The exact score of a position, without a time limit; `None` if the search failed.
    pub fn score(&self, position: &ConnectFourPosition<Standard>) -> Option<i32> {
        let control = Control::new();
        self.0.prove(position, i32::MIN, &StopCheck::new(&control, Effort::default()), &mut |_| {}).score()
    }
}

/// The best walk through a tower; see [`branch_and_bound::solve`].
pub fn solve_tower(
    tower: &Tower,
    state: &TowerState,
    budget: &Budget,
    control: &Control,
    report: &mut dyn FnMut(Progress<TowerMove>),
) -> Solution<TowerMove> {
    branch_and_bound::solve(tower, state, budget, control, report)
}

/// Facts about the state graph of a river, from a position on; `None` if the budget does not suffice.
pub fn river_facts(river: &River, position: &RiverPosition, budget: &Budget) -> Option<GraphFacts> {
    let control = Control::new();
    // A half-loaded boat is not a position of its own.
    let position = position.unloaded();
    if river.is_legal(&position) {
        numbering(river).and_then(|numbering| breadth_first::facts(river, &position, numbering, budget, &control))
    } else {
        breadth_first::facts(river, &position, Hashed::default(), budget, &control)
    }
}
