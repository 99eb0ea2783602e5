//! The main loop: one thread owns the state, receives lines and events on one channel, and never blocks on a search.
//!
//! A line that arrives during a search is executed at once if possible ([`Urgency`]); otherwise it waits its turn. A
//! search that only the client can end (`go infinite`, `go ponder`) is stopped when a line must wait for it, so that a
//! burst of lines can never block; a limited search runs to its end.

mod execute;

use super::access::Access;
use super::answer::Answer;
use super::backlog::{Backlog, Ticket};
use super::command::{Command, Dialect, Urgency};
use super::reader::{Input, LINE_LIMIT, read_lines};
use super::{render, ucci};
use crate::clock::Stopwatch;
use crate::engine::event::{Event, Info, Sink};
use crate::engine::fault::{Code, Fault};
use crate::engine::registry::{Entry, GAMES};
use crate::engine::state::Engine;
use crate::engine::thinker;
use crate::panics::guarded;
use crate::sentence::Sentence;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Maximum size of waiting lines in bytes. Beyond that nothing is read, not even `stop` and `quit`, until some lines
/// are executed.
const BACKLOG_LIMIT: usize = 16 << 20;

enum Message {
    /// A line, with its place among those that wait if lines are read ahead.
    Input(Input, Option<Ticket>),
    Event(Event),
}

/// How long `quit` waits for the answer of the search that it stops, before the session ends without it.
const LEAVING: Duration = Duration::from_millis(500);

/// How long `readyok` waits for the memory of the table. On a machine without a processor to spare, a large one takes
/// longer, and clients take an engine that does not answer for dead.
const READY_WITHIN: Duration = Duration::from_secs(4);

/// A position of which nothing may be guessed, because the line was no text or too long. The client has been told.
const UNREADABLE: &str = "\u{fffd}";

/// Something that waits for the engine to be idle.
enum Pending {
    /// A parsable line, kept as received, which takes a tenth of the memory.
    Line {
        text: String,
        urgency: Urgency,
        is_go: bool,
        _ticket: Option<Ticket>,
    },
    End,
}

/// Whether the loop continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Exit,
}

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
    /// Whether the client has sent `quit`, and only the answer of the stopped search is waited for.
    is_leaving: bool,
    /// How many `readyok` are owed, for when the memory of the next search is there.
    owed_readyok: usize,
    /// Since when an answer is waited for that is not waited for in vain: [`LEAVING`], [`READY_WITHIN`].
    waiting: Option<Stopwatch>,
}

