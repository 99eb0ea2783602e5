//! What a search reports.

use meihua::engine::event::{Best, Info as Line, Value};
use meihua::search::report::Bound;
use pyo3::prelude::*;

/// One line of a search or a solver under way.
#[pyclass(module = "meihua", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct Info {
    /// Plies searched in full.
    depth: u32,
    /// The deepest ply seen.
    seldepth: u32,
    /// Rank among the lines asked for, from 1.
    multipv: usize,
    /// Centipawns for the side to move; None for a mate or a puzzle.
    cp: Option<i32>,
    /// Moves to the mate, below 0 where the side to move is mated; None without one.
    mate: Option<i32>,
    /// A puzzle's value: hp, or minus the cost. None in a game of two.
    value: Option<i64>,
    /// `exact`, `lower` or `upper`.
    bound: &'static str,
    /// Nodes so far.
    nodes: u64,
    /// Nodes a second.
    nps: u64,
    /// Fill of the table, permille.
    hashfull: u32,
    /// Seconds so far.
    time: f64,
    /// The line.
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
            bound: match line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            nodes: line.nodes,
            nps: line.nps,
            hashfull: line.hashfull,
            time: line.time.as_secs_f64(),
            pv: line.pv,
        }
    }
}

/// Centipawns, moves to the mate, units of a puzzle.
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

#[pymethods]
impl Info {
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

/// The answer of a search.
#[pyclass(module = "meihua", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct BestMove {
    /// The move; None where there is none to make.
    r#move: Option<String>,
    /// The reply expected.
    ponder: Option<String>,
    /// The last line of the best move; None where nothing was reported.
    info: Option<Info>,
}

impl BestMove {
    /// An answer with the last line that was reported.
    pub fn new(best: Best, info: Option<Info>) -> BestMove {
        BestMove { r#move: best.mv, ponder: best.ponder, info }
    }
}

#[pymethods]
impl BestMove {
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
