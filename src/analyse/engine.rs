//! Any other two-player game of the program, judged by its session in the engine.

use super::judge::{AnalyseError, Judge, Lines};
use super::review::Evaluation;
use crate::shared::driver::Driver;
use meihua_contracts::side::Side;
use meihua_engine::engine::base::Base;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::event::{Info, Value};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::wdl::Curve;
use meihua_engine::score::Score;
use meihua_records::{Convention, RecordGame, RecordedMove};

/// The engine with the game open.
pub(crate) struct EngineJudge {
    driver: Driver,
    go: Go,
    curve: Curve,
}

impl EngineJudge {
    /// A judge for one of these games. It takes the best lines from the answer to each `go`; `configure` sets the
    /// options.
    ///
    /// # Errors
    /// There is no such game, or no memory for the table.
    pub(crate) fn new(
        games: &'static [Entry],
        entry: &Entry,
        go: Go,
        configure: impl FnOnce(&mut Config),
    ) -> Result<EngineJudge, AnalyseError> {
        let mut driver = Driver::open(games, entry.name)?;
        driver.engine().configure(configure);
        driver.engine().prepare()?;
        Ok(EngineJudge { driver, go, curve: entry.chances })
    }
}

impl Judge for EngineJudge {
    fn lines(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        let (start, moves) = board.history();
        self.driver.engine().set_position(&Base::Fen(start), &moves)?;
        let thought = self.driver.think(self.go.clone(), &mut |_, _| {});
        let line = |info: Info| match info.value {
            Value::Score(score) => (Some(score), recorded(board, &info.pv)),
            Value::Units(_) | Value::Unknown => (None, recorded(board, &info.pv)),
        };
        let lines = thought.line.into_iter().chain(thought.others.into_values()).map(line);
        let mut lines: Lines = lines.filter(|(_, moves)| !moves.is_empty()).collect();
        if lines.is_empty() {
            let best = recorded(board, thought.best.as_slice());
            lines.extend((!best.is_empty()).then_some((None, best)));
        }
        Ok(lines)
    }

    fn evaluation(&self, score: Option<Score>, side: Side) -> Evaluation {
        let Some(score) = score else { return Evaluation::UNKNOWN };
        let score = if side == Side::First { score } else { -score };
        let is_plain = !score.is_decided() && score != Score::DRAW;
        let raw = if is_plain { Score::cp(self.curve.unscaled(score.int())) } else { score };
        Evaluation { score: Some(score), expectation: self.curve.expectation(raw) }
    }

    fn clear(&mut self) {
        self.driver.engine().session_mut().forget();
    }

    fn is_exact(&self) -> bool {
        false
    }
}

/// The moves of a line given in wire notation.
fn recorded(board: &dyn RecordGame, line: &[String]) -> Vec<RecordedMove> {
    let mut board = board.boxed();
    let read = |text: &String| {
        let mv = board.read_move(text, Convention::RanksFromZero).ok()?;
        board.make(mv);
        Some(mv)
    };
    line.iter().map_while(read).collect()
}
