//! `Solution`: the exact value of a position and a plan that reaches it.

use crate::error;
use crate::number::{Number, amount, plies};
use meihua_engine::control::Control;
use meihua_engine::engine::connect_four::exact_solver;
use meihua_engine::game::Outcome;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::connect_four::openings::Openings;
use meihua_engine::solution::{Budget, Solution as Found, Status};
use meihua_engine::text::{Notation, spell_line};
use meihua_variants::Position as OwnGame;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// How often to check whether the user pressed Ctrl-C.
pub const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// The exact value of a position and a plan that reaches it.
#[pyclass(module = "meihua", frozen, eq, hash, get_all, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Solution {
    /// Crossings, cost, moves, steps or hp. In four in a row: the stones that the winner has left plus one; in a game of
    /// your own: the plies to the end. Both are negative for a loss, 0 for a draw. None if there is no plan, or none was
    /// found in time.
    value: Option<i64>,
    /// The unit of the value: `crossings`, `cost`, `moves`, `steps`, `hp`, `score` or `plies`.
    objective: String,
    /// The best value still possible; equal to the value once it is proven.
    bound: i64,
    /// Whether no better plan exists or, if there is no value, whether no plan exists at all.
    proven: bool,
    /// The moves.
    plan: Vec<String>,
    /// Nodes searched.
    nodes: u64,
    /// Other results by name: `scores` of the columns, `shortest`, `reachable`, `outcome` (`win`, `loss` or `draw`).
    facts: BTreeMap<String, String>,
}

impl Solution {
    /// The result of a puzzle's solver.
    pub fn of_puzzle<M>(found: &Found<M>, objective: &str, plan: Vec<String>) -> Solution {
        Solution {
            value: found.value,
            objective: objective.to_owned(),
            bound: found.bound,
            proven: found.status == Status::Proven,
            plan,
            nodes: found.nodes,
            facts: found.facts.named().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

/// The arguments of a solution's constructor.
type Fields = (Option<i64>, String, i64, bool, Vec<String>, u64, BTreeMap<String, String>);

#[pymethods]
impl Solution {
    #[new]
    fn new(
        value: Option<i64>,
        objective: String,
        bound: i64,
        proven: bool,
        plan: Vec<String>,
        nodes: u64,
        facts: BTreeMap<String, String>,
    ) -> Solution {
        Solution { value, objective, bound, proven, plan, nodes, facts }
    }

    fn __reduce__(this: &Bound<'_, Self>) -> (Py<PyType>, Fields) {
        let Solution { value, objective, bound, proven, plan, nodes, facts } = this.get().clone();
        (this.get_type().unbind(), (value, objective, bound, proven, plan, nodes, facts))
    }

    fn __repr__(&self) -> String {
        let value = self.value.map_or_else(|| "None".to_owned(), |value| value.to_string());
        let proven = if self.proven { "True" } else { "False" };
        format!("Solution(value={value}, objective='{}', proven={proven}, steps={})", self.objective, self.plan.len())
    }
}

/// The budget of a solver run.
///
/// # Errors
/// A limit is out of range.
pub fn budget(
    nodes: Option<Number>,
    movetime: Option<Number>,
    depth: Option<Number>,
    threads: Number,
    megabytes: Number,
) -> PyResult<Budget> {
    Ok(Budget {
        depth: plies("depth", depth)?,
        nodes: amount("nodes", nodes)?,
        movetime: amount("movetime", movetime)?.map(Duration::from_millis),
        threads: threads.within("threads", 1..=1024)?,
        megabytes: megabytes.within("megabytes", 0..=1 << 20)?,
    })
}

/// Solves in a separate thread without holding the interpreter's lock; Ctrl-C stops it.
pub fn solve<T: Send>(py: Python<'_>, solve: impl FnOnce(&Control) -> PyResult<T> + Send) -> PyResult<T> {
    let (control, done) = (Control::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        let work = scope.spawn(|| {
            let solution = solve(&control);
            done.store(true, Relaxed);
            solution
        });
        let mut wait = Duration::from_micros(50);
        while !work.is_finished() && !done.load(Relaxed) {
            py.detach(|| thread::sleep(wait));
            wait = (wait * 2).min(SIGNAL_INTERVAL);
            if let Err(interrupt) = py.check_signals() {
                control.stop();
                // A stopped solver's result is not what was asked for.
                let _ = py.detach(|| work.join());
                return Err(interrupt);
            }
        }
        work.join().map_err(|_| error::plain("the solver failed"))?
    })
}

/// Most positions of a game of one's own that are looked at, if the caller does not say; those of `meihua solve`.
const POSITIONS: u64 = 1_000_000;

/// The proven end of a game of one's own, with a line of best play.
pub fn proven_end(game: &OwnGame, budget: &Budget, control: &Control) -> PyResult<Solution> {
    if budget.movetime.is_some() || budget.depth.is_some() {
        return Err(error::plain(
            "a game of your own is solved without movetime and depth; nodes limits its positions",
        ));
    }
    let limit = usize::try_from(budget.nodes.unwrap_or(POSITIONS)).unwrap_or(usize::MAX);
    let solved = game.solve(limit, control).map_err(error::plain)?;
    let (value, outcome) = match solved.outcome {
        Outcome::Win => (i64::from(solved.plies), "win"),
        Outcome::Loss => (-i64::from(solved.plies), "loss"),
        Outcome::Draw => (0, "draw"),
    };
    Ok(Solution {
        value: Some(value),
        objective: "plies".to_owned(),
        bound: value,
        proven: true,
        plan: solved.line,
        nodes: solved.positions as u64,
        facts: BTreeMap::from([("outcome".to_owned(), outcome.to_owned())]),
    })
}

/// The proven score of a four-in-a-row position, with a line of best play and the scores of the columns.
pub fn proven_score(game: &ConnectFour, budget: &Budget, control: &Control) -> PyResult<Solution> {
    let mut solver = exact_solver(budget, Openings::embedded());
    solver.begin(game).map_err(error::plain)?;
    let proof = solver.prove(game, control).map_err(error::plain)?;
    let score = proof.score();
    let mut solution = Solution {
        value: score.map(i64::from),
        objective: "score".to_owned(),
        bound: score.unwrap_or_default().into(),
        proven: score.is_some(),
        plan: Vec::new(),
        nodes: proof.nodes,
        facts: BTreeMap::new(),
    };
    let Some(score) = score else { return Ok(solution) };
    solution.plan = spell_line(*game, &solver.line(game, score, control).map_err(error::plain)?, Notation::Wire);
    if let Some(scores) = solver.columns(game, score, control).map_err(error::plain)? {
        solution.facts.insert("scores".to_owned(), scores);
    }
    Ok(solution)
}
