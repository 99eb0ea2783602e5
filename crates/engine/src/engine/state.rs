//! The long-running state of the process: the options, the current game, and the job in progress.

use super::config::Config;
use super::error::{EngineError, LookUpError};
use super::event::{Best, Event, Sink};
use super::fault::{Code, Fault};
use super::go::{Go, GoError, distinct};
use super::option::{Kind, OptionError, OptionSpec, Setting};
use super::position_text;
use super::registry::{self, Entry, PositionsOnly, SavedGames};

use super::base::Base;
use super::session::{Probe, ProbeError, Session};
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
    /// Whether it ends by itself once it no longer ponders.
    is_bounded: bool,
    /// Whether the answer waits for `stop`.
    is_infinite: bool,
    draw_offered: bool,
    kind: JobKind,
    /// The answer, if it was found before it was due.
    held: Option<Best>,
}

/// What a job does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JobKind {
    /// Answers a `go`; the session lent its search state to it.
    Go,
    /// Something that needs nothing from the session.
    Other,
    /// Makes the system provide the memory of the next search.
    WarmUp,
}

impl Job {
    /// Whether only a command of the client ends it.
    fn is_open_ended(&self) -> bool {
        !self.is_bounded || self.control.is_pondering()
    }

    fn must_hold(&self) -> bool {
        !self.control.is_stop_sent() && (self.is_infinite || self.control.is_pondering())
    }
}

/// The engine's state. One thread owns it; it never blocks on a search.
pub struct Engine {
    games: &'static [Entry],
    config: Config,
    session: Box<dyn Session>,
    /// Whether the session holds a project.
    is_project: bool,
    /// Why there is no position: the last one was refused. The session holds an earlier one then, about which nothing
    /// may be answered.
    refusal: Option<Fault>,
    job: Option<Job>,
    sink: Sink,
    banned: Vec<String>,
    /// Called during a search, if the serving thread runs the search itself.
    listen: Option<fn()>,
}

impl Engine {
    /// Starts with the first game at its start position; `None` if there are no games.
    pub fn new(games: &'static [Entry], sink: Sink) -> Option<Self> {
        let session = (games.first()?.open)();
        Some(Engine {
            games,
            config: Config::default(),
            session,
            is_project: false,
            refusal: None,
            job: None,
            sink,
            banned: Vec::new(),
            listen: None,
        })
    }

    /// The same engine without a thinking thread: its jobs wait for [`super::thinker::next_job`] and call `listen` now
    /// and then.
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

