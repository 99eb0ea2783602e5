//! The main loop: one thread owns the state, receives lines and events on one channel, and never blocks on a search.
//!
//! A line that arrives during a search is executed at once if possible ([`Urgency`]); otherwise it waits its turn. A
//! search that only the client can end (`go infinite`, `go ponder`) is stopped when a line must wait for it, so that a
//! burst of lines can never block; a limited search runs to its end.

use super::access::Access;
use super::answer::Answer;
use super::backlog::{Backlog, Ticket};
use super::command::{Command, Dialect, PositionCommand, Query, Urgency};
use super::reader::{Input, LINE_LIMIT, read_lines};
use super::{extras, option, render, ucci};
use crate::engine::bench;
use crate::engine::event::{Best, Event, Info, Sink};
use crate::engine::fault::{Code, Coded, Fault};
use crate::engine::genfens::{self, Order};
use crate::engine::go::Go;
use crate::engine::option::Setting;
use crate::engine::registry::{Entry, GAMES};
use crate::engine::state::Engine;
use crate::engine::thinker;
use crate::game::Outcome;
use crate::panics::guarded;
use crate::sentence::Sentence;
use crate::text::shorten;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use thiserror::Error;

/// Maximum size of waiting lines in bytes. Beyond that nothing is read, not even `stop` and `quit`, until some lines
/// are executed.
const BACKLOG_LIMIT: usize = 16 << 20;

enum Message {
    /// A line, with its place among those that wait if lines are read ahead.
    Input(Input, Option<Ticket>),
    Event(Event),
}

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

/// Why the position was not changed, or not as far as requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum ChangeError {
    #[error("flip: this position cannot be flipped")]
    Flip,
    #[error("undo: found {count}, but only {undone} moves could be taken back")]
    Undo { count: usize, undone: usize },
    #[error("redo: found {count}, but only {redone} moves could be replayed")]
    Redo { count: usize, redone: usize },
}

