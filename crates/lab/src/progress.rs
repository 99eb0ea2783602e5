//! Progress of a long run on standard error: redrawn in place on a terminal; elsewhere nothing, or occasional plain lines
//! if `--progress` asks for them. Standard output is reserved for results, so that `> file` captures nothing else.

use clap::Args;
use meihua_contracts::clock::Stopwatch;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Shorter runs show no progress.
const FIRST: Duration = Duration::from_secs(2);
/// Minimum time between two updates in place.
const REDRAW_EVERY: Duration = Duration::from_millis(200);
/// Time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Whether the command line asked for progress.
static ASKED: AtomicBool = AtomicBool::new(false);

/// The option of all commands that may take long.
#[derive(Args, Debug, Clone, Default)]
pub struct ProgressArgs {
    /// Show progress on standard error even if it is not a terminal
    #[arg(long)]
    pub progress: bool,
}

/// Shows progress even if standard error is not a terminal.
pub fn ask() {
    ASKED.store(true, Ordering::Relaxed);
}

/// Whether progress is shown.
pub fn is_shown() -> bool {
    ASKED.load(Ordering::Relaxed) || io::stderr().is_terminal()
}

/// The progress of a long run. A separate thread keeps the display current while an item takes long.
#[derive(Debug)]
pub struct ProgressBar {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    terminal: bool,
    silent: bool,
    /// Number of items; `None` if unknown.
    total: Option<u64>,
    already: u64,
    done: u64,
    text: String,
    started: Stopwatch,
    /// When the next line is due.
    due: Duration,
    /// Whether a line is currently drawn on the terminal.
    drawn: bool,
    is_over: bool,
}

impl ProgressBar {
    /// Progress for `total` items, of which an earlier run did `already`.
    pub fn new(total: usize, already: usize) -> ProgressBar {
        let (total, already) = (Some(total as u64), already as u64);
        ProgressBar::start(State { total, already, done: already, ..State::new() })
    }

    /// Progress for an unknown number of items.
    pub fn unbounded() -> ProgressBar {
        ProgressBar::start(State::new())
    }

    /// Shows nothing.
    pub fn silent() -> ProgressBar {
        ProgressBar::start(State { silent: true, ..State::new() })
    }

    fn start(state: State) -> ProgressBar {
        let is_silent = state.silent;
        let shared = Arc::new(Shared { state: Mutex::new(state), ended: Condvar::new() });
        let theirs = Arc::clone(&shared);
        // Without a thread, the line is drawn when items are done.
        let ticker = (!is_silent).then(|| Builder::new().name("progress".to_owned()).spawn(move || theirs.tick()).ok());
        ProgressBar { shared, ticker: ticker.flatten() }
    }

    /// Sets the number of items done. It is shown when due.
    pub fn state(&self, done: usize, text: impl Into<String>) {
        let mut state = self.shared.lock();
        (state.done, state.text) = (done as u64, text.into());
        state.show_if_due();
    }

    /// Sets the text that says what is in progress.
    pub fn doing(&self, text: impl Into<String>) {
        let mut state = self.shared.lock();
        state.text = text.into();
        state.show_if_due();
    }

    /// Adds items to those done.
    pub fn advance(&self, items: usize) {
        let mut state = self.shared.lock();
        state.done += items as u64;
        state.show_if_due();
    }

    /// Prints a permanent line on standard error.
    pub fn line(&self, text: &str) {
        let mut state = self.shared.lock();
        if !state.silent {
            state.clear();
            remark(text);
        }
    }

    /// Hides the progress line while something else writes to the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.shared.lock();
        state.clear();
        write()
    }
}

impl Drop for ProgressBar {
    /// However the run ends, the next line starts on a clean one.
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_over = true;
        state.clear();
        drop(state);
        self.shared.ended.notify_all();
        if let Some(ticker) = self.ticker.take() {
            _ = ticker.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates the display until the run is over.
    fn tick(&self) {
        let mut state = self.lock();
        while !state.is_over {
            let waited = self.ended.wait_timeout(state, REDRAW_EVERY);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.show_if_due();
        }
    }
}

impl State {
    fn new() -> State {
        State {
            terminal: io::stderr().is_terminal(),
            silent: !is_shown(),
            total: None,
            already: 0,
            done: 0,
            text: String::new(),
            started: Stopwatch::start(),
            due: FIRST,
            drawn: false,
            is_over: false,
        }
    }

    fn show_if_due(&mut self) {
        let elapsed = self.started.elapsed();
        if self.silent || self.is_over || elapsed < self.due {
            return;
        }
        let line = format!("{} {}", self.counts(elapsed), self.text);
        if self.terminal {
            let line: String = line.chars().take(columns().saturating_sub(1)).collect();
            write_error(&format!("\r\x1b[K{line}"));
            (self.drawn, self.due) = (true, elapsed + REDRAW_EVERY);
        } else {
            remark(line.trim_end());
            self.due = elapsed + PLAIN_EVERY;
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            write_error("\r\x1b[K");
        }
    }

    /// `12/200 [0:35<9:10]`: done, total, time so far and time remaining; `12 [0:35]` if the total is unknown.
    fn counts(&self, elapsed: Duration) -> String {
        let done = self.done;
        let Some(total) = self.total else { return format!("{done} [{}]", clock(elapsed)) };
        let fresh = done.saturating_sub(self.already);
        let left = match fresh {
            0 => "?".to_owned(),
            _ => clock(elapsed.mul_f64(total.saturating_sub(done) as f64 / fresh as f64)),
        };
        format!("{done}/{total} [{}<{left}]", clock(elapsed))
    }
}

/// Prints a remark on standard error.
pub fn remark(text: &str) {
    write_error(&format!("{text}\n"));
}

fn write_error(text: &str) {
    _ = io::stderr().lock().write_all(text.as_bytes());
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
    let size = rustix::termios::tcgetwinsize(io::stderr());
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
        let state = |done| State { total: Some(200), already: 100, done, ..State::new() };
        assert_eq!(state(100).counts(Duration::from_secs(5)), "100/200 [0:05<?]");
        // 25 in 100 seconds, 75 remaining.
        assert_eq!(state(125).counts(Duration::from_secs(100)), "125/200 [1:40<5:00]");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
        assert_eq!(State { done: 7, ..State::new() }.counts(Duration::from_secs(61)), "7 [1:01]");
    }
}