    /// The registry entry of the current game.
    pub fn entry(&self) -> Option<&'static Entry> {
        registry::find(self.games, self.session.name())
    }

    /// The reader and writer of saved games for the current game.
    pub fn saved_games(&self) -> &'static dyn SavedGames {
        self.entry().map_or(&PositionsOnly, |entry| entry.saved_games)
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes options. Call it while idle.
    pub fn configure(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.session.configure(&self.config);
    }

    /// Sets an option; the dialect decides whether 0 lets the engine choose a number.
    ///
    /// # Errors
    /// The value does not fit, or what it names cannot be used; the old value stays in force.
    pub fn set_option(
        &mut self,
        option: &OptionSpec,
        name: &'static str,
        value: &str,
        zero_is_auto: bool,
    ) -> Result<Setting, OptionError> {
        match option.kind {
            Kind::Variant => {
                self.choose(value).map_err(|cause| OptionError::Refused { name, cause: Box::new(cause) })?;
            }
            Kind::Button => self.session.forget(),
            Kind::Check(_) | Kind::Spin { .. } | Kind::Combo { .. } | Kind::File(_) => {
                let set = option.kind.set(&mut self.config, name, value, zero_is_auto);
                self.session.configure(&self.config);
                return set;
            }
        }
        Ok(Setting::Done)
    }

    /// The current game.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The current game.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.session.as_mut()
    }

    /// Switches to a game by name or alias; does nothing if it is already the current one.
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
        self.refusal = None;
        self.session.configure(&self.config);
        self.banned.clear();
    }

    /// Allocates what a search needs.
    ///
    /// # Errors
    /// Says what could not be allocated; the search works with what there is.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        self.session.prepare()
    }

    /// Sets a position and plays moves from it.
    ///
    /// # Errors
    /// If the position is refused, there is none until one is set ([`Engine::refusal`]); if a move is, the moves before it
    /// stay.
    pub fn set_position(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
        let set = self.set_line(base, moves);
        let refused = set.as_ref().err().filter(|error| error.leaves_no_position());
        self.refusal = refused.map(|error| Fault { code: Code::NoPosition, ..Fault::of(error) });
        set
    }

    /// Notes that the client named a position that cannot be set: there is none from now on.
    pub fn refuse_position(&mut self, fault: Fault) {
        self.refusal = Some(Fault { code: Code::NoPosition, ..fault });
    }

    /// Why there is no position, if the last one was refused.
    pub fn refusal(&self) -> Option<&Fault> {
        self.refusal.as_ref()
    }

    fn set_line(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
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

    /// Sets a position, in a session that can hold it: a session of a project holds projects only.
    fn set_base(&mut self, base: &Base) -> Result<(), EngineError> {
        match base {
            Base::Start => self.session.reset(),
            Base::Fen(fen) => self.session.set_position(fen)?,
            Base::File(path) => self.set_file(path)?,
            Base::Project(path) => self.set_project(path)?,
        }
        Ok(())
    }

    /// Sets the start of a project.
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

    /// Leaves a project for a position of the same game; after an error the project stays.
    fn leave_project(&mut self, base: &Base) -> Result<(), EngineError> {
        let Some(entry) = self.entry() else { return self.set_base(base) };
        let mut session = (entry.open)();
        session.configure(&self.config);
        let project = std::mem::replace(&mut self.session, session);
        let set = self.set_base(base);
        // A saved game with a bad move is set up to that move.
        self.is_project =
            matches!(&set, Err(error) if !matches!(error, EngineError::Cut { .. } | EngineError::Move { .. }));
        if self.is_project {
            self.session = project;
        }
        set
    }

    /// Sets the position in a file, or the end of the first game saved in it.
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

    /// Bans moves until the next position.
    ///
    /// # Errors
    /// Some words are not legal moves here; these are skipped.
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

    /// What the table knows about a position; works during a search, too.
    ///
    /// # Errors
    /// The position, a move or a file cannot be read; the contents of files are not quoted.
    pub fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, LookUpError> {
        let Base::File(path) = base else { return Ok(self.session.probe(base, moves)?) };
        let text = read_position(path)?;
        self.session.probe(&Base::Fen(text), moves).map_err(|error| match error {
            ProbeError::Position(error) => LookUpError::Content { path: shorten(path), cause: error.without_text() },
            other => other.into(),
        })
    }

    /// Whether a job is in progress.
    pub(crate) fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the job in progress waits for a command of the client to end.
    pub(crate) fn is_open_ended(&self) -> bool {
        self.job.as_ref().is_some_and(Job::is_open_ended)
    }

    /// Starts to think. A refused `go` is answered as if there were no legal move, so that each `go` has its answer.
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
            kind: JobKind::Go,
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
        // A `go` that does not apply is answered without a move; one for which the system grants no thread gets a legal
        // move.
        let best = if is_refused { Best::default() } else { Best { mv: self.any_move(), ..Best::default() } };
        (self.sink)(if go.perft.is_some() { Event::End } else { Event::Best(best) });
    }

    /// The first legal move that is not banned.
    fn any_move(&self) -> Option<String> {
        let moves = guarded(|| self.session.moves()).unwrap_or_default();
        moves.into_iter().find(|mv| !self.banned.contains(mv))
    }

    /// Runs a job that is not a `go` and needs nothing from the session (a bench). It must send [`Event::End`] last.
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
            kind: JobKind::Other,
            held: None,
        });
        // The thread ends after its job.
        if let Err(error) = Thinker::default().place().map(|place| place.run(work)) {
            finish(Event::Error(Fault::of(&error)));
            finish(Event::End);
        }
    }

    /// Makes the system provide the memory of the next search while the engine is idle. It is a job that any line ends
    /// which needs an idle engine, until the client waits for it ([`Engine::await_warm_up`]); the next call goes on where
    /// it ended.
    pub(crate) fn warm_up(&mut self) {
        if self.job.is_some() || self.listen.is_some() {
            return;
        }
        let Some(work) = self.session.warm_up() else { return };
        let control = Control::new();
        let mut thinker = Thinker::default();
        let Ok(place) = thinker.place() else {
            work(&control);
            return;
        };
        let (shared, sink) = (control.clone(), self.sink.clone());
        place.run(move || {
            work(&shared);
            sink(Event::End);
        });
        let kind = JobKind::WarmUp;
        self.job = Some(Job { control, is_bounded: false, is_infinite: false, draw_offered: false, kind, held: None });
    }

    /// Whether the memory of the next search is being provided; no other line ends that from now on.
    pub(crate) fn await_warm_up(&mut self) -> bool {
        let job = self.job.as_mut().filter(|job| job.kind == JobKind::WarmUp);
        job.map(|job| job.is_bounded = true).is_some()
    }

    /// The client no longer waits for the memory of the next search: other lines may end the work on it again.
    pub(crate) fn hurry_warm_up(&mut self) {
        if let Some(job) = self.job.as_mut().filter(|job| job.kind == JobKind::WarmUp) {
            job.is_bounded = false;
        }
    }

    /// Whether a job is in progress whose end the client waits for or can ask for.
    pub(crate) fn is_answering(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.kind != JobKind::WarmUp)
    }

    /// Stops the job in progress; its answer arrives as an event.
    pub fn stop(&mut self) {
        if let Some(job) = &mut self.job {
            job.control.stop();
            self.release();
        }
    }

    /// The move pondered on was played, perhaps with a draw offer: the clock runs from now on.
    pub fn ponderhit(&mut self, draw_offered: bool) {
        if let Some(job) = &mut self.job {
            job.draw_offered |= draw_offered;
            job.control.ponderhit();
            self.release();
        }
    }

    /// Sends a held answer once it is due.
    fn release(&mut self) {
        if let Some(job) = &mut self.job
            && !job.must_hold()
            && let Some(best) = job.held.take()
        {
            (self.sink)(Event::Best(best));
        }
    }

    /// Handles an event that came through the sink; returns it if it is to be printed now.
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
                let is_answer = self.is_answering();
                self.close();
                is_answer.then_some(Event::End)
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
            && job.kind == JobKind::Go
            && let Err(panic) = guarded(|| self.session.finish())
        {
            (self.sink)(Event::Error(Fault::of(&panic)));
        }
    }

    /// Answers a draw offer and resigns if the options allow it. A draw is accepted unless the score is above zero.
    fn decide(&self, mut best: Best, draw_offered: bool) -> Best {
        if let Some(score) = best.score {
            best.draw = draw_offered && score <= Score::DRAW;
            best.resign = self.config.resign && !best.draw && score < RESIGN_BELOW;
        }
        best
    }
}

impl Drop for Engine {
    /// No one waits for the answer any more.
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }
}

/// Reads a position file and joins its lines with `;`, as in one-line tower texts.
fn read_position(path: &str) -> Result<String, FileError> {
    let text = plain_file::read_text(Path::new(path), FILE_LIMIT)?;
    Ok(position_text::one_line(&text))
}
