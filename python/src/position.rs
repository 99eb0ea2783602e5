//! `Position`: a position of any game, with its history.

use crate::board::{self, Board};
use crate::number::Number;
use crate::solution::{self, Solution};
use crate::{error, picture};
use meihua_engine::engine::registry::Entry;
use meihua_engine::game::Outcome as Result3;
use meihua_engine::rules::{RepetitionRule, Rules};
use meihua_engine::side::Side;
use meihua_engine::text::Notation;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A position of one of the games, and the moves that led to it.
///
/// `rules` chooses the repetition rules in xiangqi: `asian`, `computer` or `none`. `move_count` tells whether 120 plies
/// without a capture are a draw. `variants` is the text of a file that describes games of your own, in the format of
/// Fairy-Stockfish's `variants.ini`; `game` is then the name of one of them. Raises `MeihuaError` with line and key if it
/// has faults.
///
/// Positions are equal if their games, texts and rules are; the moves before do not count.
#[pyclass(module = "meihua", skip_from_py_object)]
pub(crate) struct Position {
    board: Box<dyn Board>,
    rules: Rules,
    variants: Option<Arc<str>>,
}

impl Position {
    /// The board.
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// The entry of the game in the engine's list.
    pub fn entry(&self) -> PyResult<&'static Entry> {
        board::entry(self.board.game(), self.variants.as_deref())
    }

    /// The house rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

/// How a game ended.
#[pyclass(module = "meihua", frozen, eq, hash, get_all, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// `first` or `second`; None for a draw, or a puzzle that cannot go on.
    winner: Option<String>,
    /// The reason in words, such as `mate` or `perpetual check`.
    reason: String,
    /// The reason as a stable code, such as `mate` or `perpetual-check`.
    code: String,
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<String>, reason: String, code: String) -> Outcome {
        Outcome { winner, reason, code }
    }

    fn __reduce__(this: &Bound<'_, Self>) -> (Py<PyType>, (Option<String>, String, String)) {
        let Outcome { winner, reason, code } = this.get().clone();
        (this.get_type().unbind(), (winner, reason, code))
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.as_ref().map_or_else(|| "None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }
}

/// The rules named by a word.
fn rules(word: &str, move_count: bool) -> PyResult<Rules> {
    let repetition = match word {
        "asian" => RepetitionRule::Asian,
        "computer" => RepetitionRule::Computer,
        "none" => RepetitionRule::None,
        _ => return Err(error::plain(format!("unknown rule {word:?}, expected asian, computer or none"))),
    };
    Ok(Rules { repetition, move_count })
}

const fn rules_word(repetition: RepetitionRule) -> &'static str {
    match repetition {
        RepetitionRule::Asian => "asian",
        RepetitionRule::Computer => "computer",
        RepetitionRule::None => "none",
    }
}