/// Translates a sentence.
pub type Words = fn(&Sentence) -> String;

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
        Server::build(games, input, output, |_| (), |_| true)
    }

    /// `on_read` sees input before it is executed; only wanted events are printed.
    pub(super) fn build(
        games: &'static [Entry],
        input: impl Read + Send + 'static,
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
        let on_input = move |input: Input| {
            on_read(&input);
            let ticket = backlog.enter(if let Input::Line(line) = &input { line.len() } else { 0 });
            sender.send(Message::Input(input, Some(ticket))).is_ok()
        };
        std::thread::Builder::new().name("read".to_owned()).spawn(move || read_lines(input, on_input))?;
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
        let (dialect, pending, unprinted) = (Dialect::default(), VecDeque::new(), None);
        let (access, words, is_leaving, owed_readyok) = (Access::User, None, false, 0);
        Ok(Server {
            engine,
            dialect,
            pending,
            output,
            messages,
            unprinted,
            access,
            words,
            is_leaving,
            owed_readyok,
            waiting: None,
        })
    }

    /// Executes a line, for a server [without threads](Server::without_threads). Returns `false` once the session is
    /// over; a running search must end then.
    pub fn hear(&mut self, line: &[u8]) -> bool {
        let input = Input::of(line);
        let is_on = self.serve(Message::Input(input, None)) == Flow::Continue && self.print_news();
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
            if self.serve(message) == Flow::Exit {
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
        let mut flow = self.guard(|server| server.take(message));
        if flow == Flow::Continue {
            flow = self.catch_up();
        }
        if flow == Flow::Continue && !self.is_leaving {
            self.engine.warm_up();
        }
        flow
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
            let message = match self.time_to_wait() {
                None => self.messages.recv().map_err(RecvTimeoutError::from),
                Some(time) => self.messages.recv_timeout(time),
            };
            let flow = match message {
                Ok(message) => self.serve(message),
                Err(RecvTimeoutError::Timeout) => self.wait_no_longer(),
                Err(RecvTimeoutError::Disconnected) => Flow::Exit,
            };
            if flow == Flow::Exit {
                return;
            }
        }
    }

    /// How long an answer may still take, if one is waited for that need not come.
    fn time_to_wait(&self) -> Option<Duration> {
        let limit = if self.is_leaving { LEAVING } else { READY_WITHIN };
        let is_waiting = self.is_leaving || self.owed_readyok > 0;
        self.waiting.filter(|_| is_waiting).map(|since| limit.saturating_sub(since.elapsed()))
    }

    /// Goes on without the answer that did not come in time.
    fn wait_no_longer(&mut self) -> Flow {
        if self.is_leaving {
            return self.leave();
        }
        self.engine.hurry_warm_up();
        let flow = self.send_owed_readyok();
        if flow == Flow::Exit { flow } else { self.catch_up() }
    }

    /// Sends the `readyok` for every `isready` that waits for one.
    fn send_owed_readyok(&mut self) -> Flow {
        for _ in 0..std::mem::take(&mut self.owed_readyok) {
            if self.send_answer(Answer::ReadyOk) == Flow::Exit {
                return Flow::Exit;
            }
        }
        Flow::Continue
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
            Message::Input(..) if self.is_leaving => Flow::Continue,
            Message::Input(Input::Line(bytes), ticket) => self.on_line(bytes, ticket),
            Message::Input(Input::TooLong { start }, ticket) => {
                let message = format!("line too long, expected at most {LINE_LIMIT} bytes");
                let flow = self.send_error(Fault::new(Code::LineTooLong, message));
                let start = String::from_utf8_lossy(&start);
                match Command::parse(&start, self.engine.games()) {
                    Ok(Command::Position(_)) if flow == Flow::Continue => {
                        self.on_line(format!("position {UNREADABLE}").into_bytes(), ticket)
                    }
                    _ => flow,
                }
            }
            Message::Input(Input::End, _) => {
                self.pending.push_back(Pending::End);
                Flow::Continue
            }
            Message::Event(event) => match self.engine.receive(event) {
                Some(event) => self.print_event(event),
                None if self.engine.is_thinking() => Flow::Continue,
                None => self.send_owed_readyok(),
            },
        }
    }

    /// Handles an input line.
    fn on_line(&mut self, bytes: Vec<u8>, ticket: Option<Ticket>) -> Flow {
        let (mut line, is_clean) = match String::from_utf8(bytes) {
            Ok(line) => (line, true),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
        };
        log::debug!(">> {line}");
        if !is_clean && self.send_error(Fault::new(Code::NotUtf8, "the line is not valid UTF-8")) == Flow::Exit {
            return Flow::Exit;
        }
        let mut command = Command::parse(&line, self.engine.games());
        if !is_clean && matches!(command, Ok(Command::Position(_))) {
            line = format!("position {UNREADABLE}");
            command = Command::parse(&line, self.engine.games());
        }
        match command {
            // No guesses are made for names of squares, files and options.
            Ok(Command::SetOption(_) | Command::BanMoves(_) | Command::Probe(_)) if !is_clean => Flow::Continue,
            Ok(command) if self.must_wait(&command) => {
                if command == Command::Quit {
                    self.engine.hurry_warm_up();
                }
                let (urgency, is_go) = (command.urgency(), matches!(command, Command::Go(..)));
                self.pending.push_back(Pending::Line { text: line, urgency, is_go, _ticket: ticket });
                Flow::Continue
            }
            Ok(command) => self.carry_out_line(&line, command),
            Err(error) if is_clean => self.send_error(Fault::of(&error)),
            Err(_) => Flow::Continue,
        }
    }

    /// Executes the command of a line, and names a word that it does not take.
    fn carry_out_line(&mut self, line: &str, command: Command) -> Flow {
        match Command::surplus(line) {
            Some(error) if self.send_error(Fault::of(&error)) == Flow::Exit => Flow::Exit,
            _ => self.carry_out(command),
        }
    }

    /// Whether a command that has just arrived must wait for the work in progress.
    fn must_wait(&self, command: &Command) -> bool {
        if !self.engine.is_thinking() {
            return false;
        }
        // In a burst, `stop` and `ponderhit` refer to the `go` before them, which may not have started.
        let is_for_later = matches!(command, Command::Stop | Command::PonderHit { .. })
            && self.pending.iter().any(|pending| matches!(pending, Pending::Line { is_go: true, .. }));
        // The engine only prepares itself: lines keep their order.
        let keeps_order = !self.engine.is_answering();
        let is_behind = !self.pending.is_empty() || (self.owed_readyok > 0 && *command != Command::IsReady);
        match command.urgency() {
            _ if self.reads_nothing() => true,
            _ if keeps_order && is_behind => true,
            Urgency::Now => is_for_later,
            Urgency::Aside => !self.pending.is_empty(),
            Urgency::Idle => true,
        }
    }

    /// UCCI's `batch`: nothing is read during a search that ends by itself.
    fn reads_nothing(&self) -> bool {
        self.engine.config().batch && self.engine.is_thinking() && !self.engine.is_open_ended()
    }

    /// Executes what was waiting, as far as possible.
    fn catch_up(&mut self) -> Flow {
        while let Some(mut next) = self.pending.pop_front() {
            let needs_idle = match &next {
                Pending::Line { urgency, .. } => {
                    *urgency == Urgency::Idle || self.reads_nothing() || self.owed_readyok > 0
                }
                Pending::End => true,
            };
            if needs_idle && self.engine.is_thinking() {
                if self.engine.is_open_ended() {
                    self.engine.stop();
                }
                self.pending.push_front(next);
                let Some(urgent) = self.take_urgent() else { return Flow::Continue };
                next = urgent;
            }
            let flow = match next {
                Pending::Line { text, .. } => self.guard(|server| match Command::parse(&text, server.engine.games()) {
                    Ok(command) => server.carry_out_line(&text, command),
                    Err(error) => server.send_error(Fault::of(&error)),
                }),
                Pending::End => Flow::Exit,
            };
            if flow == Flow::Exit {
                return Flow::Exit;
            }
        }
        Flow::Continue
    }

    /// The next waiting line that would have been executed at once if the search in progress had already run when the line
    /// came, such as a `stop`. Lines behind another `go` are about that one.
    fn take_urgent(&mut self) -> Option<Pending> {
        if !self.engine.is_answering() || self.reads_nothing() {
            return None;
        }
        let is_urgent = |pending: &Pending| matches!(pending, Pending::Line { urgency: Urgency::Now, .. });
        let is_go = |pending: &Pending| matches!(pending, Pending::Line { is_go: true, .. });
        let end = self.pending.iter().position(is_go).unwrap_or(self.pending.len());
        let at = self.pending.iter().take(end).position(is_urgent)?;
        self.pending.remove(at)
    }

    fn print_event(&mut self, event: Event) -> Flow {
        if let Event::Best(_) = event
            && let Some(bound) = self.unprinted.take()
            && self.send(&ucci::bound(&bound)) == Flow::Exit
        {
            return Flow::Exit;
        }
        let answer = Answer::Event(event);
        let lines = render::lines(self.dialect, &answer);
        if let Answer::Event(Event::Info(info)) = answer {
            self.unprinted = lines.is_empty().then_some(info);
        }
        let flow = self.send_all(&lines);
        let is_last = self.is_leaving && !self.engine.is_thinking();
        if is_last && flow == Flow::Continue { self.leave() } else { flow }
    }

    fn send_error(&mut self, fault: Fault) -> Flow {
        self.send_answer(Answer::Event(Event::Error(fault)))
    }

    fn send_text(&mut self, text: String) -> Flow {
        self.send_answer(Answer::Event(Event::Text { text }))
    }

    fn send_answer(&mut self, answer: Answer) -> Flow {
        self.send_all(&render::lines(self.dialect, &answer))
    }

    fn send_all(&mut self, lines: &[String]) -> Flow {
        for line in lines {
            if self.send(line) == Flow::Exit {
                return Flow::Exit;
            }
        }
        Flow::Continue
    }

    /// One write per line, because a harness may wait for it. An output that fails ends the process.
    fn send(&mut self, line: &str) -> Flow {
        log::debug!("<< {line}");
        let written = self.output.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.output.flush());
        if written.is_ok() { Flow::Continue } else { Flow::Exit }
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
