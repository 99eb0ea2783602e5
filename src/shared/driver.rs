//! Drives the engine: one request to think at a time, with progress reports on the way and the answer at the end.

use super::interrupt::Thinking;
use meihua_contracts::text::shorten;
use meihua_engine::engine::error::EngineError;
use meihua_engine::engine::event::{Event, Info, Sink, Solved, Worth};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::session::Session;
use meihua_engine::engine::state::Engine;
use meihua_engine::search::report::Bound;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How often to check for Ctrl-C while nothing is printed.
const PULSE: Duration = Duration::from_millis(50);

/// The engine with one game open.
pub(crate) struct Driver {
    engine: Engine,
    events: Receiver<Event>,
}

/// The result of a request to think.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thought {
    /// The move in wire notation; `None` if there is none.
    pub best: Option<String>,
    /// The last complete line for the best move.
    pub line: Option<Info>,
    /// The last complete lines for the other moves, by rank.
    pub others: BTreeMap<usize, Info>,
    /// The value of the best plan after each first move of a puzzle, if several were requested.
    pub values: Vec<(String, Worth)>,
    /// The result of a puzzle's solver.
    pub solved: Option<Solved>,
    /// Whether a draw is proven.
    pub proven_draw: bool,
    /// What could not be done.
    pub errors: Vec<String>,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}

impl Driver {
    /// Opens a game by name or alias.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn open(games: &'static [Entry], game: &str) -> Result<Driver, EngineError> {
        let (sender, events) = channel();
        let sink: Sink = Arc::new(move |event| drop(sender.send(event)));
        let none = || EngineError::Game { found: shorten(game), expected: "none: there are no games".to_owned() };
        let mut engine = Engine::new(games, sink).ok_or_else(none)?;
        engine.choose(game)?;
        Ok(Driver { engine, events })
    }

    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The games that can be opened.
    pub(crate) fn games(&self) -> &'static [Entry] {
        self.engine.games()
    }

    /// The current game.
    pub(crate) fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    /// Thinks until done or interrupted by Ctrl-C. `watch` receives the events with the session they belong to.
    pub(crate) fn think(&mut self, go: Go, watch: &mut dyn FnMut(&dyn Session, &Event)) -> Thought {
        let thinking = Thinking::begin();
        let mut thought = Thought::default();
        self.engine.go(go);
        loop {
            if thinking.is_interrupted() && !thought.interrupted {
                thought.interrupted = true;
                self.engine.stop();
            }
            let event = match self.events.recv_timeout(PULSE) {
                Ok(event) => self.engine.receive(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return thought,
            };
            let Some(event) = event else { continue };
            watch(self.engine.session(), &event);
            match event {
                Event::Best(best) => {
                    thought.best = best.mv;
                    return thought;
                }
                Event::End => return thought,
                Event::Info(info) if info.multi_pv == 1 && info.bound == Bound::Exact => thought.line = Some(*info),
                Event::Info(info) if info.multi_pv > 1 && info.bound == Bound::Exact => {
                    thought.others.insert(info.multi_pv, *info);
                }
                Event::MoveValue { mv, worth } => {
                    thought.values.retain(|(known, _)| *known != mv);
                    thought.values.push((mv, worth));
                }
                Event::Solved(solved) => thought.solved = Some(*solved),
                Event::ProvenDraw => thought.proven_draw = true,
                Event::Error(fault) => thought.errors.push(fault.message),
                Event::Info(_)
                | Event::CurrentMove { .. }
                | Event::AtGoal(_)
                | Event::Spelled { .. }
                | Event::NoWin { .. }
                | Event::Leaves { .. }
                | Event::Perft { .. }
                | Event::Opening { .. }
                | Event::Text { .. }
                | Event::Bench { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn a_thought_has_a_move_and_its_line() {
        let mut driver = Driver::open(GAMES, "connect4").unwrap();
        let mut news = 0;
        let thought = driver.think(Go { depth: Some(4), ..Go::default() }, &mut |session, _| {
            assert_eq!(session.name(), "cfour");
            news += 1;
        });
        assert_eq!(thought.line.and_then(|line| line.pv.first().cloned()), thought.best);
        assert!(thought.best.is_some() && news > 0 && thought.errors.is_empty() && !thought.interrupted);
        assert!(Driver::open(GAMES, "ludo").is_err());
    }
}