/// The notation named by a word.
pub fn notation(word: &str) -> PyResult<Notation> {
    Ok(match word {
        "wire" | "uci" | "iccs" => Notation::Wire,
        "uci1" => Notation::WireFromOne,
        "wxf" => Notation::Wxf,
        "chinese" => Notation::Chinese,
        "san" => Notation::San,
        _ => return Err(error::plain(format!("unknown notation {word:?}, expected uci, uci1, wxf, chinese or san"))),
    })
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A text of games that many positions share.
fn kept(text: &str) -> Arc<str> {
    static LAST: Mutex<Option<Arc<str>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = last.as_ref().filter(|known| ***known == *text) {
        return Arc::clone(known);
    }
    let text = Arc::from(text);
    *last = Some(Arc::clone(&text));
    text
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (game = "xiangqi", fen = None, moves = None, *, rules = "asian", move_count = true, variants = None)
    )]
    fn new(
        game: &str,
        fen: Option<&str>,
        moves: Option<Vec<String>>,
        rules: &str,
        move_count: bool,
        variants: Option<&str>,
    ) -> PyResult<Position> {
        let rules = self::rules(rules, move_count)?;
        let mut board = board::open(game, fen, rules, variants)?;
        for mv in moves.unwrap_or_default() {
            board.push(&mv, false)?;
        }
        Ok(Position { board, rules, variants: variants.map(kept) })
    }

    /// Parse a position; raises `PositionError`.
    #[staticmethod]
    #[pyo3(signature = (fen, game = "xiangqi", *, rules = "asian", move_count = true, variants = None))]
    fn from_fen(fen: &str, game: &str, rules: &str, move_count: bool, variants: Option<&str>) -> PyResult<Position> {
        Position::new(game, Some(fen), None, rules, move_count, variants)
    }

    /// Parse a puzzle of your own in PDDL: its domain and its problem, or one text with both. Its game is `plan`.
    /// Raises `PositionError` with line and column.
    #[staticmethod]
    #[pyo3(signature = (domain, problem = None))]
    fn from_pddl(domain: &str, problem: Option<&str>) -> PyResult<Position> {
        let board = board::open_plan(domain, problem)?;
        Ok(Position { board, rules: self::rules("asian", true)?, variants: None })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.board.game()
    }

    /// The position as text.
    #[getter]
    fn fen(&self) -> String {
        self.board.fen()
    }

    /// The position before the first move, as text.
    #[getter]
    fn start_fen(&self) -> String {
        self.board.start_fen()
    }

    /// A 64-bit hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        name(self.board.side())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.board.in_check()
    }

    /// How often the position has occurred in the game, including now.
    #[getter]
    fn times_seen(&self) -> usize {
        self.board.times_seen()
    }

    /// The number of moves played since `start_fen`.
    #[getter]
    fn ply(&self) -> usize {
        self.board.history(Notation::Wire).len()
    }

    /// The legal moves. `notation` is `uci` (ranks from 0), `uci1` (ranks from 1), `wxf`, `chinese` or `san`.
    #[pyo3(signature = (notation = "uci"))]
    fn legal_moves(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.board.moves(self::notation(notation)?))
    }

    /// The moves played so far.
    #[pyo3(signature = (notation = "uci"))]
    fn history(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.board.history(self::notation(notation)?))
    }

    /// Whether a text is a legal move.
    fn is_legal(&self, mv: &str) -> bool {
        self.board.spell(mv, Notation::Wire).is_ok()
    }

    /// Write a move in another notation; raises `MoveError`.
    #[pyo3(signature = (mv, notation = "uci"))]
    fn spell(&self, mv: &str, notation: &str) -> PyResult<String> {
        self.board.spell(mv, self::notation(notation)?)
    }

    /// Play a move given in any notation. Raises `MoveError`, and leaves the position unchanged, if it is not legal.
    #[pyo3(signature = (mv, *, ranks_from_one = false))]
    fn push(&mut self, mv: &str, ranks_from_one: bool) -> PyResult<()> {
        self.board.push(mv, ranks_from_one)
    }

    /// Take back the last move and return it; raises `MoveError` if there is none.
    fn undo(&mut self) -> PyResult<String> {
        self.board.undo().ok_or_else(|| error::mv("there is no move to take back"))
    }

    /// How the game ended; None if it is not over.
    fn outcome(&self) -> Option<Outcome> {
        let verdict = self.board.verdict();
        let side = self.board.side();
        let (outcome, reason) = verdict.end()?;
        let winner = match outcome {
            Result3::Win => Some(name(side)),
            Result3::Loss if self.board.is_contest() => Some(name(side.other())),
            Result3::Loss | Result3::Draw => None,
        };
        Some(Outcome { winner: winner.map(str::to_owned), reason: reason.phrase().to_owned(), code: reason.code() })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.board.verdict().outcome.is_some()
    }

    /// Copy the position with its history.
    fn copy(&self) -> Position {
        Position { board: self.board.copy(), rules: self.rules, variants: self.variants.clone() }
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Arguments)> {
        let Position { board, rules, variants } = &*this.borrow();
        let arguments = (
            board.game(),
            board.start_fen(),
            board.history(Notation::Wire),
            rules_word(rules.repetition),
            rules.move_count,
            variants.as_deref().map(str::to_owned),
        );
        Ok((this.py().import("meihua._native")?.getattr("_position")?, arguments))
    }

    fn __len__(&self) -> usize {
        self.board.count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.board.game() == other.board.game()
            && self.board.fen() == other.board.fen()
            && self.rules == other.rules
            && self.variants == other.variants
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

    /// Find the exact value and a best plan. Every game except xiangqi has a solver. That of a game of your own has one
    /// limit, `nodes`: the most positions that can be reached, 1,000,000 by default. `movetime` is in milliseconds.
    #[pyo3(
        signature = (*, nodes = None, movetime = None, depth = None, threads = Number(1), megabytes = Number(0)),
        text_signature = "($self, *, nodes=None, movetime=None, depth=None, threads=1, megabytes=0)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        nodes: Option<Number>,
        movetime: Option<Number>,
        depth: Option<Number>,
        threads: Number,
        megabytes: Number,
    ) -> PyResult<Solution> {
        let budget = solution::budget(nodes, movetime, depth, threads, megabytes)?;
        solution::solve(py, |control| self.board.solve(&budget, control))
    }

    /// The best plan of a puzzle that begins with each legal move. The limits are shared among the moves; those for
    /// which no time was left are missing.
    #[pyo3(
        signature = (*, nodes = None, movetime = None, megabytes = Number(0)),
        text_signature = "($self, *, nodes=None, movetime=None, megabytes=0)"
    )]
    fn values(
        &self,
        py: Python<'_>,
        nodes: Option<Number>,
        movetime: Option<Number>,
        megabytes: Number,
    ) -> PyResult<BTreeMap<String, Solution>> {
        let budget = solution::budget(nodes, movetime, None, Number(1), megabytes)?;
        Ok(solution::solve(py, |control| self.board.values(&budget, control))?.into_iter().collect())
    }

    /// Draw the board as SVG.
    fn svg(&self) -> PyResult<String> {
        picture::svg(self)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg().ok()
    }
}

/// What is needed to recreate a position.
type Arguments = (&'static str, String, Vec<String>, &'static str, bool, Option<String>);

/// Recreates a pickled position.
#[pyfunction]
#[pyo3(name = "_position", signature = (game, fen, moves, rules, move_count, variants = None))]
pub fn unpickled(
    game: &str,
    fen: &str,
    moves: Vec<String>,
    rules: &str,
    move_count: bool,
    variants: Option<&str>,
) -> PyResult<Position> {
    Position::new(game, Some(fen), Some(moves), rules, move_count, variants)
}
