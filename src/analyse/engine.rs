//! A game of the program's table that is neither xiangqi nor four in a row, judged by its session in the engine.

use super::judge::{AnalyseError, Judge, Lines};
use super::review::Evaluation;
use meihua_contracts::side::Side;
use meihua_contracts::text::shorten;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::error::EngineError;
use meihua_engine::engine::event::{Event, Info, Sink, Value};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::session::Base;
use meihua_engine::engine::state::Engine;
use meihua_engine::engine::wdl::Curve;
use meihua_engine::score::Score;
use meihua_engine::search::report::Bound;
use meihua_records::RecordedMove;
use meihua_records::board::{Board, RankBase};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// The engine with the game open.
pub(crate) struct EngineJudge {
    engine: Engine,
    events: Receiver<Event>,
    go: Go,
    curve: Curve,
}

impl EngineJudge {
    /// A judge of one of these games that answers each `go` with its best lines; `configure` sets the options.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn new(
        games: &'static [Entry],
        game: &str,
        go: Go,
        configure: impl FnOnce(&mut Config),
    ) -> Result<EngineJudge, AnalyseError> {
        let (sender, events) = channel();
        let sink: Sink = Arc::new(move |event| drop(sender.send(event)));
        let none = || EngineError::Game { found: shorten(game), expected: "none: there are no games".to_owned() };
        let mut engine = Engine::new(games, sink).ok_or_else(none)?;
        engine.choose(game)?;
        engine.configure(configure);
        engine.prepare()?;
        let curve = engine.entry().ok_or_else(none)?.chances;
        Ok(EngineJudge { engine, events, go, curve })
    }

    /// The name of the game.
    pub(crate) fn game(&self) -> &'static str {
        self.engine.session().name()
    }

    /// Forgets the game before: each is analysed as if it was the only one.
    pub(crate) fn clear(&mut self) {
        self.engine.session_mut().forget();
    }

    /// Thinks about the position that is on. Returns the last exact line of each rank, and the best move.
    fn think(&mut self) -> (BTreeMap<usize, Info>, Option<String>) {
        self.engine.go(self.go.clone());
        let mut lines = BTreeMap::new();
        while let Ok(event) = self.events.recv() {
            match self.engine.receive(event) {
                Some(Event::Best(best)) => return (lines, best.mv),
                Some(Event::Info(info)) if info.bound == Bound::Exact && !info.pv.is_empty() => {
                    _ = lines.insert(info.multi_pv, *info);
                }
                _ => {}
            }
        }
        (lines, None)
    }
}

impl Judge for EngineJudge {
    fn lines(&mut self, board: &Board) -> Result<Lines, AnalyseError> {
        let Board::Other(game) = board else { return Ok(Lines::new()) };
        let (start, moves) = game.history();
        self.engine.set_position(&Base::Fen(start), &moves)?;
        let (lines, best) = self.think();
        if lines.is_empty() {
            let best = recorded(board, best.as_slice());
            return Ok(if best.is_empty() { Lines::new() } else { vec![(None, best)] });
        }
        let line = |info: Info| match info.value {
            Value::Score(score) => (Some(score), recorded(board, &info.pv)),
            Value::Units(_) | Value::Unknown => (None, recorded(board, &info.pv)),
        };
        Ok(lines.into_values().map(line).filter(|(_, moves)| !moves.is_empty()).collect())
    }

    fn evaluation(&self, score: Option<Score>, side: Side) -> Evaluation {
        let Some(score) = score else { return Evaluation::UNKNOWN };
        let score = if side == Side::First { score } else { -score };
        let is_plain = !score.is_decided() && score != Score::DRAW;
        let raw = if is_plain { Score::cp(self.curve.unscaled(score.int())) } else { score };
        Evaluation { score: Some(score), expectation: self.curve.expectation(raw) }
    }

    fn is_exact(&self) -> bool {
        false
    }
}

/// The moves of a line in wire spelling.
fn recorded(board: &Board, line: &[String]) -> Vec<RecordedMove> {
    let mut board = board.clone();
    let read = |text: &String| {
        let mv = board.read_move(text, RankBase::Zero).ok()?;
        board.make(mv);
        Some(mv)
    };
    line.iter().map_while(read).collect()
}
