//! The main loop: one thread owns the state, receives lines and events on one channel, and never blocks on a search.
//!
//! A line that arrives during a search is executed at once if possible ([`super::command::Urgency`]); otherwise it waits its turn. A
//! search that only the client can end (`go infinite`, `go ponder`) is stopped when a line must wait for it, so that a
//! burst of lines can never block; a limited search runs to its end.

mod awaited;
mod execute;
mod queue;

use super::access::Access;
use super::answer::Answer;
use super::backlog::{Backlog, Ticket};
use super::command::Dialect;
use super::reader::{self, Input};
use super::{render, ucci};
use crate::engine::event::{Event, Info, Sink};
use crate::engine::fault::{Code, Fault};
use crate::engine::registry::{Entry, GAMES};
use crate::engine::state::Engine;
use crate::engine::thinker;
use crate::panics::guarded;
use crate::sentence::Words;
use awaited::Awaited;
use queue::Pending;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

/// Maximum size of waiting lines in bytes. Beyond that nothing is read, not even `stop` and `quit`, until some lines
/// are executed.
const BACKLOG_LIMIT: usize = 16 << 20;

enum Message {
    /// A line, with its place among those that wait if lines are read ahead.
    Input(Input, Option<Ticket>),
    Event(Event),
}

/// Whether the loop continues; a break ends the session.
type Flow = ControlFlow<()>;

const CONTINUE: Flow = Flow::Continue(());
const EXIT: Flow = Flow::Break(());

/// The server for one client.
pub struct Server<W: Write> {
    engine: Engine,
    dialect: Dialect,
    pending: VecDeque<Pending>,
    output: W,
    messages: Receiver<Message>,
    /// The last line of the current search, if the dialect has no words for it.
    unprinted: Option<Box<Info>>,
    access: Access,
    /// Translates errors, for a client that shows both languages.
    words: Option<Words>,
    awaited: Awaited,
}

fn engine(games: &'static [Entry], sink: Sink) -> io::Result<Engine> {
    Engine::new(games, sink).ok_or_else(|| io::Error::other("expected at least one game"))
}

impl<W: Write> Server<W> {
    /// Serves this crate's games: reads commands from `input` in its own thread and answers on `output`.
    ///
    /// # Errors
    /// The system grants no thread.
    pub fn new(input: impl Read + Send + 'static, output: W) -> io::Result<Self> {
        Server::with_games(GAMES, input, output)
    }

    /// Like [`Server::new`], with your own games; the first is the current one at the start.
    ///
    /// # Errors
    /// There are no games, or the system grants no thread.
    pub fn with_games(games: &'static [Entry], input: impl Read + Send + 'static, output: W) -> io::Result<Self> {
        Server::build(games, reader::lines(input), output, |_| (), |_| true)
    }

    /// `on_read` sees input before it is executed; only wanted events are printed.
    pub(super) fn build(
        games: &'static [Entry],
        input: impl Iterator<Item = Input> + Send + 'static,
        output: W,
        on_read: impl Fn(&Input) + Send + 'static,
        is_wanted: impl Fn(&Event) -> bool + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (sender, messages) = channel();
        let events = sender.clone();
        let sink: Sink = Arc::new(move |event| {
            if is_wanted(&event) {
                // If the receiver is gone, nobody waits for the answer.
                drop(events.send(Message::Event(event)));
            }
        });
        let backlog = Backlog::new(BACKLOG_LIMIT);
        // The thread ends once nobody receives what it reads.
        let read = move || {
            input.chain([Input::End]).all(|input| {
                on_read(&input);
                let ticket = backlog.enter(if let Input::Line(line) = &input { line.len() } else { 0 });
                sender.send(Message::Input(input, Some(ticket))).is_ok()
            })
        };
        std::thread::Builder::new().name("read".to_owned()).spawn(read)?;
        Server::of(engine(games, sink)?, output, messages)
    }

    /// A server for a program with a single thread. The caller passes lines in ([`Server::hear`]) and runs the searches
    /// ([`Server::next_job`]). During a search, `listen` is called from time to time, so that the caller can pass in new lines
    /// ([`Server::hear`] again) and print what is already known ([`Server::print_news`]).
    ///
    /// ```
    /// use meihua_engine::engine::registry::GAMES;
    /// use meihua_engine::protocol::server::Server;
    ///
    /// let mut server = Server::without_threads(GAMES, std::io::stdout(), || ())?;
    /// server.hear(b"go depth 3");
    /// while let Some(job) = server.next_job() {
    ///     job();
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// No games.
    pub fn without_threads(games: &'static [Entry], output: W, listen: fn()) -> io::Result<Self> {
        let (sender, messages) = channel();
        // If the receiver is gone, nobody waits for the answer.
        let sink: Sink = Arc::new(move |event| drop(sender.send(Message::Event(event))));
        Server::of(engine(games, sink)?.thinking_here(listen), output, messages)
    }

