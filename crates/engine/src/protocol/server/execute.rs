//! What the server does for each command.

use super::{CONTINUE, EXIT, Flow, Server};
use crate::engine::bench;
use crate::engine::book;
use crate::engine::event::{Best, Event};
use crate::engine::fault::{Code, Coded, Fault, Translated};
use crate::engine::genfens::{self, Order};
use crate::engine::go::Go;
use crate::engine::option::Setting;
use crate::engine::session::Probe;
use crate::engine::view::View;
use crate::game::Outcome;
use crate::protocol::answer::Answer;
use crate::protocol::command::{Command, Dialect, PositionCommand, Query};
use crate::protocol::{extras, option, tuning, ucci};
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::shorten;
use std::io::Write;
use thiserror::Error;

/// Why the position was not changed, or not as far as requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum ChangeError {
    #[error("flip: this position cannot be flipped")]
    Flip,
    #[error("undo: found {count}, but no more than {undone} could be taken back")]
    Undo { count: usize, undone: usize },
    #[error("redo: found {count}, but no more than {redone} could be replayed")]
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

impl<W: Write> Server<W> {
    /// Executes a command, if the client's access allows it.
    pub(super) fn carry_out(&mut self, command: Command) -> Flow {
        if let Some(fault) = self.access.refusal(&command, self.engine.games()) {
            if matches!(command, Command::Position(_)) {
                self.engine.refuse_position(fault.clone());
            }
            return self.send_error(fault);
        }
        if let Some(fault) = self.engine.refusal().cloned()
            && let Some(answers) = self.empty_answer(&command)
        {
            self.send_error(fault)?;
            return answers.into_iter().try_for_each(|answer| self.send_answer(answer));
        }
        match command {
            Command::Nothing => CONTINUE,
            Command::Quit => self.quit(),
            Command::Hello(dialect) => {
                self.dialect = dialect;
                self.send_answer(Answer::Hello(self.engine.games()))
            }
            Command::IsReady => self.ready(),
            Command::Go(go, error) => {
                self.report(error.map_or(Ok(()), Err))?;
                self.go(*go)
            }
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => {
                self.engine.ponderhit(draw);
                CONTINUE
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
                let import = self.engine.saved_games().import(&hex, self.engine.games(), first, self.words);
                self.send_answer(Answer::Import { import })
            }
            Command::Export(rest) => {
                let export = self.engine.saved_games().export(&rest, self.engine.games());
                self.send_answer(Answer::Export { export })
            }
            Command::Explore => {
                let session = self.engine.session();
                let (game, fen) = (session.name(), session.fen());
                let found = book::bookcase().and_then(|own| own.explore(&self.engine.config().library, game, &fen));
                self.answer_of_library(found.map(|explore| Answer::Explore { explore }))
            }
            Command::Library(rest) => {
                let found = book::bookcase().and_then(|own| own.ask(&self.engine.config().library, &rest, self.words));
                self.answer_of_library(found.map(|library| Answer::Library { library }))
            }
            Command::Help => self.send_answer(Answer::Lines { lines: extras::lines(extras::HELP) }),
            Command::SetOption(rest) => self.set_option(&rest),
            Command::BanMoves(moves) => {
                let banned = self.engine.ban(&moves);
                self.report(banned)
            }
            Command::NewGame => {
                self.engine.session_mut().forget();
                CONTINUE
            }
            Command::Debug(on) => {
                self.engine.configure(|config| config.debug = on);
                CONTINUE
            }
            Command::Position(position) => self.set_position(&position),
            Command::Flip => {
                let is_flipped = self.engine.session_mut().flip();
                self.report(if is_flipped { Ok(()) } else { Err(ChangeError::Flip) })
            }
            Command::Undo(count) => self.undo(count),
            Command::Redo(count) => self.redo(count),
        }
    }

    fn answer_of_library(&mut self, answer: Result<Answer, Sentence>) -> Flow {
        match answer {
            Ok(answer) => self.send_answer(answer),
            Err(cause) => {
                let said = sentence!("library: {}", cause);
                let translated = self.words.map(|words| Translated { message: words(&said), reason: None });
                self.send_error(Fault { translated, ..Fault::new(Code::Library, said.to_string()) })
            }
        }
    }

    /// Prints the error, if any.
    fn report<E: Coded>(&mut self, done: Result<(), E>) -> Flow {
        done.map_or_else(|error| self.send_error(Fault::of(&error)), |()| CONTINUE)
    }

    fn set_position(&mut self, position: &PositionCommand) -> Flow {
        if let Some(error) = position.error() {
            let fault = Fault::of(&error);
            self.engine.refuse_position(fault.clone());
            return self.send_error(fault);
        }
        if let Err(error) = self.engine.set_position(&position.base, &position.moves) {
            return self.send_error(error.fault(self.words));
        }
        match self.engine.session().oddity() {
            Some(oddity) => {
                self.send_text(format!("position: {oddity}, to which no game leads; it is played as it stands"))
            }
            None => CONTINUE,
        }
    }

