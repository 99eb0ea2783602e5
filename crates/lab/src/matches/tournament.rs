//! A running match: worker threads that play and one thread that records.

use super::adjudication::Adjudication;
use super::book::Book;
use super::engine_spec::EngineSpec;
use super::fault::EngineFault;
use super::game::MatchGame;
use super::played_game::PlayedGame;
use super::player::Player;
use super::schedule::Fixture;
use meihua_contracts::clock::calendar;
use meihua_contracts::helpers::start_workers;
use meihua_contracts::rules::Rules;
use meihua_engine::engine::opening::{Opening, OpeningError};
use meihua_engine::engine::referee::Referee;
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// Why a match cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// An engine does not start.
    #[error(transparent)]
    Engine(#[from] EngineFault),
    /// The system grants no thread to play in.
    #[error("the system refused to start a thread: {0}")]
    Thread(String),
    /// An opening cannot be made.
    #[error("opening of game {0}: {1}")]
    Opening(usize, OpeningError),
}

/// The settings of all games.
#[derive(Clone)]
pub(crate) struct Conditions {
    pub new_referee: &'static (dyn Fn(Rules) -> Box<dyn Referee> + Sync),
    pub rules: Rules,
    pub engines: Vec<EngineSpec>,
    pub book: Book,
    /// Openings of pairs that an earlier run began; they are kept even if the book would now give others.
    pub begun: FxHashMap<usize, Opening>,
    /// When games end early.
    pub adjudication: Adjudication,
    /// How long to wait for a silent engine.
    pub patience: Duration,
}

/// The engines of a match, all of which accepted their settings.
pub(crate) struct Started(Vec<Option<Player>>);

/// Starts every engine once, so that one which does not start or refuses a setting costs no game.
///
/// # Errors
/// The first engine that fails.
pub(crate) fn start(conditions: &Conditions) -> Result<Started, TournamentError> {
    let names = (conditions.new_referee)(conditions.rules).names();
    let start = |spec| Player::start(spec, &names, conditions.patience).map(Some);
    Ok(Started(conditions.engines.iter().map(start).collect::<Result<_, _>>()?))
}

/// The games that are still to be played.
pub(crate) type Fixtures<'a> = dyn Iterator<Item = Fixture> + Send + 'a;

/// Plays the fixtures, several at once, and passes each finished game to `finish`. Ends when all are played, when
/// `finish` returns `false`, or at the first error.
pub(crate) fn run(
    conditions: &Conditions,
    started: Started,
    fixtures: &mut Fixtures<'_>,
    concurrency: usize,
    finish: &mut dyn FnMut(&PlayedGame) -> bool,
) -> Result<(), TournamentError> {
    let stop = AtomicBool::new(false);
    let queue = Mutex::new(fixtures);
    let mut players = Some(started.0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        let started = start_workers(scope, concurrency, || {
            let (sender, queue, stop) = (sender.clone(), &queue, &stop);
            let players = players.take().unwrap_or_default();
            let worker = Worker { conditions, referee: (conditions.new_referee)(conditions.rules), players, stop };
            move || worker.work(queue, &sender)
        });
        drop(sender);
        started.map_err(|error| TournamentError::Thread(error.to_string()))?;
        collect(&results, &stop, finish)
    })
}

type News = Result<PlayedGame, TournamentError>;

fn collect(
    results: &Receiver<News>,
    stop: &AtomicBool,
    finish: &mut dyn FnMut(&PlayedGame) -> bool,
) -> Result<(), TournamentError> {
    let mut first_error = Ok(());
    for news in results {
        if stop.load(Ordering::Relaxed) {
            // Games that end after the decision do not count.
            continue;
        }
        match news {
            Ok(game) if finish(&game) => {}
            Ok(_) => stop.store(true, Ordering::Relaxed),
            Err(error) => {
                first_error = Err(error);
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
    first_error
}

/// Plays one game after another with its own engines.
struct Worker<'a> {
    conditions: &'a Conditions,
    referee: Box<dyn Referee>,
    players: Vec<Option<Player>>,
    stop: &'a AtomicBool,
}

impl Worker<'_> {
    fn work(mut self, queue: &Mutex<&mut Fixtures<'_>>, results: &Sender<News>) {
        self.players.resize_with(self.conditions.engines.len(), || None);
        while !self.stop.load(Ordering::Relaxed) {
            // A poisoned lock means that another worker panicked; the scope passes that on.
            let Ok(Some(fixture)) = queue.lock().map(|mut fixtures| fixtures.next()) else { break };
            match self.play(&fixture) {
                Ok(None) => break,
                Ok(Some(game)) => _ = results.send(Ok(game)),
                Err(error) => {
                    _ = results.send(Err(error));
                    break;
                }
            }
        }
        self.players.into_iter().flatten().for_each(Player::quit);
    }

    fn play(&mut self, fixture: &Fixture) -> Result<Option<PlayedGame>, TournamentError> {
        let fail = |error| TournamentError::Opening(fixture.number, error);
        let opening = match self.conditions.begun.get(&fixture.pair) {
            Some(opening) => opening.clone(),
            None => self.conditions.book.opening(fixture.pair, self.referee.as_ref()).map_err(fail)?,
        };
        let [first, second] = fixture.players;
        let mut first_player = self.player(first)?;
        let mut second_player = self.player(second)?;
        let players = [&mut first_player, &mut second_player];
        let game =
            MatchGame::new(self.referee.as_mut(), players, &opening, self.conditions.adjudication).map_err(fail)?;
        let Some(outcome) = game.play(self.stop) else { return Ok(None) };
        let broken = |index: usize| {
            outcome.ending.ends_process() && outcome.winner.is_some_and(|winner| winner.index() != index)
        };
        for (index, (engine, player)) in [(first, first_player), (second, second_player)].into_iter().enumerate() {
            if broken(index) || player.spec().restart {
                player.quit();
            } else if let Some(seat) = self.players.get_mut(engine) {
                *seat = Some(player);
            }
        }
        Ok(Some(PlayedGame {
            number: fixture.number,
            players: fixture.players,
            opening,
            mover: outcome.mover,
            plies: outcome.plies,
            winner: outcome.winner,
            ending: outcome.ending,
            reason: outcome.reason,
            finished: calendar().as_secs(),
        }))
    }

    /// The running engine, or a new one.
    fn player(&mut self, engine: usize) -> Result<Player, EngineFault> {
        if let Some(player) = self.players.get_mut(engine).and_then(Option::take) {
            return Ok(player);
        }
        let spec = &self.conditions.engines[engine];
        Player::start(spec, &self.referee.names(), self.conditions.patience)
    }
}
