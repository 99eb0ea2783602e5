//! A progress line: redrawn in place on a terminal, now and then a plain line in a pipe.

use crate::clock::Stopwatch;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// The progress of a long run, on standard output.
#[derive(Debug)]
pub struct Progress {
    terminal: bool,
    silent: bool,
    total: usize,
    already: usize,
    started: Stopwatch,
    /// In a pipe: how often the state is reported; none: never.
    plain_every: Option<Duration>,
    reported: Duration,
}

impl Progress {
    /// For `total` items of which `already` were done by an earlier run.
    pub fn new(total: usize, already: usize, plain_every: Option<Duration>) -> Progress {
        let terminal = io::stdout().is_terminal();
        let (started, reported) = (Stopwatch::start(), Duration::ZERO);
        Progress { terminal, silent: false, total, already, started, plain_every, reported }
    }

    /// One that says nothing.
    pub fn silent() -> Progress {
        Progress { terminal: false, silent: true, ..Progress::new(0, 0, None) }
    }

    /// A line that stays.
    pub fn line(&self, text: &str) {
        let clear = if self.terminal { "\r\x1b[K" } else { "" };
        if !self.silent {
            print(&format!("{clear}{text}"));
        }
    }

    /// The state after `done` items.
    pub fn state(&mut self, done: usize, text: &str) {
        let elapsed = self.started.elapsed();
        let state = format!("{} {text}", self.counts(done, elapsed));
        if self.terminal {
            let state: String = state.chars().take(columns().saturating_sub(1)).collect();
            write_out(&format!("\r\x1b[K{state}"));
        } else if self.plain_every.is_some_and(|every| elapsed >= self.reported + every) {
            self.reported = elapsed;
            print(&state);
        }
    }

    /// Takes the progress line away.
    pub fn finish(&self) {
        if self.terminal {
            write_out("\r\x1b[K");
        }
    }

    /// `12/200 [0:35<9:10]`: done, total, time so far and time still to go.
    fn counts(&self, done: usize, elapsed: Duration) -> String {
        let fresh = done.saturating_sub(self.already);
        let left = match fresh {
            0 => "?".to_owned(),
            _ => clock(elapsed.mul_f64(self.total.saturating_sub(done) as f64 / fresh as f64)),
        };
        format!("{done}/{} [{}<{left}]", self.total, clock(elapsed))
    }
}

/// A line on standard output.
pub fn print(text: &str) {
    write_out(&format!("{text}\n"));
}

/// A reader that went away ends nothing: the work goes on, and its files are what counts.
fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Width of the terminal.
#[cfg(unix)]
fn columns() -> usize {
    let size = rustix::termios::tcgetwinsize(io::stdout());
    size.ok().map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0).unwrap_or(80)
}

/// Width of the terminal.
#[cfg(not(unix))]
fn columns() -> usize {
    80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_to_go() {
        let progress = Progress::new(200, 100, None);
        assert_eq!(progress.counts(100, Duration::from_secs(5)), "100/200 [0:05<?]");
        // 25 in 100 seconds, 75 to go.
        assert_eq!(progress.counts(125, Duration::from_secs(100)), "125/200 [1:40<5:00]");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
    }
}
