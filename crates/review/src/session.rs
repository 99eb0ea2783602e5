//! Any other two-player game, judged by its session in the engine.

use crate::judge::{AnalyseError, Judge, Lines};
use crate::review::Evaluation;
use meihua_contracts::control::Control;
use meihua_contracts::side::Side;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::event::{Event, Info, Value};
use meihua_engine::engine::game_files;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;
use meihua_engine::engine::wdl::Curve;
use meihua_engine::score::Score;
use meihua_records::{Convention, RecordGame, RecordedGame, RecordedMove};
use std::collections::BTreeMap;

/// The entry of a game that was saved: one of these games, or the one that its own description tells of.
///
/// # Errors
/// There is no such game.
pub fn entry_of(kind: RecordedGame, games: &'static [Entry]) -> Result<&'static Entry, AnalyseError> {
    let (name, recorder) = (kind.name(), *kind.recorder());
    let entry = game_files::games_of(games, &recorder).and_then(|games| registry::find(games, name));
    entry.ok_or_else(|| AnalyseError::Game { found: name, expected: registry::names_or(games) })
}

/// The session of a game with its table.
pub struct SessionJudge {
    session: Box<dyn Session>,
    go: Go,
    curve: Curve,
    control: Control,
}

impl SessionJudge {
    /// A judge of this game that takes the best lines from the answer to each `go`. A stop cuts short the search of a
    /// position.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(entry: &Entry, go: Go, config: &Config, control: Control) -> Result<SessionJudge, AnalyseError> {
        let mut session = (entry.open)();
        session.configure(config);
        session.prepare()?;
        Ok(SessionJudge { session, go, curve: entry.chances, control })
    }
}

impl Judge for SessionJudge {
    fn lines(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        let (start, moves) = board.history();
        self.session.set_position(&start)?;
        for mv in &moves {
            self.session.play(mv)?;
        }
        let mut exact = BTreeMap::new();
        let best = self.session.think(&self.go, self.control.clone(), &mut |event| {
            if let Event::Info(info) = event
                && info.multi_pv > 0
                && info.bound.is_exact()
            {
                // The last report for a rank counts.
                exact.insert(info.multi_pv, *info);
            }
        })?;
        let line = |info: Info| match info.value {
            Value::Score(score) => (Some(score), recorded(board, &info.pv)),
            Value::Units(_) | Value::Unknown => (None, recorded(board, &info.pv)),
        };
        let mut lines: Lines = exact.into_values().map(line).filter(|(_, moves)| !moves.is_empty()).collect();
        if lines.is_empty() {
            let best = recorded(board, best.mv.as_slice());
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
        self.session.forget();
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
