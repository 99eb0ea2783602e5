//! `Record`: a saved game of any format that the engine reads.

use crate::error;
use crate::position;
use meihua_engine::engine::game_files;
use meihua_engine::text::Notation;
use meihua_records::write::{dhtmlxq, json, list, pgn, xqf};
use meihua_records::{GameRecord, Games, RecordedGame, RecordedMove};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Cursor;
use std::path::PathBuf;

/// A saved game: start, moves with variations and comments, result, tags.
#[pyclass(module = "meihua", frozen)]
pub(crate) struct Record {
    record: GameRecord,
    /// Descriptions of what could not be read from the file.
    faults: Vec<String>,
}

impl From<GameRecord> for Record {
    fn from(record: GameRecord) -> Record {
        let faults = record.faults.iter().map(ToString::to_string).collect();
        Record { record, faults }
    }
}

/// Read the games of a file in any supported format; raises `RecordError`.
#[pyfunction]
pub fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Record>> {
    py.detach(|| collect(Games::open(&path).map_err(error::record)?))
}

/// Read games from bytes in any supported format. Error messages refer to them as `name`.
#[pyfunction]
#[pyo3(signature = (data, name = "data"))]
pub fn read_games_from(py: Python<'_>, data: PyBackedBytes, name: &str) -> PyResult<Vec<Record>> {
    py.detach(|| collect(Games::new(name, Cursor::new(data)).map_err(error::record)?))
}

fn collect(games: Games<'_>) -> PyResult<Vec<Record>> {
    games.map(|game| game.map(Record::from).map_err(error::record)).collect()
}

#[pymethods]
impl Record {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.record.start.kind().name()
    }

    /// The text of the file that describes a game of your own, for `Position(variants=…)`; None in other games.
    #[getter]
    fn variants(&self) -> Option<&'static str> {
        self.record.start.kind().recorder().description.map(|description| description.text)
    }

    /// The position that the game starts from, as text.
    #[getter]
    fn start_fen(&self) -> String {
        self.record.start.fen()
    }

    /// The position after the main line, as text.
    #[getter]
    fn final_fen(&self) -> String {
        self.record.final_fen()
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.record.result.word()
    }

    /// Event, players, date and whatever else is known.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.record.tags.iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// Descriptions of what could not be read from the file.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    /// The moves of the main line.
    #[pyo3(signature = (notation = "uci"))]
    fn moves(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.record.main_line(position::notation(notation)?))
    }

    /// The whole record as one JSON object, including variations, comments and marks.
    fn to_json(&self) -> String {
        json::write(&self.record)
    }

    /// The record as PGN; `notation` is `iccs`, `wxf`, `chinese`, `uci` or `san`.
    #[pyo3(signature = (notation = "iccs"))]
    fn to_pgn(&self, notation: &str) -> PyResult<String> {
        Ok(pgn::write(&self.record, style(notation)?))
    }

    /// The record as a line `position fen F moves …`.
    fn to_command(&self) -> String {
        list::write_command(&self.record).0
    }

    /// The record as UBB text of dpxq.com.
    fn to_dhtmlxq(&self) -> PyResult<String> {
        Ok(dhtmlxq::write(&self.record).map_err(error::record)?.0)
    }

    /// The record as an XQF file.
    fn to_xqf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &xqf::write(&self.record).map_err(error::record)?.0))
    }

    fn __len__(&self) -> usize {
        self.record.tree.main_line().count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Record) -> bool {
        self.record.same_game(&other.record)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game(), self.start_fen(), self.result(), self.record.main_line(Notation::Wire)).hash(&mut hasher);
        hasher.finish()
    }

    #[expect(clippy::type_complexity, reason = "what Python's pickle wants: a function and its arguments")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Vec<String>))> {
        Ok((py.import("meihua._native")?.getattr("_record")?, (self.to_json(), self.faults.clone())))
    }

    fn __repr__(&self) -> String {
        let player = |side| self.record.player(side).unwrap_or("?").to_owned();
        format!(
            "Record('{}', {} - {}, {} plies, '{}')",
            self.game(),
            player(meihua_engine::side::Side::First),
            player(meihua_engine::side::Side::Second),
            self.__len__(),
            self.result()
        )
    }
}

/// Recreates a pickled record.
#[pyfunction]
#[pyo3(name = "_record")]
pub fn unpickled(json: String, faults: Vec<String>) -> PyResult<Record> {
    let mut games = Games::new("pickle", Cursor::new(json.into_bytes())).map_err(error::record)?;
    let record = games.next().ok_or_else(|| error::record("the pickle holds no game"))?.map_err(error::record)?;
    Ok(Record { record, faults })
}

/// The moves on the wire of a game of one's own that a library holds as codes; `variants` describes it.
#[pyfunction]
#[pyo3(name = "_stored_moves")]
pub fn stored_moves(game: &str, variants: &str, start: Option<&str>, codes: Vec<u16>) -> PyResult<Vec<String>> {
    let entry = game_files::described(game, variants).map_err(error::record)?;
    let kind = RecordedGame::of_entry(&entry).ok_or_else(|| error::record(format!("{game:?} is no game for two")))?;
    let start = start.map_or_else(|| Ok(kind.usual_start()), |fen| kind.start(fen)).map_err(error::position)?;
    let mut board = start.board().map_err(error::position)?;
    let mut read = |code| {
        let mv = RecordedMove(code);
        let text = board.move_text(mv, Notation::Wire);
        board.make(mv);
        text.ok_or_else(|| error::record(format!("move {code} of a game of {game} in the library is not legal")))
    };
    codes.into_iter().map(&mut read).collect()
}

fn style(word: &str) -> PyResult<Notation> {
    Ok(match word {
        "iccs" => Notation::Iccs,
        "wxf" => Notation::Wxf,
        "chinese" => Notation::Chinese,
        "uci" => Notation::Wire,
        "san" => Notation::San,
        _ => return Err(error::plain(format!("unknown notation {word:?}, expected iccs, wxf, chinese, uci or san"))),
    })
}
