//! An engine as a player: a process and its protocol, asked for one move at a time.

use super::budget::Budget;
use super::declared::SettingError;
use super::dialect::{Dialect, EngineMessage, SearchInfo, Turn, dialect};
use super::engine_process::{EngineProcess, Event};
use super::engine_spec::EngineSpec;
use super::fault::{EngineFault, GreetError};
use meihua_engine::engine::opening::{GameNames, StartPosition};
use std::time::{Duration, Instant};

/// What an engine did on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A move as the engine spells it.
    Move(String),
    Resign,
    /// A claim that the game is over, in the engine's own words.
    Claim(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// What the engine did.
    pub action: Action,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// The engine's evaluation of its move.
    pub(crate) search_info: SearchInfo,
    /// Time from the request to the answer; if the engine pondered, from the opponent's move.
    pub elapsed: Duration,
}

/// A running engine that has completed the greeting.
pub(crate) struct Player {
    spec: EngineSpec,
    process: EngineProcess,
    dialect: Box<dyn Dialect>,
    /// How long it may be silent where no clock runs: greeting, catching up, after `stop`, a move that only nodes or
    /// plies bound.
    patience: Duration,
    /// The moves of the game up to and including the reply being pondered on.
    pondering: Option<Vec<String>>,
}

impl Player {
    /// Starts an engine, greets it and sets its options.
    pub(crate) fn start(spec: &EngineSpec, game: &GameNames, patience: Duration) -> Result<Player, EngineFault> {
        let fault = |reason: String| EngineFault::Start { engine: spec.name.clone(), reason };
        let process =
            EngineProcess::start(spec).map_err(|error| fault(format!("{}: {error}", spec.command.display())))?;
        let dialect = dialect(spec.protocol);
        let mut player = Player { spec: spec.clone(), process, dialect, patience, pondering: None };
        player.greet().map_err(|error| fault(error.to_string()))?;
        let refused = |error| EngineFault::Setting { engine: spec.name.clone(), error };
        let mut commands = player.dialect.configure(spec, game).map_err(refused)?;
        commands.extend(spec.init.iter().cloned());
        player.process.send(&commands);
        let mut complaint = None;
        let synced = player.wait_until_ready(|dialect, line| {
            if complaint.is_none() && dialect.is_complaint(line) {
                complaint = Some(line.to_owned());
            }
        });
        synced.map_err(|error| fault(format!("after its options: {error}")))?;
        complaint.map_or(Ok(player), |words| Err(refused(SettingError::Refused(words))))
    }

    /// The settings the engine was started with.
    pub(crate) fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// The engine's limits.
    pub(crate) fn budget(&self) -> &Budget {
        &self.spec.budget
    }

    /// Tells the engine that a game starts.
    pub(crate) fn new_game(&mut self, start: &StartPosition) -> Result<(), EngineFault> {
        let commands = self.dialect.new_game(start, &self.spec.budget);
        self.process.send(&commands);
        self.sync()
    }

    /// Asks for a move. The clock runs from here.
    pub(crate) fn think(&mut self, turn: &Turn) -> Result<Answer, EngineFault> {
        let hit = match self.pondering.take() {
            Some(expected) if expected == turn.moves => true,
            Some(_) => {
                self.end_search()?;
                false
            }
            None => false,
        };
        if !hit && let Some(words) = self.late_claim() {
            let (search_info, elapsed) = (SearchInfo::default(), Duration::ZERO);
            return Ok(Answer { action: Action::Claim(words), ponder: None, search_info, elapsed });
        }
        let started = Instant::now();
        if hit {
            self.process.send(&[self.dialect.ponder_hit()]);
        } else {
            let commands = self.dialect.go(turn);
            self.process.send(&commands);
        }
        self.await_answer(turn, started)
    }

    /// Lets the engine think on the opponent's time; the last move of `turn` is the expected reply.
    pub(crate) fn ponder(&mut self, turn: &Turn) {
        let commands = self.dialect.go_ponder(turn);
        if !commands.is_empty() {
            self.process.send(&commands);
            self.pondering = Some(turn.moves.to_vec());
        }
    }

    /// The game is over: stops the engine's thinking.
    pub(crate) fn rest(&mut self) -> Result<(), EngineFault> {
        if self.pondering.take().is_some() { self.end_search() } else { Ok(()) }
    }

    pub(crate) fn quit(self) {
        self.process.quit("quit");
    }

