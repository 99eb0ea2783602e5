//! The work in progress: a `go`, another job of a command, or the memory of the next search.

use super::Engine;
use crate::control::Control;
use crate::engine::book;
use crate::engine::event::{Best, Event, Sink};
use crate::engine::fault::{Code, Fault};
use crate::engine::go::{Go, GoError};
use crate::engine::thinker::Thinker;
use crate::panics::guarded;
use crate::score::Score;

/// The engine resigns below this score, if resigning is allowed.
const RESIGN_BELOW: Score = Score::from_raw(-1500);

/// The work in progress.
pub(super) struct Job {
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

impl Engine {
    /// Flags for a job.
    fn control(&self, is_pondering: bool) -> Control {
        let control = if is_pondering { Control::pondering() } else { Control::new() };
        match self.listen {
            Some(listen) => control.listening(listen),
            None => control,
        }
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
            is_bounded: !go.infinite && self.session().is_bounded(&go),
            is_infinite: go.infinite,
            draw_offered: go.draw_offered,
            kind: JobKind::Go,
            held: None,
        });
        if let Some(best) = self.book_move(&go) {
            control.stop();
            (self.sink)(Event::Best(best));
            return;
        }
        let sink = self.sink.clone();
        let started = guarded(|| self.session_mut().start(&go, control.clone(), sink));
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

    /// The answer of the opening book, if it has one.
    fn book_move(&mut self, go: &Go) -> Option<Best> {
        let config = self.config().clone();
        let book = config.book.as_ref()?;
        let session = self.session_mut();
        let chosen =
            guarded(|| book::choose(book, session, &config, go)).unwrap_or_else(|panic| Err(panic.to_string()));
        let (mv, text) = match chosen {
            Ok(chosen) => chosen?,
            Err(cause) => {
                (self.sink)(Event::Text { text: format!("book: {cause}"), translated: None });
                return None;
            }
        };
        (self.sink)(Event::Text { text, translated: None });
        Some(Best { mv: Some(mv), ..Best::default() })
    }

    /// The first legal move that is not banned.
    fn any_move(&self) -> Option<String> {
        let moves = guarded(|| self.session().moves()).unwrap_or_default();
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
        let Some(work) = self.session_mut().warm_up() else { return };
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
            | Event::AtGoal(_)
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
            && let Err(panic) = guarded(|| self.session_mut().finish())
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
