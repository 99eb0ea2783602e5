//! `Position`: a position of any of the five games, with its history.

use crate::board::{self, Board};
use crate::solution::{self, Solution};
use crate::{error, picture};
use meihua::game::Outcome as Result3;
use meihua::rules::{RepetitionRule, Rules};
use meihua::side::Side;
use meihua::text::Notation;
use pyo3::prelude::*;

/// A position of one of the games, and the moves that led to it.
#[pyclass(module = "meihua", skip_from_py_object)]
pub struct Position {
    board: Box<dyn Board>,
    rules: Rules,
}

impl Position {
    /// The board.
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// The house rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

/// How a game ended.
#[pyclass(module = "meihua", frozen, eq, get_all, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome {
    /// `first`, `second`, or None for a draw or a puzzle that cannot go on.
    winner: Option<&'static str>,
    /// The reason in words: `mate`, `perpetual check`.
    reason: &'static str,
    /// The reason as a code that stays: `mate`, `perpetual-check`.
    code: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }
}

/// The rules that a word names.
fn rules(word: &str, move_count: bool) -> PyResult<Rules> {
    let repetition = match word {
        "asian" => RepetitionRule::Asian,
        "computer" => RepetitionRule::Computer,
        "none" => RepetitionRule::None,
        _ => return Err(error::plain(format!("unknown rule {word:?}, expected asian, computer or none"))),
    };
    Ok(Rules { repetition, move_count })
}

/// The notation that a word names.
pub fn notation(word: &str) -> PyResult<Notation> {
    Ok(match word {
        "wire" | "uci" | "iccs" => Notation::Wire,
        "uci1" => Notation::WireFromOne,
        "wxf" => Notation::Wxf,
        "chinese" => Notation::Chinese,
        _ => return Err(error::plain(format!("unknown notation {word:?}, expected uci, uci1, wxf or chinese"))),
    })
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game = "xiangqi", fen = None, moves = None, *, rules = "asian", move_count = true))]
    fn new(
        game: &str,
        fen: Option<&str>,
        moves: Option<Vec<String>>,
        rules: &str,
        move_count: bool,
    ) -> PyResult<Position> {
        let rules = self::rules(rules, move_count)?;
        let mut board = board::open(game, fen, rules)?;
        for mv in moves.unwrap_or_default() {
            board.push(&mv, false)?;
        }
        Ok(Position { board, rules })
    }

    /// The position of a text.
    #[staticmethod]
    #[pyo3(signature = (fen, game = "xiangqi", *, rules = "asian", move_count = true))]
    fn from_fen(fen: &str, game: &str, rules: &str, move_count: bool) -> PyResult<Position> {
        Position::new(game, Some(fen), None, rules, move_count)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.board.game()
    }

    #[getter]
    fn fen(&self) -> String {
        self.board.fen()
    }

    #[getter]
    fn start_fen(&self) -> String {
        self.board.start_fen()
    }

    #[getter]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        name(self.board.side())
    }

    #[getter]
    fn is_check(&self) -> bool {
        self.board.in_check()
    }

    #[getter]
    fn times_seen(&self) -> usize {
        self.board.times_seen()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.board.history(Notation::Wire).len()
    }

    #[pyo3(signature = (notation = "uci"))]
    fn legal_moves(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.board.moves(self::notation(notation)?))
    }

    #[pyo3(signature = (notation = "uci"))]
    fn history(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.board.history(self::notation(notation)?))
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.board.spell(mv, Notation::Wire).is_ok()
    }

    #[pyo3(signature = (mv, notation = "uci"))]
    fn spell(&self, mv: &str, notation: &str) -> PyResult<String> {
        self.board.spell(mv, self::notation(notation)?)
    }

    #[pyo3(signature = (mv, *, ranks_from_one = false))]
    fn push(&mut self, mv: &str, ranks_from_one: bool) -> PyResult<()> {
        self.board.push(mv, ranks_from_one)
    }

    fn undo(&mut self) -> PyResult<String> {
        self.board.undo().ok_or_else(|| error::mv("there is no move to take back"))
    }

    fn outcome(&self) -> Option<Outcome> {
        let verdict = self.board.verdict();
        let side = self.board.side();
        let winner = match verdict.outcome? {
            Result3::Win => Some(name(side)),
            Result3::Loss if self.board.is_contest() => Some(name(side.other())),
            Result3::Loss | Result3::Draw => None,
        };
        Some(Outcome { winner, reason: verdict.reason, code: verdict.code() })
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.board.verdict().outcome.is_some()
    }

    fn copy(&self) -> Position {
        Position { board: self.board.copy(), rules: self.rules }
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.board.count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.board.game() == other.board.game() && self.board.fen() == other.board.fen()
    }

    fn __hash__(&self) -> u64 {
        self.board.key()
    }

    fn __str__(&self) -> String {
        self.board.diagram()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.board.game(), self.board.fen().replace('\n', "\\n"))
    }

    /// The exact value and a best plan, by the game's own solver.
    #[pyo3(signature = (*, nodes = None, movetime = None, depth = None, threads = 1, megabytes = 0))]
    fn solve(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        movetime: Option<u64>,
        depth: Option<u32>,
        threads: usize,
        megabytes: usize,
    ) -> PyResult<Solution> {
        solution::solve(py, &*self.board, &solution::budget(nodes, movetime, depth, threads, megabytes))
    }

    fn svg(&self) -> PyResult<String> {
        picture::svg(&*self.board)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg().ok()
    }
}