    /// For a command about the current position: what its client waits for where there is no position, if anything.
    fn empty_answer(&self, command: &Command) -> Option<Vec<Answer>> {
        match command {
            Command::Go(go, _) if go.perft.is_some() => {
                Some([Event::Perft { leaves: 0 }, Event::End].map(Answer::Event).into())
            }
            Command::Go(..) => Some(vec![Answer::Event(Event::Best(Best::default()))]),
            Command::View => Some(vec![Answer::View { view: Box::new(View::of_nothing(self.engine.session())) }]),
            Command::Moves => Some(vec![Answer::Moves { moves: Vec::new() }]),
            Command::Explore => Some(Vec::new()),
            Command::Show | Command::Eval => Some(vec![Answer::Lines { lines: Vec::new() }]),
            Command::Query(_) => Some(vec![Answer::Response { answer: "none" }]),
            Command::BanMoves(_) | Command::Flip | Command::Undo(_) | Command::Redo(_) => Some(Vec::new()),
            Command::Hello(_)
            | Command::IsReady
            | Command::NewGame
            | Command::Debug(_)
            | Command::SetOption(_)
            | Command::Position(_)
            | Command::PonderHit { .. }
            | Command::Stop
            | Command::Probe(_)
            | Command::Quit
            | Command::Import(_)
            | Command::Export(_)
            | Command::Library(_)
            | Command::Bench(_)
            | Command::GenFens(_)
            | Command::Help
            | Command::Nothing => None,
        }
    }

    /// Ends the session, after the answer of a search in progress: it is stopped, so that the answer comes at once.
    fn quit(&mut self) -> Flow {
        self.pending.clear();
        if self.engine.is_answering() {
            self.awaited.leave();
            self.engine.stop();
            return CONTINUE;
        }
        self.leave()
    }

    /// Says goodbye if the dialect does.
    pub(super) fn leave(&mut self) -> Flow {
        if self.dialect == Dialect::Ucci {
            self.send_answer(Answer::Bye)?;
        }
        EXIT
    }

    fn ready(&mut self) -> Flow {
        if self.engine.is_answering() {
            return self.send_answer(Answer::ReadyOk);
        }
        let prepared = if self.engine.is_thinking() { Ok(()) } else { self.engine.prepare() };
        self.report(prepared)?;
        self.engine.warm_up();
        if self.engine.await_warm_up() {
            self.awaited.owe_readyok();
            return CONTINUE;
        }
        self.send_answer(Answer::ReadyOk)
    }

    fn probe(&mut self, position: &PositionCommand) -> Flow {
        if let Some(error) = position.error() {
            self.send_error(Fault { message: format!("probe: {error}"), ..Fault::of(&error) })?;
            return self.send_answer(Answer::Hash(Probe::default()));
        }
        let probe = self.engine.probe(&position.base, &position.moves);
        if let Err(cause) = &probe {
            self.send_error(Fault::new(cause.code(), format!("probe: {cause}")))?;
        }
        self.send_answer(Answer::Hash(probe.unwrap_or_default()))
    }

    fn bench(&mut self, depth: Option<u32>) -> Flow {
        let depth = match bench::depth(depth) {
            Ok(depth) => depth,
            Err(error) => return self.refuse(&error),
        };
        let games = self.engine.games();
        self.engine
            .run(move |control, sink| bench::run(games, depth, control, &mut |text| sink(Event::Bench { text })));
        CONTINUE
    }

    /// Refuses work whose answer a client reads to its end.
    fn refuse(&mut self, error: &impl Coded) -> Flow {
        self.send_error(Fault::of(error))?;
        self.send_answer(Answer::Event(Event::End))
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
            Err(error) => return self.refuse(&error),
        };
        let Some(entry) = self.engine.entry() else { return CONTINUE };
        self.engine.run(move |control, sink| {
            if let Err(error) = genfens::run(entry, &order, control, &mut |fen| sink(Event::Opening { fen })) {
                sink(Event::Error(Fault::of(&error)));
            }
        });
        CONTINUE
    }

    fn set_option(&mut self, rest: &str) -> Flow {
        if cfg!(feature = "tuning")
            && let Some(done) = tuning::set(rest)
        {
            return self.report(done);
        }
        match option::set(&mut self.engine, self.dialect, rest) {
            Ok(Setting::Done) => {
                let remark = self.access.clamp(&mut self.engine);
                remark.map_or(CONTINUE, |remark| self.send_text(remark))
            }
            Ok(Setting::Adjusted(remark)) => {
                let text = remark.to_string();
                let translated = self.words.map(|words| words(&remark)).filter(|words| *words != text);
                self.send_answer(Answer::Event(Event::Text { text, translated }))
            }
            Ok(Setting::Foreign) => CONTINUE,
            Ok(Setting::Unknown(name)) => self.send_text(format!("unknown option {:?}: ignored", shorten(&name))),
            Err(error) => self.send_error(error.fault(self.words)),
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
        CONTINUE
    }

    fn stop(&mut self) -> Flow {
        if self.engine.is_answering() {
            self.engine.stop();
        } else if self.dialect == Dialect::Ucci {
            return self.send_answer(Answer::Event(Event::Best(Best::default())));
        }
        CONTINUE
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
}
