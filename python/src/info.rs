//! What a search reports.

use crate::error;
use meihua_engine::engine::event::{Best, Info as Line, Value};
use meihua_engine::search::report;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::time::Duration;

/// One progress report of a search.
#[pyclass(module = "meihua", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Info {
    /// The search depth that was completed, in plies.
    #[pyo3(get)]
    depth: u32,
    /// The deepest ply that the search reached.
    #[pyo3(get)]
    seldepth: u32,
    /// The rank of this line with `multipv`, from 1.
    #[pyo3(get)]
    multipv: usize,
    /// The score in centipawns for the side to move; None for a mate or a puzzle.
    #[pyo3(get)]
    cp: Option<i32>,
    /// The number of moves to mate, negative if the side to move is mated; None if there is no mate.
    #[pyo3(get)]
    mate: Option<i32>,
    /// The value of a puzzle: hp, or minus the cost. None in a two-player game.
    #[pyo3(get)]
    value: Option<i64>,
    /// `exact`, `lower` or `upper`.
    #[pyo3(get)]
    bound: String,
    /// Nodes searched so far.
    #[pyo3(get)]
    nodes: u64,
    /// Nodes per second.
    #[pyo3(get)]
    nps: u64,
    /// How full the hash table is, in permille.
    #[pyo3(get)]
    hashfull: u32,
    /// Time so far.
    time: Duration,
    /// The line.
    #[pyo3(get)]
    pv: Vec<String>,
}

impl From<Line> for Info {
    fn from(line: Line) -> Info {
        let (cp, mate, value) = parts(line.value);
        Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv: line.multi_pv,
            cp,
            mate,
            value,
            bound: String::from(match line.bound {
                report::Bound::Exact => "exact",
                report::Bound::Lower => "lower",
                report::Bound::Upper => "upper",
            }),
            nodes: line.nodes,
            nps: line.nps,
            hashfull: line.hashfull,
            time: line.time,
            pv: line.pv,
        }
    }
}

/// Centipawns, moves to the mate, and a puzzle's value.
fn parts(value: Value) -> (Option<i32>, Option<i32>, Option<i64>) {
    match value {
        Value::Units(units) => (None, None, Some(units)),
        Value::Unknown => (None, None, None),
        Value::Score(score) => match score.plies_to_end() {
            Some(plies) => (None, Some((plies + plies.signum()) / 2), None),
            None => (Some(score.int()), None, None),
        },
    }
}

/// The arguments of a line's constructor.
type Fields = (u32, u32, usize, Option<i32>, Option<i32>, Option<i64>, String, u64, u64, u32, f64, Vec<String>);

#[pymethods]
impl Info {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each field")]
    fn new(
        depth: u32,
        seldepth: u32,
        multipv: usize,
        cp: Option<i32>,
        mate: Option<i32>,
        value: Option<i64>,
        bound: String,
        nodes: u64,
        nps: u64,
        hashfull: u32,
        time: f64,
        pv: Vec<String>,
    ) -> PyResult<Info> {
        let time = Duration::try_from_secs_f64(time).map_err(|error| error::plain(format!("time: {error}")))?;
        Ok(Info { depth, seldepth, multipv, cp, mate, value, bound, nodes, nps, hashfull, time, pv })
    }

    /// Seconds so far.
    #[getter]
    fn time(&self) -> f64 {
        self.time.as_secs_f64()
    }

    fn __reduce__(this: &Bound<'_, Self>) -> (Py<PyType>, Fields) {
        let Info { depth, seldepth, multipv, cp, mate, value, bound, nodes, nps, hashfull, time, pv } =
            this.get().clone();
        let time = time.as_secs_f64();
        (this.get_type().unbind(), (depth, seldepth, multipv, cp, mate, value, bound, nodes, nps, hashfull, time, pv))
    }

    fn __repr__(&self) -> String {
        let score = match (self.cp, self.mate, self.value) {
            (Some(cp), ..) => format!("cp={cp}"),
            (_, Some(mate), _) => format!("mate={mate}"),
            (.., Some(value)) => format!("value={value}"),
            _ => "value=None".to_owned(),
        };
        format!("Info(depth={}, {score}, nodes={}, pv='{}')", self.depth, self.nodes, self.pv.join(" "))
    }
}

/// The result of a search.
#[pyclass(module = "meihua", frozen, eq, hash, get_all, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BestMove {
    /// The best move; None if there is no legal move.
    r#move: Option<String>,
    /// The expected reply, if known.
    ponder: Option<String>,
    /// The last report for the best move; None if nothing was reported.
    info: Option<Info>,
}

impl BestMove {
    /// An answer with the last line reported.
    pub fn of(best: Best, info: Option<Info>) -> BestMove {
        BestMove { r#move: best.mv, ponder: best.ponder, info }
    }
}

#[pymethods]
impl BestMove {
    #[new]
    fn new(r#move: Option<String>, ponder: Option<String>, info: Option<Info>) -> BestMove {
        BestMove { r#move, ponder, info }
    }

    #[expect(clippy::type_complexity, reason = "what Python's pickle wants: a type and its arguments")]
    fn __reduce__(this: &Bound<'_, Self>) -> (Py<PyType>, (Option<String>, Option<String>, Option<Info>)) {
        let best = this.get().clone();
        (this.get_type().unbind(), (best.r#move, best.ponder, best.info))
    }

    fn __repr__(&self) -> String {
        let quoted = |mv: &Option<String>| mv.as_ref().map_or_else(|| "None".to_owned(), |mv| format!("'{mv}'"));
        format!("BestMove(move={}, ponder={})", quoted(&self.r#move), quoted(&self.ponder))
    }
}

impl Info {
    /// Whether it is the best line.
    pub fn is_first(&self) -> bool {
        self.multipv == 1
    }
}
