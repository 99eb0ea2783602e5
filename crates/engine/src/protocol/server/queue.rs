//! The lines that have arrived: which are executed at once, and which wait for the engine.

use super::{CONTINUE, EXIT, Flow, Server};
use crate::engine::fault::{Code, Fault};
use crate::protocol::backlog::Ticket;
use crate::protocol::command::{Command, Urgency};
use crate::protocol::reader::LINE_LIMIT;
use std::io::Write;

/// Something that waits for the engine to be idle.
pub(super) enum Pending {
    /// A parsable line, kept as received, which takes a tenth of the memory.
    Line {
        text: String,
        urgency: Urgency,
        is_go: bool,
        _ticket: Option<Ticket>,
    },
    /// A `position` that could not be read: there is none from then on.
    UnreadablePosition,
    End,
}

impl<W: Write> Server<W> {
    /// Handles an input line.
    pub(super) fn on_line(&mut self, bytes: Vec<u8>, ticket: Option<Ticket>) -> Flow {
        let (line, is_clean) = match String::from_utf8(bytes) {
            Ok(line) => (line, true),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
        };
        log::debug!(">> {line}");
        if !is_clean {
            self.send_error(Fault::new(Code::NotUtf8, "the line is not valid UTF-8"))?;
        }
        match Command::parse(&line, self.engine.games()) {
            // No guesses are made for names of squares, files and options.
            Ok(Command::SetOption(_) | Command::BanMoves(_) | Command::Probe(_)) if !is_clean => CONTINUE,
            Ok(command @ Command::Position(_)) if !is_clean => self.on_unreadable_position(&command),
            Ok(command) if self.must_wait(&command) => {
                if command == Command::Quit {
                    self.engine.hurry_warm_up();
                }
                let (urgency, is_go) = (command.urgency(), matches!(command, Command::Go(..)));
                self.pending.push_back(Pending::Line { text: line, urgency, is_go, _ticket: ticket });
                CONTINUE
            }
            Ok(command) => self.carry_out_line(&line, command),
            Err(error) if is_clean => self.send_error(Fault::of(&error)),
            Err(_) => CONTINUE,
        }
    }

    /// Handles a line that was too long, of which only the start is left.
    pub(super) fn on_long_line(&mut self, start: &[u8]) -> Flow {
        let message = format!("line too long, expected at most {LINE_LIMIT} bytes");
        self.send_error(Fault::new(Code::LineTooLong, message))?;
        match Command::parse(&String::from_utf8_lossy(start), self.engine.games()) {
            Ok(command @ Command::Position(_)) => self.on_unreadable_position(&command),
            Ok(_) | Err(_) => CONTINUE,
        }
    }

    /// Handles a position of which nothing may be guessed. The client has been told why.
    fn on_unreadable_position(&mut self, command: &Command) -> Flow {
        if self.must_wait(command) {
            self.pending.push_back(Pending::UnreadablePosition);
        } else {
            self.refuse_unreadable_position();
        }
        CONTINUE
    }

    fn refuse_unreadable_position(&mut self) {
        let message = "position: the line could not be read; no position is set";
        self.engine.refuse_position(Fault::new(Code::NoPosition, message));
    }

    /// Executes the command of a line, and names a word that it does not take.
    fn carry_out_line(&mut self, line: &str, command: Command) -> Flow {
        if let Some(error) = Command::surplus(line) {
            self.send_error(Fault::of(&error))?;
        }
        self.carry_out(command)
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
        let is_behind = !self.pending.is_empty() || (self.awaited.owes_readyok() && *command != Command::IsReady);
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
    pub(super) fn catch_up(&mut self) -> Flow {
        while let Some(mut next) = self.pending.pop_front() {
            let needs_idle = match &next {
                Pending::Line { urgency, .. } => {
                    *urgency == Urgency::Idle || self.reads_nothing() || self.awaited.owes_readyok()
                }
                Pending::UnreadablePosition | Pending::End => true,
            };
            if needs_idle && self.engine.is_thinking() {
                self.make_way();
                self.pending.push_front(next);
                let Some(urgent) = self.take_urgent() else { return CONTINUE };
                next = urgent;
            }
            match next {
                Pending::Line { text, .. } => {
                    self.guard(|server| match Command::parse(&text, server.engine.games()) {
                        Ok(command) => server.carry_out_line(&text, command),
                        Err(error) => server.send_error(Fault::of(&error)),
                    })?
                }
                Pending::UnreadablePosition => self.refuse_unreadable_position(),
                Pending::End => return EXIT,
            }
        }
        CONTINUE
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
}
