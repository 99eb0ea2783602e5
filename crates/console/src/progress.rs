//! Progress of a long run on standard error: redrawn in place on a terminal; elsewhere nothing, or occasional plain lines
//! if `--progress` asks for them. Standard output is reserved for results, so that `> file` captures nothing else.

use clap::Args;
use indicatif::{ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use meihua_contracts::clock::Stopwatch;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between two updates in place.
const REDRAW_EVERY: Duration = Duration::from_millis(200);
/// Shorter runs write no plain line.
const FIRST: Duration = Duration::from_secs(2);
/// Minimum time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Columns of plain lines.
const WIDTH: u16 = 250;

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

/// The progress of a long run. A thread of indicatif keeps it current while an item takes long.
#[derive(Debug)]
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
    is_silent: bool,
}

impl ProgressBar {
    /// Progress for `total` items, of which an earlier run did `already`.
    pub fn new(total: usize, already: usize) -> ProgressBar {
        ProgressBar::start(Some(total as u64), already as u64, !is_shown())
    }

    /// Progress for an unknown number of items.
    pub fn unbounded() -> ProgressBar {
        ProgressBar::start(None, 0, !is_shown())
    }

    /// Shows nothing.
    pub fn silent() -> ProgressBar {
        ProgressBar::start(None, 0, true)
    }

    fn start(total: Option<u64>, already: u64, is_silent: bool) -> ProgressBar {
        let target = match (is_silent, io::stderr().is_terminal()) {
            (true, _) => ProgressDrawTarget::hidden(),
            (false, true) => ProgressDrawTarget::stderr(),
            (false, false) => ProgressDrawTarget::term_like(Box::new(PlainLines::new())),
        };
        let bar = indicatif::ProgressBar::with_draw_target(total, target).with_position(already);
        // The template is a constant; should it be invalid, the default will do.
        if let Ok(style) = ProgressStyle::with_template("{counts} {wide_msg}") {
            let counts = move |state: &ProgressState, text: &mut dyn fmt::Write| {
                _ = text.write_str(&counts(state.pos(), state.len(), already, state.elapsed()));
            };
            bar.set_style(style.with_key("counts", counts));
        }
        if !is_silent {
            bar.enable_steady_tick(REDRAW_EVERY);
        }
        ProgressBar { bar, is_silent }
    }

    /// Sets the number of items done.
    pub fn state(&self, done: usize, text: impl Into<String>) {
        self.bar.set_position(done as u64);
        self.doing(text);
    }

    /// Sets the text that says what is in progress.
    pub fn doing(&self, text: impl Into<String>) {
        self.bar.set_message(text.into());
    }

    /// Adds items to those done.
    pub fn advance(&self, items: usize) {
        self.bar.inc(items as u64);
    }

    /// Prints a permanent line on standard error.
    pub fn line(&self, text: &str) {
        if !self.is_silent {
            self.bar.suspend(|| remark(text));
        }
    }

    /// Hides the progress line while something else writes to the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressBar {
    /// However the run ends, the next line starts on a clean one.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Standard error where it is no terminal: of all that is drawn, a line from time to time.
#[derive(Debug)]
struct PlainLines {
    clock: Stopwatch,
    /// What is drawn, and when the next line is due.
    drawn: Mutex<(String, Duration)>,
}

impl PlainLines {
    fn new() -> PlainLines {
        PlainLines { clock: Stopwatch::start(), drawn: Mutex::new((String::new(), FIRST)) }
    }

    fn drawn(&self) -> MutexGuard<'_, (String, Duration)> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TermLike for PlainLines {
    fn width(&self) -> u16 {
        WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.drawn().0.push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.drawn().0.clear();
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let (line, due) = &mut *self.drawn();
        let elapsed = self.clock.elapsed();
        if elapsed >= *due && !line.trim().is_empty() {
            remark(line.trim_end());
            *due = elapsed + PLAIN_EVERY;
        }
        line.clear();
        Ok(())
    }
}

/// `12/200 [0:35<9:10]`: done, total, time so far and time remaining; `12 [0:35]` if the total is unknown.
fn counts(done: u64, total: Option<u64>, already: u64, elapsed: Duration) -> String {
    let Some(total) = total else { return format!("{done} [{}]", clock(elapsed)) };
    let left = match done.saturating_sub(already) {
        0 => "?".to_owned(),
        fresh => clock(elapsed.mul_f64(total.saturating_sub(done) as f64 / fresh as f64)),
    };
    format!("{done}/{total} [{}<{left}]", clock(elapsed))
}

/// Prints a remark on standard error.
pub fn remark(text: &str) {
    _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_to_go() {
        let counts = |done, seconds| counts(done, Some(200), 100, Duration::from_secs(seconds));
        assert_eq!(counts(100, 5), "100/200 [0:05<?]");
        // 25 in 100 seconds, 75 remaining.
        assert_eq!(counts(125, 100), "125/200 [1:40<5:00]");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
        assert_eq!(super::counts(7, None, 0, Duration::from_secs(61)), "7 [1:01]");
    }
}
