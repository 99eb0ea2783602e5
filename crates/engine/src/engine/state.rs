//! The long-running state of the process: options, the game that is on, and the job under way.

use super::config::Config;
use super::error::{EngineError, LookUpError};
use super::event::{Best, Event, Sink};
use super::fault::{Code, Fault};
use super::go::{Go, GoError, distinct};
use super::position_text;
use super::registry::{self, Entry};
use super::saved_game::{PositionsOnly, SavedGames};
use super::session::{Base, Probe, ProbeError, Session};
use super::thinker::{Thinker, think_here};
use crate::control::Control;
use crate::panics::guarded;
use crate::plain_file::{self, FileError};
use crate::score::Score;
use crate::search::table::TableError;
use crate::text::{PositionError, shorten};
use std::path::Path;

/// Maximum size of a position file, in bytes.
const FILE_LIMIT: u64 = 4 << 20;
/// The engine resigns below this score, if resigning is allowed.
const RESIGN_BELOW: Score = Score::from_raw(-1500);

/// The work in progress.
struct Job {
    control: Control,
    /// Ends by itself once it no longer ponders.
    is_bounded: bool,
    /// The answer waits for `stop`.
    is_infinite: bool,
    draw_offered: bool,
    /// Belongs to the session, which lent its search to it.
    is_session: bool,
    /// The answer, found but not yet due.
    held: Option<Best>,
}

impl Job {
    /// Whether only a word of the client ends it.
    fn is_open_ended(&self) -> bool {
        !self.is_bounded || self.control.is_pondering()
    }

    fn must_hold(&self) -> bool {
        !self.control.is_stop_sent() && (self.is_infinite || self.control.is_pondering())
    }
}

/// The state. One thread owns it; it never blocks on thinking.
pub struct Engine {
    games: &'static [Entry],
    config: Config,
    session: Box<dyn Session>,
    /// Whether the session is one of a project.
    is_project: bool,
    job: Option<Job>,
    sink: Sink,
    banned: Vec<String>,
    /// Called during a search if the serving thread runs the search itself.
    listen: Option<fn()>,
}

impl Engine {
    /// The first of these games at its start position; `None` if there is none.
    pub fn new(games: &'static [Entry], sink: Sink) -> Option<Self> {
        let session = (games.first()?.open)();
        Some(Engine {
            games,
            config: Config::default(),
            session,
            is_project: false,
            job: None,
            sink,
            banned: Vec::new(),
            listen: None,
        })
    }

    /// The same engine without a thread that thinks: its jobs wait for [`super::thinker::next_job`] and call `listen` now and then.
    #[must_use]
    pub(crate) fn thinking_here(mut self, listen: fn()) -> Self {
        think_here();
        self.listen = Some(listen);
        self
    }

    /// Flags for a job.
    fn control(&self, is_pondering: bool) -> Control {
        let control = if is_pondering { Control::pondering() } else { Control::new() };
        match self.listen {
            Some(listen) => control.listening(listen),
            None => control,
        }
    }

