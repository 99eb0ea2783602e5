//! `Engine` and `Search`: the engine's own session in its own thread. It keeps its table between searches.

use crate::error;
use crate::info::{BestMove, Info};
use crate::number::{Number, amount, plies};
use crate::position::Position;
use crate::solution::SIGNAL_INTERVAL;
use meihua_engine::control::Control;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::event::{Best, Event};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::session::Session;
use meihua_engine::rules::Rules;
use meihua_engine::text::Notation;
use pyo3::prelude::*;
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A request to search.
struct Job {
    game: &'static Entry,
    start: String,
    moves: Vec<String>,
    rules: Rules,
    lines: usize,
    go: Go,
    control: Control,
    news: Sender<News>,
}

/// A message from the thread.
enum News {
    Info(Info),
    Best(Best),
    Error(String),
}

/// The state of the thread: the session of the game that was searched last.
struct Desk {
    config: Config,
    session: Option<(&'static Entry, Box<dyn Session>)>,
}

impl Desk {
    fn run(&mut self, job: &Job) -> Result<(), String> {
        // Entries live as long as the process. Games of different texts may share a name.
        let known = self.session.take().filter(|(entry, _)| std::ptr::eq(*entry, job.game));
        let (_, session) = self.session.insert(known.unwrap_or_else(|| (job.game, (job.game.open)())));
        self.config.rules = job.rules;
        self.config.multi_pv = job.lines;
        session.configure(&self.config);
        session.prepare().map_err(|error| error.to_string())?;
        session.set_position(&job.start).map_err(|error| error.to_string())?;
        for mv in &job.moves {
            session.play(mv).map_err(|error| error.to_string())?;
        }
        let (done, wait) = channel();
        let (news, done) = (Mutex::new(job.news.clone()), Mutex::new(done));
        let sink = move |event: Event| {
            let send = |what| news.lock().unwrap_or_else(PoisonError::into_inner).send(what).is_ok();
            // If the search was dropped, nobody wants its result.
            let _ = match event {
                Event::Info(info) => send(News::Info((*info).into())),
                Event::Error(fault) => send(News::Error(fault.message)),
                Event::Best(best) => {
                    let sent = send(News::Best(best));
                    let _ = done.lock().unwrap_or_else(PoisonError::into_inner).send(());
                    sent
                }
                _ => true,
            };
        };
        session.start(&job.go, job.control.clone(), Arc::new(sink)).map_err(|error| error.to_string())?;
        // The sink goes away with the thinking thread, so this loop ends even if nothing is sent.
        let _ = wait.recv();
        session.finish();
        Ok(())
    }
}

/// A process has the threads that it started itself: after a fork, the child has none of its parent's engines.
fn check_process(owner: u32) -> PyResult<()> {
    if process::id() == owner {
        return Ok(());
    }
    Err(error::plain("the engine belongs to the process before a fork; make another Engine in this one"))
}

/// A search engine that keeps its hash table between searches. It runs one search at a time, in the order of the calls;
/// a new search ends one without a limit. After `os.fork`, the child needs an Engine of its own: this one raises
/// `MeihuaError` there. `hash` is in megabytes.
#[pyclass(module = "meihua", frozen)]
pub(crate) struct Engine {
    jobs: Mutex<Jobs>,
    process: u32,
}

/// The way to the thread.
struct Jobs {
    queue: Sender<Job>,
    /// The last search, if it has no limit.
    unlimited: Option<Control>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash = Number(16), threads = Number(1)), text_signature = "(*, hash=16, threads=1)")]
    fn new(hash: Number, threads: Number) -> PyResult<Engine> {
        let (hash, threads) = (hash.within("hash", 1..=65_536)?, threads.within("threads", 1..=256)?);
        let (jobs, inbox) = channel::<Job>();
        thread::Builder::new()
            .name("meihua".to_owned())
            .spawn(move || {
                let mut desk = Desk { config: Config { hash, threads, ..Config::default() }, session: None };
                for job in inbox {
                    if let Err(words) = desk.run(&job) {
                        let _ = job.news.send(News::Error(words));
                    }
                }
            })
            .map_err(error::plain)?;
        Ok(Engine { jobs: Mutex::new(Jobs { queue: jobs, unlimited: None }), process: process::id() })
    }

    /// Start a search and return at once. Without a limit it runs until `stop()`, or until another search is started; a
    /// puzzle ends once its value is proven. The first limit that is reached ends the search.
    #[pyo3(
        signature = (position, *, depth = None, nodes = None, movetime = None, mate = None, multipv = Number(1),
            searchmoves = None),
        text_signature = "($self, position, *, depth=None, nodes=None, movetime=None, mate=None, multipv=1, \
            searchmoves=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn search(
        &self,
        position: &Position,
        depth: Option<Number>,
        nodes: Option<Number>,
        movetime: Option<Number>,
        mate: Option<Number>,
        multipv: Number,
        searchmoves: Option<Vec<String>>,
    ) -> PyResult<Search> {
        check_process(self.process)?;
        let (depth, mate) = (plies("depth", depth)?, plies("mate", mate)?);
        let (nodes, movetime) = (amount("nodes", nodes)?, amount("movetime", movetime)?);
        let lines = multipv.within("multipv", 1..=500)?;
        let board = position.board();
        let search_moves = searchmoves.unwrap_or_default();
        let spelled = search_moves.iter().map(|mv| board.spell(mv, Notation::Wire));
        let search_moves = spelled.collect::<PyResult<Vec<String>>>()?;
        let (news, inbox) = channel();
        let control = Control::new();
        let bounded = depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some();
        let infinite = !bounded && board.is_contest();
        let job = Job {
            game: position.entry()?,
            start: board.start_fen(),
            moves: board.history(Notation::Wire),
            rules: position.rules(),
            lines,
            go: Go { depth, nodes, movetime, mate, infinite, search_moves, ..Go::default() },
            control: control.clone(),
            news,
        };
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = jobs.unlimited.take() {
            before.stop();
        }
        jobs.unlimited = (!bounded).then(|| control.clone());
        jobs.queue.send(job).map_err(|_| error::plain("the engine failed"))?;
        Ok(Search { reports: Mutex::new(Reports { inbox, last: None, end: None }), control, process: self.process })
    }
}