    fn of(engine: Engine, output: W, messages: Receiver<Message>) -> io::Result<Self> {
        Ok(Server {
            engine,
            dialect: Dialect::default(),
            pending: VecDeque::new(),
            output,
            messages,
            unprinted: None,
            access: Access::User,
            words: None,
            awaited: Awaited::Nothing,
        })
    }

    /// Executes a line, for a server [without threads](Server::without_threads). Returns `false` once the session is
    /// over; a running search must end then.
    pub fn hear(&mut self, line: &[u8]) -> bool {
        let input = Input::of(line);
        let is_on = self.serve(Message::Input(input, None)).is_continue() && self.print_news();
        if !is_on {
            self.engine.stop();
        }
        is_on
    }

    /// Called when a line waits that cannot be accepted yet: ends a search that only a line can end, such as `go
    /// infinite`.
    pub fn make_way(&mut self) {
        if self.engine.is_open_ended() {
            self.engine.stop();
        }
    }

    /// Prints what the engine has found so far, for a server [without threads](Server::without_threads). Returns
    /// `false` once the session is over.
    pub fn print_news(&mut self) -> bool {
        while let Ok(message) = self.messages.try_recv() {
            if self.serve(message).is_break() {
                return false;
            }
        }
        true
    }

    /// Prints what is known and returns the next job, for a server [without threads](Server::without_threads); must not
    /// be called while a job runs. `None`: nothing to do before the next line.
    pub fn next_job(&mut self) -> Option<impl FnOnce() + use<W>> {
        self.print_news().then(thinker::next_job).flatten()
    }

    /// Executes what has arrived, and what was waiting for it.
    fn serve(&mut self, message: Message) -> Flow {
        self.guard(|server| server.take(message))?;
        self.catch_up()?;
        if !self.awaited.is_leaving() {
            self.engine.warm_up();
        }
        CONTINUE
    }

    /// The same server with this access.
    #[must_use]
    pub fn within(mut self, access: Access) -> Self {
        access.clamp(&mut self.engine);
        self.access = access;
        self
    }

    /// The same server for a client that also shows errors in another language.
    #[must_use]
    pub fn with_words(mut self, words: Words) -> Self {
        self.words = Some(words);
        self
    }