impl Coded for ChangeError {
    fn code(&self) -> Code {
        match self {
            ChangeError::Flip => Code::CannotFlip,
            ChangeError::Undo { .. } => Code::CannotUndo,
            ChangeError::Redo { .. } => Code::CannotRedo,
        }
    }
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
        Ok(Server { engine, dialect, pending, output, messages, unprinted, access: Access::User, words: None })
    }

    /// Executes a line, for a server [without threads](Server::without_threads). Returns `false` once the session is
    /// over; a running search must end then.
    pub fn hear(&mut self, line: &[u8]) -> bool {
        let input = if line.len() > LINE_LIMIT { Input::TooLong } else { Input::Line(line.to_vec()) };
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
        let flow = self.guard(|server| server.take(message));
        if flow == Flow::Exit { flow } else { self.catch_up() }
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
        while let Ok(message) = self.messages.recv() {
            if self.serve(message) == Flow::Exit {
                return;
            }
        }
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
            Message::Input(Input::Line(bytes), ticket) => self.on_line(bytes, ticket),
            Message::Input(Input::TooLong, _) => {
                let message = format!("line too long, expected at most {LINE_LIMIT} bytes");
                self.send_error(Fault::new(Code::LineTooLong, message))
            }
            Message::Input(Input::End, _) => {
                self.pending.push_back(Pending::End);
                Flow::Continue
            }
            Message::Event(event) => match self.engine.receive(event) {
                Some(event) => self.print_event(event),
                None => Flow::Continue,
            },
        }
    }

    /// Handles an input line.
    fn on_line(&mut self, bytes: Vec<u8>, ticket: Option<Ticket>) -> Flow {
        let (line, is_clean) = match String::from_utf8(bytes) {
            Ok(line) => (line, true),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
        };
        log::debug!(">> {line}");
        if !is_clean && self.send_error(Fault::new(Code::NotUtf8, "the line is not valid UTF-8")) == Flow::Exit {
            return Flow::Exit;
        }
        match Command::parse(&line, self.engine.games()) {
            // No guesses are made for names of squares, files and options.
            Ok(Command::Position(_) | Command::SetOption(_) | Command::BanMoves(_) | Command::Probe(_))
                if !is_clean =>
            {
                Flow::Continue
            }
            Ok(command) if self.must_wait(&command) => {
                let (urgency, is_go) = (command.urgency(), matches!(command, Command::Go(..)));
                self.pending.push_back(Pending::Line { text: line, urgency, is_go, _ticket: ticket });
                Flow::Continue
            }
            Ok(command) => self.carry_out(command),
            Err(error) if is_clean => self.send_error(Fault::of(&error)),
            Err(_) => Flow::Continue,
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
        match command.urgency() {
            _ if self.reads_nothing() => true,
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
        while let Some(next) = self.pending.pop_front() {
            let needs_idle = match &next {
                Pending::Line { urgency, .. } => *urgency == Urgency::Idle || self.reads_nothing(),
                Pending::End => true,
            };
            if needs_idle && self.engine.is_thinking() {
                if self.engine.is_open_ended() {
                    self.engine.stop();
                }
                self.pending.push_front(next);
                return Flow::Continue;
            }
            let flow = match next {
                Pending::Line { text, .. } => self.guard(|server| match Command::parse(&text, server.engine.games()) {
                    Ok(command) => server.carry_out(command),
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

    fn carry_out(&mut self, command: Command) -> Flow {
        if let Some(fault) = self.access.refusal(&command, self.engine.games()) {
            return self.send_error(fault);
        }
        match command {
            Command::Nothing => Flow::Continue,
            Command::Quit => self.quit(),
            Command::Hello(dialect) => {
                self.dialect = dialect;
                self.send_answer(Answer::Hello(self.engine.games()))
            }
            Command::IsReady => self.ready(),
            Command::Go(go, error) => {
                let flow = error.map_or(Flow::Continue, |error| self.send_error(Fault::of(&error)));
                if flow == Flow::Exit { flow } else { self.go(*go) }
            }
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => {
                self.engine.ponderhit(draw);
                Flow::Continue
            }
            Command::Query(query) => self.answer(query),
            Command::Probe(position) => self.probe(&position),
            Command::Bench(depth) => self.bench(depth),
            Command::GenFens(order) => self.genfens(&order),
            Command::Show => self.send_answer(Answer::Lines { lines: extras::show(self.engine.session()) }),
            Command::Eval => {
                self.send_answer(Answer::Lines { lines: extras::lines(&self.engine.session().evaluation()) })
            }
            Command::Moves => self.send_answer(Answer::Moves { moves: self.engine.session().moves() }),
            Command::View => self.send_answer(Answer::View { view: Box::new(self.engine.session().view()) }),
            Command::Import(hex) => {
                let first = self.engine.session().name();
                let import = self.engine.saved_games().import(&hex, self.engine.games(), first);
                self.send_answer(Answer::Import { import })
            }
            Command::Export(rest) => {
                let export = self.engine.saved_games().export(&rest, self.engine.games());
                self.send_answer(Answer::Export { export })
            }
            Command::Help => self.send_answer(Answer::Lines { lines: extras::lines(extras::HELP) }),
            Command::SetOption(rest) => self.set_option(&rest),
            Command::BanMoves(moves) => {
                let banned = self.engine.ban(&moves);
                self.report(banned)
            }
            Command::NewGame => {
                self.engine.session_mut().forget();
                Flow::Continue
            }
            Command::Debug(on) => {
                self.engine.configure(|config| config.debug = on);
                Flow::Continue
            }
            Command::Position(position) => {
                let set = self.engine.set_position(&position.base, &position.moves);
                set.map_or_else(|error| self.send_error(Fault::of_position(&error, self.words)), |()| Flow::Continue)
            }
            Command::Flip => {
                let is_flipped = self.engine.session_mut().flip();
                self.report(if is_flipped { Ok(()) } else { Err(ChangeError::Flip) })
            }
            Command::Undo(count) => self.undo(count),
            Command::Redo(count) => self.redo(count),
        }
    }

    /// Prints the error, if any.
    fn report<E: Coded>(&mut self, done: Result<(), E>) -> Flow {
        done.map_or_else(|error| self.send_error(Fault::of(&error)), |()| Flow::Continue)
    }

    fn quit(&mut self) -> Flow {
        if self.dialect == Dialect::Ucci {
            self.send_answer(Answer::Bye);
        }
        Flow::Exit
    }

    fn ready(&mut self) -> Flow {
        let prepared = if self.engine.is_thinking() { Ok(()) } else { self.engine.prepare() };
        let flow = self.report(prepared);
        if flow == Flow::Exit { flow } else { self.send_answer(Answer::ReadyOk) }
    }

    fn probe(&mut self, position: &PositionCommand) -> Flow {
        let probe = self.engine.probe(&position.base, &position.moves);
        if let Err(cause) = &probe
            && self.send_error(Fault::new(cause.code(), format!("probe: {cause}"))) == Flow::Exit
        {
            return Flow::Exit;
        }
        self.send_answer(Answer::Hash(probe.unwrap_or_default()))
    }

    fn bench(&mut self, depth: Option<u32>) -> Flow {
        let depth = match bench::depth(depth) {
            Ok(depth) => depth,
            Err(error) => return self.send_error(Fault::of(&error)),
        };
        let games = self.engine.games();
        self.engine
            .run(move |control, sink| bench::run(games, depth, control, &mut |text| sink(Event::Bench { text })));
        Flow::Continue
    }

    fn undo(&mut self, count: usize) -> Flow {
        let undone = self.engine.session_mut().undo(count);
        self.report(if undone < count { Err(ChangeError::Undo { count, undone }) } else { Ok(()) })
    }

    fn redo(&mut self, count: usize) -> Flow {
        let redone = self.engine.session_mut().redo(count);
        self.report(if redone < count { Err(ChangeError::Redo { count, redone }) } else { Ok(()) })
    }

    fn genfens(&mut self, order: &str) -> Flow {
        let order = match Order::parse(order) {
            Ok(order) => order,
            Err(error) => return self.send_error(Fault::of(&error)),
        };
        let Some(entry) = self.engine.entry() else { return Flow::Continue };
        self.engine.run(move |control, sink| {
            if let Err(error) = genfens::run(entry, &order, control, &mut |fen| sink(Event::Opening { fen })) {
                sink(Event::Error(Fault::of(&error)));
            }
        });
        Flow::Continue
    }

    fn set_option(&mut self, rest: &str) -> Flow {
        if cfg!(feature = "tuning")
            && let Some(done) = super::tuning::set(rest)
        {
            return self.report(done);
        }
        match option::set(&mut self.engine, self.dialect, rest) {
            Ok(Setting::Done) => {
                let remark = self.access.clamp(&mut self.engine);
                remark.map_or(Flow::Continue, |remark| self.send_text(remark))
            }
            Ok(Setting::Adjusted(remark)) => self.send_text(remark),
            Ok(Setting::Foreign) => Flow::Continue,
            Ok(Setting::Unknown(name)) => self.send_text(format!("unknown option {:?}: ignored", shorten(&name))),
            Err(error) => self.send_error(Fault::of(&error)),
        }
    }

    fn go(&mut self, mut go: Go) -> Flow {
        if !self.engine.config().milliseconds {
            for hand in [&mut go.clocks.own, &mut go.clocks.opponent] {
                hand.time = hand.time.map(|seconds| seconds.saturating_mul(1000));
                hand.increment = hand.increment.map(|seconds| seconds.saturating_mul(1000));
            }
        }
        if self.dialect == Dialect::Ucci && go.depth == Some(0) {
            let value = self.engine.session_mut().static_value();
            return self.send_all(&[ucci::static_value(value), ucci::best_move(&Best::default())]);
        }
        self.engine.go(go);
        Flow::Continue
    }

    fn stop(&mut self) -> Flow {
        if self.engine.is_thinking() {
            self.engine.stop();
        } else if self.dialect == Dialect::Ucci {
            return self.send_answer(Answer::Event(Event::Best(Best::default())));
        }
        Flow::Continue
    }

    fn answer(&mut self, query: Query) -> Flow {
        let session = self.engine.session();
        let (verdict, is_first) = (session.verdict(), session.is_first_to_move());
        let boolean = |is: bool| if is { "true" } else { "false" };
        let answer = match query {
            Query::GameOver => boolean(verdict.outcome.is_some()),
            Query::FirstPlayersTurn => boolean(is_first),
            Query::Result => match verdict.outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(outcome) if (outcome == Outcome::Win) == is_first => "p1win",
                Some(_) => "p2win",
            },
        };
        self.send_answer(Answer::Response { answer })
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
        self.send_all(&lines)
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