/// What a search has reported. Threads that share a search take turns; each gets the same end.
struct Reports {
    inbox: Receiver<News>,
    last: Option<Info>,
    end: Option<Result<BestMove, String>>,
}

impl Reports {
    /// The next line, or the end; None if there is nothing new yet.
    fn next(&mut self) -> Option<Result<Info, Result<BestMove, String>>> {
        if let Some(end) = &self.end {
            return Some(Err(end.clone()));
        }
        let end = match self.inbox.recv_timeout(SIGNAL_INTERVAL) {
            Ok(News::Info(info)) => {
                if info.is_first() {
                    self.last = Some(info.clone());
                }
                return Some(Ok(info));
            }
            Ok(News::Best(best)) => Ok(BestMove::of(best, self.last.clone())),
            Ok(News::Error(words)) => Err(words),
            Err(RecvTimeoutError::Disconnected) => Err("the search ended without an answer".to_owned()),
            Err(RecvTimeoutError::Timeout) => return None,
        };
        self.end = Some(end.clone());
        Some(Err(end))
    }
}

/// A running search: iterate over its `Info` reports, then call `result()`. Ctrl-C stops it.
#[pyclass(module = "meihua", frozen)]
pub(crate) struct Search {
    reports: Mutex<Reports>,
    control: Control,
    process: u32,
}

impl Search {
    /// The next line, or the result at the end. Waits without the interpreter's lock; Ctrl-C stops the search.
    fn next(&self, py: Python<'_>) -> PyResult<Result<Info, BestMove>> {
        check_process(self.process)?;
        loop {
            match py.detach(|| self.reports.lock().unwrap_or_else(PoisonError::into_inner).next()) {
                Some(Ok(info)) => return Ok(Ok(info)),
                Some(Err(end)) => return end.map(Err).map_err(error::plain),
                None => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.control.stop();
                return Err(interrupt);
            }
        }
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        Ok(self.next(py)?.ok())
    }

    /// Stop the search; `result` then returns the best move so far.
    fn stop(&self) {
        self.control.stop();
    }

    /// Wait for the search to end and return its result.
    fn result(&self, py: Python<'_>) -> PyResult<BestMove> {
        loop {
            if let Err(best) = self.next(py)? {
                return Ok(best);
            }
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
    }
}