    /// The games that can be chosen.
    pub fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// The entry of the game that is on.
    pub fn entry(&self) -> Option<&'static Entry> {
        registry::find(self.games, self.session.name())
    }

    /// What reads and writes saved games of the game that is on.
    pub fn saved_games(&self) -> &'static dyn SavedGames {
        self.entry().map_or(&PositionsOnly, |entry| entry.saved_games)
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes options. Call while idle.
    pub fn configure(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.session.configure(&self.config);
    }

    /// The game that is on.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The game that is on.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.session.as_mut()
    }

    /// Changes the game, by name or alias; the one that is on already stays as it is.
    pub fn choose(&mut self, name: &str) -> Result<(), EngineError> {
        let entry = registry::find(self.games, name)
            .ok_or_else(|| EngineError::Game { found: shorten(name), expected: registry::names(self.games) })?;
        if entry.name != self.session.name() {
            self.open(entry);
        }
        Ok(())
    }

    fn open(&mut self, entry: &Entry) {
        self.session = (entry.open)();
        self.is_project = false;
        self.session.configure(&self.config);
        self.banned.clear();
    }

    /// Allocates what thinking needs.
    ///
    /// # Errors
    /// Reports what could not be had; thinking goes on with what there is.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        self.session.prepare()
    }

    /// Sets a position and plays moves from it.
    pub fn set_position(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
        if self.is_project && !matches!(base, Base::Project(_)) {
            self.leave_project(base)?;
        } else {
            self.set_base(base)?;
        }
        self.banned.clear();
        for (index, text) in moves.iter().enumerate() {
            self.session.play(text).map_err(|error| EngineError::Move { number: index + 1, error })?;
        }
        Ok(())
    }

    /// Goes to a position, in a session that can hold it: one of a project holds projects only.
    fn set_base(&mut self, base: &Base) -> Result<(), EngineError> {
        match base {
            Base::Start => self.session.reset(),
            Base::Fen(fen) => self.session.set_position(fen)?,
            Base::File(path) => self.set_file(path)?,
            Base::Project(path) => self.set_project(path)?,
        }
        Ok(())
    }

    /// Goes to the start of a project.
    fn set_project(&mut self, path: &str) -> Result<(), EngineError> {
        let has_projects = |entry: &&Entry| entry.project.is_some();
        let projects = self.entry().and_then(|entry| entry.project).ok_or_else(|| EngineError::NoProjects {
            game: self.session.name(),
            expected: registry::names_or(self.games.iter().filter(has_projects)),
        })?;
        self.session = (projects.open)(path).map_err(|error| EngineError::Project { path: shorten(path), error })?;
        self.session.configure(&self.config);
        self.is_project = true;
        Ok(())
    }

    /// Goes from a project to a position of the same game; an error keeps the project.
    fn leave_project(&mut self, base: &Base) -> Result<(), EngineError> {
        let Some(entry) = self.entry() else { return self.set_base(base) };
        let mut session = (entry.open)();
        session.configure(&self.config);
        let project = std::mem::replace(&mut self.session, session);
        let set = self.set_base(base);
        // A saved game that is cut short is on all the same.
        self.is_project =
            matches!(&set, Err(error) if !matches!(error, EngineError::Cut { .. } | EngineError::Move { .. }));
        if self.is_project {
            self.session = project;
        }
        set
    }

    /// Goes to the position that a file holds, or to the end of the first game that is saved in it.
    fn set_file(&mut self, path: &str) -> Result<(), EngineError> {
        let content = |error: PositionError| EngineError::Content { path: shorten(path), cause: error.without_text() };
        let refused = match read_position(path) {
            Ok(text) => match self.session.set_position(&text) {
                Ok(()) => return Ok(()),
                Err(error) => content(error),
            },
            Err(error @ FileError::NotText { .. }) => error.into(),
            Err(error) => return Err(error.into()),
        };
        let bytes = plain_file::read(Path::new(path), FILE_LIMIT)?;
        let saved = self.entry().and_then(|entry| entry.saved_games.games(&bytes, entry).next());
        let Some(game) = saved else { return Err(refused) };
        match game.start {
            None => self.session.reset(),
            Some(start) => self.session.set_position(&start).map_err(content)?,
        }
        for (index, text) in game.moves.iter().enumerate() {
            self.session.play(text).map_err(|error| EngineError::Move { number: index + 1, error })?;
        }
        if game.faults.is_empty() {
            Ok(())
        } else {
            Err(EngineError::Cut { path: shorten(path), plies: game.moves.len() })
        }
    }

    /// Forbids moves until the next position.
    ///
    /// # Errors
    /// Some words are no legal moves here; they are left out.
    pub fn ban(&mut self, words: &[String]) -> Result<(), EngineError> {
        let words = distinct(words);
        let (mut wrong, mut first) = (0, None);
        self.banned.clear();
        for &word in &words {
            match self.session.check(word) {
                Ok(()) => self.banned.push(word.to_owned()),
                Err(error) => {
                    wrong += 1;
                    first.get_or_insert(error);
                }
            }
        }
        first.map_or(Ok(()), |first| Err(EngineError::Ban { wrong, count: words.len(), first }))
    }

    /// What the table knows of a position; while thinking, too.
    ///
    /// # Errors
    /// What cannot be read; the words of a file are not quoted.
    pub fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, LookUpError> {
        let Base::File(path) = base else { return Ok(self.session.probe(base, moves)?) };
        let text = read_position(path)?;
        self.session.probe(&Base::Fen(text), moves).map_err(|error| match error {
            ProbeError::Position(error) => LookUpError::Content { path: shorten(path), cause: error.without_text() },
            other => other.into(),
        })
    }

    /// Whether a job is under way.
    pub(crate) fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the job under way waits for a word of the client to end.
    pub(crate) fn is_open_ended(&self) -> bool {
        self.job.as_ref().is_some_and(Job::is_open_ended)
    }

    /// Starts to think. A `go` that is refused is answered like one without a legal move, so that each `go` has its
    /// answer.
    pub fn go(&mut self, mut go: Go) {
        go.banned_moves.clone_from(&self.banned);
        match guarded(|| self.prepare()) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => (self.sink)(Event::Error(Fault::of(&error))),
            Err(panic) => (self.sink)(Event::Error(Fault::of(&panic))),
        }
        let control = self.control(go.ponder);
        self.job = Some(Job {
            control: control.clone(),
            is_bounded: !go.infinite && self.session.is_bounded(&go),
            is_infinite: go.infinite,
            draw_offered: go.draw_offered,
            is_session: true,
            held: None,
        });
        let sink = self.sink.clone();
        let started = guarded(|| self.session.start(&go, control.clone(), sink));
        let Some((fault, is_refused)) = (match started {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some((Fault::of(&error), error != GoError::Thread)),
            Err(panic) => Some((Fault::new(Code::Panic, format!("go: {panic}")), false)),
        }) else {
            return;
        };
        control.stop();
        (self.sink)(Event::Error(fault));
        // A `go` that makes no sense has no answer; one that the system gives no thread for has a legal one.
        let best = if is_refused { Best::default() } else { Best { mv: self.any_move(), ..Best::default() } };
        (self.sink)(if go.perft.is_some() { Event::End } else { Event::Best(best) });
    }

    /// The first legal move that is not banned.
    fn any_move(&self) -> Option<String> {
        let moves = guarded(|| self.session.moves()).unwrap_or_default();
        moves.into_iter().find(|mv| !self.banned.contains(mv))
    }

    /// Runs a job that is not a `go` and needs nothing of the session (a bench). It must send [`Event::End`] last.
    pub fn run(&mut self, job: impl FnOnce(&Control, &Sink) + Send + 'static) {
        let control = self.control(false);
        let (shared, sink) = (control.clone(), self.sink.clone());
        let finish = self.sink.clone();
        let work = move || {
            if let Err(panic) = guarded(|| job(&shared, &sink)) {
                sink(Event::Error(Fault::of(&panic)));
            }
            sink(Event::End);
        };
        self.job = Some(Job {
            control,
            is_bounded: true,
            is_infinite: false,
            draw_offered: false,
            is_session: false,
            held: None,
        });
        // The thread ends after its job.
        if let Err(error) = Thinker::default().place().map(|place| place.run(work)) {
            finish(Event::Error(Fault::of(&error)));
            finish(Event::End);
        }
    }

    /// Ends the job under way soon; its answer comes as an event.
    pub fn stop(&mut self) {
        if let Some(job) = &mut self.job {
            job.control.stop();
            self.release();
        }
    }

    /// The move pondered on was played, perhaps with an offer of a draw: from now on the clock runs.
    pub fn ponderhit(&mut self, draw_offered: bool) {
        if let Some(job) = &mut self.job {
            job.draw_offered |= draw_offered;
            job.control.ponderhit();
            self.release();
        }
    }

    /// Sends a held answer again, now that it is due.
    fn release(&mut self) {
        if let Some(job) = &mut self.job
            && !job.must_hold()
            && let Some(best) = job.held.take()
        {
            (self.sink)(Event::Best(best));
        }
    }

    /// Takes note of an event that came through the sink; returns it if it is to be printed now.
    pub fn receive(&mut self, event: Event) -> Option<Event> {
        match event {
            Event::Best(best) => {
                let job = self.job.as_mut()?;
                if job.must_hold() {
                    job.held = Some(best);
                    return None;
                }
                let draw_offered = job.draw_offered;
                self.close();
                Some(Event::Best(self.decide(best, draw_offered)))
            }
            Event::End => {
                self.close();
                Some(Event::End)
            }
            event @ (Event::Info(_)
            | Event::CurrentMove { .. }
            | Event::Solved(_)
            | Event::MoveValue { .. }
            | Event::AtGoal
            | Event::Spelled { .. }
            | Event::NoWin { .. }
            | Event::ProvenDraw
            | Event::Leaves { .. }
            | Event::Perft { .. }
            | Event::Opening { .. }
            | Event::Text { .. }
            | Event::Error(_)
            | Event::Bench { .. }) => Some(event),
        }
    }

    /// The job is done.
    fn close(&mut self) {
        if let Some(job) = self.job.take()
            && job.is_session
            && let Err(panic) = guarded(|| self.session.finish())
        {
            (self.sink)(Event::Error(Fault::of(&panic)));
        }
    }

    /// Answers a draw offer, and gives up where the options ask for it: a draw is welcome unless the score is above
    /// zero.
    fn decide(&self, mut best: Best, draw_offered: bool) -> Best {
        if let Some(score) = best.score {
            best.draw = draw_offered && score <= Score::DRAW;
            best.resign = self.config.resign && !best.draw && score < RESIGN_BELOW;
        }
        best
    }
}

impl Drop for Engine {
    /// Nobody waits for the answer any more.
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }
}

/// The text of a position file, its lines joined by `;` as the towers' text has them on one line.
fn read_position(path: &str) -> Result<String, FileError> {
    let text = plain_file::read_text(Path::new(path), FILE_LIMIT)?;
    Ok(position_text::one_line(&text))
}