    fn greet(&mut self) -> Result<(), GreetError> {
        let hello = self.dialect.hello();
        self.process.send(hello);
        let hello = hello.join(" ");
        let deadline = Instant::now() + self.patience;
        loop {
            match self.process.next(deadline) {
                Event::Line(line, _) if self.dialect.greeted(&line) => return Ok(()),
                Event::Line(..) => {}
                Event::Timeout => return Err(GreetError::Silent { hello }),
                Event::Closed => return Err(GreetError::Ended { hello, status: self.process.status() }),
            }
        }
    }

    /// Waits until the engine has processed everything it was sent.
    fn sync(&mut self) -> Result<(), EngineFault> {
        self.wait_until_ready(|_, _| ())
    }

    /// The same; `listen` receives each line before the answer.
    fn wait_until_ready(&mut self, mut listen: impl FnMut(&dyn Dialect, &str)) -> Result<(), EngineFault> {
        let Some((question, answer)) = self.dialect.sync() else { return Ok(()) };
        self.process.send(&[question]);
        let deadline = Instant::now() + self.patience;
        loop {
            match self.process.next(deadline) {
                Event::Line(line, _) if line == answer => return Ok(()),
                Event::Line(line, _) => {
                    listen(self.dialect.as_ref(), &line);
                    if let EngineMessage::Refused(words) = self.dialect.listen(&line) {
                        return Err(EngineFault::FalseClaim(words));
                    }
                }
                Event::Timeout => return Err(EngineFault::Hang(self.patience.as_secs())),
                Event::Closed => return Err(EngineFault::Crash(self.process.status())),
            }
        }
    }

    /// Reads what the engine sent after its last answer; returns a claim if there is one.
    fn late_claim(&mut self) -> Option<String> {
        // What the engine sends from now on may never end.
        let now = Instant::now();
        loop {
            // An engine that has exited is noticed at the next request.
            let Event::Line(line, _) = self.process.next(now) else { return None };
            if let EngineMessage::Claim(words) = self.dialect.listen(&line) {
                return Some(words);
            }
        }
    }

    /// Ends a search whose answer is no longer wanted.
    fn end_search(&mut self) -> Result<(), EngineFault> {
        self.process.send(&[self.dialect.stop().unwrap_or("stop")]);
        let deadline = Instant::now() + self.patience;
        loop {
            match self.process.next(deadline) {
                Event::Line(line, _) => match self.dialect.listen(&line) {
                    EngineMessage::Move(..) | EngineMessage::Resign => return Ok(()),
                    _ => {}
                },
                Event::Timeout => return Err(EngineFault::Hang(self.patience.as_secs())),
                Event::Closed => return Err(EngineFault::Crash(self.process.status())),
            }
        }
    }

    /// Waits for the answer. When its flag falls, the engine is told to stop: an answer after that is a time loss, no
    /// answer a hang.
    fn await_answer(&mut self, turn: &Turn, started: Instant) -> Result<Answer, EngineFault> {
        let allowance = turn.own().allowance().map(|time| time + self.spec.margin);
        let mut deadline = started + allowance.unwrap_or(self.patience);
        let mut told_to_stop = false;
        let mut search_info = SearchInfo::default();
        loop {
            match self.process.next(deadline) {
                Event::Line(line, at) => {
                    let (action, ponder) = match self.dialect.listen(&line) {
                        EngineMessage::Nothing => continue,
                        EngineMessage::SearchInfo(new) => {
                            search_info = new;
                            continue;
                        }
                        EngineMessage::Move(mv, ponder) => (Action::Move(mv), ponder),
                        EngineMessage::Resign => (Action::Resign, None),
                        EngineMessage::Claim(words) => (Action::Claim(words), None),
                        EngineMessage::Refused(words) => return Err(EngineFault::FalseClaim(words)),
                    };
                    let elapsed = at.saturating_duration_since(started);
                    match allowance.and_then(|allowance| elapsed.checked_sub(allowance)) {
                        Some(over) if !over.is_zero() => {
                            return Err(EngineFault::TimeLoss((over + self.spec.margin).as_millis() as u64));
                        }
                        _ => return Ok(Answer { action, ponder, search_info, elapsed }),
                    }
                }
                // Something that it has started may hold its output open.
                Event::Timeout => match self.process.ended() {
                    Some(status) => return Err(EngineFault::Crash(status)),
                    None if told_to_stop => return Err(EngineFault::Hang(started.elapsed().as_secs())),
                    None => {
                        told_to_stop = true;
                        deadline = Instant::now() + self.patience;
                        self.process.send(self.dialect.stop().as_slice());
                    }
                },
                Event::Closed => return Err(EngineFault::Crash(self.process.status())),
            }
        }
    }
}
