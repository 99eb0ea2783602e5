//! One session of the engine, in the thread that calls it.

use crate::boards;
use meihua_contracts::clock::Stopwatch;
use meihua_engine::protocol::server::Server;
use meihua_games::GAMES;
use meihua_games::language::Language;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::time::Duration;

/// Time between two checks for input during a search.
const LOOK_EVERY: Duration = Duration::from_millis(8);

/// What the session requires of its host.
#[derive(Clone, Copy)]
pub struct Host {
    /// Receives a line from the engine, without its line feed.
    pub say: fn(&str),
    /// Asks what has arrived during a search.
    pub ask: fn() -> Heard,
}

/// What the host has received.
pub enum Heard {
    /// Nothing.
    Nothing,
    /// A line.
    Line(Vec<u8>),
    /// A line that can only be read once the search is over. A search that only the client can end must end for it.
    More,
}

struct Output(fn(&str));

impl Write for Output {
    /// Accepts whole lines, since the server writes them one by one.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        text.lines().for_each(self.0);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    static SESSION: RefCell<Option<Server<Output>>> = const { RefCell::new(None) };
    static HOST: Cell<Option<Host>> = const { Cell::new(None) };
    /// Whether a line ended the session during a search.
    static IS_OVER: Cell<bool> = const { Cell::new(false) };
    /// Whether errors are also reported in Chinese.
    static WANTS_CHINESE: Cell<bool> = const { Cell::new(false) };
    /// Time since the last check for input.
    static LOOKED: Cell<Option<Stopwatch>> = const { Cell::new(None) };
}

/// Makes sessions that are opened from now on report errors in Chinese too, for a page that shows either language.
pub fn add_chinese() {
    WANTS_CHINESE.set(true);
}

/// Executes a line and thinks, if necessary, until it is answered. Returns `false` once the session is over; the next
/// line starts a new one.
pub fn hear(host: Host, line: &[u8]) -> bool {
    HOST.set(Some(host));
    let mut is_on = with(host, |server| server.hear(line)).unwrap_or(true);
    while is_on {
        let Some(job) = with(host, Server::next_job).flatten() else { return true };
        LOOKED.set(Some(Stopwatch::start()));
        job();
        is_on = !IS_OVER.take() && with(host, |server| server.print_news()).unwrap_or(false);
    }
    SESSION.set(None);
    false
}

/// Calls the session, opening it if necessary; `None` if it is already being called.
fn with<T>(host: Host, work: impl FnOnce(&mut Server<Output>) -> T) -> Option<T> {
    SESSION.with(|session| {
        let mut session = session.try_borrow_mut().ok()?;
        if session.is_none() {
            boards::read_game_files();
            let server = Server::without_threads(GAMES, Output(host.say), listen).ok()?;
            *session = Some(if WANTS_CHINESE.get() {
                server.with_words(|sentence| Language::Zh.text(sentence.clone()))
            } else {
                server
            });
        }
        session.as_mut().map(work)
    })
}

/// Called by a running search at each check: sends output and reads input.
fn listen() {
    let is_due = LOOKED.get().is_none_or(|last| last.elapsed() >= LOOK_EVERY);
    let Some(host) = HOST.get().filter(|_| is_due) else { return };
    with(host, |server| server.print_news());
    loop {
        match (host.ask)() {
            Heard::Nothing => break,
            Heard::More => {
                with(host, Server::make_way);
                break;
            }
            Heard::Line(line) if with(host, |server| server.hear(&line)) == Some(false) => {
                IS_OVER.set(true);
                break;
            }
            Heard::Line(_) => {}
        }
    }
    LOOKED.set(Some(Stopwatch::start()));
}