    /// Serves until `quit`, the end of the input, or the end of the output.
    pub fn run(mut self) {
        loop {
            let message = match self.awaited.time_left() {
                None => self.messages.recv().map_err(RecvTimeoutError::from),
                Some(time) => self.messages.recv_timeout(time),
            };
            let flow = match message {
                Ok(message) => self.serve(message),
                Err(RecvTimeoutError::Timeout) => self.wait_no_longer(),
                Err(RecvTimeoutError::Disconnected) => EXIT,
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Goes on without the answer that did not come in time.
    fn wait_no_longer(&mut self) -> Flow {
        if self.awaited.is_leaving() {
            return self.leave();
        }
        self.engine.hurry_warm_up();
        self.send_owed_readyok()?;
        self.catch_up()
    }

    /// Sends the `readyok` for every `isready` that waits for one.
    fn send_owed_readyok(&mut self) -> Flow {
        (0..self.awaited.take_owed()).try_for_each(|_| self.send_answer(Answer::ReadyOk))
    }

    /// Runs `work`. If it panics, the client gets an error and the process continues.
    fn guard(&mut self, work: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let done = guarded(|| work(self));
        done.unwrap_or_else(|cause| {
            self.send_error(Fault::new(Code::Panic, format!("the line could not be executed ({cause})")))
        })
    }

    fn take(&mut self, message: Message) -> Flow {
        match message {
            Message::Input(..) if self.awaited.is_leaving() => CONTINUE,
            Message::Input(Input::Line(bytes), ticket) => self.on_line(bytes, ticket),
            Message::Input(Input::TooLong { start }, _) => self.on_long_line(&start),
            Message::Input(Input::End, _) => {
                self.pending.push_back(Pending::End);
                CONTINUE
            }
            Message::Event(event) => match self.engine.receive(event) {
                Some(event) => self.print_event(event),
                None if self.engine.is_thinking() => CONTINUE,
                None => self.send_owed_readyok(),
            },
        }
    }

    fn print_event(&mut self, mut event: Event) -> Flow {
        if let (Event::Solved(solved), Some(words)) = (&mut event, self.words) {
            solved.facts.translated = solved.facts.why.iter().map(words).collect();
        }
        if let Event::Best(_) = event
            && let Some(bound) = self.unprinted.take()
        {
            self.send(&ucci::bound(&bound))?;
        }
        let answer = Answer::Event(event);
        let lines = render::lines(self.dialect, &answer);
        if let Answer::Event(Event::Info(info)) = answer {
            self.unprinted = lines.is_empty().then_some(info);
        }
        self.send_all(&lines)?;
        if self.awaited.is_leaving() && !self.engine.is_thinking() { self.leave() } else { CONTINUE }
    }

    fn send_error(&mut self, fault: Fault) -> Flow {
        self.send_answer(Answer::Event(Event::Error(fault)))
    }

    fn send_text(&mut self, text: String) -> Flow {
        self.send_answer(Answer::Event(Event::Text { text, translated: None }))
    }

    fn send_answer(&mut self, answer: Answer) -> Flow {
        self.send_all(&render::lines(self.dialect, &answer))
    }

    fn send_all(&mut self, lines: &[String]) -> Flow {
        lines.iter().try_for_each(|line| self.send(line))
    }

    /// One write per line, because a harness may wait for it. An output that fails ends the process.
    fn send(&mut self, line: &str) -> Flow {
        log::debug!("<< {line}");
        let written = self.output.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.output.flush());
        if written.is_ok() { CONTINUE } else { EXIT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    thread_local! {
        static ALONE: RefCell<Option<Server<Vec<u8>>>> = const { RefCell::new(None) };
        /// A line that arrives while a job runs.
        static LATE: RefCell<Option<&'static str>> = const { RefCell::new(None) };
    }

    fn listen() {
        let late = LATE.take();
        ALONE.with_borrow_mut(|alone| {
            let server = alone.as_mut().expect("a server that thinks");
            server.print_news();
            late.is_none_or(|line| server.hear(line.as_bytes()))
        });
    }

    /// The answers of a server without threads to these lines. `late` arrives during the search for the last one.
    fn alone(lines: &[&str], late: Option<&'static str>) -> String {
        ALONE.set(Some(Server::without_threads(GAMES, Vec::new(), listen).unwrap()));
        for (number, line) in lines.iter().enumerate() {
            if number + 1 == lines.len() {
                LATE.set(late);
            }
            ALONE.with_borrow_mut(|alone| alone.as_mut().unwrap().hear(line.as_bytes()));
            while let Some(job) = ALONE.with_borrow_mut(|alone| alone.as_mut().unwrap().next_job()) {
                job();
            }
        }
        String::from_utf8(ALONE.take().unwrap().output).unwrap()
    }

    /// The answers of a server with threads, line by line.
    fn beside(lines: &[&str]) -> String {
        let mut output = Vec::new();
        Server::new(io::Cursor::new(lines.join("\n").into_bytes()), &mut output).unwrap().run();
        String::from_utf8(output).unwrap()
    }

    /// A transcript without anything that depends on timing, including the order of lines in a burst.
    fn timeless(text: &str) -> Vec<String> {
        let words = |line: &str| {
            let mut words: Vec<&str> = line.split(' ').collect();
            for name in ["time", "nps"] {
                if let Some(at) = words.iter().position(|word| *word == name) {
                    words.drain(at..(at + 2).min(words.len()));
                }
            }
            words.join(" ")
        };
        let mut lines: Vec<String> = text.lines().map(words).collect();
        lines.sort();
        lines
    }

    #[test]
    fn a_server_without_threads_answers_as_one_with_them() {
        let mut lines: Vec<String> =
            ["uci", "isready", "go depth 6", "go nodes 3000", "go perft 2"].map(str::to_owned).into();
        for entry in GAMES {
            lines.push(format!("setoption name UCI_Variant value {}", entry.name));
            lines.extend(["go nodes 2000", "view", "nonsense"].map(str::to_owned));
        }
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        // The other way round, this thread would leave nothing for another one.
        let (other, own) = (beside(&lines), alone(&lines, None));
        assert!(own.lines().count() > 60, "{own}");
        assert_eq!(timeless(&own), timeless(&other));
    }

    #[test]
    fn a_server_without_threads_hears_while_it_thinks() {
        for late in ["stop", "position startpos", "quit"] {
            let text = alone(&["go infinite"], Some(late));
            assert_eq!(text.matches("bestmove").count(), 1, "{late}: {text}");
        }
        let text = alone(&["json", "go depth 8"], Some("isready"));
        let (ready, best) = (text.find("readyok"), text.find("bestmove"));
        assert!(ready.is_some() && ready < best, "{text}");
        let text = alone(&["bench 9"], Some("stop"));
        assert!(!text.contains("nps") || text.contains("stopped"), "{text}");
    }
}
